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
    give_up_worth,
    last_marker_worth,
    lay_card_worth,
    show_worth,
    turn_risk_worth,
    turn_worth,
)
from heorot.search.legend.evaluation import (
    POINT,
    Forecast,
    fame_worth,
    health_change,
    icon_worth,
    plain_icon_worth,
    scratch_worth,
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
def space_worth(box: Printed, s: State, seat: int, icon: int, f: Forecast, work: Workspace) -> int:
    """L6.2: Return the worth of an icon space, including that rivals behind can no longer take it."""
    denied = 0
    behind = s.seats - s.taken - 1
    if behind:
        for place in range(s.taken + 1, s.seats):
            denied += icon_worth(box, s, f, s.order[place], icon)
        denied = denied * (f.stake - POINT) // (POINT * behind)
    return report_term(work, ICON, icon, icon_worth(box, s, f, seat, icon)) + report_term(work, DENIED, icon, denied)


@routine
def choice_worth(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace) -> int:
    """L6.2, L3.6, L3.7, L6.8: Return the worth of a space, an option, a recovered card, healing, or declining."""
    if RECOVER <= code < TAKE_BACK:
        return report_term(work, KEPT, code - RECOVER, f.card[s.episode + 1][code - RECOVER])
    if TAKE_ICON <= code < CHOOSE:
        return space_worth(box, s, seat, box.space[s.episode][code - TAKE_ICON], f, work)
    if CHOOSE <= code < RETURN_SCRATCHES:
        icon = OPTIONS[code - CHOOSE]
        return report_term(work, ICON, icon, plain_icon_worth(box, s, f, seat, icon))
    if code == CHOOSE_FAME:
        number = s.icon % NUMBERS
        return report_term(work, ICON, FAME_ICON * NUMBERS + number, fame_worth(box, s, number))
    if code == HEAL_WOUND:
        return report_term(work, HEALED, code, health_change(s, f, seat, -1, 0))
    if code == HEAL_DOUBLE_WOUND:
        return report_term(work, HEALED, code, health_change(s, f, seat, -OF_A_DOUBLE_WOUND, 0))
    if code == HEAL_SCRATCHES:
        return report_term(work, HEALED, code, health_change(s, f, seat, 0, -s.scratches[seat]))
    return 0


# ---- Risks ---------------------------------------------------------------------------------------------------------


@routine
def minor_risk_worth(box: Printed, s: State, seat: int, cards: int, f: Forecast, work: Workspace) -> int:
    """L3.2: Return the exact expected worth of a risk in a minor episode: each match is kept; without one the seat
    takes a scratch. If the pile runs out, the discards become the new one (L1.8)."""
    value = f.card[s.episode + 1]
    first = min(cards, s.pile_size)
    kept = 0
    known = 0
    number = 0
    for face in range(PLAIN):
        matches = box.matching[s.episode] >> face & 1
        drawable = count_drawable(s, seat, face)
        number += drawable
        kept += drawable * matches * value[face]
        known += s.discards[face] * matches * value[face]
    work.fails = chance_of_no_match(box, s, seat, cards)
    scratch = work.fails * scratch_worth(s, f, seat)
    worth = scratch
    if number:
        worth += first * kept / number
    if s.discards_size:
        worth += min(cards - first, s.discards_size) * known / s.discards_size
    report_term(work, DRAWN, cards, int(worth) - scratch)
    report_term(work, SCRATCH, 0, scratch)
    return int(worth)


@kernel
def risk_worth(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace) -> int:
    """L3.1: Return the worth of a risk, with Beowulf's Daring if that is better, or of declining."""
    if code != TAKE_A_RISK:
        return 0
    worth = minor_risk_worth(box, s, seat, CARDS_OF_A_RISK, f, work)
    if holds(s, seat, DARING):
        clear_report(work)
        with_daring = minor_risk_worth(box, s, seat, CARDS_OF_DARING, f, work)
        with_daring += report_term(work, SPECIAL, DARING, -f.card[s.episode + 1][DARING])
        if with_daring > worth:
            return with_daring
        clear_report(work)
        return minor_risk_worth(box, s, seat, CARDS_OF_A_RISK, f, work)
    return worth


@routine
def sample_turn(box: Printed, s: State, seat: int, f: Forecast, work: Workspace, r: Stream) -> None:
    """Rank the spaces and sample the rivals' limits for an episode in turn. A report keeps the worlds it has."""
    if not work.reporting:
        rank_spaces(box, s, seat, f, work)
        sample_rivals(box, s, seat, f.turn_will, f, work, r)


# ---- Special cards -------------------------------------------------------------------------------------------------


@routine
def special_worth(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace, r: Stream) -> int:
    """Chapter 7: Return the worth of using a special card, less its worth for later, or of keeping it."""
    used = code != KEEP
    worth = 0
    if s.phase == USE_BLESSING and used:
        worth = report_term(work, KEPT, code - TAKE_BACK, f.card[s.episode + 1][code - TAKE_BACK])
    elif s.phase == USE_INSPIRATION and not used:
        worth = report_term(work, ICON, s.icon, plain_icon_worth(box, s, f, seat, s.icon))
    elif s.phase == USE_REST and used:
        returned = code - RETURN_SCRATCHES
        worth = report_term(work, HEALED, HEAL_SCRATCHES, health_change(s, f, seat, 0, 1 - returned))
    elif s.phase == USE_REST:
        work.fails = 1.0
        worth = report_term(work, SCRATCH, 0, health_change(s, f, seat, 0, 1))
    elif s.phase == USE_DARING or s.phase == USE_RESOLVE:
        worth = risk_card_worth(box, s, seat, used, f, work, r)
    if used:
        special = BLESSING + s.phase - USE_BLESSING
        worth += report_term(work, SPECIAL, special, -f.card[s.episode + 1][special])
    return worth


@routine
def risk_card_worth(box: Printed, s: State, seat: int, used: bool, f: Forecast, work: Workspace, r: Stream) -> int:
    """L7.4, L7.5: Return the worth of the outcome of Beowulf's Daring or Resolve, used or kept."""
    if s.phase == USE_RESOLVE and not used:
        return failed_risk_worth(box, s, seat, f, work)
    cards = CARDS_OF_DARING if s.phase == USE_DARING and used else CARDS_OF_A_RISK
    if box.kind[s.episode] == RISK:
        worth = minor_risk_worth(box, s, seat, cards, f, work)
        if s.phase == USE_RESOLVE and worth < 0:
            clear_report(work)
            worth = 0
        return worth
    sample_turn(box, s, seat, f, work, r)
    code = best_turn_answer(box, s, seat, cards, f, work) if s.phase == USE_RESOLVE else TAKE_A_RISK
    return turn_worth(box, s, seat, code, cards, f, work)


@kernel
def failed_risk_worth(box: Printed, s: State, seat: int, f: Forecast, work: Workspace) -> int:
    """L3.2, L5.6: Return the worth of a scratch, and of leaving where it is played in turn."""
    worth = 0
    work.fails = 1.0
    if box.kind[s.episode] != RISK:
        rank_spaces(box, s, seat, f, work)
        worth = give_up_worth(s, seat, f, work)
    return worth + report_term(work, SCRATCH, 0, scratch_worth(s, f, seat))


@kernel
def best_turn_answer(box: Printed, s: State, seat: int, cards: int, f: Forecast, work: Workspace) -> int:
    """L7.5: Return the best answer of a seat that decides again in turn, without reporting the answers compared."""
    reporting = work.reporting
    work.reporting = 0
    code = TAKE_A_RISK
    best = turn_risk_worth(box, s, seat, cards, f, work)
    if last_marker_worth(s, f, work) > best:
        code = GIVE_UP
        best = last_marker_worth(s, f, work)
    for face in members(s.held[seat] & box.matching[s.episode]):
        worth = lay_card_worth(box, s, seat, face, f, work)
        if worth > best:
            code = LAY_CARD + face
            best = worth
    work.reporting = reporting
    return code


# ---- The answer ----------------------------------------------------------------------------------------------------


@routine
def answer_worth(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace, r: Stream) -> int:
    """Return the expected worth of one answer that is not part of a set."""
    if s.phase == TAKE_RISK:
        return risk_worth(box, s, seat, code, f, work)
    if s.phase == LAY or s.phase == LAY_ON:
        cards = CARDS_OF_DARING if holds(s, seat, DARING) else CARDS_OF_A_RISK
        return turn_worth(box, s, seat, code, cards, f, work)
    if s.phase == SHOW:
        return show_worth(box, s, seat, code, f, work)
    if s.phase >= USE_BLESSING:
        return special_worth(box, s, seat, code, f, work, r)
    return choice_worth(box, s, seat, code, f, work)


@routine
def evaluate(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace, r: Stream) -> None:
    """Fill `work.worth` with the expected worth of every answer of the list."""
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
            work.worth[i] = answer_worth(box, s, seat, int(out.code[i]), f, work, r)


@routine
def skilled_answer(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace, r: Stream) -> int:
    """Return the best answer of the list; of equal ones, the first."""
    if out.count == 1:
        return int(out.code[0])
    evaluate(box, s, seat, out, f, work, r)
    best = 0
    for i in range(1, out.count):
        if work.worth[i] > work.worth[best]:
            best = i
    return int(out.code[best])
