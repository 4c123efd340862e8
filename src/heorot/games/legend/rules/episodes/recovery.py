"""Recovery (L3.7): two cards for each player are turned over, then taken one at a time."""

from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import RECOVER
from heorot.games.legend.model.state import (
    NEXT_EPISODE,
    NEXT_TO_TAKE,
    RECOVERY_CARD,
    TAKE_CARD,
    TURNED,
    Choices,
    State,
)
from heorot.games.legend.rules.answer_list import add_members
from heorot.games.legend.rules.cards import prepare_next_card, take, to_hand, turn_over_card
from heorot.games.legend.rules.resolution import clockwise

CARDS_FOR_EACH = 2


@kernel
def begin_recovery(s: State) -> None:
    """L3.7: Begin to turn over two cards for each player."""
    s.draws_due = CARDS_FOR_EACH * s.seats
    s.phase = NEXT_TO_TAKE


@kernel
def next_to_take(s: State) -> None:
    """L3.7: Turn over the cards, as many as there are; then let each player take one clockwise, and a second, until
    none remains."""
    if prepare_next_card(s):
        s.phase = RECOVERY_CARD
    elif s.held[TURNED] == 0:
        s.phase = NEXT_EPISODE
    else:
        s.draws_due = 0
        s.seat = clockwise(s, s.first, s.turns_taken % s.seats)
        s.turns_taken += 1
        s.phase = TAKE_CARD


@kernel
def turn_over_for_recovery(s: State, face: int) -> None:
    """L3.7: Turn over one card."""
    turn_over_card(s, face)
    s.draws_due -= 1
    s.phase = NEXT_TO_TAKE


@kernel
def take_choices(s: State, out: Choices) -> None:
    """L3.7: List the cards; a player may not decline."""
    add_members(out, s.held[TURNED], RECOVER)


@kernel
def recover_card(s: State, face: int) -> None:
    """L3.7: Take a card openly into the hand."""
    take(s, TURNED, face)
    to_hand(s, s.seat, face)
    s.phase = NEXT_TO_TAKE
