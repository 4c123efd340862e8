"""Odds before you decide: what a risk may bring, from what the deciding seat may know.

A seat cannot place some cards (L1.7). Of those, the ones that the draw pile was shuffled from and that nobody saw leave
it may be drawn next; each of them equally likely, since nothing is concluded from what others chose to do. Whether that
is exact is told by `is_even` in risk_odds.py; where it is not, people are told what a count of all deals gives.
"""

from heorot.engine.accel import kernel, members
from heorot.games.legend.state import BID, LAID, PLAIN, Printed, State

# ---- Where cards may be --------------------------------------------------------------------------------------------


@kernel
def sealed(s: State, seat: int, face: int) -> int:
    """L4.4: cards of a face in a bid that is not shown yet."""
    return s.cards[LAID + seat][face] if s.phase == BID else 0


@kernel
def unaccounted(s: State, seat: int, face: int) -> int:
    """L1.7: how many cards of a face a seat cannot place: in the pile, or unknown in some other hand. Cards of a sealed
    bid are still in the hand, for all that others know."""
    number = s.pile[face]
    for rival in range(s.seats):
        if rival != seat:
            number += s.cards[rival][face] + sealed(s, rival, face) - s.known[rival][face]
    return number


@kernel
def may_be_drawn(s: State, seat: int, face: int) -> int:
    """L1.7, L1.8: how many cards of a face may lie in the pile: those that it was shuffled from, less what all saw
    leave it and what the seat itself drew; and no more than the seat cannot place."""
    left = s.stock[face]
    if seat >= 0:
        left -= s.fresh[seat][face]
    return min(left, unaccounted(s, seat, face))


# ---- What a risk may bring -----------------------------------------------------------------------------------------


@kernel
def without_a_match(box: Printed, s: State, seat: int, cards: int) -> float:
    """L3.2, L5.6: how likely a risk of so many cards turns over none that matches. If the pile runs out on the way,
    the discards are the new one (L1.8)."""
    matching = box.matching[s.episode]
    fits = 0
    others = 0
    for face in range(PLAIN):
        number = may_be_drawn(s, seat, face)
        if matching >> face & 1:
            fits += number
        else:
            others += number
    first = min(cards, s.pile_size)
    likely = none_of(fits, others, first)
    if cards > first:
        likely *= none_discarded(s, matching, cards - first)
    return likely


@kernel
def none_discarded(s: State, matching: int, cards: int) -> float:
    """The same among the discards, all of which are known."""
    fits = 0
    for face in members(matching & ((1 << PLAIN) - 1)):
        fits += s.discards[face]
    return none_of(fits, s.discards_size - fits, min(cards, s.discards_size))


@kernel
def none_of(fits: int, others: int, cards: int) -> float:
    """How likely so many cards, drawn from those that fit and others, are all others."""
    likely = 1.0
    for i in range(cards):
        likely *= max(others - i, 0) / (fits + others - i)
    return likely
