"""Every numbered rule is in RULES.md, is cited by the code that implements it, and is in the name of a test."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.architecture.source import PACKAGE, Documented, docstrings, functions, package, suite


class RuleNumbers(NamedTuple):
    """The numbers of a game's rules: their letter, and the number of rules in each chapter."""

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
        """Return all rule numbers in order."""
        counts = enumerate(self.chapters, 1)
        return [f"{self.letter}{chapter}.{n}" for chapter, last in counts for n in range(1, last + 1)]


NUMBERS = {
    "movie": RuleNumbers("movie", "M", (7, 8, 9, 13, 3, 2)),
    "legend": RuleNumbers("legend", "L", (8, 4, 7, 4, 8, 9, 7, 4, 4, 1)),
}
CITED = ("movie", "legend")  # games whose code and tests must cite every rule
every_game = pytest.mark.parametrize("game", NUMBERS.values(), ids=str)
every_cited_game = pytest.mark.parametrize("game", [NUMBERS[name] for name in CITED], ids=str)

RULE = r"([ML])(\d+)\.(\d+)"
CITATION = re.compile(rf"{RULE}(?:(?:, | and | to |–){RULE})*")
RANGE = re.compile(rf"{RULE}(?: to |–){RULE}")
RULE_IN_NAME = re.compile(r"(?<=_)([ml])(\d+)_(\d+)(?=_|$)")


def cited(docstring: str) -> set[str]:
    """Return the rules at the start of a docstring: `M3.3, M3.4:`, `M3.3 to M3.8:`, `M4.3 Treasure:`."""
    start = CITATION.match(docstring)
    if not start:
        return set()
    singles = {f"{letter}{chapter}.{n}" for letter, chapter, n in re.findall(RULE, start[0])}
    return singles | {rule for match in RANGE.finditer(start[0]) for rule in between(*match.groups())}


def between(letter: str, chapter: str, first: str, last_letter: str, last_chapter: str, last: str) -> Iterator[str]:
    """Yield all rules of a range, which must be within a chapter."""
    assert (letter, chapter) == (last_letter, last_chapter)
    return (f"{letter}{chapter}.{n}" for n in range(int(first), int(last) + 1))


def citations(game: RuleNumbers) -> Iterator[set[str]]:
    """Yield the rules that each function or class of a game cites. Refusals explain rules, so they do not count."""
    for source in package():
        if game.folder in source.file.parents and source.file.name != "refusal.py":
            yield from (cited(text) for node, text in docstrings(source.tree) if isinstance(node, Documented))


def rules_with_tests() -> set[str]:
    """Return the rules of all games that are in the names of tests."""
    names = [f.name for source in suite() for f in functions(source.tree) if f.name.startswith("test_")]
    return {f"{letter.upper()}{chapter}.{n}" for name in names for letter, chapter, n in RULE_IN_NAME.findall(name)}


@every_game
def test_rules_page_has_exactly_these_numbers(game):
    text = (game.folder / "RULES.md").read_text("utf-8")
    assert re.findall(r"^- \*\*([A-WYZ]\d+\.\d+)", text, re.MULTILINE) == game.rules


@every_cited_game
def test_every_rule_is_cited_by_its_implementation(game):
    known = set().union(*citations(game))
    assert [rule for rule in game.rules if rule not in known] == []


@every_cited_game
def test_every_rule_is_named_by_test(game):
    known = rules_with_tests()
    assert [rule for rule in game.rules if rule not in known] == []


def test_cited_rules_exist():
    rules = {rule for game in NUMBERS.values() for rule in game.rules}
    sources = [source for source in [*package(), *suite()] if source.file.name != "test_rules_cited.py"]
    mentions = ((source.name, match[0]) for source in sources for match in re.finditer(rf"\b{RULE}\b", source.text))
    assert [(name, rule) for name, rule in mentions if rule not in rules] == []


@every_game
def test_game_cites_only_its_own_rules(game):
    cited_rules = set().union(*citations(game))
    assert [rule for rule in sorted(cited_rules) if not rule.startswith(game.letter)] == []


def test_rules_in_test_names_exist():
    assert rules_with_tests() <= {rule for game in NUMBERS.values() for rule in game.rules}


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
