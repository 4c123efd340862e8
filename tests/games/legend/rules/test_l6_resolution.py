"""Chapter 6: resolution."""

from functools import cache

import pytest

from heorot.games.legend.box.box import Box, read_box
from tests.games.legend.tables import (
    asked,
    at,
    box_text,
    chances,
    episode,
    first,
    front,
    hand,
    may_say,
    open_view,
    refused,
    say,
    small_box,
    specials,
    supply,
)
from tests.support.playing import random_game

SPACES = ["fame 5", "wound", "card beowulfs_daring", "alliance 1", "scratch"]  # of Grendel's Attack


def after_bids(name: str, *hands: str, **rest: object) -> object:
    """Return a simultaneous episode after empty bids: markers go clockwise from the first player."""
    table = at(name, *(hands or ("", "")), **rest)
    return say(table, ", ".join(f"{seat + 1} done" for seat in range(table.state.seats)))


def after_all_gave_up(name: str, seats: int, **rest: object) -> object:
    """Return an episode in turn in which all but the last player gave up: the last seat has marker 1, the first the
    highest."""
    table = at(name, *[""] * seats, **rest)
    return say(table, ", ".join(f"{seat + 1} give up" for seat in range(seats - 1)))


# ---- L6.1, L6.2 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l6_1_there_are_as_many_icon_spaces_as_players_clockwise_from_the_title(seats):
    table = after_all_gave_up("Grendel's Attack", seats)
    assert may_say(table) == [f"take {icon}" for icon in SPACES[:seats]]
    assert [str(space.icon) for space in open_view(table).spaces] == SPACES[:seats]


def test_l6_2_in_the_order_of_the_markers_each_takes_one_free_space():
    table = after_all_gave_up("Grendel's Attack", 3)
    assert asked(table) == "3 take-space"
    table = say(table, "3 take card beowulfs_daring")
    assert (asked(table), may_say(table)) == ("2 take-space", ["take fame 5", "take wound"])
    assert refused(table, "2 take card beowulfs_daring") == ("L6.2", "no-icon")
    assert [space.taken for space in open_view(table).spaces] == [None, None, 2]
    table = say(table, "2 take fame 5")
    assert asked(table) == "1 take-space"


def test_l6_2_the_last_space_is_asked_for_too():
    table = say(after_all_gave_up("Grendel's Attack", 2), "2 take fame 5")
    assert (asked(table), may_say(table)) == ("1 take-space", ["take wound"])


def test_l6_2_nobody_may_decline():
    table = say(after_all_gave_up("Grendel's Attack", 2), "2 take fame 5")
    assert refused(table, "1 decline") == ("L6.2", "must-take")


def test_l6_2_equal_icon_spaces_are_one_choice():
    table = after_all_gave_up("Sea Hag Battle", 5)
    assert may_say(table) == ["take fame 5", "take wound", "take fame 3", "take card beowulfs_resolve"]
    table = say(table, "5 take wound, * wit1, * wit1")
    assert "take wound" in may_say(table)
    table = say(table, "4 take wound, * wit1, * wit1")
    assert "take wound" not in may_say(table)
    assert [space.taken for space in open_view(table).spaces] == [None, 4, None, None, 3]


# ---- L6.3, L6.4 ----------------------------------------------------------------------------------------------------


def test_l6_3_fame_treasure_and_misfortune_bring_the_token_of_that_value():
    table = say(after_bids("Return to King Hygelac", "", "", ""), "1 take treasure 4, 2 take misfortune")
    assert (front(table, 1), front(table, 2)) == ("treasure4", "misfortune")
    assert (supply(table, "treasure4"), supply(table, "misfortune")) == (1, 2)
    fame = say(after_bids("The Queen's Cup"), "1 take fame 3")
    assert (front(fame, 1), supply(fame, "fame3")) == ("fame3", 6)


def test_l6_3_nothing_is_taken_if_no_token_of_that_value_is_left():
    table = after_bids("Return to King Hygelac", "", "", "", left="treasure4*0 misfortune*0")
    table = say(table, "1 take treasure 4, 2 take misfortune")
    assert (front(table, 1), front(table, 2)) == ("", "")
    table = say(after_bids("The Queen's Cup", left="fame3*0"), "1 take fame 3")
    assert (front(table, 1), supply(table, "fame1"), supply(table, "fame2")) == ("", 5, 10)


def test_l6_3_before_dragon_battle_a_fame_2_is_not_made_up():
    table = after_bids("Early", box=change(), left="fame2*0")
    table = say(table, "1 take fame 2")
    assert (front(table, 1), supply(table, "fame1")) == ("", 4)


@cache
def change() -> Box:
    return small_box(
        "Early: simultaneous wit / fame 2, fame 3", "Dragon Battle: simultaneous wit / fame 2, fame 3",
        "End: all hands / fame 2 or heal, fame 2", cards="wit1*4", fame="1*4 2 3*3",
    )  # fmt: skip


