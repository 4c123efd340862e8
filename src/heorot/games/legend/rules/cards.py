"""Chapter 1: cards, hands, the piles, and what an attentive player remembers of them. Every card that moves moves by a
function of this file."""

from heorot.engine.accel import kernel, members, routine
from heorot.games.legend.state import LAID, PLAIN, TURNED, State

# ---- Places --------------------------------------------------------------------------------------------------------


@kernel
def put(s: State, place: int, face: int) -> None:
    """One card more at a place."""
    s.cards[place][face] += 1
    s.held[place] |= 1 << face


@kernel
def take(s: State, place: int, face: int) -> None:
    """One card less."""
    s.cards[place][face] -= 1
    if s.cards[place][face] == 0:
        s.held[place] &= ~(1 << face)


@kernel
def holds(s: State, seat: int, face: int) -> bool:
    """Whether a hand holds such a card."""
    return s.held[seat] >> face & 1 != 0


@kernel
def to_hand(s: State, seat: int, face: int) -> None:
    """L1.7: a card goes openly into a hand, and all remember it."""
    put(s, seat, face)
    s.hand[seat] += 1
    s.known[seat][face] += 1


@kernel
def out_of_hand(s: State, seat: int, face: int) -> None:
    """L1.7: a card leaves a hand openly; a known one of the same face first."""
    take(s, seat, face)
    s.hand[seat] -= 1
    forget(s, seat, face, 1)


@kernel
def forget(s: State, seat: int, face: int, number: int) -> None:
    """L1.7: so many cards less are known to be in a hand."""
    s.known[seat][face] -= min(number, s.known[seat][face])


@kernel
def lay(s: State, seat: int, face: int) -> None:
    """A card from the hand lies in front of its player, for all to see."""
    out_of_hand(s, seat, face)
    put(s, LAID + seat, face)


@kernel
def take_back(s: State, seat: int, face: int) -> None:
    """A card that lay in front of a player goes back to the hand."""
    take(s, LAID + seat, face)
    to_hand(s, seat, face)


@routine
def show_hand(s: State, seat: int) -> None:
    """L1.7: all see a whole hand."""
    for face in members(s.held[seat]):
        s.known[seat][face] = s.cards[seat][face]


# ---- The piles -----------------------------------------------------------------------------------------------------


@kernel
def are_cards_left(s: State) -> bool:
    """L1.8: whether a card could be taken now."""
    return s.pile_size + s.discards_size > 0


@kernel
def needs_card(s: State) -> bool:
    """L1.8: whether chance still owes a card and there is one; an empty pile is made anew for it."""
    if s.owed > 0 and s.pile_size == 0:
        reshuffle(s)
    return s.owed > 0 and s.pile_size > 0


@routine
def reshuffle(s: State) -> None:
    """L1.8: the discards are shuffled into a new pile. Who drew what from the old one no longer tells what is left."""
    if s.discards_size == 0:
        return
    for face in range(PLAIN):
        s.pile[face] = s.discards[face]
        s.stock[face] = s.discards[face]
        s.discards[face] = 0
        for seat in range(s.seats):
            s.fresh[seat][face] = 0
    s.pile_size = s.discards_size
    s.discards_size = 0
    s.reshuffles += 1


@kernel
def off_the_pile(s: State, face: int) -> None:
    """L1.8: a card has been taken; if it was the last, the discards are shuffled at once."""
    s.pile[face] -= 1
    s.pile_size -= 1
    if s.pile_size == 0:
        reshuffle(s)


@kernel
def draw_card(s: State, face: int) -> None:
    """L1.7: a card goes face down into the hand of the seat that chance serves; its owner alone sees it."""
    put(s, s.seat, face)
    s.hand[s.seat] += 1
    s.fresh[s.seat][face] += 1
    off_the_pile(s, face)


@kernel
def turn_over_card(s: State, face: int) -> None:
    """L1.8: a card is turned over for all to see; it is no discard yet."""
    put(s, TURNED, face)
    s.stock[face] -= 1
    off_the_pile(s, face)


@kernel
def discard_all(s: State, place: int) -> None:
    """L1.7, L7.1: what lies at a place is discarded face up; special cards leave the game."""
    for face in members(s.held[place]):
        if face < PLAIN:
            s.discards[face] += s.cards[place][face]
            s.discards_size += s.cards[place][face]
        s.cards[place][face] = 0
    s.held[place] = 0
