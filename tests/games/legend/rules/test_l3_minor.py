"""Chapter 3: minor episodes."""

from functools import cache

import pytest

from heorot.games.legend.box.box import Box
from tests.games.legend.tables import (
    BLESSING,
    REST,
    asked,
    at,
    chances,
    discards,
    episode,
    front,
    hand,
    hands,
    known,
    laid,
    may_say,
    open_view,
    refused,
    say,
    small_box,
    specials,
    supply,
    turned,
)

# ---- L3.1 ----------------------------------------------------------------------------------------------------------

MINOR = ["King Hygelac's Court", "Sail to Denmark", "Great Rewards", "Feast in Heorot", "Peace Returns", "Break Ranks?"]


@pytest.mark.parametrize("name", MINOR)
def test_l3_1_each_player_may_take_the_offer_of_the_episode_or_decline(name):
    cards = "travelling1 friendship1 wit1 courage1 fighting2"
    table = at(name, cards, cards, front={1: "fame1*2 scratch", 2: "scratch"})
    assert may_say(table)[-1] == "decline"
    assert len(may_say(table)) > 1
    declined = say(table, "1 decline")
    assert (asked(declined)[0], episode(declined)) == ("2", name)
    assert (hands(declined), front(declined, 1)) == (hands(table), front(table, 1))
    assert episode(say(declined, "2 decline")) != name


@pytest.mark.parametrize("name", ["King Hygelac's Court", "Great Rewards", "Peace Returns", "Many Friendships"])
def test_l3_1_a_player_who_cannot_pay_is_asked_anyway(name):
    table = at(name, "wit1", "")
    assert may_say(table) == ["decline"]
    table = say(table, "1 decline")
    assert (asked(table)[0], may_say(table)) == ("2", ["decline"])


def test_l3_1_a_player_without_tokens_to_return_is_asked_anyway():
    table = at("Break Ranks?", "", "", front={1: "fame2 treasure3*2 scratch", 2: "wound fame1*2"})
    assert may_say(table) == ["decline"]
    assert may_say(say(table, "1 decline")) == ["give fame1", "decline"]


# ---- L3.2 ----------------------------------------------------------------------------------------------------------


def test_l3_2_cards_with_one_of_the_two_symbols_join_the_hand_and_the_rest_is_discarded():
    table = say(at("Sail to Denmark", "wit1", ""), "1 risk")
    assert asked(table) == "* risk-card"
    both = say(table, "* travelling1, * friendship2")
    assert (hand(both, 1), discards(both), front(both, 1)) == ("travelling1 friendship2 wit1", "", "")
    one = say(table, "* travelling2, * courage1")
    assert (hand(one, 1), discards(one), front(one, 1)) == ("travelling2 wit1", "courage1", "")
    assert asked(one) == "2 risk"


def test_l3_2_beowulf_cards_join_the_hand_too():
    table = say(at("Sail to Denmark", "", ""), "1 risk, * courage1, * beowulf1")
    assert (hand(table, 1), front(table, 1)) == ("beowulf1", "")


def test_l3_2_if_no_card_matches_the_player_takes_a_scratch():
    table = say(at("Sail to Denmark", "wit1", ""), "1 risk, * courage1, * wit2")
    assert (hand(table, 1), discards(table), front(table, 1)) == ("wit1", "wit2 courage1", "scratch")


# ---- L3.3 ----------------------------------------------------------------------------------------------------------


def test_l3_3_king_hygelacs_court_discard_exactly_two_cards_and_draw_two():
    table = say(at("King Hygelac's Court", "wit1 wit2 courage1", ""), "1 discard wit1")
    assert may_say(table) == ["discard wit2", "discard courage1"]
    assert (refused(table, "1 done"), refused(table, "1 decline")) == (("L3.3", "not-done"), ("L3.1", "begun"))
    table = say(table, "1 discard courage1")
    assert may_say(table) == ["done"]
    table = say(table, "1 done, * beowulf1, * beowulf1")
    assert (hand(table, 1), discards(table)) == ("wit2 beowulf1 beowulf1", "wit1 courage1")
    assert may_say(at("King Hygelac's Court", "wit1", "")) == ["decline"]


