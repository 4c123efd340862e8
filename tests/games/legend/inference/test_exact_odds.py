"""Exact odds are those of all physical deals, counted one by one.

In games with the built-in box, where deals are too many for that, random worlds agree with them, and the order in which
cards are dealt does not matter.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.inference import odds_count
from heorot.games.legend.inference.clues import Clues
from heorot.games.legend.inference.odds import chance_of_none
from heorot.games.legend.inference.odds_count import DealCount, DrawOdds
from heorot.games.legend.inference.odds_hands import collect_evidence
from heorot.games.legend.inference.odds_order import Order, best_order
from heorot.games.legend.inference.risk_odds import (
    RiskDraw,
    combine_draws,
    discards,
    draw_odds,
    is_uniform,
    risk_odds,
    uniform_odds,
)
from heorot.games.legend.inference.worlds import Worlds
from heorot.games.legend.model.actions import Risk
from heorot.games.legend.model.state import FACES, PLAIN
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View, view
from tests.games.legend.inference.test_worlds import (
    CASES,
    COURT,
    FIGHT,
    cards_box,
    laid_openly,
    random_table,
    watchers,
    worlds_of,
)
from tests.games.legend.tables import deal, say
from tests.support.playing import random_game

BOTH = (CARDS_OF_A_RISK, CARDS_OF_DARING)
ADVANCED = (("advanced", "yes"),)

# ---- All deals, counted --------------------------------------------------------------------------------------------


def likely_by_deals(turning: RiskDraw, piles: Counter[tuple[int, ...]]) -> DrawOdds:
    """Return the probabilities of matches and symbols among the cards turned over."""
    box, found = turning.box, Counter[tuple[int, int]]()
    first = min(turning.cards, turning.view.supply.pile)
    later = [0] * PLAIN
    for card, number in discards(turning.view):
        later[box.face_numbers[card]] += number
    of_discards = drawn(later, turning.value, turning.cards - first)
    for pile, weight in piles.items():
        for draw, chance in combine_draws(drawn(pile, turning.value, first), of_discards).items():
            found[draw] += Fraction(weight) * chance
    return {draw: chance / sum(found.values()) for draw, chance in found.items() if chance}


@cache
def drawn_from(numbers: tuple[tuple[int, int], ...], number: int) -> DrawOdds:
    """Return the probabilities of a draw from cards with these symbols."""
    singles = [symbols for symbols, times in numbers for _ in range(times)]
    ways = Counter((sum(map(bool, some)), sum(some)) for some in combinations(singles, number))
    return {draw: Fraction(found, comb(len(singles), number)) for draw, found in ways.items()}


def drawn(faces: tuple[int, ...] | list[int], value: tuple[int, ...], number: int) -> DrawOdds:
    symbols: Counter[int] = Counter()
    for face, times in enumerate(faces):
        symbols[value[face]] += times
    return drawn_from(tuple(sorted(symbols.items())), number)


def piles_of(table: Table, me: Seat | None) -> Counter[tuple[int, ...]] | None:
    """Return the possible contents of the draw pile over all deals; None if these are too many."""
    worlds, piles = worlds_of(table, me, tell_deals=False), Counter()
    for (_, (_, _, pile)), weight in (worlds or {}).items():
        piles[pile] += Fraction(weight)
    return piles or None


def turnings(table: Table, me: View) -> Iterator[RiskDraw]:
    """Yield all risks in which one or two faces match."""
    faces = [face for face in range(PLAIN) if table.box.printed.copies[face]]
    most = me.supply.pile + sum(number for _, number in discards(me))
    for fits in (some for number in (1, 2) for some in combinations(faces, number)):
        value = tuple(fits.index(face) + 1 if face in fits else 0 for face in range(FACES))
        yield from (RiskDraw(me, value, min(cards, most), table.box) for cards in BOTH)


def without_nothing(likely: DrawOdds) -> DrawOdds:
    return {draw: chance for draw, chance in likely.items() if chance}


def is_about(table: Table, seat: Seat | None) -> bool:
    """Return whether this seat gets approximate odds; check that all exact odds are exact."""
    me = view(table, seat)
    told = [(turning, *draw_odds(turning)) for turning in turnings(table, me)]
    if (piles := piles_of(table, seat)) is not None and me.episode:
        wrong = [turning for turning, likely, exact in told
                 if exact and without_nothing(likely) != likely_by_deals(turning, piles)]  # fmt: skip
        assert not wrong
    return not all(exact for _, _, exact in told)


def is_uneven(table: Table, seat: Seat | None) -> bool:
    """Return whether the cards that may lie in the pile are not equally likely to lie there."""
    me, piles = view(table, seat), piles_of(table, seat)
    return any(without_nothing(evenly(one)) != likely_by_deals(one, piles) for one in turnings(table, me))


def evenly(turning: RiskDraw) -> DrawOdds:
    """Return the odds if all cards that may lie in the pile are equally likely."""
    first = min(turning.cards, turning.view.supply.pile)
    of_pile = uniform_odds(turning, turning.view.drawable, first)
    return combine_draws(of_pile, uniform_odds(turning, discards(turning.view), turning.cards - first))


# ---- Exact or approximate ------------------------------------------------------------------------------------------

APPROXIMATE = {"giving cards": "* 2", "paying": "* 2"}  # seats with approximate odds; * is a spectator


def check(table: Table) -> str:
    """Check that all exact odds are exact; return the seats that get approximate ones."""
    approximate = [seat for seat in watchers(table) if is_about(table, seat)]
    return " ".join("*" if seat is None else str(seat + 1) for seat in approximate)


@pytest.mark.parametrize("name", CASES)
def test_l1_7_exact_odds_match_all_deals(name):
    assert check(CASES[name]()) == APPROXIMATE.get(name, "")


@pytest.mark.parametrize("seed", range(12))
def test_l1_7_exact_odds_of_random_records_match_all_deals(seed):
    check(random_table(seed))


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 200))
def test_l1_7_exact_odds_of_many_random_records_match_all_deals(seed):
    check(random_table(seed))


def test_l1_7_cards_laid_by_a_rival_change_the_odds():
    assert is_uneven(laid_openly(), Seat(0))
    assert not is_uniform(view(laid_openly(), Seat(0)))
    assert not is_about(laid_openly(), Seat(0))


def test_l1_7_odds_beyond_the_work_limit_are_approximate(monkeypatch):
    monkeypatch.setattr(odds_count, "MOST_WORK", 0)
    draw_odds.cache_clear()
    for turning in turnings(laid_openly(), view(laid_openly(), Seat(0))):
        assert draw_odds(turning) == (evenly(turning), False)
    draw_odds.cache_clear()


CARDS = "courage1*3 fighting1*3 fighting2*3 wit1*3 beowulf1*3"


@cache
def fixed() -> Table:
    return deal(cards_box(FIGHT, cards=CARDS, hand=(1, 1, 2)), "courage1 wit1", "courage1*2")


def test_l1_4_l1_7_playing_a_known_card_gives_no_evidence():
    assert check(fixed()) == ""
    assert check(say(fixed(), "1 lay fighting2")) == ""
    assert is_uniform(view(say(fixed(), "1 lay fighting2"), Seat(1)))
    assert check(say(fixed(), "1 lay fighting2, 2 lay courage1")) == ""
    assert not is_uniform(view(say(fixed(), "1 lay fighting2, 2 lay courage1"), Seat(0)))


def test_l1_7_the_pile_is_known_once_no_hand_is_hidden():
    shown = say(fixed(), "1 lay fighting2, 2 lay courage1, 2 lay courage1")
    assert check(shown) == ""
    assert [is_uniform(view(shown, seat)) for seat in watchers(shown)] == [False, True, True]


def test_l1_8_a_card_from_an_earlier_pile_gives_no_evidence_about_this_one():
    box = cards_box(COURT, FIGHT, cards="courage1*3 wit1*2 fighting1*3", hand=(0, 0, 3))
    table = deal(box, "wit1 courage1 fighting1", "courage1*2 fighting1")
    table = say(table, "1 discard wit1, 1 discard courage1, 1 done, * fighting1, * wit1")
    assert (table.state.reshuffles, table.state.pile_size) == (1, 2)
    laid = say(table, "2 decline, 1 lay fighting1, 2 lay fighting1, 1 lay fighting1")
    assert check(laid) == ""
    assert is_uniform(view(laid, Seat(0)))
    since = say(table, "2 discard courage1, 2 discard fighting1, 2 done, * wit1")
    assert check(since) == ""
    assert not is_uniform(view(since, Seat(0)))  # conservative: later draws are not distinguished


def test_l3_3_the_first_card_of_a_set_shows_that_its_rest_is_in_the_hand():
    table = deal(cards_box(COURT, cards=CARDS, hand=(0, 1, 3)), "courage1 wit1 beowulf1", "courage1*2 wit1")
    assert check(table) == ""
    table = say(table, "1 discard fighting2")  # which all knew of; what follows is one more, or a Beowulf
    assert (check(table), is_uneven(table, Seat(1))) == ("* 2", True)


# ---- Whole games ---------------------------------------------------------------------------------------------------


@cache
def risks(seats: int, seed: int, options: tuple = ()) -> list[Table]:
    """Yield the tables of a game at which a risk may be taken and shown cards are evidence about the pile."""
    tables = random_game("built-in", seats, seed, "legend", options).tables
    return [table for table in tables if (me := asked_view(table)) and Risk() in me.legal and not is_uniform(me)]


def asked_view(table: Table) -> View | None:
    seat = table.state.seat
    return view(table, Seat(seat)) if 0 <= seat < table.state.seats else None


def some(tables: list[Table], number: int) -> list[Table]:
    """Return a few of them, early and late."""
    return tables[:: max(1, len(tables) // number)][:number]


def check_by_worlds(table: Table, tries: int, seed: int) -> bool:
    """Compare the probability of no match with random worlds, within six standard errors; return whether it is
    exact."""
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
    """Return the probability of no match for the true pile."""
    s, matching = table.state, table.box.printed.matching[table.state.episode]
    fits = sum(number for face, number in enumerate(s.pile) if matching >> face & 1)
    return chance_of_none(fits, s.pile_size - fits, CARDS_OF_A_RISK)


GAMES = [(2, 1, ()), (3, 2, ADVANCED), (4, 3, ()), (5, 4, ADVANCED)]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_l1_7_worlds_match_the_odds_in_games_with_the_built_in_box(seats, seed, options):
    assert sum(check_by_worlds(table, 60, seed) for table in some(risks(seats, seed, options), 3)) >= 1


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l1_7_many_worlds_match_the_odds_in_many_games(seats, seed):
    for table in some(risks(seats, seed, ADVANCED if seed % 2 else ()), 6):
        check_by_worlds(table, 300, seed)


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_l1_7_odds_do_not_depend_on_the_order_of_kinds(seats, seed, options):
    rng = Random(seed)
    for table in some(risks(seats, seed, options)[: 8 * seats], 4):
        me, value = asked_view(table), table.box.printed.value[table.state.episode]
        told = collect_evidence(Clues(table.box, me), value, min(me.supply.pile, CARDS_OF_A_RISK))
        order = best_order(told)
        shuffled = Order(tuple(rng.sample(order.kinds, len(order.kinds))), order.hands)
        likely = [in_some_order(DealCount(told, one, value)) for one in (order, shuffled)]
        assert None in likely or likely[0] == likely[1]


def in_some_order(count: DealCount) -> DrawOdds | None:
    try:
        return without_nothing(count.likely())
    except odds_count.TooManyCases:
        return None
