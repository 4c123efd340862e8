"""What one may ask of the Movie game at any time, as data."""

import pytest

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.games.movie.game import GAME
from tests.games.movie.tables import begin, say, small_box

BOX = small_box("....|....", ".", ".", tiles="+1*2 +4*2 -2*2 statue", figures="thane longship*2")
NEW = begin(BOX, deal="+1 +1")


def ask(table, what: str, about: str = "", seat: int = 1):
    return GAME.ask(table, Seat(seat - 1), what, about)


def test_m3_3_a_preview_has_every_figure_before_and_after():
    table = say(NEW, "+4 a1, longship d1")
    (change,) = ask(table, "preview", "thane b1")["changes"]
    assert change["before"] is None
    after = change["after"]
    assert (after["seat"], after["kind"], after["space"], after["points"]) == (0, "thane", "b1", 12)
    assert after["row"] == [{"space": "a1", "tile": "+4", "counts": 4, "turned": False}]


def test_m4_6_the_second_tile_of_a_swap_follows_the_first():
    table = say(NEW, "+4 a1, -2 b1, draw, statue, statue c2")
    assert ask(table, "next")["next"] == ["swap a1", "keep"]
    assert ask(table, "next", "swap a1")["next"] == ["b1"]
    assert ask(table, "next", "swap a1, b1")["next"] == []
    assert ask(table, "preview", "swap a1, b1")["action"] == "b1"


def test_m6_2_what_is_unseen_is_told_by_act():
    assert ask(NEW, "unseen")["unseen"][0] == [["+1", 1], ["+4", 2], ["-2", 2], ["statue", 1]]


def test_m3_3_scores_so_far_are_those_of_every_figure():
    table = say(NEW, "+4 a1, thane b1")
    found = ask(table, "scores")
    assert found["acts"] == []
    assert found["ending"] is None
    assert [(figure["seat"], figure["points"]) for figure in found["figures"]] == [(1, 12)]


def test_why_asks_for_a_space_or_a_kind():
    table = say(NEW, "+4 a1, thane b1")
    assert [figure["space"] for figure in ask(table, "why", "b1")["figures"]] == ["b1"]
    assert ask(table, "why", "longship")["figures"] == []
    assert ask(table, "why", "a1")["told"][0][0]["key"] == "movie.why.tile"
    with pytest.raises(HeorotError, match=r"movie\.why\.unknown"):
        ask(table, "why", "nowhere")
