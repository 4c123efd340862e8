"""Chapter 7: special cards."""

import pytest

from tests.games.legend.tables import (
    BLESSING,
    DARING,
    INSPIRATION,
    RESOLVE,
    REST,
    asked,
    at,
    discards,
    episode,
    front,
    hand,
    known,
    laid,
    markers,
    may_say,
    refused,
    say,
    small_box,
    specials,
    supply,
    totals,
    turned,
)

GRENDEL, WATCH = "Grendel's Attack", "Night Watch"  # both courage and fighting

# ---- L7.1 ----------------------------------------------------------------------------------------------------------


def test_l7_1_cards_with_symbols_are_played_like_activity_cards():
    table = at(GRENDEL, "naegling hrunting", "", "")
    assert may_say(table) == ["lay hrunting", "lay naegling", "risk", "give up"]
    table = say(table, "1 lay naegling")
    assert (totals(table)[0], laid(table, 1)) == (3, "naegling")


def test_l7_1_all_special_cards_leave_the_game_when_used():
    table = say(at(GRENDEL, "naegling", "", ""), "1 lay naegling, 2 give up, 3 give up")
    assert (laid(table, 1), hand(table, 1), discards(table)) == ("", "", "")
    assert specials(table) & {"naegling"} == set()
    text = say(at(WATCH, DARING, "", ""), f"1 risk, 1 use {DARING}")
    assert (hand(text, 1), known(text, 1), DARING in specials(text)) == ("", "", False)


# ---- L7.2 King Hrothgar's Blessing ---------------------------------------------------------------------------------


def test_l7_2_one_of_the_cards_about_to_be_discarded_goes_back_to_the_hand():
    table = at("King Hrothgar's Hall", f"friendship1 friendship2 {BLESSING}", "")
    table = say(table, "1 bid friendship1, 1 bid friendship2, 1 done, 2 done")
    assert (asked(table), may_say(table)) == (
        "1 blessing", ["take back friendship1", "take back friendship2", "keep"],
    )  # fmt: skip
    used = say(table, "1 take back friendship2")
    assert (hand(used, 1), known(used, 1), discards(used)) == ("friendship2", "friendship2", "friendship1")
    kept = say(table, "1 keep")
    assert (hand(kept, 1), discards(kept)) == (BLESSING, "friendship1 friendship2")
    assert totals(used) == totals(kept) == [3, 0]


@pytest.mark.parametrize("seat", [2, 3])
def test_l7_2_the_holder_is_asked_regardless_of_other_bids(seat):
    hands = ["friendship1"] * 3
    hands[seat - 1] += f" {BLESSING}"
    bids = ", ".join(f"{n} bid friendship1, {n} done" if n == seat else f"{n} done" for n in (1, 2, 3))
    assert asked(say(at("King Hrothgar's Hall", *hands), bids)) == f"{seat} blessing"
    others = ", ".join(f"{n} done" if n == seat else f"{n} bid friendship1, {n} done" for n in (1, 2, 3))
    assert asked(say(at("King Hrothgar's Hall", *hands), others)) != f"{seat} blessing"


def test_l7_2_the_holder_is_not_asked_if_nothing_is_discarded():
    table = say(at("King Hrothgar's Hall", f"wit1 {BLESSING}", ""), "1 bid wit1, 1 done, 2 done")
    assert asked(table) == "1 take-space"
    table = say(at(GRENDEL, BLESSING, "courage1", ""), "1 give up")
    assert asked(table) == "2 lay"


def test_l7_2_in_turn_the_holder_is_asked_only_when_cards_are_discarded():
    table = at(GRENDEL, f"courage1 courage2 {BLESSING}", "courage2*2")
    table = say(table, "1 lay courage1, 2 lay courage2")
    assert may_say(table) == ["lay courage2", "risk", "give up"]
    table = say(table, "1 give up")
    assert (asked(table), may_say(table)) == ("1 blessing", ["take back courage1", "keep"])
    table = say(table, "1 take back courage1")
    assert (hand(table, 1), asked(table), markers(table)) == ("courage1 courage2", "2 take-space", [2, 1])


