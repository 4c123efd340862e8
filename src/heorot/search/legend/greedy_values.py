"""What the seat `greedy` of the Legend thinks with: a worth for every icon, and the odds. docs/bots.md defines it."""

from heorot.engine.accel import Record, kernel, whole
from heorot.games.legend.box import Box
from heorot.games.legend.cards import holds
from heorot.games.legend.odds import without_a_match
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import (
    ALLIANCE_ICON,
    BEOWULF,
    CARD_ICON,
    CARDS_ICON,
    DARING,
    DOUBLE_WOUND_ICON,
    FACES,
    FAME_ICON,
    FAME_OR_HEAL_ICON,
    HEAL_ICON,
    LONGEST_LIST,
    MISFORTUNE_ICON,
    NUMBERS,
    PLAIN,
    SCRATCH_ICON,
    TOKENS,
    TREASURE_ICON,
    VALUES,
    WAYS,
    WOUND_ICON,
    Printed,
    State,
)

POINT = 2  # worths are counted in half points, so that all of them are whole


def by_kind(worths: dict[int, int]) -> tuple[int, ...]:
    """A number for every kind of icon."""
    return tuple(worths.get(kind, 0) for kind in range(HEAL_ICON + 1))


# What an icon is worth whatever its number, and what each one of its number is worth.
ITSELF = by_kind(
    {
        CARD_ICON: 2 * POINT,
        SCRATCH_ICON: -POINT,
        WOUND_ICON: -2 * POINT,
        DOUBLE_WOUND_ICON: -5 * POINT,
        MISFORTUNE_ICON: -2 * POINT,
    }
)
EACH = by_kind(
    {
        FAME_ICON: POINT,
        TREASURE_ICON: POINT,
        ALLIANCE_ICON: 2 * POINT,
        CARDS_ICON: POINT,
        FAME_OR_HEAL_ICON: POINT,
    }
)

FAILS_AT_MOST = 0.4 + 1e-9  # a match is at least 60 % likely, up to what is lost in rounding
# What a set of cards or tokens costs, in this order: what it leaves missing, needed cards, cards, Beowulf symbols, any
# symbols. No set is large enough to run from one into the next.
SYMBOL, BEOWULF_SYMBOL, CARD, NEEDED, MISSING, NEVER = 1, 1 << 12, 1 << 24, 1 << 36, 1 << 44, 1 << 52
MOST_MISSING = 2 * VALUES  # half the spread between the best icon and the worst, or the pieces of a price


class Thought(Record):
    """What greedy knows of the box, and what it works out before it answers."""

    beowulf: list[int] = whole(FACES)  # L1.3: Beowulf symbols of a face
    price: list[int] = whole(FACES)  # what it costs to give a card of that face
    way_cost: list[int] = whole(WAYS)  # L3.4: and the beginning of a payment
    worth: list[int] = whole(LONGEST_LIST)  # of every answer of the list
    cost: list[int] = whole(TOKENS)  # of the cheapest set that begins with this face or token
    left: list[int] = whole(MOST_MISSING)  # of the cheapest set where so much is missing
    values: int = whole()  # mask of the values of what may be laid or shown
    number: list[int] = whole(64)  # how many there are of each value


def thought_for(box: Box) -> Thought:
    """A head for one box. To give a card costs 1, a special one 2; then its Beowulf symbols, then all its symbols."""
    thought = Thought()
    for card in box.paying:
        thought.beowulf[card.face] = card.symbols[BEOWULF]
    for face in box.faces:
        cards = 1 if face < PLAIN else 2
        symbols = thought.beowulf[face] * BEOWULF_SYMBOL + box.printed.symbols[face] * SYMBOL
        thought.price[face] = cards * CARD + symbols
    for price in range(len(box.payments)):
        add_costs(box.printed, thought, box.printed.first_way[price])
    return thought


def add_costs(box: Printed, thought: Thought, beginning: int) -> None:
    """What each way costs that goes on from a beginning."""
    way = beginning + 1
    while way < box.way_skip[beginning]:
        thought.way_cost[way] = thought.way_cost[beginning] + thought.price[box.way_face[way]]
        add_costs(box, thought, way)
        way = box.way_skip[way]


# ---- Worths --------------------------------------------------------------------------------------------------------


@kernel
def worth_of(s: State, icon: int) -> int:
    """What an icon is worth in half points, whether or not any is left; treasure half in the advanced game."""
    kind = icon // NUMBERS
    worth = ITSELF[kind] + EACH[kind] * (icon % NUMBERS)
    if kind == TREASURE_ICON and s.advanced_game:
        worth //= 2
    return worth


@kernel
def spread(box: Printed, s: State) -> int:
    """The best of the spaces in play less the worst."""
    best = worth_of(s, box.space[s.episode][0])
    worst = best
    for space in range(1, s.seats):
        worth = worth_of(s, box.space[s.episode][space])
        best = max(best, worth)
        worst = min(worst, worth)
    return best - worst


@kernel
def is_likely(box: Printed, s: State, seat: int) -> bool:
    """Whether a risk brings a match in at least 60 % of all cases; Beowulf's Daring would be used for it."""
    cards = CARDS_OF_DARING if holds(s, seat, DARING) else CARDS_OF_A_RISK
    return without_a_match(box, s, seat, cards) <= FAILS_AT_MOST
