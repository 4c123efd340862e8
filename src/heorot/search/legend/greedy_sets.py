"""Sets of cards and tokens as the seat `greedy` of the Legend chooses them: sealed bids and prices.

A set is staged in the order of faces. An answer costs what the cheapest set costs that can still begin with it; sets
are put together from the last face to the first.
"""

from heorot.engine.accel import highest, kernel, members
from heorot.games.legend.actions import BID_CARD, DISCARD_CARD, DONE, GIVE_TOKEN, PAY_CARD
from heorot.games.legend.episodes.opportunity import bits_of_hand
from heorot.games.legend.lists import from_here
from heorot.games.legend.state import (
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
from heorot.games.legend.tokens import FAMES
from heorot.games.legend.wounds import wounds_of
from heorot.search.legend_worths import BEOWULF_SYMBOL, CARD, MISSING, NEEDED, NEVER, POINT, SYMBOL, Thought, spread

MAJORS = 3  # so many major episodes are looked at before cards are exchanged
WOUNDS_TO_HEAL = 3  # so many are worth two fame tokens


@kernel
def begin_sets(thought: Thought, missing: int) -> None:
    """With nothing more, all stays missing."""
    for number in range(missing + 1):
        thought.left[number] = number * MISSING


@kernel
def add_to_sets(thought: Thought, missing: int, piece: int, brings: int, cost: int, copies: int) -> None:
    """Some equal pieces more, before all that were looked at so far."""
    for _ in range(copies):
        thought.cost[piece] = cost + thought.left[max(0, missing - brings)]
        for number in range(missing, 0, -1):
            thought.left[number] = min(thought.left[number], cost + thought.left[max(0, number - brings)])


@kernel
def weigh_sets(out: Choices, base: int, word: int, thought: Thought) -> None:
    """The cheapest set; a word, which names no piece, has a cost of its own."""
    for i in range(out.count):
        code = int(out.code[i])
        thought.worth[i] = -word if code >= DONE else -thought.cost[code - base]


@kernel
def weigh_bid(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """Half the spread in matching symbols (L4.1), rounded: fewest cards, then fewest Beowulf symbols, then fewest
    symbols; as many as there are if that is not enough."""
    missing = (spread(box, s) + POINT) // (2 * POINT)
    cards = s.held[seat]
    for face in members(s.held[LAID + seat]):
        missing -= s.cards[LAID + seat][face] * box.value[s.episode][face]
        cards = from_here(s.held[seat], face)
    missing = max(0, missing)
    begin_sets(thought, missing)
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        value = box.value[s.episode][face]
        cost = CARD + thought.beowulf[face] * BEOWULF_SYMBOL + value * SYMBOL
        add_to_sets(thought, missing, face, value, cost, s.cards[seat][face])
    weigh_sets(out, BID_CARD, missing * MISSING, thought)


@kernel
def weigh_payments(box: Printed, s: State, out: Choices, thought: Thought) -> None:
    """It pays a price in symbols (L3.4) whenever it can, with the cheapest cards."""
    cards = bits_of_hand(box, s, box.pieces[s.episode])
    way = s.staged + 1
    while way < box.way_skip[s.staged]:
        thought.cost[box.way_face[way]] = cheapest(box, thought, way, cards)
        way = int(box.way_skip[way])
    weigh_sets(out, PAY_CARD, NEVER, thought)


@kernel
def cheapest(box: Printed, thought: Thought, beginning: int, cards: int) -> int:
    """What the cheapest payment costs that begins so and can be paid with these cards."""
    cost = NEVER
    way = beginning
    while way < box.way_skip[beginning]:
        if cards >> box.way_bit[way] & 1 == 0:
            way = int(box.way_skip[way])
        else:
            if box.way_paid[way]:
                cost = min(cost, thought.way_cost[way])
            way += 1
    return cost


@kernel
def needed_soon(box: Printed, s: State) -> int:
    """Mask of the faces that match one of the next three major episodes (chapters 4 and 5)."""
    faces = 0
    majors = 0
    for episode in range(s.episode + 1, box.episodes):
        if majors < MAJORS and (box.kind[episode] == SIMULTANEOUS or box.kind[episode] == IN_TURN):
            faces |= box.matching[episode]
            majors += 1
    return faces


@kernel
def weigh_discards(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """Any cards (L3.3, King Hygelac's Court): only plain ones that match none of the next three major episodes."""
    needed = needed_soon(box, s) | -(1 << PLAIN)
    missing = box.pieces[s.episode] - s.staged
    begin_sets(thought, missing)
    cards = from_here(s.held[seat], s.least)
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        cost = thought.price[face] + (needed >> face & 1) * NEEDED
        add_to_sets(thought, missing, face, 1, cost, s.cards[seat][face])
    weigh_sets(out, DISCARD_CARD, NEEDED, thought)


@kernel
def weigh_returns(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """Fame tokens (L3.5, Break Ranks?): those of least value; to be healed only with three wounds or more."""
    missing = box.pieces[s.episode] - s.staged
    begin_sets(thought, missing)
    tokens = from_here(s.owned[seat] & FAMES, s.least)
    while tokens:
        token = highest(tokens)
        tokens ^= 1 << token
        add_to_sets(thought, missing, token, 1, token % VALUES, s.tokens[seat][token])
    heals = box.reward[s.episode] // NUMBERS == HEAL_ICON
    weigh_sets(out, GIVE_TOKEN, 0 if heals and wounds_of(s, seat) < WOUNDS_TO_HEAL else NEVER, thought)
