"""Drawn boards: their content, and the parameters of errors."""

import pytest

from heorot.engine.errors import BadText
from heorot.games.movie.box.box import built_in
from heorot.games.movie.scorepad.board_drawing import read_drawing
from tests.games.movie.tables import begin, say, small_box

BOX = small_box("...|...", tiles="+1*2 mead+4 treachery -5", figures="thane longship")
LONG = "x" * 70


def test_a_drawn_board_equals_a_played_one():
    played = say(begin(BOX, deal="+1 +1"), "thane a1, thane b2, longship c2, mead+4 b1, -5 a2").state
    drawn = read_drawing("A mead+4 . \n -5 B C", {"A": "brown thane", "B": "red thane", "C": "brown longship"}).state
    for name in ("open", "tiles", "positive", "lying", "value", "figures"):
        assert getattr(drawn, name) == getattr(played, name), name
    assert (drawn.open, drawn.seats) == (1 << 2, 2)


def test_a_printed_gorge_and_a_hole_are_not_open():
    drawn = read_drawing(". # _ .\n. _ . .", {})
    assert drawn.box.boards[0].names == ("a1", "b1", "d1", "a2", "c2", "d2")
    assert drawn.state.open == 0b111101


def test_a_drawn_box_has_the_drawn_tiles_and_the_built_in_figures():
    box = read_drawing("A +1 +1", {"A": "thane"}).box
    assert [(row.tile.value, row.count, row.seen) for row in box.tiles] == [(1, 2, 0)]
    assert (box.figures, box.players) == (built_in().figures, (0, 4))
    assert (box.saga_points, box.hand, box.year, box.examples, box.built_in) == (0, 0, 0, (), False)


def test_a_drawn_tile_may_have_any_back():
    drawn = read_drawing("I:+1 2:+1 iii:+1 +1 II:+1", {})
    assert [drawn.box.faces[drawn.state.tile[space]].act for space in range(5)] == [1, 2, 3, 1, 2]


@pytest.mark.parametrize(
    ("text", "figures", "params"),
    [
        (". . .\n. .", {}, {"cells": 2, "expected": 3}),
        (". " * 27, {}, {"columns": 26, "rows": 99}),
        (". . . . . . . .\n" * 8, {}, {"spaces": 64, "most": 63}),
        (". . . . . . . . .\n" * 8, {}, {"spaces": 72, "most": 63}),
        ("+100", {}, {"text": "+100", "most": 99}),
        ("treasure+1:1000", {}, {"text": "treasure+1:1000", "most": 999}),
        ("gorge+1", {}, {"rule": "M4.13", "text": "gorge+1"}),
        (" ".join(f"counsel{n:+d}" for n in range(1, 10)), {}, {"most": 8}),
        ("A B C D E", {label: f"{label} thane" for label in "ABCDE"}, {"rule": "M1.1", "owner": "E", "most": 4}),
        (f"{LONG} {LONG}", {LONG: "thane"}, {"label": LONG[:60]}),
        (".", {LONG: "thane"}, {"label": LONG[:60]}),
    ],
)
def test_a_fault_has_the_parameters_of_its_sentence(text, figures, params):
    with pytest.raises(BadText) as caught:
        read_drawing(text, figures)
    error = caught.value
    assert error.params == params | {"line": error.line, "column": error.column}


def test_a_board_of_sixty_three_spaces_and_eight_counsels_can_be_drawn():
    assert len(read_drawing(". . . . . . . . .\n" * 7, {}).box.boards[0].spaces) == 63
    assert len(read_drawing(" ".join(f"counsel{n:+d}" for n in range(1, 9)), {}).box.counsels) == 8
