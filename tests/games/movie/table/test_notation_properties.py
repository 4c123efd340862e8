"""Tolerant and ambiguous input of the Movie game's notation."""

from dataclasses import replace

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord, IllegalAction, Unreadable
from heorot.engine.game import play
from heorot.games.movie.box.box import Box, built_in, read_box
from heorot.games.movie.model.actions import Cash, Counsel, Draw, Given, PlaceFigure, PlaceTile, Remove, Swap, SwapWith
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.notation import read, write
from tests.support.fuzzed_text import only_ours
from tests.support.playing import MOVIE, random_game

GAME = random_game("crooked", 2, 4)


def box_with(*rows: str) -> Box:
    text = built_in().text
    return read_box(text.replace("rows = [\n", "rows = [\n" + "".join(f"  {{ {row} }},\n" for row in rows), 1), "more")


ACT_I = (
    ("THANE C4", PlaceFigure("thane", "c4")),
    ("  thane   c4 ", PlaceFigure("thane", "c4")),
    ("thane c 4", PlaceFigure("thane", "c4")),
    ("thane с4", PlaceFigure("thane", "c4")),  # a Cyrillic letter that looks like c and is on the same key
    ("Draw", Draw()),
    ("−2 b2", PlaceTile(Tile(1, -2), "b2")),
    ("– 2 b2", PlaceTile(Tile(1, -2), "b2")),
    ("+4 и2", PlaceTile(Tile(1, 4), "b2")),
    ("4 b2", PlaceTile(Tile(1, 4), "b2")),
    ("Mead +4 B2", PlaceTile(Tile(1, 4, "mead"), "b2")),
    ("ii:mead b2", PlaceTile(Tile(2, 4, "mead"), "b2")),  # act II has one kind of Mead
    ("II : mead + 4 b2", PlaceTile(Tile(2, 4, "mead"), "b2")),
    ("2:mead+4 b2", PlaceTile(Tile(2, 4, "mead"), "b2")),
    ("cash treasure+2", Cash(Tile(1, 2, "treasure", 7))),  # the treasure value may be left out, since there is only one
    ("treasure+2 a1", PlaceTile(Tile(1, 2, "treasure", 7), "a1")),
    ("valor+3 a1", PlaceTile(Tile(2, 3, "valor"), "a1")),  # only act II has it
    ("counsel b2 - b3", Counsel(Tile(1, 0, "good_counsel"), "b2", "b3")),
    ("counsel b2 b3", Counsel(Tile(1, 0, "good_counsel"), "b2", "b3")),
    ("counsel и2−и3", Counsel(Tile(1, 0, "good_counsel"), "b2", "b3")),
    ("REMOVE в1", Remove("d1")),
    ("swap ф1", Swap("a1")),
    ("c3", SwapWith("c3")),
    (" С 3 ", SwapWith("c3")),
)


@pytest.mark.parametrize(("text", "action"), ACT_I, ids=[text for text, _ in ACT_I])
def test_forgiving_forms_are_read(text, action):
    assert read(text, built_in(), 1) == action


def test_columns_typed_on_a_cyrillic_layout_are_read_by_key():
    for typed, meant in zip("фисвуапрш", "abcdefghi", strict=True):
        assert read(f"{typed}3", built_in(), 3) == SwapWith(f"{meant}3")
        assert read(f"{typed.upper()}3", built_in(), 3) == SwapWith(f"{meant}3")
        assert read(f"thane {typed}7", built_in(), 3) == PlaceFigure("thane", f"{meant}7")
        assert read(f"+5 {typed}7", built_in(), 3) == PlaceTile(Tile(3, 5), f"{meant}7")


DOUBTFUL = ("", " ", "mead b2", "treasure b2", "cash treasure", "cash treasure+1:6", "cash treasure+1:5 b2", "+99 b2",
            "iv:mead+4 b2", "cash", "-", "thane", "counsel b2-b3-b4", "first 0", "I:", "b", "thane 4c", "draw draw")


@pytest.mark.parametrize("text", DOUBTFUL)
def test_ambiguous_text_is_unreadable(text):
    with pytest.raises(Unreadable):
        read(text, built_in(), 1)


def test_the_treasure_value_is_required_if_treasures_differ_only_in_it():
    box = box_with('ability = "treasure", value = 1, cash = 8, count = 1')
    with pytest.raises(Unreadable):
        read("cash treasure+1", box, 1)
    assert read("cash treasure+1:8", box, 1) == Cash(Tile(1, 1, "treasure", 8))
    assert write(Cash(Tile(1, 1, "treasure", 8)), 1) == "cash treasure+1:8"


NO_BOX_HAS = (Tile(1, 3, "dragon"), Tile(7, 3), Tile(0, 3), Tile(-9, 3), Tile(1, 10**6), Tile(1, 1, "treasure", -5))


@pytest.mark.parametrize("tile", NO_BOX_HAS, ids=repr)
def test_an_unknown_tile_is_refused_by_a_rule(tile):
    for table in GAME.tables[5:40:7]:
        for seat in MOVIE.actors(table):
            for action in (PlaceTile(tile, "a1"), Cash(tile), Counsel(tile, "a1", "a2"), Given(tile)):
                assert only_ours(IllegalAction, play, MOVIE, table, seat, action) is None


def test_a_record_whose_box_has_a_wrong_mark_is_refused():
    text = GAME.last.box.text.replace("....#..", "..?.#..")
    assert text != GAME.last.box.text
    with pytest.raises(BadRecord):
        records.replay(MOVIE, replace(GAME.record(), box_text=text))
