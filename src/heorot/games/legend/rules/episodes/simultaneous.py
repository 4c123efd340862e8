"""Chapter 4: major episodes with simultaneous bids. `pending` is the mask of players whose bids are not sealed."""

from heorot.engine.kernels.bits import highest, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.actions import BID_CARD, DONE
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.answer_list import add, add_members, members_from
from heorot.games.legend.rules.cards import discard_all, forget, holds, put, take, take_back
from heorot.games.legend.rules.resolution import give_markers


@kernel
def begin_bids(s: State) -> None:
    """L4.1: Let all players choose at once."""
    s.pending = (1 << s.seats) - 1
    s.phase = BID


@kernel
def bid_choices(s: State, seat: int, out: Choices) -> None:
    """L4.1: List the hand cards, matching or not, and completing the bid. Sets are staged in the order of faces."""
    cards = s.held[seat]
    if s.held[LAID + seat]:
        cards = members_from(cards, highest(s.held[LAID + seat]))
    add_members(out, cards, BID_CARD)
    add(out, DONE)


@kernel
def answer_bid(s: State, seat: int, code: int) -> None:
    """L4.1: Add a card or complete the bid."""
    if code == DONE:
        seal_bid(s, seat)
    else:
        add_to_bid(s, seat, code - BID_CARD)


@kernel
def add_to_bid(s: State, seat: int, face: int) -> None:
    """L4.1, L4.4: Add a card to a sealed bid; other players do not see it leave the hand."""
    take(s, seat, face)
    put(s, LAID + seat, face)


@kernel
def seal_bid(s: State, seat: int) -> None:
    """L4.4: Seal a bid; the last one shows them all."""
    s.pending &= ~(1 << seat)
    if s.pending == 0:
        s.phase = BIDS_SHOWN


@routine
def show_bids(box: Printed, s: State) -> None:
    """L4.1 to L4.3, L7.2: Show all bids, count matching cards and return others to the hand. The holder of King
    Hrothgar's Blessing may take one card back."""
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
    """L4.2, L4.3: Count the symbols of the required kinds and Beowulf symbols; return other cards to the hand."""
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
def discard_bids(s: State) -> None:
    """L4.3: Discard the matching cards; special cards leave the game."""
    for seat in range(s.seats):
        discard_all(s, LAID + seat)
    s.phase = NEXT_SPACE
