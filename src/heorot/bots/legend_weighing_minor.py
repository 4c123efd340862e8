"""All other answers of the Legend weighed term by term: risks, prices, spaces and options, special cards (chapters 3, 6
and 7). It mirrors search/legend_skilled.py."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from heorot.bots.legend_weighing import Scales, Weighed
from heorot.bots.legend_weighing_bids import laying, leaving, listed, risking
from heorot.engine.accel import members
from heorot.games.legend.actions import (
    CHOOSE,
    CHOOSE_FAME,
    DISCARD_CARD,
    DONE,
    GIVE_TOKEN,
    GIVE_UP,
    HEAL_DOUBLE_WOUND,
    HEAL_SCRATCHES,
    HEAL_WOUND,
    KEEP,
    LAY_CARD,
    PAY_CARD,
    RECOVER,
    RETURN_SCRATCHES,
    TAKE_A_RISK,
    TAKE_BACK,
    TAKE_ICON,
)
from heorot.games.legend.cards import holds
from heorot.games.legend.episodes.selection import OPTIONS
from heorot.games.legend.odds import without_a_match
from heorot.games.legend.questions import answer, legal
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import (
    BLESSING,
    DARING,
    FAME_ICON,
    INSPIRATION,
    NUMBERS,
    RESOLVE,
    REST,
    RISK,
    USE_BLESSING,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    VALUES,
    Choices,
)
from heorot.games.legend.wounds import OF_A_DOUBLE_WOUND
from heorot.search.legend_foresight import POINT, fame_worth, hurt, icon_worth, open_worth, scratch_worth
from heorot.search.legend_skilled import minor_risk, space_worth, weigh

# ---- Spaces, options, cards, healing -------------------------------------------------------------------------------


def choices(scales: Scales) -> Iterator[Weighed]:
    """L6.2, L3.6, L3.7, L6.8: each for itself."""
    for code in listed(scales):
        yield Weighed((code,), choice_terms(scales, code))


def choice_terms(scales: Scales, code: int) -> dict[tuple[str, int], float]:
    """What one brings; to decline brings nothing."""
    box, s, f, seat = scales.printed, scales.s, scales.f, scales.seat
    if RECOVER <= code < TAKE_BACK:
        return {("kept", code - RECOVER): scales.card(code - RECOVER)}
    if TAKE_ICON <= code < CHOOSE:
        icon = box.space[s.episode][code - TAKE_ICON]
        own, whole = icon_worth(box, s, f, seat, icon), space_worth(box, s, seat, icon, f)
        return {("icon", icon): own / POINT, ("denied", icon): (whole - own) / POINT}
    if CHOOSE <= code < RETURN_SCRATCHES:
        icon = OPTIONS[code - CHOOSE]
        return {("icon", icon): open_worth(box, s, f, seat, icon) / POINT}
    if code == CHOOSE_FAME:
        number = s.icon % NUMBERS
        return {("icon", FAME_ICON * NUMBERS + number): fame_worth(box, s, number) / POINT}
    healed = {HEAL_WOUND: (-1, 0), HEAL_DOUBLE_WOUND: (-OF_A_DOUBLE_WOUND, 0), HEAL_SCRATCHES: (0, -s.scratches[seat])}
    return {("healed", code): hurt(s, f, seat, *healed[code]) / POINT} if code in healed else {}


# ---- Risks ---------------------------------------------------------------------------------------------------------


def risks(scales: Scales) -> Iterator[Weighed]:
    """L3.1, L3.2: risk, with Beowulf's Daring if that is better, or decline."""
    for code in listed(scales):
        if code != TAKE_A_RISK:
            yield Weighed((code,), {})
            continue
        plain, daring = small_risk(scales, code, CARDS_OF_A_RISK), None
        if holds(scales.s, scales.seat, DARING):
            daring = using(scales, small_risk(scales, code, CARDS_OF_DARING), DARING)
        yield daring if daring and daring.worth > plain.worth else plain


def small_risk(scales: Scales, code: int, cards: int) -> Weighed:
    """L3.2: what is turned over and kept, and the scratch if nothing matches."""
    fails = without_a_match(scales.printed, scales.s, scales.seat, cards)
    scratch = fails * scratch_worth(scales.s, scales.f, scales.seat)
    whole = minor_risk(scales.printed, scales.s, scales.seat, cards, scales.f)
    terms = {("drawn", cards): (whole - scratch) / POINT, ("scratch", 0): scratch / POINT}
    return Weighed((code,), terms, fails=fails)


def using(scales: Scales, weighed: Weighed, special: int) -> Weighed:
    """The same, and a special card is used for it."""
    cost = scales.card(special)
    terms = {**weighed.terms, ("special", special): -cost}
    return replace(weighed, terms=terms, worlds=[worth - cost for worth in weighed.worlds])


# ---- Prices --------------------------------------------------------------------------------------------------------


