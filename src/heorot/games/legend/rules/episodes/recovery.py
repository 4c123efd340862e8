"""Recovery (L3.7): two cards for each player are turned over, and taken one by one."""

from heorot.engine.accel import kernel
from heorot.games.legend.actions import RECOVER
from heorot.games.legend.cards import needs_card, take, to_hand, turn_over_card
from heorot.games.legend.lists import add_members
from heorot.games.legend.resolution import clockwise
from heorot.games.legend.state import (
    NEXT_EPISODE,
    NEXT_TO_TAKE,
    RECOVERY_CARD,
    TAKE_CARD,
    TURNED,
    Choices,
    State,
)

CARDS_FOR_EACH = 2


@kernel
def begin_recovery(s: State) -> None:
    """L3.7: two cards for each player are owed."""
    s.owed = CARDS_FOR_EACH * s.seats
    s.phase = NEXT_TO_TAKE


@kernel
def next_to_take(s: State) -> None:
    """L3.7: first all cards are turned over, as many as there are; then each takes one clockwise, and then each a
    second, until none remains."""
    if needs_card(s):
        s.phase = RECOVERY_CARD
    elif s.held[TURNED] == 0:
        s.phase = NEXT_EPISODE
    else:
        s.owed = 0
        s.seat = clockwise(s, s.first, s.served % s.seats)
        s.served += 1
        s.phase = TAKE_CARD


@kernel
def recovery_card(s: State, face: int) -> None:
    """L3.7: one card is turned over."""
    turn_over_card(s, face)
    s.owed -= 1
    s.phase = NEXT_TO_TAKE


@kernel
def take_choices(s: State, out: Choices) -> None:
    """L3.7: one of the cards; nobody may decline."""
    add_members(out, s.held[TURNED], RECOVER)


@kernel
def take_card(s: State, face: int) -> None:
    """L3.7: it joins the hand, for all to remember."""
    take(s, TURNED, face)
    to_hand(s, s.seat, face)
    s.phase = NEXT_TO_TAKE
