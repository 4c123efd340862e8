"""Chapter 5: major episodes, in turn."""

import pytest

from tests.games.legend.tables import (
    asked,
    at,
    discards,
    front,
    hand,
    known,
    laid,
    markers,
    may_say,
    open_view,
    refused,
    say,
    totals,
)

GRENDEL = "Grendel's Attack"  # courage and fighting


def test_l5_1_two_kinds_of_symbol_match_and_beowulf_symbols():
    table = at(GRENDEL, "courage2 fighting1 beowulf1 wit2 naegling", "")
    lays = ["lay courage2", "lay fighting1", "lay beowulf1", "lay naegling"]
    assert may_say(table) == [*lays, "risk", "give up"]
    assert [totals(say(table, f"1 {text}"))[0] for text in lays] == [2, 1, 1, 3]
    assert refused(table, "1 lay wit2") == ("L5.1", "no-match")


def test_l5_1_the_turn_passes_clockwise_over_the_players_still_in():
    table = at(GRENDEL, *["courage1*2"] * 4, first=3)
    assert asked(table) == "3 lay"
    table = say(table, "3 lay courage1, 4 give up, 1 lay courage1, 2 lay courage1")
    assert asked(table) == "3 lay"
    table = say(table, "3 lay courage1")
    assert [player.still_in for player in open_view(table).players] == [True, True, True, False]
    assert asked(table) == "1 lay"


def test_l5_2_a_player_must_reach_at_least_the_highest_total():
    table = say(at(GRENDEL, "courage2 courage1", "courage1*3 fighting1", ""), "1 lay courage2, 2 lay courage1")
    assert (asked(table), open_view(table).high) == ("2 lay-on", 2)
    assert may_say(table) == ["lay courage1", "lay fighting1", "give up"]
    assert asked(say(table, "2 lay fighting1")) == "3 lay"


def test_l5_2_no_further_card_may_be_laid_once_the_total_is_reached():
    table = say(at(GRENDEL, "courage1", "courage1*2", ""), "1 lay courage1, 2 lay courage1")
    assert asked(table) == "3 lay"
    assert refused(table, "2 lay courage1") == ("L2.2", "not-asked")


def test_l5_2_the_total_may_be_passed():
    table = say(at(GRENDEL, "courage1", "courage2", ""), "1 lay courage1, 2 lay courage2")
    assert (asked(table), open_view(table).high) == ("3 lay", 2)


def test_l5_2_the_opening_player_lays_exactly_one_card_or_risks():
    table = at(GRENDEL, "courage1*2", "")
    assert may_say(table) == ["lay courage1", "risk", "give up"]
    assert asked(say(table, "1 lay courage1")) == "2 lay"
    assert asked(say(table, "1 risk, * courage1, * courage2")) == "2 lay"


def test_l5_3_a_player_whose_total_is_already_enough_still_lays_exactly_one_card():
    table = say(at(GRENDEL, "courage2 courage1*2", "courage1 fighting1*2"), "1 lay courage2")
    table = say(table, "2 lay courage1, 2 lay fighting1")
    assert (asked(table), totals(table)) == ("1 lay", [2, 2])
    assert may_say(table) == ["lay courage1", "risk", "give up"]
    assert asked(say(table, "1 lay courage1")) == "2 lay"
    assert asked(say(table, "1 risk, * courage1, * wit1")) == "2 lay"


def test_l5_4_laid_cards_stay_and_totals_add_up_over_the_turns():
    table = at(GRENDEL, "courage1 courage2", "fighting1*2")
    table = say(table, "1 lay courage1, 2 lay fighting1, 1 lay courage2")
    assert (laid(table, 1), laid(table, 2), totals(table)) == ("courage1 courage2", "fighting1", [3, 1])
    table = say(table, "2 lay fighting1")
    assert (asked(table), totals(table)) == ("2 lay-on", [3, 2])
    assert [[card.name for card, _ in p.laid] for p in open_view(table).players] == [
        ["courage1", "courage2"], ["fighting1"],
    ]  # fmt: skip


