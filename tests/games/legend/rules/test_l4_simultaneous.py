"""Chapter 4: major episodes, simultaneous."""

import pytest

from heorot.engine import records
from heorot.engine.game import Entry
from heorot.engine.seats import Seat
from heorot.games.legend.game import GAME
from heorot.games.legend.rules.decisions import next_actor
from heorot.games.legend.table.view import view
from tests.games.legend.tables import (
    BLESSING,
    DARING,
    asked,
    at,
    discards,
    hand,
    hands,
    known,
    laid,
    log,
    markers,
    may_say,
    open_view,
    refused,
    say,
    specials,
    totals,
)

# ---- L4.1 ----------------------------------------------------------------------------------------------------------


def test_l4_1_every_player_chooses_any_number_of_cards_none_included_matching_or_not():
    table = at("King Hrothgar's Hall", "friendship1 wit1 beowulf1", "friendship2")
    assert asked(table) == "1 2 bid"
    assert may_say(table, 1) == ["bid friendship1", "bid wit1", "bid beowulf1", "done"]
    table = say(table, "1 bid friendship1, 1 bid wit1")
    assert may_say(table, 1) == ["bid beowulf1", "done"]
    table = say(table, "1 bid beowulf1")
    assert may_say(table, 1) == ["done"]
    table = say(table, "1 done, 2 done")
    assert totals(table) == [2, 0]


def test_l4_1_a_set_is_named_in_the_order_of_faces():
    table = say(at("King Hrothgar's Hall", "friendship1 wit1", ""), "1 bid wit1")
    assert refused(table, "1 bid friendship1") == ("L4.1", "order")


def test_l4_1_equal_cards_are_one_choice():
    table = at("King Hrothgar's Hall", "friendship1*3", "")
    assert may_say(table) == ["bid friendship1", "done"]
    table = say(table, "1 bid friendship1, 1 bid friendship1")
    assert (may_say(table), laid(table, 1)) == (["bid friendship1", "done"], "friendship1 friendship1")


def test_l4_1_a_player_with_an_empty_hand_is_asked_too():
    table = at("King Hrothgar's Hall", "", "wit1")
    assert (asked(table), may_say(table, 1)) == ("1 2 bid", ["done"])


def test_l4_1_all_bids_are_shown_at_once():
    table = at("King Hrothgar's Hall", "friendship1 wit1", "friendship2")
    table = say(table, "1 bid wit1, 1 done, 2 bid friendship2")
    assert log(table) == ["1 done"]
    table = say(table, "2 done")
    assert log(table) == ["1 done", "2 done", "1 shows wit1", "2 shows friendship2"]


# ---- L4.2 ----------------------------------------------------------------------------------------------------------


def test_l4_2_only_symbols_of_the_required_kind_and_beowulf_symbols_count():
    table = at("King Hrothgar's Hall", "friendship1 friendship2 wit2 beowulf1", "")
    assert totals(bid_all(table))[0] == 4
    special = at("King Hrothgar's Hall", "hides_of_land golden_torque naegling", "", "", "", "")
    assert totals(bid_all(special))[0] == 3 + 2


def test_l4_2_symbols_of_either_of_two_required_kinds_count():
    table = at("The Queen's Cup", "friendship1 friendship2 wit2 beowulf1 courage2", "")
    assert totals(bid_all(table))[0] == 6
    special = at("The Queen's Cup", "hides_of_land golden_torque naegling", "", "", "", "")
    assert totals(bid_all(special))[0] == 3 + 3


def bid_all(table: object) -> object:
    """Let the first player bid the whole hand, the others nothing."""
    for word in hand(table, 1).split():
        table = say(table, f"1 bid {word}")
    return say(table, ", ".join(f"{seat + 1} done" for seat in range(table.state.seats)))


@pytest.mark.parametrize(
    ("first", "bids", "expected"),
    [
        (1, (1, 2, 3), [3, 2, 1]),
        (1, (2, 2, 2), [1, 2, 3]),
        (2, (2, 2, 2), [3, 1, 2]),
        (3, (2, 2, 2), [2, 3, 1]),
        (3, (1, 1, 0), [1, 2, 3]),
        (2, (0, 0, 1), [3, 2, 1]),
        (3, (0, 0, 0), [2, 3, 1]),
    ],
)
def test_l4_2_most_symbols_take_marker_1_and_ties_go_clockwise_from_the_first_player(first, bids, expected):
    table = at("King Hrothgar's Hall", *["friendship1*3"] * 3, first=first)
    for seat, number in enumerate(bids, 1):
        table = say(table, ", ".join([f"{seat} bid friendship1"] * number + [f"{seat} done"]))
    assert markers(table) == expected


