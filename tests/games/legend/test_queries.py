"""Queries of the Legend as data."""

from fractions import Fraction

import pytest

from heorot.engine.errors import IllegalAction
from heorot.engine.seats import Seat
from heorot.games.legend.box.box import built_in
from heorot.games.legend.box.names import name_card
from heorot.games.legend.game import GAME
from heorot.games.legend.inference.risk_odds import risk_odds
from heorot.games.legend.model.components import Card
from heorot.games.legend.table.analysis import icon_worth
from heorot.games.legend.table.view import view
from tests.games.legend.tables import at, may_say, say

SEA, GRENDEL, HALL = "Sail to Denmark", "Grendel's Attack", "King Hrothgar's Hall"


def ask(table, what: str, about: str = "", seat: int = 1):
    return GAME.query(table, Seat(seat - 1), what, about)


def test_l3_2_odds_are_fractions():
    table = at(SEA, "wit1*2", "wit1", "wit1")
    found, odds = ask(table, "odds"), risk_odds(table.box, view(table, Seat(0)))
    assert tuple(map(Fraction, found["risk"]["matches"])) == odds.matches
    assert found["daring"] is None
    assert ask(table, "preview", "risk")["odds"] == found["risk"]


def test_l6_3_every_icon_space_has_a_value():
    table = at(GRENDEL, "fighting2", "wit1", "wit1")
    found, seen = ask(table, "spaces")["spaces"], view(table, Seat(0))
    assert [space["icon"] for space in found] == [str(space.icon) for space in seen.spaces]
    worths = [icon_worth(table.box, seen, space.icon, Seat(0)) for space in seen.spaces]
    assert [Fraction(space["points"]) for space in found] == [worth.points for worth in worths]


def test_l1_7_standings_of_rivals_are_answered_only_with_open_tokens():
    front = {1: "fame5", 2: "fame3 alliance-fame1"}
    assert [one["seat"] for one in ask(at(GRENDEL, "", "", "", front=front), "scores")["standings"]] == [0]
    shown = at(GRENDEL, "", "", "", front=front, options="open-tokens")
    assert [one["unknown"] for one in ask(shown, "scores")["standings"]] == [0, 1, 0]


def test_l4_1_the_next_cards_of_a_bid_are_in_the_order_of_faces():
    table = at(HALL, "wit1 friendship1 wit2", "wit1", "wit1")
    assert ask(table, "next")["next"] == may_say(table, 1)
    assert ask(table, "next", "bid friendship1")["next"] == may_say(say(table, "1 bid friendship1"), 1)
    assert ask(table, "next", "bid friendship1, done")["next"] == []
    assert ask(table, "preview", "bid friendship1, bid wit1")["total"] == ask(
        say(table, "1 bid friendship1"), "preview", "bid wit1")["total"]  # fmt: skip


# ---- L3.4: cards chosen in any order -------------------------------------------------------------------------------

PEACE = "travelling1 friendship1 wit1 courage1*2 courage2 fighting1 beowulf1 naegling king_hrothgars_blessing"


def wrong_with(chosen: str) -> IllegalAction:
    """Return the refusal of these cards as a payment, named in the order of faces."""
    with pytest.raises(IllegalAction) as caught:
        ask(at("Peace Returns", PEACE, ""), "next", ", ".join(f"pay {card}" for card in chosen.split()))
    return caught.value


@pytest.mark.parametrize(("chosen", "idle", "enough"), [
    ("courage1 naegling", "courage1", "no"),  # found although the first three kinds are missing
    ("courage1 courage2", "courage2", "no"),
    ("courage1 fighting1 naegling", "naegling", "no"),
    ("travelling1 courage1 naegling", "courage1", "no"),
    ("travelling1 friendship1 wit1 courage1 naegling", "courage1", "yes"),
    ("travelling1 friendship1 wit1 courage1 courage2 fighting1", "courage2", "yes"),  # cards after it count
])  # fmt: skip
def test_l3_4_a_superfluous_card_is_refused_while_others_are_missing(chosen, idle, enough):
    wrong = wrong_with(chosen)
    assert (wrong.rule, wrong.key, wrong.params["enough"]) == ("L3.4", "illegal.superfluous", enough)
    assert wrong.params["card"] == name_card(Card(idle), built_in())


def test_l3_4_a_card_without_symbols_is_refused_while_others_are_missing():
    assert wrong_with("friendship1 king_hrothgars_blessing").key == "illegal.no-price"


@pytest.mark.parametrize("absent", ["wit2", "hrunting"])
def test_l1_7_a_card_that_is_not_held_is_refused_while_others_are_missing(absent):
    assert wrong_with(f"friendship1 {absent}").key == "illegal.no-card"


@pytest.mark.parametrize("chosen", ["courage1", "friendship1 fighting1", "wit1 beowulf1", "friendship1 naegling"])
def test_l3_4_cards_before_the_missing_ones_are_refused_by_their_order(chosen):
    assert wrong_with(chosen).key == "illegal.set-order"
