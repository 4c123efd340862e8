"""The law of the kernels: rules that are compiled stand among nothing else, numbers are compared by their value, and a
state is small."""

import ast
from collections.abc import Iterator
from importlib import import_module

import pytest

from heorot.engine.kernels.structs import struct_dtype
from heorot.games import GAMES
from tests.architecture.source import Source, functions, package

MARKS = {"kernel", "routine"}
NUMBERS = ("engine", "games", "search")  # the layers that count
MOST_BYTES = 4096  # of a state: it is copied wherever a game branches

# The files of each game that must hold rules; there may be more.
RULES = {
    "movie": {"model.state", "rules.game_flow", "rules.abilities", "rules.scoring", "rules.decisions"},
    "legend": {
        "inference.odds", "rules.game_flow", "rules.cards", "rules.tokens", "rules.wounds", "rules.resolution",
        "rules.specials", "rules.scoring", "rules.decisions", "rules.episodes.risk", "rules.episodes.opportunity",
        "rules.episodes.selection", "rules.episodes.recovery", "rules.episodes.simultaneous", "rules.episodes.in_turn",
        "rules.episodes.auction", "rules.episodes.ranking", "rules.episodes.death_of_beowulf",
    },
}  # fmt: skip

# Where the very same object is meant, and why.
THE_SAME_OBJECT = {
    "src/heorot/engine/kernels/structs.py": "two structs of one class",
    "src/heorot/engine/memo.py": "the very same arguments, which are values that never change",
    "src/heorot/engine/content/toml_reader.py": "bool, which Python takes for an int",
    "src/heorot/games/legend/text/log_events.py": "the first of several equal events",
}


def marks(rule: ast.FunctionDef) -> list[str]:
    """The marks of a rule: `@kernel` or `@routine`."""
    return [node.id for node in rule.decorator_list if isinstance(node, ast.Name) and node.id in MARKS]


def holds_rules(source: Source) -> bool:
    """Whether any function of a game's file is marked."""
    return source.layer == "games" and any(marks(rule) for rule in functions(source.tree))


def by_identity(source: Source) -> Iterator[str]:
    """Every `is` between two things of which neither is None."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare) and any(isinstance(sign, ast.Is | ast.IsNot) for sign in node.ops):
            if not any(isinstance(thing, ast.Constant) and thing.value is None for thing in node.comparators):
                yield source.at(node)


@pytest.mark.parametrize(("game", "names"), RULES.items())
def test_in_a_file_of_rules_every_function_is_marked_once(game, names):
    files = [source for source in package() if source.parts[1:2] == (game,) and holds_rules(source)]
    assert {".".join(source.parts[2:]) for source in files} >= names
    assert [s.at(rule) for s in files for rule in functions(s.tree) if len(marks(rule)) != 1] == []


def test_every_game_has_its_rules():
    assert set(RULES) == set(GAMES)


def test_values_are_compared_by_value():
    """`is` between numbers happens to work for small ones, and in one kind of Python."""
    counting = [source for source in package() if source.layer in NUMBERS and source.name not in THE_SAME_OBJECT]
    assert [place for source in counting for place in by_identity(source)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_state_stays_within_a_page_of_memory(game):
    pytest.importorskip("numpy")
    assert struct_dtype(import_module(f"heorot.games.{game}.model.state").State).itemsize <= MOST_BYTES
