"""The log as sentences: for each reader, for an action before it is played, and refusals that name tiles."""

import pytest

from heorot.engine.naming import format_number, format_signed
from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.games.movie.box.names import name_figure, name_tile, roman
from heorot.games.movie.game import GAME
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import view
from heorot.games.movie.text.log import tell_action, tell_log
from tests.games.movie.tables import begin, may_say, say, small_box, tile

ONE, TWO = Seat(0), Seat(1)
ALL = small_box(
    "...|...", "...", ".",
    tiles="+1*2 mead+4 drunkenness-3 treasure+2:7 valor+2 temptation-2 statue counsel -5",
    figures="thane longship",
)  # fmt: skip
LATER = small_box("..", "....", ".", tiles=["+1*2 +2*2", "-1*6", "+5*4"], figures="longship", hand=2)
NEW = begin(ALL, deal="+1 +1")


def said(sentence: Sentence) -> str:
    """Write a sentence in a line: its key and its parameters in alphabetical order."""
    parts = (f"{key}={part(value)}" for key, value in sorted(sentence.params.items()))
    return " ".join([sentence.key.removeprefix("movie."), *parts])


def part(value: object) -> str:
    return f"({said(value)})" if isinstance(value, Sentence) else str(value)


def last(table: Table, reader: Seat | None) -> str:
    """The last sentence of the log."""
    return said(list(tell_log(view(table, reader).log, reader))[-1])


# ---- The log -------------------------------------------------------------------------------------------------------

LOG = [  # actions, and their sentences for the first seat
    ("thane b2", "does.figure kind=thane seat=1 space=b2 who=you"),
    ("draw", "does.draw seat=1 who=you"),
    ("draw, -5", "does.given tile=(tile.none value=−5)"),
    ("draw, -5, -5 a1", "does.tile seat=1 space=a1 tile=(tile.none value=−5) who=you"),
    ("cash treasure+2:7", "does.cash points=7 seat=1 tile=(tile.treasure cash=7 value= +2) who=you"),
    (
        "mead+4 a1, drunkenness-3 a1",
        "does.instead mead=(tile.mead value= +4) seat=2 space=a1 tile=(tile.drunkenness value= −3) who=other",
    ),
    (
        "thane b2, longship a1, counsel b2-c2",
        "does.counsel end=c2 kind=thane seat=1 start=b2 tile=(tile.good_counsel value=) who=you",
    ),
    (
        "valor+2 a1, temptation-2 b1, remove a1",
        "does.remove seat=2 space=a1 tile=(tile.valor value= +2) who=other",
    ),
    ("valor+2 a1, temptation-2 b1, keep", "does.keep seat=2 who=other"),
    ("-5 a1, mead+4 b1, statue c1, swap a1", "does.swap seat=1 space=a1 tile=(tile.none value=−5) who=you"),
    (
        "-5 a1, mead+4 b1, statue c1, swap a1, b1",
        "does.swapped other=(tile.mead value= +4) place=b1 seat=1 space=a1 tile=(tile.none value=−5) who=you",
    ),
    (
        "-5 a1, mead+4 b1, statue c1, swap a1, b1, drunkenness-3 a1",
        "does.instead mead=(tile.mead value= +4) seat=2 space=a1 tile=(tile.drunkenness value= −3) who=other",
    ),
]


@pytest.mark.parametrize(("moves", "told"), LOG)
def test_the_log_describes_each_action(moves, told):
    assert last(say(NEW, moves), ONE) == told


def test_m6_2_a_tile_drawn_by_another_seat_is_not_named():
    table = say(NEW, "draw, -5")
    assert last(table, TWO) == last(table, None) == "does.draw seat=1 who=other"


def test_the_log_announces_every_act():
    table = say(begin(LATER, deal="+1 +2 +1 +2"), "+2 a1, +2 b1, fill, -1, fill, -1")
    told = [said(sentence) for sentence in tell_log(view(table, None).log, None)]
    assert [sentence for sentence in told if sentence.startswith("does.act")] == ["does.act act=I", "does.act act=II"]
    assert told[0] == "does.act act=I"
    assert told[-3:] == ["does.act act=II", "does.fill seat=1 who=other", "does.fill seat=2 who=other"]


def test_m3_8_an_act_is_announced_once_before_its_first_entry():
    """The log is the same at once, and entry by entry with a new narrator each time."""
    first, last_one = begin(LATER, deal="+1 +2 +1 +2"), say(begin(LATER, deal="+1 +2 +1 +2"), "+2 a1, +2 b1")
    after = say(last_one, "fill, -1, fill, -1")
    at_once = keys(first, after)
    assert keys(first, last_one) + keys(last_one, after) == at_once
    assert at_once.count("does.act") == 1
    opened = at_once.index("does.act")
    assert at_once[opened - 1 : opened + 3] == ["act.player", "does.act", "does.opens", "does.fill"]
    assert said_of(first, after, ONE, "does.opens") == ["does.opens rule=M3.8 seat=1 who=you"]