def test_l3_3_a_set_is_named_in_the_order_of_faces():
    table = at("King Hygelac's Court", "wit1 wit2 courage1", "")
    assert may_say(table) == ["discard wit1", "discard wit2", "decline"]
    assert may_say(say(table, "1 discard wit2")) == ["discard courage1"]
    assert may_say(say(at("King Hygelac's Court", "wit1*2", ""), "1 discard wit1")) == ["discard wit1"]


def test_l3_3_any_two_cards_may_go_and_special_cards_leave_the_game():
    table = at("King Hygelac's Court", f"wit1 {BLESSING} naegling", "")
    assert may_say(table) == ["discard wit1", f"discard {BLESSING}", "decline"]
    table = say(table, f"1 discard {BLESSING}, 1 discard naegling, 1 done")
    assert asked(table) == "* drawn-card"
    assert (discards(table), hand(table, 1), specials(table) & {BLESSING, "naegling"}) == ("", "wit1", set())


def test_l3_3_great_rewards_two_fighting_symbols_for_treasure_3():
    table = at("Great Rewards", "fighting1*2 fighting2 wit1", "fighting1")
    assert may_say(table) == ["pay fighting1", "pay fighting2", "decline"]
    single = say(table, "1 pay fighting1, 1 pay fighting1, 1 done")
    assert (front(single, 1), hand(single, 1), discards(single)) == (
        "treasure3", "wit1 fighting2", "fighting1 fighting1",
    )  # fmt: skip
    double = say(table, "1 pay fighting2, 1 done")
    assert (front(double, 1), hand(double, 1)) == ("treasure3", "wit1 fighting1 fighting1")
    assert may_say(double) == ["decline"]


def test_l3_3_peace_returns_one_symbol_of_each_of_the_five_kinds_for_fame_5():
    table = at("Peace Returns", "travelling1 friendship2 wit1 courage1 courage2 fighting1", "")
    table = say(table, "1 pay travelling1, 1 pay friendship2, 1 pay wit1")
    assert may_say(table) == ["pay courage1", "pay courage2"]
    table = say(table, "1 pay courage2, 1 pay fighting1, 1 done")
    assert (front(table, 1), hand(table, 1), supply(table, "fame5")) == ("fame5", "courage1", 8)


def test_l3_3_many_friendships_two_friendship_symbols_for_one_alliance_token():
    table = say(at("Many Friendships", "friendship2", ""), "1 pay friendship2, 1 done")
    assert asked(table) == "* drawn-token"
    assert front(say(table, "* alliance-fame2"), 1) == "alliance-fame2"


def test_l3_3_break_ranks_two_fame_tokens_for_one_wound_tile_or_all_scratches():
    table = at("Break Ranks?", "", "", front={1: "fame1*3 alliance-fame2 scratch*2 wound double-wound"})
    table = say(table, "1 give fame1, 1 give alliance-fame2")
    assert may_say(table) == ["done"]
    table = say(table, "1 done")
    assert (asked(table), may_say(table)) == ("1 heal", ["heal wound", "heal double wound", "heal scratches"])
    healed = [front(say(table, f"1 {text}"), 1) for text in may_say(table)]
    left = ("scratch scratch double-wound", "scratch scratch wound", "wound double-wound")
    assert healed == [f"fame1 fame1 {words}" for words in left]


# ---- L3.4 ----------------------------------------------------------------------------------------------------------


def test_l3_4_beowulf_symbols_pay():
    table = at("Great Rewards", "fighting1 beowulf1*2", "")
    assert may_say(table) == ["pay fighting1", "pay beowulf1", "decline"]
    assert front(say(table, "1 pay fighting1, 1 pay beowulf1, 1 done"), 1) == "treasure3"
    assert front(say(table, "1 pay beowulf1, 1 pay beowulf1, 1 done"), 1) == "treasure3"


def test_l3_4_special_cards_with_symbols_pay_and_leave_the_game():
    table = at("Great Rewards", f"naegling {BLESSING}", "")
    assert may_say(table) == ["pay naegling", "decline"]
    table = say(table, "1 pay naegling, 1 done, 1 keep")
    assert (front(table, 1), hand(table, 1), discards(table), specials(table) & {"naegling"}) == (
        "treasure3", BLESSING, "", set(),
    )  # fmt: skip


