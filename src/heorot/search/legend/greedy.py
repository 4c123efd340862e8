"""The policy `greedy` of the Legend: a value for every icon, without lookahead. Frozen; docs/bots.md is its definition.

It reads nothing that its seat may not know: its own cards and tokens, what lies open, and the odds of a risk.
"""

from heorot.engine.chance import Stream, below
from heorot.engine.kernels.bits import highest, lowest, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.actions import (
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
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.answer_list import members_from
from heorot.games.legend.rules.episodes.selection import OPTIONS
from heorot.games.legend.rules.tokens import TREASURES
from heorot.search.legend.greedy_sets import evaluate_bid, evaluate_discards, evaluate_payments, evaluate_returns
from heorot.search.legend.greedy_values import (
    POINT,
    VALUE_OF_KIND,
    GreedyWorkspace,
    icon_value,
    is_match_likely,
    spread,
)


@kernel
def choice_value(box: Printed, s: State, code: int) -> int:
    """L6.2, L3.6, L6.8: Return the value of a space, an option or fame; healing is worth what the harm cost."""
    if code < CHOOSE:
        return icon_value(s, box.space[s.episode][code - TAKE_ICON])
    if code < RETURN_SCRATCHES:
        return icon_value(s, OPTIONS[code - CHOOSE])
    if code == CHOOSE_FAME:
        return icon_value(s, s.icon)
    if code == HEAL_WOUND:
        return -VALUE_OF_KIND[WOUND_ICON]
    if code == HEAL_DOUBLE_WOUND:
        return -VALUE_OF_KIND[DOUBLE_WOUND_ICON]
    if code == HEAL_SCRATCHES:
        return -VALUE_OF_KIND[SCRATCH_ICON] * s.scratches[s.seat]
    return 0


@kernel
def evaluate_choices(box: Printed, s: State, out: Choices, work: GreedyWorkspace) -> None:
    """Evaluate single choices; ties go in printed order."""
    for i in range(out.count):
        work.value[i] = choice_value(box, s, int(out.code[i])) * LONGEST_LIST - i


# ---- In turn -------------------------------------------------------------------------------------------------------


@kernel
def add_value(work: GreedyWorkspace, value: int, copies: int) -> None:
    """Add copies of a value that may be laid or shown."""
    if work.values >> value & 1 == 0:
        work.number[value] = 0
    work.values |= 1 << value
    work.number[value] += copies


@kernel
def next_value(values: int, missing: int) -> int:
    """Return the smallest value that is enough, else the largest."""
    if missing <= highest(values):
        return lowest(members_from(values, max(0, missing)))
    return highest(values)


@kernel
def can_stay(s: State, seat: int, work: GreedyWorkspace, limit: int) -> bool:
    """L5.2: Return whether the seat can reach the highest total in this turn with a total within a limit in half
    points."""
    total = s.total[seat]
    values = work.values
    while values:
        value = next_value(values, s.high - total)
        total += value
        if total >= s.high:
            return total * POINT <= limit
        work.number[value] -= 1
        if work.number[value] == 0:
            values &= ~(1 << value)
    return False


@kernel
def evaluate_lays(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """L5.2, L5.6: Stay up to the spread; otherwise risk if a match is likely, else give up."""
    value_of = box.value[s.episode]
    work.values = 0
    for face in members(s.held[seat] & box.matching[s.episode]):
        add_value(work, value_of[face], s.cards[seat][face])
    value = 0
    risk = -1
    if can_stay(s, seat, work, spread(box, s)):
        value = next_value(work.values, s.high - s.total[seat])
    elif s.phase == LAY and is_match_likely(box, s, seat):
        risk = 1
    for i in range(out.count):
        code = int(out.code[i])
        if code < PAY_CARD:
            work.value[i] = 2 if value_of[code - LAY_CARD] == value else -1
        else:
            work.value[i] = risk if code == TAKE_A_RISK else 0


@kernel
def evaluate_shows(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """L9.1: Stay in an auction up to the value of the reward."""
    work.values = 0
    for token in members(s.owned[seat] & TREASURES):
        add_value(work, token % VALUES, s.tokens[seat][token])
    value = 0
    if can_stay(s, seat, work, icon_value(s, box.reward[s.episode])):
        value = next_value(work.values, s.high - s.total[seat])
    for i in range(out.count):
        code = int(out.code[i])
        if code == GIVE_UP:
            work.value[i] = 0
        else:
            work.value[i] = 1 if (code - SHOW_TOKEN) % VALUES == value else -1


# ---- Cards ---------------------------------------------------------------------------------------------------------


@kernel
def evaluate_cards(box: Printed, out: Choices, base: int, work: GreedyWorkspace) -> None:
    """L3.7, L7.2: Prefer the card with most symbols; in a recovery, Beowulf first. The Blessing is never kept."""
    for i in range(out.count):
        code = int(out.code[i])
        if code == KEEP:
            work.value[i] = -1
        else:
            face = code - base
            first = work.beowulf[face] if base == RECOVER else 0
            work.value[i] = box.symbols[face] * NUMBERS + first


@kernel
def prefer_answer(out: Choices, wanted: int, work: GreedyWorkspace) -> None:
    """Prefer one answer to all others."""
    for i in range(out.count):
        work.value[i] = 1 if out.code[i] == wanted else 0


@kernel
def evaluate_special(box: Printed, s: State, out: Choices, work: GreedyWorkspace) -> None:
    """Chapter 7: Use a special card whenever asked, Inspiration not against a scratch, The Warrior's Rest for two."""
    if s.phase == USE_BLESSING:
        evaluate_cards(box, out, TAKE_BACK, work)
    elif s.phase == USE_INSPIRATION and s.icon // NUMBERS == SCRATCH_ICON:
        prefer_answer(out, KEEP, work)
    elif s.phase == USE_REST:
        prefer_answer(out, RETURN_SCRATCHES + SCRATCHES_OF_A_WOUND - 1, work)
    else:
        prefer_answer(out, USE, work)


# ---- The answer ----------------------------------------------------------------------------------------------------


@kernel
def evaluate_minor(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """Chapter 3: Evaluate the answers in a minor episode."""
    if s.phase == TAKE_RISK:
        prefer_answer(out, TAKE_A_RISK if is_match_likely(box, s, seat) else DECLINE, work)
    elif s.phase == TAKE_CARD:
        evaluate_cards(box, out, RECOVER, work)
    elif s.phase == PAY:
        evaluate_payments(box, s, out, work)
    elif s.phase == DISCARD_CARDS:
        evaluate_discards(box, s, seat, out, work)
    elif s.phase == RETURN_TOKENS:
        evaluate_returns(box, s, seat, out, work)
    else:
        evaluate_choices(box, s, out, work)


@routine
def evaluate(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace) -> None:
    """Set the value of every answer of the list, in units that differ between questions."""
    if s.phase == BID:
        evaluate_bid(box, s, seat, out, work)
    elif s.phase < BID:
        evaluate_minor(box, s, seat, out, work)
    elif s.phase <= LAY_ON:
        evaluate_lays(box, s, seat, out, work)
    elif s.phase == SHOW:
        evaluate_shows(box, s, seat, out, work)
    elif s.phase >= USE_BLESSING:
        evaluate_special(box, s, out, work)
    else:
        evaluate_choices(box, s, out, work)


@kernel
def pick_best(out: Choices, work: GreedyWorkspace, r: Stream) -> int:
    """Return one of the best answers, ties broken uniformly."""
    best = 0
    ties = 0
    for i in range(out.count):
        if ties == 0 or work.value[i] > work.value[best]:
            best = i
            ties = 1
        elif work.value[i] == work.value[best]:
            ties += 1
    left = below(r, ties) if ties > 1 else 0
    for i in range(best, out.count):
        if work.value[i] == work.value[best]:
            if left == 0:
                return int(out.code[i])
            left -= 1
    return int(out.code[best])


@routine
def greedy_answer(box: Printed, s: State, seat: int, out: Choices, work: GreedyWorkspace, r: Stream) -> int:
    """Return the answer of `greedy`: the best of the list."""
    if out.count == 1:
        return int(out.code[0])
    evaluate(box, s, seat, out, work)
    return pick_best(out, work, r)
