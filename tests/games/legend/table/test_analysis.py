"""Bidding, immediate worth of icons and standings, from views alone."""

from dataclasses import replace
from fractions import Fraction

import pytest

from heorot.engine.seats import Seat
from heorot.games.legend.model.components import Icon
from heorot.games.legend.rules.scoring import points_of, winners
from heorot.games.legend.table.analysis import IconWorth, alliance_worth, available_bid, bidding, icon_worth, standing
from heorot.games.legend.table.results import ScoreTally, final_scores, score, score_all
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View, view
from heorot.games.legend.table.view_lookup import episode_of
from tests.games.legend.tables import at, open_view, say
from tests.support.playing import random_game

GRENDEL, SHIELD, RING = "Grendel's Attack", "Forging the Shield", "The Ring-Giver"
HALL, DRAGON, THRONE = "King Hrothgar's Hall", "Dragon Battle", "King Beowulf"
ADVANCED, FALLEN = (("advanced", "yes"),), (("fallen", "yes"),)


def seen(table: Table, seat: int = 1) -> View:
    return view(table, Seat(seat - 1))


def icon(words: str) -> Icon:
    """Read `fame 5`, `card naegling`, `double wound`."""
    if words.startswith("card "):
        return Icon("card", 0, words.removeprefix("card "))
    kind, _, number = words.rpartition(" ")
    return Icon(kind, int(number)) if number.isdigit() else Icon(words)


def worth(table: Table, words: str, seat: int = 1, reader: int = 1) -> IconWorth:
    return icon_worth(table.box, seen(table, reader), icon(words), Seat(seat - 1))


def points(table: Table, words: str, seat: int = 1, reader: int = 1) -> tuple[Fraction, str]:
    found = worth(table, words, seat, reader)
    return found.points, found.reason


@pytest.mark.parametrize("name", ["King Hygelac's Court", "Sail to Denmark", "The Danish Coast", HALL, GRENDEL, DRAGON])
def test_l2_1_episode_of_returns_the_current_episode(name):
    table = at(name, "wit1*2", "wit1*2")
    assert episode_of(table.box, seen(table)).name == name


# ---- The bidding ---------------------------------------------------------------------------------------------------


def test_l5_2_the_bidding_has_totals_and_missing_symbols():
    table = at(GRENDEL, "courage2*2", "courage1 fighting2 wit1", "")
    table = say(table, "1 lay courage2, 2 lay courage1")
    found = bidding(table.box, seen(table, 2))
    assert (found.kind, found.high) == ("in turn", 2)
    assert [(one.total, one.missing) for one in found.bidders] == [(2, 0), (1, 1), (0, 2)]
    assert all(one.still_in for one in found.bidders)
    assert [one.at_hand for one in found.bidders] == [None, 2, None]


def test_l5_5_a_player_who_is_out_has_no_missing_symbols():
    table = say(at(GRENDEL, "courage2", "courage1", ""), "1 lay courage2, 2 give up")
    out = bidding(table.box, open_view(table)).bidders[1]
    assert (out.still_in, out.missing, out.at_hand) == (False, 0, None)


def test_l9_1_in_an_auction_treasure_is_counted():
    front = {1: "treasure2", 2: "treasure1 alliance-treasure3 fame5 alliance-fame2"}
    table = say(at(RING, "", "", front=front, options="advanced"), "1 show treasure2, 2 show treasure1")
    found = bidding(table.box, seen(table, 2))
    assert (found.kind, found.high) == ("treasure auction", 2)
    assert [(one.total, one.missing, one.at_hand) for one in found.bidders] == [(2, 0, None), (1, 1, 3)]


def test_l4_2_symbols_of_the_hand_that_count_in_a_sealed_bid():
    table = at(HALL, "friendship2 friendship1 beowulf1 wit2", "")
    assert bidding(table.box, seen(table)) is None
    assert available_bid(table.box, seen(table)) == 4
    assert available_bid(table.box, seen(say(table, "1 bid friendship1"))) == 3


@pytest.mark.parametrize("episode", ["Sail to Denmark", THRONE, "The Danish Coast"])
def test_l5_1_there_is_no_bidding_in_other_episodes(episode):
    table = at(episode, "", "")
    assert bidding(table.box, seen(table)) is None


