"""Refusals of illegal actions: every reason with its rule."""

import re
from pathlib import Path

import pytest

from heorot.engine.errors import IllegalAction
from heorot.engine.game import play
from heorot.engine.seats import CHANCE, Seat
from heorot.games.movie import refusal as module
from heorot.games.movie.game import GAME
from heorot.games.movie.model.actions import Cash, Counsel, PlaceFigure, PlaceTile
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.table import Table
from tests.games.movie.tables import begin, refused, say, small_box

MIXED = small_box(
    "...|.#.", "....", "..",
    tiles="+1*3 valor+2 temptation-2 treasure+1:5 mead+4 drunkenness-3 statue counsel gorge",
    figures="thane longship*2",
)  # fmt: skip
DRY = small_box("...", ".", ".", tiles=["+1*2", "+2*2", "+3*2"], figures="thane longship")

NEW = begin(MIXED, deal="+1 +1")
SITUATIONS = {
    "turn": say(NEW, "thane a1, mead+4 b1"),
    "play": say(NEW, "thane a1, mead+4 b1, draw, drunkenness-3"),
    "treasure": say(NEW, "thane a1, mead+4 b1, draw, treasure+1:5"),
    "counsel": say(NEW, "thane a1, mead+4 b1, draw, counsel"),
    "remove": say(NEW, "valor+2 a1, thane c1, temptation-2 b1"),
    "remove for valor": say(NEW, "temptation-2 a1, thane c1, valor+2 b1"),
    "swap": say(NEW, "mead+4 a1, valor+2 c1, thane a2, statue b1"),
    "swap with": say(NEW, "mead+4 a1, valor+2 c1, thane a2, statue b1, swap a1"),
    "fill": say(begin(DRY, deal="+1 +1"), "thane a1, +1 b1, longship c1"),
    "no pool": say(begin(DRY, deal="+1 +1"), "thane a1"),
    "first": GAME.setup(MIXED, 2, {}, 1),
    "dealt": GAME.setup(MIXED, 2, {"first": "1"}, 1),
    "drawn": say(NEW, "draw"),
    "over": say(begin(DRY, deal="+1 +1"), "thane a1, thane b1, longship c1, longship a1, longship a1"),
}

REFUSED = [
    ("turn", "longship a1", "M2.2", "not-open"),
    ("turn", "longship b1", "M2.2", "not-open"),
    ("turn", "longship b2", "M4.11", "printed-gorge"),
    ("turn", "longship d1", "M2.2", "no-such-space"),
    ("turn", "thane a2", "M2.2", "no-figure"),
    ("turn", "castle a2", "M2.2", "no-figure"),
    ("turn", "+1 a2", "M2.3", "draw-first"),
    ("turn", "cash treasure+1:5", "M2.3", "draw-first"),
    ("turn", "+1", "M2.3", "draw-first"),
    ("turn", "first 1", "M1.7", "first"),
    ("turn", "fill", "M3.7", "fill"),
    ("turn", "keep", "M4.13", "keep"),
    ("turn", "pass", "M2.8", "pass"),
    ("turn", "remove b1", "M4.13", "remove"),
    ("turn", "swap b1", "M4.13", "swap"),
    ("turn", "b1", "M4.13", "swap"),
    ("play", "longship a2", "M2.3", "has-drawn"),
    ("play", "draw", "M2.3", "drawn-already"),
    ("play", "pass", "M2.8", "pass"),
    ("play", "fill", "M3.7", "fill"),
    ("play", "keep", "M4.13", "keep"),
    ("play", "+1 a1", "M2.4", "not-open"),
    ("play", "+1 b2", "M4.11", "printed-gorge"),
    ("play", "+1", "M2.4", "where"),
    ("play", "valor+2", "M2.4", "not-in-hand"),
    ("play", "+1 a9", "M2.4", "no-such-space"),
    ("play", "valor+2 a2", "M2.4", "not-in-hand"),
    ("play", "II:+1 a2", "M2.4", "not-in-hand"),
    ("play", "cash drunkenness-3", "M4.3", "no-treasure"),
    ("play", "drunkenness-3 a1", "M4.4", "no-mead"),
    ("play", "drunkenness-3 b2", "M4.11", "printed-gorge"),
    ("play", "drunkenness-3 d1", "M2.4", "no-such-space"),
    ("play", "+1 a1-a2", "M4.7", "no-counsel"),
    ("play", "counsel a1-a2", "M2.4", "not-in-hand"),
    ("treasure", "cash +1", "M4.3", "no-treasure"),
    ("treasure", "treasure+1:5 b1", "M2.4", "not-open"),
    ("counsel", "counsel a2", "M4.7", "counsel-needs-figure"),
    ("counsel", "counsel a1-b1", "M4.7", "counsel"),
    ("counsel", "counsel b1-c1", "M4.7", "counsel"),
    ("counsel", "counsel a1-c2", "M4.7", "counsel"),
    ("remove", "remove b1", "M4.1", "remove"),
    ("remove", "remove z9", "M4.1", "remove"),
    ("remove for valor", "remove b1", "M4.2", "remove"),
    ("remove", "longship a2", "M3.2", "asked-remove"),
    ("remove", "draw", "M3.2", "asked-remove"),
    ("remove", "+1 a2", "M3.2", "asked-remove"),
    ("remove", "pass", "M2.8", "pass"),
    ("remove", "swap a1", "M4.13", "swap"),
    ("swap", "swap b1", "M4.6", "swap"),
    ("swap", "swap a2", "M4.6", "swap"),
    ("swap", "swap c1", "M4.6", "swap"),
    ("swap", "a1", "M4.6", "swap"),
    ("swap", "longship a2", "M3.2", "asked-swap"),
    ("swap", "remove c1", "M4.13", "remove"),
    ("swap with", "b1", "M4.6", "swap"),
    ("swap with", "a1", "M4.6", "swap"),
    ("swap with", "draw", "M3.2", "asked-swap"),
    ("fill", "longship a1", "M3.7", "asked-fill"),
    ("fill", "draw", "M3.7", "asked-fill"),
    ("fill", "I:+1 a1", "M3.7", "asked-fill"),
    ("fill", "pass", "M2.8", "pass"),
    ("no pool", "draw", "M2.5", "pool-empty"),
    ("first", "first 3", "M1.7", "not-chance"),
    ("first", "+1", "M1.7", "not-chance"),
    ("dealt", "II:+1", "M2.3", "not-chance"),
    ("drawn", "first 1", "M2.3", "not-chance"),
]


