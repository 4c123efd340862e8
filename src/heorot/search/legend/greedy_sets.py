"""Sets of cards and tokens as the policy `greedy` of the Legend chooses them: sealed bids and prices.

A set is staged in the order of faces. An answer costs as much as the cheapest set that can still begin with it; sets
are built from the last face to the first.
"""

from heorot.engine.kernels.bits import highest, members
from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import BID_CARD, DISCARD_CARD, DONE, GIVE_TOKEN, PAY_CARD
from heorot.games.legend.model.state import (
    HEAL_ICON,
    IN_TURN,
    LAID,
    NUMBERS,
    PLAIN,
    SIMULTANEOUS,
    VALUES,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.answer_list import members_from
from heorot.games.legend.rules.episodes.opportunity import payment_bits
from heorot.games.legend.rules.tokens import FAMES
from heorot.games.legend.rules.wounds import wounds_of
from heorot.search.legend.greedy_values import (
    BEOWULF_SYMBOL,
    CARD,
    MISSING,
    NEEDED,
    NEVER,
    POINT,
    SYMBOL,
    GreedyWorkspace,
    spread,
)

MAJORS = 3  # major episodes for which matching cards are kept
WOUNDS_TO_HEAL = 3  # fewer are not worth two fame tokens


@kernel
def begin_sets(work: GreedyWorkspace, missing: int) -> None:
    """Start the table of costs: with no piece, everything is missing."""
    for number in range(missing + 1):
        work.left[number] = number * MISSING


@kernel
def add_to_sets(work: GreedyWorkspace, missing: int, piece: int, brings: int, cost: int, copies: int) -> None:
    """Add equal pieces that come before all pieces added so far."""
    for _ in range(copies):
        work.cost[piece] = cost + work.left[max(0, missing - brings)]
        for number in range(missing, 0, -1):
            work.left[number] = min(work.left[number], cost + work.left[max(0, number - brings)])


@kernel
def evaluate_sets(out: Choices, base: int, word: int, work: GreedyWorkspace) -> None:
    """Set the value of every answer to minus the cost of its set; DONE and DECLINE cost `word`."""
    for i in range(out.count):
        code = int(out.code[i])
        work.value[i] = -word if code >= DONE else -work.cost[code - base]


@kernel
def evaluate_bid(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """L4.1: Bid half the spread in matching symbols, rounded: fewest cards, then fewest Beowulf symbols, then fewest
    symbols; all matching cards if they are not enough."""
    missing = (spread(box, s) + POINT) // (2 * POINT)
    cards = s.held[seat]
    for face in members(s.held[LAID + seat]):
        missing -= s.cards[LAID + seat][face] * box.value[s.episode][face]
        cards = members_from(s.held[seat], face)
    missing = max(0, missing)
    begin_sets(work, missing)
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        value = box.value[s.episode][face]
        cost = CARD + work.beowulf[face] * BEOWULF_SYMBOL + value * SYMBOL
        add_to_sets(work, missing, face, value, cost, s.cards[seat][face])
    evaluate_sets(out, BID_CARD, missing * MISSING, work)


@kernel
def evaluate_payments(box: Printed, s: State, out: Choices, work: GreedyWorkspace) -> None:
    """L3.4: Pay a price in symbols whenever possible, with the cheapest cards."""
    cards = payment_bits(box, s, box.pieces[s.episode])
    way = s.staged + 1
    while way < box.prefix_end[s.staged]:
        work.cost[box.prefix_face[way]] = cheapest(box, work, way, cards)
        way = int(box.prefix_end[way])
    evaluate_sets(out, PAY_CARD, NEVER, work)


@kernel
def cheapest(box: Printed, work: GreedyWorkspace, beginning: int, cards: int) -> int:
    """Return the cost of the cheapest payment with this prefix that these cards can pay."""
    cost = NEVER
    way = beginning
    while way < box.prefix_end[beginning]:
        if cards >> box.prefix_bit[way] & 1 == 0:
            way = int(box.prefix_end[way])
        else:
            if box.prefix_pays[way]:
                cost = min(cost, work.prefix_cost[way])
            way += 1
    return cost


@kernel
def needed_soon(box: Printed, s: State) -> int:
    """Return a mask of the faces that match one of the next three major episodes (chapters 4 and 5)."""
    faces = 0
    majors = 0
    for episode in range(s.episode + 1, box.episodes):
        if majors < MAJORS and (box.kind[episode] == SIMULTANEOUS or box.kind[episode] == IN_TURN):
            faces |= box.matching[episode]
            majors += 1
    return faces


@kernel
def evaluate_discards(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """L3.3: Discard only plain cards that match none of the next three major episodes (King Hygelac's Court)."""
    needed = needed_soon(box, s) | -(1 << PLAIN)
    missing = box.pieces[s.episode] - s.staged
    begin_sets(work, missing)
    cards = members_from(s.held[seat], s.least)
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        cost = work.price[face] + (needed >> face & 1) * NEEDED
        add_to_sets(work, missing, face, 1, cost, s.cards[seat][face])
    evaluate_sets(out, DISCARD_CARD, NEEDED, work)


@kernel
def evaluate_returns(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """L3.5: Return the fame tokens of least value (Break Ranks?), to be healed only with three wounds or more."""
    missing = box.pieces[s.episode] - s.staged
    begin_sets(work, missing)
    tokens = members_from(s.owned[seat] & FAMES, s.least)
    while tokens:
        token = highest(tokens)
        tokens ^= 1 << token
        add_to_sets(work, missing, token, 1, token % VALUES, s.tokens[seat][token])
    heals = box.reward[s.episode] // NUMBERS == HEAL_ICON
    evaluate_sets(out, GIVE_TOKEN, 0 if heals and wounds_of(s, seat) < WOUNDS_TO_HEAL else NEVER, work)