def test_l3_4_no_card_of_a_payment_may_be_superfluous():
    table = at("Great Rewards", "fighting1 fighting2 beowulf1", "")
    assert may_say(say(table, "1 pay fighting1")) == ["pay beowulf1"]
    assert refused(say(table, "1 pay fighting1"), "1 pay fighting2") == ("L3.4", "superfluous")
    assert may_say(say(table, "1 pay fighting2")) == ["done"]
    assert may_say(at("Great Rewards", "fighting1 fighting2", "")) == ["pay fighting2", "decline"]
    alone = at("Great Rewards", "hrunting fighting1 wit1", "", "")
    assert may_say(alone) == ["pay hrunting", "decline"]


def test_l3_4_the_cards_given_must_cover_the_price():
    table = at("Peace Returns", "travelling1 friendship1 wit1 courage1 fighting1", "")
    table = say(table, "1 pay travelling1")
    assert (refused(table, "1 done"), refused(table, "1 pay wit1")) == (("L3.4", "not-done"), ("L3.4", "set-order"))
    assert may_say(table) == ["pay friendship1"]


# ---- L3.5 ----------------------------------------------------------------------------------------------------------


def test_l3_5_any_two_fame_tokens_may_be_returned():
    tokens = "fame1 fame7 alliance-fame1 alliance-fame3 treasure4 alliance-treasure3"
    table = at("Break Ranks?", "", "", front={1: f"{tokens} wound"})
    assert may_say(table) == ["give fame1", "give fame7", "give alliance-fame1", "decline"]
    table = say(table, "1 give fame7")
    assert may_say(table) == ["give alliance-fame1", "give alliance-fame3"]
    table = say(table, "1 give alliance-fame1, 1 done, 1 heal wound")
    assert front(table, 1) == "fame1 treasure4 alliance-fame3 alliance-treasure3"


def test_l3_5_break_ranks_is_offered_only_to_a_player_with_a_wound_or_a_scratch():
    fame = "fame1*2"
    hurt = {1: fame, 2: f"{fame} scratch", 3: f"{fame} wound", 4: f"{fame} double-wound"}
    table = at("Break Ranks?", "", "", "", "", front=hurt)
    order = []
    while asked(table).endswith("return"):
        order.append(asked(table)[0])
        table = say(table, f"{order[-1]} decline")
    assert order == ["2", "3", "4"]


def test_l3_5_returned_tokens_go_back_to_their_supply_alliance_tokens_face_down():
    table = at("Break Ranks?", "", "", front={1: "fame3 alliance-fame2 wound"})
    before = [supply(table, word) for word in ("fame3", "alliance", "alliance-fame2")]
    table = say(table, "1 give fame3, 1 give alliance-fame2, 1 done")
    assert [supply(table, word) for word in ("fame3", "alliance", "alliance-fame2")] == [n + 1 for n in before]
    assert open_view(table).players[0].seen == ()


@pytest.mark.parametrize(
    ("name", "gone"), [("Great Rewards", "treasure3"), ("Peace Returns", "fame5"), ("Many Friendships", "alliance")]
)
def test_l3_5_an_offer_whose_token_has_run_out_is_not_made(name, gone):
    cards = "travelling1 friendship2 wit1 courage1 fighting2"
    assert episode(at(name, cards, cards)) == name
    assert episode(at(name, cards, cards, left=f"{gone}*0")) != name


def test_l3_5_the_last_token_goes_to_the_first_who_pays():
    table = at("Great Rewards", "fighting2", "fighting2", left="treasure3*1")
    assert asked(say(table, "1 decline")) == "2 pay"
    assert episode(say(table, "1 pay fighting2, 1 done")) == "Feast in Heorot"


@pytest.mark.parametrize("hurt", ["scratch", "wound", "double-wound", "scratch wound", "scratch*2 double-wound*2"])
def test_l3_5_healing_is_offered_to_a_player_hurt_in_any_way(hurt):
    assert asked(at("Break Ranks?", "", "", front={1: f"fame1*2 {hurt}"})) == "1 return"


