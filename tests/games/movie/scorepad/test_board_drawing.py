"""Drawn boards: parsing, and errors."""

import re
from pathlib import Path
from random import Random

import pytest

from heorot.engine.errors import BadText
from heorot.games.movie.scorepad import board_drawing as module
from heorot.games.movie.scorepad.board_drawing import read_drawing
from heorot.games.movie.table.analysis import explain
from heorot.games.movie.table.notation import write_tile
from tests.games.movie.tables import figures_of, points

PRINTED = """
    +1   A    #   +4
     _   .    B   gorge
    treasure+2:7  mead+3  horn  _
"""


def fault(text: str, **figures: str) -> tuple[int, int, str]:
    """Return the line, column and reason of a refused drawing."""
    with pytest.raises(BadText) as caught:
        read_drawing(text, figures)
    error = caught.value
    assert (error.params["line"], error.params["column"]) == (error.line, error.column)
    return error.line, error.column, error.key.removeprefix("drawing.")


def test_a_drawing_shows_spaces_tiles_and_figures():
    drawn = read_drawing(PRINTED, {"A": "brown longship", "B": "gray beowulf"})
    board = drawn.box.boards[0]
    assert board.rows == ("..#.", " ...", "... ")
    assert board.names == ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "a3", "b3", "c3")
    assert drawn.labels == {"A": "b1", "B": "c2"}
    assert drawn.owners == ("brown", "gray")
    tiles = [drawn.box.faces[face] for face in drawn.state.tile if face >= 0]
    assert [write_tile(tile, 1) for tile in tiles] == ["+1", "+4", "gorge", "treasure+2:7", "mead+3", "horn"]


def test_a_drawing_is_scored():
    assert points(PRINTED, A="brown longship", B="gray beowulf") == {"A": 1 + 3, "B": 0}


def test_figures_without_an_owner_belong_to_one_player():
    drawn = read_drawing("A +1 B C", {"A": "thane", "B": "castle", "C": "Thane"})
    assert drawn.owners == ("",)
    assert [(f.seat, f.kind, f.points) for f in explain(drawn.box, drawn.state)] == [
        (0, "thane", 3),
        (0, "thane", 3),
        (0, "castle", 2),
    ]


def test_a_drawing_may_have_more_figures_than_any_box():
    labels = {f"F{n}": "beowulf" for n in range(7)}
    assert points(" ".join(labels) + " +2", **labels) == dict.fromkeys(labels, 8)


def test_a_board_without_figures_scores_nothing():
    drawn = read_drawing("+1 .", {})
    assert (drawn.owners, explain(drawn.box, drawn.state)) == ((), ())


def test_owners_may_have_names_of_several_words():
    assert read_drawing("A", {"A": "  the  old queen thane"}).owners == ("the old queen",)


@pytest.mark.parametrize(
    ("text", "worth"),
    [("5", 5), ("+5", 5), ("-5", -5), ("−5", -5), ("HORN+5", 10), ("treasure+5", 5), ("II:mead+5", 5), ("statue", 0)],
)
def test_tiles_are_read_forgivingly(text, worth):
    assert points(f"A {text}", A="longship") == {"A": worth}


def test_the_values_of_any_box_can_be_drawn():
    assert points("A +99 +99 -1", A="thane") == {"A": 591}
    assert points("A -99", A="beowulf") == {"A": -396}


def test_the_largest_boards_can_be_drawn():
    assert points(" A " + "+1 " * 25, A="longship") == {"A": 25}
    assert points("A\n" + "+1\n" * 62, A="longship") == {"A": 62}
    assert points("A" + "\n_" * 97 + "\n+1", A="longship") == {"A": 0}


FAULTS = [
    ("", 1, 1, "empty"),
    (" \n\t\n", 1, 1, "empty"),
    ("_ _\n_ _", 1, 1, "empty"),
    (". .\n. x", 2, 3, "unknown-cell"),
    (".  II:", 1, 4, "unknown-cell"),
    ("+1 +-2", 1, 4, "unknown-cell"),
    ("horn+12345", 1, 1, "unknown-cell"),
    ("\n\n. . .\n  . .", 4, 3, "uneven-row"),
    (". " * 27, 1, 1, "too-large"),
    ("_\n" * 99 + ".", 100, 1, "too-large"),
    (". . . . . . . .\n" * 8, 8, 15, "too-many-spaces"),
    (". +100", 1, 3, "number-too-large"),
    (". treasure+1:1000", 1, 3, "number-too-large"),
    (" gorge+1", 1, 2, "value-not-allowed"),
    (" treachery-1", 1, 2, "value-not-allowed"),
    (". mead-1", 1, 3, "mead-is-a-boon"),
    (". mead", 1, 3, "mead-is-a-boon"),
    ("+1:5", 1, 1, "cash-without-treasure"),
    (" ".join(f"counsel{n:+d}" for n in range(-4, 5)) + " counsel", 1, 81, "too-many-counsels"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), FAULTS)
def test_a_fault_has_its_line_and_column(text, line, column, reason):
    assert fault(text) == (line, column, reason)


KEY_FAULTS = [
    (". A", {"A": "brown dragon"}, 1, 3, "unknown-figure"),
    (". A", {"A": ""}, 1, 3, "unknown-figure"),
    (". A\n. A", {"A": "thane"}, 2, 3, "label-twice"),
    (". A", {"A": "thane", "B": "thane"}, 1, 4, "label-not-drawn"),
    (". A", {"A": "thane", "": "thane"}, 1, 4, "label-not-drawn"),
    ("A B C D E", {label: f"{label} thane" for label in "ABCDE"}, 1, 9, "too-many-owners"),
    ("A B C D E", {label: f"{label} thane" for label in "ABCD"} | {"E": "thane"}, 1, 9, "owner-needed"),
    (". A", {"A": "brown castle longship"}, 1, 3, "two-kinds"),
]


@pytest.mark.parametrize(("text", "key", "line", "column", "reason"), KEY_FAULTS)
def test_a_fault_of_the_key_has_the_place_of_its_label(text, key, line, column, reason):
    assert fault(text, **key) == (line, column, reason)


def test_every_reason_has_a_test():
    written = set(re.findall(r'"drawing\.([a-z-]+)"', Path(module.__file__).read_text("utf-8")))
    assert written == {reason for *_, reason in FAULTS + KEY_FAULTS}


def attempt(text: str) -> BadText | None:
    try:
        figures_of(text, A="thane")
    except BadText as error:
        return error
    return None


def test_random_text_is_scored_or_refused_with_its_place():
    rng, letters = Random(1), "+-0123456789.#_ \n\tAhorn:gemad+iIIé٣ф\x00\u2028\ud800\ufe0f"
    faults = [attempt("".join(rng.choices(letters, k=rng.randrange(1, 25)))) for _ in range(3000)]
    assert all(error.line >= 1 and error.column >= 1 for error in faults if error)
    assert {error.key for error in faults if error} >= {"drawing.unknown-cell", "drawing.label-not-drawn"}
    assert None in faults