def test_l6_3_from_dragon_battle_on_two_fame_1_make_up_a_fame_2():
    table = after_bids("Dragon Battle", box=change())
    assert front(say(table, "1 take fame 2"), 1) == "fame2"  # one is left
    table = say(after_bids("Dragon Battle", box=change(), left="fame2*0"), "1 take fame 2")
    assert (front(table, 1), supply(table, "fame1")) == ("fame1 fame1", 2)
    table = say(table, "2 take fame 3")
    assert (episode(table), first(table)) == ("End", 2)
    table = say(table, "2 take fame 2")
    assert (front(table, 2), supply(table, "fame1")) == ("fame1 fame1 fame3", 0)
    single = say(after_bids("Dragon Battle", box=change(), left="fame2*0 fame1*1"), "1 take fame 2")
    assert (front(single, 1), supply(single, "fame1")) == ("", 1)
    other = say(after_bids("Dragon Battle", box=change(), left="fame3*0"), "1 take fame 3")
    assert front(other, 1) == ""  # only fame 2


def test_l6_3_change_is_made_for_fame_or_heal_and_for_the_reward_of_an_auction_too():
    box = small_box(
        "Dragon Battle: simultaneous wit / fame 2, fame 3", "Crown: treasure auction / fame 2",
        "End: all hands / fame 2 or heal, fame 2", cards="wit1*4", fame="1*4 2", treasure="1",
    )  # fmt: skip
    table = at("Crown", "", "", box=box, left="fame2*0", options="advanced")
    table = say(table, "1 give up")
    assert (front(table, 2), episode(table)) == ("fame1 fame1", "End")
    table = say(table, "1 take fame 2 or heal, 1 take fame 2")
    assert (front(table, 1), supply(table, "fame1")) == ("fame1 fame1", 0)


def test_l6_3_change_is_made_from_the_place_of_dragon_battle_on_even_if_it_is_passed_over():
    battle, raid = "Dragon Battle: treasure auction / fame 3", "simultaneous wit / fame 2, fame 3"
    box = small_box(
        f"Before: {raid}", battle, f"After: {raid}", "End: all hands / fame 3, fame 3", cards="wit1*4", fame="1*4 2"
    )
    made = [front(say(after_bids(name, box=box, left="fame2*0"), "1 take fame 2"), 1) for name in ("Before", "After")]
    assert made == ["", "fame1 fame1"]


def test_l6_3_dragon_battle_of_the_built_in_box_makes_change_too():
    table = after_all_gave_up("Dragon Battle", 4, left="fame2*0")
    assert front(say(table, "4 take fame 2"), 4) == "fame1 fame1"
    earlier = say(at("King Beowulf", "", "", left="fame2*0"), "1 decline")
    assert "take fame 2" not in may_say(earlier)


def test_l6_4_a_space_brings_as_many_face_down_tokens_as_it_shows_scrolls():
    table = say(after_bids("The Dragon Wakes"), "1 take alliance 2, * alliance-fame1")
    assert (asked(table), chances(table)["alliance-fame1"]) == ("* drawn-token", 5)
    table = say(table, "* alliance-treasure3")
    assert (front(table, 1), asked(table)) == ("alliance-fame1 alliance-treasure3", "2 take-space")


def test_l6_4_a_space_brings_no_more_alliance_tokens_than_are_left():
    table = after_bids("The Dragon Wakes", left="alliance*0 alliance-fame2*1")
    table = say(table, "1 take alliance 2, * alliance-fame2")
    assert (front(table, 1), asked(table), supply(table, "alliance")) == ("alliance-fame2", "2 take-space", 0)
    none = say(after_bids("The Dragon Wakes", left="alliance*0"), "1 take alliance 2")
    assert (front(none, 1), asked(none)) == ("", "2 take-space")


# ---- L6.5 ----------------------------------------------------------------------------------------------------------


def test_l6_5_cards_are_drawn_from_the_draw_pile():
    table = say(after_bids("The Queen's Cup", "", "", ""), "1 take cards 2, * wit1")
    assert asked(table) == "* drawn-card"
    assert hand(say(table, "* wit2"), 1) == "wit1 wit2"


def test_l6_5_a_special_card_goes_into_the_hand():
    table = say(after_all_gave_up("Grendel's Attack", 3), "3 take card beowulfs_daring")
    assert (hand(table, 3), "beowulfs_daring" in specials(table)) == ("beowulfs_daring", False)


def test_l6_5_a_special_card_that_is_not_in_play_or_no_longer_there_gives_nothing():
    few = small_box(
        "Hall: simultaneous wit / card shield, fame 1", "End: all hands / fame 1, fame 1",
        cards="wit1*2", specials="+shield:wit=2", fame="1*3",
    )  # fmt: skip
    table = say(after_bids("Hall", box=few), "1 take card shield")
    assert (hand(table, 1), asked(table)) == ("", "2 take-space")  # in the advanced game only
    gone = say(after_bids("Hall", "", "shield", box=few, options="advanced"), "1 take card shield")
    assert (hand(gone, 1), hand(gone, 2)) == ("", "shield")


