"""Risks (L3.2), including risks in a major episode (L5.6)."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import DECLINE, TAKE_A_RISK
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.answer_list import add
from heorot.games.legend.rules.cards import (
    are_cards_left,
    discard_all,
    holds,
    prepare_next_card,
    take,
    to_hand,
    turn_over_card,
)
from heorot.games.legend.rules.episodes.in_turn import lay_matches
from heorot.games.legend.rules.specials import take_risk
from heorot.games.legend.rules.wounds import take_scratch


@kernel
def offer_risk(s: State) -> None:
    """L1.8, L3.1: Offer a risk, unless no card can be turned over."""
    if are_cards_left(s):
        s.phase = TAKE_RISK


@kernel
def risk_choices(out: Choices) -> None:
    """L3.1: List taking the risk and declining."""
    add(out, TAKE_A_RISK)
    add(out, DECLINE)


@kernel
def answer_risk(s: State, code: int) -> None:
    """L3.1: Take the risk or decline."""
    if code == TAKE_A_RISK:
        take_risk(s)
    else:
        s.phase = NEXT_PLAYER


@kernel
def next_risk_card(s: State) -> None:
    """L3.2, L1.8: Turn over the next card, if one is due and available."""
    s.phase = RISK_CARD if prepare_next_card(s) else RISK_OVER


@kernel
def turn_over_for_risk(s: State, face: int) -> None:
    """L3.2: Turn over one card for everyone to see."""
    turn_over_card(s, face)
    s.draws_due -= 1
    s.phase = TURN_OVER


@kernel
def end_risk(box: Printed, s: State) -> None:
    """L3.2, L5.6, L7.5: Keep the matching cards, or lay them in a major episode. Without a match the risk fails, unless
    Beowulf's Resolve helps."""
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
    """L3.2: Take cards with one of the two symbols, and Beowulf cards, into the hand."""
    for face in members(s.held[TURNED] & box.matching[s.episode]):
        while s.cards[TURNED][face]:
            take(s, TURNED, face)
            to_hand(s, s.seat, face)
    s.phase = NEXT_PLAYER


@kernel
def fail_risk(box: Printed, s: State) -> None:
    """L3.2, L5.6: Discard the cards and take a scratch; in a major episode the player is also out."""
    discard_all(s, TURNED)
    s.then = NEXT_PLAYER if box.kind[s.episode] == RISK else OUT
    take_scratch(s)
