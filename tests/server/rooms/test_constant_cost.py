"""Work behind two performance promises, counted in Python instructions instead of seconds: the longest game opens fast
(P9), and the cost of a move does not depend on the length of the game."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from heorot.bench.speed import longest_game
from heorot.bench.table import longest_events, longest_options, move_costs
from heorot.games import GAMES
from heorot.search import simulator
from heorot.server.rooms.room import Room
from heorot.server.table.events import CameBack, Chatted, Event, HandedOver
from heorot.server.table.fold import apply_events

MOST_STEPS = 1_250_000  # for 20 ms: a replay of 0.8 million takes 12 on the machine of bench/server.md
TIMES = 8  # factor of the longer past
LONG = 3000  # events outside the game


def steps(work: Callable[[], object]) -> int:
    """Count the instructions of some work, including everything it calls."""
    taken = 0

    def enter(frame, event, arg):
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return count

    def count(frame, event, arg):
        nonlocal taken
        taken += event == "opcode"
        return count

    watch(work, enter, sys.gettrace, sys.settrace)
    return taken


def calls(work: Callable[[], object], module: str) -> Counter[str]:
    """Count calls of a module's functions by name."""
    counts = Counter[str]()

    def enter(frame, event, arg):
        if event == "call" and frame.f_globals.get("__name__") == module:
            counts[frame.f_code.co_name] += 1

    watch(work, enter, sys.getprofile, sys.setprofile)
    return counts


def watch(work: Callable[[], object], enter: Any, former: Callable[[], Any], put: Callable[[Any], None]) -> None:
    """Replace the tracer, and restore the earlier one afterwards."""
    before = former()
    put(enter)
    try:
        work()
    finally:
        put(before)


# ---- Replay ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=list(GAMES))
def longest(request):
    """Return the longest game with all seats taken, replayed once so that caches are filled."""
    search = simulator(request.param)
    game, options = search.GAME, longest_options(search.GAME)
    first, entries = game.setup(game.box, game.info.seats[1], options, 1), longest_game(search, options)
    game.replay(first, entries)
    return request.param, game, first, entries


def test_p9_a_replay_plays_every_entry_once(longest):
    name, game, first, entries = longest
    counts = calls(lambda: game.replay(first, entries), f"heorot.games.{name}.rules.decisions")
    assert counts["apply"] == len(entries)
    assert counts.keys() - {"apply"}, "the calls of the other functions are counted too"
    assert [function for function in counts if function == "legal" or function.endswith("_choices")] == []


def test_p9_replay_of_the_longest_game_fits_20_ms(longest):
    _, game, first, entries = longest
    assert len(entries) > 200
    assert steps(lambda: game.replay(first, entries)) < MOST_STEPS


def test_p9_cost_of_an_entry_does_not_depend_on_the_length_of_the_game(longest):
    """Compare the same position with a longer past."""
    _, game, first, entries = longest
    middle, rest = game.replay(first, entries[:100]), entries[100:150]
    long = replace(middle, history=middle.history * TIMES)
    game.replay(middle, rest)
    assert steps(lambda: game.replay(long, rest)) == steps(lambda: game.replay(middle, rest))


# ---- Moves -------------------------------------------------------------------------------------------------------


def played(name: str, extra: Sequence[Event] = (), times: int = 1) -> tuple[Room, Sequence[Event]]:
    """Return the longest game up to its middle, after other events and perhaps with a longer past."""
    room, moves = longest_events(name)
    middle = len(moves) // 2
    table = apply_events(room.table, [*moves[:middle], *extra])[-1]
    state = replace(table.state, history=table.state.history * times)
    room.table = replace(table, state=state, history_lengths=(*table.history_lengths[:-1], len(state.history)))
    return room, moves[middle:]


def spent(name: str, extra: Sequence[Event] = (), times: int = 1) -> list[float]:
    """Count the steps of some moves, after two more that start the narrators."""
    room, moves = played(name, extra, times)
    move_costs(room, moves[:2], lambda work: work())
    return move_costs(room, moves[2:10], steps)


@pytest.fixture(scope="module", params=list(GAMES))
def short(request):
    """Return a game and the cost of moves in its middle: decided, folded, serialized, and sent to every seat and a
    spectator. Caches are filled."""
    spent(request.param)
    return request.param, spent(request.param)


def test_the_cost_of_a_move_does_not_depend_on_the_length_of_the_game(short):
    name, cost = short
    assert sum(cost) > 100_000
    assert spent(name, times=TIMES) == cost


def test_the_cost_of_a_move_does_not_depend_on_chat_and_seat_changes(short):
    name, cost = short
    words = [Chatted(seat=number % 2, text=f"hail {number}") for number in range(LONG // 3)]
    others = [(HandedOver(seat=0, bot="random"), CameBack(seat=0)) for _ in range(LONG // 3)]
    extra = [*words, *(event for both in others for event in both)]
    assert sum(spent(name, extra)) / sum(cost) < 1.02  # a few more steps to find the start of the news