def prices(scales: Scales) -> Iterator[Weighed]:
    """L3.3 to L3.5: the offer, less the cheapest set that begins with each piece; or nothing."""
    icon = scales.printed.reward[scales.s.episode]
    reward = open_worth(scales.printed, scales.s, scales.f, scales.seat, icon) / POINT
    for code in listed(scales):
        pieces = whole_set(scales, code)
        given = [one for one in pieces if one < DONE]
        if not given and code != DONE:
            yield Weighed(pieces, {})
        else:
            spent = Counter(face for one in given if (face := face_of(one)) is not None)
            yield Weighed(pieces, {("icon", icon): reward, **given_terms(scales, given)}, spent=spent)


def whole_set(scales: Scales, code: int) -> tuple[int, ...]:
    """A set that begins with a piece, and goes on as is best."""
    s, out, pieces = scales.s.copy(), Choices(), [code]
    while pieces[-1] < DONE:
        answer(scales.printed, s, scales.seat, pieces[-1])
        legal(scales.printed, s, scales.seat, out)
        weigh(scales.printed, s, scales.seat, out, scales.f, scales.mind, scales.stream)
        pieces.append(out.code[max(range(out.count), key=lambda i: (scales.mind.worth[i], -i))])
    return tuple(pieces)


def face_of(code: int) -> int | None:
    """The card of a piece; tokens have none."""
    if PAY_CARD <= code < DISCARD_CARD:
        return code - PAY_CARD
    return code - DISCARD_CARD if DISCARD_CARD <= code < RECOVER else None


def given_terms(scales: Scales, given: list[int]) -> dict[tuple[str, int], float]:
    """What is given, card by card or token by token."""
    terms: Counter[tuple[str, int]] = Counter()
    for code in given:
        face = face_of(code)
        if face is None:
            terms["token", code - GIVE_TOKEN] -= (code - GIVE_TOKEN) % VALUES
        else:
            terms["cards", face] -= scales.card(face)  # type: ignore[assignment]
    return dict(terms)


# ---- Special cards -------------------------------------------------------------------------------------------------


def specials(scales: Scales) -> Iterator[Weighed]:
    """Chapter 7: to use a card, or to keep it."""
    if scales.printed.kind[scales.s.episode] != RISK and scales.s.phase in (USE_DARING, USE_RESOLVE):
        scales.sample(scales.f.turn_will)
    for code in listed(scales):
        yield kept(scales, code) if code == KEEP else used(scales, code)


def used(scales: Scales, code: int) -> Weighed:
    """What it brings to use it."""
    s = scales.s
    if s.phase == USE_BLESSING:
        taken = {("kept", code - TAKE_BACK): scales.card(code - TAKE_BACK)}
        return using(scales, Weighed((code,), taken), BLESSING)
    if s.phase == USE_INSPIRATION:
        return using(scales, Weighed((code,), {}), INSPIRATION)
    if s.phase == USE_DARING:
        return using(scales, any_risk(scales, code, CARDS_OF_DARING), DARING)
    if s.phase == USE_RESOLVE:
        return using(scales, once_more(scales, code), RESOLVE)
    healed = hurt(s, scales.f, scales.seat, 0, 1 - (code - RETURN_SCRATCHES)) / POINT
    return using(scales, Weighed((code,), {("healed", HEAL_SCRATCHES): healed}), REST)


def kept(scales: Scales, code: int) -> Weighed:
    """And to keep it."""
    s, f, seat = scales.s, scales.f, scales.seat
    if s.phase == USE_INSPIRATION:
        return Weighed((code,), {("icon", s.icon): open_worth(scales.printed, s, f, seat, s.icon) / POINT})
    if s.phase == USE_DARING:
        return any_risk(scales, code, CARDS_OF_A_RISK)
    if s.phase == USE_RESOLVE:
        failed = {("scratch", 0): scratch_worth(s, f, seat) / POINT}
        if scales.printed.kind[s.episode] == RISK:
            return Weighed((code,), failed, fails=1.0)
        out = leaving(scales, code)
        worlds = [worth + failed["scratch", 0] for worth in out.worlds]
        return Weighed((code,), {**out.terms, **failed}, worlds, fails=1.0, leaves=out.leaves)
    if s.phase == USE_BLESSING:
        return Weighed((code,), {})
    return Weighed((code,), {("scratch", 0): hurt(s, f, seat, 0, 1) / POINT}, fails=1.0)


def any_risk(scales: Scales, code: int, cards: int) -> Weighed:
    """A risk of so many cards, in a minor episode or in turn."""
    if scales.printed.kind[scales.s.episode] == RISK:
        return small_risk(scales, code, cards)
    return risking(scales, code, cards)


def once_more(scales: Scales, code: int) -> Weighed:
    """L7.5: the seat decides again: the best of all that it may say then."""
    again = any_risk(scales, code, CARDS_OF_A_RISK)
    if scales.printed.kind[scales.s.episode] == RISK:
        return max(again, Weighed((code,), {}), key=lambda one: one.worth)
    found = [again, leaving(scales, GIVE_UP)]
    matching = members(scales.s.held[scales.seat] & scales.printed.matching[scales.s.episode])
    found += [laying(scales, LAY_CARD + face) for face in matching]
    return replace(max(found, key=lambda one: one.worth), codes=(code,))
