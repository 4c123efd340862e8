"""Chance in simulated games of the Movie game."""

from heorot.engine.chance import Stream, below
from heorot.engine.kernels.bits import count, nth
from heorot.engine.kernels.compiler import kernel
from heorot.games.movie.model.actions import GIVEN_SEAT, GIVEN_TILE
from heorot.games.movie.model.state import COPIES, FIRST_SEAT, Printed, State


@kernel
def chance_answer(box: Printed, s: State, r: Stream) -> int:
    """Draw what chance decides: a seat, or a tile of the pool, uniformly."""
    if s.phase == FIRST_SEAT:
        return GIVEN_SEAT + below(r, s.seats)
    return GIVEN_TILE + box.face[s.act * COPIES + nth(s.pool, below(r, count(s.pool)))]
