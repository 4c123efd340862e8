"""The policy `skilled` of the Legend: a one-ply evaluation of every answer, in thousandths of a point. docs/bots.md
describes it. An answer is worth its expected outcome in this episode plus the forecast for the episodes ahead
(`evaluation`). It reads nothing that the seat may not know."""

from heorot.engine.chance import Stream
from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.inference.odds import chance_of_no_match, count_drawable
from heorot.games.legend.model.actions import (
    CHOOSE,
    CHOOSE_FAME,
    GIVE_UP,
    HEAL_DOUBLE_WOUND,
    HEAL_SCRATCHES,
    HEAL_WOUND,
    KEEP,
    LAY_CARD,
    RECOVER,
    RETURN_SCRATCHES,
    TAKE_A_RISK,
    TAKE_BACK,
    TAKE_ICON,
)
from heorot.games.legend.model.state import (
    BID,
    BLESSING,
    DARING,
    DISCARD_CARDS,
    FAME_ICON,
    LAY,
    LAY_ON,
    NUMBERS,
    PAY,
    PLAIN,
    RETURN_TOKENS,
    RISK,
    SHOW,
    TAKE_RISK,
    USE_BLESSING,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    USE_REST,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.cards import holds
from heorot.games.legend.rules.episodes.selection import OPTIONS
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.rules.wounds import OF_A_DOUBLE_WOUND
from heorot.search.legend.bidding import (
    evaluate_bid,
    give_up_value,
    last_marker_value,
    lay_card_value,
    show_value,
    turn_risk_value,
    turn_value,
)
from heorot.search.legend.evaluation import (
    POINT,
    Forecast,
    fame_value,
    health_change,
    icon_value,
    plain_icon_value,
    scratch_value,
)
from heorot.search.legend.prices import evaluate_discards, evaluate_payments, evaluate_returns
from heorot.search.legend.rivals import rank_spaces, sample_rivals
from heorot.search.legend.workspace import (
    DENIED,
    DRAWN,
    HEALED,
    ICON,
    KEPT,
    SCRATCH,
    SPECIAL,
    Workspace,
    clear_report,
    report_term,
)

WORLDS_OF_SKILLED = 64  # sampled for each answer

# ---- Single choices ------------------------------------------------------------------------------------------------


@routine
def space_value(box: Printed, s: State, seat: int, icon: int, f: Forecast, work: Workspace) -> int:
    """L6.2: Return the value of an icon space, including that rivals behind can no longer take it."""
    denied = 0
    behind = s.seats - s.taken - 1
    if behind:
        for place in range(s.taken + 1, s.seats):
            denied += icon_value(box, s, f, s.order[place], icon)
        denied = denied * (f.stake - POINT) // (POINT * behind)
    return report_term(work, ICON, icon, icon_value(box, s, f, seat, icon)) + report_term(work, DENIED, icon, denied)


@routine
def choice_value(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace) -> int:
    """L6.2, L3.6, L3.7, L6.8: Return the value of a space, an option, a recovered card, healing, or declining."""
    if RECOVER <= code < TAKE_BACK:
        return report_term(work, KEPT, code - RECOVER, f.card[s.episode + 1][code - RECOVER])
    if TAKE_ICON <= code < CHOOSE:
        return space_value(box, s, seat, box.space[s.episode][code - TAKE_ICON], f, work)
    if CHOOSE <= code < RETURN_SCRATCHES:
        icon = OPTIONS[code - CHOOSE]
        return report_term(work, ICON, icon, plain_icon_value(box, s, f, seat, icon))
    if code == CHOOSE_FAME:
        number = s.icon % NUMBERS
        return report_term(work, ICON, FAME_ICON * NUMBERS + number, fame_value(box, s, number))
    if code == HEAL_WOUND:
        return report_term(work, HEALED, code, health_change(s, f, seat, -1, 0))
    if code == HEAL_DOUBLE_WOUND:
        return report_term(work, HEALED, code, health_change(s, f, seat, -OF_A_DOUBLE_WOUND, 0))
    if code == HEAL_SCRATCHES:
        return report_term(work, HEALED, code, health_change(s, f, seat, 0, -s.scratches[seat]))
    return 0


# ---- Risks ---------------------------------------------------------------------------------------------------------


@routine
def minor_risk_value(box: Printed, s: State, seat: int, cards: int, f: Forecast, work: Workspace) -> int:
    """L3.2: Return the exact expected value of a risk in a minor episode: each match is kept; without one the seat
    takes a scratch. If the pile runs out, the discards become the new one (L1.8)."""
    card_values = f.card[s.episode + 1]
    first = min(cards, s.pile_size)
    kept = 0
    known = 0
    number = 0
    for face in range(PLAIN):
        matches = box.matching[s.episode] >> face & 1
        drawable = count_drawable(s, seat, face)
        number += drawable
        kept += drawable * matches * card_values[face]
        known += s.discards[face] * matches * card_values[face]
    work.failure_probability = chance_of_no_match(box, s, seat, cards)
    scratch = work.failure_probability * scratch_value(s, f, seat)
    value = scratch
    if number:
        value += first * kept / number
    if s.discards_size:
        value += min(cards - first, s.discards_size) * known / s.discards_size
    report_term(work, DRAWN, cards, int(value) - scratch)
    report_term(work, SCRATCH, 0, scratch)
    return int(value)


@kernel
def risk_value(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace) -> int:
    """L3.1: Return the value of a risk, with Beowulf's Daring if that is better, or of declining."""
    if code != TAKE_A_RISK:
        return 0
    value = minor_risk_value(box, s, seat, CARDS_OF_A_RISK, f, work)
    if holds(s, seat, DARING):
        clear_report(work)
        with_daring = minor_risk_value(box, s, seat, CARDS_OF_DARING, f, work)
        with_daring += report_term(work, SPECIAL, DARING, -f.card[s.episode + 1][DARING])
        if with_daring > value:
            return with_daring
        clear_report(work)
        return minor_risk_value(box, s, seat, CARDS_OF_A_RISK, f, work)
    return value


@routine
def sample_turn(box: Printed, s: State, seat: int, f: Forecast, work: Workspace, r: Stream) -> None:
    """Rank the spaces and sample the rivals' limits for an episode in turn. A report keeps the worlds it has."""
    if not work.reporting:
        rank_spaces(box, s, seat, f, work)
        sample_rivals(box, s, seat, f.turn_will, f, work, r)


# ---- Special cards -------------------------------------------------------------------------------------------------


@routine
def special_value(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace, r: Stream) -> int:
    """Chapter 7: Return the value of using a special card, minus its value for later, or of keeping it."""
    used = code != KEEP
    value = 0
    if s.phase == USE_BLESSING and used:
        value = report_term(work, KEPT, code - TAKE_BACK, f.card[s.episode + 1][code - TAKE_BACK])
    elif s.phase == USE_INSPIRATION and not used:
        value = report_term(work, ICON, s.icon, plain_icon_value(box, s, f, seat, s.icon))
    elif s.phase == USE_REST and used:
        returned = code - RETURN_SCRATCHES
        value = report_term(work, HEALED, HEAL_SCRATCHES, health_change(s, f, seat, 0, 1 - returned))
    elif s.phase == USE_REST:
        work.failure_probability = 1.0
        value = report_term(work, SCRATCH, 0, health_change(s, f, seat, 0, 1))
    elif s.phase == USE_DARING or s.phase == USE_RESOLVE:
        value = risk_card_value(box, s, seat, used, f, work, r)
    if used:
        special = BLESSING + s.phase - USE_BLESSING
        value += report_term(work, SPECIAL, special, -f.card[s.episode + 1][special])
    return value


@routine
def risk_card_value(box: Printed, s: State, seat: int, used: bool, f: Forecast, work: Workspace, r: Stream) -> int:
    """L7.4, L7.5: Return the value of the outcome of Beowulf's Daring or Resolve, used or kept."""
    if s.phase == USE_RESOLVE and not used:
        return failed_risk_value(box, s, seat, f, work)
    cards = CARDS_OF_DARING if s.phase == USE_DARING and used else CARDS_OF_A_RISK
    if box.kind[s.episode] == RISK:
        value = minor_risk_value(box, s, seat, cards, f, work)
        if s.phase == USE_RESOLVE and value < 0:
            clear_report(work)
            value = 0
        return value
    sample_turn(box, s, seat, f, work, r)
    code = best_turn_answer(box, s, seat, cards, f, work) if s.phase == USE_RESOLVE else TAKE_A_RISK
    return turn_value(box, s, seat, code, cards, f, work)


@kernel
def failed_risk_value(box: Printed, s: State, seat: int, f: Forecast, work: Workspace) -> int:
    """L3.2, L5.6: Return the value of a scratch, and of leaving where it is played in turn."""
    value = 0
    work.failure_probability = 1.0
    if box.kind[s.episode] != RISK:
        rank_spaces(box, s, seat, f, work)
        value = give_up_value(s, seat, f, work)
    return value + report_term(work, SCRATCH, 0, scratch_value(s, f, seat))


@kernel
def best_turn_answer(box: Printed, s: State, seat: int, cards: int, f: Forecast, work: Workspace) -> int:
    """L7.5: Return the best answer of a seat that decides again in turn, without reporting the answers compared."""
    reporting = work.reporting
    work.reporting = 0
    code = TAKE_A_RISK
    best = turn_risk_value(box, s, seat, cards, f, work)
    if last_marker_value(s, f, work) > best:
        code = GIVE_UP
        best = last_marker_value(s, f, work)
    for face in members(s.held[seat] & box.matching[s.episode]):
        value = lay_card_value(box, s, seat, face, f, work)
        if value > best:
            code = LAY_CARD + face
            best = value
    work.reporting = reporting
    return code


# ---- The answer ----------------------------------------------------------------------------------------------------


@routine
def answer_value(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace, r: Stream) -> int:
    """Return the expected value of one answer that is not part of a set."""
    if s.phase == TAKE_RISK:
        return risk_value(box, s, seat, code, f, work)
    if s.phase == LAY or s.phase == LAY_ON:
        cards = CARDS_OF_DARING if holds(s, seat, DARING) else CARDS_OF_A_RISK
        return turn_value(box, s, seat, code, cards, f, work)
    if s.phase == SHOW:
        return show_value(box, s, seat, code, f, work)
    if s.phase >= USE_BLESSING:
        return special_value(box, s, seat, code, f, work, r)
    return choice_value(box, s, seat, code, f, work)


@routine
def evaluate(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace, r: Stream) -> None:
    """Fill `work.value` with the expected value of every answer of the list."""
    if s.phase == BID:
        evaluate_bid(box, s, seat, out, f, work, r)
    elif s.phase == PAY:
        evaluate_payments(box, s, seat, out, f, work)
    elif s.phase == DISCARD_CARDS:
        evaluate_discards(box, s, seat, out, f, work)
    elif s.phase == RETURN_TOKENS:
        evaluate_returns(box, s, seat, out, f, work)
    else:
        if s.phase == LAY or s.phase == LAY_ON:
            sample_turn(box, s, seat, f, work, r)
        for i in range(out.count):
            work.value[i] = answer_value(box, s, seat, int(out.code[i]), f, work, r)


@routine
def skilled_answer(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace, r: Stream) -> int:
    """Return the best answer of the list; of equal ones, the first."""
    if out.count == 1:
        return int(out.code[0])
    evaluate(box, s, seat, out, f, work, r)
    best = 0
    for i in range(1, out.count):
        if work.value[i] > work.value[best]:
            best = i
    return int(out.code[best])
