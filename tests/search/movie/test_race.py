"""The race of answers in the Movie game: candidates, rounds, and the utility of a playout."""

from random import Random

import pytest

from heorot.engine.chance import Stream, start_stream
from heorot.games.movie.model.actions import DRAW
from heorot.games.movie.model.state import ACTS, FILL, FIRST_QUESTION, KINDS, OVER, TURN, Choices, State, with_tile
from heorot.games.movie.rules.decisions import legal
from heorot.search.movie.evaluation import PLAYOUTS_TO_ACT_END, POINT, weights_for
from heorot.search.movie.greedy import GreedyWorkspace
from heorot.search.movie.playouts import lead_scale_at, lead_utility, play_out, playout_lead
from heorot.search.movie.race import (
    DRAW_BONUS,
    Race,
    add_candidate,
    best_answer,
    count_halvings,
    drop_worse_half,
    select_candidates,
    start_race,
)
from tests.support.playing import box_named, random_game


def answers(box, state: State) -> list[int]:
    out = Choices()
    legal(box.printed, state, out)
    return out.code[: out.count]


def states(box: str, seats: int, seed: int) -> list[State]:
    """Return the states of a random game in which a seat has a choice within an act."""
    tables = [table for table in random_game(box, seats, seed).tables if FIRST_QUESTION <= table.state.phase < OVER]
    return [t.state for t in tables if t.state.phase != FILL and len(answers(t.box, t.state)) > 1]


def race_of(*totals: int) -> Race:
    race = Race()
    for code, total in enumerate(totals):
        add_candidate(race, code, total, 8)
    return race


def test_candidates_are_sorted_by_static_value_and_the_last_drops_out():
    race = Race()
    for code, total in enumerate([3, 9, 3, 7, 1, 9]):
        add_candidate(race, code, total, 4)
    assert (race.count, race.code[:4], race.total[:4]) == (4, [1, 5, 3, 0], [9, 9, 7, 3])


def test_the_better_half_stays_and_equal_candidates_keep_their_order():
    race = race_of(5, 5, 5, 5, 5)
    race.total[:5] = [1, 4, 2, 4, 2]
    drop_worse_half(race)
    assert (race.count, race.code[:3]) == (3, [1, 3, 2])


def test_the_only_candidate_never_drops_out():
    race = race_of(-5)
    drop_worse_half(race)
    assert (race.count, race.code[0]) == (1, 0)
    assert count_halvings(1) == 0


@pytest.mark.parametrize("candidates", range(1, 20))
def test_a_race_ends_with_one_candidate(candidates):
    race = Race()
    for code in range(candidates):
        add_candidate(race, code, 0, 32)
    for _ in range(count_halvings(candidates)):
        assert race.count > 1
        drop_worse_half(race)
    assert race.count == 1


def test_a_draw_always_takes_part():
    box = box_named("built-in")
    turns = [s for s in states("built-in", 2, 1) if s.phase == TURN and s.pool][::9]
    for state in turns:
        race = Race()
        select_candidates(box.printed, state, Choices(), GreedyWorkspace(), State(), weights_for(box), race, 3)
        assert (race.count, race.code[0]) == (3, DRAW)
        assert race.total[0] > DRAW_BONUS // 2


@pytest.mark.parametrize("most", [2, 5, 60])
def test_the_best_answer_is_legal(most):
    box = box_named("crooked")
    for state in states("crooked", 3, 2)[::12]:
        assert best_answer(box, [state], most, 1, 4, compiled=False) in answers(box, state)


def test_a_playout_ends_at_the_next_turn_of_its_seat_or_with_the_act():
    box, stream = box_named("crooked"), Stream()
    start_stream(stream, 1, 0, 0)
    for state in states("crooked", 3, 4)[::7]:
        seat, weights, after = state.seat, weights_for(box), state.copy()
        weights.turns = [1 + (state.phase == TURN)] * ACTS
        play_out(box.printed, after, seat, Choices(), Choices(), GreedyWorkspace(), State(), weights, stream, stream)
        is_over = after.phase == OVER if state.act == 2 else after.act == state.act + 1
        assert is_over or (after.act, after.phase, after.seat) == (state.act, TURN, seat)
        assert is_over or after.open != state.open


