"""Every numbered rule is in RULES.md, is cited first where it is the rule, and has a test that carries its number."""

import re
from collections.abc import Iterator

import pytest

from tests.architecture.source import PACKAGE, Documented, docstrings, functions, package, suite

GAME = PACKAGE / "games" / "movie"
CHAPTERS = {1: 7, 2: 8, 3: 9, 4: 13, 5: 3, 6: 2}            # how many rules each chapter has
RULES = [f"M{chapter}.{n}" for chapter, last in CHAPTERS.items() for n in range(1, last + 1)]

NUMBER = r"M(\d)\.(\d+)"
LIST = re.compile(rf"{NUMBER}(?:(?:, | and | to |–){NUMBER})*")
RANGE = re.compile(rf"{NUMBER}(?: to |–){NUMBER}")
IN_A_NAME = re.compile(r"(?<=_)m(\d)_(\d+)(?=_|$)")


def cited(docstring: str) -> set[str]:
    """The rules at the beginning of a docstring: `M3.3, M3.4:`, `M3.3 to M3.8:`, `M4.3 Treasure:`."""
    start = LIST.match(docstring)
    if not start:
        return set()
    singles = {f"M{chapter}.{n}" for chapter, n in re.findall(NUMBER, start[0])}
    return singles | {rule for found in RANGE.finditer(start[0]) for rule in between(*map(int, found.groups()))}


def between(chapter: int, first: int, last_chapter: int, last: int) -> Iterator[str]:
    """All rules of a range, which stays within a chapter."""
    assert chapter == last_chapter
    return (f"M{chapter}.{n}" for n in range(first, last + 1))


def where_rules_are() -> Iterator[set[str]]:
    """What the functions and classes of the game cite. To say why something is refused is not to be the rule."""
    for source in package():
        if GAME in source.file.parents and source.file.name != "refusal.py":
            yield from (cited(text) for node, text in docstrings(source.tree) if isinstance(node, Documented))


def with_tests() -> set[str]:
    """The rules in the names of tests."""
    names = [f.name for source in suite() for f in functions(source.tree) if f.name.startswith("test_")]
    return {f"M{chapter}.{n}" for name in names for chapter, n in IN_A_NAME.findall(name)}


def test_the_rules_are_written_down_with_these_very_numbers():
    text = (GAME / "RULES.md").read_text("utf-8")
    assert re.findall(r"\*\*(M\d\.\d+)", text) == RULES


def test_every_rule_is_cited_where_it_is_the_rule():
    known = set().union(*where_rules_are())
    assert [rule for rule in RULES if rule not in known] == []


def test_every_rule_is_in_the_name_of_a_test():
    known = with_tests()
    assert [rule for rule in RULES if rule not in known] == []


def test_no_rule_is_cited_that_does_not_exist():
    texts = {source.name: source.text for source in [*package(), *suite()] if source.file.name != "test_rules_cited.py"}
    numbers = ((name, f"M{c}.{n}") for name, text in texts.items() for c, n in re.findall(rf"\b{NUMBER}\b", text))
    assert [(name, rule) for name, rule in numbers if rule not in RULES] == []


def test_no_test_is_named_after_a_rule_that_does_not_exist():
    assert with_tests() <= set(RULES)


@pytest.mark.parametrize(
    ("docstring", "rules"),
    [
        ("M4.10: a Gorge divides.", {"M4.10"}),
        ("M4.3 Treasure: placed, or returned.", {"M4.3"}),
        ("M3.3, M3.4: scores.", {"M3.3", "M3.4"}),
        ("M3.3 to M3.5, M4.1: all of it.", {"M3.3", "M3.4", "M3.5", "M4.1"}),
        ("A turn (M2.1).", set()),
    ],
)
def test_a_citation_stands_at_the_beginning(docstring, rules):
    assert cited(docstring) == rules
