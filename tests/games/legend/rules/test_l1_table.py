"""Chapter 1: the table."""

from dataclasses import replace
from functools import cache

import pytest

from heorot.engine.errors import BadOption
from heorot.engine.options import LOT
from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box.box import Box, built_in
from heorot.games.legend.game import GAME
from heorot.games.legend.model.actions import First
from heorot.games.legend.model.state import State
from heorot.games.legend.rules import decisions
from heorot.games.legend.table.view import view
from tests.games.legend.tables import (
    asked,
    at,
    chances,
    deal,
    discards,
    front,
    hand,
    hands,
    known,
    laid,
    log,
    may_say,
    open_view,
    pile,
    refused,
    say,
    small_box,
    specials,
    supply,
    turned,
)
from tests.support.playing import random_game

ALL_SPECIALS = [
    ("king_hrothgars_blessing", 2), ("queen_wealhtheows_inspiration", 2), ("beowulfs_daring", 3),
    ("beowulfs_resolve", 4), ("the_warriors_rest", 4), ("hides_of_land", 2), ("hrunting", 3), ("golden_torque", 5),
    ("naegling", 2),
]  # fmt: skip

# ---- L1.1 to L1.3 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l1_1_two_to_five_players_are_seated_clockwise(seats):
    table = at("Sail to Denmark", *["wit1"] * seats, first=2)
    order = []
    for _ in range(seats):
        order.append(asked(table))
        table = say(table, f"{order[-1][0]} decline")
    assert order == [f"{(1 + turn) % seats + 1} risk" for turn in range(seats)]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_l1_1_any_other_number_of_players_is_refused(seats):
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), seats, {}, 1)
    assert caught.value.key == "option.seats"
    assert caught.value.params == {"seats": seats, "fewest": 2, "most": 5}


def sevens(content: int | list) -> int | list:
    """Return a value of the same shape in which every number is 7."""
    return [sevens(part) for part in content] if isinstance(content, list) else 7


@pytest.mark.parametrize("first", [LOT, 1])
def test_l1_1_beginning_a_game_resets_every_field(first):
    used, fresh = State(), State()
    for name, field in State.fields.items():
        setattr(used, name, sevens(field.zero()))
    decisions.begin(built_in().printed, used, 5, first, 1, 1)
    decisions.begin(built_in().printed, fresh, 5, first, 1, 1)
    assert vars(used) == vars(fresh)


def test_l1_2_the_first_player_is_drawn_by_lot_unless_the_host_names_the_seat():
    table = GAME.setup(built_in(), 3, {}, 1)
    assert asked(table) == "* first-seat"
    assert [(chance.action, chance.weight) for chance in GAME.chance_outcomes(table)] == [
        (First(Seat(s)), 1) for s in range(3)
    ]
    assert open_view(table).first is None
    assert open_view(say(table, "* first 3")).first == 2
    named = GAME.setup(built_in(), 3, {"first": "2"}, 1)
    assert (asked(named), open_view(named).first) == ("* dealt-card", 1)


@pytest.mark.parametrize("text", ["0", "4", "", "youngest", "-1", "1.0", "9" * 5000])
def test_l1_2_an_unknown_first_seat_is_refused(text):
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), 3, {"first": text}, 1)
    assert caught.value.key == "option.first"


def test_l1_2_an_unknown_option_is_refused():
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), 3, {"colour": "brown"}, 1)
    assert (caught.value.key, caught.value.params) == ("option.unknown", {"option": "colour"})
    with pytest.raises(BadOption) as caught:
        GAME.setup(built_in(), 3, {"advanced": "maybe"}, 1)
    assert caught.value.key == "option.yes"


def test_l1_3_a_card_shows_one_or_two_equal_symbols_and_beowulf_stands_for_any():
    table = at("Grendel's Attack", "courage1 courage2 fighting1 beowulf1 wit2", "wit1")
    assert may_say(table)[:4] == ["lay courage1", "lay courage2", "lay fighting1", "lay beowulf1"]
    totals = [say(table, f"1 {text}").state.total[0] for text in may_say(table)[:4]]
    assert totals == [1, 2, 1, 1]


def test_l1_3_several_beowulf_symbols_may_stand_for_different_ones():
    table = at("Peace Returns", "hides_of_land travelling1 wit1", "wit1")
    assert may_say(table) == ["pay travelling1", "decline"]
    table = say(table, "1 pay travelling1, 1 pay wit1, 1 pay hides_of_land, 1 done")
    assert front(table, 1) == "fame5"


# ---- L1.4 to L1.6 --------------------------------------------------------------------------------------------------


