"""Odds of a risk: exact, and equal to the kernels' odds, to an enumeration of all cases, and to samples."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.game import GAME
from heorot.games.legend.inference.odds import chance_of_no_match, chance_of_none, count_drawable, count_unseen_cards
from heorot.games.legend.inference.risk_odds import is_uniform, risk_odds
from heorot.games.legend.inference.worlds import Worlds
from heorot.games.legend.model.state import PLAIN
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.table.analysis import missing_in_turn
from heorot.games.legend.table.memory import drawable_by_face, expand, unseen_by_face
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View, view
from tests.games.legend.tables import RESOLVE, asked, at, deal, say
from tests.support.playing import random_game, watchers

BOTH = (CARDS_OF_A_RISK, CARDS_OF_DARING)
SEA, GRENDEL = "Sail to Denmark", "Grendel's Attack"  # travelling and friendship; courage and fighting


def seen(table: Table, seat: int = 1) -> View:
    return view(table, Seat(seat - 1))


def shown(fraction: Fraction) -> str:
    return f"{fraction.numerator}/{fraction.denominator}"


def matches(table: Table, cards: int = CARDS_OF_A_RISK, seat: int = 1) -> str:
    """Return the probabilities of 0, 1, 2, ... matches."""
    return " ".join(map(shown, risk_odds(table.box, seen(table, seat), cards).matches))


# ---- By hand -------------------------------------------------------------------------------------------------------


def test_l3_2_every_number_of_matches_has_its_exact_chance():
    table = at(SEA, "", "", pile="travelling1 wit1*3", discards="")
    assert matches(table) == "1/2 1/2 0/1"
    table = at(SEA, "", "", pile="travelling1 beowulf1 wit1*2", discards="")
    assert matches(table) == "1/6 2/3 1/6"
    assert risk_odds(table.box, seen(table)).match == Fraction(5, 6)


def test_l7_4_with_daring_five_cards_are_turned_over():
    table = at(SEA, "", "", pile="travelling1 friendship2 wit1*4", discards="")
    assert matches(table, CARDS_OF_DARING) == "0/1 1/3 2/3 0/1 0/1 0/1"


def test_l1_7_odds_account_for_cards_that_a_rival_may_hold():
    table = at(SEA, "", "travelling1 wit1", pile="wit1*3", discards="")
    assert matches(table) == "3/5 2/5 0/1"
    table = at(SEA, "", "travelling1 wit1", pile="wit1*3", discards="", known={2: "travelling1"})
    assert matches(table) == "1/1 0/1 0/1"
    table = at(SEA, "", "travelling1 wit1", pile="wit1*3", discards="")
    assert matches(table, seat=2) == "1/1 0/1 0/1"


def test_l1_8_odds_include_the_discards_if_the_pile_runs_out():
    table = at(SEA, "", "", pile="wit1", discards="travelling1*3 wit1")
    assert matches(table) == "1/4 3/4 0/1"
    table = at(SEA, "", "", pile="", discards="travelling1*3 wit1")
    assert matches(table) == "0/1 1/2 1/2"


def test_l1_8_no_card_is_drawable_from_an_empty_pile():
    table = at(SEA, "", "travelling1 wit1", pile="", discards="wit1")
    assert (seen(table).drawable, len(seen(table).unseen)) == ((), 2)
    assert matches(table) == "1/1 0/1"


def test_l1_7_views_count_unseen_and_drawable_cards_like_the_rules():
    for seed in range(6):
        for table in random_game("built-in", 4, seed, "legend").tables[::7]:
            for seat in watchers(table):
                s, number = table.state, -1 if seat is None else seat
                assert unseen_by_face(s, seat) == [count_unseen_cards(s, number, face) for face in range(PLAIN)]
                drawn = [count_drawable(s, number, face) for face in range(PLAIN)]
                assert drawable_by_face(s, seat) == (drawn if s.pile_size else [])


def test_l1_8_no_more_cards_are_turned_over_than_there_are():
    table = at(SEA, "", "", pile="wit1", discards="")
    assert matches(table) == "1/1 0/1"
    table = at(SEA, "", "", pile="wit1", discards="travelling1")
    assert matches(table, CARDS_OF_DARING) == "0/1 1/1 0/1"


def test_l7_5_cards_of_a_failed_risk_are_discarded_before_another_one():
    table = at(SEA, f"{RESOLVE}", "", pile="wit1*2", discards="travelling1*2")
    assert matches(table) == "1/1 0/1 0/1"
    failed = say(table, "1 risk, * wit1, * wit1")
    assert (asked(failed), failed.state.pile_size) == ("1 resolve", 2)
    assert matches(failed) == "0/1 0/1 1/1"
    lone = at(SEA, f"{RESOLVE}", "", pile="wit1*2", discards="")
    assert matches(say(lone, "1 risk, * wit1, * wit1")) == "1/1 0/1 0/1"


def test_l5_6_odds_have_the_expected_symbols_and_the_chance_to_reach_the_total():
    table = at(GRENDEL, "courage1", "", pile="courage2 fighting1 wit1*2", discards="")
    odds = risk_odds(table.box, seen(table))
    assert (odds.missing, odds.reached, odds.match) == (0, Fraction(5, 6), Fraction(5, 6))
    table = say(at(GRENDEL, "courage2", "", pile="courage2 fighting1 wit1*2", discards=""), "1 lay courage2")
    odds = risk_odds(table.box, seen(table, 2))
    assert (odds.missing, odds.symbols) == (2, Fraction(3, 2))
    assert odds.reached == Fraction(1, 2)


def test_l5_7_a_total_that_is_enough_still_needs_a_match():
    table = at(GRENDEL, "courage2*2", "courage1*2", pile="courage2 wit1*3", discards="")
    table = say(table, "1 lay courage2, 2 lay courage1, 2 lay courage1")
    odds = risk_odds(table.box, seen(table))
    assert (odds.missing, odds.reached) == (0, Fraction(1, 2))


def test_l3_2_a_minor_episode_has_no_total_to_reach():
    odds = risk_odds(at(SEA, "", "").box, seen(at(SEA, "", "")))
    assert (odds.missing, odds.reached) == (None, None)


def test_a_spectator_sees_the_missing_symbols_of_the_acting_seat():
    table = say(at(GRENDEL, "courage2", "courage1"), "1 lay courage2")
    assert missing_in_turn(table.box, view(table, None)) == 2
    assert missing_in_turn(table.box, seen(table, 1)) == 0


# ---- By every case -------------------------------------------------------------------------------------------------


def every_case(table: Table, seat: int, cards: int) -> tuple[Counter[int], Counter[int]]:
    """Enumerate all ways to turn cards over; count matches and symbols."""
    box, seen_by = table.box, seen(table, seat)
    unseen, later = expand(seen_by.drawable), expand(seen_by.supply.discards)
    first = min(cards, seen_by.supply.pile)
    rest = min(cards - first, len(later))
    found, symbols = Counter[int](), Counter[int]()
    for turned in permutations(unseen, first):
        for more in permutations(later, rest):
            values = [box.printed.value[seen_by.episode - 1][box.face_numbers[card]] for card in (*turned, *more)]
            found[sum(value > 0 for value in values)] += 1
            symbols[sum(values)] += 1
    return found, symbols


CASES = [
    lambda: at(SEA, "", "travelling2 wit1", pile="travelling1*2 friendship2 wit1", discards="beowulf1 wit1"),
    lambda: at(SEA, "wit2", "friendship1 wit1", pile="travelling1 wit2", discards="travelling2 wit1*2"),
    lambda: at(GRENDEL, "courage1", "fighting2 wit1", pile="courage2 fighting1 beowulf1", discards="wit1*2 courage1"),
    lambda: say(
        at(GRENDEL, "courage2", "wit1", pile="fighting2 fighting1 wit1", discards="courage2"), "1 lay courage2"
    ),
    lambda: at(SEA, "", "friendship2", pile="", discards="travelling2 travelling1 wit1 courage1 beowulf1"),
]


@pytest.mark.parametrize("cards", BOTH)
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_l3_2_l5_6_odds_match_an_enumeration_of_all_cases(case, cards):
    table = case()
    for seat in (1, 2):
        found, symbols = every_case(table, seat, cards)
        cases, odds = found.total(), risk_odds(table.box, seen(table, seat), cards)
        assert odds.matches == tuple(Fraction(found[number], cases) for number in range(odds.cards + 1))
        assert odds.symbols == Fraction(sum(number * times for number, times in symbols.items()), cases)
        if odds.missing is not None:
            enough = sum(times for number, times in symbols.items() if number and number >= odds.missing)
            assert odds.reached == Fraction(enough, cases)


# ---- By the rules' own odds ----------------------------------------------------------------------------------------

ADVANCED = (("advanced", "yes"),)
GAMES = [("built-in", 2, 1, ()), ("built-in", 5, 2, ()), ("built-in", 4, 3, ADVANCED), ("small", 3, 4, ())]


@pytest.mark.parametrize(("box", "seats", "seed", "options"), GAMES)
def test_l3_2_odds_of_bots_and_views_agree_where_all_cards_are_equally_likely(box, seats, seed, options):
    tried = 0
    for table in random_game(box, seats, seed, "legend", options).tables:
        question = asked(table).split()[-1]
        if question not in ("risk", "lay", "daring"):
            continue
        for seat in (seat for seat in watchers(table) if is_uniform(view(table, seat))):
            for cards in BOTH:
                odds = risk_odds(table.box, view(table, seat), cards)
                rules = chance_of_no_match(table.box.printed, table.state, -1 if seat is None else seat, cards)
                assert (sum(odds.matches), len(odds.matches)) == (1, odds.cards + 1)
                assert float(odds.matches[0]) == pytest.approx(rules)
                assert odds.symbols >= sum(n * chance for n, chance in enumerate(odds.matches))
                tried += 1
    assert tried > 5


# ---- By drawing ----------------------------------------------------------------------------------------------------


def turned_over(table: Table, rng: Random) -> int:
    """Play a random risk; return the number of matches."""
    table, found = say(table, f"{asked(table)[0]} risk"), 0
    matching = table.box.printed.matching[table.state.episode]
    while asked(table) == "* risk-card":
        (chosen,) = rng.choices(
            [c.action for c in GAME.chance_outcomes(table)], [c.weight for c in GAME.chance_outcomes(table)]
        )
        found += matching >> table.box.face_numbers[chosen.card] & 1
        table = GAME.apply(table, GAME.actors(table)[0], chosen)
    return found


def test_l3_2_random_risks_match_the_odds_where_only_the_pile_is_unseen():
    table = at(SEA, "wit1", "wit2", pile="travelling1*3 wit1*4", discards="", known={2: "wit2"})
    rng, tries = Random(7), 3000
    often = Counter(turned_over(table, rng) for _ in range(tries))
    for number, chance in enumerate(risk_odds(table.box, seen(table)).matches):
        assert often[number] / tries == pytest.approx(float(chance), abs=4 * (0.25 / tries) ** 0.5)


def test_l1_7_worlds_match_the_odds():
    dealt = ("friendship1 wit1 wit2 courage1 fighting1", "travelling1 travelling2 friendship2 wit1 courage2")
    table = say(deal(GAME.box, *dealt), "1 decline, 2 decline")
    worlds, rng, tries = Worlds(table.box, seen(table)), Random(11), 400
    assert asked(table) == "1 risk"
    none = sum(without_a_match_in(worlds.draw(rng)) for _ in range(tries)) / tries
    assert none == pytest.approx(float(risk_odds(table.box, seen(table)).matches[0]), abs=0.004)


def without_a_match_in(table: Table) -> float:
    """Return the probability of no match for the true pile."""
    s, matching = table.state, table.box.printed.matching[table.state.episode]
    fits = sum(number for face, number in enumerate(s.pile) if matching >> face & 1)
    return chance_of_none(fits, s.pile_size - fits, CARDS_OF_A_RISK)
