"""Chapter 3: the end of an act."""

from heorot.games.movie.game import GAME
from tests.games.movie.tables import (
    asked,
    begin,
    board,
    figures_of,
    hand,
    in_front,
    may_say,
    open_view,
    points,
    refused,
    saga,
    say,
    small_box,
    terms,
)

PLAIN = small_box("..|..", "...", "..", tiles="+1*3 +3*3 -2*3", saga=5)
FEUD = small_box("...", tiles="valor+1*2 temptation-1*2 +1*2 +5", figures="thane longship")
STATUE = small_box("..|..", tiles="statue +1*2 +5 -3", figures="thane longship")
HANDS = small_box("..", "...", "..", tiles=["+1*2 +2 +3", "-1*6", "+9*6"], figures="longship*2", hand=2)
THREE = small_box("...|...", ".", ".", tiles=["+1*3", "+2*3", "+3*3"], figures="castle", seats=3)
NO_POOL = small_box("....|..", "..", ".", tiles=["+1 +2", "+1*4", "+1*4"], figures="castle")

# ---- M3.1, M3.2: when it ends --------------------------------------------------------------------------------------


def test_m3_1_the_act_ends_at_once_when_a_tile_fills_the_last_space():
    table = say(begin(PLAIN, deal="+1 +1"), "thane a1, thane b1, +3 a2")
    assert open_view(table).act == 1
    assert open_view(say(table, "-2 b2")).act == 2


def test_m3_1_the_act_ends_at_once_when_a_figure_fills_the_last_space():
    table = say(begin(PLAIN, deal="+1 +1"), "thane a1, +3 b1, +3 a2, thane b2")
    assert (open_view(table).act, open_view(table).figures) == (2, ())


def test_m3_1_a_printed_gorge_need_not_be_filled():
    table = begin(small_box(".#.", tiles="+1*4"), deal="+1 +1")
    assert open_view(say(table, "thane a1, thane c1")).act == 2


def test_m3_2_a_removal_on_the_last_space_opens_the_board_again():
    table = say(begin(FEUD, deal="+1 +1"), "temptation-1 a1, thane b1, valor+1 c1")
    assert (asked(table), open_view(table).act) == ((1, "remove"), 1)
    table = say(table, "remove a1")
    assert board(table) == ". 2thane valor+1"
    assert (asked(table), open_view(table).act) == ((2, "turn"), 1)


def test_m3_2_without_the_removal_the_act_is_over():
    table = say(begin(FEUD, deal="+1 +1"), "temptation-1 a1, thane b1, valor+1 c1, keep")
    assert open_view(table).act == 2
    assert saga(table) == (0, 0)


def test_m3_2_a_swap_on_the_last_space_comes_before_the_score():
    table = say(begin(STATUE, deal="+1 +1"), "longship a1, +5 b2, -3 a2, statue b1")
    assert board(table) == "1longship statue | -3 +5"
    assert asked(table) == (2, "swap")
    table = say(table, "swap a2, b2")
    assert open_view(table).act == 2
    assert saga(table) == (5, 0)


def test_m3_2_other_actions_are_refused_until_the_question_is_answered():
    removal = say(begin(FEUD, deal="+1 +1"), "temptation-1 a1, thane b1, valor+1 c1")
    swap = say(begin(STATUE, deal="+1 +1"), "longship a1, +5 b2, -3 a2, statue b1")
    for text in ("longship a1", "draw", "+5 a1"):
        assert refused(removal, text) == ("M3.2", "illegal.asked-remove")
        assert refused(swap, text) == ("M3.2", "illegal.asked-swap")
        assert refused(say(swap, "swap a2"), text) == ("M3.2", "illegal.asked-swap")


# ---- M3.3, M3.4, M3.9: scores --------------------------------------------------------------------------------------


