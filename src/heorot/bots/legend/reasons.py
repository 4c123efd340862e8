"""Why one answer of the Legend and not another, in words: the terms of the evaluation that differ, each with what it is
here and there."""

from collections import Counter
from collections.abc import Iterator

from heorot.bots.hints import Reason, chosen_reasons, in_tenths
from heorot.bots.legend_weighing import Scales, Weighed
from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.actions import HEALINGS
from heorot.games.legend.components import ICON_WORDS, Card, Icon
from heorot.games.legend.names import name_card, name_episode, name_icon, name_token
from heorot.games.legend.state import NUMBERS, PLAIN
from heorot.games.legend.story import name_cards
from heorot.search.legend_terms import kept_for

LEAST = 0.05  # points: less is not worth a word
Found = Iterator[tuple[float, Reason]]  # how weighty each is


def forced() -> Reason:
    """There is nothing to choose."""
    return Reason(Sentence("hints.only"), True, 1, 0)


def pointless() -> Reason:
    """Whatever else could be answered brings nothing and costs cards."""
    return Reason(Sentence("hints.legend.pointless", rule="L4.1"), True, 1, 0)


def reasons(scales: Scales, one: Weighed, other: Weighed) -> tuple[Reason, ...]:
    """The weightiest terms that differ; if none does, that it is so."""
    found = [*by_terms(scales, one, other), *by_cards(scales, one, other)]
    kept = [(weight, reason) for weight, reason in found if weight >= LEAST] or found
    if kept:
        return chosen_reasons(kept)
    return (Reason(Sentence("hints.legend.alike"), True, one.worth, other.worth),)


# ---- Terms one by one ----------------------------------------------------------------------------------------------


def by_terms(scales: Scales, one: Weighed, other: Weighed) -> Found:
    """All but the cards that are given away: what it brings by this term, here and there."""
    for name, what in {**one.terms, **other.terms}:
        here, there = one.terms.get((name, what), 0.0), other.terms.get((name, what), 0.0)
        if name == "cards" or abs(here - there) < 1e-9:
            continue
        mine = (name, what) in one.terms
        told = tell_term(scales, name, what, one if mine else other, here if mine else there, mine)
        yield abs(here - there), Reason(told, here > there, here, there)


def tell_term(scales: Scales, name: str, what: int, weighed: Weighed, points: float, mine: bool) -> Sentence:
    """A term of this answer; or of the other one, which this one does without."""
    spared = not mine and points < 0  # then it is told what that saves
    said: dict[str, Part] = {"points": in_tenths(-points if spared else points)}
    said["mine"] = "yes" if mine else "spared" if spared else "no"
    match name:
        case "icon":
            return Sentence("hints.legend.icon", icon=name_icon(icon(scales, what), scales.box), **said)
        case "denied":
            return Sentence("hints.legend.denied", icon=name_icon(icon(scales, what), scales.box), **said)
        case "marker" if weighed.leaves:
            return Sentence("hints.legend.leaves", rule="L5.5", marker=weighed.leaves, **said)
        case "marker":
            return Sentence("hints.legend.marker", symbols=weighed.symbols, share=percent(weighed.first), **said)
        case "later":
            return Sentence("hints.legend.later", symbols=weighed.symbols, **said)
        case "scratch":
            return Sentence("hints.legend.scratch", share=percent(weighed.fails), **said)
        case "drawn":
            return Sentence("hints.legend.drawn", cards=what, **said)
    return tell_thing(scales, name, what, said)


def tell_thing(scales: Scales, name: str, what: int, said: dict[str, Part]) -> Sentence:
    """A term about a card, a token or a wound."""
    match name:
        case "special":
            return Sentence("hints.legend.special", card=name_card(card(scales, what), scales.box), **said)
        case "kept":
            card_name, why = name_card(card(scales, what), scales.box), helps_at(scales, Counter((what,)))
            return Sentence("hints.legend.card", card=card_name, where=why, **said)
        case "healed":
            return Sentence("hints.legend.healed", what=HEALINGS[what].split()[0], **said)
        case "token":
            return Sentence("hints.legend.token", token=name_token(scales.box.token_faces[what]), **said)
        case "treasure":
            return Sentence("hints.legend.treasure", rule="L9.1", treasure=what, **said)
    return Sentence("hints.legend.too-little", rule="L9.1", **said)


def percent(share: float) -> int:
    """A share in hundredths."""
    return round(100 * share)


def icon(scales: Scales, code: int) -> Icon:
    """An icon by its number."""
    kind, number = ICON_WORDS[code // NUMBERS], code % NUMBERS
    return Icon(kind, card=card(scales, number).name) if kind == "card" else Icon(kind, number)


def card(scales: Scales, face: int) -> Card:
    """A card by its face."""
    return scales.box.faces[face]


# ---- Cards that are given away, or kept ----------------------------------------------------------------------------


def by_cards(scales: Scales, one: Weighed, other: Weighed) -> Found:
    """What one of the two spends and the other keeps, and for which episode it would be kept."""
    for kept, good in ((other.spent - one.spent, True), (one.spent - other.spent, False)):
        if kept:
            worth = sum(number * scales.card(face) for face, number in kept.items())
            names = name_cards([card(scales, face) for face in kept.elements()], scales.box)
            key = "hints.legend.keeps" if good else "hints.legend.spends"
            told = Sentence(key, cards=names, where=helps_at(scales, kept), points=in_tenths(worth))
            yield worth, Reason(told, good, 0.0 if good else -worth, -worth if good else 0.0)


def helps_at(scales: Scales, cards: Counter[int]) -> Sentence:
    """The episode ahead that makes them most worth keeping."""
    added: Counter[int] = Counter()
    for face, number in cards.items():
        for episode, points in kept_for(scales.box, scales.s, face).items():
            added[episode] += round(1000 * number * points)
    if not added:
        return Sentence("hints.legend.nowhere")
    best = added.most_common(1)[0][0]
    text = all(face >= PLAIN for face in cards) and not any(scales.printed.value[best][face] for face in cards)
    name = name_episode(scales.box.episodes[best])
    return Sentence("hints.legend.helps" if text else "hints.legend.for", name=name)
