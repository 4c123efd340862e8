"""The name law: titles live under games/, in leaf files or folders named after a game, and in the registry."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.rooms import imports
from tests.architecture.source import PACKAGE, TITLES, Source, docstrings, literals, package

TITLE = re.compile(rf"(?<![a-z])({'|'.join(TITLES)})(?![a-z])", re.IGNORECASE)
LEAF = re.compile(rf"({'|'.join(TITLES)})(_\w+)?")      # movie.py, movie_greedy.py
UNTITLED = ("engine", "server")
PAIRED = ("games", "search", "bots", "terminal")  # layers in which each title has a folder


def may_name(source: Source) -> bool:
    """Whether a file is a place for titles: under games/ (the registry is there too), or a leaf named after a game,
    a file or a folder of files."""
    return source.layer == "games" or any(map(LEAF.fullmatch, source.parts))


def named(source: Source) -> Iterator[str]:
    """Every import and every text that names a title."""
    for found in imports(source):
        if TITLE.search(".".join(found.module)) and not isinstance(found.node, ast.Call):  # literals find these
            yield f"{source.at(found.node)} imports {'.'.join(found.module)}"
    for text in literals(source.tree):
        if TITLE.search(str(text.value)):
            yield f"{source.at(text)} says {text.value!r}"


def test_only_games_and_files_named_after_one_name_a_title():
    assert [place for source in package() if not may_name(source) for place in named(source)] == []


def test_engine_and_server_have_no_file_named_after_a_game():
    assert [s.name for s in package() if s.layer in UNTITLED and any(map(LEAF.fullmatch, s.parts))] == []


def test_not_even_the_docstrings_of_the_engine_name_a_title():
    broken = [
        f"{source.at(node)} says {TITLE.search(text)[0]}"
        for source in package()
        if source.layer in UNTITLED
        for node, text in docstrings(source.tree)
        if TITLE.search(text)
    ]
    assert broken == []


def test_not_even_the_comments_and_names_of_the_engine_name_a_title():
    broken = [
        f"{source.name}:{number}"
        for source in package()
        if source.layer in UNTITLED
        for number, line in enumerate(source.text.splitlines(), 1)
        if TITLE.search(line)
    ]
    assert broken == []


def test_leaf_files_lie_directly_in_their_layer():
    leaves = [source for source in package() if LEAF.fullmatch(source.file.stem) and source.layer != "games"]
    assert [source.name for source in leaves if source.file.parent.parent != PACKAGE] == []


def test_the_registry_holds_every_game():
    registry = ast.unparse(Source(PACKAGE / "games" / "__init__.py").tree)
    folders = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "game.py").exists()]
    assert [name for name in folders if f"heorot.games.{name}." not in registry] == []


# ---- One name for one thing ----------------------------------------------------------------------------------------


def role(source: Source) -> tuple[str, ...]:
    """Return the folder of a file without the name of a title; counterparts of two titles have the same."""
    return tuple("<title>" if part in TITLES else part for part in source.parts[:-1])


def are_counterparts(sources: list[Source]) -> bool:
    """Return whether each file belongs to another title, and all have the same role."""
    titles = [part for source in sources for part in source.parts[1:2] if part in TITLES]
    paired = all(source.layer in PAIRED for source in sources)
    return paired and len(set(titles)) == len(sources) and len({role(source) for source in sources}) == 1


def test_class_name_is_unique_except_for_counterparts_of_two_titles():
    homes: dict[str, list[Source]] = {}
    for source in package():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(source)
    shared = {name: found for name, found in homes.items() if len(found) > 1 and not are_counterparts(found)}
    assert {name: [source.name for source in found] for name, found in shared.items()} == {}
