"""Playouts of the Movie game: a few turns from any position, or to the end of the act. Rivals answer as `greedy` does.

In the later acts a playout is cut before the second own turn, and the position there is evaluated: further on, chance
decides more than any answer. Leads are sixteenths of a point.
"""

from heorot.engine.chance import Stream
from heorot.engine.kernels.bits import count, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.movie.model.state import (
    ACTS,
    COPIES,
    FIRST_QUESTION,
    KINDS,
    OVER,
    PLAY,
    TURN,
    Choices,
    Printed,
    State,
)
from heorot.games.movie.rules.decisions import apply, legal
from heorot.games.movie.rules.scoring import betrayed, points_on_board
from heorot.search.movie.chance import chance_answer
from heorot.search.movie.evaluation import POINT, WHOLE_ACT, Weights
from heorot.search.movie.greedy import UNPLAYABLE, GreedyWorkspace, greedy_answer
from heorot.search.movie.static_evaluation import scaled_by_open_spaces, static_answer, tile_value

UTILITY_BITS = 24  # certain victory has the utility 2 ** UTILITY_BITS


# ---- A playout -----------------------------------------------------------------------------------------------------


@routine
def play_out(
    box: Printed, s: State, seat: int, out: Choices, later: Choices, work: GreedyWorkspace, trial: State,
    weights: Weights, chance: Stream, policy: Stream,
) -> None:  # fmt: skip
    """Play a few turns, or to the end of the act. In the latter case `seat` answers by static evaluation, since
    `greedy` spends what it should keep."""
    act = s.act
    turns = 0
    while s.act == act and s.phase != OVER:
        if s.phase == TURN and s.seat == seat:
            turns += 1
            if turns > weights.turns[act]:
                return
        if s.phase < FIRST_QUESTION:
            code = chance_answer(box, s, chance)
        elif s.seat == seat and weights.turns[act] == WHOLE_ACT and (s.phase == TURN or s.phase == PLAY):
            code = static_answer(box, s, out, work, trial, weights)
        else:
            legal(box, s, out)
            code = greedy_answer(box, s, out, work, trial, later, policy)
        apply(box, s, code)


# ---- Result of a playout -------------------------------------------------------------------------------------------


@kernel
def value_in_act(box: Printed, s: State, seat: int, turned: int, weights: Weights) -> int:
    """Return what a seat has during an act: points, the next turn, figures in front, tiles in hand."""
    total = POINT * (s.saga[seat] + points_on_board(box, s, seat, turned))
    if s.phase == TURN and s.seat == seat:
        total += weights.tempo
    for kind in range(KINDS):
        total += s.in_front[seat][kind] * scaled_by_open_spaces(weights.front[s.act][kind], s, weights)
    return total + hand_value(box, s, seat, weights)


@routine
def hand_value(box: Printed, s: State, seat: int, weights: Weights) -> int:
    """Return the value of the tiles in a hand in the current act."""
    total = 0
    for act in range(ACTS):
        for copy in members(s.hand[seat][act]):
            total += tile_value(box, s, box.face[act * COPIES + copy], weights)
    return total


@kernel
def value_after_act(box: Printed, s: State, seat: int, act: int, weights: Weights) -> int:
    """Return what a seat has after an act: saga points, and the figures and tiles kept for the next act."""
    total = POINT * s.saga[seat]
    for kind in range(KINDS):
        total += s.in_front[seat][kind] * weights.later[act][kind]
    return total if s.phase == OVER else total + hand_value(box, s, seat, weights)


@routine
def playout_lead(box: Printed, s: State, seat: int, act: int, weights: Weights) -> int:
    """Return a seat's lead over the best rival at the end of a playout of this act."""
    is_over = s.act != act or s.phase == OVER
    turned = 0 if is_over else betrayed(box, s)
    own = 0
    best = UNPLAYABLE
    for other in range(s.seats):
        total = (
            value_after_act(box, s, other, act, weights) if is_over else value_in_act(box, s, other, turned, weights)
        )
        if other == seat:
            own = total
        else:
            best = max(best, total)
    return own - best


@kernel
def lead_scale_at(s: State, weights: Weights) -> int:
    """Return the lead that is half of certain victory: it grows with the open spaces."""
    return weights.lead_scale[s.act] + weights.lead_scale_per_space[s.act] * count(s.open)


@kernel
def lead_utility(lead: int, lead_scale: int) -> int:
    """Return the utility of a lead, in which each further point adds less."""
    size = abs(lead)
    value = (size << UTILITY_BITS) // (size + lead_scale)
    return value if lead > 0 else -value
