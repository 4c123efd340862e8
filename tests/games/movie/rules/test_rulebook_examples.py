"""The two scoring examples of the rulebook, term by term. Their drawings are in the built-in box."""

import pytest

from heorot.games.movie.box.box import built_in
from heorot.games.movie.model.components import ScoringExample
from heorot.games.movie.scorepad.board_drawing import read_drawing
from heorot.games.movie.table.analysis import FigureScore, explain
from tests.games.movie.tables import terms

FULL, SMALL = built_in().examples
EXAMPLES = pytest.mark.parametrize("example", [FULL, SMALL], ids=["X2", "X1"])


def explained(example: ScoringExample) -> dict[str, FigureScore]:
    drawing = read_drawing(example.board, dict(example.figures))
    label = {space: label for label, space in drawing.labels.items()}
    return {label[figure.space]: figure for figure in explain(drawing.box, drawing.state)}


def cut_off(figure: FigureScore) -> list[str]:
    """Return the spaces of the tiles that a Gorge cuts off."""
    return [lost.space for lost in figure.cut_off]


def product(figure: FigureScore) -> tuple[int, int, int, int]:
    """Return sum, diamonds, Horns and points."""
    return figure.sum, figure.diamonds, len(figure.horns), figure.points


# ---- X1: the Gorge -------------------------------------------------------------------------------------------------


def test_x1_the_thane_scores_all_four_tiles_of_its_row_and_column():
    thane = explained(SMALL)["T"]
    assert terms(thane) == ([-1, 1], [4, -1])
    assert product(thane) == (3, 3, 0, 9)
    assert cut_off(thane) == []


def test_x1_longship_a_scores_its_column_alone_since_the_gorge_blocks_its_row():
    longship = explained(SMALL)["A"]
    assert terms(longship) == ([], [-1])
    assert product(longship) == (-1, 1, 0, -1)
    assert cut_off(longship) == ["c2"]


def test_x1_longship_b_scores_a_peril_in_its_row_and_one_in_its_column():
    longship = explained(SMALL)["B"]
    assert terms(longship) == ([-1], [-1])
    assert product(longship) == (-2, 1, 0, -2)
    assert cut_off(longship) == []


def test_x1_the_castle_scores_its_row_alone_since_the_gorge_blocks_its_column():
    castle = explained(SMALL)["C"]
    assert terms(castle) == ([-1], [])
    assert product(castle) == (-1, 2, 0, -2)
    assert cut_off(castle) == ["b1"]


# ---- X2: a full act ------------------------------------------------------------------------------------------------


def test_x2_a_the_brown_longship():
    longship = explained(FULL)["A"]
    assert terms(longship) == ([1, -1, -1], [4, -4, -1])
    assert product(longship) == (-2, 1, 0, -2)


def test_x2_b_the_green_longship():
    longship = explained(FULL)["B"]
    assert terms(longship) == ([1, -1, -1], [6, 3, 3])
    assert product(longship) == (11, 1, 0, 11)


def test_x2_c_beowulf_gains_neither_the_boon_nor_the_horn_behind_the_gorge():
    beowulf = explained(FULL)["C"]
    assert terms(beowulf) == ([6], [4, -4, -1])
    assert product(beowulf) == (5, 4, 0, 20)
    assert cut_off(beowulf) == ["d2", "e2"]


def test_x2_d_the_green_thane():
    thane = explained(FULL)["D"]
    assert terms(thane) == ([4, 3, -6, 1], [-1, 5, -2, 5])
    assert product(thane) == (9, 3, 0, 27)


def test_x2_e_the_other_brown_longship():
    longship = explained(FULL)["E"]
    assert terms(longship) == ([-4, -2, 2], [6, 3, 3])
    assert product(longship) == (8, 1, 0, 8)


def test_x2_f_the_castle_scores_no_treasure_above_the_gorge_and_nothing_for_good_counsel():
    castle = explained(FULL)["F"]
    assert terms(castle) == ([-4, -2, 2], [-6, 0])
    assert product(castle) == (-10, 2, 0, -20)
    assert cut_off(castle) == ["c1"]


def test_x2_g_the_horn_in_its_column_gives_the_thane_a_fourth_diamond():
    thane = explained(FULL)["G"]
    assert terms(thane) == ([-1, 3, 0, 5], [-1, 0, 1, 2])
    assert thane.horns == ("e2",)
    assert product(thane) == (9, 3, 1, 36)


# ---- Both ----------------------------------------------------------------------------------------------------------


@EXAMPLES
def test_x1_x2_sums_and_points_are_those_printed(example):
    figures = explained(example)
    assert {label: figure.points for label, figure in figures.items()} == dict(example.points)
    assert {label: figures[label].sum for label, _ in example.sums} == dict(example.sums)


@EXAMPLES
def test_x1_x2_figures_have_their_owner_and_kind(example):
    drawing = read_drawing(example.board, dict(example.figures))
    said = {label: f"{drawing.owners[f.seat]} {f.kind}".strip() for label, f in explained(example).items()}
    assert said == dict(example.figures)

