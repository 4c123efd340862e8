"""Recover Treasures (L9.2): markers by treasure."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import routine
from heorot.games.legend.model.state import ALLIANCE, NEXT_SPACE, State
from heorot.games.legend.rules.resolution import give_markers
from heorot.games.legend.rules.tokens import TREASURES, sum_of


@routine
def rank_treasures(s: State) -> None:
    """L9.2: Show the treasure tokens of all players and give markers by their totals."""
    for seat in range(s.seats):
        s.total[seat] = sum_of(s, seat, TREASURES)
        for token in members(s.owned[seat] & TREASURES & -(1 << ALLIANCE)):
            s.shown[seat][token] = s.tokens[seat][token]
    give_markers(s)
    s.phase = NEXT_SPACE