# ---- Worth of icons ------------------------------------------------------------------------------------------------


def test_l6_3_fame_and_treasure_bring_their_value_or_nothing_when_they_have_run_out():
    table = at(GRENDEL, "", "", left="fame4*0")
    assert points(table, "fame 5") == (5, "token")
    assert points(table, "treasure 3") == (3, "token")
    assert points(table, "fame 4") == (0, "run-out")


def test_l6_3_from_dragon_battle_on_fame_2_is_made_up_of_two_fame_1():
    assert points(at(DRAGON, "", "", left="fame2*0"), "fame 2") == (2, "change")
    assert points(at(DRAGON, "", "", left="fame2*0 fame1*2"), "fame 2") == (2, "change")
    assert points(at(DRAGON, "", "", left="fame2*0 fame1*1"), "fame 2") == (0, "run-out")
    assert points(at(GRENDEL, "", "", left="fame2*0"), "fame 2") == (0, "run-out")
    assert points(at("March to the Barrow", "", "", left="fame2*0"), "fame 2") == (0, "run-out")  # right before it
    assert points(at(DRAGON, "", "", left="treasure2*0"), "treasure 2") == (0, "run-out")


def test_l9_3_treasure_counts_nothing_in_the_advanced_game():
    table = at(GRENDEL, "", "", options="advanced", left="treasure4*0")
    assert points(table, "treasure 3") == (0, "treasure-counts-nothing")
    assert points(table, "treasure 4") == (0, "run-out")


def test_l8_2_a_misfortune_costs_points():
    assert points(at(HALL, "", ""), "misfortune") == (-2, "misfortune")
    assert points(at(HALL, "", "", left="misfortune*0"), "misfortune") == (0, "run-out")


@pytest.mark.parametrize(
    ("front", "wound", "double"),
    [("", -5, -5), ("wound", 0, -15), ("wound*2", -15, -20), ("double-wound", -15, -20), ("wound*3", -5, -10)],
)
def test_l8_3_the_cost_of_a_wound_is_its_change_of_the_score(front, wound, double):
    table = at(GRENDEL, "", "", front={1: front})
    assert points(table, "wound") == (wound, "wound")
    assert points(table, "double wound") == (double, "wound")


def test_l6_6_a_scratch_costs_nothing_but_the_third_is_a_wound():
    assert points(at(GRENDEL, "", "", front={1: "scratch"}), "scratch") == (0, "scratch")
    assert points(at(GRENDEL, "", "", front={1: "scratch*2"}), "scratch") == (-5, "third-scratch")
    assert points(at(GRENDEL, "", "", front={1: "scratch*2 wound*2"}), "scratch") == (-15, "third-scratch")


def test_l6_4_an_alliance_token_is_worth_the_average_of_unseen_tokens():
    table = at(GRENDEL, "", "")
    assert points(table, "alliance 2") == (4, "alliance")
    table = at(GRENDEL, "", "", front={1: "alliance-fame3*6", 2: "alliance-treasure1"})
    assert alliance_worth(seen(table)) == Fraction(72 - 18, 36 - 6)
    assert points(table, "alliance 1") == (Fraction(9, 5), "alliance")
    assert points(table, "alliance 1", seat=2) == (Fraction(9, 5), "alliance")
    assert points(at(GRENDEL, "", "", left="alliance*0"), "alliance 2") == (0, "run-out")


def test_l9_3_only_fame_of_alliance_tokens_counts_in_the_advanced_game():
    assert points(at(GRENDEL, "", "", options="advanced"), "alliance 2") == (2, "alliance")


def test_l6_4_no_more_alliance_tokens_come_than_are_left():
    left = " ".join(f"alliance-{side}{value}*0" for side in ("fame", "treasure") for value in (1, 2, 3))
    table = at(GRENDEL, "", "", left=left.replace("alliance-fame3*0", "alliance-fame3*1"))
    assert worth(table, "alliance 2").number == 1
    assert points(table, "alliance 2") == (3, "alliance")


def test_l6_5_cards_bring_no_points_at_once():
    table = at(GRENDEL, "", "", "")
    assert points(table, "cards 2") == (0, "cards")
    assert points(table, "card beowulfs_daring") == (0, "card")
    assert points(at(GRENDEL, "", "beowulfs_daring", ""), "card beowulfs_daring") == (0, "run-out")


