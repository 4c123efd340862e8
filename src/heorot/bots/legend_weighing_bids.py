"""Bids of the Legend weighed term by term: sealed (chapter 4), in turn (chapter 5) and for treasure (L9.1). It mirrors
search/legend_bidding.py, which weighs them fast and as a whole."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from heorot.bots.legend_weighing import Scales, Weighed
from heorot.engine.accel import members
from heorot.games.legend.actions import BID_CARD, DONE, GIVE_UP, LAY_CARD, PAY_CARD, SHOW_TOKEN, TAKE_A_RISK
from heorot.games.legend.cards import holds
from heorot.games.legend.lists import from_here
from heorot.games.legend.odds import may_be_drawn, without_a_match
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import DARING, LAID, PLAIN
from heorot.search.legend_bidding import POINTLESS, least_total, marker_of, price_symbols, ways
from heorot.search.legend_foresight import POINT, icon_worth, scratch_worth
from heorot.search.legend_rivals import TOTALS

# ---- Sealed --------------------------------------------------------------------------------------------------------


def bids(scales: Scales) -> Iterator[Weighed]:
    """L4.1: for every total the cheapest set that comes to it."""
    scales.sample(scales.f.sealed_will)
    begun, last = begun_with(scales)
    for total, faces in cheapest_sets(scales, begun, last).items():
        places = [marker_of(scales.s, scales.seat, total, scales.mind, world) for world in range(scales.mind.worlds)]
        cost = sum(map(scales.card, faces))
        brings = [scales.marker(place) for place in places]
        yield Weighed(
            codes=(*(BID_CARD + face for face in faces), DONE),
            terms={("marker", 0): fmean(brings), **costs(scales, faces)},
            worlds=[one - cost for one in brings],
            spent=Counter(faces),
            first=places.count(0) / len(places),
            symbols=total,
        )


def begun_with(scales: Scales) -> tuple[int, int]:
    """The symbols of what lies sealed already, and its last face."""
    total = last = 0
    for face in members(scales.s.held[LAID + scales.seat]):
        total += scales.s.cards[LAID + scales.seat][face] * scales.value(face)
        last = face
    return total, last


def cheapest_sets(scales: Scales, begun: int, last: int) -> dict[int, tuple[int, ...]]:
    """By total, the set of cards that is worth least behind the episode, in the order of faces."""
    sets: dict[int, tuple[int, ...]] = {begun: ()}
    for face in members(from_here(scales.s.held[scales.seat], last)):
        for _ in range(scales.s.cards[scales.seat][face] if scales.value(face) else 0):
            for total, faces in list(sets.items()):
                more = min(total + scales.value(face), TOTALS - 1)
                grown = (*faces, face)
                if more not in sets or price(scales, grown) < price(scales, sets[more]):
                    sets[more] = grown
    return sets


def price(scales: Scales, faces: tuple[int, ...]) -> tuple[float, int]:
    """What some cards are worth; of those that are worth the same, the fewer."""
    return sum(map(scales.card, faces)), len(faces)


def costs(scales: Scales, faces: tuple[int, ...]) -> dict[tuple[str, int], float]:
    """What is given away, by face."""
    return {("cards", face): -number * scales.card(face) for face, number in Counter(faces).items()}


# ---- In turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Course:
    """How it goes on: in each world what the marker brings and what cards it still costs, on average how often it is
    the first, and up to which total one goes."""

    brings: list[float]
    later: list[float]
    first: float
    total: int

    @property
    def worth(self) -> float:
        return fmean(self.brings) - fmean(self.later)


def lays(scales: Scales) -> Iterator[Weighed]:
    """L5.2, L5.5, L5.6: each card with the best that may follow, a risk, or to give up."""
    scales.sample(scales.f.turn_will)
    for code in listed(scales):
        if code < PAY_CARD:
            yield laying(scales, code)
        elif code == TAKE_A_RISK:
            cards = CARDS_OF_DARING if holds(scales.s, scales.seat, DARING) else CARDS_OF_A_RISK
            yield risking(scales, code, cards)
        else:
            yield leaving(scales, code)


def listed(scales: Scales) -> list[int]:
    """What may be answered, as numbers."""
    return scales.out.code[: scales.out.count]


def leaving(scales: Scales, code: int) -> Weighed:
    """L5.5: the last marker that is still free."""
    brings, marker = scales.marker(scales.last_free), scales.last_free + 1
    return Weighed((code,), {("marker", 0): brings}, [brings] * scales.mind.worlds, leaves=marker)


def laying(scales: Scales, code: int) -> Weighed:
    """A card from the hand, and how it goes on."""
    face = code - LAY_CARD
    total = min(scales.s.total[scales.seat] + scales.value(face), TOTALS - 1)
    course, cost = staying(scales, total, face), scales.card(face)
    return Weighed(
        codes=(code,),
        terms={("marker", 0): fmean(course.brings), ("later", 0): -fmean(course.later), ("cards", face): -cost},
        worlds=[brings - later - cost for brings, later in zip(course.brings, course.later, strict=True)],
        spent=Counter((face,)),
        first=course.first,
        symbols=course.total,
    )


def staying(scales: Scales, total: int, without: int) -> Course:
    """The best of all limits, for a seat that has so many symbols; who does not reach the highest total is out."""
    s, mind = scales.s, scales.mind
    most = price_symbols(scales.printed, s, scales.seat, without, scales.f, mind)
    found = [outlasting(scales, total, more) for more in range(most + 1) if total + more >= s.high]
    if total < s.high:
        brings = [scales.marker(scales.last_free)] * mind.worlds
        found.append(Course(brings, [0.0] * mind.worlds, 0.0, total))
    return max(found, key=lambda course: course.worth)


def outlasting(scales: Scales, total: int, more: int) -> Course:
    """Up to so many symbols more. Whoever is outlasted has laid all of it; the last one in only as much as the others
    made necessary."""
    s, mind = scales.s, scales.mind
    rivals = list(members(s.pending & ~(1 << scales.seat)))
    brings, later, firsts = [], [], 0
    for world in range(mind.worlds):
        limits = [mind.limit[world][rival] for rival in rivals]
        above = sum(limit >= total + more for limit in limits)
        top = max([s.high, *(limit for limit in limits if limit < total + more)])
        brings.append(scales.marker(above))
        later.append(mind.gain[more if above else max(0, top - total)] / POINT)
        firsts += not above
    return Course(brings, later, firsts / mind.worlds, total + more)


def risking(scales: Scales, code: int, cards: int) -> Weighed:
    """L5.6: with every number of symbols that may be turned over, and how likely it is; or a scratch, and out."""
    fails = without_a_match(scales.printed, scales.s, scales.seat, cards)
    scratch = scratch_worth(scales.s, scales.f, scales.seat) / POINT
    out = scales.marker(scales.last_free)
    courses = [(chance, staying(scales, total, -1)) for total, chance in totals_of(scales, cards).items()]
    likely = sum(chance for chance, _ in courses)
    shares = [((1.0 - fails) * chance / likely, course) for chance, course in courses]
    number = scales.mind.worlds
    brings = [fails * out + sum(share * course.brings[n] for share, course in shares) for n in range(number)]
    later = [sum(share * course.later[n] for share, course in shares) for n in range(number)]
    return Weighed(
        codes=(code,),
        terms={("marker", 0): fmean(brings), ("later", 0): -fmean(later), ("scratch", 0): fails * scratch},
        worlds=[one - cost + fails * scratch for one, cost in zip(brings, later, strict=True)],
        first=sum(share * course.first for share, course in shares),
        fails=fails,
    )


def totals_of(scales: Scales, cards: int) -> dict[int, float]:
    """What a risk may make of the own total, with weights."""
    s, fits, found = scales.s, [0, 0, 0], dict[int, float]()
    for face in range(PLAIN):
        number = may_be_drawn(s, scales.seat, face)
        fits[scales.value(face)] += number + (s.discards[face] if s.pile_size < cards else 0)
    for doubles in range(cards + 1):
        for singles in range(cards + 1 - doubles):
            chance = ways(singles, fits[1]) * ways(doubles, fits[2]) * ways(cards - singles - doubles, fits[0])
            if chance and (symbols := singles + 2 * doubles):
                total = min(s.total[scales.seat] + symbols, TOTALS - 1)
                found[total] = found.get(total, 0.0) + chance
    return found


# ---- For treasure --------------------------------------------------------------------------------------------------


def shows(scales: Scales) -> Iterator[Weighed]:
    """L9.1: the reward, less the lowest total that is enough; only the last one in pays."""
    s, f = scales.s, scales.f
    icon = scales.printed.reward[s.episode]
    reward = icon_worth(scales.printed, s, f, scales.seat, icon) * f.stake // POINT / POINT
    for code in listed(scales):
        if code == GIVE_UP:
            yield Weighed((code,), {})
            continue
        reach = least_total(s, scales.seat, code - SHOW_TOKEN, scales.mind)
        if reach >= TOTALS:
            yield Weighed((code,), {("too-little", 0): -POINTLESS / POINT})
        else:
            cost = reach * f.treasure[s.episode + 1] / POINT
            yield Weighed((code,), {("icon", icon): reward, ("treasure", reach): -cost}, symbols=reach)