@pytest.mark.parametrize(("playouts", "far"), [(PLAYOUTS_TO_ACT_END, True), (PLAYOUTS_TO_ACT_END - 1, False)])
def test_act_one_is_played_out_to_its_end_with_many_playouts(playouts, far):
    box, stream, acts = box_named("crooked"), Stream(), set()
    start_stream(stream, 1, 0, 0)
    for state in [state for state in states("crooked", 3, 4) if state.act == 0][::7]:
        weights, after = weights_for(box, playouts), state.copy()
        play_out(
            box.printed, after, state.seat, Choices(), Choices(), GreedyWorkspace(), State(), weights, stream, stream
        )
        acts.add(after.act)
    assert acts == {1} if far else 0 in acts


def test_utility_of_a_point_falls_with_the_lead_and_with_open_spaces():
    box, s = box_named("built-in"), State()
    weights, s.act, s.open = weights_for(box), 2, 0b1111
    near = lead_scale_at(s, weights)
    s.open = 0b11111111
    far = lead_scale_at(s, weights)
    assert 0 < lead_utility(160, far) < lead_utility(160, near) == -lead_utility(-160, near)
    assert lead_utility(160, near) < lead_utility(320, near) < 2 * lead_utility(160, near)


def test_a_lead_is_over_the_best_rival():
    box, s = box_named("built-in"), State()
    weights, s.seats, s.phase, s.act, s.saga = weights_for(box), 3, OVER, 2, [60, 50, 40, 0]
    assert [playout_lead(box.printed, s, seat, 2, weights) for seat in range(3)] == [
        10 * POINT,
        -10 * POINT,
        -20 * POINT,
    ]


def test_m3_5_figures_that_are_kept_count_before_the_last_act():
    box, s = box_named("built-in"), State()
    weights, s.seats, s.act, s.phase = weights_for(box), 2, 1, TURN
    assert playout_lead(box.printed, s, 0, 0, weights) == 0
    s.in_front[0] = [1] * KINDS
    assert playout_lead(box.printed, s, 0, 0, weights) == sum(weights.later[0]) > 0 == weights.later[0][3]
    s.act, s.phase = 2, OVER
    assert playout_lead(box.printed, s, 0, 2, weights) == 0


def test_m4_6_a_golden_statue_is_kept_for_the_last_act():
    box = box_named("built-in")
    weights, statue = weights_for(box), next(f for f, tile in box.faces.items() if tile.ability == "golden_statue")
    before = next(s for s in states("built-in", 2, 1) if s.act == 1 and s.phase == TURN)
    after = before.copy()
    after.hand[0][1] = with_tile(box.printed, after.hand[0][1], statue)
    gained = [playout_lead(box.printed, s, 0, 1, weights) for s in (before, after)]
    assert gained[1] - gained[0] == weights.hand[1][statue] > 0


def test_static_worth_counts_like_some_playouts():
    weights, race = weights_for(box_named("built-in")), race_of(DRAW_BONUS + 160, 80)
    race.code[0] = DRAW
    start_race(race, 500, weights)
    assert race.total[:2] == [weights.prior_playouts * lead_utility(lead, 500) for lead in (160, 80)]
    assert race.total[0] > race.total[1] > 0 == race.playouts


def test_obvious_answers_win_the_race():
    """On the last space of the last act nothing is still to come: the answer that brings most at once is best."""
    box, rng = box_named("crooked"), Random(1)
    ends = [s for seed in range(12) for s in states("crooked", 2, seed) if s.act == 2 and s.open.bit_count() == 1]
    for state in rng.sample(ends, min(6, len(ends))):
        best = best_answer(box, [state], 60, 1, 400, compiled=False)
        assert best in answers(box, state)
