"""What answers of the Movie game promise: the position after them, what follows by an ability, less what is spent."""

import pytest

from heorot.games.movie.actions import DRAW, PASS
from heorot.games.movie.questions import answer, legal
from heorot.games.movie.state import PLAY, REMOVE, SWAP, TURN, Choices, State, with_tile
from heorot.search.movie_greedy import Thought, as_it_stands, best_of, look, unseen_by, weigh, worth_after
from heorot.search.movie_plan import POINT, plan_for
from heorot.search.movie_promise import (
    best_of_swaps,
    hope_of_tile,
    promise,
    promise_of_draw,
    promising_answer,
    spent,
)
from tests.playing import box_named, random_game


def states(box: str, seats: int, phase: int, seeds: range) -> list[State]:
    """States of random games in which this question is asked."""
    return [t.state for seed in seeds for t in random_game(box, seats, seed).tables if t.state.phase == phase]


def thought_of(box, s: State) -> Thought:
    thought = Thought()
    look(box.printed, s, thought)
    return thought


def best_by_list(box, s: State) -> int:
    """The best answer to a follow-up, as greedy weighs it."""
    out, thought = Choices(), thought_of(box, s)
    legal(box.printed, s, out)
    weigh(box.printed, s, out, thought, State())
    return best_of(out, thought)


def answers(box, s: State) -> list[int]:
    out = Choices()
    legal(box.printed, s, out)
    return [int(code) for code in out.code[: out.count] if code != DRAW]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_promise_is_the_position_after_the_answer_and_its_ability_less_what_is_spent(seats):
    box, followed = box_named("built-in"), 0
    for s in states("built-in", seats, PLAY, range(6))[::5]:
        before, thought, trial, plan = s.copy(), thought_of(box, s), State(), plan_for(box)
        swapped = best_of_swaps(box.printed, s, thought, trial)
        for code in answers(box, s)[::7]:
            found = promise(box.printed, s, code, swapped, thought, trial, plan) + spent(box.printed, s, code, plan)
            after = s.copy()
            answer(box.printed, after, code)
            if after.phase in (REMOVE, SWAP):
                followed += 1
                assert found == POINT * best_by_list(box, after)
            else:
                assert found == POINT * worth_after(box.printed, s, code, thought, trial)
        assert s == before
    assert followed > 3


def test_a_draw_promises_what_is_best_after_it_on_average():
    box, plan = box_named("built-in"), plan_for(box_named("built-in"))
    for s in [s for s in states("built-in", 2, TURN, range(2)) if s.pool][::9]:
        thought, trial, total, number = thought_of(box, s), State(), 0, 0
        swapped = best_of_swaps(box.printed, s, thought, trial)
        for face in (face for face in box.faces if face >> 6 == s.act):
            held, unseen = s.copy(), unseen_by(box.printed, s, face)
            held.phase, held.hand[s.seat][s.act] = PLAY, with_tile(box.printed, s.hand[s.seat][s.act], face)
            codes = [code for code in answers(box, held) if code != PASS]
            best = [promise(box.printed, held, code, swapped, thought, trial, plan) for code in codes]
            hope = hope_of_tile(box.printed, s, face, plan)
            total += unseen * (max(best, default=POINT * as_it_stands(s, thought)) + hope)
            number += unseen
        assert promise_of_draw(box.printed, s, swapped, Choices(), thought, trial, plan) == total // number


@pytest.mark.parametrize("phase", [TURN, PLAY])
def test_the_most_promising_answer_may_be_given_and_none_promises_more(phase):
    box, plan = box_named("built-in"), plan_for(box_named("built-in"))
    for s in states("built-in", 2, phase, range(2))[::9]:
        thought, trial = thought_of(box, s), State()
        stands = as_it_stands(s, thought)
        promised = {code: promise(box.printed, s, code, stands, thought, trial, plan) for code in answers(box, s)}
        if phase == TURN and s.pool:
            promised[DRAW] = promise_of_draw(box.printed, s, stands, Choices(), thought, trial, plan)
        found = promising_answer(box.printed, s, Choices(), Thought(), State(), plan)
        assert promised[found] == max(promised.values())
