"""Every question with its answers, and the automatic steps between questions.

For each question one function lists the choices and another carries out the answer. Lists have a fixed order, and a
code means the same action in all of them.
"""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.actions import (
    GIVEN_CARD,
    GIVEN_SEAT,
    GIVEN_TOKEN,
    RECOVER,
    TAKE_ICON,
)
from heorot.games.legend.model.state import (
    ALLIANCE,
    BID,
    BIDS_DISCARDED,
    BIDS_SHOWN,
    DEALT_CARD,
    DISCARD_CARDS,
    DRAW,
    DRAW_TOKEN,
    DRAWN_CARD,
    DRAWN_TOKEN,
    FAME_OR_HEAL,
    FIRST_CHANCE,
    FIRST_QUESTION,
    FIRST_SEAT,
    HEAL,
    LAY_ON,
    NEXT_HAND,
    NEXT_PLAYER,
    NEXT_SPACE,
    NEXT_TO_LAY,
    NEXT_TO_SHOW,
    NEXT_TO_TAKE,
    OUT,
    PAID,
    PAY,
    PLAIN,
    RECOVERY_CARD,
    RESOLVED,
    RETURN_TOKENS,
    RISK_CARD,
    RISK_FAILED,
    RISK_OVER,
    SELECT,
    SHOW,
    SUPPLY,
    TAKE_CARD,
    TAKE_RISK,
    TAKE_SPACE,
    TURN_OVER,
    USE_BLESSING,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    USE_REST,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.answer_list import add
from heorot.games.legend.rules.episodes.auction import answer_show, next_to_show, show_choices
from heorot.games.legend.rules.episodes.in_turn import answer_lay, drop_out, lay_choices, next_to_lay
from heorot.games.legend.rules.episodes.opportunity import (
    answer_discard,
    answer_pay,
    answer_return,
    discard_choices,
    grant_offer,
    pay_choices,
    return_choices,
)
from heorot.games.legend.rules.episodes.recovery import next_to_take, recover_card, take_choices, turn_over_for_recovery
from heorot.games.legend.rules.episodes.risk import (
    answer_risk,
    end_risk,
    fail_risk,
    next_risk_card,
    risk_choices,
    turn_over_for_risk,
)
from heorot.games.legend.rules.episodes.selection import answer_selection, select_choices
from heorot.games.legend.rules.episodes.simultaneous import answer_bid, bid_choices, discard_bids, show_bids
from heorot.games.legend.rules.game_flow import begin_with, dealt, next_episode, next_hand, next_player, set_up
from heorot.games.legend.rules.resolution import (
    clockwise,
    draw_cards,
    draw_tokens,
    end_resolution,
    fame_or_heal,
    next_space,
    receive_card,
    receive_token,
    space_choices,
    take_space,
)
from heorot.games.legend.rules.specials import (
    answer_blessing,
    answer_daring,
    answer_inspiration,
    answer_resolve,
    answer_rest,
    blessing_choices,
    rest_choices,
    use_choices,
)
from heorot.games.legend.rules.wounds import fame_or_heal_choices, heal, heal_choices

# ---- Player to answer ----------------------------------------------------------------------------------------------


@kernel
def next_actor(s: State) -> int:
    """L4.4: Return the seat to answer; for sealed bids, the pending seat nearest clockwise from the first player."""
    if s.phase != BID:
        return s.seat
    seat = s.first
    while s.pending >> seat & 1 == 0:
        seat = clockwise(s, seat, 1)
    return seat


# ---- Questions -----------------------------------------------------------------------------------------------------


@kernel
def legal(box: Printed, s: State, seat: int, out: Choices) -> None:
    """List every legal answer of a seat to the open question, in a fixed order; answers of chance are in `possible`."""
    out.count = 0
    if s.phase == BID:
        bid_choices(s, seat, out)
    elif s.phase < BID:
        minor_choices(box, s, out)
    elif s.phase <= LAY_ON:
        lay_choices(box, s, out)
    elif s.phase == TAKE_SPACE:
        space_choices(box, s, out)
    else:
        rare_choices(s, out)


@kernel
def minor_choices(box: Printed, s: State, out: Choices) -> None:
    """Chapter 3: List the answers in minor episodes."""
    if s.phase == TAKE_RISK:
        risk_choices(out)
    elif s.phase == TAKE_CARD:
        take_choices(s, out)
    elif s.phase == SELECT:
        select_choices(s, out)
    elif s.phase == PAY:
        pay_choices(box, s, out)
    elif s.phase == DISCARD_CARDS:
        discard_choices(box, s, out)
    elif s.phase == RETURN_TOKENS:
        return_choices(box, s, out)
    elif s.phase == HEAL:
        heal_choices(s, out)


@routine
def rare_choices(s: State, out: Choices) -> None:
    """List the answers in auctions, to a fame-or-heal space and about special cards."""
    if s.phase == SHOW:
        show_choices(s, out)
    elif s.phase == FAME_OR_HEAL:
        fame_or_heal_choices(s, out)
    elif s.phase == USE_BLESSING:
        blessing_choices(s, out)
    elif s.phase == USE_REST:
        rest_choices(out)
    elif s.phase <= USE_REST:
        use_choices(out)


# ---- Answers -------------------------------------------------------------------------------------------------------


@kernel
def answer(box: Printed, s: State, seat: int, code: int) -> None:
    """Carry out one answer to the open question, without the automatic steps that follow."""
    if s.phase < FIRST_QUESTION:
        answer_chance(s, code)
    elif s.phase == BID:
        answer_bid(s, seat, code)
    elif s.phase < BID:
        answer_minor(box, s, code)
    elif s.phase <= LAY_ON:
        answer_lay(box, s, code)
    elif s.phase == TAKE_SPACE:
        take_space(box, s, code - TAKE_ICON)
    else:
        answer_rare(box, s, code)


@kernel
def answer_minor(box: Printed, s: State, code: int) -> None:
    """Chapter 3: Carry out an answer in a minor episode."""
    if s.phase == TAKE_RISK:
        answer_risk(s, code)
    elif s.phase == TAKE_CARD:
        recover_card(s, code - RECOVER)
    elif s.phase == SELECT:
        answer_selection(box, s, code)
    elif s.phase == PAY:
        answer_pay(box, s, code)
    elif s.phase == DISCARD_CARDS:
        answer_discard(s, code)
    elif s.phase == RETURN_TOKENS:
        answer_return(s, code)
    else:
        heal(s, code)


@routine
def answer_rare(box: Printed, s: State, code: int) -> None:
    """Carry out an answer in an auction, to a fame-or-heal space or about a special card."""
    if s.phase == SHOW:
        answer_show(s, code)
    elif s.phase == FAME_OR_HEAL:
        fame_or_heal(box, s, code)
    elif s.phase == USE_BLESSING:
        answer_blessing(s, code)
    elif s.phase == USE_INSPIRATION:
        answer_inspiration(box, s, code)
    elif s.phase == USE_DARING:
        answer_daring(s, code)
    elif s.phase == USE_RESOLVE:
        answer_resolve(box, s, code)
    else:
        answer_rest(s, code)


# ---- Chance --------------------------------------------------------------------------------------------------------


@kernel
def chance_choices(s: State, out: Choices) -> None:
    """List every possible answer of chance: a seat, a card of the pile, or an alliance token."""
    out.count = 0
    if s.phase == FIRST_SEAT:
        for seat in range(s.seats):
            add(out, GIVEN_SEAT + seat)
    elif s.phase == DRAWN_TOKEN:
        for token in members(s.owned[SUPPLY] & -(1 << ALLIANCE)):
            add(out, GIVEN_TOKEN + token)
    else:
        for face in range(PLAIN):
            if s.pile[face]:
                add(out, GIVEN_CARD + face)


@kernel
def weight(s: State, code: int) -> int:
    """Return the number of equally likely cases behind an answer of chance: cards in the pile or face-down tokens."""
    if code >= GIVEN_SEAT:
        return 1
    if code >= GIVEN_TOKEN:
        return s.tokens[SUPPLY][code - GIVEN_TOKEN]
    return s.pile[code - GIVEN_CARD]


@kernel
def answer_chance(s: State, code: int) -> None:
    """Carry out an answer of chance."""
    if s.phase == RISK_CARD:
        turn_over_for_risk(s, code - GIVEN_CARD)
    elif s.phase == RECOVERY_CARD:
        turn_over_for_recovery(s, code - GIVEN_CARD)
    elif s.phase == DRAWN_CARD:
        receive_card(s, code - GIVEN_CARD)
    elif s.phase == DEALT_CARD:
        dealt(s, code - GIVEN_CARD)
    elif s.phase == DRAWN_TOKEN:
        receive_token(s, code - GIVEN_TOKEN)
    else:
        begin_with(s, code - GIVEN_SEAT)


# ---- Automatic steps -----------------------------------------------------------------------------------------------


@kernel
def advance(box: Printed, s: State) -> None:
    """Carry out all automatic steps up to the next question."""
    while s.phase < FIRST_CHANCE:
        if s.phase == NEXT_PLAYER:
            next_player(box, s)
        elif s.phase == TURN_OVER:
            next_risk_card(s)
        elif s.phase == DRAW:
            draw_cards(s)
        elif s.phase == NEXT_TO_TAKE:
            next_to_take(s)
        elif s.phase == NEXT_SPACE:
            next_space(s)
        elif s.phase == NEXT_TO_LAY:
            next_to_lay(s)
        else:
            advance_rare(box, s)


@routine
def advance_rare(box: Printed, s: State) -> None:
    """Carry out one of the less frequent automatic steps."""
    if s.phase == RISK_OVER:
        end_risk(box, s)
    elif s.phase == RISK_FAILED:
        fail_risk(box, s)
    elif s.phase == OUT:
        drop_out(s)
    elif s.phase == NEXT_HAND:
        next_hand(box, s)
    elif s.phase == DRAW_TOKEN:
        draw_tokens(s)
    elif s.phase == BIDS_SHOWN:
        show_bids(box, s)
    elif s.phase == BIDS_DISCARDED:
        discard_bids(s)
    elif s.phase == RESOLVED:
        end_resolution(box, s)
    elif s.phase == PAID:
        grant_offer(box, s)
    elif s.phase == NEXT_TO_SHOW:
        next_to_show(box, s)
    else:
        next_episode(box, s)


@routine
def begin(box: Printed, s: State, seats: int, first: int, advanced_game: int, fallen_variant: int) -> None:
    """Set up a game and advance to its first question."""
    set_up(box, s, seats, first, advanced_game, fallen_variant)
    advance(box, s)


@kernel
def apply(box: Printed, s: State, seat: int, code: int) -> None:
    """Carry out an answer and all automatic steps up to the next question."""
    answer(box, s, seat, code)
    advance(box, s)