def test_l7_2_the_last_player_in_may_take_a_card_back_too():
    table = say(at(GRENDEL, f"courage2 {BLESSING}", ""), "1 lay courage2, 2 give up")
    assert asked(table) == "1 blessing"
    table = say(table, "1 take back courage2")
    assert (hand(table, 1), discards(table), asked(table)) == ("courage2", "", "1 take-space")


def test_l7_2_a_card_laid_by_a_risk_or_a_special_card_can_be_taken_back():
    table = say(at(GRENDEL, BLESSING, ""), "1 risk, * courage2, * wit1, 2 give up")
    assert may_say(table) == ["take back courage2", "keep"]
    table = say(table, "1 take back courage2")
    assert (hand(table, 1), discards(table)) == ("courage2", "wit1")
    special = say(at(GRENDEL, f"naegling {BLESSING}", ""), "1 lay naegling, 2 give up, 1 take back naegling")
    assert (hand(special, 1), known(special, 1)) == ("naegling", "naegling")


def test_l7_2_after_a_failed_risk_a_laid_card_can_be_taken_back():
    table = at(GRENDEL, f"courage1 {BLESSING}", "courage2", "courage2")
    table = say(table, "1 lay courage1, 2 lay courage2, 3 give up, 1 risk, * wit1, * wit1")
    assert (front(table, 1), asked(table)) == ("scratch", "1 blessing")
    assert may_say(table) == ["take back courage1", "keep"]  # the cards that the risk turned over were not played


def test_l7_2_a_card_paid_for_its_symbols_can_be_taken_back():
    table = at("Great Rewards", f"fighting1 beowulf1 {BLESSING}", "")
    table = say(table, "1 pay fighting1, 1 pay beowulf1, 1 done")
    assert may_say(table) == ["take back fighting1", "take back beowulf1", "keep"]
    used = say(table, "1 take back beowulf1")
    assert (hand(used, 1), front(used, 1), discards(used)) == ("beowulf1", "treasure3", "fighting1")
    kept = say(table, "1 keep")
    assert (hand(kept, 1), front(kept, 1)) == (BLESSING, "treasure3")


def test_l7_2_the_exchange_at_king_hygelacs_court_is_excluded():
    table = at("King Hygelac's Court", f"fighting1 beowulf1 {BLESSING}", "")
    table = say(table, "1 discard fighting1, 1 discard beowulf1, 1 done")
    assert asked(table) == "* drawn-card"


# ---- L7.3 Queen Wealhtheow's Inspiration ---------------------------------------------------------------------------


def takes(icon: str, card: str = INSPIRATION, before: str = "", **rest: object) -> object:
    """Let the holder of a special card take an icon space."""
    box = small_box(
        f"Fight: simultaneous wit / {icon}, fame 1", "End: all hands / fame 1, fame 1",
        cards="wit1*4", fame="1*3", misfortune=2, specials=f"{INSPIRATION} {REST}",
    )  # fmt: skip
    table = at("Fight", card, "", box=box, front={1: before}, **rest)
    return say(table, f"1 done, 2 done, 1 take {icon}")


@pytest.mark.parametrize(
    ("icon", "taken"),
    [("misfortune", "misfortune"), ("scratch", "scratch"), ("wound", "wound"), ("double wound", "double-wound")],
)
def test_l7_3_inspiration_avoids_a_misfortune_scratch_wound_or_double_wound(icon, taken):
    table = takes(icon)
    assert (asked(table), may_say(table), front(table, 1)) == ("1 inspiration", [f"use {INSPIRATION}", "keep"], "")
    used = say(table, f"1 use {INSPIRATION}")
    assert (front(used, 1), hand(used, 1), asked(used)) == ("", "", "2 take-space")
    kept = say(table, "1 keep")
    assert (front(kept, 1), hand(kept, 1)) == (taken, INSPIRATION)


