"""Every numbered rule is in RULES.md, is cited first where it is the rule, and has a test that carries its number."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.architecture.source import PACKAGE, Documented, docstrings, functions, package, suite


class Numbers(NamedTuple):
    """The numbers of a game's rules: a letter, and how many rules each chapter has."""

    game: str
    letter: str
    chapters: tuple[int, ...]

    def __str__(self) -> str:
        return self.game

    @property
    def folder(self) -> Path:
        return PACKAGE / "games" / self.game

    @property
    def rules(self) -> list[str]:
        """All of them, in order."""
        counts = enumerate(self.chapters, 1)
        return [f"{self.letter}{chapter}.{n}" for chapter, last in counts for n in range(1, last + 1)]


NUMBERS = {
    "movie": Numbers("movie", "M", (7, 8, 9, 13, 3, 2)),
    "legend": Numbers("legend", "L", (8, 4, 7, 4, 8, 9, 7, 4, 4, 1)),
}
CITED = ("movie", "legend")  # the games whose code and tests are held to cite every rule
every_game = pytest.mark.parametrize("game", NUMBERS.values(), ids=str)
every_cited_game = pytest.mark.parametrize("game", [NUMBERS[name] for name in CITED], ids=str)

NUMBER = r"([ML])(\d+)\.(\d+)"
LIST = re.compile(rf"{NUMBER}(?:(?:, | and | to |–){NUMBER})*")
RANGE = re.compile(rf"{NUMBER}(?: to |–){NUMBER}")
IN_A_NAME = re.compile(r"(?<=_)([ml])(\d+)_(\d+)(?=_|$)")


def cited(docstring: str) -> set[str]:
    """The rules at the beginning of a docstring: `M3.3, M3.4:`, `M3.3 to M3.8:`, `M4.3 Treasure:`."""
    start = LIST.match(docstring)
    if not start:
        return set()
    singles = {f"{letter}{chapter}.{n}" for letter, chapter, n in re.findall(NUMBER, start[0])}
    return singles | {rule for found in RANGE.finditer(start[0]) for rule in between(*found.groups())}


def between(letter: str, chapter: str, first: str, last_letter: str, last_chapter: str, last: str) -> Iterator[str]:
    """All rules of a range, which stays within a chapter."""
    assert (letter, chapter) == (last_letter, last_chapter)
    return (f"{letter}{chapter}.{n}" for n in range(int(first), int(last) + 1))


def where_rules_are(game: Numbers) -> Iterator[set[str]]:
    """What the functions and classes of a game cite. To say why something is refused is not to be the rule."""
    for source in package():
        if game.folder in source.file.parents and source.file.name != "refusal.py":
            yield from (cited(text) for node, text in docstrings(source.tree) if isinstance(node, Documented))


def with_tests() -> set[str]:
    """The rules in the names of tests, those of all games."""
    names = [f.name for source in suite() for f in functions(source.tree) if f.name.startswith("test_")]
    return {f"{letter.upper()}{chapter}.{n}" for name in names for letter, chapter, n in IN_A_NAME.findall(name)}


@every_game
def test_rules_page_has_exactly_these_numbers(game):
    text = (game.folder / "RULES.md").read_text("utf-8")
    assert re.findall(r"^- \*\*([A-WYZ]\d+\.\d+)", text, re.MULTILINE) == game.rules


@every_cited_game
def test_every_rule_is_cited_by_its_implementation(game):
    known = set().union(*where_rules_are(game))
    assert [rule for rule in game.rules if rule not in known] == []


@every_cited_game
def test_every_rule_is_named_by_test(game):
    known = with_tests()
    assert [rule for rule in game.rules if rule not in known] == []


def test_cited_rules_exist():
    rules = {rule for game in NUMBERS.values() for rule in game.rules}
    sources = [source for source in [*package(), *suite()] if source.file.name != "test_rules_cited.py"]
    said = ((source.name, found[0]) for source in sources for found in re.finditer(rf"\b{NUMBER}\b", source.text))
    assert [(name, rule) for name, rule in said if rule not in rules] == []


@every_game
def test_game_cites_only_its_own_rules(game):
    cited_there = set().union(*where_rules_are(game))
    assert [rule for rule in sorted(cited_there) if not rule.startswith(game.letter)] == []


def test_rules_in_test_names_exist():
    assert with_tests() <= {rule for game in NUMBERS.values() for rule in game.rules}


@pytest.mark.parametrize(
    ("docstring", "rules"),
    [
        ("M4.10: a Gorge divides.", {"M4.10"}),
        ("M4.3 Treasure: placed, or returned.", {"M4.3"}),
        ("M3.3, M3.4: scores.", {"M3.3", "M3.4"}),
        ("M3.3 to M3.5, M4.1: all of it.", {"M3.3", "M3.4", "M3.5", "M4.1"}),
        ("L10.1 Fallen in battle: no points.", {"L10.1"}),
        ("L6.3–L6.5: what an icon brings.", {"L6.3", "L6.4", "L6.5"}),
        ("A turn (M2.1).", set()),
    ],
)
def test_citation_is_read_from_start_of_docstring(docstring, rules):
    assert cited(docstring) == rules
