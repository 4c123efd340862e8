"""Regression tests for bugs found by review and by attacks."""

import subprocess
import sys
from random import Random

import pytest

from heorot.engine import records
from heorot.engine.errors import BadOption, BadRecord
from heorot.engine.kernels.compile_cache import can_compile
from heorot.engine.kernels.structs import struct_dtype
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie.box.box import built_in, read_box
from heorot.games.movie.game import GAME
from heorot.games.movie.inference.worlds import Worlds
from heorot.games.movie.model.state import State
from heorot.search.movie.simulate import GameStepper, Simulation


def altered(old: str, new: str):
    """Return the text of the built-in box with one replacement."""
    assert old in built_in().text
    return read_box(built_in().text.replace(old, new), "altered")


def test_m1_1_a_simulation_refuses_more_seats_than_the_box_allows():
    two = altered("players = [2, 4]", "players = [2, 2]")
    with pytest.raises(BadOption):
        Simulation(two, ["random"] * 4, 0, compiled=False)
    with pytest.raises(BadOption):
        GameStepper(two, 3, compiled=False)


@pytest.mark.skipif(not can_compile(), reason="layouts are for compiled code")
def test_a_layout_is_always_the_same_object():
    assert struct_dtype(State) is struct_dtype(State)


@pytest.mark.parametrize("hand", [5, 6])
def test_m6_2_worlds_of_large_hands_are_quick(hand):
    box, rng = altered("hand = 2", f"hand = {hand}"), Random(1)
    simulation = Simulation(box, ["random", "random"], 3, compiled=False)
    table = records.replay(GAME, records.fork(GAME, simulation.record(0), 60))
    worlds = Worlds(box, GAME.view(table, Seat(0)))
    assert GAME.view(worlds.draw(rng), Seat(0)) == GAME.view(table, Seat(0))
    assert max(len(rival.known) for rival in worlds.rivals) < 20_000


def test_an_export_does_not_contain_the_seed():
    record = Simulation(built_in(), ["random", "random"], 77, compiled=False).record(0)
    assert "77" in "".join(record.notes)
    text = records.write(records.export(GAME, record, Seat(0)))
    assert "77" not in text.partition("\n\n")[0].replace(built_in().hash, "")
    assert records.read(text).seen_by == 0


def test_invalid_utf8_at_the_prompt_raises_no_traceback():
    command = [sys.executable, "-m", "heorot", "play", "movie", "--seed", "1", "--first", "1"]
    done = subprocess.run(command, input=b"\xff\xfe\nquit\n", capture_output=True, check=True)
    assert b"Traceback" not in done.stderr


def simulated() -> str:
    """Return the record of two random players."""
    return records.write(Simulation(built_in(), ["random", "random"], 1, compiled=False).record(0))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("\n1 draw", "\n1 DRAW", "record.not-canonical"),
        ("\n1 draw", "\n1 draw a tile", "record.not-canonical"),
        ("game movie\nrules 1", "rules 1\ngame movie", "record.order"),
        ("rules 1", "rules 01", "record.header"),
        ("seat 1", "option first 1\noption first 2\nseat 1", "record.twice"),
        ("\n\n* first", "\nseen-by 0\n\n* first", "record.no-such-seat"),
        ("\n\n* first", "\nseen-by 3\n\n* first", "record.no-such-seat"),
    ],
)
def test_a_record_that_is_not_canonical_is_refused(old, new, key):
    text = simulated()
    assert old in text
    with pytest.raises(BadRecord) as error:
        records.check(GAME, *records.read_with_lines(text.replace(old, new, 1)))
    assert error.value.key == key


def test_a_rules_version_that_does_not_exist_is_refused():
    with pytest.raises(BadOption):
        GAME.setup(GAME.box, 2, {}, 99)


def test_chance_chooses_the_first_seat_by_default():
    assert GAME.actors(GAME.setup(GAME.box, 2, {}, 1)) == (CHANCE,)
