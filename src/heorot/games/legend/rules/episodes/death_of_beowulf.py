"""Death of Beowulf (L8.1): markers by the symbols of whole hands."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.state import NEXT_SPACE, Printed, State
from heorot.games.legend.rules.cards import show_hand
from heorot.games.legend.rules.resolution import give_markers


@routine
def rank_hands(box: Printed, s: State) -> None:
    """L8.1: Show all hands and give markers by the number of symbols of any kind."""
    for seat in range(s.seats):
        show_hand(s, seat)
        s.total[seat] = symbols_in_hand(box, s, seat)
    give_markers(s)
    s.phase = NEXT_SPACE


@kernel
def symbols_in_hand(box: Printed, s: State, seat: int) -> int:
    """L8.1: Count all symbols of a hand; special cards without symbols count 0."""
    symbols = 0
    for face in members(s.held[seat]):
        symbols += s.cards[seat][face] * box.symbols[face]
    return symbols
