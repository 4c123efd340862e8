"""Every command has a help text with a working example, in each language."""

import re
from functools import cache

import pytest
import typer.main

from heorot.cli.app import app
from heorot.locales import LANGUAGES
from tests.cli.run_heorot import LOCALES, STYLING, Completed, run_heorot, run_heorot_many, translated

COMMANDS = ("play", "sim", "match", "check", "score", "box", "rules", "warmup", "bench", "version", "backup", "restore",
            "doctor")  # fmt: skip


@cache
def help_texts(language: str) -> dict[str, Completed]:
    """Return the help of every command; the empty name is the program itself."""
    answers = run_heorot_many([["--help"], *([name, "--help"] for name in COMMANDS)], LANG=LOCALES[language])
    return dict(zip(["", *COMMANDS], answers, strict=True))


def plain(text: str) -> str:
    """Return a text on one line, without frames and no-break spaces."""
    return " ".join(STYLING.sub("", text).replace("│", " ").split())


def test_every_language_has_a_locale():
    assert set(LOCALES) == set(LANGUAGES)


def test_main_help_lists_every_command():
    assert [name for name in COMMANDS if f" {name} " not in plain(help_texts("en")[""].out)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_command_help_has_a_description_and_an_example(command, language):
    code, out, err = help_texts(language)[command]
    assert (code, err) == (0, "")
    assert plain(translated(language, f"cli.{command}.help")) in plain(out)
    assert plain(translated(language, f"cli.{command}.example")) in plain(out)
    assert f"heorot {command}" in translated(language, f"cli.{command}.example")


@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize("command", COMMANDS)
def test_command_help_is_translated(command, language):
    assert translated(language, f"cli.{command}.help") != translated("en", f"cli.{command}.help")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_examples_can_be_parsed(command, language):
    examples = re.findall(rf"heorot {command}(.*)", translated(language, f"cli.{command}.example"))
    assert examples
    for example in examples:
        typer.main.get_command(app).commands[command].make_context(command, example.split())


def test_program_without_arguments_prints_the_help():
    alone = run_heorot()
    assert "Traceback" not in alone.err
    assert "sim" in alone.out + alone.err


def test_version_is_printed():
    code, out, err = run_heorot("version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"heorot \d+\.\d+\.\d+\S*, interpreted\n", out)
