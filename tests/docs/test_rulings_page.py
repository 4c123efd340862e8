"""Every ruling of the Movie in docs/rulings.md has a question, a decision, a source and an existing test."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rulings.md"
RULES = (ROOT / "src" / "heorot" / "games" / "movie" / "RULES.md").read_text("utf-8")
BLOCK = re.compile(
    r"(?P<rule>M\d\.\d+) (?P<title>.+)\n\n"
    r"- \*\*Question:\*\* (?P<question>[^*]+)\n"
    r"- \*\*Decision:\*\* (?P<decision>[^*]+)\n"
    r"- \*\*Source:\*\* (?P<source>rulebook|ours)\n"
    r"- \*\*Test:\*\* (?P<file>tests/\S+\.py)::(?P<test>test_\w+)\s*"
)


class Ruling(NamedTuple):
    rule: str
    title: str
    question: str
    decision: str
    source: str
    file: str
    test: str

    def __str__(self) -> str:
        return f"{self.rule} {self.title}"


def blocks() -> list[str]:
    """Return the rulings of the Movie, each as a block of text."""
    return PAGE.read_text("utf-8").split("\n## ")[1].split("\n### ")[1:]


RULINGS = [Ruling(**match.groupdict()) for match in map(BLOCK.fullmatch, blocks()) if match]


def test_every_ruling_has_all_its_parts():
    assert blocks()
    assert [block.splitlines()[0] for block in blocks() if not BLOCK.fullmatch(block)] == []


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_test_of_ruling_exists(ruling):
    tree = ast.parse((ROOT / ruling.file).read_text("utf-8"))
    assert ruling.test in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_marked_ruling_is_explained():
    marked = {re.match(r"M\d\.\d+", part)[0] for part in RULES.split("- **")[1:] if "**Ruling:**" in part}
    assert len(marked) == 12
    assert marked <= {ruling.rule for ruling in RULINGS}


def test_movie_rulings_follow_order_of_rules():
    numbers = [tuple(map(int, re.findall(r"\d+", ruling.rule))) for ruling in RULINGS]
    assert numbers == sorted(numbers)
    assert all(f"- **{ruling.rule}" in RULES for ruling in RULINGS)
