"""Odds that are called exact are those of all physical deals, counted one by one. In games with the built-in box, where
these are too many for that, worlds drawn at random keep to them, and the order in which cards are dealt is all the
same."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend import odds_count
from heorot.games.legend.actions import Risk
from heorot.games.legend.odds import none_of
from heorot.games.legend.odds_count import Count, Likely
from heorot.games.legend.odds_hands import what_is_told
from heorot.games.legend.odds_order import Order, best_order
from heorot.games.legend.risk_odds import (
    Turning,
    discards,
    is_even,
    likely_cards,
    likely_draws,
    one_after_the_other,
    risk_odds,
)
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import FACES, PLAIN
from heorot.games.legend.table import Table
from heorot.games.legend.view import View, view
from heorot.games.legend.worlds import Worlds
from heorot.games.legend.worlds_clues import Clues
from tests.games.legend.tables import deal, say
from tests.games.legend.test_worlds import (
    CASES,
    COURT,
    FIGHT,
    cards_box,
    laid_openly,
    random_table,
    watchers,
    worlds_of,
)
from tests.playing import random_game

BOTH = (CARDS_OF_A_RISK, CARDS_OF_DARING)
ADVANCED = (("advanced", "yes"),)

# ---- All deals, counted --------------------------------------------------------------------------------------------


def likely_by_deals(turning: Turning, piles: Counter[tuple[int, ...]]) -> Likely:
    """How likely the cards that are turned over match how often, with how many symbols."""
    box, found = turning.box, Counter[tuple[int, int]]()
    first = min(turning.cards, turning.view.supply.pile)
    later = [0] * PLAIN
    for card, number in discards(turning.view):
        later[box.face_numbers[card]] += number
    of_discards = drawn(later, turning.value, turning.cards - first)
    for pile, weight in piles.items():
        for draw, chance in one_after_the_other(drawn(pile, turning.value, first), of_discards).items():
            found[draw] += Fraction(weight) * chance
    return {draw: chance / sum(found.values()) for draw, chance in found.items() if chance}


@cache
def drawn_from(numbers: tuple[tuple[int, int], ...], number: int) -> Likely:
    """The same, drawn from so many cards with so many symbols each."""
    singles = [symbols for symbols, times in numbers for _ in range(times)]
    ways = Counter((sum(map(bool, some)), sum(some)) for some in combinations(singles, number))
    return {draw: Fraction(found, comb(len(singles), number)) for draw, found in ways.items()}


def drawn(faces: tuple[int, ...] | list[int], value: tuple[int, ...], number: int) -> Likely:
    symbols: Counter[int] = Counter()
    for face, times in enumerate(faces):
        symbols[value[face]] += times
    return drawn_from(tuple(sorted(symbols.items())), number)


def piles_of(table: Table, me: Seat | None) -> Counter[tuple[int, ...]] | None:
    """What may lie in the draw pile, by all deals behind it; None if these are too many."""
    worlds, piles = worlds_of(table, me, tell_deals=False), Counter()
    for (_, (_, _, pile)), weight in (worlds or {}).items():
        piles[pile] += Fraction(weight)
    return piles or None


def turnings(table: Table, me: View) -> Iterator[Turning]:
    """All risks, if one or two faces matched."""
    faces = [face for face in range(PLAIN) if table.box.printed.copies[face]]
    most = me.supply.pile + sum(number for _, number in discards(me))
    for fits in (some for number in (1, 2) for some in combinations(faces, number)):
        value = tuple(fits.index(face) + 1 if face in fits else 0 for face in range(FACES))
        yield from (Turning(me, value, min(cards, most), table.box) for cards in BOTH)


def without_nothing(likely: Likely) -> Likely:
    return {draw: chance for draw, chance in likely.items() if chance}


def is_about(table: Table, seat: Seat | None) -> bool:
    """Whether this seat is told of some odds that they are not exact. All that are called so must be."""
    me = view(table, seat)
    told = [(turning, *likely_cards(turning)) for turning in turnings(table, me)]
    if (piles := piles_of(table, seat)) is not None and me.episode:
        wrong = [turning for turning, likely, exact in told
                 if exact and without_nothing(likely) != likely_by_deals(turning, piles)]  # fmt: skip
        assert not wrong
    return not all(exact for _, _, exact in told)


def is_uneven(table: Table, seat: Seat | None) -> bool:
    """Whether some card of those that may lie in the pile is likelier to lie there than another."""
    me, piles = view(table, seat), piles_of(table, seat)
    return any(without_nothing(evenly(one)) != likely_by_deals(one, piles) for one in turnings(table, me))


def evenly(turning: Turning) -> Likely:
    """What comes up, if every card that may lie in the pile is as likely."""
    first = min(turning.cards, turning.view.supply.pile)
    of_pile = likely_draws(turning, turning.view.drawable, first)
    return one_after_the_other(of_pile, likely_draws(turning, discards(turning.view), turning.cards - first))


# ---- Exact, or about -----------------------------------------------------------------------------------------------

APPROXIMATE = {"giving cards": "* 2", "paying": "* 2"}  # the seats to which odds are not exact; * is a spectator


def check(table: Table) -> str:
    """Whatever is called exact is exact; returns the seats to which something else is said."""
    approximate = [seat for seat in watchers(table) if is_about(table, seat)]
    return " ".join("*" if seat is None else str(seat + 1) for seat in approximate)


@pytest.mark.parametrize("name", CASES)
def test_l1_7_odds_that_are_called_exact_are_those_of_all_deals(name):
    assert check(CASES[name]()) == APPROXIMATE.get(name, "")


@pytest.mark.parametrize("seed", range(12))
def test_l1_7_odds_of_random_records_that_are_called_exact_are_those_of_all_deals(seed):
    check(random_table(seed))


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 200))
def test_l1_7_odds_of_many_random_records_that_are_called_exact_are_those_of_all_deals(seed):
    check(random_table(seed))


def test_l1_7_what_a_rival_lays_tells_of_what_is_left():
    assert is_uneven(laid_openly(), Seat(0))
    assert not is_even(view(laid_openly(), Seat(0)))
    assert not is_about(laid_openly(), Seat(0))


def test_l1_7_what_is_too_much_to_count_is_about_right(monkeypatch):
    monkeypatch.setattr(odds_count, "MOST_WORK", 0)
    likely_cards.cache_clear()
    for turning in turnings(laid_openly(), view(laid_openly(), Seat(0))):
        assert likely_cards(turning) == (evenly(turning), False)
    likely_cards.cache_clear()


CARDS = "courage1*3 fighting1*3 fighting2*3 wit1*3 beowulf1*3"


@cache
def fixed() -> Table:
    return deal(cards_box(FIGHT, cards=CARDS, hand=(1, 1, 2)), "courage1 wit1", "courage1*2")


def test_l1_4_l1_7_a_card_that_all_knew_of_tells_nothing():
    assert check(fixed()) == ""
    assert check(say(fixed(), "1 lay fighting2")) == ""
    assert is_even(view(say(fixed(), "1 lay fighting2"), Seat(1)))
    assert check(say(fixed(), "1 lay fighting2, 2 lay courage1")) == ""
    assert not is_even(view(say(fixed(), "1 lay fighting2, 2 lay courage1"), Seat(0)))


def test_l1_7_where_no_hand_hides_anything_more_the_pile_is_known():
    shown = say(fixed(), "1 lay fighting2, 2 lay courage1, 2 lay courage1")
    assert check(shown) == ""
    assert [is_even(view(shown, seat)) for seat in watchers(shown)] == [False, True, True]


def test_l1_8_a_card_from_an_earlier_pile_tells_nothing_of_this_one():
    box = cards_box(COURT, FIGHT, cards="courage1*3 wit1*2 fighting1*3", hand=(0, 0, 3))
    table = deal(box, "wit1 courage1 fighting1", "courage1*2 fighting1")
    table = say(table, "1 discard wit1, 1 discard courage1, 1 done, * fighting1, * wit1")
    assert (table.state.reshuffles, table.state.pile_size) == (1, 2)
    laid = say(table, "2 decline, 1 lay fighting1, 2 lay fighting1, 1 lay fighting1")
    assert check(laid) == ""
    assert is_even(view(laid, Seat(0)))
    since = say(table, "2 discard courage1, 2 discard fighting1, 2 done, * wit1")
    assert check(since) == ""
    assert not is_even(view(since, Seat(0)))  # on the safe side: what was drawn only after that is not told apart


def test_l3_3_the_rest_of_a_set_must_be_at_hand():
    table = deal(cards_box(COURT, cards=CARDS, hand=(0, 1, 3)), "courage1 wit1 beowulf1", "courage1*2 wit1")
    assert check(table) == ""
    table = say(table, "1 discard fighting2")  # which all knew of; what follows is one more, or a Beowulf
    assert (check(table), is_uneven(table, Seat(1))) == ("* 2", True)


# ---- Whole games ---------------------------------------------------------------------------------------------------


@cache
def risks(seats: int, seed: int, options: tuple = ()) -> list[Table]:
    """The tables of a game at which a risk may be taken, and others have shown something that tells of the pile."""
    tables = random_game("built-in", seats, seed, "legend", options).tables
    return [table for table in tables if (me := asked_view(table)) and Risk() in me.legal and not is_even(me)]


def asked_view(table: Table) -> View | None:
    seat = table.state.seat
    return view(table, Seat(seat)) if 0 <= seat < table.state.seats else None


def some(tables: list[Table], number: int) -> list[Table]:
    """A few of them, early and late."""
    return tables[:: max(1, len(tables) // number)][:number]


def check_by_worlds(table: Table, tries: int, seed: int) -> bool:
    """How likely no card matches, compared with worlds: within six standard errors. Returns whether it is exact."""
    me, rng = asked_view(table), Random(seed)
    odds, worlds = risk_odds(table.box, me), Worlds(table.box, me)
    if not odds.exact or me.supply.pile < CARDS_OF_A_RISK:
        return False
    found = [without_a_match_in(worlds.draw(rng)) for _ in range(tries)]
    mean = sum(found) / tries
    error = (sum((one - mean) ** 2 for one in found) / tries / (tries - 1)) ** 0.5
    assert abs(mean - float(odds.matches[0])) <= 6 * error + 1e-9
    return True


def without_a_match_in(table: Table) -> float:
    """How likely no card matches, if one could look into the pile."""
    s, matching = table.state, table.box.printed.matching[table.state.episode]
    fits = sum(number for face, number in enumerate(s.pile) if matching >> face & 1)
    return none_of(fits, s.pile_size - fits, CARDS_OF_A_RISK)


GAMES = [(2, 1, ()), (3, 2, ADVANCED), (4, 3, ()), (5, 4, ADVANCED)]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_l1_7_worlds_keep_to_the_odds_in_games_with_the_built_in_box(seats, seed, options):
    assert sum(check_by_worlds(table, 60, seed) for table in some(risks(seats, seed, options), 3)) >= 1


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l1_7_many_worlds_keep_to_the_odds_in_many_games(seats, seed):
    for table in some(risks(seats, seed, ADVANCED if seed % 2 else ()), 6):
        check_by_worlds(table, 300, seed)


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_l1_7_it_is_all_the_same_in_which_order_cards_are_dealt(seats, seed, options):
    rng = Random(seed)
    for table in some(risks(seats, seed, options)[: 8 * seats], 4):
        me, value = asked_view(table), table.box.printed.value[table.state.episode]
        told = what_is_told(Clues(table.box, me), value, min(me.supply.pile, CARDS_OF_A_RISK))
        order = best_order(told)
        shuffled = Order(tuple(rng.sample(order.kinds, len(order.kinds))), order.hands)
        likely = [in_some_order(Count(told, one, value)) for one in (order, shuffled)]
        assert None in likely or likely[0] == likely[1]


def in_some_order(count: Count) -> Likely | None:
    try:
        return without_nothing(count.likely())
    except odds_count.TooMuch:
        return None
