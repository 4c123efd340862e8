"""Readers of anything a stranger may type or send: they understand it, or they say in our own words why not."""

import re
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heorot.engine import record as records
from heorot.engine.errors import BadBox, BadOption, BadRecord, HeorotError, IllegalAction, Unreadable
from heorot.engine.game import play
from heorot.games.movie.actions import Cash, Counsel, Draw, Given, PlaceFigure, PlaceTile, Remove, Swap, SwapWith
from heorot.games.movie.box import Box, Tile, built_in, read_box
from heorot.games.movie.notation import read, write
from heorot.terminal.speech import Speech
from tests.playing import MOVIE, box_named, dice, play_on, random_game
from tests.strategies import AS_FOUND, lines

HUGE = "9" * 5000  # longer than Python turns into a number
STRANGE = st.text(st.characters(), max_size=60)  # with lone surrogates, bars, blanks and all scripts
WORDS = ("thane", "beowulf", "mead", "+4", "-2", "cash", "treasure", "counsel", "b2", "a1-a2", "II:", "i:", "swap",
         "b2-b3", "remove", "draw", "first", "2", ":7", "keep", "pass", "fill", "фи1", "с3", "−3", "казна", "→", "²")
TYPED = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=6).map(" ".join)


def mutated(text: str) -> st.SearchStrategy[str]:
    """A valid text with pieces cut out, doubled, moved or put in."""
    places = st.integers(0, len(text))
    pieces = ["", "\n", "|", "| ", "*", "undo ", "undo 99999", HUGE, "1 ", "\x00", "\u2028", "é", "\ud800"]
    piece = st.sampled_from(pieces)
    return st.lists(st.tuples(places, places, piece | st.text(max_size=3)), min_size=1, max_size=4).map(
        lambda cuts: changed(text, cuts)
    )


def changed(text: str, cuts: list[tuple[int, int, str]]) -> str:
    for start, end, piece in cuts:
        start, end = min(start, end), min(max(start, end), start + 40)
        text = text[:start] + piece + text[end:]
    return text


def only_ours(kind: type[HeorotError], reader, *args):
    """What a reader makes of its arguments, or None if it refused with an error of ours."""
    try:
        return reader(*args)
    except kind as error:
        refused = error
    assert isinstance(refused.key, str)
    assert Speech("fr").complain(refused)                   # there is a sentence for it
    return None


# ---- Actions -------------------------------------------------------------------------------------------------------


@given(STRANGE | TYPED, st.sampled_from(["built-in", "crooked", "tiny"]), st.integers(1, 3))
@settings(max_examples=1200)
def test_any_text_is_an_action_or_unreadable(text, box, act):
    action = only_ours(Unreadable, read, text, box_named(box), act)
    if action is not None:
        assert read(write(action, act), box_named(box), act) == action


@given(lines(deepest=90), st.data())
@settings(AS_FOUND, max_examples=60)
def test_a_mutated_action_is_played_refused_or_unreadable(line, data):
    table = line.last
    for seat in MOVIE.actors(table):
        action = data.draw(st.sampled_from(MOVIE.legal(table, seat)))
        text = data.draw(mutated(MOVIE.write(table, action)))
        said = only_ours(Unreadable, MOVIE.read, table, text)
        if said is not None:
            only_ours(IllegalAction, play, MOVIE, table, seat, said)