@pytest.mark.parametrize(("situation", "text", "rule", "key"), REFUSED)
def test_a_refusal_names_its_rule(situation, text, rule, key):
    assert refused(SITUATIONS[situation], text) == (rule, f"illegal.{key}")


@pytest.mark.parametrize("situation", ["first", "dealt", "drawn"])
@pytest.mark.parametrize("text", ["draw", "thane a1", "+1 a1", "keep", "pass", "fill", "remove a1", "swap a1"])
def test_m2_3_chance_may_not_play_actions_of_players(situation, text):
    assert refused(SITUATIONS[situation], text)[1] == "illegal.not-chance"


def test_m5_1_every_action_is_refused_after_the_end():
    for seat in (0, 1, 2):
        assert refused(SITUATIONS["over"], "longship a1", seat) == ("M5.1", "illegal.over")


@pytest.mark.parametrize("situation", [name for name in SITUATIONS if name != "over"])
def test_m2_1_an_action_out_of_turn_is_refused(situation):
    table = SITUATIONS[situation]
    for seat in {CHANCE, Seat(0), Seat(1), Seat(2)} - set(GAME.actors(table)):
        assert refused(table, "draw", seat + 1) == ("M2.1", "illegal.not-asked")


def test_m2_2_a_refusal_out_of_turn_counts_seats_from_1():
    error = GAME.refusal(SITUATIONS["turn"], Seat(1), GAME.read(NEW, "draw"))
    assert error is not None
    assert error.params["seat"] == 2


UNHEARD_OF = [
    PlaceFigure("dragon", "a2"),
    PlaceFigure("longship", "nowhere"),
    PlaceFigure("longship", ""),
    PlaceTile(Tile(1, 77), "a2"),
    PlaceTile(Tile(1, 1), "A1"),
    Cash(Tile(2, 1, "treasure", 99)),
    Counsel(Tile(1, 0, "good_counsel"), "", ""),
    Counsel(Tile(1, 1), "a1", "a2"),
]


@pytest.mark.parametrize("action", UNHEARD_OF, ids=str)
@pytest.mark.parametrize("situation", ["turn", "play", "remove", "swap", "fill", "no pool"])
def test_unknown_pieces_are_refused_by_a_rule(situation, action):
    table: Table = SITUATIONS[situation]
    with pytest.raises(IllegalAction) as caught:
        play(GAME, table, GAME.actors(table)[0], action)
    assert re.fullmatch(r"M\d\.\d+", caught.value.rule)


def test_every_reason_has_a_test():
    written = set(re.findall(r'"illegal\.([a-z-]+)"', Path(module.__file__).read_text("utf-8")))
    assert written - {"over", "not-asked"} == {key for _, _, _, key in REFUSED}