def test_m3_3_a_figure_scores_the_sum_of_its_row_and_column_times_its_diamonds():
    drawn = """
        -2   +9   +3
         .    T   -1
        +5   +4    L
        -9   -6   +2
    """
    figures = figures_of(drawn, T="red thane", L="blue longship")
    assert terms(figures["T"]) == ([-1], [9, 4, -6])
    assert terms(figures["L"]) == ([5, 4], [3, -1, 2])
    assert {label: (f.sum, f.points) for label, f in figures.items()} == {"T": (6, 18), "L": (13, 13)}


def test_m3_3_a_figure_counts_no_figure_and_no_tile_twice():
    assert points("A +4 B | . . .".replace("|", "\n"), A="thane", B="beowulf") == {"A": 12, "B": 16}


def test_m3_3_the_owner_gains_the_points_or_loses_them():
    table = say(begin(PLAIN, deal="+1 +1"), "thane a1, thane b2, +3 b1, -2 a2")
    assert saga(table) == (5 + 3 * (3 - 2), 5 + 3 * (3 - 2))
    table = say(begin(PLAIN, deal="+1 +1"), "thane a1, longship b2, -2 b1, -2 a2")
    assert saga(table) == (5 - 12, 5 - 4)


def test_m3_3_an_act_that_ends_before_the_board_is_full_scores_too():
    box = small_box("...|...", ".", ".", tiles=["+1 +3", "+1*2", "+1*2"], figures="thane")
    table = say(begin(box, deal="+1 +3"), "thane a1, thane b2, +1 b1, +3 a2")
    assert (open_view(table).act, saga(table)) == (2, (12, 12))


def test_m3_4_saga_points_may_fall_below_zero():
    table = say(begin(PLAIN, deal="+1 +1"), "thane a1, +1 b2, -2 b1, -2 a2")
    assert saga(table) == (-7, 5)
    assert open_view(table).players[0].saga == -7


def test_m3_9_a_hole_ends_a_row_and_a_column():
    drawn = """
        A   _  +9
        _   _  +8
        +7  +6  B
    """
    assert points(drawn, A="longship", B="longship") == {"A": 0, "B": 30}
    assert points("A _ +9 | +1 +2 +3".replace("|", "\n"), A="longship") == {"A": 1}


def test_m3_9_a_hole_stops_horns_and_treacheries():
    assert points("A +2 _ horn treachery", A="longship") == {"A": 2}
    assert points("A +2 . horn treachery", A="longship") == {"A": 0}


# ---- M3.5, M3.6: clearing the board --------------------------------------------------------------------------------


def test_m3_5_longships_go_back_and_other_figures_leave_the_game():
    table = begin(small_box("..|..", tiles="+1*4", figures="beowulf thane castle longship*2"), deal="+1 +1")
    table = say(table, "longship a1, beowulf b1, castle a2, thane b2")
    assert open_view(table).act == 2
    assert in_front(table, 1) == {"beowulf": 1, "thane": 1, "longship": 2}
    assert in_front(table, 2) == {"castle": 1, "longship": 2}


def test_m3_6_tiles_leave_the_board_and_the_pool_and_hands_are_kept():
    table = begin(PLAIN, deal="+1 -2")
    table = say(table, "draw, +3, +3 a1, thane b1, thane a2, thane b2")
    seen = open_view(table)
    assert (seen.tiles, seen.figures, seen.open, seen.pool) == ((), (), ("a1", "b1", "c1"), 9)
    assert (hand(table, 1), hand(table, 2)) == (["I:+1"], ["I:-2"])


def test_m3_6_no_tile_of_an_old_pool_is_drawn():
    table = say(begin(PLAIN, deal="+1 -2"), "thane a1, thane b1, thane a2, thane b2, draw")
    assert {chance.action.tile.act for chance in GAME.chance_outcomes(table)} == {2}


# ---- M3.7, M3.8: the next act --------------------------------------------------------------------------------------


def test_m3_7_a_hand_of_fewer_than_two_tiles_may_be_filled_up():
    table = say(begin(HANDS, deal="+1 +2 +3 +1"), "+1 a1, +3 b1")
    assert (asked(table), may_say(table)) == ((1, "fill"), ["fill", "keep"])
    table = say(table, "fill, -1")
    assert hand(table, 1) == ["I:+2", "-1"]
    table = say(table, "fill, -1")
    assert (asked(table), open_view(table).pool) == ((1, "turn"), 4)


