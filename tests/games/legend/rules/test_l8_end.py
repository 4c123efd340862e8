"""Chapter 8: the end."""

from fractions import Fraction

import pytest

from heorot.games.legend.game import GAME
from tests.games.legend.tables import BLESSING, asked, at, known, log, markers, open_view, say, small_box, totals


def ended(*fronts: str, options: str = "") -> object:
    """Return a finished game in which the players have these pieces; the last episode brings nothing more."""
    spaces = ", ".join(["fame 9"] * len(fronts))
    box = small_box(
        f"End: all hands / {spaces}", cards="wit1", fame="1*9 2*9 3*9 5*9", treasure="1*9 2*9 3*9", seats=len(fronts),
        alliance="fame1*9 fame2*9 treasure3*9", misfortune=9,
    )  # fmt: skip
    table = at("End", *[""] * len(fronts), box=box, front=dict(enumerate(fronts, 1)), options=options)
    return say(table, ", ".join(f"{seat} take fame 9" for seat in range(1, len(fronts) + 1)))


def test_l8_1_all_hands_are_shown_and_markers_go_by_the_number_of_symbols_of_any_kind():
    table = at("Death of Beowulf", "wit2 courage1", "beowulf1 naegling travelling2", f"wit1 {BLESSING}")
    assert (totals(table), markers(table)) == ([3, 6, 1], [2, 1, 3])
    assert known(table, 2) == "travelling2 beowulf1 naegling"
    assert asked(table) == "2 take-space"


def test_l8_1_shown_hands_are_in_every_log():
    table = say(at("Break Ranks?", "wit2", "courage1", front={1: "scratch"}), "1 decline")
    assert log(table, 2) == ["1 decline", "1 shows wit2", "2 shows courage1"]


@pytest.mark.parametrize(("first", "expected"), [(1, [1, 2, 3]), (2, [3, 1, 2]), (3, [2, 3, 1])])
def test_l8_1_ties_go_clockwise_from_the_first_player(first, expected):
    assert markers(at("Death of Beowulf", "wit2", "wit1 courage1", "beowulf1*2", first=first)) == expected


def test_l8_1_icon_spaces_are_taken_after_the_hands_are_shown():
    table = say(at("Death of Beowulf", "wit1", "wit2", ""), "2 take fame 3")
    assert asked(table) == "1 take-space"
    table = say(table, "1 take fame 5 or heal, 1 take fame 5, 3 take fame 2")
    assert (asked(table), GAME.score(table)) == ("over", (10, 8, 7))


@pytest.mark.parametrize(
    ("front", "points"),
    [
        ("wound", 0),
        ("fame5 fame3 wound", 8),
        ("treasure2 treasure3 wound", 5),
        ("alliance-fame2 alliance-treasure3 wound", 5),
        ("fame5 misfortune*2 wound", 1),
        ("misfortune*3 wound", -6),
    ],
)
def test_l8_2_fame_treasure_and_alliance_values_minus_two_for_each_misfortune(front, points):
    assert GAME.score(ended(front, ""))[0] == points


@pytest.mark.parametrize(
    ("front", "points"),
    [
        ("", 5),
        ("scratch*2", 5),
        ("wound", 0),
        ("wound*2", 0),
        ("double-wound", 0),
        ("wound*3", -15),
        ("wound double-wound", -15),
        ("wound*2 double-wound", -20),
        ("wound*7", -35),
        ("double-wound*2", -20),
    ],
)
def test_l8_3_no_wound_brings_five_points_and_three_or_more_cost_five_each(front, points):
    assert GAME.score(ended(front, ""))[0] == points


def test_l8_4_the_highest_score_wins():
    table = ended("fame5", "fame3", "fame5 wound")
    assert (GAME.score(table), GAME.victory_shares(table)) == ((10, 8, 5), (1, 0, 0))
    assert open_view(table).winners == (0,)


def test_l8_4_tied_players_share_the_victory():
    table = ended("fame5", "treasure3 treasure2", "fame3")
    assert GAME.victory_shares(table) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert open_view(table).winners == (0, 1)
    everyone = ended("misfortune*9", "misfortune*9")
    assert (GAME.score(everyone), GAME.victory_shares(everyone)) == ((-13, -13), (Fraction(1, 2),) * 2)


def test_l8_4_a_player_wins_even_with_negative_points():
    table = ended("wound*20", "wound*30")
    assert (GAME.score(table), GAME.victory_shares(table)) == ((-100, -150), (1, 0))


def test_l8_4_nobody_has_won_before_the_end():
    table = at("Death of Beowulf", "", "", front={1: "fame5"})
    assert (GAME.victory_shares(table), open_view(table).winners, open_view(table).points) == ((0, 0), (), ())
