"""Risk (L3.2), and the cards that any risk turns over, also in a major episode (L5.6)."""

from heorot.engine.accel import kernel, members
from heorot.games.legend.actions import DECLINE, TAKE_A_RISK
from heorot.games.legend.cards import are_cards_left, discard_all, holds, needs_card, take, to_hand, turn_over_card
from heorot.games.legend.episodes.in_turn import lay_matches
from heorot.games.legend.lists import add
from heorot.games.legend.specials import take_risk
from heorot.games.legend.state import (
    NEXT_PLAYER,
    OUT,
    RESOLVE,
    RISK,
    RISK_CARD,
    RISK_FAILED,
    RISK_OVER,
    TAKE_RISK,
    TURN_OVER,
    TURNED,
    USE_RESOLVE,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.wounds import take_scratch


@kernel
def offer_risk(s: State) -> None:
    """L1.8, L3.1: a risk is offered, unless no card could be turned over."""
    if are_cards_left(s):
        s.phase = TAKE_RISK


@kernel
def risk_choices(out: Choices) -> None:
    """L3.1: risk it, or decline."""
    add(out, TAKE_A_RISK)
    add(out, DECLINE)


@kernel
def answer_risk(s: State, code: int) -> None:
    """L3.1: what the player says to it."""
    if code == TAKE_A_RISK:
        take_risk(s)
    else:
        s.phase = NEXT_PLAYER


@kernel
def next_risk_card(s: State) -> None:
    """L3.2, L1.8: the next card is turned over, if one is owed and to be had."""
    s.phase = RISK_CARD if needs_card(s) else RISK_OVER


@kernel
def turned_over(s: State, face: int) -> None:
    """L3.2: one card, for all to see."""
    turn_over_card(s, face)
    s.owed -= 1
    s.phase = TURN_OVER


@kernel
def risk_over(box: Printed, s: State) -> None:
    """L3.2, L5.6, L7.5: matching cards join the hand, or are laid in a major episode; without any the risk failed,
    unless Beowulf's Resolve helps."""
    if s.held[TURNED] & box.matching[s.episode] == 0:
        s.phase = USE_RESOLVE if holds(s, s.seat, RESOLVE) else RISK_FAILED
        return
    if box.kind[s.episode] == RISK:
        keep_matches(box, s)
    else:
        lay_matches(box, s)
    discard_all(s, TURNED)


@kernel
def keep_matches(box: Printed, s: State) -> None:
    """L3.2: cards with one of the two symbols, and Beowulf cards, join the hand."""
    for face in members(s.held[TURNED] & box.matching[s.episode]):
        while s.cards[TURNED][face]:
            take(s, TURNED, face)
            to_hand(s, s.seat, face)
    s.phase = NEXT_PLAYER


@kernel
def risk_failed(box: Printed, s: State) -> None:
    """L3.2, L5.6: the cards are discarded, and the player takes a scratch; in a major episode also out."""
    discard_all(s, TURNED)
    s.then = NEXT_PLAYER if box.kind[s.episode] == RISK else OUT
    take_scratch(s)