@given(lines(deepest=90), st.randoms(use_true_random=False))
@settings(AS_FOUND, max_examples=60)
def test_case_and_blanks_do_not_matter(line, rng):
    table = line.last
    for seat in MOVIE.actors(table):
        for action in MOVIE.legal(table, seat)[:: max(1, len(MOVIE.legal(table, seat)) // 12)]:
            assert MOVIE.read(table, carelessly(MOVIE.write(table, action), rng)) == action


def carelessly(text: str, rng) -> str:
    """The same text in any case, with blanks around its parts and another kind of minus."""
    text = "".join(letter.upper() if rng.random() < 0.5 else letter.lower() for letter in text)
    text = re.sub(r"([:-])", lambda found: " " * rng.randrange(2) + found[0] + " " * rng.randrange(2), text)
    text = text.replace("-", rng.choice("-−–"))
    text = text.replace(" ", rng.choice([" ", "  ", "\u00a0"]))
    return rng.choice(["", " ", "\t"]) + text + rng.choice(["", "  ", "\n"])


def box_with(*rows: str) -> Box:
    text = built_in().text
    return read_box(text.replace("rows = [\n", "rows = [\n" + "".join(f"  {{ {row} }},\n" for row in rows), 1), "more")


ACT_I = (
    ("THANE C4", PlaceFigure("thane", "c4")),
    ("  thane   c4 ", PlaceFigure("thane", "c4")),
    ("thane c 4", PlaceFigure("thane", "c4")),
    ("thane с4", PlaceFigure("thane", "c4")),  # a Cyrillic letter that looks and lies like c
    ("Draw", Draw()),
    ("−2 b2", PlaceTile(Tile(1, -2), "b2")),
    ("– 2 b2", PlaceTile(Tile(1, -2), "b2")),
    ("+4 и2", PlaceTile(Tile(1, 4), "b2")),
    ("4 b2", PlaceTile(Tile(1, 4), "b2")),
    ("Mead +4 B2", PlaceTile(Tile(1, 4, "mead"), "b2")),
    ("ii:mead b2", PlaceTile(Tile(2, 4, "mead"), "b2")),  # act II has one kind of Mead
    ("II : mead + 4 b2", PlaceTile(Tile(2, 4, "mead"), "b2")),
    ("2:mead+4 b2", PlaceTile(Tile(2, 4, "mead"), "b2")),
    ("cash treasure+2", Cash(Tile(1, 2, "treasure", 7))),  # without its cash, which leaves no doubt
    ("treasure+2 a1", PlaceTile(Tile(1, 2, "treasure", 7), "a1")),
    ("valor+3 a1", PlaceTile(Tile(2, 3, "valor"), "a1")),  # no act has it but II
    ("counsel b2 - b3", Counsel(Tile(1, 0, "good_counsel"), "b2", "b3")),
    ("counsel b2 b3", Counsel(Tile(1, 0, "good_counsel"), "b2", "b3")),
    ("counsel и2−и3", Counsel(Tile(1, 0, "good_counsel"), "b2", "b3")),
    ("REMOVE в1", Remove("d1")),
    ("swap ф1", Swap("a1")),
    ("c3", SwapWith("c3")),
    (" С 3 ", SwapWith("c3")),
)


@pytest.mark.parametrize(("text", "action"), ACT_I, ids=[text for text, _ in ACT_I])
def test_forgiving_forms(text, action):
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
def test_what_leaves_a_doubt_is_unreadable(text):
    with pytest.raises(Unreadable):
        read(text, built_in(), 1)


def test_cash_must_be_said_where_two_treasures_differ_in_nothing_else():
    box = box_with('ability = "treasure", value = 1, cash = 8, count = 1')
    with pytest.raises(Unreadable):
        read("cash treasure+1", box, 1)
    assert read("cash treasure+1:8", box, 1) == Cash(Tile(1, 1, "treasure", 8))
    assert write(Cash(Tile(1, 1, "treasure", 8)), 1) == "cash treasure+1:8"


NO_BOX_HAS = (Tile(1, 3, "dragon"), Tile(7, 3), Tile(0, 3), Tile(-9, 3), Tile(1, 10**6), Tile(1, 1, "treasure", -5))


@pytest.mark.parametrize("tile", NO_BOX_HAS, ids=repr)
def test_a_tile_that_no_box_has_is_refused_by_a_rule(tile):
    for table in GAME.tables[5:40:7]:
        for seat in MOVIE.actors(table):
            for action in (PlaceTile(tile, "a1"), Cash(tile), Counsel(tile, "a1", "a2"), Given(tile)):
                assert only_ours(IllegalAction, play, MOVIE, table, seat, action) is None


# ---- Records -------------------------------------------------------------------------------------------------------

GAME = random_game("crooked", 2, 4)
TEXT = records.write(GAME.record())
BUILT_IN = records.write(
    play_on(MOVIE, MOVIE.setup(built_in(), 3, {"first": "2"}, 1), islice(dice(1), 40)).record()
)


def read_and_check(text: str) -> None:
    record = only_ours(BadRecord, records.read, text)
    if record is not None:
        assert records.read(records.write(record)) == record
        only_ours(BadRecord, records.standing, record)
        only_ours(BadRecord, records.replay, MOVIE, record)
        only_ours(BadRecord, records.check, MOVIE, *records.read_lines(text))


@given(STRANGE | st.text(st.characters(), max_size=200).map(lambda tail: f"{records.FORMAT}\n{tail}"))
@settings(max_examples=300)
def test_any_text_is_a_record_or_refused(text):
    read_and_check(text)


@given(mutated(TEXT))
@settings(max_examples=250)
def test_a_mutated_record_with_its_own_box_is_checked_or_refused(text):
    read_and_check(text)


@given(mutated(BUILT_IN))
@settings(max_examples=150)
def test_a_mutated_record_is_checked_or_refused(text):
    read_and_check(text)


HEAD = BUILT_IN.partition("\n\n")[0]
LINES = ("undo 1", "undo 5", "undo x", "undo -1", f"undo {HUGE}", f"result {HUGE} 1 1 won 1", "result 1 2 3 won 9",
         "note ", "result open", "1 draw", "* +4", "3 thane b2", "9 draw", "2 ", "* first 2", "option first 9",
         f"option first {HUGE}", "option first ²", "option colour red", "seat 4 me", "rules 99", f"rules {HUGE}",
         "seen-by 1", "seen-by 0", "note x", f"* first {HUGE}", "seen-by spectator")


@given(st.lists(st.sampled_from(LINES), max_size=5), st.lists(st.sampled_from(LINES), max_size=5))
@example([], [f"result {HUGE} 1 1 won 1"])
@example([f"option first {HUGE}"], ["result open"])
@example([], ["undo x", "result open"])
@example([], ["undo 5", "result open"])
@example(["option first ²"], ["result open"])
@settings(max_examples=200)
def test_records_made_of_strange_lines(before, after):
    head = HEAD.replace("option first 2", "\n".join(before))
    read_and_check("\n".join([head, *after]))


@pytest.mark.parametrize("box", ["no toml at all", "map = 'x", "[box]\ntitle = 3", "[[tile]]\n[[tile"])
def test_a_record_with_a_faulty_box_is_refused(box):
    record = replace(GAME.record(), box_text=box)
    with pytest.raises(BadRecord):
        records.replay(MOVIE, record)
    with pytest.raises(BadRecord):
        records.check(MOVIE, *records.read_lines(records.write(record)))


def test_a_record_whose_box_has_a_wrong_mark_is_refused():
    text = GAME.last.box.text.replace("....#..", "..?.#..")
    assert text != GAME.last.box.text
    with pytest.raises(BadRecord):
        records.replay(MOVIE, replace(GAME.record(), box_text=text))


ODD = ("#\n# a comment with blanks at its end   \n#", "# next\u2028line", "# next\x85line", "#\ttab\t", "\n\n#|")


@pytest.mark.parametrize("odd", ODD)
def test_a_record_keeps_any_box_to_the_letter(odd):
    box = read_box(f"{odd}\n{box_named('tiny').text}", "odd")
    line = play_on(MOVIE, MOVIE.setup(box, 2, {}, 1), dice(5))
    assert records.read(records.write(line.record())) == line.record()
    assert records.replay(MOVIE, records.read(records.write(line.record()))) == line.last


# ---- Boxes ---------------------------------------------------------------------------------------------------------


@given(STRANGE | mutated(box_named("tiny").text) | mutated(box_named("crooked").text))
@settings(max_examples=500)
def test_any_text_is_a_box_or_refused(text):
    box = only_ours(BadBox, read_box, text, "fuzzed")
    if box is not None:
        assert read_box(box.text, "again") == box
        MOVIE.setup(box, box.players[0], {}, 1)


@given(st.dictionaries(st.sampled_from(["first", "colour"]) | st.text(max_size=3), STRANGE | st.just(HUGE), max_size=2),
       st.integers(-1, 6))
@example({"first": HUGE}, 2)
@example({"first": "²"}, 2)
@settings(max_examples=200)
def test_any_options_are_taken_or_refused(options, seats):
    only_ours(BadOption, MOVIE.setup, built_in(), seats, options, 1)
