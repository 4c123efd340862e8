"""Action codes: their meaning never changes, since programs store them. And the sizes of the structs."""

import re
from collections.abc import Iterator
from math import prod
from pathlib import Path

import pytest

from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box, built_in
from heorot.games.movie.model.actions import (
    NO_CODE,
    Action,
    Cash,
    Counsel,
    Draw,
    FillUp,
    First,
    Given,
    Hidden,
    Keep,
    Pass,
    PlaceFigure,
    PlaceTile,
    Remove,
    Swap,
    SwapWith,
)
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.games.movie.model.state import SEATS, Choices, Printed, State
from heorot.games.movie.table.action_codes import decode, encode
from tests.games.movie.tables import small_box, tile

SPEED = Path(__file__).parents[4] / "bench/speed.md"

# Sixty-three spaces, sixty-three different tiles in each act, four neighbours of most spaces.
FULL = small_box(
    *["|".join(["." * 9] * 7)] * 3,
    tiles=[
        " ".join(["counsel+1 counsel+2 counsel+3", *(f"treasure+{n}:{n}" for n in range(1, 61))]),
        " ".join(["counsel+1 counsel+2", *(f"+{n}" for n in range(1, 62))]),
        " ".join(["counsel+1 counsel+2 counsel+3", *(f"-{n}" for n in range(1, 61))]),
    ],
    figures="beowulf thane castle longship",
)

AS_EVER = [  # in act I of the box above
    (0, PlaceFigure("beowulf", "a1")),
    (62, PlaceFigure("beowulf", "i7")),
    (64, PlaceFigure("thane", "a1")),
    (254, PlaceFigure("longship", "i7")),
    (256, PlaceTile(tile("counsel+1"), "a1")),
    (320, PlaceTile(tile("counsel+2"), "a1")),
    (256 + 64 * 64, PlaceTile(tile("counsel+1", 2), "a1")),
    (12_544, Cash(tile("counsel+1"))),
    (12_544 + 3, Cash(Tile(1, 1, "treasure", 1))),
    (12_736, Counsel(tile("counsel+1"), "a1", "b1")),
    (12_737, Counsel(tile("counsel+1"), "a1", "a2")),
    (12_736 + 4 * 10, Counsel(tile("counsel+1"), "b2", "b1")),
    (12_736 + 4 * 10 + 3, Counsel(tile("counsel+1"), "b2", "b3")),
    (12_736 + 256 * 7, Counsel(tile("counsel+3", 3), "a1", "b1")),
    (14_784, Remove("a1")),
    (14_784 + 64, Swap("a1")),
    (14_784 + 128, SwapWith("a1")),
    (14_976, Draw()),
    (14_977, FillUp()),
    (14_978, Keep()),
    (14_979, Pass()),
    (14_980, Given(tile("counsel+1"))),
    (14_980 + 128 + 62, Given(tile("-60", 3))),
    (15_172, First(Seat(0))),
    (15_175, First(Seat(3))),
]


@pytest.mark.parametrize(("code", "action"), AS_EVER)
def test_action_codes_never_change_their_meaning(code, action):
    assert (encode(FULL, 0, action), decode(FULL, 0, code)) == (code, action)


def everything(box: Box, act: int) -> Iterator[Action]:
    """Yield every possible action of players and chance in an act."""
    spaces = dict(zip(box.boards[act].spaces, box.boards[act].names, strict=True))
    yield from (Draw(), FillUp(), Keep(), Pass(), *(First(Seat(seat)) for seat in range(SEATS)))
    for (x, y), space in spaces.items():
        yield from (Remove(space), Swap(space), SwapWith(space), *(PlaceFigure(kind, space) for kind in KIND_WORDS))
        yield from (PlaceTile(any_tile, space) for any_tile in box.copies)
        beside = [spaces[place] for place in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if place in spaces]
        yield from (Counsel(counsel, space, end) for counsel in box.counsels for end in beside)
    for any_tile in box.copies:
        yield from (Cash(any_tile), Given(any_tile))


@pytest.mark.parametrize("act", [0, 1, 2])
@pytest.mark.parametrize("box", [FULL, built_in()], ids=["full", "built-in"])
def test_every_action_has_a_code_of_its_own(box, act):
    said = list(everything(box, act))
    numbers = [encode(box, act, action) for action in said]
    assert len(set(numbers)) == len(said)
    assert [decode(box, act, number) for number in numbers] == said


@pytest.mark.parametrize(
    "action",
    [
        PlaceFigure("dragon", "a1"),
        PlaceFigure("thane", "a8"),
        PlaceTile(tile("+99"), "a1"),
        Counsel(tile("counsel+1"), "a1", "b2"),
        Counsel(tile("counsel+1"), "a1", "a1"),
        Counsel(tile("counsel+1"), "i1", "a2"),
        Counsel(tile("+1", 2), "a1", "b1"),
        First(Seat(-1)),
        First(Seat(4)),
        First(Seat(5)),
        Hidden(),
    ],
)
def test_actions_on_missing_pieces_have_no_code(action):
    assert encode(FULL, 0, action) == NO_CODE == -1


def size(record: type) -> int:
    """Return the bytes of a struct in an array."""
    return sum(prod(field.shape) * int(field.width[1:]) for field in record.fields.values())


def test_the_size_of_a_state_matches_the_benchmark_page():
    said = re.search(r"\| one state \| ([\d,]+) bytes", SPEED.read_text("utf-8"))
    assert said is not None
    assert size(State) == int(said[1].replace(",", ""))


def test_the_sizes_of_the_compiled_box_and_of_choices_are_unchanged():
    """Larger structs would slow every game down, smaller ones would refuse boxes."""
    assert (size(Printed), size(Choices)) == (14_120, 8_352)