def test_l5_5_a_player_who_gives_up_is_out_and_takes_the_highest_free_marker():
    table = at(GRENDEL, "courage1*2", "courage1 courage2", "")
    table = say(table, "1 lay courage1, 2 lay courage2, 3 give up")
    assert markers(table) == [None, None, 3]
    table = say(table, "1 lay courage1, 2 lay courage1, 1 give up")
    assert (markers(table), discards(table)) == ([2, 1, 3], "courage1 courage1 courage1 courage2")
    assert asked(table) == "2 take-space"


def test_l5_5_a_player_may_give_up_at_any_point_of_the_turn_also_with_the_right_cards():
    table = at(GRENDEL, "courage2*2", "courage1*2", "")
    assert "give up" in may_say(table)
    table = say(table, "1 lay courage2, 2 lay courage1")
    assert may_say(table) == ["lay courage1", "give up"]
    table = say(table, "2 give up")
    assert (hand(table, 2), discards(table), markers(table)) == ("courage1", "courage1", [None, 3, None])


def test_l5_6_before_laying_hand_cards_a_player_may_risk():
    table = say(at(GRENDEL, "courage1", "courage1", ""), "1 risk")
    assert asked(table) == "* risk-card"
    table = say(table, "* courage2, * fighting1")
    assert (laid(table, 1), totals(table)[0], asked(table)) == ("courage2 fighting1", 3, "2 lay")
    assert known(table, 1) == ""  # laid, not taken into the hand


def test_l5_6_cards_that_do_not_match_are_discarded():
    table = say(at(GRENDEL, "", "", ""), "1 risk, * courage2, * wit1")
    assert (laid(table, 1), discards(table)) == ("courage2", "wit1")


def test_l5_6_if_the_total_is_not_reached_the_player_continues_from_hand_or_is_out():
    table = say(at(GRENDEL, "courage2*2", "courage1", ""), "1 lay courage2, 2 risk, * fighting1, * wit1")
    assert (asked(table), may_say(table)) == ("2 lay-on", ["lay courage1", "give up"])
    assert asked(say(table, "2 lay courage1")) == "3 lay"
    out = say(table, "2 give up")
    assert (markers(out), discards(out), front(out, 2)) == ([None, 3, None], "wit1 fighting1", "")


def test_l5_6_if_no_card_matches_the_player_takes_a_scratch_and_is_out():
    table = at(GRENDEL, "courage2", "courage1*2", "")
    table = say(table, "1 lay courage2, 2 lay courage1, 2 lay courage1, 3 give up, 1 risk, * wit1, * wit2")
    assert (front(table, 1), markers(table), asked(table)) == ("scratch", [2, 1, 3], "2 take-space")
    assert discards(table) == "wit1 wit2 courage1 courage1 courage2"


@pytest.mark.parametrize("begun", ["2 lay courage1", "2 risk, * courage1, * wit1"])
def test_l5_7_one_risk_a_turn(begun):
    table = say(at(GRENDEL, "courage2*2", "courage1*3", ""), f"1 lay courage2, {begun}")
    assert asked(table) == "2 lay-on"
    assert refused(table, "2 risk") == ("L5.7", "one-risk")
    table = say(table, "2 lay courage1, 3 give up, 1 lay courage2")
    assert "risk" in may_say(table)  # another turn


def test_l5_7_a_matching_risk_card_counts_as_the_card_that_must_be_laid():
    table = say(at(GRENDEL, "courage1", "courage1", ""), "1 lay courage1, 2 risk, * courage1, * wit1")
    assert (asked(table), laid(table, 2)) == ("3 lay", "courage1")


def test_l5_8_the_last_player_in_takes_marker_1_without_having_to_lay_more():
    table = at(GRENDEL, "courage1", "courage2*2", "")
    table = say(table, "1 lay courage1, 2 lay courage2, 3 give up, 1 give up")
    assert (asked(table), markers(table)) == ("2 take-space", [2, 1, 3])
    assert (hand(table, 2), discards(table)) == ("courage2", "courage1 courage2")


def test_l5_8_the_last_player_in_takes_marker_1_even_without_having_laid_a_card():
    table = say(at(GRENDEL, "courage1", "courage2", "wit1"), "1 give up, 2 give up")
    assert (asked(table), markers(table), discards(table)) == ("3 take-space", [3, 2, 1], "")
