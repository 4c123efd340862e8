"""Playouts of the Movie game: a few turns from any position, or to the end of the act. Rivals answer as `greedy` does.

In the later acts they are cut where the seat that thinks would have its next turn after one of its own, and what stands
there is counted: further on, chance says more than any answer. Leads are counted in sixteenths of a point.
"""

from heorot.engine.accel import count, kernel, members, routine
from heorot.engine.chance import Stream
from heorot.games.movie.questions import apply, legal
from heorot.games.movie.scoring import betrayed, points_on_board
from heorot.games.movie.state import (
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
from heorot.search.movie_chance import chance_answer
from heorot.search.movie_greedy import UNPLAYABLE, Thought, greedy_answer
from heorot.search.movie_plan import POINT, TO_ITS_END, Plan
from heorot.search.movie_promise import fading, hope_of_tile, promising_answer

CERTAIN = 24  # bits of what certain victory is worth


# ---- A playout -----------------------------------------------------------------------------------------------------


@routine
def play_out(
    box: Printed, s: State, seat: int, out: Choices, later: Choices, thought: Thought, trial: State, plan: Plan,
    chance: Stream, mind: Stream,
) -> None:  # fmt: skip
    """A few turns of this seat and of all between them, or to the end of the act; there it does not answer as `greedy`
    does, which spends what it should keep."""
    act = s.act
    turns = 0
    while s.act == act and s.phase != OVER:
        if s.phase == TURN and s.seat == seat:
            turns += 1
            if turns > plan.turns[act]:
                return
        if s.phase < FIRST_QUESTION:
            code = chance_answer(box, s, chance)
        elif s.seat == seat and plan.turns[act] == TO_ITS_END and (s.phase == TURN or s.phase == PLAY):
            code = promising_answer(box, s, out, thought, trial, plan)
        else:
            legal(box, s, out)
            code = greedy_answer(box, s, out, thought, trial, later, mind)
        apply(box, s, code)


# ---- What it comes to ----------------------------------------------------------------------------------------------


@kernel
def standing(box: Printed, s: State, seat: int, turned: int, plan: Plan) -> int:
    """What a seat has in the middle of an act: points, the turn, figures in front, tiles in hand."""
    total = POINT * (s.saga[seat] + points_on_board(box, s, seat, turned))
    if s.phase == TURN and s.seat == seat:
        total += plan.tempo
    for kind in range(KINDS):
        total += s.in_front[seat][kind] * fading(plan.front[s.act][kind], s, plan)
    return total + hope_of_hand(box, s, seat, plan)


@routine
def hope_of_hand(box: Printed, s: State, seat: int, plan: Plan) -> int:
    """What the tiles in a hand are worth in the act that is played."""
    total = 0
    for act in range(ACTS):
        for copy in members(s.hand[seat][act]):
            total += hope_of_tile(box, s, box.face[act * COPIES + copy], plan)
    return total


@kernel
def holdings(box: Printed, s: State, seat: int, act: int, plan: Plan) -> int:
    """What a seat has after an act: saga points, and for the next act figures and tiles kept."""
    total = POINT * s.saga[seat]
    for kind in range(KINDS):
        total += s.in_front[seat][kind] * plan.later[act][kind]
    return total if s.phase == OVER else total + hope_of_hand(box, s, seat, plan)


@routine
def lead_in(box: Printed, s: State, seat: int, act: int, plan: Plan) -> int:
    """A seat's lead over the best rival where a playout of this act has come to."""
    is_over = s.act != act or s.phase == OVER
    turned = 0 if is_over else betrayed(box, s)
    own = 0
    best = UNPLAYABLE
    for other in range(s.seats):
        total = holdings(box, s, other, act, plan) if is_over else standing(box, s, other, turned, plan)
        if other == seat:
            own = total
        else:
            best = max(best, total)
    return own - best


@kernel
def room_at(s: State, plan: Plan) -> int:
    """What lead is half of certain victory: the more is still to come, the less a point is worth."""
    return plan.room[s.act] + plan.sway[s.act] * count(s.open)


@kernel
def worth_of_lead(lead: int, room: int) -> int:
    """What such a lead is worth. The greater it is, the less a point."""
    size = abs(lead)
    worth = (size << CERTAIN) // (size + room)
    return worth if lead > 0 else -worth
