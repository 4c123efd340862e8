"""Chapter 4: the special abilities."""

import pytest

from tests.games.movie.tables import (
    asked,
    begin,
    board,
    figures_of,
    hand,
    may_say,
    open_view,
    points,
    refused,
    saga,
    say,
    small_box,
    terms,
)

FEUD = small_box("....|....", tiles="valor+2*2 valor+5 temptation-2*2 temptation-5 +1*2", figures="thane longship")
GOODS = small_box("...|...", tiles="treasure+1:5 treasure+2:7 +3 mead+4 mead+2 drunkenness-3*2 +1*2")
STATUE = small_box("...|.#.", tiles="statue*2 +1 +4 -2 +4 gorge", figures="thane longship*3")
COUNSEL = small_box("...|...|...", tiles="counsel*3 +1*4 -1*2", figures="thane longship")
COUNSELS = small_box("..|..", tiles="counsel counsel+1 +1*2", figures="thane longship")

# ---- Temptation and Valor ------------------------------------------------------------------------------------------


def test_m4_1_after_a_temptation_one_valor_may_be_removed():
    table = say(begin(FEUD, deal="+1 +1"), "valor+2 a1, valor+5 c2, temptation-2 b1")
    assert (asked(table), may_say(table)) == ((1, "remove"), ["remove a1", "remove c2", "keep"])
    assert board(say(table, "remove c2")) == "valor+2 temptation-2 . . | . . . ."
    assert asked(say(table, "remove c2")) == (2, "turn")


def test_m4_1_the_removal_may_be_declined():
    table = say(begin(FEUD, deal="+1 +1"), "valor+2 a1, temptation-2 b1, keep")
    assert (asked(table), board(table)) == ((1, "turn"), "valor+2 temptation-2 . . | . . . .")


def test_m4_1_only_a_valor_may_be_removed():
    table = say(begin(FEUD, deal="+1 +1"), "valor+2 a1, temptation-5 a2, keep, thane c1, temptation-2 b1")
    assert may_say(table) == ["remove a1", "keep"]
    for text in ("remove a2", "remove b1", "remove c1", "remove d1"):
        assert refused(table, text) == ("M4.1", "illegal.remove")


def test_m4_2_after_a_valor_one_temptation_may_be_removed():
    table = say(begin(FEUD, deal="+1 +1"), "temptation-2 a1, temptation-5 d2, valor+2 b1")
    assert (asked(table), may_say(table)) == ((1, "remove"), ["remove a1", "remove d2", "keep"])
    assert board(say(table, "remove a1")) == ". valor+2 . . | . . . temptation-5"
    assert board(say(table, "keep")) == "temptation-2 valor+2 . . | . . . temptation-5"


def test_m4_2_only_a_temptation_may_be_removed():
    table = say(begin(FEUD, deal="+1 +1"), "temptation-2 a1, valor+5 b1, keep, valor+2 c1")
    assert may_say(table) == ["remove a1", "keep"]
    for text in ("remove b1", "remove c1", "remove d1"):
        assert refused(table, text) == ("M4.2", "illegal.remove")


# ---- Treasure, Drunkenness, Mead -----------------------------------------------------------------------------------


def test_m4_3_a_treasure_is_placed_like_any_tile():
    table = say(begin(GOODS, deal="+1 +1"), "treasure+1:5 b1")
    assert (board(table), saga(table)) == (". treasure+1:5 . | . . .", (0, 0))
    assert points("A treasure+1", A="thane") == {"A": 3}


def test_m4_3_a_treasure_may_be_returned_for_its_treasure_value():
    table = say(begin(GOODS, deal="+1 +1"), "cash treasure+2:7")
    assert (board(table), saga(table)) == (". . . | . . .", (7, 0))
    assert asked(table) == (2, "turn")
    assert hand(table, 1) == ["+1"]


def test_m4_3_a_treasure_that_is_returned_fills_no_space():
    table = say(begin(GOODS, deal="+1 +1"), "thane a1, thane b1, thane c1, thane a2, longship b2, cash treasure+1:5")
    assert (open_view(table).act, open_view(table).open, asked(table)) == (1, ("c2",), (1, "turn"))


def test_m4_3_only_a_treasure_may_be_returned():
    table = say(begin(GOODS, deal="+1 +1"), "draw, mead+4")
    assert refused(table, "cash mead+4") == ("M4.3", "illegal.no-treasure")
    assert refused(table, "cash +1") == ("M4.3", "illegal.no-treasure")


