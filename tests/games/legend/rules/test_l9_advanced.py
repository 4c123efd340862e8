"""Chapter 9: the advanced game."""

import pytest

from heorot.games.legend.game import GAME
from tests.games.legend.tables import (
    asked,
    at,
    box_text,
    episode,
    first,
    front,
    hand,
    log,
    markers,
    may_say,
    open_view,
    refused,
    say,
    shown,
    small_box,
    specials,
    supply,
    totals,
)


def auction(*fronts: str, name: str = "The Ring-Giver", first: int = 1, **rest: object) -> object:
    """Return an auction among players with these tokens."""
    tokens = dict(enumerate(fronts, 1))
    return at(name, *[""] * len(fronts), first=first, front=tokens, options="advanced", **rest)


# ---- L9.1 ----------------------------------------------------------------------------------------------------------


def test_l9_1_treasure_tokens_are_shown_square_or_alliance():
    table = auction("treasure1 treasure3 alliance-treasure2 fame5 alliance-fame1", "")
    assert asked(table) == "1 show"
    assert may_say(table) == ["show treasure1", "show treasure3", "show alliance-treasure2", "give up"]
    assert refused(table, "1 show fame5") == ("L9.1", "no-treasure-token")


def test_l9_1_the_first_player_shows_one_token():
    table = say(auction("treasure1*2", "", first=1), "1 show treasure1")
    assert (asked(table), shown(table, 1), front(table, 1)) == ("2 show", "treasure1", "treasure1")


def test_l9_1_each_next_player_shows_tokens_until_the_highest_total_is_reached():
    table = say(auction("treasure3", "treasure1*3 treasure4", ""), "1 show treasure3, 2 show treasure1")
    assert (asked(table), may_say(table)) == ("2 show", ["show treasure1", "show treasure4", "give up"])
    table = say(table, "2 show treasure4")
    assert (asked(table), totals(table), open_view(table).high) == ("3 show", [3, 5, 0], 5)
    equal = say(auction("treasure3", "treasure1*3", ""), "1 show treasure3" + ", 2 show treasure1" * 3)
    assert (asked(equal), totals(equal)) == ("3 show", [3, 3, 0])


def test_l9_1_a_player_shows_at_least_one_token_even_if_the_total_is_enough():
    table = auction("treasure2 treasure1", "treasure2*2")
    table = say(table, "1 show treasure2, 2 show treasure2")
    assert (asked(table), may_say(table)) == ("1 show", ["show treasure1", "give up"])


def test_l9_1_a_player_who_gives_up_takes_all_shown_tokens_back():
    table = auction("treasure1*2", "treasure2", "treasure3")
    table = say(table, "1 show treasure1, 2 show treasure2, 3 show treasure3, 1 give up")
    assert (front(table, 1), shown(table, 1), asked(table)) == ("treasure1 treasure1", "", "2 show")
    assert [player.still_in for player in open_view(table).players] == [False, True, True]


def test_l9_1_the_last_player_in_returns_the_shown_tokens_and_takes_the_reward():
    table = auction("treasure2 treasure4", "treasure1", name="Unferth's Offer")
    before = supply(table, "treasure2")
    table = say(table, "1 show treasure2, 2 give up")
    assert (front(table, 1), front(table, 2)) == ("fame3 treasure4", "treasure1")
    assert (supply(table, "treasure2"), shown(table, 1)) == (before + 1, "")
    cards = say(auction("treasure2", ""), "1 show treasure2, 2 give up, * wit1, * wit1, * wit2")
    assert (hand(cards, 1), episode(cards)) == ("wit1 wit1 wit2", "Feast in Heorot")


def test_l9_1_the_rewards_of_the_built_in_box():
    gifts = say(auction("treasure1", "", name="Gifts for the King"), "1 show treasure1, 2 give up")
    assert front(say(gifts, "* alliance-fame1, * alliance-fame2"), 1) == "alliance-fame1 alliance-fame2"
    crown = say(auction("treasure1", "", name="Crown of the Geats"), "1 show treasure1, 2 give up")
    assert front(crown, 1) == "fame4"
    shield = say(auction("treasure1", "", name="Forging the Shield"), "1 show treasure1, 2 give up")
    assert hand(shield, 1) == "all_iron_shield"


def test_l9_1_there_are_no_risks_in_an_auction():
    table = auction("treasure1", "")
    assert may_say(table) == ["show treasure1", "give up"]
    assert refused(table, "1 risk") == ("L9.1", "asked")


def test_l9_1_no_marker_is_given():
    table = say(auction("treasure1", "", ""), "1 show treasure1, 2 give up")
    assert markers(table) == [None, None, None]


def test_l9_1_the_last_player_in_takes_the_reward_even_without_showing_a_token():
    table = say(auction("treasure4", "", "treasure1", name="Crown of the Geats"), "1 give up, 2 give up")
    assert (front(table, 3), front(table, 1)) == ("fame4 treasure1", "treasure4")


