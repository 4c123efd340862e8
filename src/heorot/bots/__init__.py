"""Bots, matches between them, and hints for people. A bot receives a View and random numbers, never a state, so it
cannot read hidden information.

May import: engine, games, bots.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heorot.bots.budget import Budget
    from heorot.bots.hints import Advice

Bot = Callable[[Any, Any, Random], Any]  # from a box, a View and random numbers to an action
Hinter = Callable[[Any, Any, Random, "Budget | None"], "Advice"]


def bots_of(game: str) -> Mapping[str, Bot]:
    """Return the bots of a game by name: `random`, `greedy`, then the others from the weakest to the strongest."""
    bots: Mapping[str, Bot] = import_module(f"heorot.bots.{game}.players").BOTS
    return bots


def hinter_of(game: str) -> Hinter:
    """Return the function that gives hints in a game. Without a budget it uses its own."""
    hint: Hinter = import_module(f"heorot.bots.{game}.hints").hint
    return hint