def test_m3_7_a_hand_is_filled_up_completely_or_not_at_all():
    box = small_box("...|..", "...", ".", tiles=["+1*4", "-1*6", "-1*4"], figures="longship*2", hand=2)
    table = say(begin(box, deal="+1 +1 +1 +1"), "+1 a1, longship b1, +1 c1, longship a2, longship b2")
    assert (hand(table, 1), hand(table, 2)) == ([], ["I:+1", "I:+1"])
    table = say(table, "fill, -1")
    assert asked(table) == (0, "dealt-tile")
    table = say(table, "-1")
    assert (hand(table, 1), asked(table)) == (["-1", "-1"], (2, "turn"))


def test_m3_7_a_player_who_declines_keeps_the_hand_unchanged():
    table = say(begin(HANDS, deal="+1 +2 +3 +1"), "+1 a1, +3 b1, keep, keep")
    assert (asked(table), open_view(table).pool) == ((1, "turn"), 6)
    assert [player.backs for player in open_view(table).players] == [(1, 0, 0), (1, 0, 0)]


def test_m3_7_a_player_with_two_tiles_is_not_asked():
    table = say(begin(HANDS, deal="+1 +2 +3 +1"), "longship a1, longship b1")
    assert (asked(table), open_view(table).act) == ((1, "turn"), 2)


def test_m3_7_players_are_asked_in_turn_order_from_the_player_who_begins():
    table = say(begin(THREE, 3, deal="+1 +1 +1"), "castle a1, castle b1, castle c1, +1 a2, +1 b2, +1 c2")
    assert asked(table) == (1, "fill")
    table = say(begin(THREE, 3, first=3, deal="+1 +1 +1"), "castle a1, castle b1, castle c1, +1 a2, +1 b2, +1 c2")
    order = []
    while asked(table)[1] == "fill":
        order.append(asked(table)[0])
        table = say(table, "keep" if len(order) == 2 else "fill, +2")
    assert (order, asked(table)) == ([3, 1, 2], (3, "turn"))


def test_m3_7_the_question_comes_before_the_first_turn():
    table = say(begin(HANDS, deal="+1 +2 +3 +1"), "+1 a1, +3 b1")
    for text in ("longship a1", "draw", "I:+2 a1"):
        assert refused(table, text) == ("M3.7", "illegal.asked-fill")
    assert refused(say(table, "keep, keep"), "fill") == ("M3.7", "illegal.fill")


def test_m3_8_the_player_who_would_have_had_the_next_turn_begins():
    box = small_box("...", "..", "..", tiles="+1*6", figures="longship*2")
    table = say(begin(box, deal="+1 +1"), "longship a1, longship b1, longship c1")
    assert (open_view(table).act, asked(table)) == (2, (2, "turn"))
    table = say(table, "longship a1, longship b1")
    assert (open_view(table).act, asked(table)) == (3, (2, "turn"))


def test_m3_8_a_player_who_would_have_been_skipped_begins_too():
    table = say(begin(NO_POOL, deal="+1 +2"), "castle a1, castle b1, +1 c1, +2 d1, fill, +1, keep, +1 a1")
    assert asked(table) == (1, "turn")
    table = say(table, "+1 b1")
    assert (open_view(table).act, asked(table)) == (3, (2, "fill"))


def test_m3_8_the_player_after_the_last_turn_begins_if_nobody_could_play():
    box = small_box("......", "..", "..", tiles=["+1 +2 counsel", "+1*3", "+1*3"], figures="castle", seats=3)
    table = say(begin(box, 3, deal="counsel +1 +2"), "castle a1, castle b1, castle c1, +1 d1, +2 e1")
    assert (open_view(table).act, asked(table)) == (2, (2, "fill"))
    assert asked(say(table, "keep, keep")) == (1, "turn")
