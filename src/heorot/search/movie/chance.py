"""What chance says in games of the Movie game that are played at full speed."""

from heorot.engine.accel import count, kernel, nth
from heorot.engine.chance import Stream, below
from heorot.games.movie.actions import GIVEN_SEAT, GIVEN_TILE
from heorot.games.movie.state import COPIES, FIRST_SEAT, Printed, State


@kernel
def chance_answer(box: Printed, s: State, r: Stream) -> int:
    """What chance says: any seat, or any tile that is left in the pool."""
    if s.phase == FIRST_SEAT:
        return GIVEN_SEAT + below(r, s.seats)
    return GIVEN_TILE + box.face[s.act * COPIES + nth(s.pool, below(r, count(s.pool)))]
