"""The Legend's written evaluation: every answer is worth what it is expected to lead to, in thousandths of a point.
docs/bots.md says it in words. One ply: each answer by its consequences in this episode, and by what is foreseen of the
episodes ahead (legend_foresight.py). Nothing is looked at that the seat may not know.
"""

from heorot.engine.accel import highest, kernel, members, routine
from heorot.engine.chance import Stream
from heorot.games.legend.actions import (
    CHOOSE,
    CHOOSE_FAME,
    DISCARD_CARD,
    DONE,
    GIVE_TOKEN,
    HEAL_DOUBLE_WOUND,
    HEAL_SCRATCHES,
    HEAL_WOUND,
    KEEP,
    PAY_CARD,
    RECOVER,
    RETURN_SCRATCHES,
    TAKE_A_RISK,
    TAKE_BACK,
    TAKE_ICON,
)
from heorot.games.legend.cards import holds
from heorot.games.legend.episodes.opportunity import bits_of_hand
from heorot.games.legend.episodes.selection import OPTIONS
from heorot.games.legend.lists import from_here
from heorot.games.legend.odds import may_be_drawn, without_a_match
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import (
    BID,
    BLESSING,
    DARING,
    DISCARD_CARDS,
    INSPIRATION,
    LAY_ON,
    NUMBERS,
    PAY,
    PLAIN,
    RESOLVE,
    REST,
    RETURN_TOKENS,
    RISK,
    SHOW,
    TAKE_RISK,
    USE_BLESSING,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    VALUES,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.tokens import FAMES
from heorot.games.legend.wounds import OF_A_DOUBLE_WOUND
from heorot.search.legend_bidding import laying, leaving, risking, weigh_bid, weigh_lays, weigh_shows
from heorot.search.legend_foresight import (
    POINT,
    Foresight,
    fame_worth,
    hurt,
    icon_worth,
    open_worth,
    scratch_worth,
)
from heorot.search.legend_rivals import NEVER, Mind, rank_spaces, sample_rivals

WORLDS_OF_SKILLED = 64  # in which rivals bid, before each answer

# ---- What is chosen by itself --------------------------------------------------------------------------------------


@routine
def space_worth(box: Printed, s: State, seat: int, icon: int, f: Foresight) -> int:
    """L6.2: an icon space, and that no rival behind can take it any more."""
    worth = icon_worth(box, s, f, seat, icon)
    behind = s.seats - s.taken - 1
    denied = 0
    for place in range(s.taken + 1, s.seats):
        denied += icon_worth(box, s, f, s.order[place], icon)
    if behind:
        worth += denied * (f.stake - POINT) // (POINT * behind)
    return worth


@routine
def choice_worth(box: Printed, s: State, seat: int, code: int, f: Foresight) -> int:
    """A space, an option, a card of a recovery, healing, or nothing (L6.2, L3.6, L3.7, L6.8)."""
    if RECOVER <= code < TAKE_BACK:
        return f.card[s.episode + 1][code - RECOVER]
    if TAKE_ICON <= code < CHOOSE:
        return space_worth(box, s, seat, box.space[s.episode][code - TAKE_ICON], f)
    if CHOOSE <= code < RETURN_SCRATCHES:
        return open_worth(box, s, f, seat, OPTIONS[code - CHOOSE])
    if code == CHOOSE_FAME:
        return fame_worth(box, s, s.icon % NUMBERS)
    if code == HEAL_WOUND:
        return hurt(s, f, seat, -1, 0)
    if code == HEAL_DOUBLE_WOUND:
        return hurt(s, f, seat, -OF_A_DOUBLE_WOUND, 0)
    if code == HEAL_SCRATCHES:
        return hurt(s, f, seat, 0, -s.scratches[seat])
    return 0


@kernel
def weigh_choices(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """Each for itself."""
    for i in range(out.count):
        mind.worth[i] = choice_worth(box, s, seat, int(out.code[i]), f)


# ---- Risks ---------------------------------------------------------------------------------------------------------


@routine
def minor_risk(box: Printed, s: State, seat: int, cards: int, f: Foresight) -> int:
    """L3.2: a risk of so many cards, exactly: each that matches is kept; a scratch, if none does. If the pile runs out,
    the discards are the new one (L1.8)."""
    value = f.card[s.episode + 1]
    first = min(cards, s.pile_size)
    kept = 0
    known = 0
    number = 0
    for face in range(PLAIN):
        matches = box.matching[s.episode] >> face & 1
        drawable = may_be_drawn(s, seat, face)
        number += drawable
        kept += drawable * matches * value[face]
        known += s.discards[face] * matches * value[face]
    worth = without_a_match(box, s, seat, cards) * scratch_worth(s, f, seat)
    if number:
        worth += first * kept / number
    if s.discards_size:
        worth += min(cards - first, s.discards_size) * known / s.discards_size
    return int(worth)


@routine
def any_risk(box: Printed, s: State, seat: int, cards: int, f: Foresight, mind: Mind, r: Stream) -> int:
    """A risk of so many cards, in a minor episode or in turn."""
    if box.kind[s.episode] == RISK:
        return minor_risk(box, s, seat, cards, f)
    rank_spaces(box, s, seat, f, mind)
    sample_rivals(box, s, seat, f.turn_will, f, mind, r)
    return risking(box, s, seat, cards, f, mind)


@kernel
def weigh_risk(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """L3.1: risk, with Beowulf's Daring if that is better, or decline."""
    worth = minor_risk(box, s, seat, CARDS_OF_A_RISK, f)
    if holds(s, seat, DARING):
        with_daring = minor_risk(box, s, seat, CARDS_OF_DARING, f) - f.card[s.episode + 1][DARING]
        worth = max(worth, with_daring)
    for i in range(out.count):
        mind.worth[i] = worth if out.code[i] == TAKE_A_RISK else 0


# ---- Prices --------------------------------------------------------------------------------------------------------


@routine
def weigh_payments(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """L3.4: what the offer is worth, less the cards that are worth least."""
    cards = bits_of_hand(box, s, box.pieces[s.episode])
    reward = open_worth(box, s, f, seat, box.reward[s.episode])
    way = s.staged + 1
    while way < box.way_skip[s.staged]:
        mind.piece[box.way_face[way]] = cheapest(box, f.card[s.episode + 1], mind, way, cards)
        way = int(box.way_skip[way])
    for i in range(out.count):
        code = int(out.code[i])
        mind.worth[i] = 0 if code >= DONE else reward - mind.piece[code - PAY_CARD]


@routine
def cheapest(box: Printed, worth: list[int], mind: Mind, beginning: int, cards: int) -> int:
    """What the cards are worth of the cheapest payment that begins so and can be paid with these cards."""
    cost = NEVER
    depth = 0
    mind.end[0] = box.way_skip[beginning]
    mind.spent[0] = 0
    way = beginning
    while way < mind.end[0]:
        while way >= mind.end[depth]:
            depth -= 1
        if cards >> box.way_bit[way] & 1 == 0:
            way = int(box.way_skip[way])
            continue
        spent = mind.spent[depth] + worth[box.way_face[way]]
        if box.way_paid[way]:
            cost = min(cost, spent)
        else:
            depth += 1
            mind.end[depth] = box.way_skip[way]
            mind.spent[depth] = spent
        way += 1
    return cost


@kernel
def begin_set(mind: Mind, missing: int) -> None:
    """With nothing more, all stays missing."""
    for number in range(missing + 1):
        mind.gain[number] = number * NEVER


@kernel
def add_to_set(mind: Mind, missing: int, face: int, cost: int) -> None:
    """One piece more, before those that were looked at so far."""
    mind.piece[face] = cost + mind.gain[max(0, missing - 1)]
    for number in range(missing, 0, -1):
        mind.gain[number] = min(mind.gain[number], cost + mind.gain[number - 1])


@routine
def weigh_discards(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """L3.3: any cards, those that are worth least, for what the offer is worth."""
    missing = box.pieces[s.episode] - s.staged
    begin_set(mind, missing)
    cards = from_here(s.held[seat], s.least)
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        for _ in range(s.cards[seat][face]):
            add_to_set(mind, missing, face, f.card[s.episode + 1][face])
    reward = open_worth(box, s, f, seat, box.reward[s.episode])
    for i in range(out.count):
        code = int(out.code[i])
        mind.worth[i] = 0 if code >= DONE else reward - mind.piece[code - DISCARD_CARD]


@routine
def weigh_returns(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """L3.5: fame tokens, each at its value, for what the offer is worth."""
    reward = open_worth(box, s, f, seat, box.reward[s.episode])
    missing = box.pieces[s.episode] - s.staged
    for i in range(out.count):
        code = int(out.code[i])
        mind.worth[i] = 0
        if code < DONE:
            mind.worth[i] = reward - least_fame(s, seat, code - GIVE_TOKEN, missing, mind)


@kernel
def least_fame(s: State, seat: int, first: int, missing: int, mind: Mind) -> int:
    """What the tokens are worth that are returned, if this one is the next of them; none before it comes later."""
    begin_set(mind, missing - 1)
    for token in members(from_here(s.owned[seat] & FAMES, first)):
        for _ in range(s.tokens[seat][token] - (token == first)):
            add_to_set(mind, missing - 1, 0, token % VALUES * POINT)
    return first % VALUES * POINT + mind.gain[missing - 1]


# ---- Special cards -------------------------------------------------------------------------------------------------


@routine
def used_worth(box: Printed, s: State, seat: int, code: int, f: Foresight, mind: Mind, r: Stream) -> int:
    """Chapter 7: what it is worth to use a special card, without the card itself."""
    if s.phase == USE_BLESSING:
        return f.card[s.episode + 1][code - TAKE_BACK] - f.card[s.episode + 1][BLESSING]
    if s.phase == USE_INSPIRATION:
        return -f.card[s.episode + 1][INSPIRATION]
    if s.phase == USE_DARING:
        return any_risk(box, s, seat, CARDS_OF_DARING, f, mind, r) - f.card[s.episode + 1][DARING]
    if s.phase == USE_RESOLVE:
        return once_more(box, s, seat, f, mind, r) - f.card[s.episode + 1][RESOLVE]
    return hurt(s, f, seat, 0, 1 - (code - RETURN_SCRATCHES)) - f.card[s.episode + 1][REST]


@routine
def kept_worth(box: Printed, s: State, seat: int, f: Foresight, mind: Mind, r: Stream) -> int:
    """Chapter 7: and to keep it."""
    if s.phase == USE_BLESSING:
        return 0
    if s.phase == USE_INSPIRATION:
        return open_worth(box, s, f, seat, s.icon)
    if s.phase == USE_DARING:
        return any_risk(box, s, seat, CARDS_OF_A_RISK, f, mind, r)
    if s.phase == USE_RESOLVE:
        return failed(box, s, seat, f, mind)
    return hurt(s, f, seat, 0, 1)


@kernel
def failed(box: Printed, s: State, seat: int, f: Foresight, mind: Mind) -> int:
    """L3.2, L5.6: a scratch, and out where it is played in turn."""
    worth = scratch_worth(s, f, seat)
    if box.kind[s.episode] != RISK:
        rank_spaces(box, s, seat, f, mind)
        worth += leaving(s, f, mind)
    return worth


@routine
def once_more(box: Printed, s: State, seat: int, f: Foresight, mind: Mind, r: Stream) -> int:
    """L7.5: the seat decides again."""
    again = any_risk(box, s, seat, CARDS_OF_A_RISK, f, mind, r)
    if box.kind[s.episode] == RISK:
        return max(0, again)
    best = max(again, leaving(s, f, mind))
    for face in members(s.held[seat] & box.matching[s.episode]):
        best = max(best, laying(box, s, seat, face, f, mind))
    return best


@routine
def weigh_special(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind, r: Stream) -> None:
    """Chapter 7: used where that is worth more than the card is for later."""
    for i in range(out.count):
        code = int(out.code[i])
        if code == KEEP:
            mind.worth[i] = kept_worth(box, s, seat, f, mind, r)
        else:
            mind.worth[i] = used_worth(box, s, seat, code, f, mind, r)


# ---- The answer ----------------------------------------------------------------------------------------------------


@routine
def weigh_minor(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """Chapter 3."""
    if s.phase == TAKE_RISK:
        weigh_risk(box, s, seat, out, f, mind)
    elif s.phase == PAY:
        weigh_payments(box, s, seat, out, f, mind)
    elif s.phase == DISCARD_CARDS:
        weigh_discards(box, s, seat, out, f, mind)
    elif s.phase == RETURN_TOKENS:
        weigh_returns(box, s, seat, out, f, mind)
    else:
        weigh_choices(box, s, seat, out, f, mind)


@routine
def weigh(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind, r: Stream) -> None:
    """The expected worth of every answer of the list."""
    if s.phase == BID:
        weigh_bid(box, s, seat, out, f, mind, r)
    elif s.phase < BID:
        weigh_minor(box, s, seat, out, f, mind)
    elif s.phase <= LAY_ON:
        weigh_lays(box, s, seat, out, f, mind, r)
    elif s.phase == SHOW:
        weigh_shows(box, s, seat, out, f, mind)
    elif s.phase >= USE_BLESSING:
        weigh_special(box, s, seat, out, f, mind, r)
    else:
        weigh_choices(box, s, seat, out, f, mind)


@routine
def skilled_answer(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind, r: Stream) -> int:
    """The best of the list; the first of several."""
    if out.count == 1:
        return int(out.code[0])
    weigh(box, s, seat, out, f, mind, r)
    best = 0
    for i in range(1, out.count):
        if mind.worth[i] > mind.worth[best]:
            best = i
    return int(out.code[best])
