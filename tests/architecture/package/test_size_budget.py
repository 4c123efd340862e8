"""Size limits: functions of at most 40 lines, nine in ten under 20, and files of at most 400 lines."""

import ast
from typing import NamedTuple

from tests.architecture.source import ROOT, Source, functions, package

MAX_LINES, LONG_FUNCTION, MAX_FILE_LINES = 40, 20, 400


class Size(NamedTuple):
    """The lines of a function, and where it is."""

    lines: int
    place: str


def sources() -> list[Source]:
    """Return the files that the limits apply to."""
    return [*package(), Source(ROOT / "dev")]


def sizes() -> list[Size]:
    """Return the lines of every function with its docstring, the longest first."""
    found = [
        Size(length(node), f"{source.at(node)} {node.name}") for source in sources() for node in functions(source.tree)
    ]
    return sorted(found, reverse=True)


def length(node: ast.stmt) -> int:
    """Return the number of lines of a statement."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_functions_are_short_enough():
    assert [size for size in sizes() if size.lines > MAX_LINES] == []


def test_nine_in_ten_functions_are_under_twenty_lines():
    long = [size for size in sizes() if size.lines >= LONG_FUNCTION]
    assert len(long) <= len(sizes()) / 10, long


def test_files_are_short_enough():
    lengths = {source.name: len(source.text.splitlines()) for source in sources()}
    assert {name: lines for name, lines in lengths.items() if lines > MAX_FILE_LINES} == {}
