"""Odds of a risk from the knowledge of the deciding seat, as kernels.

Some cards are unseen by a seat (L1.7). Those among them that were shuffled into the draw pile and were not seen leaving
it may be drawn next, each with equal probability, since choices of other players are not interpreted. `is_uniform` in
risk_odds.py tells whether that is exact; where it is not, risk_odds.py counts all deals instead.
"""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.state import BID, LAID, PLAIN, Printed, State

# ---- Unseen cards --------------------------------------------------------------------------------------------------


@kernel
def count_sealed(s: State, seat: int, face: int) -> int:
    """L4.4: Count the cards of a face in a sealed bid."""
    return s.cards[LAID + seat][face] if s.phase == BID else 0


@kernel
def count_unseen_cards(s: State, seat: int, face: int) -> int:
    """L1.7: Count the cards of a face that a seat has not seen: in the pile, or unknown in another hand, sealed bids
    included."""
    number = s.pile[face]
    for rival in range(s.seats):
        if rival != seat:
            number += s.cards[rival][face] + count_sealed(s, rival, face) - s.known[rival][face]
    return number


@kernel
def count_drawable(s: State, seat: int, face: int) -> int:
    """L1.7, L1.8: Count the cards of a face that may lie in the pile: those shuffled into it, without those seen
    leaving it and those the seat drew, and at most the unseen ones."""
    left = s.stock[face]
    if seat >= 0:
        left -= s.fresh[seat][face]
    return min(left, count_unseen_cards(s, seat, face))


# ---- Odds of a risk ------------------------------------------------------------------------------------------------


@kernel
def chance_of_no_match(box: Printed, s: State, seat: int, cards: int) -> float:
    """L3.2, L5.6: Return the probability that a risk turns over no matching card. If the pile runs out, the discards
    follow (L1.8)."""
    matching = box.matching[s.episode]
    fits = 0
    others = 0
    for face in range(PLAIN):
        number = count_drawable(s, seat, face)
        if matching >> face & 1:
            fits += number
        else:
            others += number
    first = min(cards, s.pile_size)
    likely = chance_of_none(fits, others, first)
    if cards > first:
        likely *= chance_of_none_in_discards(s, matching, cards - first)
    return likely


@kernel
def chance_of_none_in_discards(s: State, matching: int, cards: int) -> float:
    """Return the same probability for cards from the discards, which are all known."""
    fits = 0
    for face in members(matching & ((1 << PLAIN) - 1)):
        fits += s.discards[face]
    return chance_of_none(fits, s.discards_size - fits, min(cards, s.discards_size))


@kernel
def chance_of_none(fits: int, others: int, cards: int) -> float:
    """Return the probability that all cards drawn are among the others."""
    likely = 1.0
    for i in range(cards):
        likely *= max(others - i, 0) / (fits + others - i)
    return likely
