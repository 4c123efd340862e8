"""Tiles in playouts of the Movie game: one look finds the same gain as greedy's list of all answers."""

import pytest

from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.actions import SWAP_SECOND
from heorot.games.movie.questions import legal
from heorot.games.movie.state import ACTS, GOLDEN_STATUE, PLAY, SWAP, SWAP_WITH, TURN, Choices, State
from heorot.search.movie_greedy import Thought, as_it_stands, best_of, look, weigh
from heorot.search.movie_playout import answer_at_once
from heorot.search.movie_race import plan_for
from heorot.search.movie_tiles import Glance, best_first_half, best_second_half, find_tile, marks
from tests.playing import box_named, random_game


def stream() -> Stream:
    r = Stream()
    start_stream(r, 1, 0, 0)
    return r


def states(box: str, seats: int, phase: int, seeds: range) -> list[State]:
    """States of random games in which this question is asked."""
    return [t.state for seed in seeds for t in random_game(box, seats, seed).tables if t.state.phase == phase]


def holds(box, s: State, ability: int) -> bool:
    tiles = [act * 64 + copy for act in range(ACTS) for copy in range(63) if s.hand[s.seat][act] >> copy & 1]
    return any(box.printed.ability[box.printed.face[tile]] == ability for tile in tiles)


def gain_by_list(box, s: State) -> int:
    """What the best answer of the list brings at once, as greedy weighs it."""
    out, thought = Choices(), Thought()
    legal(box.printed, s, out)
    look(box.printed, s, thought)
    weigh(box.printed, s, out, thought, State())
    best = best_of(out, thought)
    return best - as_it_stands(s, thought)


def test_without_a_statue_the_best_tile_brings_what_greedy_says_with_two_seats():
    box = box_named("built-in")
    compared = 0
    for s in states("built-in", 2, PLAY, range(4))[::3]:
        seen, before = Glance(), s.copy()
        find_tile(box.printed, s, Choices(), seen, State(), stream())
        assert s == before
        if not holds(box, s, GOLDEN_STATUE):
            assert seen.best == gain_by_list(box, s)
            compared += 1
    assert compared > 20


def test_m4_6_a_statue_is_worth_the_swap_that_follows():
    box = box_named("built-in")
    brought = []
    for s in (s for s in states("built-in", 2, PLAY, range(8)) if holds(box, s, GOLDEN_STATUE)):
        seen = Glance()
        find_tile(box.printed, s, Choices(), seen, State(), stream())
        brought.append(seen.best - gain_by_list(box, s))
    assert min(brought) >= 0 < max(brought)


def test_m4_6_where_only_values_lie_the_best_swap_is_found():
    box = box_named("built-in")
    compared = 0
    for s in states("built-in", 2, SWAP, range(16)):
        if not marks(s):
            seen = Glance()
            best_first_half(box.printed, s, s.tiles & ~(1 << s.placed), seen, State(), stream())
            assert seen.gain == gain_by_list(box, s)
            compared += 1
    assert compared > 2


def test_m4_6_the_second_half_is_the_one_that_greedy_would_choose_or_as_good():
    box = box_named("built-in")
    swaps = [s for s in states("built-in", 2, SWAP_WITH, range(16)) if not marks(s) or marks(s) >> s.chosen & 1]
    for s in swaps:
        seen = Glance()
        code = best_second_half(box.printed, s, s.chosen, seen, State())
        assert s.tiles >> (code - SWAP_SECOND) & 1
        assert seen.gain == gain_by_list(box, s)
    assert swaps


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_answer_at_once_is_an_answer(seats):
    box, out = box_named("crooked"), Choices()
    for s in [t.state for t in random_game("crooked", seats, seats).tables if TURN <= t.state.phase <= SWAP_WITH]:
        code = answer_at_once(box.printed, s.copy(), Choices(), Glance(), State(), plan_for(box), stream())
        legal(box.printed, s, out)
        assert code in out.code[: out.count]
