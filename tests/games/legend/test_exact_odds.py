"""Odds that are called exact are those of all physical deals, counted one by one; where a rival has let go of a card
that nobody knew of and that may have come from the draw pile, they are called approximate."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from types import SimpleNamespace
from typing import Any

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.box import Box
from heorot.games.legend.explain import Likely, discards, is_exact, one_after_the_other, risk_odds
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import FACES, PLAIN
from heorot.games.legend.table import Table
from heorot.games.legend.view import View, view
from tests.games.legend.tables import deal, say
from tests.games.legend.test_worlds import (
    CASES,
    COURT,
    FIGHT,
    LAID_OPENLY,
    cards_box,
    random_table,
    watchers,
    worlds_of,
)

BOTH = (CARDS_OF_A_RISK, CARDS_OF_DARING)

# ---- All deals, counted --------------------------------------------------------------------------------------------


def matches_by_deals(table: Table, piles: Counter[tuple[int, ...]], me: View, fits: set[int], cards: int) -> list:
    """How likely none of the cards that are turned over is one of these faces, one, two, ..."""
    later = [table.box.face_numbers[card] for card, number in discards(me) for _ in range(number)]
    first, likely = min(cards, me.supply.pile), Counter[int]()
    rest = min(cards - first, len(later))
    of_discards = drawn(sum(face in fits for face in later), len(later), rest)
    for pile, weight in piles.items():
        of_pile = drawn(sum(pile[face] for face in fits), sum(pile), first)
        for (found, _), chance in one_after_the_other(of_pile, of_discards).items():
            likely[found] += Fraction(weight) * chance
    return [likely[number] / sum(likely.values()) for number in range(first + rest + 1)]


def drawn(fits: int, cards: int, number: int) -> Likely:
    ways = comb(cards, number)
    chances = (Fraction(comb(fits, n) * comb(cards - fits, number - n), ways) for n in range(number + 1))
    return {(n, 0): chance for n, chance in enumerate(chances)}


def piles_of(table: Table, me: Seat | None) -> Counter[tuple[int, ...]] | None:
    """What may lie in the draw pile, by all deals behind it; None if these are too many."""
    worlds, piles = worlds_of(table, me, tell_deals=False), Counter()
    for (_, (_, _, pile)), weight in (worlds or {}).items():
        piles[pile] += Fraction(weight)
    return piles or None


def where_only(box: Box, episode: int, fits: set[int]) -> Any:
    """The same box, if only these faces matched in an episode."""
    value = {episode - 1: [int(face in fits) for face in range(FACES)]}
    return SimpleNamespace(printed=SimpleNamespace(value=value), face_numbers=box.face_numbers, episodes=box.episodes)


def differs(table: Table, seat: Seat | None) -> bool | None:
    """Whether any odds are not those of all deals; None if these are too many."""
    me, piles = view(table, seat), piles_of(table, seat)
    if piles is None or not me.episode:
        return None
    faces = [face for face in range(PLAIN) if table.box.printed.copies[face]]
    for fits in (set(some) for number in (1, 2) for some in combinations(faces, number)):
        box = where_only(table.box, me.episode, fits)
        for cards in BOTH:
            if list(risk_odds(box, me, cards).matches) != matches_by_deals(table, piles, me, fits, cards):
                return True
    return False


# ---- Exact, or about -----------------------------------------------------------------------------------------------

APPROXIMATE = {  # the seats to which a rival has shown what may have come from the pile; * is a spectator
    "laid openly": "* 1 2", "reshuffled": "* 1", "bids returned": "* 1 2", "giving cards": "* 2", "paying": "* 2",
    "hands shown": "* 2",
}  # fmt: skip


def check(table: Table) -> str:
    """Whatever is called exact is exact; returns the seats to which something else is said."""
    approximate = [seat for seat in watchers(table) if not is_exact(view(table, seat))]
    assert not any(differs(table, seat) for seat in watchers(table) if seat not in approximate)
    return " ".join("*" if seat is None else str(seat + 1) for seat in approximate)


@pytest.mark.parametrize("name", CASES)
def test_l1_7_odds_that_are_called_exact_are_those_of_all_deals(name):
    assert check(CASES[name]) == APPROXIMATE.get(name, "")


@pytest.mark.parametrize("seed", range(12))
def test_l1_7_odds_of_random_records_that_are_called_exact_are_those_of_all_deals(seed):
    check(random_table(seed))


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 200))
def test_l1_7_odds_of_many_random_records_that_are_called_exact_are_those_of_all_deals(seed):
    check(random_table(seed))


def test_l1_7_what_a_rival_lays_tells_of_what_is_left():
    assert differs(LAID_OPENLY, Seat(0))
    assert not is_exact(view(LAID_OPENLY, Seat(0)))


CARDS = "courage1*3 fighting1*3 fighting2*3 wit1*3 beowulf1*3"
FIXED = deal(cards_box(FIGHT, cards=CARDS, hand=(1, 1, 2)), "courage1 wit1", "courage1*2")


def test_l1_4_l1_7_a_card_that_all_knew_of_tells_nothing():
    assert check(FIXED) == ""
    assert check(say(FIXED, "1 lay fighting2")) == ""
    assert check(say(FIXED, "1 lay fighting2, 2 lay courage1")) == "* 1"


def test_l1_7_where_no_hand_hides_anything_more_the_pile_is_known():
    shown = say(FIXED, "1 lay fighting2, 2 lay courage1, 2 lay courage1")
    assert check(shown) == "*"


def test_l1_8_a_card_from_an_earlier_pile_tells_nothing_of_this_one():
    box = cards_box(COURT, FIGHT, cards="courage1*3 wit1*2 fighting1*3", hand=(0, 0, 3))
    table = deal(box, "wit1 courage1 fighting1", "courage1*2 fighting1")
    table = say(table, "1 discard wit1, 1 discard courage1, 1 done, * fighting1, * wit1")
    assert (table.state.reshuffles, table.state.pile_size) == (1, 2)
    assert check(say(table, "2 decline, 1 lay fighting1, 2 lay fighting1, 1 lay fighting1")) == ""
    since = say(table, "2 discard courage1, 2 discard fighting1, 2 done, * wit1")
    assert check(since) == "* 1"  # on the safe side: what was drawn only after that is not told apart


def test_l3_3_the_rest_of_a_set_must_be_at_hand():
    table = deal(cards_box(COURT, cards=CARDS, hand=(0, 1, 3)), "courage1 wit1 beowulf1", "courage1*2 wit1")
    assert check(table) == ""
    table = say(table, "1 discard fighting2")  # which all knew of; what follows is one more, or a Beowulf
    assert (check(table), differs(table, Seat(1))) == ("* 2", True)
