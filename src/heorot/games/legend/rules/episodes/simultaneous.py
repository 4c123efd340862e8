"""Chapter 4: major episodes in which all choose at once. `pending` are the players whose bids are not in yet."""

from heorot.engine.accel import highest, kernel, members, routine
from heorot.games.legend.actions import BID_CARD, DONE
from heorot.games.legend.cards import discard_all, forget, holds, put, take, take_back
from heorot.games.legend.lists import add, add_members, from_here
from heorot.games.legend.resolution import give_markers
from heorot.games.legend.state import (
    BID,
    BIDS_DISCARDED,
    BIDS_SHOWN,
    BLESSING,
    LAID,
    NEXT_SPACE,
    USE_BLESSING,
    Choices,
    Printed,
    State,
)


@kernel
def begin_bids(s: State) -> None:
    """L4.1: everyone chooses at once."""
    s.pending = (1 << s.seats) - 1
    s.phase = BID


@kernel
def bid_choices(s: State, seat: int, out: Choices) -> None:
    """L4.1: any number of hand cards, none included, matching or not. A set is staged in the order of faces."""
    cards = s.held[seat]
    if s.held[LAID + seat]:
        cards = from_here(cards, highest(s.held[LAID + seat]))
    add_members(out, cards, BID_CARD)
    add(out, DONE)


@kernel
def answer_bid(s: State, seat: int, code: int) -> None:
    """L4.1: one more card, or that is all."""
    if code == DONE:
        seal(s, seat)
    else:
        bid(s, seat, code - BID_CARD)


@kernel
def bid(s: State, seat: int, face: int) -> None:
    """L4.1, L4.4: one more card of a sealed bid. Nobody sees it leave the hand."""
    take(s, seat, face)
    put(s, LAID + seat, face)


@kernel
def seal(s: State, seat: int) -> None:
    """L4.4: a bid is in; the last one shows them all."""
    s.pending &= ~(1 << seat)
    if s.pending == 0:
        s.phase = BIDS_SHOWN


@routine
def bids_shown(box: Printed, s: State) -> None:
    """L4.1 to L4.3: all bids are shown; what matches counts, what does not goes back to the hand. Then, with King
    Hrothgar's Blessing, one card of its holder may be taken back (L7.2)."""
    blessed = -1
    for seat in range(s.seats):
        count_bid(box, s, seat)
        if holds(s, seat, BLESSING) and s.held[LAID + seat] != 0:
            blessed = seat
    give_markers(s)
    s.then = BIDS_DISCARDED
    if blessed < 0:
        s.phase = BIDS_DISCARDED
    else:
        s.seat = blessed
        s.phase = USE_BLESSING


@kernel
def count_bid(box: Printed, s: State, seat: int) -> None:
    """L4.2, L4.3: only symbols of the required kinds and Beowulf symbols count; other cards go back to the hand."""
    s.total[seat] = 0
    for face in members(s.held[LAID + seat]):
        number = s.cards[LAID + seat][face]
        s.hand[seat] -= number
        forget(s, seat, face, number)
        s.total[seat] += number * box.value[s.episode][face]
        if box.matching[s.episode] >> face & 1 == 0:
            while s.cards[LAID + seat][face]:
                take_back(s, seat, face)


@routine
def bids_discarded(s: State) -> None:
    """L4.3: matching cards are discarded; special cards leave the game."""
    for seat in range(s.seats):
        discard_all(s, LAID + seat)
    s.phase = NEXT_SPACE