def test_m4_4_drunkenness_takes_an_open_space_or_the_space_of_a_mead():
    table = say(begin(GOODS, deal="+1 +1"), "mead+4 a1, mead+2 b2, +3 c1, draw, drunkenness-3")
    places = [text for text in may_say(table) if text.startswith("drunkenness")]
    assert sorted(places) == [f"drunkenness-3 {space}" for space in ("a1", "a2", "b1", "b2", "c2")]
    table = say(table, "drunkenness-3 a1")
    assert board(table) == "drunkenness-3 . +3 | . mead+2 ."
    assert open_view(table).open == ("b1", "a2", "c2")


def test_m4_4_the_mead_leaves_the_game():
    table = say(begin(GOODS, deal="+1 +1"), "mead+4 a1, drunkenness-3 a1")
    assert [lying.tile.ability for lying in open_view(table).tiles] == ["drunkenness"]
    assert "mead+4" not in str(hand(table, 1) + hand(table, 2))
    assert refused(say(table, "draw"), "mead+4") == ("M2.3", "illegal.not-chance")


def test_m4_4_drunkenness_replaces_no_other_tile():
    table = say(begin(GOODS, deal="+1 +1"), "+3 a1, drunkenness-3 b1, thane c1, draw, drunkenness-3")
    for space in ("a1", "b1", "c1"):
        assert refused(table, f"drunkenness-3 {space}") == ("M4.4", "illegal.no-mead")
    assert refused(table, "drunkenness-3 d1") == ("M2.4", "illegal.no-such-space")


def test_m4_4_drunkenness_on_a_mead_does_not_fill_the_board():
    table = say(begin(GOODS, deal="+1 +1"), "mead+4 a1, thane b1, thane c1, thane a2, thane b2, drunkenness-3 a1")
    assert (open_view(table).act, open_view(table).open) == (1, ("c2",))
    assert asked(table) == (1, "turn")


def test_m4_5_a_mead_is_a_boon_until_drunkenness_takes_its_place():
    assert points("A mead+4", A="castle") == {"A": 8}
    table = say(begin(GOODS, deal="+1 +1"), "thane a1, mead+4 b1")
    assert refused(say(table, "draw, mead+2"), "mead+2 b1") == ("M2.4", "illegal.not-open")


# ---- Golden Statue -------------------------------------------------------------------------------------------------


def test_m4_6_two_other_tiles_may_change_places():
    table = say(begin(STATUE, deal="+4 +4"), "+1 a1, -2 c1, gorge a2, statue b1")
    assert (asked(table), may_say(table)) == ((2, "swap"), ["swap a1", "swap c1", "keep"])
    table = say(table, "swap a1")
    assert (asked(table), may_say(table)) == ((2, "swap-with"), ["c1", "a2"])
    assert board(say(table, "a2")) == "gorge statue -2 | +1 # ."
    assert asked(say(table, "a2")) == (1, "turn")


def test_m4_6_the_swap_may_be_declined():
    table = say(begin(STATUE, deal="+4 +4"), "+1 a1, -2 c1, statue b1, keep")
    assert (asked(table), board(table)) == ((2, "turn"), "+1 statue -2 | . # .")


def test_m4_6_no_figure_moves_and_neither_does_the_statue_or_a_printed_gorge():
    table = say(begin(STATUE, deal="+4 +4"), "+1 a1, thane b1, -2 c1, statue a2")
    assert may_say(table) == ["swap a1", "keep"]
    for text in ("swap b1", "swap a2", "swap b2", "swap c1", "c1"):
        assert refused(table, text) == ("M4.6", "illegal.swap")
    table = say(table, "swap a1")
    for text in ("a1", "b1", "a2", "b2", "swap c1"):
        assert refused(table, text) == ("M4.6", "illegal.swap")


def test_m4_6_equal_tiles_may_be_swapped():
    table = say(begin(STATUE, deal="+1 -2"), "+4 a1, +4 c1, statue b1")
    assert may_say(table) == ["swap a1", "keep"]
    assert board(say(table, "swap a1, c1")) == "+4 statue +4 | . # ."


def test_m4_6_a_statue_that_lies_there_already_is_a_tile_like_others():
    table = say(begin(STATUE, deal="+4 +4"), "statue a1, -2 c1, statue b1, swap a1, c1")
    assert board(table) == "-2 statue statue | . # ."


# ---- Good Counsel --------------------------------------------------------------------------------------------------


def test_m4_7_an_own_figure_moves_and_the_tile_takes_its_place():
    table = say(begin(COUNSEL, deal="+1 +1"), "thane b2, longship b1, counsel b2-c2")
    assert board(table) == ". 2longship . | . counsel 1thane | . . ."
    assert asked(table) == (2, "turn")


