"""Recover Treasures (L9.2): markers by treasure."""

from heorot.engine.accel import members, routine
from heorot.games.legend.resolution import give_markers
from heorot.games.legend.state import ALLIANCE, NEXT_SPACE, State
from heorot.games.legend.tokens import TREASURES, sum_of


@routine
def rank_treasures(s: State) -> None:
    """L9.2: all show the total of their treasure tokens; markers go by that total."""
    for seat in range(s.seats):
        s.total[seat] = sum_of(s, seat, TREASURES)
        for token in members(s.owned[seat] & TREASURES & -(1 << ALLIANCE)):
            s.shown[seat][token] = s.tokens[seat][token]
    give_markers(s)
    s.phase = NEXT_SPACE
