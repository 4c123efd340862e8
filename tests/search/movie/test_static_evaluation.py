"""Static evaluation of answers of the Movie game: the position after them and their ability, less what is spent."""

import pytest

from heorot.games.movie.model.actions import DRAW, PASS
from heorot.games.movie.model.state import PLAY, REMOVE, SWAP, TURN, Choices, State, with_tile
from heorot.games.movie.rules.decisions import answer, legal
from heorot.search.movie.evaluation import POINT, weights_for
from heorot.search.movie.greedy import (
    GreedyWorkspace,
    action_worth,
    best_of,
    current_lead,
    evaluate,
    prepare,
    unseen_by,
)
from heorot.search.movie.static_evaluation import (
    best_swap_worth,
    spent_worth,
    static_answer,
    static_draw_worth,
    static_worth,
    tile_worth,
)
from tests.support.playing import box_named, random_game


def states(box: str, seats: int, phase: int, seeds: range) -> list[State]:
    """Return the states of random games with this pending question."""
    return [t.state for seed in seeds for t in random_game(box, seats, seed).tables if t.state.phase == phase]


def workspace_of(box, s: State) -> GreedyWorkspace:
    work = GreedyWorkspace()
    prepare(box.printed, s, work)
    return work


def best_by_list(box, s: State) -> int:
    """Return the best answer to a follow-up by greedy's evaluation."""
    out, work = Choices(), workspace_of(box, s)
    legal(box.printed, s, out)
    evaluate(box.printed, s, out, work, State())
    return best_of(out, work)


def answers(box, s: State) -> list[int]:
    out = Choices()
    legal(box.printed, s, out)
    return [int(code) for code in out.code[: out.count] if code != DRAW]


@pytest.mark.parametrize("seats", [2, 3])
def test_static_worth_is_the_value_of_the_position_after_the_answer_minus_the_spent_pieces(seats):
    box, followed = box_named("built-in"), 0
    for s in states("built-in", seats, PLAY, range(6))[::5]:
        before, work, trial, weights = s.copy(), workspace_of(box, s), State(), weights_for(box)
        swapped = best_swap_worth(box.printed, s, work, trial)
        for code in answers(box, s)[::7]:
            found = static_worth(box.printed, s, code, swapped, work, trial, weights) + spent_worth(
                box.printed, s, code, weights
            )
            after = s.copy()
            answer(box.printed, after, code)
            if after.phase in (REMOVE, SWAP):
                followed += 1
                assert found == POINT * best_by_list(box, after)
            else:
                assert found == POINT * action_worth(box.printed, s, code, work, trial)
        assert s == before
    assert followed > 3


def test_static_worth_of_a_draw_is_the_mean_of_the_best_plays():
    box, weights = box_named("built-in"), weights_for(box_named("built-in"))
    for s in [s for s in states("built-in", 2, TURN, range(2)) if s.pool][::9]:
        work, trial, total, number = workspace_of(box, s), State(), 0, 0
        swapped = best_swap_worth(box.printed, s, work, trial)
        for face in (face for face in box.faces if face >> 6 == s.act):
            held, unseen = s.copy(), unseen_by(box.printed, s, face)
            held.phase, held.hand[s.seat][s.act] = PLAY, with_tile(box.printed, s.hand[s.seat][s.act], face)
            codes = [code for code in answers(box, held) if code != PASS]
            best = [static_worth(box.printed, held, code, swapped, work, trial, weights) for code in codes]
            worth = tile_worth(box.printed, s, face, weights)
            total += unseen * (max(best, default=POINT * current_lead(s, work)) + worth)
            number += unseen
        assert static_draw_worth(box.printed, s, swapped, Choices(), work, trial, weights) == total // number


@pytest.mark.parametrize("phase", [TURN, PLAY])
def test_the_static_answer_is_legal_and_none_is_better(phase):
    box, weights = box_named("built-in"), weights_for(box_named("built-in"))
    for s in states("built-in", 2, phase, range(2))[::9]:
        work, trial = workspace_of(box, s), State()
        stands = current_lead(s, work)
        promised = {code: static_worth(box.printed, s, code, stands, work, trial, weights) for code in answers(box, s)}
        if phase == TURN and s.pool:
            promised[DRAW] = static_draw_worth(box.printed, s, stands, Choices(), work, trial, weights)
        found = static_answer(box.printed, s, Choices(), GreedyWorkspace(), State(), weights)
        assert promised[found] == max(promised.values())