# ---- L6.6, L6.7 ----------------------------------------------------------------------------------------------------


def hurt(icon: str, before: str) -> object:
    """Let a player with these scratches and wounds take a space."""
    box = small_box(
        f"Fight: simultaneous wit / {icon}, fame 1", "End: all hands / fame 1, fame 1", cards="wit1*4", fame="1*3",
    )  # fmt: skip
    return say(after_bids("Fight", box=box, front={1: before}), f"1 take {icon}")


def test_l6_6_a_scratch_is_added():
    assert front(hurt("scratch", ""), 1) == "scratch"
    assert front(hurt("scratch", "scratch"), 1) == "scratch scratch"


def test_l6_6_a_third_scratch_becomes_a_wound_without_cards():
    table = hurt("scratch", "scratch*2 wound")
    assert (front(table, 1), asked(table), hand(table, 1)) == ("wound wound", "2 take-space", "")


def test_l6_6_the_number_of_scratch_tiles_is_no_limit():
    episodes = ("Fight: simultaneous wit / scratch, scratch", "End: all hands / fame 1, fame 1")
    few = read_box(box_text(*episodes, cards="wit1*4", fame="1*2").replace("scratch = 9", "scratch = 1"), "test")
    table = say(after_bids("Fight", box=few, front={1: "scratch"}), "1 take scratch, 2 take scratch")
    assert (few.tokens.scratch, front(table, 1), front(table, 2)) == (1, "scratch scratch", "scratch")


def test_l6_7_a_wound_brings_two_cards():
    table = hurt("wound", "scratch*2")
    assert (front(table, 1), asked(table)) == ("scratch scratch wound", "* drawn-card")
    table = say(table, "* wit1, * wit1")
    assert (hand(table, 1), asked(table)) == ("wit1 wit1", "2 take-space")


def test_l6_7_a_double_wound_brings_two_cards():
    table = hurt("double wound", "wound")
    assert (front(table, 1), asked(table)) == ("wound double-wound", "* drawn-card")
    assert hand(say(table, "* wit1, * wit1"), 1) == "wit1 wit1"


def test_l6_7_the_number_of_wound_tiles_is_no_limit():
    table = hurt("wound", "wound*30")
    assert front(table, 1) == " ".join(["wound"] * 31)
    assert asked(table) == "* drawn-card"


# ---- L6.8, L6.9 ----------------------------------------------------------------------------------------------------


def at_the_end(before: str, left: str = "") -> object:
    return say(at("Death of Beowulf", "", "", front={1: before}, left=left), "1 take fame 5 or heal")


def test_l6_8_a_player_takes_fame_5_or_returns_one_wound_tile():
    table = at_the_end("wound double-wound scratch")
    assert (asked(table), may_say(table)) == (
        "1 fame-or-heal", ["take fame 5", "heal wound", "heal double wound"],
    )  # fmt: skip
    after = [front(say(table, f"1 {text}"), 1) for text in may_say(table)]
    assert after == ["fame5 scratch wound double-wound", "scratch double-wound", "scratch wound"]
    assert may_say(at_the_end("")) == ["take fame 5"]
    assert refused(at_the_end(""), "1 heal wound") == ("L6.8", "heal")


def test_l6_8_fame_5_may_be_chosen_even_if_none_is_left():
    table = at_the_end("wound", left="fame5*0")
    assert may_say(table) == ["take fame 5", "heal wound"]
    table = say(table, "1 take fame 5")
    assert (front(table, 1), asked(table)) == ("wound", "2 take-space")


def test_l6_9_wounds_are_never_changed_into_scratches():
    table = at("Feast in Heorot", "", "", front={1: "wound"})
    assert "heal scratches" not in may_say(table)
    broken = say(at("Break Ranks?", "", "", front={1: "fame1*2 wound"}), "1 give fame1, 1 give fame1, 1 done")
    assert may_say(broken) == ["heal wound"]
    double = say(at("Break Ranks?", "", "", front={1: "fame1*2 double-wound"}), "1 give fame1, 1 give fame1, 1 done")
    assert front(say(double, "1 heal double wound"), 1) == ""


@pytest.mark.parametrize("seats", [2, 5])
def test_l6_2_a_view_shows_the_takers_of_spaces_in_this_episode_only(seats):
    line = random_game("built-in", seats, seats, "legend", (("advanced", "yes"),))
    resolving = [table for table in line.tables if line.game.view(table, None).question == "take-space"]
    for table in resolving:
        view, markers = line.game.view(table, None), table.state.order[: table.state.taken]
        assert sorted(space.taken for space in view.spaces if space.taken is not None) == sorted(markers)
    begun = [table for before, table in zip(line.tables, line.tables[1:], strict=False)
             if before.state.episode != table.state.episode]  # fmt: skip
    assert not any(space.taken is not None for table in begun for space in line.game.view(table, None).spaces)
    assert len(resolving) > 10 * seats
