"""Chapter 5: the end of the game."""

from fractions import Fraction

from heorot.games.movie.game import GAME
from heorot.games.movie.table.table import Table
from tests.games.movie.tables import begin, in_front, open_view, refused, saga, say, small_box

PAIR = small_box("..", tiles="+3*3 +0*3", figures="thane longship*2")
LAST_SHIPS = small_box("..", "..", "...|...", tiles="+0*9", figures="castle longship*3")
TRIO = small_box("...", tiles="+2*2 +0*4", figures="longship*2", seats=3)


def winners(table: Table) -> list[int]:
    """Return the winners, seats from 1."""
    return [seat + 1 for seat in open_view(table).winners]


def test_m5_1_after_act_iii_the_most_saga_points_win():
    table = say(begin(PAIR, deal="+0 +0"), "longship a1, +3 b1, longship a1, longship b1, longship a1")
    assert (open_view(table).question, winners(table)) == ("turn", [])
    assert GAME.victory_shares(table) == (0, 0)
    table = say(table, "longship b1")
    assert open_view(table).question == "over"
    assert (saga(table), winners(table), GAME.victory_shares(table)) == ((3, 0), [1], (1, 0))


def test_m5_1_every_action_is_refused_after_the_end():
    table = say(begin(PAIR, deal="+0 +0"), "longship a1, +3 b1" + ", longship a1, longship b1" * 2)
    assert GAME.actors(table) == ()
    for seat in (0, 1, 2):
        assert refused(table, "longship a1", seat) == ("M5.1", "illegal.over")


def test_m5_1_points_decide_before_unused_figures():
    table = say(begin(PAIR, deal="+0 +0"), "thane a1, +3 b1" + ", longship a1, longship b1" * 2)
    assert (saga(table), winners(table)) == ((9, 0), [1])
    assert (in_front(table, 1), in_front(table, 2)) == ({"longship": 2}, {"thane": 1, "longship": 2})


def test_m5_2_tied_players_compare_the_diamonds_of_unused_figures():
    table = say(begin(PAIR, deal="+0 +0"), "thane a1, longship b1" + ", longship a1, longship b1" * 2)
    assert (saga(table), winners(table)) == ((0, 0), [2])


def test_m5_2_diamonds_are_compared_and_not_figures():
    box = small_box(".", ".", "..", tiles="+0*2", figures="beowulf longship*3")
    table = say(begin(box, deal="+0 +0"), "longship a1, longship a1, beowulf a1, longship b1")
    assert open_view(table).question == "over"
    assert (table.state.unused[:2], winners(table)) == ([3 * 1, 4 + 2 * 1], [2])


def test_m5_2_longships_on_the_last_board_are_not_unused():
    act_one, act_two = "longship a1, castle b1", "longship a1, longship b1"
    act_three = "longship a1, +0 b1, longship c1, +0 a2, longship b2, +0 c2"
    table = say(begin(LAST_SHIPS, deal="+0 +0"), f"{act_one}, {act_two}, {act_three}")
    assert (in_front(table, 1), in_front(table, 2)) == ({"castle": 1, "longship": 3}, {"longship": 3})
    assert (saga(table), winners(table)) == ((0, 0), [2])


def test_m5_2_a_figure_used_in_an_earlier_act_is_used():
    table = say(begin(LAST_SHIPS, deal="+0 +0"), "castle a1, longship b1, longship a1, longship b1")
    table = say(table, "longship a1, longship b1, +0 c1, +0 a2, +0 b2, +0 c2")
    assert (saga(table), winners(table)) == ((0, 0), [2])


def test_m5_2_only_tied_players_compare():
    acts = ["longship a1, longship b1, +2 c1", "longship a1, longship b1, +0 c1", "longship a1, longship b1, +0 c1"]
    table = say(begin(TRIO, 3, deal="+0 +0 +0"), ", ".join(acts))
    assert (saga(table), winners(table)) == ((2, 2, 0), [1, 2])


def test_m5_3_players_still_tied_share_the_victory():
    table = say(begin(PAIR, deal="+0 +0"), ", ".join(["longship a1, longship b1"] * 3))
    assert (saga(table), winners(table)) == ((0, 0), [1, 2])
    assert GAME.victory_shares(table) == (Fraction(1, 2), Fraction(1, 2))


def test_m5_3_three_players_can_share_the_victory():
    table = say(begin(TRIO, 3, deal="+0 +0 +0"), ", ".join(["longship a1, longship b1, longship c1"] * 3))
    assert GAME.victory_shares(table) == (Fraction(1, 3),) * 3


def test_m5_3_players_behind_have_no_share():
    acts = ["+0 a1, longship b1, longship c1", "+0 a1, longship b1, longship c1", "longship a1, +0 b1, +0 c1"]
    table = say(begin(TRIO, 3, deal="+0 +0 +0"), ", ".join(acts))
    assert (saga(table), winners(table)) == ((0, 0, 0), [2, 3])
    assert GAME.victory_shares(table) == (0, Fraction(1, 2), Fraction(1, 2))
