"""The work behind two promises of speed, counted and not timed: the longest game opens fast (P9), and a move costs the
same however long its table is. A step is one instruction of Python, the same on every machine."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from heorot.bench import longest_game
from heorot.bench_table import costs, everything, longest_told, search_of
from heorot.games import GAMES
from heorot.server.events import CameBack, Chatted, Event, HandedOver
from heorot.server.fold import following
from heorot.server.room import Room

MOST_STEPS = 1_250_000  # for 20 ms: a replay of 0.8 million takes 12 on the machine of bench/server.md
TIMES = 8  # so much longer
LONG = 3000  # events besides the game


def steps(work: Callable[[], object]) -> int:
    """How many instructions some work takes, in whatever it calls."""
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
    """Which functions of a module are called how often."""
    found = Counter[str]()

    def enter(frame, event, arg):
        if event == "call" and frame.f_globals.get("__name__") == module:
            found[frame.f_code.co_name] += 1

    watch(work, enter, sys.getprofile, sys.setprofile)
    return found


def watch(work: Callable[[], object], enter: Any, former: Callable[[], Any], put: Callable[[Any], None]) -> None:
    """Whoever watched before watches again afterwards."""
    before = former()
    put(enter)
    try:
        work()
    finally:
        put(before)


# ---- A game that is read again -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=list(GAMES))
def longest(request):
    """The longest game with all seats taken, replayed once already, so that all that is worked out once is."""
    search = search_of(request.param)
    game, options = search.GAME, everything(search.GAME)
    first, entries = game.setup(game.box, game.about.seats[1], options, 1), longest_game(search, options)
    game.replay(first, entries)
    return request.param, game, first, entries


def test_p9_a_replay_plays_every_entry_once(longest):
    name, game, first, entries = longest
    found = calls(lambda: game.replay(first, entries), f"heorot.games.{name}.questions")
    assert found["apply"] == len(entries)
    assert not {"legal", "possible"} & set(found)  # nothing is asked again that was answered


def test_p9_a_replay_takes_no_more_steps_than_20_ms_allow(longest):
    _, game, first, entries = longest
    assert len(entries) > 200
    assert steps(lambda: game.replay(first, entries)) < MOST_STEPS


def test_p9_an_entry_takes_as_many_steps_after_a_long_game_as_after_a_short_one(longest):
    """The same position, with a longer past."""
    _, game, first, entries = longest
    middle, rest = game.replay(first, entries[:100]), entries[100:150]
    long = replace(middle, history=middle.history * TIMES)
    game.replay(middle, rest)
    assert steps(lambda: game.replay(long, rest)) == steps(lambda: game.replay(middle, rest))


# ---- A move ----------------------------------------------------------------------------------------------------------


def played(name: str, besides: Sequence[Event] = (), times: int = 1) -> tuple[Room, Sequence[Event]]:
    """The longest game up to its middle, with other events before what happens then, and perhaps a longer past."""
    room, happening = longest_told(name)
    middle = len(happening) // 2
    table = following(room.table, [*happening[:middle], *besides])[-1]
    state = replace(table.state, history=table.state.history * times)
    room.table = replace(table, state=state, marks=(*table.marks[:-1], len(state.history)))
    return room, happening[middle:]


def spent(name: str, besides: Sequence[Event] = (), times: int = 1) -> list[float]:
    """The steps of some moves. Before them come two more: whoever tells a game goes on from where they were."""
    room, happening = played(name, besides, times)
    costs(room, happening[:2], lambda work: work())
    return costs(room, happening[2:10], steps)


@pytest.fixture(scope="module", params=list(GAMES))
def short(request):
    """A game, and what moves in its middle cost: decided, folded into the table, written down, and shown to every seat
    and to whoever watches. All that is worked out once is."""
    spent(request.param)
    return request.param, spent(request.param)


def test_a_move_costs_the_same_however_long_the_game_is(short):
    name, cost = short
    assert sum(cost) > 100_000
    assert spent(name, times=TIMES) == cost


def test_a_move_costs_the_same_however_much_was_said_and_whoever_came_and_went(short):
    name, cost = short
    words = [Chatted(seat=number % 2, text=f"hail {number}") for number in range(LONG // 3)]
    others = [(HandedOver(seat=0, bot="random"), CameBack(seat=0)) for _ in range(LONG // 3)]
    besides = [*words, *(event for both in others for event in both)]
    assert sum(spent(name, besides)) / sum(cost) < 1.02  # a few steps more to find where the news begins
