"""The answers to queries of the Movie game, as data."""

import pytest

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.games.movie.game import GAME
from tests.games.movie.tables import begin, say, small_box

BOX = small_box("....|....", ".", ".", tiles="+1*2 +4*2 -2*2 statue", figures="thane longship*2")
NEW = begin(BOX, deal="+1 +1")


def ask(table, what: str, about: str = "", seat: int = 1):
    return GAME.query(table, Seat(seat - 1), what, about)


def preview(table, action: str):
    return ask(table, "preview", action)["changes"]


def test_m3_3_a_preview_has_every_figure_before_and_after():
    table = say(NEW, "+4 a1, longship d1")
    (change,) = ask(table, "preview", "thane b1")["changes"]
    assert change["before"] is None
    after = change["after"]
    assert (after["seat"], after["kind"], after["space"], after["points"]) == (0, "thane", "b1", 12)
    assert after["row"] == [{"space": "a1", "tile": "+4", "counts": 4, "turned": False}]


def test_m3_3_a_piece_is_previewed_on_every_space():
    table = say(NEW, "+4 a1, longship d1")
    found = {one["action"]: one for one in ask(table, "previews", "thane")["previews"]}
    assert list(found) == [f"thane {space}" for space in "b1 c1 a2 b2 c2 d2".split()]
    assert found["thane b1"] == {"action": "thane b1", "points": 12, "seats": [12, 0]}
    assert found["thane b2"]["points"] == 0
    for action, one in found.items():
        gains = [c["after"]["points"] - (c["before"] or {"points": 0})["points"] for c in preview(table, action)]
        assert sum(one["seats"]) == sum(gains)
    assert ask(table, "previews", "than")["previews"] == ask(table, "previews", "thane", seat=2)["previews"] == []


def test_m3_3_a_tile_is_previewed_by_what_each_player_gains():
    table = say(NEW, "+4 a1, longship d1, draw, -2")
    found = {one["action"]: one for one in ask(table, "previews", "-2")["previews"]}
    assert found["-2 b1"] == {"action": "-2 b1", "points": None, "seats": [0, -2]}
    with pytest.raises(HeorotError):
        GAME.query(table, None, "previews", "")


def test_m4_6_the_second_tile_of_a_swap_follows_the_first():
    table = say(NEW, "+4 a1, -2 b1, draw, statue, statue c2")
    assert ask(table, "next")["next"] == ["swap a1", "keep"]
    assert ask(table, "next", "swap a1")["next"] == ["b1"]
    assert ask(table, "next", "swap a1, b1")["next"] == []
    assert ask(table, "preview", "swap a1, b1")["action"] == "b1"


def test_m6_2_unseen_tiles_are_listed_by_act():
    assert ask(NEW, "unseen")["unseen"][0] == [["+1", 1], ["+4", 2], ["-2", 2], ["statue", 1]]


def test_m3_3_scores_so_far_are_those_of_every_figure():
    table = say(NEW, "+4 a1, thane b1")
    found = ask(table, "scores")
    assert found["acts"] == []
    assert found["ending"] is None
    assert [(figure["seat"], figure["points"]) for figure in found["figures"]] == [(1, 12)]


def test_why_accepts_a_space_or_a_kind():
    table = say(NEW, "+4 a1, thane b1")
    assert [figure["space"] for figure in ask(table, "why", "b1")["figures"]] == ["b1"]
    assert ask(table, "why", "longship")["figures"] == []
    assert ask(table, "why", "a1")["told"][0][0]["key"] == "movie.why.tile"
    with pytest.raises(HeorotError, match=r"movie\.why\.unknown"):
        ask(table, "why", "nowhere")
