"""Reasons for hints in the Legend, in words: the terms of the evaluation in which two answers differ."""

from collections import Counter
from collections.abc import Iterator

from heorot.bots.hints import Reason, select_reasons, tenths_sentence
from heorot.bots.legend.hint_evaluator import EvaluatedAnswer, HintEvaluator
from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.box.names import name_card, name_episode, name_icon, name_token
from heorot.games.legend.model.actions import HEALINGS
from heorot.games.legend.model.components import ICON_WORDS, Icon
from heorot.games.legend.model.state import NUMBERS, PLAIN
from heorot.games.legend.text.log_context import name_cards
from heorot.search.legend.position_terms import value_by_episode

LEAST = 0.05  # points; smaller differences are left out
POINTLESS_BID = Reason(Sentence("hints.legend.pointless", rule="L4.1"), True, 1, 0)  # all other bids only cost cards
Found = Iterator[tuple[float, Reason]]  # weight and reason


def reasons(evaluator: HintEvaluator, answer: EvaluatedAnswer, other: EvaluatedAnswer) -> tuple[Reason, ...]:
    """Return the weightiest terms that differ, or one reason that says the answers are alike."""
    weighted = [*by_terms(evaluator, answer, other), *by_cards(evaluator, answer, other)]
    kept = [(weight, reason) for weight, reason in weighted if weight >= LEAST] or weighted
    if kept:
        return select_reasons(kept)
    return (Reason(Sentence("hints.legend.alike"), True, answer.value, other.value),)


# ---- Single terms --------------------------------------------------------------------------------------------------


def by_terms(evaluator: HintEvaluator, answer: EvaluatedAnswer, other: EvaluatedAnswer) -> Found:
    """Yield the terms that differ, except cards given away."""
    for name, subject in {**answer.terms, **other.terms}:
        here, there = answer.terms.get((name, subject), 0.0), other.terms.get((name, subject), 0.0)
        if name == "cards" or abs(here - there) < 1e-9:
            continue
        mine = (name, subject) in answer.terms
        text = describe_term(evaluator, name, subject, answer if mine else other, here if mine else there, mine)
        yield abs(here - there), Reason(text, here > there, here, there)


def describe_term(
    evaluator: HintEvaluator, name: str, subject: int, answer: EvaluatedAnswer, points: float, mine: bool
) -> Sentence:
    """Return a term in words: of this answer, or of the other one that this one avoids."""
    spared = not mine and points < 0  # the text then says what that saves
    params: dict[str, Param] = {"points": tenths_sentence(-points if spared else points)}
    params["mine"] = "yes" if mine else "spared" if spared else "no"
    match name:
        case "icon":
            return Sentence("hints.legend.icon", icon=name_icon(icon(evaluator, subject), evaluator.box), **params)
        case "denied":
            return Sentence("hints.legend.denied", icon=name_icon(icon(evaluator, subject), evaluator.box), **params)
        case "marker" if answer.leaving_marker:
            return Sentence("hints.legend.leaves", rule="L5.5", marker=answer.leaving_marker, **params)
        case "marker":
            return Sentence("hints.legend.marker", symbols=answer.symbols, share=percent(answer.first), **params)
        case "later":
            return Sentence("hints.legend.later", symbols=answer.symbols, **params)
        case "scratch":
            return Sentence("hints.legend.scratch", share=percent(answer.failure_probability), **params)
        case "drawn":
            return Sentence("hints.legend.drawn", cards=subject, **params)
    return describe_piece_term(evaluator, name, subject, params)


def describe_piece_term(evaluator: HintEvaluator, name: str, subject: int, params: dict[str, Param]) -> Sentence:
    """Return a term about a card, a token or a wound in words."""
    match name:
        case "special":
            return Sentence(
                "hints.legend.special", card=name_card(evaluator.box.faces[subject], evaluator.box), **params
            )
        case "kept":
            card_name, why = (
                name_card(evaluator.box.faces[subject], evaluator.box),
                helps_at(evaluator, Counter((subject,))),
            )
            return Sentence("hints.legend.card", card=card_name, where=why, **params)
        case "healed":
            return Sentence("hints.legend.healed", what=HEALINGS[subject].split()[0], **params)
        case "token":
            return Sentence("hints.legend.token", token=name_token(evaluator.box.token_faces[subject]), **params)
        case "treasure":
            return Sentence("hints.legend.treasure", rule="L9.1", treasure=subject, **params)
    return Sentence("hints.legend.too-little", rule="L9.1", **params)


def percent(share: float) -> int:
    """Return a share in whole per cent."""
    return round(100 * share)


def icon(evaluator: HintEvaluator, code: int) -> Icon:
    """Return an icon by its code."""
    kind, number = ICON_WORDS[code // NUMBERS], code % NUMBERS
    return Icon(kind, card=evaluator.box.faces[number].name) if kind == "card" else Icon(kind, number)


# ---- Cards given away or kept --------------------------------------------------------------------------------------


def by_cards(evaluator: HintEvaluator, answer: EvaluatedAnswer, other: EvaluatedAnswer) -> Found:
    """Yield the cards that one answer spends and the other keeps, and the episode for which they are kept."""
    for kept, good in ((other.spent - answer.spent, True), (answer.spent - other.spent, False)):
        if kept:
            value = sum(number * evaluator.card_value(face) for face, number in kept.items())
            names = name_cards([evaluator.box.faces[face] for face in kept.elements()], evaluator.box)
            key = "hints.legend.keeps" if good else "hints.legend.spends"
            text = Sentence(key, cards=names, where=helps_at(evaluator, kept), points=tenths_sentence(value))
            yield value, Reason(text, good, 0.0 if good else -value, -value if good else 0.0)


def helps_at(evaluator: HintEvaluator, cards: Counter[int]) -> Sentence:
    """Return the episode ahead that makes these cards most worth keeping."""
    added: Counter[int] = Counter()
    for face, number in cards.items():
        for episode, points in value_by_episode(evaluator.box, evaluator.s, face).items():
            added[episode] += round(1000 * number * points)
    if not added:
        return Sentence("hints.legend.nowhere")
    best = added.most_common(1)[0][0]
    text = all(face >= PLAIN for face in cards) and not any(evaluator.printed.value[best][face] for face in cards)
    name = name_episode(evaluator.box.episodes[best])
    return Sentence("hints.legend.helps" if text else "hints.legend.for", name=name)
