"""Worked examples of the rulebook, step by step. Sandra, Martha, Mark and Peter sit clockwise."""

import pytest

from heorot.games.legend.game import GAME
from heorot.games.legend.rules.scoring import rank_of
from tests.games.legend.tables import (
    after,
    asked,
    at,
    before,
    discards,
    episode,
    first,
    front,
    hand,
    laid,
    last,
    markers,
    may_say,
    open_view,
    say,
    totals,
)

SANDRA, MARTHA, MARK, PETER = 1, 2, 3, 4
HALL, GRENDEL = "King Hrothgar's Hall", "Grendel's Attack"

# ---- X1: King Hrothgar's Hall --------------------------------------------------------------------------------------


def hall(sandra: str) -> object:
    """Let Sandra make this bid, and the others the bids of the example."""
    table = at(HALL, "friendship1*2 wit1", "friendship2", "friendship1*2", "fighting1 fighting2")
    for card in sandra.split():
        table = say(table, f"1 bid {card}")
    table = say(table, "1 done, 2 bid friendship2, 2 done, 3 bid friendship1, 3 bid friendship1, 3 done")
    return say(table, "4 bid fighting1, 4 bid fighting2, 4 done")


def test_x1_martha_and_mark_two_symbols_sandra_one_peter_none():
    table = hall("friendship1")
    assert (totals(table), markers(table)) == ([1, 2, 2, 0], [3, 1, 2, 4])


def test_x1_peter_takes_the_two_fighting_cards_back():
    table = hall("friendship1")
    assert (hand(table, PETER), laid(table, PETER)) == ("fighting1 fighting2", "")
    assert discards(table) == "friendship1 friendship1 friendship1 friendship2"


def test_x1_with_two_symbols_sandra_would_have_been_first():
    assert markers(hall("friendship1 friendship1")) == [1, 2, 3, 4]


@pytest.mark.parametrize("bid", ["", "wit1"])
def test_x1_without_symbols_sandra_would_still_be_third(bid):
    assert markers(hall(bid)) == [3, 1, 2, 4]


def test_x1_the_record_matches_the_example():
    table = after("rulebook-hrothgars-hall", "4 done", HALL)
    assert (totals(table), markers(table)) == ([1, 2, 2, 0], [3, 1, 2, 4])
    assert hand(table, PETER).split().count("fighting2") == 1
    assert first(last("rulebook-hrothgars-hall")) == PETER


# ---- X2: Grendel's Attack ------------------------------------------------------------------------------------------

BEGINNING = "1 lay fighting1, 2 lay courage2, 3 lay courage1, 3 lay fighting2, 4 give up"


def grendel(said: str) -> object:
    hands = ("fighting1 beowulf1", "courage2 beowulf1", "courage1 fighting2 beowulf1", "wit1")
    return say(at(GRENDEL, *hands), said)


def test_x2_sandra_lays_exactly_one_card():
    table = grendel("1 lay fighting1")
    assert (totals(table)[0], asked(table)) == (1, "2 lay")


def test_x2_mark_needs_two_cards_to_reach_marthas_total():
    table = grendel("1 lay fighting1, 2 lay courage2, 3 lay courage1")
    assert (asked(table), open_view(table).high) == ("3 lay-on", 2)
    table = say(table, "3 lay fighting2")
    assert (totals(table), asked(table)) == ([1, 2, 3, 0], "4 lay")


def test_x2_peter_is_out_with_marker_4():
    table = grendel(BEGINNING)
    assert (markers(table), asked(table)) == ([None, None, None, 4], "1 lay")
    assert open_view(table).high - totals(table)[0] == 2  # Sandra needs two more


def test_x2_first_branch_sandra_is_out_with_marker_3():
    table = grendel(f"{BEGINNING}, 1 give up")
    assert (markers(table), asked(table)) == ([3, None, None, 4], "2 lay")
    assert discards(table) == "fighting1"


def test_x2_second_branch_sandra_risks_lays_the_beowulf_and_must_lay_another():
    table = grendel(f"{BEGINNING}, 1 risk, * travelling1, * beowulf1")
    assert (totals(table)[0], laid(table, SANDRA), discards(table)) == (2, "fighting1 beowulf1", "travelling1")
    assert (asked(table), may_say(table)) == ("1 lay-on", ["lay beowulf1", "give up"])


