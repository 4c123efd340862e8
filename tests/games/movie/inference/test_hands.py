"""The possible hands of rivals: their number, their orders, and the choice of the sampling method."""

from collections import Counter
from random import Random

import pytest

from heorot.engine.seats import Seat
from heorot.games.movie.inference import worlds
from heorot.games.movie.inference.worlds import (
    Drawn,
    OnlyCounsels,
    Played,
    Rival,
    count_hands,
    different_hands,
    hands_of_act,
    pick,
    weigh,
    weigh_hands,
    with_tile,
    without_tile,
)
from heorot.games.movie.model.components import Tile
from tests.games.movie.tables import tile

A, B, C, COUNSEL = tile("+1"), tile("+2"), tile("+3"), tile("counsel")


def faces(number: int) -> list[Tile]:
    """Return some different tiles."""
    return [Tile(1, value) for value in range(number)]


def rival(*events: object) -> Rival:
    return Rival(Seat(1), 1, list(events))


# ---- Counting ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "size", "hands"), [(3, 2, 6), (3, 0, 1), (1, 3, 1), (4, 3, 20), (5, 1, 5)])
def test_count_hands_counts_the_ways_to_choose_faces(number, size, hands):
    supply = Counter(dict.fromkeys(faces(number), size))
    assert count_hands(faces(number) * 2, size) == hands
    assert len(list(different_hands(supply, size))) == hands or size == 0


def test_a_hand_has_no_more_copies_of_a_face_than_the_supply():
    assert list(different_hands(Counter({A: 1, B: 2, C: 0}), 2)) == [(A, B), (B, B)]


def test_with_tile_and_without_tile_change_one_tile():
    assert with_tile((A, C), B) == (A, B, C)
    assert without_tile((A, B, B, C), B) == (A, B, C)
    assert without_tile((A,), A) == ()


def test_m6_2_the_ways_of_a_hand_are_the_orders_of_its_draws():
    assert rival(Drawn(), Drawn(), Drawn()).ways((A, B, C)) == 6
    assert rival(Drawn(), Played(A), Drawn(), Drawn()).ways((B, C)) == 2
    assert rival(Drawn(), Drawn(), Played(A), Drawn()).ways((B, C)) == 4


def test_m6_2_a_pass_rules_out_all_but_good_counsels():
    passed = [Drawn(), OnlyCounsels(), Drawn()]
    assert rival(*passed).ways((A, B)) == 0
    assert rival(*passed).ways((A, COUNSEL)) == 1
    assert rival(*passed).ways((COUNSEL, COUNSEL)) == 2


def test_weights_are_ways_times_choices_of_copies():
    supply = Counter({A: 2, B: 3})
    assert weigh(rival(Drawn(), Drawn()), supply) == {(A, A): 2 * 1, (A, B): 2 * 6, (B, B): 2 * 3}


def test_m6_2_a_rival_has_a_size_played_tiles_and_known_counsels():
    known = rival(Drawn(), Drawn(), OnlyCounsels(), Drawn(), Played(COUNSEL), Played(A), Drawn())
    assert (known.size, known.played, known.counsels) == (2, {COUNSEL, A}, 1)
    assert rival(Drawn(), Drawn(), Played(COUNSEL)).counsels == 0
    assert rival(Drawn(), OnlyCounsels(), Played(COUNSEL), Drawn()).counsels == 0


def test_pick_chooses_by_weight():
    rng = Random(1)
    picked = Counter(pick(["a", "b", "c"], [1, 0, 3], rng) for _ in range(400))
    assert (set(picked), 70 < picked["a"] < 130) == ({"a", "c"}, True)


# ---- Two methods of sampling -------------------------------------------------------------------------------------


@pytest.fixture
def way(monkeypatch):
    """Return the sampling method for these rivals and tiles."""
    monkeypatch.setattr(worlds, "weigh_hands", lambda *_: "weighed")
    monkeypatch.setattr(worlds, "try_hands", lambda *_: "tried")
    return lambda holders, tiles: hands_of_act(holders, tiles, Random(0))


HOLDS_ONE = rival(Drawn(), Drawn(), Played(A))
HOLDS_FOUR = rival(*[Drawn()] * 4, *[event for face in faces(12) for event in (Drawn(), Played(face))])


def test_hands_are_tried_if_at_least_half_of_the_tiles_were_never_played(way):
    assert way([HOLDS_ONE], [A, A, B]) == "weighed"
    assert way([HOLDS_ONE], [A, B]) == "tried"
    assert way([HOLDS_ONE], [A, B, B]) == "tried"
    assert way([HOLDS_ONE], [A, A, A, B]) == "weighed"


def test_the_rival_who_played_most_tiles_decides_the_method(way):
    assert way([rival(Drawn()), HOLDS_ONE], [A, A, B]) == "weighed"
    assert way([], [A]) == "weighed"


def test_hands_are_tried_if_there_are_too_many_to_weigh(way):
    assert count_hands(faces(10), 4) == 715
    assert count_hands(faces(11), 4) == 1001
    assert way([HOLDS_FOUR], faces(10)) == "weighed"
    assert way([HOLDS_FOUR], faces(11)) == "tried"
    assert way([HOLDS_ONE, HOLDS_FOUR], faces(11)) == "tried"


def test_m6_2_hands_are_weighed_by_the_deals_that_they_leave_to_later_rivals():
    """Two Good Counsels and a +1; one rival may hold anything, the other holds a Good Counsel. Two of the four deals
    give the first a Good Counsel, though two of three tiles are Good Counsels."""
    holders = [rival(Drawn()), Rival(Seat(2), 1, [Drawn(), OnlyCounsels()])]
    rng = Random(3)
    first = Counter(weigh_hands(holders, [COUNSEL, COUNSEL, A], rng)[0][0] for _ in range(2000))
    assert abs(first[COUNSEL] - 1000) < 150  # six standard deviations and more; two thirds would be 1333
