"""Small, and measured: median function about six lines, nine in ten under 20, none over 40; files under 400."""

import ast
from statistics import median
from typing import NamedTuple

from tests.architecture.source import ROOT, Source, functions, package

LONGEST, LONG, TYPICAL, LONGEST_FILE = 40, 20, 8, 400


class Size(NamedTuple):
    lines: int
    place: str


def sources() -> list[Source]:
    """What is ours to keep short; data and generated files are no Python."""
    return [*package(), Source(ROOT / "dev")]


def sizes() -> list[Size]:
    """Every function from its `def` to its last line, docstring included, the longest first."""
    found = [
        Size(length(node), f"{source.at(node)} {node.name}") for source in sources() for node in functions(source.tree)
    ]
    return sorted(found, reverse=True)


def length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_function_outgrows_its_reader():
    assert [size for size in sizes() if size.lines > LONGEST] == []


def test_nine_functions_in_ten_fit_on_half_a_page():
    long = [size for size in sizes() if size.lines >= LONG]
    assert len(long) <= len(sizes()) / 10, long


def test_the_typical_function_is_a_few_lines(record_testsuite_property):
    typical = median(size.lines for size in sizes())
    record_testsuite_property("median lines of a function", typical)
    print(f"{len(sizes())} functions, median {typical} lines, the longest {sizes()[0]}")
    assert typical <= TYPICAL


def test_no_file_outgrows_its_subject():
    lengths = {source.name: len(source.text.splitlines()) for source in sources()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}