def test_l9_1_alliance_tokens_paid_are_shuffled_back():
    table = auction("alliance-treasure2 alliance-treasure3", "", name="Crown of the Geats")
    before = supply(table, "alliance")
    table = say(table, "1 show alliance-treasure3, 2 give up")
    assert (supply(table, "alliance"), supply(table, "alliance-treasure3")) == (before + 1, 6)
    assert (front(table, 1), open_view(table).players[0].seen) == ("fame4 alliance-treasure2", ())


def test_l9_1_an_auction_is_held_even_if_its_reward_has_run_out():
    table = auction("treasure1", "", name="Crown of the Geats", left="fame4*0")
    table = say(table, "1 show treasure1, 2 give up")
    assert front(table, 1) == ""
    some = auction("treasure1", "", name="Gifts for the King", left="alliance*0 alliance-fame1*1")
    some = say(some, "1 show treasure1, 2 give up, * alliance-fame1")
    assert (front(some, 1), episode(some)) == ("alliance-fame1", "The Frisian Raid")


# ---- L9.2 ----------------------------------------------------------------------------------------------------------


def test_l9_2_markers_go_by_the_total_of_treasure_tokens():
    fronts = {1: "treasure2 fame7", 2: "treasure1 alliance-treasure3", 3: "alliance-fame3"}
    table = at("Recover Treasures", "", "", "", front=fronts, options="advanced")
    assert (totals(table), markers(table), asked(table)) == ([2, 4, 0], [2, 1, 3], "2 take-space")


def test_l9_2_all_show_their_treasure():
    table = at("Break Ranks?", "", "", front={1: "treasure2 alliance-treasure1 scratch"}, options="advanced")
    table = say(table, "1 decline")
    assert log(table, 2) == ["1 decline", "1 shows treasure2 alliance-treasure1", "2 shows"]
    assert [token.value for token, _ in open_view(table).players[0].seen] == [1]


@pytest.mark.parametrize(("first", "expected"), [(1, [1, 2, 3]), (2, [3, 1, 2]), (3, [2, 3, 1])])
def test_l9_2_ties_go_clockwise_from_the_first_player(first, expected):
    fronts = {1: "treasure2", 2: "treasure1*2", 3: "alliance-treasure2"}
    table = at("Recover Treasures", "", "", "", front=fronts, first=first, options="advanced")
    assert markers(table) == expected


def test_l9_2_treasure_goes_back_after_the_icon_spaces_are_taken():
    box = small_box(
        "Hoard: treasure ranking / treasure 2, treasure 2", "End: all hands / fame 1, fame 1",
        cards="wit1", treasure="2*2", fame="1*2",
    )  # fmt: skip
    table = at("Hoard", "", "", box=box, front={1: "treasure2"}, options="advanced")
    table = say(table, "1 take treasure 2")
    assert (front(table, 1), supply(table, "treasure2")) == ("treasure2 treasure2", 0)
    table = say(table, "2 take treasure 2")  # the supply is empty, and no token has returned yet
    assert (front(table, 1), front(table, 2), supply(table, "treasure2")) == ("", "", 2)


def test_l9_2_alliance_tokens_with_a_treasure_are_shuffled_back():
    fronts = {1: "treasure2 alliance-treasure3 alliance-fame2 fame1", 2: ""}
    table = at("Recover Treasures", "", "", front=fronts, options="advanced")
    before = supply(table, "alliance")
    table = say(table, "1 take fame 7, 2 take fame 1")
    assert (front(table, 1), supply(table, "alliance")) == ("fame1 fame7 alliance-fame2", before + 1)
    assert open_view(table).players[0].seen == ()


def test_l9_2_the_first_player_stays_the_same():
    table = at("Recover Treasures", "", "", first=2, front={2: "treasure1"}, options="advanced")
    assert first(say(table, "2 take fame 7, 1 take fame 1")) == 2


# ---- L9.3, L9.4 ----------------------------------------------------------------------------------------------------


def test_l9_3_treasure_counts_nothing_at_the_end():
    fronts = {1: "fame2 treasure4 alliance-treasure3 alliance-fame1 wound"}
    basic, advanced = (at("Death of Beowulf", "", "", front=fronts, options=words) for words in ("", "advanced"))
    assert (GAME.score(basic)[0], GAME.score(advanced)[0]) == (10, 3)


def test_l9_4_the_all_iron_shield_is_in_play():
    table = at("Forging the Shield", "", "", options="advanced")
    assert "all_iron_shield" in specials(table)
    table = say(table, "1 give up")
    assert hand(table, 2) == "all_iron_shield"


def test_l9_4_another_card_of_another_box_may_be_for_the_advanced_game_only():
    text = box_text("End: all hands / fame 1, fame 1", cards="wit1", fame="1*2", specials="+ring:wit=1 mail:wit=2")
    box = GAME.read_box(text, "test")
    assert specials(GAME.setup(box, 2, {}, 1)) == {"mail"}
    assert specials(GAME.setup(box, 2, {"advanced": "yes"}, 1)) == {"mail", "ring"}