@cache
def offers() -> Box:
    return small_box(
        "Armoury: opportunity any 1 / card shield", "Smithy: opportunity any 1 / card crown",
        "Allies: opportunity any 1 / alliance 2", "Market: opportunity any 1 / cards 2",
        "Coin: opportunity any 1 / fame 9", "Dragon Battle: opportunity any 1 / fame 2",
        "End: all hands / fame 1, fame 1",
        cards="wit1*4", specials="shield:wit=2 +crown:wit=1", fame="1*4 2", alliance="fame1*2",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hand", "left", "made"),
    [
        ("Armoury", "", "", True),
        ("Armoury", "shield", "", False),  # taken
        ("Smithy", "", "", False),  # in play in the advanced game only
        ("Allies", "", "alliance-fame1*1", True),
        ("Allies", "", "alliance*0", False),
        ("Market", "", "", True),
        ("Coin", "", "", False),  # the box has no such token
    ],
)
def test_l3_5_an_offer_is_made_while_any_of_it_is_left(name, hand, left, made):
    assert (episode(at(name, hand, "", box=offers(), pile="", discards="", left=left)) == name) == made


def test_l3_5_two_fame_1_do_not_stand_for_a_fame_2_from_dragon_battle_on_either():
    assert episode(at("Dragon Battle", "wit1", "", box=offers())) == "Dragon Battle"
    assert episode(at("Dragon Battle", "wit1", "", box=offers(), left="fame2*0")) == "End"


# ---- L3.6 ----------------------------------------------------------------------------------------------------------

FIVE = ["take treasure 2", "take alliance 1", "take fame 2", "take cards 2", "heal scratches", "decline"]


def test_l3_6_a_player_chooses_treasure_2_an_alliance_token_fame_2_two_cards_or_healing():
    table = at("Feast in Heorot", "", "", front={1: "scratch*2"})
    assert may_say(table) == FIVE
    assert front(say(table, "1 take treasure 2"), 1) == "treasure2 scratch scratch"
    assert front(say(table, "1 take alliance 1, * alliance-fame1"), 1) == "alliance-fame1 scratch scratch"
    assert front(say(table, "1 take fame 2"), 1) == "fame2 scratch scratch"
    assert hand(say(table, "1 take cards 2, * wit1, * wit2"), 1) == "wit1 wit2"
    assert front(say(table, "1 heal scratches"), 1) == ""


@pytest.mark.parametrize(("gone", "option"), [("treasure2", 0), ("alliance", 1), ("fame2", 2)])
def test_l3_6_an_option_whose_token_has_run_out_is_not_available(gone, option):
    table = at("Feast in Heorot", "", "", front={1: "scratch"}, left=f"{gone}*0")
    assert may_say(table) == [text for n, text in enumerate(FIVE) if n != option]
    assert refused(table, f"1 {FIVE[option]}") == ("L3.6", "no-icon")


def test_l3_6_two_fame_1_do_not_stand_for_a_fame_2_from_dragon_battle_on_either():
    box = small_box(
        "Dragon Battle: simultaneous wit / fame 2, fame 1", "Feast: selection", "End: all hands / fame 1, fame 1",
        cards="wit1*4", fame="1*4 2", treasure="2", alliance="fame1",
    )  # fmt: skip
    assert "take fame 2" in may_say(at("Feast", "", "", box=box))
    table = at("Feast", "", "", box=box, left="fame2*0")
    assert "take fame 2" not in may_say(table)
    assert refused(table, "1 take fame 2") == ("L3.6", "no-icon")


def test_l3_6_only_a_player_with_scratches_may_heal_them():
    table = at("Feast in Heorot", "", "", front={1: "wound double-wound", 2: "scratch"})
    assert may_say(table) == [text for text in FIVE if text != "heal scratches"]
    assert refused(table, "1 heal scratches") == ("L3.6", "heal")
    assert may_say(say(table, "1 decline")) == FIVE


def test_l3_6_cards_can_be_chosen_even_from_empty_piles():
    table = at("Feast in Heorot", "wit1", "", pile="", discards="", left="treasure2*0 fame2*0 alliance*0")
    assert may_say(table) == ["take cards 2", "decline"]
    table = say(table, "1 take cards 2")
    assert (asked(table), hand(table, 1)) == ("2 select", "wit1")


# ---- L3.7 ----------------------------------------------------------------------------------------------------------