@pytest.mark.parametrize(
    ("front", "best", "healed", "reason"),
    [
        ("", 5, None, "token"),
        ("scratch*2", 5, None, "token"),
        ("wound", 5, 5, "fame-or-heal"),
        ("wound*2", 5, 0, "fame-or-heal"),
        ("wound*3", 15, 15, "fame-or-heal"),
        ("wound double-wound", 15, 15, "fame-or-heal"),
        ("wound*2 double-wound", 20, 20, "fame-or-heal"),
    ],
)
def test_l6_8_fame_or_heal_is_worth_the_better_of_both(front, best, healed, reason):
    table = at("Death of Beowulf", "", "", front={1: front})
    found = worth(table, "fame or heal 5")
    assert (found.points, found.healed, found.reason) == (best, healed, reason)


def test_l3_3_the_value_of_healing_without_a_token():
    assert points(at("Break Ranks?", "", "", front={1: "wound fame1*2"}), "heal") == (5, "heal")
    assert points(at("Break Ranks?", "", "", front={1: "scratch fame1*2"}), "heal") == (0, "heal")


def test_l10_1_the_third_wound_costs_everything_in_the_variant_and_the_fallen_gain_nothing():
    table = at(GRENDEL, "", "", front={1: "fame5*2 wound*2", 2: "fame5 wound*3"}, options="fallen")
    assert points(table, "wound") == (-10, "wound")
    assert points(table, "fame 3", seat=2) == (0, "fallen")
    assert points(table, "alliance 1", seat=2) == (0, "fallen")
    assert points(table, "fame 2") == (2, "token")
    healing = at("Death of Beowulf", "", "", front={1: "fame5 wound*3"}, options="fallen")
    assert (worth(healing, "fame or heal 5").points, worth(healing, "fame or heal 5").healed) == (5, 5)


def test_l1_7_hidden_tokens_of_a_rival_do_not_change_the_value_of_an_icon():
    one = at(GRENDEL, "", "", front={2: "alliance-fame3 wound*2"}, options="fallen")
    other = at(GRENDEL, "", "", front={2: "alliance-treasure1 wound*2"}, options="fallen")
    assert worth(one, "wound", seat=2) == worth(other, "wound", seat=2)


# ---- Standings -----------------------------------------------------------------------------------------------------


def test_l1_7_a_standing_is_exact_for_its_owner_and_public_for_others():
    front = {1: "fame5 alliance-fame2 alliance-treasure3 wound", 2: "treasure3 alliance-fame1 misfortune"}
    table = at(GRENDEL, "", "", front=front)
    own, other = (standing(table.box, seen(table), Seat(seat)) for seat in (0, 1))
    assert (own.score.points, own.unknown, own.expected) == (10, 0, 10)
    assert (other.score.points, other.unknown) == (3 - 2 + 5, 1)
    assert other.expected == 6 + alliance_worth(seen(table))
    nobody = standing(table.box, open_view(table), Seat(0))
    assert (nobody.score.points, nobody.unknown) == (5, 2)


def test_l9_1_tokens_that_are_shown_still_belong_to_their_owner():
    table = at(RING, "", "", front={1: "treasure2 alliance-treasure1", 2: "treasure1"}, options="advanced")
    shown = say(table, "1 show alliance-treasure1")
    for reader in (1, 2):
        found = standing(shown.box, seen(shown, reader), Seat(0))
        assert (found.score.tally.alliance_treasure, found.unknown) == ((1,), 0)


def test_l10_1_a_player_who_would_have_fallen_has_no_points():
    table = at(GRENDEL, "", "", front={1: "fame5 wound*3", 2: "fame5 wound*3 alliance-fame3"}, options="fallen")
    for seat in (Seat(0), Seat(1)):
        found = standing(table.box, seen(table), seat)
        assert (found.score.fallen, found.score.points, found.expected) == (True, 0, 0)


# ---- Final scores --------------------------------------------------------------------------------------------------

