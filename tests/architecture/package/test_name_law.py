"""The name law: only games/ and files or folders named after a game mention titles."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.package.rooms import imports
from tests.architecture.source import PACKAGE, TITLES, Source, docstrings, literals, package

TITLE = re.compile(rf"(?<![a-z])({'|'.join(TITLES)})(?![a-z])", re.IGNORECASE)
TITLED_NAME = re.compile(rf"({'|'.join(TITLES)})(_\w+)?")  # movie, movie_greedy
UNTITLED = ("engine", "server", "verifier")  # layers that mention no title at all


def may_mention_titles(source: Source) -> bool:
    """Return whether a file may mention titles: below games/ (with the registry), or named after a game."""
    return source.layer == "games" or any(map(TITLED_NAME.fullmatch, source.parts))


def mentions(source: Source) -> Iterator[str]:
    """Yield every import and every string that mentions a title."""
    for imported in imports(source):
        if isinstance(imported.node, ast.Call):  # its argument is one of the literals below
            continue
        if TITLE.search(".".join(imported.module)):
            yield f"{source.at(imported.node)} imports {'.'.join(imported.module)}"
    for text in literals(source.tree):
        if TITLE.search(str(text.value)):
            yield f"{source.at(text)} says {text.value!r}"


def test_only_games_and_files_named_after_them_name_titles():
    assert any(True for source in package() if source.layer == "games" for _ in mentions(source))
    assert [place for source in package() if not may_mention_titles(source) for place in mentions(source)] == []


def test_untitled_layers_have_no_file_named_after_game():
    assert [s.name for s in package() if s.layer in UNTITLED and any(map(TITLED_NAME.fullmatch, s.parts))] == []


def test_docstrings_of_untitled_layers_name_no_title():
    broken = [
        f"{source.at(node)} says {TITLE.search(text)[0]}"
        for source in package()
        if source.layer in UNTITLED
        for node, text in docstrings(source.tree)
        if TITLE.search(text)
    ]
    assert broken == []


def test_lines_of_untitled_layers_name_no_title():
    broken = [
        f"{source.name}:{number}"
        for source in package()
        if source.layer in UNTITLED
        for number, line in enumerate(source.text.splitlines(), 1)
        if TITLE.search(line)
    ]
    assert broken == []


def test_title_folders_are_directly_in_their_layer():
    files = [source.file for source in package() if source.layer != "games"]
    paths = {path for file in files for path in (file.with_suffix(""), *file.parents)}
    titled = [path for path in paths if TITLED_NAME.fullmatch(path.name)]
    assert titled
    assert [path.as_posix() for path in titled if path.parent.parent != PACKAGE] == []


def test_registry_holds_every_game():
    registry = ast.unparse(Source(PACKAGE / "games" / "__init__.py").tree)
    folders = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "game.py").exists()]
    assert [name for name in folders if f"heorot.games.{name}." not in registry] == []
