"""The Markdown pages of the project: required pages exist, examples run, and shown commands and options exist."""

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import typer.main

import heorot
from heorot.cli.app import app
from tests.architecture.source import ROOT, project_files

PAGES = (
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs/notation.md", "docs/rulings.md",
)  # fmt: skip
FENCE = re.compile(r"^( *)(?:```|~~~)([\w-]*)[^\n]*\n(.*?)^\1(?:```|~~~) *$", re.DOTALL | re.MULTILINE)
SESSION = re.compile(r"^ *>>> ", re.MULTILINE)
COMMAND = re.compile(r"(?:\$ )?(?:\S*/)?(heorot|(?<=\./)dev) (.*)")
PLACEHOLDER = re.compile(r"…|\.\.\.|\[|<|\b(?:FILE|DIR|RECORD|VERB|N|S|F)\b")     # for readers to fill in
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


class Example(NamedTuple):
    """A call of a program that a page shows."""

    place: str
    program: str
    arguments: list[str]
    is_complete: bool  # without placeholders

    def __str__(self) -> str:
        return f"{self.place} {self.program} {' '.join(self.arguments)}"


def pages() -> list[Path]:
    return [file for file in project_files() if file.suffix == ".md"]


def code_in(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the code in a page with line numbers: the lines of blocks, and code between backticks."""
    text = page.read_text("utf-8")
    blocks = [line for fence in FENCE.finditer(text) for line in block_lines(text, fence)]
    in_blocks = {number for number, _ in blocks}
    yield from blocks
    for number, line in enumerate(text.splitlines(), 1):
        if number not in in_blocks:
            yield from ((number, code) for code in re.findall(r"`([^`]+)`", line))
            yield from [(number, line.strip())] if line.startswith("    ") else []


def block_lines(text: str, fence: re.Match[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a fenced block with line numbers."""
    first = text.count("\n", 0, fence.start(3)) + 1
    yield from ((first + i, line.strip()) for i, line in enumerate(fence[3].splitlines()))


def examples(program: str) -> list[Example]:
    """Return every call of a program that the pages show."""
    calls = []
    for page in pages():
        for number, code in code_in(page):
            if (match := COMMAND.fullmatch(code)) and match[1] == program:
                place = f"{page.relative_to(ROOT)}:{number}"
                calls.append(Example(place, program, arguments_of(match[2]), not PLACEHOLDER.search(match[2])))
    return calls


def arguments_of(line: str) -> list[str]:
    """Return the arguments of a call, without comments, pipes and redirections."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|><;&")
    lexer.whitespace_split = True
    words = list(lexer)
    end = next((i for i, word in enumerate(words) if set(word) <= set("|><;&")), len(words))
    return words[:end]


def options_of(command: str) -> set[str]:
    """Return the options of a heorot command."""
    commands = typer.main.get_command(app).commands
    return {name for option in commands[command].params for name in option.opts} | {"--help"}


# ---- The pages -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_page_exists(page):
    assert len((ROOT / page).read_text("utf-8")) > 200


def test_readme_shows_play_and_test_commands():
    text = (ROOT / "README.md").read_text("utf-8")
    assert "./dev play" in text
    assert "./dev test" in text


def test_readme_says_edition_is_unofficial():
    text = " ".join((ROOT / "README.md").read_text("utf-8").lower().split())
    assert "unofficial" in text
    assert "fan edition" in text
    assert re.search(r"not connected|no connection|not affiliated", text)
    assert "publisher" in text
    assert "designer" in text


def test_license_is_mit():
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")


def test_changelog_covers_current_version():
    assert f"## {heorot.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_resolve(page):
    links = [link for link in LINK.findall(page.read_text("utf-8")) if "://" not in link and "mailto:" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


# ---- The examples --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", [page for page in pages() if SESSION.search(page.read_text("utf-8"))], ids=lambda page: page.name
)
def test_python_examples_print_shown_output(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = [fence[3] for fence in FENCE.finditer(page.read_text("utf-8")) if fence[2] in ("python", "pycon")]
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    output: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test, out=output.append)
    assert output == []
    assert test.examples


@pytest.mark.parametrize("example", examples("heorot"), ids=str)
def test_shown_commands_and_options_exist(example):
    command, *rest = example.arguments or ["--help"]
    if command in ("--help", "--version"):
        return
    assert command in typer.main.get_command(app).commands
    shown_options = {word.split("=")[0] for word in (w.strip("[]…") for w in rest) if word.startswith("--")}
    assert shown_options <= options_of(command)


@pytest.mark.parametrize("example", [e for e in examples("heorot") if e.is_complete and len(e.arguments) > 1], ids=str)
def test_complete_commands_parse(example):
    command, *rest = example.arguments
    if "--help" not in rest:
        typer.main.get_command(app).commands[command].make_context(command, rest)


@pytest.mark.parametrize("example", examples("dev"), ids=str)
def test_shown_dev_verbs_exist(example):
    assert f"def {example.arguments[0]}(" in (ROOT / "dev").read_text("utf-8")


def test_readme_shows_sim_command():
    assert any(example.arguments[:1] == ["sim"] for example in examples("heorot") if "README" in example.place)


def test_python_page_names_every_public_name():
    page = (ROOT / "docs/python.md").read_text("utf-8")
    assert [name for name in heorot.__all__ if f"`{name}`" not in page and f"heorot.{name}" not in page] == []
