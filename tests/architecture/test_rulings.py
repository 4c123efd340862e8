"""Every ruling on the page has a question, a decision, a source and an existing test."""

import re
from functools import cache
from typing import NamedTuple

import pytest

from tests.architecture.source import ROOT, Source, functions
from tests.architecture.test_rules_cited import CITED, NUMBERS, every_cited_game

PAGE = ROOT / "docs" / "rulings.md"
HEADING = re.compile(r"^### ([ML]\d+\.\d+) (.+)$", re.MULTILINE)
POINT = re.compile(r"^- \*\*(\w+):\*\* (.+?)(?=\n- \*\*|\Z)", re.DOTALL | re.MULTILINE)
TEST = re.compile(r"(tests/[\w/]+\.py)::(test_\w+)")
SOURCES = ("rulebook", "report", "ours")


class Ruling(NamedTuple):
    """A section of the page, with its points by name."""

    rule: str
    title: str
    points: dict[str, str]


@cache
def rulings() -> list[Ruling]:
    """Return all rulings of the page."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else ""
    starts = list(HEADING.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)] * bool(starts)
    parts = [text[start.end() : end].partition("\n## ")[0].strip() for start, end in zip(starts, ends, strict=True)]
    return [Ruling(start[1], start[2], dict(POINT.findall(part))) for start, part in zip(starts, parts, strict=True)]


def exists(file: str, test: str) -> bool:
    """Return whether a file contains a test."""
    path = ROOT / file
    return path.exists() and any(function.name == test for function in functions(Source(path).tree))


def every_ruling(check):
    return pytest.mark.parametrize("ruling", rulings(), ids=lambda ruling: f"{ruling.rule} {ruling.title}")(check)


def test_rulings_follow_order_of_rules():
    rules = [rule for game in CITED for rule in NUMBERS[game].rules]
    order = [rules.index(ruling.rule) for ruling in rulings()]
    assert order
    assert order == sorted(order)


def test_every_heading_is_game_or_ruling():
    headings = re.findall(r"^(##+) ", PAGE.read_text("utf-8"), re.MULTILINE)
    assert headings.count("##") == len(CITED)
    assert headings.count("###") == len(rulings()) == len(headings) - len(CITED)


@every_ruling
def test_ruling_has_question_decision_source_and_test(ruling):
    assert list(ruling.points) == ["Question", "Decision", "Source", "Test"]
    assert ruling.points["Question"].rstrip()[-1] in "?."
    assert ruling.points["Source"].startswith(SOURCES)


@every_ruling
def test_ruling_names_existing_tests(ruling):
    named = TEST.findall(ruling.points["Test"])
    assert named
    assert [f"{file}::{test}" for file, test in named if not exists(file, test)] == []


@every_cited_game
def test_marked_rulings_are_on_page(game):
    text = (game.folder / "RULES.md").read_text("utf-8")
    rules = re.split(rf"^- (?=\*\*{game.letter})", text, flags=re.MULTILINE)[1:]
    marked = {re.match(r"\*\*(\w+\.\d+)", rule)[1] for rule in rules if re.search(r"\*\*Ruling", rule)}
    assert marked
    assert sorted(marked - {ruling.rule for ruling in rulings()}) == []
