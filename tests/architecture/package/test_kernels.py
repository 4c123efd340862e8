"""The law of the kernels: files of compiled rules contain nothing else, numbers are compared by value, and a state is
small."""

import ast
from collections.abc import Iterator
from importlib import import_module

import pytest

from heorot.engine.kernels.structs import struct_dtype
from heorot.games import GAMES
from tests.architecture.source import Source, functions, package

DECORATORS = {"kernel", "routine"}
NUMERIC_LAYERS = ("engine", "games", "search")  # layers that compute with numbers
MAX_BYTES = 4096  # of a state, which search copies at every branch

# Modules of each game that must contain rules; others may too.
RULES = {
    "movie": {"model.state", "rules.game_flow", "rules.abilities", "rules.scoring", "rules.decisions"},
    "legend": {
        "inference.odds", "rules.game_flow", "rules.cards", "rules.tokens", "rules.wounds", "rules.resolution",
        "rules.specials", "rules.scoring", "rules.decisions", "rules.episodes.risk", "rules.episodes.opportunity",
        "rules.episodes.selection", "rules.episodes.recovery", "rules.episodes.simultaneous", "rules.episodes.in_turn",
        "rules.episodes.auction", "rules.episodes.ranking", "rules.episodes.all_hands",
    },
}  # fmt: skip

# Files that compare by identity on purpose, with the reason.
IDENTITY_MEANT = {
    "src/heorot/engine/kernels/structs.py": "two structs of one class",
    "src/heorot/engine/memo.py": "the very same arguments, which are values that never change",
    "src/heorot/engine/content/toml_reader.py": "bool, which Python takes for an int",
    "src/heorot/games/legend/text/log_events.py": "the first of several equal events",
}


def marks_of(rule: ast.FunctionDef) -> list[str]:
    """Return the marks of a rule: `kernel` or `routine`."""
    return [node.id for node in rule.decorator_list if isinstance(node, ast.Name) and node.id in DECORATORS]


def has_rules(source: Source) -> bool:
    """Return whether a file of a game contains marked functions."""
    return source.layer == "games" and any(marks_of(rule) for rule in functions(source.tree))


def identity_comparisons(source: Source) -> Iterator[str]:
    """Yield every `is` comparison with anything but None."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare) and any(isinstance(sign, ast.Is | ast.IsNot) for sign in node.ops):
            if not any(isinstance(thing, ast.Constant) and thing.value is None for thing in node.comparators):
                yield source.at(node)


@pytest.mark.parametrize(("game", "names"), RULES.items())
def test_functions_in_rule_files_have_exactly_one_mark(game, names):
    files = [source for source in package() if source.parts[1:2] == (game,) and has_rules(source)]
    assert {".".join(source.parts[2:]) for source in files} >= names
    assert [s.at(rule) for s in files for rule in functions(s.tree) if len(marks_of(rule)) != 1] == []


def test_every_game_lists_its_rule_files():
    assert set(RULES) == set(GAMES)


def test_numbers_are_compared_by_value():
    """Comparing numbers with `is` only works for small ones, and only in CPython."""
    meant = {source.name for source in package() if any(identity_comparisons(source))}
    assert meant >= IDENTITY_MEANT.keys()
    sources = [source for source in package() if source.layer in NUMERIC_LAYERS and source.name not in IDENTITY_MEANT]
    assert [place for source in sources for place in identity_comparisons(source)] == []


@pytest.mark.parametrize("game", GAMES)
def test_state_fits_in_memory_page(game):
    pytest.importorskip("numpy")
    assert struct_dtype(import_module(f"heorot.games.{game}.model.state").State).itemsize <= MAX_BYTES
