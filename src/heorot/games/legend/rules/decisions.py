"""Every question with its answers, and what happens by itself between two of them.

A question is a pair: its choices are listed by one function, its answer carried out by another. Lists have a fixed
order, and a number means the same in all of them.
"""

from heorot.engine.accel import kernel, members, routine
from heorot.games.legend.actions import (
    GIVEN_CARD,
    GIVEN_SEAT,
    GIVEN_TOKEN,
    RECOVER,
    TAKE_ICON,
)
from heorot.games.legend.episodes.auction import answer_show, next_to_show, show_choices
from heorot.games.legend.episodes.in_turn import answer_lay, lay_choices, next_to_lay, out
from heorot.games.legend.episodes.opportunity import (
    answer_discard,
    answer_pay,
    answer_return,
    discard_choices,
    paid,
    pay_choices,
    return_choices,
)
from heorot.games.legend.episodes.recovery import next_to_take, recovery_card, take_card, take_choices
from heorot.games.legend.episodes.risk import (
    answer_risk,
    next_risk_card,
    risk_choices,
    risk_failed,
    risk_over,
    turned_over,
)
from heorot.games.legend.episodes.selection import answer_selection, select_choices
from heorot.games.legend.episodes.simultaneous import answer_bid, bid_choices, bids_discarded, bids_shown
from heorot.games.legend.lists import add
from heorot.games.legend.resolution import (
    clockwise,
    draw,
    draw_tokens,
    drawn,
    drawn_token,
    fame_or_heal,
    next_space,
    resolved,
    space_choices,
    take_space,
)
from heorot.games.legend.rules import begin_with, dealt, next_episode, next_hand, next_player, set_up
from heorot.games.legend.specials import (
    bless,
    blessing_choices,
    dare,
    inspire,
    resolve,
    rest,
    rest_choices,
    use_choices,
)
from heorot.games.legend.state import (
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
from heorot.games.legend.wounds import fame_or_heal_choices, heal, heal_choices

# ---- Who is asked --------------------------------------------------------------------------------------------------


@kernel
def next_actor(s: State) -> int:
    """L4.4: who is asked; of several at once, the one nearest clockwise from the first player."""
    if s.phase != BID:
        return s.seat
    seat = s.first
    while s.pending >> seat & 1 == 0:
        seat = clockwise(s, seat, 1)
    return seat


# ---- Questions -----------------------------------------------------------------------------------------------------


@kernel
def legal(box: Printed, s: State, seat: int, out: Choices) -> None:
    """Every answer of an asked seat to the open question, in a fixed order; what chance may answer is `possible`."""
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
    """Chapter 3."""
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
    """Auctions, the last space, and special cards."""
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
    """Carry out one answer to the open question, and nothing that follows by itself."""
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
    """Chapter 3."""
    if s.phase == TAKE_RISK:
        answer_risk(s, code)
    elif s.phase == TAKE_CARD:
        take_card(s, code - RECOVER)
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
    """Auctions, the last space, and special cards."""
    if s.phase == SHOW:
        answer_show(s, code)
    elif s.phase == FAME_OR_HEAL:
        fame_or_heal(box, s, code)
    elif s.phase == USE_BLESSING:
        bless(s, code)
    elif s.phase == USE_INSPIRATION:
        inspire(box, s, code)
    elif s.phase == USE_DARING:
        dare(s, code)
    elif s.phase == USE_RESOLVE:
        resolve(box, s, code)
    else:
        rest(s, code)


# ---- Chance --------------------------------------------------------------------------------------------------------


@kernel
def possible(s: State, out: Choices) -> None:
    """Everything chance may say now: a seat, a card that is left in the pile, an alliance token."""
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
    """How many equally likely cases stand behind what chance may say: cards in the pile, tokens face down."""
    if code >= GIVEN_SEAT:
        return 1
    if code >= GIVEN_TOKEN:
        return s.tokens[SUPPLY][code - GIVEN_TOKEN]
    return s.pile[code - GIVEN_CARD]


@kernel
def answer_chance(s: State, code: int) -> None:
    """What chance says."""
    if s.phase == RISK_CARD:
        turned_over(s, code - GIVEN_CARD)
    elif s.phase == RECOVERY_CARD:
        recovery_card(s, code - GIVEN_CARD)
    elif s.phase == DRAWN_CARD:
        drawn(s, code - GIVEN_CARD)
    elif s.phase == DEALT_CARD:
        dealt(s, code - GIVEN_CARD)
    elif s.phase == DRAWN_TOKEN:
        drawn_token(s, code - GIVEN_TOKEN)
    else:
        begin_with(s, code - GIVEN_SEAT)


# ---- What happens by itself ----------------------------------------------------------------------------------------


@kernel
def advance(box: Printed, s: State) -> None:
    """Everything that happens by itself, up to the next question."""
    while s.phase < FIRST_CHANCE:
        if s.phase == NEXT_PLAYER:
            next_player(box, s)
        elif s.phase == TURN_OVER:
            next_risk_card(s)
        elif s.phase == DRAW:
            draw(s)
        elif s.phase == NEXT_TO_TAKE:
            next_to_take(s)
        elif s.phase == NEXT_SPACE:
            next_space(s)
        elif s.phase == NEXT_TO_LAY:
            next_to_lay(s)
        else:
            advance_rarely(box, s)


@routine
def advance_rarely(box: Printed, s: State) -> None:
    """The rest of it."""
    if s.phase == RISK_OVER:
        risk_over(box, s)
    elif s.phase == RISK_FAILED:
        risk_failed(box, s)
    elif s.phase == OUT:
        out(s)
    elif s.phase == NEXT_HAND:
        next_hand(box, s)
    elif s.phase == DRAW_TOKEN:
        draw_tokens(s)
    elif s.phase == BIDS_SHOWN:
        bids_shown(box, s)
    elif s.phase == BIDS_DISCARDED:
        bids_discarded(s)
    elif s.phase == RESOLVED:
        resolved(box, s)
    elif s.phase == PAID:
        paid(box, s)
    elif s.phase == NEXT_TO_SHOW:
        next_to_show(box, s)
    else:
        next_episode(box, s)


@routine
def begin(box: Printed, s: State, seats: int, first: int, advanced_game: int, fallen_variant: int) -> None:
    """A new game, up to its first question."""
    set_up(box, s, seats, first, advanced_game, fallen_variant)
    advance(box, s)


@kernel
def apply(box: Printed, s: State, seat: int, code: int) -> None:
    """One answer and all that follows by itself, up to the next question."""
    answer(box, s, seat, code)
    advance(box, s)
