"""Icon values, odds and working memory of the policy `greedy` of the Legend. docs/bots.md defines it."""

from heorot.engine.kernels.compiler import kernel
from heorot.engine.kernels.structs import Struct, int_field
from heorot.games.legend.box.box import Box
from heorot.games.legend.inference.odds import chance_of_no_match
from heorot.games.legend.model.state import (
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
    PREFIXES,
    SCRATCH_ICON,
    TOKENS,
    TREASURE_ICON,
    VALUES,
    WOUND_ICON,
    Printed,
    State,
)
from heorot.games.legend.rules.cards import holds
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING

POINT = 2  # values are half points, so that all of them are integers


def by_kind(values: dict[int, int]) -> tuple[int, ...]:
    """Return a tuple with a number for every kind of icon."""
    return tuple(values.get(kind, 0) for kind in range(HEAL_ICON + 1))


# Worth of an icon: a constant for its kind, plus its number times a factor.
VALUE_OF_KIND = by_kind(
    {
        CARD_ICON: 2 * POINT,
        SCRATCH_ICON: -POINT,
        WOUND_ICON: -2 * POINT,
        DOUBLE_WOUND_ICON: -5 * POINT,
        MISFORTUNE_ICON: -2 * POINT,
    }
)
VALUE_PER_NUMBER = by_kind(
    {
        FAME_ICON: POINT,
        TREASURE_ICON: POINT,
        ALLIANCE_ICON: 2 * POINT,
        CARDS_ICON: POINT,
        FAME_OR_HEAL_ICON: POINT,
    }
)

FAILS_AT_MOST = 0.4 + 1e-9  # a match has at least 60 %, up to rounding
# Cost of a set, as a lexicographic key in one integer: pieces missing, needed cards, cards, Beowulf symbols, all
# symbols. No set is large enough to overflow into the next part.
SYMBOL, BEOWULF_SYMBOL, CARD, NEEDED, MISSING, NEVER = 1, 1 << 12, 1 << 24, 1 << 36, 1 << 44, 1 << 52
MOST_MISSING = 2 * VALUES  # half the spread between the best icon and the worst, or the pieces of a price


class GreedyWorkspace(Struct):
    """Costs derived from the box, and scratch memory for one answer."""

    beowulf: list[int] = int_field(FACES)  # L1.3: Beowulf symbols of a face
    price: list[int] = int_field(FACES)  # cost of giving a card
    prefix_cost: list[int] = int_field(PREFIXES)  # L3.4: cost of a payment prefix
    value: list[int] = int_field(LONGEST_LIST)  # by place in the list of answers
    cost: list[int] = int_field(TOKENS)  # cost of the cheapest set that begins with this face or token
    left: list[int] = int_field(MOST_MISSING)  # cost of the cheapest set by what is still missing
    values: int = int_field()  # mask of the values that may be laid or shown
    number: list[int] = int_field(64)  # copies by value


def greedy_workspace_for(box: Box) -> GreedyWorkspace:
    """Return the workspace for a box. Giving a card costs 1, a special one 2; then its Beowulf symbols count, then all
    its symbols."""
    work = GreedyWorkspace()
    for card in box.paying:
        work.beowulf[card.face] = card.symbols[BEOWULF]
    for face in box.faces:
        cards = 1 if face < PLAIN else 2
        symbols = work.beowulf[face] * BEOWULF_SYMBOL + box.printed.symbols[face] * SYMBOL
        work.price[face] = cards * CARD + symbols
    for price in range(len(box.payments)):
        add_prefix_costs(box.printed, work, box.printed.first_prefix[price])
    return work


def add_prefix_costs(box: Printed, work: GreedyWorkspace, beginning: int) -> None:
    """Set the cost of every payment prefix that extends this one."""
    way = beginning + 1
    while way < box.prefix_end[beginning]:
        work.prefix_cost[way] = work.prefix_cost[beginning] + work.price[box.prefix_face[way]]
        add_prefix_costs(box, work, way)
        way = box.prefix_end[way]


# ---- Worths --------------------------------------------------------------------------------------------------------


@kernel
def icon_value(s: State, icon: int) -> int:
    """Return the value of an icon in half points, whether or not any is left; treasure counts half in the advanced
    game."""
    kind = icon // NUMBERS
    value = VALUE_OF_KIND[kind] + VALUE_PER_NUMBER[kind] * (icon % NUMBERS)
    if kind == TREASURE_ICON and s.advanced_game:
        value //= 2
    return value


@kernel
def spread(box: Printed, s: State) -> int:
    """Return the best space in play minus the worst."""
    best = icon_value(s, box.space[s.episode][0])
    worst = best
    for space in range(1, s.seats):
        value = icon_value(s, box.space[s.episode][space])
        best = max(best, value)
        worst = min(worst, value)
    return best - worst


@kernel
def is_match_likely(box: Printed, s: State, seat: int) -> bool:
    """Return whether a risk brings a match in at least 60 % of all cases, with Beowulf's Daring if it is held."""
    cards = CARDS_OF_DARING if holds(s, seat, DARING) else CARDS_OF_A_RISK
    return chance_of_no_match(box, s, seat, cards) <= FAILS_AT_MOST