def test_m4_7_a_figure_moves_to_open_spaces_beside_it_and_never_diagonally():
    table = say(begin(COUNSEL, deal="+1 +1"), "thane b2, longship b1, draw, counsel")
    moves = [text for text in may_say(table) if text.startswith("counsel")]
    assert moves == ["counsel b2-a2", "counsel b2-c2", "counsel b2-b3"]


@pytest.mark.parametrize("way", ["b2-b1", "b2-a1", "b2-b2", "b1-a1", "a3-b3", "b2-b4", "c1-c2"])
def test_m4_7_every_other_move_is_refused(way):
    table = say(begin(COUNSEL, deal="+1 +1"), "thane b2, longship b1, draw, counsel")
    assert refused(table, f"counsel {way}") == ("M4.7", "illegal.counsel")


def test_m4_7_a_counsel_only_moves_figures_and_no_other_tile_does():
    table = say(begin(COUNSEL, deal="+1 +1"), "thane b2, longship b1, draw, counsel")
    assert refused(table, "counsel a1") == ("M4.7", "illegal.counsel-needs-figure")
    assert refused(table, "+1 b2-c2") == ("M4.7", "illegal.no-counsel")


def test_m4_7_a_counsel_without_a_figure_to_move_cannot_be_played():
    table = say(begin(COUNSEL, deal="+1 +1"), "thane a1, longship b1, +1 a2, thane c3, draw, counsel")
    assert all(text.startswith("+1") for text in may_say(table))
    assert refused(table, "counsel a1-a2") == ("M4.7", "illegal.counsel")


def test_m4_7_counsels_of_different_values_are_different_tiles():
    table = say(begin(COUNSELS, deal="counsel +1"), "thane a1, longship b2, draw, counsel+1")
    assert may_say(table) == ["counsel a1-b1", "counsel a1-a2", "counsel+1 a1-b1", "counsel+1 a1-a2"]


def test_m4_7_a_step_into_the_last_space_ends_the_act():
    table = say(begin(small_box("...", tiles="counsel*2 +1*2"), deal="+1 +1"), "thane a1, draw, counsel, +1 c1")
    assert open_view(table).act == 1
    assert (open_view(say(table, "counsel a1-b1")).act, saga(say(table, "counsel a1-b1"))) == (2, (3, 0))


# ---- Royal Dragon Horn ---------------------------------------------------------------------------------------------


def test_m4_8_a_horn_adds_a_diamond_to_every_figure_in_its_row_and_column():
    drawn = """
        A     horn    B
        .      .      .
        D      C     +1
        +2    +2     +2
    """
    figures = {"A": "longship", "B": "thane", "C": "castle", "D": "beowulf"}
    assert points(drawn, **figures) == {"A": 2 * 2, "B": 3 * 4, "C": 3 * 3, "D": 3 * 4}


def test_m4_8_several_horns_add_up():
    assert points("horn A +5 horn", A="longship") == {"A": 5 * 3}
    assert points("horn A horn horn | . +5 . .".replace("|", "\n"), A="longship") == {"A": 5 * 4}


def test_m4_8_a_horn_changes_no_value_and_may_have_one():
    figure = figures_of("horn+2 A +5 -1", A="thane")["A"]
    assert terms(figure) == ([2, 5, -1], [])
    assert (figure.diamonds, figure.horns, figure.points) == (3, ("a1",), 24)


def test_m4_8_a_horn_multiplies_a_negative_sum_too():
    assert points("horn A -5", A="longship") == {"A": -10}


# ---- Treachery -----------------------------------------------------------------------------------------------------


def test_m4_9_positive_tiles_in_line_with_a_treachery_count_nothing():
    drawn = """
        A          +5    -2
        +4          .     .
        treachery  +3     B
    """
    assert points(drawn, A="longship", B="longship") == {"A": 3, "B": -2}


def test_m4_9_every_positive_tile_is_turned_face_down_and_no_other():
    figure = figures_of("+5 -3 A treachery mead+2 statue", A="longship")["A"]
    assert [(term.counts, term.turned) for term in figure.row] == [
        (0, True),
        (-3, False),
        (0, False),
        (0, True),
        (0, False),
    ]
    assert figure.points == -3


def test_m4_9_a_treachery_affects_figures_that_are_not_in_line_with_it():
    assert points("treachery +5 . | . A +1".replace("|", "\n"), A="longship") == {"A": 1}


def test_m4_9_a_face_down_horn_is_still_a_horn():
    figure = figures_of("horn+3 A -1 treachery", A="longship")["A"]
    assert (terms(figure)[0], figure.horns, figure.points) == ([0, -1, 0], ("a1",), -2)