@pytest.mark.parametrize("icon", ["wound", "double wound"])
def test_l7_3_an_avoided_wound_brings_no_cards(icon):
    assert asked(say(takes(icon), f"1 use {INSPIRATION}")) == "2 take-space"
    assert asked(say(takes(icon), "1 keep")) == "* drawn-card"


def test_l7_3_inspiration_is_not_for_other_icons_or_scratches_of_a_risk():
    assert asked(takes("fame 1")) == "2 take-space"
    table = say(at(WATCH, INSPIRATION, ""), "1 risk, * wit1, * wit1")
    assert (front(table, 1), asked(table)) == ("scratch", "2 risk")


# ---- L7.4 Beowulf's Daring -----------------------------------------------------------------------------------------


def test_l7_4_daring_turns_over_five_cards_instead_of_two():
    table = say(at(WATCH, DARING, "", ""), "1 risk")
    assert (asked(table), may_say(table)) == ("1 daring", [f"use {DARING}", "keep"])
    used = say(table, f"1 use {DARING}, * wit1, * wit1, * wit2, * courage1")
    assert asked(used) == "* risk-card"
    used = say(used, "* fighting2")
    assert (hand(used, 1), discards(used)) == ("courage1 fighting2", "wit1 wit1 wit2")
    kept = say(table, "1 keep, * wit1, * courage1")
    assert (hand(kept, 1), asked(kept)) == (f"courage1 {DARING}", "2 risk")


def test_l7_4_in_a_major_episode_all_matching_cards_are_laid():
    table = say(at(GRENDEL, DARING, "", ""), f"1 risk, 1 use {DARING}, * wit1, * courage1, * courage2, * fighting2")
    table = say(table, "* beowulf1")
    assert (laid(table, 1), totals(table)[0]) == ("courage1 courage2 fighting2 beowulf1", 6)


def test_l7_4_daring_turns_over_all_cards_if_there_are_fewer_than_five():
    table = at(WATCH, DARING, "", "", pile="wit1*2", discards="wit2")
    table = say(table, f"1 risk, 1 use {DARING}, * wit1, * wit1, * wit2")
    assert (front(table, 1), discards(table)) == ("scratch", "wit1 wit1 wit2")


# ---- L7.5 Beowulf's Resolve ----------------------------------------------------------------------------------------


def test_l7_5_resolve_avoids_the_scratch_and_the_player_decides_again():
    table = say(at(WATCH, RESOLVE, "", "", ""), "1 risk, * wit1, * wit2")
    assert (asked(table), may_say(table)) == ("1 resolve", [f"use {RESOLVE}", "keep"])
    used = say(table, f"1 use {RESOLVE}")
    assert (asked(used), may_say(used), front(used, 1)) == ("1 risk", ["risk", "decline"], "")
    assert front(say(used, "1 risk, * wit1, * wit1"), 1) == "scratch"
    assert asked(say(used, "1 decline")) == "2 risk"
    kept = say(table, "1 keep")
    assert (front(kept, 1), hand(kept, 1), asked(kept)) == ("scratch", RESOLVE, "2 risk")


def test_l7_5_in_turn_resolve_lets_the_player_risk_again_lay_or_give_up():
    table = at(GRENDEL, f"courage1 {RESOLVE}", "", "", "")
    table = say(table, f"1 risk, * wit1, * wit1, 1 use {RESOLVE}")
    assert (asked(table), may_say(table)) == ("1 lay", ["lay courage1", "risk", "give up"])
    again = say(table, "1 risk, * courage2, * wit1")
    assert (laid(again, 1), asked(again)) == ("courage2", "2 lay")
    assert front(say(table, "1 give up"), 1) == ""
    kept = say(at(GRENDEL, RESOLVE, "", "", ""), "1 risk, * wit1, * wit1, 1 keep")
    assert (front(kept, 1), markers(kept)) == ("scratch", [4, None, None, None])


def test_l7_5_resolve_is_not_offered_after_a_match():
    table = say(at(WATCH, RESOLVE, "", "", ""), "1 risk, * wit1, * courage1")
    assert asked(table) == "2 risk"