def test_l1_4_each_player_receives_a_beowulf_and_a_double_fighting_card_and_five_more():
    table = GAME.setup(built_in(), 3, {"first": "1"}, 1)
    assert hands(table) == ["fighting2 beowulf1"] * 3
    assert len(pile(table).split()) == 100 - 2 * 3
    for _ in range(15):
        table = GAME.apply(table, CHANCE, GAME.chance_outcomes(table)[0].action)
    assert [player.hand for player in open_view(table).players] == [7] * 3
    assert (len(pile(table).split()), discards(table)) == (100 - 7 * 3, "")
    assert asked(table) == "1 discard"


def test_l1_4_hands_are_dealt_seat_by_seat_from_the_first_player():
    table = GAME.setup(built_in(), 3, {"first": "2"}, 1)
    given = []
    while asked(table) == "* dealt-card":
        given.append(open_view(table).to + 1)
        table = GAME.apply(table, CHANCE, GAME.chance_outcomes(table)[0].action)
    assert given == [2] * 5 + [3] * 5 + [1] * 5


def test_l1_4_every_card_of_the_pile_is_as_likely_to_be_dealt():
    table = GAME.setup(built_in(), 2, {"first": "1"}, 1)
    assert chances(table) == {
        "travelling1": 11, "travelling2": 6, "friendship1": 11, "friendship2": 6, "wit1": 11, "wit2": 6,
        "courage1": 11, "courage2": 6, "fighting1": 9, "fighting2": 8 - 2, "beowulf1": 15 - 2,
    }  # fmt: skip
    assert chances(say(table, "* wit2"))["wit2"] == 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l1_5_special_cards_are_in_play_whose_number_is_not_greater_than_that_of_the_players(seats):
    table = GAME.setup(built_in(), seats, {}, 1)
    assert specials(table) == {card for card, players in ALL_SPECIALS if players <= seats}


def test_l1_5_the_all_iron_shield_is_in_play_in_the_advanced_game_only():
    basic, advanced = (specials(GAME.setup(built_in(), 4, options, 1)) for options in ({}, {"advanced": "yes"}))
    assert advanced - basic == {"all_iron_shield"}


def test_l1_6_square_tokens_lie_open_by_value_alliance_tokens_face_down():
    table = GAME.setup(built_in(), 4, {}, 1)
    seen = open_view(table).supply
    assert {f"{token.kind}{token.value}": number for token, number in seen.tokens} == {
        "fame1": 5, "fame2": 10, "fame3": 7, "fame4": 3, "fame5": 9, "fame7": 2,
        "treasure1": 3, "treasure2": 13, "treasure3": 6, "treasure4": 2,
    }  # fmt: skip
    assert (seen.alliances, seen.misfortunes) == (36, 3)


def test_l1_6_taken_tokens_leave_the_supply():
    table = say(at("Feast in Heorot", "", ""), "1 take treasure 2, 2 take alliance 1")
    assert (supply(table, "treasure2"), front(table, 1)) == (12, "treasure2")
    assert chances(table) == {f"alliance-{kind}{value}": 6 for kind in ("fame", "treasure") for value in (1, 2, 3)}
    table = say(table, "* alliance-treasure1")
    assert (supply(table, "alliance"), supply(table, "alliance-treasure1")) == (35, 5)


# ---- L1.7 ----------------------------------------------------------------------------------------------------------


def test_l1_7_hands_are_secret_their_sizes_open():
    table = at("Sail to Denmark", "wit1 wit2", "courage1", known={1: "wit1"})
    assert [player.hand for player in open_view(table).players] == [2, 1]
    mine, other = view(table, Seat(0)), view(table, Seat(1))
    assert [card.name for card, _ in mine.hand] == ["wit1", "wit2"]
    assert [card.name for card, _ in other.players[0].known] == ["wit1"]
    assert (open_view(table).hand, open_view(table).legal) == ((), ())


def test_l1_7_cards_that_go_face_down_into_a_hand_are_seen_by_their_owner_alone():
    table = say(at("Feast in Heorot", "", ""), "1 take cards 2, * wit1, * wit2")
    assert (log(table, 1)[1:], log(table, 2)[1:], log(table)[1:]) == (["* wit1", "* wit2"], ["* ?"] * 2, ["* ?"] * 2)
    assert (hand(table, 1), known(table, 1)) == ("wit1 wit2", "")


def test_l1_7_the_face_of_an_alliance_token_is_known_to_its_owner_alone():
    table = say(at("Feast in Heorot", "", ""), "1 take alliance 1, * alliance-fame3")
    seen = [view(table, seat) for seat in (None, Seat(0), Seat(1))]
    assert [[token.kind for token, _ in each.alliances] for each in seen] == [[], ["alliance-fame"], []]
    assert [each.players[0].alliances for each in seen] == [1, 1, 1]
    assert [each.log[-1].action == GAME.read(table, "alliance-fame3") for each in seen] == [False, True, False]


