"""The seat `greedy` of the Legend: a worth for every icon, and no look ahead. Frozen; docs/bots.md is its definition.

It looks at nothing that its seat may not know: its own cards and tokens, what lies open, and the odds of a risk.
"""

from heorot.engine.accel import highest, kernel, lowest, members, routine
from heorot.engine.chance import Stream, below
from heorot.games.legend.actions import (
    CHOOSE,
    CHOOSE_FAME,
    DECLINE,
    GIVE_UP,
    HEAL_DOUBLE_WOUND,
    HEAL_SCRATCHES,
    HEAL_WOUND,
    KEEP,
    LAY_CARD,
    PAY_CARD,
    RECOVER,
    RETURN_SCRATCHES,
    SHOW_TOKEN,
    TAKE_A_RISK,
    TAKE_BACK,
    TAKE_ICON,
    USE,
)
from heorot.games.legend.episodes.selection import OPTIONS
from heorot.games.legend.lists import from_here
from heorot.games.legend.state import (
    BID,
    DISCARD_CARDS,
    DOUBLE_WOUND_ICON,
    LAY,
    LAY_ON,
    LONGEST_LIST,
    NUMBERS,
    PAY,
    RETURN_TOKENS,
    SCRATCH_ICON,
    SCRATCHES_OF_A_WOUND,
    SHOW,
    TAKE_CARD,
    TAKE_RISK,
    USE_BLESSING,
    USE_INSPIRATION,
    USE_REST,
    VALUES,
    WOUND_ICON,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.tokens import TREASURES
from heorot.search.legend_sets import weigh_bid, weigh_discards, weigh_payments, weigh_returns
from heorot.search.legend_worths import ITSELF, POINT, Thought, is_likely, spread, worth_of


@kernel
def worth_of_choice(box: Printed, s: State, code: int) -> int:
    """What a space, an option or fame is worth (L6.2, L3.6, L6.8); what heals is worth what it cost to be hurt."""
    if code < CHOOSE:
        return worth_of(s, box.space[s.episode][code - TAKE_ICON])
    if code < RETURN_SCRATCHES:
        return worth_of(s, OPTIONS[code - CHOOSE])
    if code == CHOOSE_FAME:
        return worth_of(s, s.icon)
    if code == HEAL_WOUND:
        return -ITSELF[WOUND_ICON]
    if code == HEAL_DOUBLE_WOUND:
        return -ITSELF[DOUBLE_WOUND_ICON]
    if code == HEAL_SCRATCHES:
        return -ITSELF[SCRATCH_ICON] * s.scratches[s.seat]
    return 0


@kernel
def weigh_choices(box: Printed, s: State, out: Choices, thought: Thought) -> None:
    """The highest worth, ties in printed order."""
    for i in range(out.count):
        thought.worth[i] = worth_of_choice(box, s, int(out.code[i])) * LONGEST_LIST - i


# ---- In turn -------------------------------------------------------------------------------------------------------


@kernel
def add_value(thought: Thought, value: int, copies: int) -> None:
    """Some more that may be laid or shown."""
    if thought.values >> value & 1 == 0:
        thought.number[value] = 0
    thought.values |= 1 << value
    thought.number[value] += copies


@kernel
def next_value(values: int, missing: int) -> int:
    """The smallest that is enough, else the largest."""
    if missing <= highest(values):
        return lowest(from_here(values, max(0, missing)))
    return highest(values)


@kernel
def can_stay(s: State, seat: int, thought: Thought, limit: int) -> bool:
    """Whether the highest total can be reached in this turn (L5.2), and the own one then does not exceed a limit in
    half points."""
    total = s.total[seat]
    values = thought.values
    while values:
        value = next_value(values, s.high - total)
        total += value
        if total >= s.high:
            return total * POINT <= limit
        thought.number[value] -= 1
        if thought.number[value] == 0:
            values &= ~(1 << value)
    return False


@kernel
def weigh_lays(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """It stays up to the spread (L5.2); when it cannot, it risks what is likely (L5.6), else gives up."""
    value_of = box.value[s.episode]
    thought.values = 0
    for face in members(s.held[seat] & box.matching[s.episode]):
        add_value(thought, value_of[face], s.cards[seat][face])
    value = 0
    risk = -1
    if can_stay(s, seat, thought, spread(box, s)):
        value = next_value(thought.values, s.high - s.total[seat])
    elif s.phase == LAY and is_likely(box, s, seat):
        risk = 1
    for i in range(out.count):
        code = int(out.code[i])
        if code < PAY_CARD:
            thought.worth[i] = 2 if value_of[code - LAY_CARD] == value else -1
        else:
            thought.worth[i] = risk if code == TAKE_A_RISK else 0


@kernel
def weigh_shows(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """It stays in an auction (L9.1) up to the reward's worth."""
    thought.values = 0
    for token in members(s.owned[seat] & TREASURES):
        add_value(thought, token % VALUES, s.tokens[seat][token])
    value = 0
    if can_stay(s, seat, thought, worth_of(s, box.reward[s.episode])):
        value = next_value(thought.values, s.high - s.total[seat])
    for i in range(out.count):
        code = int(out.code[i])
        if code == GIVE_UP:
            thought.worth[i] = 0
        else:
            thought.worth[i] = 1 if (code - SHOW_TOKEN) % VALUES == value else -1


# ---- Cards ---------------------------------------------------------------------------------------------------------


@kernel
def weigh_cards(box: Printed, out: Choices, base: int, thought: Thought) -> None:
    """The card with most symbols (L3.7, L7.2); Beowulf first where cards are recovered. The Blessing is never kept."""
    for i in range(out.count):
        code = int(out.code[i])
        if code == KEEP:
            thought.worth[i] = -1
        else:
            face = code - base
            first = thought.beowulf[face] if base == RECOVER else 0
            thought.worth[i] = box.symbols[face] * NUMBERS + first


@kernel
def weigh_word(out: Choices, wanted: int, thought: Thought) -> None:
    """One answer, and no other."""
    for i in range(out.count):
        thought.worth[i] = 1 if out.code[i] == wanted else 0


@kernel
def weigh_special(box: Printed, s: State, out: Choices, thought: Thought) -> None:
    """Used whenever asked (chapter 7), Inspiration not against a scratch; The Warrior's Rest for two."""
    if s.phase == USE_BLESSING:
        weigh_cards(box, out, TAKE_BACK, thought)
    elif s.phase == USE_INSPIRATION and s.icon // NUMBERS == SCRATCH_ICON:
        weigh_word(out, KEEP, thought)
    elif s.phase == USE_REST:
        weigh_word(out, RETURN_SCRATCHES + SCRATCHES_OF_A_WOUND - 1, thought)
    else:
        weigh_word(out, USE, thought)


# ---- The answer ----------------------------------------------------------------------------------------------------


@kernel
def weigh_minor(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """Chapter 3, but for what is chosen by its worth."""
    if s.phase == TAKE_RISK:
        weigh_word(out, TAKE_A_RISK if is_likely(box, s, seat) else DECLINE, thought)
    elif s.phase == TAKE_CARD:
        weigh_cards(box, out, RECOVER, thought)
    elif s.phase == PAY:
        weigh_payments(box, s, out, thought)
    elif s.phase == DISCARD_CARDS:
        weigh_discards(box, s, seat, out, thought)
    elif s.phase == RETURN_TOKENS:
        weigh_returns(box, s, seat, out, thought)
    else:
        weigh_choices(box, s, out, thought)


@routine
def weigh(box: Printed, s: State, seat: int, out: Choices, thought: Thought) -> None:
    """The worth of every answer of the list, in units of each question's own."""
    if s.phase == BID:
        weigh_bid(box, s, seat, out, thought)
    elif s.phase < BID:
        weigh_minor(box, s, seat, out, thought)
    elif s.phase <= LAY_ON:
        weigh_lays(box, s, seat, out, thought)
    elif s.phase == SHOW:
        weigh_shows(box, s, seat, out, thought)
    elif s.phase >= USE_BLESSING:
        weigh_special(box, s, out, thought)
    else:
        weigh_choices(box, s, out, thought)


@kernel
def one_of_the_best(out: Choices, thought: Thought, r: Stream) -> int:
    """Ties are broken uniformly."""
    best = 0
    ties = 0
    for i in range(out.count):
        if ties == 0 or thought.worth[i] > thought.worth[best]:
            best = i
            ties = 1
        elif thought.worth[i] == thought.worth[best]:
            ties += 1
    left = below(r, ties) if ties > 1 else 0
    for i in range(best, out.count):
        if thought.worth[i] == thought.worth[best]:
            if left == 0:
                return int(out.code[i])
            left -= 1
    return int(out.code[best])


@routine
def greedy_answer(box: Printed, s: State, seat: int, out: Choices, thought: Thought, r: Stream) -> int:
    """The seat `greedy`: the best of the list."""
    if out.count == 1:
        return int(out.code[0])
    weigh(box, s, seat, out, thought)
    return one_of_the_best(out, thought, r)
