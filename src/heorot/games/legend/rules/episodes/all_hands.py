"""Death of Beowulf (L8.1): markers by all symbols of the hands."""

from heorot.engine.accel import kernel, members, routine
from heorot.games.legend.cards import show_hand
from heorot.games.legend.resolution import give_markers
from heorot.games.legend.state import NEXT_SPACE, Printed, State


@routine
def rank_hands(box: Printed, s: State) -> None:
    """L8.1: all hands are shown; markers go by the number of symbols of any kind."""
    for seat in range(s.seats):
        show_hand(s, seat)
        s.total[seat] = symbols_in_hand(box, s, seat)
    give_markers(s)
    s.phase = NEXT_SPACE


@kernel
def symbols_in_hand(box: Printed, s: State, seat: int) -> int:
    """L8.1: every symbol counts; special cards without symbols are worth nothing."""
    symbols = 0
    for face in members(s.held[seat]):
        symbols += s.cards[seat][face] * box.symbols[face]
    return symbols
