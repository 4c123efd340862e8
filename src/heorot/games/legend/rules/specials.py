"""Chapter 7: the special cards with a text. Each is asked about at its moment, as an ordinary question; `then` is the
phase that follows. All of them leave the game when used (L7.1)."""

from heorot.engine.accel import kernel
from heorot.games.legend.actions import KEEP, RETURN_SCRATCHES, TAKE_BACK, USE
from heorot.games.legend.cards import discard_all, holds, out_of_hand, take_back
from heorot.games.legend.lists import add, add_members
from heorot.games.legend.resolution import carry_out
from heorot.games.legend.state import (
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
from heorot.games.legend.wounds import scratch

CARDS_OF_A_RISK, CARDS_OF_DARING = 2, 5  # L3.2, L7.4


@kernel
def use_choices(out: Choices) -> None:
    """L7.7: use it, or keep it."""
    add(out, USE)
    add(out, KEEP)


# ---- King Hrothgar's Blessing --------------------------------------------------------------------------------------


@kernel
def discard_laid(s: State) -> None:
    """L7.2: what the seat has played is about to be discarded; before that, one card may be taken back. `then`
    follows."""
    if holds(s, s.seat, BLESSING) and s.held[LAID + s.seat] != 0:
        s.phase = USE_BLESSING
    else:
        discard_all(s, LAID + s.seat)
        s.phase = s.then


@kernel
def blessing_choices(s: State, out: Choices) -> None:
    """L7.2: one of the cards that lie in front of the seat, or none."""
    add_members(out, s.held[LAID + s.seat], TAKE_BACK)
    add(out, KEEP)


@kernel
def bless(s: State, code: int) -> None:
    """L7.2: one card back to the hand, or none; the others are discarded."""
    if code != KEEP:
        out_of_hand(s, s.seat, BLESSING)
        take_back(s, s.seat, code - TAKE_BACK)
    discard_all(s, LAID + s.seat)
    s.phase = s.then


# ---- Queen Wealhtheow's Inspiration --------------------------------------------------------------------------------


@kernel
def inspire(box: Printed, s: State, code: int) -> None:
    """L7.3: avoid what the icon space would do, and take no cards then; or take it."""
    if code == USE:
        out_of_hand(s, s.seat, INSPIRATION)
        s.phase = s.then
    else:
        carry_out(box, s)


# ---- Beowulf's Daring ----------------------------------------------------------------------------------------------


@kernel
def take_risk(s: State) -> None:
    """L3.2, L5.6, L7.4: two cards are turned over, or five with Beowulf's Daring, which is asked about before every
    risk."""
    if holds(s, s.seat, DARING):
        s.phase = USE_DARING
    else:
        turn_over(s, CARDS_OF_A_RISK)


@kernel
def turn_over(s: State, number: int) -> None:
    """L3.2: so many cards, as far as there are any."""
    s.owed = number
    s.phase = TURN_OVER


@kernel
def dare(s: State, code: int) -> None:
    """L7.4: five cards instead of two."""
    if code == USE:
        out_of_hand(s, s.seat, DARING)
        turn_over(s, CARDS_OF_DARING)
    else:
        turn_over(s, CARDS_OF_A_RISK)


# ---- Beowulf's Resolve ---------------------------------------------------------------------------------------------


@kernel
def resolve(box: Printed, s: State, code: int) -> None:
    """L7.5: no scratch, the cards are discarded, and the seat decides again; a Daring stays spent."""
    if code == USE:
        out_of_hand(s, s.seat, RESOLVE)
        discard_all(s, TURNED)
        s.phase = TAKE_RISK if box.kind[s.episode] == RISK else LAY
    else:
        s.phase = RISK_FAILED


# ---- The Warrior's Rest --------------------------------------------------------------------------------------------


@kernel
def rest_choices(out: Choices) -> None:
    """L7.6: return one or two scratches, or none."""
    for number in range(1, SCRATCHES_OF_A_WOUND):
        add(out, RETURN_SCRATCHES + number)
    add(out, KEEP)


@kernel
def rest(s: State, code: int) -> None:
    """L7.6: one or two scratches are returned before the third one comes, or none."""
    if code != KEEP:
        out_of_hand(s, s.seat, REST)
        s.scratches[s.seat] -= code - RETURN_SCRATCHES
    scratch(s)
