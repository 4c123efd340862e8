"""Chapter 1: cards, hands, piles, and public knowledge of them. Every card moves through a function of this file."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.state import LAID, PLAIN, TURNED, State

# ---- Places --------------------------------------------------------------------------------------------------------


@kernel
def put(s: State, place: int, face: int) -> None:
    """Add a card to a place."""
    s.cards[place][face] += 1
    s.held[place] |= 1 << face


@kernel
def take(s: State, place: int, face: int) -> None:
    """Remove a card from a place."""
    s.cards[place][face] -= 1
    if s.cards[place][face] == 0:
        s.held[place] &= ~(1 << face)


@kernel
def holds(s: State, seat: int, face: int) -> bool:
    """Return whether a hand holds a card of this face."""
    return s.held[seat] >> face & 1 != 0


@kernel
def to_hand(s: State, seat: int, face: int) -> None:
    """L1.7: Put a card openly into a hand; everyone remembers it."""
    put(s, seat, face)
    s.hand[seat] += 1
    s.known[seat][face] += 1


@kernel
def out_of_hand(s: State, seat: int, face: int) -> None:
    """L1.7: Remove a card openly from a hand, a known card of that face first."""
    take(s, seat, face)
    s.hand[seat] -= 1
    forget(s, seat, face, 1)


@kernel
def forget(s: State, seat: int, face: int, number: int) -> None:
    """L1.7: Reduce the number of known cards in a hand."""
    s.known[seat][face] -= min(number, s.known[seat][face])


@kernel
def lay(s: State, seat: int, face: int) -> None:
    """Lay a card from the hand openly in front of its player."""
    out_of_hand(s, seat, face)
    put(s, LAID + seat, face)


@kernel
def take_back(s: State, seat: int, face: int) -> None:
    """Return a laid card to the hand."""
    take(s, LAID + seat, face)
    to_hand(s, seat, face)


@routine
def show_hand(s: State, seat: int) -> None:
    """L1.7: Show a whole hand to everyone."""
    for face in members(s.held[seat]):
        s.known[seat][face] = s.cards[seat][face]


# ---- The piles -----------------------------------------------------------------------------------------------------


@kernel
def are_cards_left(s: State) -> bool:
    """L1.8: Return whether a card can be drawn."""
    return s.pile_size + s.discards_size > 0


@kernel
def prepare_next_card(s: State) -> bool:
    """L1.8: Return whether a card is due and available; reshuffle first if the pile is empty."""
    if s.draws_due > 0 and s.pile_size == 0:
        reshuffle(s)
    return s.draws_due > 0 and s.pile_size > 0


@routine
def reshuffle(s: State) -> None:
    """L1.8: Shuffle the discards into a new pile. Draws from the old pile no longer say anything about the new one."""
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
def remove_from_pile(s: State, face: int) -> None:
    """L1.8: Remove a card from the pile, and reshuffle at once if it was the last."""
    s.pile[face] -= 1
    s.pile_size -= 1
    if s.pile_size == 0:
        reshuffle(s)


@kernel
def draw_card(s: State, face: int) -> None:
    """L1.7: Put a card face down into the hand of the current seat; only its owner sees it."""
    put(s, s.seat, face)
    s.hand[s.seat] += 1
    s.fresh[s.seat][face] += 1
    remove_from_pile(s, face)


@kernel
def turn_over_card(s: State, face: int) -> None:
    """L1.8: Turn over a card for everyone to see; it is not discarded yet."""
    put(s, TURNED, face)
    s.stock[face] -= 1
    remove_from_pile(s, face)


@kernel
def discard_all(s: State, place: int) -> None:
    """L1.7, L7.1: Discard all cards of a place face up; special cards leave the game."""
    for face in members(s.held[place]):
        if face < PLAIN:
            s.discards[face] += s.cards[place][face]
            s.discards_size += s.cards[place][face]
        s.cards[place][face] = 0
    s.held[place] = 0