X4 = (  # Sandra, Martha, Mark, Peter
    ScoreTally(fame=(9,), treasure=(3,), wounds=1),
    ScoreTally(fame=(8,)),
    ScoreTally(fame=(12,), treasure=(2,), misfortunes=1, wounds=2),
    ScoreTally(fame=(13,), treasure=(5,), wounds=3),
)


def test_x4_the_final_scores_as_printed():
    finals = score_all(X4, advanced=False, variant=False)
    assert [one.points for one in finals.scores] == [12, 13, 12, 3]
    assert (finals.places, finals.winners) == ((2, 1, 2, 4), (1,))


def test_l8_2_the_terms_of_a_score_add_up():
    one = score(
        ScoreTally((5, 2), (3,), (4,), (1, 1), misfortunes=2, scratches=2, wounds=1, double_wounds=1), False, False
    )
    assert (one.fame, one.alliance_fame, one.treasure, one.alliance_treasure) == (7, 3, 4, 2)
    assert (one.misfortunes, one.wounds, one.wound_points) == (-4, 3, -15)
    assert one.points == sum(one.terms) == -3


def test_l9_3_treasure_is_left_out_of_the_advanced_game():
    one = score(ScoreTally((5,), (3,), (4,), (1,)), True, False)
    assert (one.treasure, one.alliance_treasure, one.points) == (0, 0, 5 + 3 + 5)


def test_l10_1_the_fallen_share_the_last_place_whatever_the_scores():
    finals = score_all([*X4[:2], ScoreTally(wounds=3), ScoreTally(fame=(50,), wounds=3)], False, True)
    assert [one.points for one in finals.scores] == [12, 13, 0, 0]
    assert (finals.places, finals.winners) == ((2, 1, 3, 3), (1,))


def test_l10_1_a_player_who_has_not_fallen_is_ahead_even_with_negative_points():
    finals = score_all([ScoreTally(misfortunes=3, wounds=1), ScoreTally(fame=(50,), wounds=3)], False, True)
    assert ([one.points for one in finals.scores], finals.places) == ([-6, 0], (1, 2))


def test_l10_1_if_all_have_fallen_nobody_wins():
    finals = score_all([ScoreTally(wounds=3), ScoreTally(fame=(9,), double_wounds=2)], False, True)
    assert (finals.places, finals.winners) == ((1, 1), ())


def test_l8_4_tied_players_share_the_victory_and_the_next_place_is_skipped():
    finals = score_all([ScoreTally(fame=(3,)), ScoreTally(), ScoreTally(treasure=(3,))], False, False)
    assert (finals.places, finals.winners) == ((1, 3, 1), (0, 2))


@pytest.mark.parametrize("options", [(), ADVANCED, FALLEN, ADVANCED + FALLEN])
@pytest.mark.parametrize("seats", [2, 5])
def test_l8_2_the_terms_add_up_to_the_points_of_the_rules(seats, options):
    for seed in range(2):
        table = random_game("built-in", seats, seed, "legend", options).last
        finals, s = final_scores(table), table.state
        assert [one.points for one in finals.scores] == [points_of(s, seat) for seat in range(seats)]
        assert sum(1 << winner for winner in finals.winners) == winners(s)
        for seat in range(seats):
            found = standing(table.box, view(table, Seat(seat)), Seat(seat))
            assert (found.score, found.unknown) == (finals.scores[seat], 0)


def test_l10_1_the_variant_is_an_option_of_the_table():
    table = at(GRENDEL, "", "", front={1: "wound*3"})
    assert not standing(table.box, seen(table), Seat(0)).score.fallen
    assert standing(table.box, replace(seen(table), options=FALLEN), Seat(0)).score.fallen


@pytest.mark.parametrize(("wounds", "gained"), [(1, 5), (2, 0), (3, 15), (4, 5), (5, 5)])
def test_l8_3_healing_a_wound_gains_what_the_wound_costs(wounds, gained):
    table = at(GRENDEL, "wit1", "wit1", front={1: f"wound*{wounds}"})
    assert worth(table, "heal").points == gained


def test_l8_2_a_tally_is_empty_by_default():
    assert ScoreTally() == ScoreTally((), (), (), (), misfortunes=0, scratches=0, wounds=0, double_wounds=0)
    assert ScoreTally().all_wounds == 0
