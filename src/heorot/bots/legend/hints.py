"""Hints in the Legend: the written evaluation of `skilled`, term by term, in more worlds than it looks into itself."""

from collections.abc import Iterable, Sequence
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.hints import MOST_HINTS, Advice, Estimate, Hint, exactly, sampled
from heorot.bots.legend_reasons import forced, pointless, reasons
from heorot.bots.legend_weighing import Scales, Weighed
from heorot.bots.legend_weighing_bids import bids, lays, shows
from heorot.bots.legend_weighing_minor import choices, prices, risks, specials
from heorot.engine.naming import whose
from heorot.engine.sentence import Paragraph, Sentence, by_rule
from heorot.games.legend.actions import Action, Bid, Discard, Done, Give, Pay
from heorot.games.legend.box import Box
from heorot.games.legend.citing import rule
from heorot.games.legend.codes import decode, encode
from heorot.games.legend.notation import write
from heorot.games.legend.state import (
    BID,
    DISCARD_CARDS,
    LAY,
    LAY_ON,
    PAY,
    RETURN_TOKENS,
    SHOW,
    TAKE_RISK,
    USE_BLESSING,
)
from heorot.games.legend.story import name_cards, name_tokens
from heorot.games.legend.view import View
from heorot.games.legend.words import tell_action

WORLDS = Budget(256)  # four times as many as skilled looks into


def hint(box: Box, view: View, rng: Random, budget: Budget | None = None) -> Advice:
    """The best answers of the evaluation, each with what it is worth and the terms by which it differs."""
    if len(view.legal) == 1:
        return alone(box, view)
    scales = Scales(box, view, rng, budget or WORLDS)
    scales.out.count = len(view.legal)
    scales.out.code[: scales.out.count] = [encode(box, scales.s, action) for action in view.legal]
    found = sorted(weighed(scales), key=lambda one: -one.worth)
    if len(found) == 1:
        return Advice(Sentence("hints.legend.exact"), (sensible(scales, found[0]),))
    hints = [compared(scales, one, found[1] if one is found[0] else found[0]) for one in found[:MOST_HINTS]]
    if found[0].worlds:
        return Advice(Sentence("hints.legend.worlds", worlds=scales.mind.worlds), tuple(hints))
    return Advice(Sentence("hints.legend.exact"), tuple(hints))


def weighed(scales: Scales) -> Iterable[Weighed]:
    """Every answer that is worth telling apart."""
    match scales.s.phase:
        case phase if phase == BID:
            return bids(scales)
        case phase if phase in (LAY, LAY_ON):
            return lays(scales)
        case phase if phase == SHOW:
            return shows(scales)
        case phase if phase in (PAY, DISCARD_CARDS, RETURN_TOKENS):
            return prices(scales)
        case phase if phase == TAKE_RISK:
            return risks(scales)
        case phase if phase >= USE_BLESSING:
            return specials(scales)
    return choices(scales)


def compared(scales: Scales, one: Weighed, other: Weighed) -> Hint:
    """An answer held against another."""
    actions = [decode(scales.box, scales.s, code) for code in one.codes]
    return Hint(
        answer=tuple(map(write, actions)),
        told=told(scales.box, scales.view, actions),
        value=sampled(one.worlds) if one.worlds else exactly(one.worth),
        ahead=ahead_of(one, other),
        reasons=reasons(scales, one, other),
    )


def sensible(scales: Scales, one: Weighed) -> Hint:
    """A bid beside which every other only gives cards away: none of them matches (L4.1)."""
    actions = [decode(scales.box, scales.s, code) for code in one.codes]
    return Hint(tuple(map(write, actions)), told(scales.box, scales.view, actions), None, None, (pointless(),))


def ahead_of(one: Weighed, other: Weighed) -> Estimate:
    """How much better it is, world by world where there are worlds."""
    if one.worlds and other.worlds:
        return sampled([mine - others for mine, others in zip(one.worlds, other.worlds, strict=True)])
    return exactly(one.worth - other.worth)


# ---- In words ------------------------------------------------------------------------------------------------------


def told(box: Box, view: View, actions: Sequence[Action]) -> Paragraph:
    """An answer in words, with its rule."""
    return (by_rule(in_words(box, view, actions), rule(view, actions[0])),)


def in_words(box: Box, view: View, actions: Sequence[Action]) -> Sentence:
    """A set as a whole, with what of it is named already."""
    assert view.seat is not None
    who, own = whose(view.seat, view.seat), view.players[view.seat]
    if len(actions) == 1 and not (actions[0] == Done() and view.question == "bid"):
        return tell_action(box, view, actions[0])
    staged = view.bid if view.question == "bid" else own.laid
    cards = [card for card, number in staged for _ in range(number)]
    cards += [action.card for action in actions if isinstance(action, Bid | Pay | Discard)]
    tokens = [token for token, number in own.shown for _ in range(number)]
    tokens += [action.token for action in actions if isinstance(action, Give)]
    match view.question:
        case "bid":
            return Sentence("legend.does.bids", cards=name_cards(cards, box))
        case "pay":
            return Sentence("legend.does.pays", **who, cards=name_cards(cards, box))
        case "discard":
            return Sentence("legend.does.discards", **who, cards=name_cards(cards, box))
    return Sentence("legend.does.returns", **who, tokens=name_tokens(tokens))


def alone(box: Box, view: View) -> Advice:
    """There is nothing to choose."""
    action = view.legal[0]
    only = Hint((write(action),), told(box, view, [action]), None, None, (forced(),))
    return Advice(Sentence("hints.legend.exact"), (only,))
