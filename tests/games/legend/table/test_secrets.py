"""Secrecy laws for every table of random games of the Legend (L1.7, L4.4)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.games.legend.inference.worlds import Worlds, another_world
from heorot.games.legend.model.state import BID
from heorot.games.legend.table.public_events import Reshuffle
from tests.games.legend import invariants
from tests.support.playing import as_json, box_named, random_game, watchers
from tests.support.strategies import AS_FOUND, lines

LEGEND = GAMES["legend"]
MODES = ((), (("advanced", "yes"),), (("advanced", "yes"), ("fallen", "yes")))


@given(lines(game="legend"), st.integers(0, 2**32))
@settings(AS_FOUND, max_examples=100)
def test_a_view_does_not_depend_on_hidden_information(line, seed):
    table, rng = line.last, Random(seed)
    for me in watchers(table):
        shown, other = LEGEND.view(table, me), another_world(table, me, rng)
        assert LEGEND.view(other, me) == shown
        assert as_json(LEGEND.view(other, me)) == as_json(shown)


@given(lines(game="legend"), st.integers(0, 2**32))
@settings(AS_FOUND, max_examples=50)
def test_another_world_is_a_valid_table(line, seed):
    table = line.last
    for me in watchers(table):
        world = another_world(table, me, Random(seed))
        invariants.check_table(world)
        assert LEGEND.actors(world) == LEGEND.actors(table)
        assert LEGEND.log(world, me) == LEGEND.log(table, me)
        assert LEGEND.knowledge(world, me) == LEGEND.knowledge(table, me)
        if me is not None:
            assert LEGEND.legal(world, me) == LEGEND.legal(table, me)


# ---- Tables with particular hidden pieces --------------------------------------------------------------------------


def tables(box: str, seed: int) -> list:
    """Return all tables of a whole game, in various modes."""
    fewest, most = box_named(box, "legend").players
    return list(random_game(box, fewest + seed % (most - fewest + 1), seed, "legend", MODES[seed % 3]).tables)


def some(found: list, number: int) -> list:
    return found[:: max(1, len(found) // number)]


def differ(table, me: Seat | None, seed: int) -> bool:
    """Return whether another world differs from the true one; that both look the same is certain."""
    source, rng, shown = Worlds(table.box, LEGEND.view(table, me)), Random(seed), as_json(LEGEND.view(table, me))
    worlds = [source.draw(rng) for _ in range(3)]
    assert all(as_json(LEGEND.view(world, me)) == shown for world in worlds)
    return any(world.state != table.state for world in worlds)


@pytest.mark.parametrize("seed", range(3))
def test_l4_4_sealed_bids_are_not_in_views(seed):
    sealed = [table for table in tables("built-in", seed) if table.state.phase == BID]
    found = [differ(table, me, seed) for table in some(sealed, 5) for me in watchers(table)]
    assert len(found) > 10
    assert all(found)


def faces_hidden(table) -> int:
    """Count the alliance tokens in front of players whose faces are not public."""
    players = LEGEND.view(table, None).players
    return sum(player.alliances - sum(number for _, number in player.seen) for player in players)


@pytest.mark.parametrize("seed", range(1, 4))
def test_l1_7_alliance_faces_are_not_in_views(seed):
    table = max(tables("built-in", seed), key=faces_hidden)
    for me in watchers(table):
        source, rng, shown = Worlds(table.box, LEGEND.view(table, me)), Random(seed), as_json(LEGEND.view(table, me))
        worlds = [source.draw(rng) for _ in range(6)]
        assert {as_json(LEGEND.view(world, me)) for world in worlds} == {shown}
        assert len({str(world.state.tokens) for world in worlds}) > 3


@pytest.mark.parametrize("box", ["built-in", "small", "strange"])
@pytest.mark.parametrize("seed", range(3))
def test_l1_8_worlds_after_a_reshuffle_look_the_same(box, seed):
    later = [table for table in tables(box, seed) if table.state.reshuffles]
    for table in some(later, 4):
        assert any(isinstance(event, Reshuffle) for said in table.history for event in said.events)
        for me in watchers(table):
            differ(table, me, seed)


def test_another_world_usually_differs():
    table = tables("built-in", 3)[200]
    source, rng = Worlds(table.box, LEGEND.view(table, None)), Random(0)
    assert len({str(source.draw(rng).state.cards) for _ in range(20)}) > 15