def test_l7_5_the_cards_turned_over_are_discarded_and_a_daring_stays_spent():
    table = at(WATCH, f"{DARING} {RESOLVE}", "", "", "")
    table = say(table, f"1 risk, 1 use {DARING}, * wit1, * wit1, * wit1, * wit2, * wit2")
    assert (asked(table), turned(table)) == ("1 resolve", "wit1 wit1 wit1 wit2 wit2")
    table = say(table, f"1 use {RESOLVE}")
    assert (discards(table), turned(table), hand(table, 1)) == ("wit1 wit1 wit1 wit2 wit2", "", "")
    table = say(table, "1 risk, * wit1, * wit1")
    assert asked(table) == "2 risk"  # two cards, as ever


# ---- L7.6 The Warrior's Rest ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "after", "left"),
    [("rest 1", "scratch scratch", ""), ("rest 2", "scratch", ""), ("keep", "wound", REST)],
)
def test_l7_6_before_a_third_scratch_one_or_two_can_be_returned(said, after, left):
    table = takes("scratch", REST, "scratch*2")
    assert (asked(table), may_say(table)) == ("1 rest", ["rest 1", "rest 2", "keep"])
    table = say(table, f"1 {said}")
    assert (front(table, 1), hand(table, 1), asked(table)) == (after, left, "2 take-space")


def test_l7_6_the_warriors_rest_is_offered_after_a_failed_risk_too():
    table = at(GRENDEL, REST, "courage1", "", "", front={1: "scratch*2"})
    table = say(table, "1 risk, * wit1, * wit1")
    assert asked(table) == "1 rest"
    table = say(table, "1 rest 2")
    assert (front(table, 1), markers(table), asked(table)) == ("scratch", [4, None, None, None], "2 lay")


def test_l7_6_inspiration_is_asked_about_before_the_warriors_rest():
    table = takes("scratch", f"{INSPIRATION} {REST}", "scratch*2")
    assert asked(table) == "1 inspiration"
    assert asked(say(table, f"1 use {INSPIRATION}")) == "2 take-space"
    assert asked(say(table, "1 keep")) == "1 rest"


# ---- L7.7 ----------------------------------------------------------------------------------------------------------


def test_l7_7_the_warriors_rest_is_asked_about_at_a_third_scratch_only():
    for before in ("", "scratch", "wound*2"):
        assert asked(takes("scratch", REST, before)) == "2 take-space"
    assert asked(takes("scratch", REST, "scratch*2")) == "1 rest"
    assert asked(takes("wound", REST, "scratch*2")) == "* drawn-card"
    risk = say(at(WATCH, REST, "", "", "", front={1: "scratch"}), "1 risk, * wit1, * wit1")
    assert asked(risk) == "2 risk"


def test_l7_7_inspiration_is_not_asked_about_where_the_misfortune_has_run_out():
    assert asked(takes("misfortune", left="misfortune*1")) == "1 inspiration"
    table = takes("misfortune", left="misfortune*0")
    assert (asked(table), hand(table, 1), supply(table, "misfortune")) == ("2 take-space", INSPIRATION, 0)


def test_l7_7_daring_is_asked_about_before_every_risk():
    table = say(at(WATCH, DARING, "", ""), "1 risk")
    assert asked(table) == "1 daring"
    table = say(table, "1 keep, * courage1, * courage1, 2 decline, 3 decline")
    assert (episode(table), asked(table)) == (GRENDEL, "1 lay")
    assert asked(say(table, "1 risk")) == "1 daring"
    declined = say(at(WATCH, DARING, "", ""), "1 decline")
    assert asked(declined) == "2 risk"


def test_l7_7_nobody_is_asked_about_a_card_that_they_do_not_hold():
    table = say(at(WATCH, "", f"{DARING} {RESOLVE}", "", ""), "1 risk, * wit1, * wit1")
    assert (asked(table), front(table, 1)) == ("2 risk", "scratch")
    assert refused(table, f"2 use {DARING}") == ("L3.1", "asked")
