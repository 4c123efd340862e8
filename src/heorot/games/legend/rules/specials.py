"""Chapter 7: special cards with a text. Each is an ordinary question at its moment; `then` is the phase that follows. A
used card leaves the game (L7.1)."""

from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import KEEP, RETURN_SCRATCHES, TAKE_BACK, USE
from heorot.games.legend.model.state import (
    BLESSING,
    DARING,
    INSPIRATION,
    LAID,
    LAY,
    RESOLVE,
    REST,
    RISK,
    RISK_FAILED,
    SCRATCHES_OF_A_WOUND,
    TAKE_RISK,
    TURN_OVER,
    TURNED,
    USE_BLESSING,
    USE_DARING,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.answer_list import add, add_members
from heorot.games.legend.rules.cards import discard_all, holds, out_of_hand, take_back
from heorot.games.legend.rules.resolution import carry_out
from heorot.games.legend.rules.wounds import add_scratch

CARDS_OF_A_RISK, CARDS_OF_DARING = 2, 5  # L3.2, L7.4


@kernel
def use_choices(out: Choices) -> None:
    """L7.7: List the answers: use the card or keep it."""
    add(out, USE)
    add(out, KEEP)


# ---- King Hrothgar's Blessing --------------------------------------------------------------------------------------


@kernel
def discard_laid(s: State) -> None:
    """L7.2: Discard the cards that the seat has laid, after the question about King Hrothgar's Blessing; `then`
    follows."""
    if holds(s, s.seat, BLESSING) and s.held[LAID + s.seat] != 0:
        s.phase = USE_BLESSING
    else:
        discard_all(s, LAID + s.seat)
        s.phase = s.then


@kernel
def blessing_choices(s: State, out: Choices) -> None:
    """L7.2: List the cards laid by the seat, and keeping the Blessing."""
    add_members(out, s.held[LAID + s.seat], TAKE_BACK)
    add(out, KEEP)


@kernel
def answer_blessing(s: State, code: int) -> None:
    """L7.2: Take one laid card back or none, and discard the others."""
    if code != KEEP:
        out_of_hand(s, s.seat, BLESSING)
        take_back(s, s.seat, code - TAKE_BACK)
    discard_all(s, LAID + s.seat)
    s.phase = s.then


# ---- Queen Wealhtheow's Inspiration --------------------------------------------------------------------------------


@kernel
def answer_inspiration(box: Printed, s: State, code: int) -> None:
    """L7.3: Avoid the effect of the icon space, cards included, or carry it out."""
    if code == USE:
        out_of_hand(s, s.seat, INSPIRATION)
        s.phase = s.then
    else:
        carry_out(box, s)


# ---- Beowulf's Daring ----------------------------------------------------------------------------------------------


@kernel
def take_risk(s: State) -> None:
    """L3.2, L5.6, L7.4: Turn over two cards, after the question about Beowulf's Daring."""
    if holds(s, s.seat, DARING):
        s.phase = USE_DARING
    else:
        turn_over(s, CARDS_OF_A_RISK)


@kernel
def turn_over(s: State, number: int) -> None:
    """L3.2: Begin to turn over a number of cards, as far as there are any."""
    s.draws_due = number
    s.phase = TURN_OVER


@kernel
def answer_daring(s: State, code: int) -> None:
    """L7.4: Turn over five cards instead of two, or two."""
    if code == USE:
        out_of_hand(s, s.seat, DARING)
        turn_over(s, CARDS_OF_DARING)
    else:
        turn_over(s, CARDS_OF_A_RISK)


# ---- Beowulf's Resolve ---------------------------------------------------------------------------------------------


@kernel
def answer_resolve(box: Printed, s: State, code: int) -> None:
    """L7.5: Discard the cards without a scratch and let the seat decide again, or fail the risk. A used Daring stays
    spent."""
    if code == USE:
        out_of_hand(s, s.seat, RESOLVE)
        discard_all(s, TURNED)
        s.phase = TAKE_RISK if box.kind[s.episode] == RISK else LAY
    else:
        s.phase = RISK_FAILED


# ---- The Warrior's Rest --------------------------------------------------------------------------------------------


@kernel
def rest_choices(out: Choices) -> None:
    """L7.6: List the answers: return one or two scratches, or none."""
    for number in range(1, SCRATCHES_OF_A_WOUND):
        add(out, RETURN_SCRATCHES + number)
    add(out, KEEP)


@kernel
def answer_rest(s: State, code: int) -> None:
    """L7.6: Return one or two scratches, or none, and then take the third one."""
    if code != KEEP:
        out_of_hand(s, s.seat, REST)
        s.scratches[s.seat] -= code - RETURN_SCRATCHES
    add_scratch(s)