def keys(before: Table, now: Table) -> list[str]:
    told = GAME.narrator(before, ONE).narrate(before, now)
    return [sentence.key.removeprefix("movie.") for paragraph in told for sentence in paragraph]


def said_of(before: Table, now: Table, reader: Seat, key: str) -> list[str]:
    told = GAME.narrator(before, reader).narrate(before, now)
    return [said(one) for paragraph in told for one in paragraph if one.key == f"movie.{key}"]


def test_m1_7_the_first_player_is_addressed_directly():
    table = say(GAME.setup(ALL, 2, {}, 1), "first 2")
    assert last(table, TWO) == "does.first seat=2 who=you"
    assert last(table, ONE) == "does.first seat=2 who=other"


def test_m2_6_m2_8_a_pass_and_a_skip_are_logged():
    box = small_box("....", tiles="counsel*4 +1*3", figures="thane")
    assert last(say(begin(box, deal="counsel +1"), "draw, counsel, pass"), ONE) == "does.pass seat=1 who=you"
    box = small_box("....", "..|..", "..", tiles=["counsel +1", "+2*3", "+1*2"], figures="thane")
    assert last(say(begin(box, deal="counsel +1"), "thane a1, thane b1"), TWO) == "does.skip seat=1 who=other"


@pytest.mark.parametrize("moves", [moves for moves, _ in LOG])
def test_an_action_is_described_beforehand_as_in_the_log(moves):
    before, _, text = moves.rpartition(", ")
    table = say(NEW, before)
    if text not in may_say(table):
        table = say(table, f"draw, {text.split()[-1 if text.startswith('cash') else 0]}")
    (seat,) = GAME.actors(table)
    if seat in (ONE, TWO):
        told = said(tell_action(view(table, seat), GAME.read(table, text)))
        assert told == last(say(table, text), seat)


# ---- Names ---------------------------------------------------------------------------------------------------------


def test_m1_4_a_tile_of_another_act_is_named_with_its_act():
    assert said(name_tile(tile("+1", 2), 1)) == "tile.of-act act=II tile=(tile.none value=+1)"
    assert said(name_tile(tile("+1", 2), 2)) == said(name_tile(tile("+1", 2))) == "tile.none value=+1"


def test_m1_5_a_tile_is_named_by_its_ability_and_value():
    assert said(name_tile(tile("horn-2"))) == "tile.royal_dragon_horn value= −2"
    assert said(name_tile(tile("gorge"))) == "tile.gorge value="
    assert said(name_tile(Tile(1, 0))) == "tile.none value=0"
    assert said(name_tile(Tile(1, 2, "treasure", 0))) == "tile.treasure-alone value= +2"


def test_numbers_have_a_minus_sign():
    assert [format_signed(number) for number in (-1, 0, 4)] == ["−1", "0", "+4"]
    assert [format_number(number) for number in (-1, 0, 4)] == ["−1", "0", "4"]


def test_only_acts_of_the_game_have_roman_numbers():
    assert [roman(act) for act in (0, 1, 2, 3, 4)] == ["0", "I", "II", "III", "4"]


def test_figures_are_named_by_their_kind():
    assert [name_figure(kind).key for kind in KIND_WORDS] == [f"movie.figure.{kind}" for kind in KIND_WORDS]


# ---- Refusals ------------------------------------------------------------------------------------------------------

def test_m2_4_a_refusal_names_a_tile_of_another_act_with_its_act():
    table = say(begin(LATER, deal="+1 +2 +1 +2"), "+2 a1, +2 b1, fill, -1, fill, -1, draw, -1")
    assert table.state.act == 1
    refusal = GAME.refusal(table, ONE, GAME.read(table, "cash -1"))
    assert said(refusal.params["tile"]) == "tile.none value=−1"
    refusal = GAME.refusal(table, ONE, GAME.read(table, "cash I:+1"))
    assert said(refusal.params["tile"]) == "tile.of-act act=I tile=(tile.none value=+1)"


def test_m2_3_a_refusal_names_an_impossible_outcome_with_its_act():
    table = say(begin(LATER, deal="+1 +2 +1 +2"), "+2 a1, +2 b1, fill, -1, fill, -1, draw")
    refusal = GAME.refusal(table, GAME.actors(table)[0], GAME.read(table, "I:+1"))
    assert (refusal.rule, refusal.params["action"]) == ("M2.3", "I:+1")
    refusal = GAME.refusal(table, GAME.actors(table)[0], GAME.read(table, "-1 a1"))
    assert refusal.params["action"] == "-1 a1"