@pytest.mark.parametrize("sandra", ["1 give up", "1 risk, * travelling1, * beowulf1, 1 lay beowulf1"])
def test_x2_martha_lays_a_beowulf_and_mark_must_still_lay_a_card(sandra):
    table = grendel(f"{BEGINNING}, {sandra}, 2 lay beowulf1")
    assert (totals(table)[1:3], asked(table)) == ([3, 3], "3 lay")
    assert may_say(table) == ["lay beowulf1", "risk", "give up"]


def test_x2_the_record_of_the_first_branch_matches_the_example():
    name = "rulebook-grendel-out"
    assert totals(before(name, "4 give up", GRENDEL)) == [1, 2, 3, 0]
    table = after(name, "1 give up", GRENDEL)
    assert (markers(table), asked(table)) == ([3, None, None, 4], "2 lay")
    table = after(name, "2 lay beowulf1", GRENDEL)
    assert (totals(table)[1:3], asked(table)) == ([3, 3], "3 lay")


def test_x2_the_record_of_the_second_branch_matches_the_example():
    name = "rulebook-grendel-risk"
    table = after(name, "* beowulf1", GRENDEL)
    assert (totals(table)[0], asked(table), laid(table, SANDRA)) == (2, "1 lay-on", "fighting1 beowulf1")
    table = last(name)
    assert (totals(table), asked(table)) == ([3, 3, 3, 0], "3 lay")
    assert "decline" not in may_say(table)


# ---- X3: the resolution of Grendel's Attack ------------------------------------------------------------------------


def resolution() -> object:
    return grendel(f"{BEGINNING}, 1 give up, 2 lay beowulf1, 3 lay beowulf1, 2 give up")


def test_x3_markers_mark_martha_sandra_peter():
    assert markers(resolution()) == [3, 2, 1, 4]


def test_x3_the_scratch_on_the_fifth_space_is_not_available():
    table = resolution()
    assert asked(table) == "3 take-space"
    assert may_say(table) == ["take fame 5", "take wound", "take card beowulfs_daring", "take alliance 1"]


def test_x3_each_player_takes_a_space_and_peter_becomes_first_player():
    table = say(resolution(), "3 take fame 5, 2 take card beowulfs_daring, 1 take alliance 1, * alliance-fame2")
    assert may_say(table) == ["take wound"]
    table = say(table, "4 take wound, * wit1, * wit2")
    assert (front(table, MARK), hand(table, MARTHA), front(table, SANDRA), front(table, PETER)) == (
        "fame5", "beowulfs_daring", "alliance-fame2", "wound",
    )  # fmt: skip
    assert hand(table, PETER) == "wit1 wit1 wit2"
    assert (first(table), episode(table)) == (PETER, "Great Rewards")


def test_x3_the_record_matches_the_example():
    name = "rulebook-grendel-out"
    assert markers(before(name, "3 take fame 5")) == [3, 2, 1, 4]
    assert "take scratch" not in may_say(before(name, "3 take fame 5"))
    wounded, table = before(name, "4 take wound"), last(name)
    assert (first(table), front(table, PETER)) == (PETER, "wound")
    assert len(hand(table, PETER).split()) == len(hand(wounded, PETER).split()) + 2
    assert "beowulfs_daring" in hand(table, MARTHA)


# ---- X4: final scores ----------------------------------------------------------------------------------------------


def test_x4_sandra_12_martha_13_mark_12_peter_3():
    table = last("rulebook-scores")
    assert [front(table, seat) for seat in (SANDRA, MARTHA, MARK, PETER)] == [
        "fame9 treasure3 wound", "fame8 scratch", "fame3 fame9 treasure2 misfortune wound wound",
        "fame4 fame9 treasure5 wound double-wound",
    ]  # fmt: skip
    assert GAME.score(table) == (12, 13, 12, 3)


def test_x4_martha_wins_and_sandra_and_mark_share_the_second_place():
    table = last("rulebook-scores")
    assert (GAME.victory_shares(table), open_view(table).winners) == ((0, 1, 0, 0), (MARTHA - 1,))
    ranks = [rank_of(table.state, seat) for seat in range(4)]
    assert ranks[0] == ranks[2] > ranks[3]