def test_l1_7_tokens_lie_face_down_but_their_number_is_open():
    table = at("Sail to Denmark", "", "", front={2: "fame5 treasure2*2 alliance-fame1 misfortune"})
    assert [player.tokens for player in open_view(table).players] == [0, 5]


def test_l1_7_square_tokens_taken_are_open_information():
    table = at("Feast in Heorot", "", "", front={1: "fame5"})
    table = say(table, "1 take treasure 2, 2 take fame 2")
    squares = [[f"{token.kind}{token.value}" for token, _ in p.squares] for p in view(table, Seat(1)).players]
    assert squares == [["fame5", "treasure2"], ["fame2"]]


def test_l1_7_a_card_seen_going_into_a_hand_is_known():
    fixed = deal(built_in(), "wit1*5", "wit2*5")
    assert known(fixed, 1) == "fighting2 beowulf1"
    risk = say(at("Night Watch", "wit1", "wit1"), "1 risk, * courage2, * wit2")
    assert known(risk, 1) == "courage2"
    recovery = at("The Danish Coast", "wit1", "wit1")
    recovery = say(recovery, "* wit1, * wit2, * courage1, * courage1, 1 take courage1")
    assert known(recovery, 1) == "courage1"
    bluff = say(at("King Hrothgar's Hall", "wit1", "friendship1"), "1 bid wit1, 1 done, 2 bid friendship1, 2 done")
    assert known(bluff, 1) == "wit1"
    special = say(bluff, "2 take card king_hrothgars_blessing, 1 take treasure 1")
    assert known(special, 2) == "king_hrothgars_blessing"


def test_l1_7_a_card_that_leaves_a_hand_uses_up_a_known_one_first():
    table = at("King Hygelac's Court", "wit1*3 wit2", "", known={1: "wit1*2"})
    table = say(table, "1 discard wit1")
    assert known(table, 1) == "wit1"
    table = say(table, "1 discard wit1, 1 done, * courage1, * courage1")
    assert (known(table, 1), hand(table, 1)) == ("", "wit1 wit2 courage1 courage1")


def test_l1_7_discards_are_open_those_at_king_hygelacs_court_too():
    table = say(at("King Hygelac's Court", "wit1 wit2", ""), "1 discard wit1, 1 discard wit2, 1 done")
    assert [card.name for card, _ in open_view(table).supply.discards] == ["wit1", "wit2"]
    assert log(table, 2) == ["1 discard wit1", "1 discard wit2", "1 done"]
    failed = say(at("Night Watch", "", ""), "1 risk, * wit1, * wit2")
    assert [card.name for card, _ in open_view(failed).supply.discards] == ["wit1", "wit2"]


@cache
def two_sales() -> Box:
    return small_box(
        "Sale: treasure auction / fame 1", "Another: treasure auction / fame 1", "End: all hands / fame 1, fame 1",
        cards="wit1", fame="1*4", treasure="1", alliance="treasure2 treasure3",
    )  # fmt: skip


def test_l1_7_an_alliance_face_shown_in_an_auction_is_known_until_it_is_given_away():
    tokens = {1: "alliance-treasure2", 2: "alliance-treasure3"}
    table = say(at("Sale", "", "", box=two_sales(), front=tokens, options="advanced"), "1 show alliance-treasure2")
    assert seen(table, 1) == []  # it lies openly in front of the player
    table = say(table, "2 show alliance-treasure3, 1 give up")
    assert (asked(table), seen(table, 1), seen(table, 2)) == ("1 show", ["alliance-treasure2"], [])
    table = say(table, "1 show alliance-treasure2, 2 give up")
    assert (seen(table, 1), supply(table, "alliance")) == ([], 2)


def seen(table: object, seat: int) -> list[str]:
    """Return the alliance tokens with public faces."""
    return [f"{token.kind}{token.value}" for token, _ in open_view(table).players[seat - 1].seen]


def test_l1_7_wounds_and_scratches_lie_open():
    table = at("Sail to Denmark", "", "", front={1: "scratch*2 wound double-wound", 2: "wound*3"})
    players = [(p.scratches, p.wounds, p.double_wounds) for p in open_view(table).players]
    assert players == [(2, 1, 1), (0, 3, 0)]