def test_m4_9_tiles_are_turned_only_at_the_end_of_the_act():
    box = small_box("...", ".", ".", tiles=["treachery +5 mead+2 drunkenness-1 +1*2", "+1*2", "+1*2"])
    table = say(begin(box, deal="+1 +1"), "treachery a1, mead+2 b1")
    assert [lying.tile.value for lying in open_view(table).tiles] == [0, 2]
    assert saga(say(table, "draw, +5, +5 c1")) == (0, 0)
    assert saga(say(table, "drunkenness-1 b1, longship c1")) == (0, -1)


def test_m4_9_tiles_are_turned_also_if_the_act_ended_because_nobody_could_play():
    box = small_box("....|..", ".", ".", tiles=["treachery +5", "+1*2", "+1*2"], figures="thane")
    table = say(begin(box, deal="treachery +5"), "thane a1, thane b2, treachery b1, +5 c1")
    assert (open_view(table).act, saga(table)) == (2, (0, 0))


# ---- Gorge ---------------------------------------------------------------------------------------------------------


def test_m4_10_a_gorge_divides_row_and_column_for_values():
    drawn = """
        +1   A    +2   gorge  +4
        .    +8   .     .     .
        .   gorge .     .     .
        .   +16   .     .     .
    """
    figure = figures_of(drawn, A="longship")["A"]
    assert terms(figure) == ([1, 2], [8])
    assert [(lost.space, lost.tile.value) for lost in figure.cut_off] == [("e1", 4), ("b4", 16)]
    assert figure.points == 11


def test_m4_10_a_gorge_divides_row_and_column_for_horns():
    assert points("A +1 gorge horn B +1", A="longship", B="longship") == {"A": 1, "B": 2}


def test_m4_10_a_gorge_divides_row_and_column_for_treacheries():
    assert points("A +1 gorge treachery B +1", A="longship", B="longship") == {"A": 1, "B": 0}


def test_m4_10_several_gorges_leave_the_part_between_them():
    assert points("+1 gorge +2 A +4 gorge +8 gorge", A="longship") == {"A": 6}


def test_m4_10_a_tile_cut_off_in_a_row_still_counts_in_a_column():
    drawn = """
        A  gorge  +5
        +1   .     B
    """
    assert points(drawn, A="longship", B="longship") == {"A": 1, "B": 6}


def test_m4_11_a_printed_gorge_works_like_a_placed_one():
    placed = "A +1 {0} horn B +1 | {0} +2 treachery . C +3 | +4 . . . . {0}".replace("|", "\n")
    figures = {"A": "thane", "B": "castle", "C": "longship"}
    assert points(placed.format("#"), **figures) == points(placed.format("gorge"), **figures)
    assert points("A +1 # +5", A="longship") == {"A": 1}


def test_m4_11_the_space_of_a_printed_gorge_is_not_open():
    table = begin(STATUE, deal="+4 +4")
    assert "b2" not in open_view(table).open
    assert refused(table, "thane b2") == ("M4.11", "illegal.printed-gorge")
    assert refused(say(table, "draw, +1"), "+1 b2") == ("M4.11", "illegal.printed-gorge")


# ---- Removed tiles, and questions without a choice -------------------------------------------------------------------


def test_m4_12_a_removed_tile_opens_its_space_again_and_leaves_the_game():
    table = say(begin(FEUD, deal="+1 +1"), "valor+5 a1, temptation-2 b1, remove a1")
    assert open_view(table).open[0] == "a1"
    assert board(say(table, "thane a1")).startswith("1thane temptation-2")
    assert refused(say(table, "draw"), "valor+5") == ("M2.3", "illegal.not-chance")


def test_m4_13_a_removal_is_asked_only_where_there_is_something_to_remove():
    table = say(begin(FEUD, deal="+1 +1"), "valor+2 a1")
    assert asked(table) == (2, "turn")
    assert asked(say(table, "valor+5 b1")) == (1, "turn")
    assert refused(table, "remove a1") == ("M4.13", "illegal.remove")


def test_m4_13_a_swap_is_asked_only_where_there_are_two_other_tiles():
    table = say(begin(STATUE, deal="+4 +4"), "statue a1")
    assert asked(table) == (2, "turn")
    assert asked(say(table, "statue c1")) == (1, "turn")
    assert asked(say(table, "+1 b1, statue c1")) == (1, "swap")
    assert refused(table, "swap a1") == ("M4.13", "illegal.swap")
    assert refused(table, "keep") == ("M4.13", "illegal.keep")


def test_m4_13_a_gorge_and_a_treachery_count_nothing():
    figure = figures_of("gorge +1 A treachery", A="thane")["A"]
    assert [term.counts for term in figure.row] == [0, 0]
    assert figure.points == 0