def test_l3_7_two_cards_for_each_player_are_turned_over_and_taken_one_by_one_clockwise():
    table = at("The Danish Coast", "", "", "", first=2)
    table = say(table, "* wit1, * wit1, * wit2, * courage1, * courage2")
    assert asked(table) == "* recovery-card"
    table = say(table, "* beowulf1")
    assert (asked(table), turned(table)) == ("2 take-card", "wit1 wit1 wit2 courage1 courage2 beowulf1")
    assert may_say(table) == ["take wit1", "take wit2", "take courage1", "take courage2", "take beowulf1"]
    table = say(table, "2 take beowulf1, 3 take courage2, 1 take wit2, 2 take wit1, 3 take courage1, 1 take wit1")
    assert hands(table) == ["wit1 wit2", "wit1 beowulf1", "courage1 courage2"]
    assert (episode(table), discards(table), known(table, 1)) == ("King Hrothgar's Hall", "", "wit1 wit2")


def test_l3_7_nobody_may_decline():
    table = say(at("The Danish Coast", "", ""), "* wit1, * wit1, * wit2, * wit2")
    assert may_say(table) == ["take wit1", "take wit2"]
    assert refused(table, "1 decline") == ("L3.7", "must-take")
    table = say(table, "1 take wit1, 2 take wit1, 1 take wit2")
    assert may_say(table) == ["take wit2"]


def test_l3_7_too_few_cards_are_taken_in_the_same_order_until_none_remains():
    table = at("The Danish Coast", "", "", first=2, pile="wit1*2", discards="courage1")
    table = say(table, "* wit1, * wit1")
    assert chances(table) == {"courage1": 1}
    table = say(table, "* courage1, 2 take wit1, 1 take wit1, 2 take courage1")
    assert (hands(table), episode(table)) == (["wit1", "wit1 courage1"], "King Hrothgar's Hall")
    alone = say(at("The Danish Coast", "", "", first=2, pile="wit1", discards=""), "* wit1, 2 take wit1")
    assert (hands(alone), episode(alone)) == (["", "wit1"], "King Hrothgar's Hall")


def test_l3_7_a_recovery_without_cards_is_skipped():
    table = at("The Danish Coast", "wit1", "wit1", pile="", discards="")
    assert (episode(table), asked(table)) == ("King Hrothgar's Hall", "1 2 bid")


# ---- Other boxes ---------------------------------------------------------------------------------------------------


@cache
def others() -> Box:
    return small_box(
        "Toll: opportunity wit 3 / card shield", "Alms: opportunity fame tokens 1 / treasure 1",
        "Market: opportunity any 1 / cards 2", "End: all hands / fame 1, fame 1",
        cards="wit1*4 wit2*2 beowulf1*2", specials="shield:wit=2", fame="1*4", treasure="1*2",
    )  # fmt: skip


def test_l3_3_other_prices_and_other_offers_of_another_box():
    table = at("Toll", "wit1 wit2 beowulf1", "wit2*1 wit1", box=others())
    assert may_say(table) == ["pay wit1", "pay wit2", "decline"]
    table = say(table, "1 pay wit2, 1 pay beowulf1, 1 done")
    assert (hand(table, 1), known(table, 1)) == ("wit1 shield", "shield")
    assert asked(table) != "2 pay"  # the shield is no longer there (L3.5)
    market = say(at("Market", "wit1 wit2", "", box=others()), "1 discard wit2, 1 done, * wit1, * wit1")
    assert (hand(market, 1), laid(market, 1)) == ("wit1 wit1 wit1", "")
    alms = say(at("Alms", "", "", box=others(), front={1: "fame1"}), "1 give fame1, 1 done")
    assert (front(alms, 1), asked(alms), may_say(alms)) == ("treasure1", "2 return", ["decline"])


def test_l3_4_a_special_card_may_cover_several_kinds_at_once():
    table = at("Peace Returns", "travelling1 friendship1 wit1 courage1 naegling", "")
    table = say(table, "1 pay travelling1, 1 pay friendship1, 1 pay wit1")
    assert may_say(table) == ["pay naegling"]  # a courage beside it would be superfluous
    table = say(table, "1 pay naegling, 1 done")
    assert (front(table, 1), hand(table, 1)) == ("fame5", "courage1")


def test_l3_6_the_warriors_rest_is_not_asked_about_at_a_selection():
    table = at("Feast in Heorot", REST, "", front={1: "scratch*2"})
    assert asked(say(table, "1 take fame 2")) == "2 select"