def test_l1_7_the_option_open_tokens_changes_neither_state_nor_views():
    with_it, without = (at("Feast in Heorot", "wit1", "wit2", options=words) for words in ("open-tokens", ""))
    for text in ("1 take treasure 2", "2 take alliance 1", "* alliance-fame1"):
        with_it, without = say(with_it, text), say(without, text)
        assert with_it.state == without.state
        for seat in (None, Seat(0), Seat(1)):
            assert replace(view(with_it, seat), options=()) == replace(view(without, seat), options=())


# ---- L1.8 ----------------------------------------------------------------------------------------------------------


def test_l1_8_when_the_last_card_is_taken_the_discards_are_shuffled_at_once():
    table = at("Feast in Heorot", "", "", pile="wit1*2", discards="courage1*3")
    table = say(table, "1 take cards 2, * wit1")
    assert (pile(table), discards(table)) == ("wit1", "courage1 courage1 courage1")
    table = say(table, "* wit1")
    assert (pile(table), discards(table)) == ("courage1 courage1 courage1", "")
    assert [type(event).__name__ for event in table.history[-1].events] == ["Reshuffle"]


def test_l1_8_without_discards_the_shuffle_waits_until_a_card_is_needed():
    table = at("Feast in Heorot", "", "", pile="wit1*2", discards="")
    table = say(table, "1 take cards 2, * wit1, * wit1")
    assert (pile(table), discards(table)) == ("", "")
    court = at("King Hygelac's Court", "courage1 courage2", "", pile="", discards="")
    table = say(court, "1 discard courage1, 1 discard courage2, 1 done")
    assert asked(table) == "* drawn-card"
    assert chances(table) == {"courage1": 1, "courage2": 1}


def test_l1_8_missing_cards_are_not_drawn():
    table = say(at("Feast in Heorot", "", "wit2", pile="wit1", discards=""), "1 take cards 2, * wit1")
    assert (asked(table), hand(table, 1)) == ("2 select", "wit1")
    table = say(table, "2 take cards 2")
    assert hand(table, 2) == "wit2"
    wound = at("Death of Beowulf", "", "", pile="", discards="", box=short())
    assert hand(say(wound, "1 take wound"), 1) == ""


@cache
def short() -> Box:
    return small_box("Death of Beowulf: all hands / fame 1, wound", cards="wit1*3", fame="1")


def test_l1_8_a_risk_is_not_offered_where_no_card_could_be_turned_over():
    table = at("Sail to Denmark", "wit1", "wit1", pile="", discards="")
    assert asked(table) == "1 2 bid"  # King Hrothgar's Hall: the recovery had no cards either
    in_turn = at("Grendel's Attack", "courage1", "wit1", pile="", discards="")
    assert may_say(in_turn) == ["lay courage1", "give up"]
    assert refused(in_turn, "1 risk") == ("L1.8", "no-cards-left")
    single = at("Sail to Denmark", "", "", pile="", discards="wit1")
    assert may_say(single) == ["risk", "decline"]
    single = say(single, "1 risk, * wit1")
    assert (asked(single), front(single, 1), discards(single)) == ("2 risk", "scratch", "wit1")


def test_l1_8_cards_turned_over_in_a_running_risk_or_recovery_are_not_discards_yet():
    table = say(at("Night Watch", "", "", pile="wit1", discards="courage1 wit2"), "1 risk, * wit1")
    assert (asked(table), turned(table)) == ("* risk-card", "wit1")
    assert chances(table) == {"wit2": 1, "courage1": 1}
    table = say(table, "* wit2")
    assert (pile(table), discards(table), front(table, 1)) == ("courage1", "wit1 wit2", "scratch")
    recovery = say(at("The Danish Coast", "", "", pile="wit1*2", discards="courage1*3"), "* wit1, * wit1")
    assert chances(recovery) == {"courage1": 3}
    recovery = say(recovery, "* courage1, * courage1, 1 take wit1, 2 take courage1, 1 take wit1, 2 take courage1")
    assert (pile(recovery), discards(recovery)) == ("courage1", "")


def test_l1_8_cards_laid_in_front_of_players_are_not_discards():
    table = at("Grendel's Attack", "courage1", "courage2 courage1", pile="", discards="wit1")
    table = say(table, "1 lay courage1, 2 risk")
    assert (chances(table), discards(table), laid(table, 1)) == ({"wit1": 1}, "", "courage1")
    table = say(table, "* wit1")
    assert (asked(table), discards(table)) == ("1 take-space", "wit1 courage1")


def test_l1_7_a_view_names_a_receiver_only_while_chance_is_asked():
    dealt, asked = set(), set()
    for table in random_game("built-in", 3, 7, "legend").tables:
        now = open_view(table)
        (dealt if CHANCE in now.asked else asked).add(now.to)
    assert asked == {None}
    assert {0, 1, 2} <= dealt