# ---- L4.3 ----------------------------------------------------------------------------------------------------------


def test_l4_3_matching_cards_are_discarded_others_go_back_to_the_hand():
    table = at("King Hrothgar's Hall", "friendship1 wit1 beowulf1 courage1", "")
    table = say(table, "1 bid friendship1, 1 bid wit1, 1 bid beowulf1, 1 done, 2 done")
    assert (hand(table, 1), discards(table), laid(table, 1)) == ("wit1 courage1", "friendship1 beowulf1", "")
    assert (known(table, 1), open_view(table).players[0].hand) == ("wit1", 2)


def test_l4_3_matching_special_cards_leave_the_game():
    table = at("King Hrothgar's Hall", "hides_of_land naegling", "")
    table = say(table, "1 bid hides_of_land, 1 bid naegling, 1 done, 2 done")
    assert (hand(table, 1), discards(table), specials(table) & {"hides_of_land"}) == ("naegling", "", set())


def test_l4_3_a_special_card_with_a_text_may_be_bid_and_comes_back():
    table = at("King Hrothgar's Hall", f"friendship1 {DARING}", "", "")
    table = say(table, f"1 bid friendship1, 1 bid {DARING}, 1 done, 2 done, 3 done")
    assert (hand(table, 1), known(table, 1), totals(table)[0]) == (DARING, DARING, 1)


def test_l4_3_a_blessing_that_was_bid_can_be_used_at_once():
    table = at("The Queen's Cup", f"friendship1 wit2 {BLESSING}", "wit1")
    table = say(table, f"1 bid friendship1, 1 bid wit2, 1 bid {BLESSING}, 1 done, 2 bid wit1, 2 done")
    assert (asked(table), hand(table, 1)) == ("1 blessing", BLESSING)
    assert may_say(table) == ["take back friendship1", "take back wit2", "keep"]
    table = say(table, "1 take back wit2")
    assert (hand(table, 1), totals(table), discards(table)) == ("wit2", [3, 1], "friendship1 wit1")


# ---- L4.4 ----------------------------------------------------------------------------------------------------------


def test_l4_4_others_see_that_a_player_has_chosen_but_not_the_cards():
    table = at("King Hrothgar's Hall", "friendship1 friendship2 wit1", "wit1")
    before = view(table, Seat(1))
    table = say(table, "1 bid friendship1, 1 bid friendship2")
    assert view(table, Seat(1)) == before
    assert open_view(table).players[0].hand == 3
    table = say(table, "1 done")
    assert [player.ready for player in view(table, Seat(1)).players] == [True, False]
    assert (view(table, Seat(1)).players[0].laid, view(table, Seat(1)).players[0].hand) == ((), 3)
    assert log(table, 2) == ["1 done"]
    assert log(table, 1) == ["1 bid friendship1", "1 bid friendship2", "1 done"]
    assert [card.name for card, _ in view(table, Seat(0)).bid] == ["friendship1", "friendship2"]


def test_l4_4_a_player_who_has_chosen_is_not_asked_again():
    table = say(at("King Hrothgar's Hall", "friendship1", "wit1", "wit2", first=2), "3 done")
    assert asked(table) == "2 1 bid"
    assert refused(table, "3 bid wit2") == ("L4.4", "not-asked")
    assert GAME.legal(table, Seat(2)) == ()


def test_l4_4_a_record_has_the_bids_clockwise_from_the_first_player():
    start = at("King Hrothgar's Hall", "wit1", "friendship1", "friendship2 wit1", first=2)
    came = ["1 done", "3 bid friendship2", "2 bid friendship1", "3 done", "2 done"]
    table = say(start, ", ".join(came))
    assert log(table)[:3] == ["1 done", "3 done", "2 done"]
    entries = [Entry(said.seat, GAME.write(start, said.action)) for said in table.history]
    ordered = [records.entry_line(entry) for entry in records.to_record_order(GAME, start, entries)]
    assert ordered == ["2 bid friendship1", "2 done", "3 bid friendship2", "3 done", "1 done"]
    assert say(start, ", ".join(ordered)).state == table.state
    assert hands(table) == ["wit1", "", "wit1"]


def test_l4_4_the_next_actor_is_the_nearest_from_the_first_player():
    table = at("King Hrothgar's Hall", "", "", "", first=2)
    assert next_actor(table.state) == 1
    assert next_actor(say(table, "2 done").state) == 2
    assert next_actor(say(table, "2 done, 3 done").state) == 0
