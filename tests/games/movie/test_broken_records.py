"""Truncated, edited and foreign records: each is refused with the line of the error."""

from pathlib import Path

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord
from heorot.games.movie.game import GAME

FOLDER = Path(__file__).parents[3] / "records" / "movie"
UNDONE = (FOLDER / "take-back.record").read_text("utf-8")
WHOLE = (FOLDER / "below-zero.record").read_text("utf-8")
BUILT_IN = (FOLDER / "rulebook-full-act.record").read_text("utf-8")


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        records.check(GAME, *records.read_with_lines(text))
    assert caught.value.params["line"] == caught.value.line
    return caught.value


def line_of(text: str, line: str, time: int = 1) -> int:
    """Return the number of a line, from 1."""
    return [n for n, found in enumerate(text.splitlines(), 1) if found == line][time - 1]


def edited(text: str, old: str, *new: str, time: int = 1) -> str:
    """Replace a line by others, or by none."""
    lines = text.splitlines()
    at = line_of(text, old, time) - 1
    return "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n"


def is_refused_at(text: str, old: str, *new: str, time: int = 1) -> str:
    """Return the reason why a record with an edited line is refused at that line."""
    error = refused(edited(text, old, *new, time=time))
    assert error.line == line_of(text, old, time)
    return error.key


# ---- Truncated -----------------------------------------------------------------------------------------------------


def test_a_truncated_record_is_refused_at_its_end():
    lines = UNDONE.splitlines()
    for end in range(line_of(UNDONE, "* first 2"), line_of(UNDONE, "1 +6 c1") + 1):
        error = refused("\n".join(lines[:end]))
        assert (error.key, error.line) == ("record.truncated", end + 1)


def test_a_truncated_header_is_refused():
    lines = UNDONE.split("\n")
    for end in range(1, line_of(UNDONE, "seat 1 Hrothgar")):
        error = refused("\n".join(lines[:end]))
        assert error.key == "record.missing"
        assert 1 <= error.line <= end + 1


@pytest.mark.parametrize("text", [UNDONE, WHOLE, BUILT_IN], ids=["undone", "whole", "built-in"])
def test_a_record_truncated_anywhere_is_refused(text):
    for end in range(0, len(text) - 2, 7):
        assert 1 <= refused(text[:end]).line <= text[:end].count("\n") + 2


def test_a_truncated_entry_is_refused_at_its_line():
    line = line_of(BUILT_IN, "3 counsel c5-c4")
    cut = "\n".join([*BUILT_IN.splitlines()[: line - 1], "3 counsel c5-c", "result open"])
    assert (refused(cut).line, refused(cut).key) == (line, "notation.unknown")


# ---- Foreign -------------------------------------------------------------------------------------------------------

FOREIGN = ["", "\n\n", "hello", '[Event "A game"]\n\n1. e4 e5', "heorot-record 2\ngame movie", "{}", "\x00\xff"]


@pytest.mark.parametrize("text", FOREIGN)
def test_text_that_is_not_a_record_is_refused_at_its_first_line(text):
    error = refused(text)
    assert error.key == "record.foreign"
    assert error.line <= max(1, text.count("\n") + 1)


def test_another_game_and_other_rules_are_refused_at_their_lines():
    assert is_refused_at(WHOLE, "game movie", "game chess") == "record.other-game"
    assert is_refused_at(WHOLE, "rules 1", "rules 99") == "record.rules"
    assert is_refused_at(WHOLE, "rules 1", "rules 0") == "record.rules"


def test_an_export_cannot_be_replayed():
    export = records.write(records.export(GAME, records.read(BUILT_IN), None))
    assert refused(export).key == "record.export"


# ---- An edited header ----------------------------------------------------------------------------------------------


def test_an_edited_box_is_refused():
    error = refused(edited(WHOLE, "|saga_points = 5", "|saga_points = 50"))
    assert (error.key, error.line) == ("record.other-box", 4)
    assert refused(BUILT_IN.replace("box built-in", "box own")).line == 4


def test_an_invalid_box_is_refused():
    for new in ("|saga_points = ", "|saga_points = 5.5", "|saga_points = 5]"):
        error = refused(edited(WHOLE, "|saga_points = 5", new))
        assert error.key.startswith("box.")
        assert error.line in range(4, line_of(WHOLE, "seat 1 Hrothgar"))


def test_a_map_with_an_unknown_mark_is_refused():
    assert refused(edited(WHOLE, "|..", "|.x")).key == "box.unknown-mark"


@pytest.mark.parametrize("new", ["rules x", "rules -1", "rules 1.0", "rules 1 2"])
def test_a_rules_version_that_is_not_a_number_is_refused_at_its_line(new):
    assert is_refused_at(WHOLE, "rules 1", new) == "record.header"


@pytest.mark.parametrize("new", ["seat 2 Wealhtheow", "seat x Hrothgar", "seat 1"])
def test_a_seat_out_of_sequence_is_refused_at_its_line(new):
    assert is_refused_at(WHOLE, "seat 1 Hrothgar", new) == "record.header"


def test_an_invalid_box_line_is_refused_at_its_line():
    line = BUILT_IN.splitlines()[3]
    assert is_refused_at(BUILT_IN, line, "box borrowed 1234") == "record.header"
    assert is_refused_at(BUILT_IN, line, line[:-1]) == "record.header"


def test_an_invalid_option_is_refused_at_its_line():
    assert is_refused_at(WHOLE, "option first 1", "option first 3") == "option.first"
    assert is_refused_at(WHOLE, "option first 1", "option colour brown") == "option.unknown"
    assert is_refused_at(WHOLE, "option first 1", "option first") == "record.header"


@pytest.mark.parametrize("line", ["game movie", "rules 1", "seat 1 Hrothgar"])
def test_a_repeated_line_is_refused_at_the_repetition(line):
    text = edited(WHOLE, line, line, line)
    assert refused(text).line == line_of(text, line, 2)


# ---- Edited entries ------------------------------------------------------------------------------------------------

WRONG = [
    ("1 beowulf a1", "1 beowulf a2", "illegal.no-such-space", "M2.2"),
    ("1 beowulf a1", "1 castle a1", "illegal.no-figure", "M2.2"),
    ("1 beowulf a1", "2 beowulf a1", "illegal.not-asked", "M2.1"),
    ("1 beowulf a1", "1 -6 a1", "illegal.draw-first", "M2.3"),
    ("1 beowulf a1", "1 keep", "illegal.keep", "M4.13"),
    ("2 -6 b1", "2 -6 a1", "illegal.not-open", "M2.4"),
    ("2 -6 b1", "2 longship b1", "illegal.has-drawn", "M2.3"),
    ("2 -6 b1", "2 pass", "illegal.pass", "M2.8"),
    ("2 -6 b1", "* -6", "illegal.not-asked", "M2.1"),
    ("* -6", "* III:-6", "illegal.not-chance", "M2.3"),
]


@pytest.mark.parametrize(("old", "new", "key", "rule"), WRONG)
def test_an_entry_that_a_rule_forbids_is_refused_with_line_and_rule(old, new, key, rule):
    text = edited(WHOLE, old, new)
    error = refused(text)
    assert (error.line, error.key, error.params["rule"]) == (line_of(WHOLE, old), key, rule)


def test_a_missing_entry_is_noticed_at_the_next_one():
    error = refused(edited(WHOLE, "1 beowulf a1"))
    assert (error.line, error.key) == (line_of(WHOLE, "1 beowulf a1"), "illegal.not-asked")


def test_an_extra_entry_is_refused_at_its_line():
    assert is_refused_at(WHOLE, "2 draw", "1 longship b1", "2 draw") == "illegal.not-asked"
    text = edited(WHOLE, "2 -6 b1", "2 -6 b1", "1 longship a1", time=3)
    assert (refused(text).line, refused(text).key) == (line_of(WHOLE, "2 -6 b1", 3) + 1, "illegal.over")


@pytest.mark.parametrize("new", ["1 beowulf", "1 beowulf a1 b1", "1 dragon a1", "1 ?", "1 skip"])
def test_an_unreadable_entry_is_refused_at_its_line(new):
    assert is_refused_at(WHOLE, "1 beowulf a1", new) == "notation.unknown"


@pytest.mark.parametrize("new", ["beowulf a1", "0 beowulf a1", "x beowulf a1", "1", "-1 beowulf a1", "Undo 1"])
def test_a_line_that_is_not_an_entry_is_refused_at_its_line(new):
    assert is_refused_at(WHOLE, "1 beowulf a1", new) == "record.line"


def test_a_seat_that_is_not_at_the_table_is_refused_at_its_line():
    assert is_refused_at(WHOLE, "1 beowulf a1", "3 beowulf a1") == "record.no-such-seat"


def test_a_tile_that_is_no_longer_in_the_pool_is_refused():
    text = edited(BUILT_IN, "* mead+4", "* mead+3")
    assert (refused(text).line, refused(text).key) == (line_of(text, "* mead+3", 2), "illegal.not-chance")


@pytest.mark.parametrize("number", ["0", "05", "9", "-1", "x", "1.5", "1 2", "9" * 30])
def test_an_undo_of_more_entries_than_exist_is_refused_at_its_line(number):
    assert is_refused_at(UNDONE, "undo 4", f"undo {number}") == "record.undo"


def test_an_undo_cannot_remove_more_than_the_effective_entries():
    assert records.check(
        GAME, *records.read_with_lines(edited(UNDONE, "undo 4", "undo 7", "* first 2", "* +1", "* +1"))
    )
    assert is_refused_at(UNDONE, "undo 4", "undo 8") == "record.undo"


# ---- An edited result ----------------------------------------------------------------------------------------------


def test_a_wrong_result_is_refused_at_its_line():
    for new in ("result -43 6 won 2", "result -43 5 won 1", "result -43 5 won 1 2", "result open"):
        assert is_refused_at(WHOLE, "result -43 5 won 2", new) == "record.result"
    assert is_refused_at(UNDONE, "result open", "result 50 50 won 1 2") == "record.result"


def test_a_result_of_another_table_is_refused_at_its_line():
    assert is_refused_at(WHOLE, "result -43 5 won 2", "result -43 5 1 won 2") == "record.result-seats"


@pytest.mark.parametrize("new", ["result", "result 1 2", "result 1 won", "result won 2", "result 1.5 2 won 2", "end"])
def test_an_invalid_result_is_refused_at_its_line(new):
    assert is_refused_at(WHOLE, "result -43 5 won 2", new) == "record.line"


def test_a_result_of_thousands_of_digits_is_refused_at_its_line():
    assert is_refused_at(WHOLE, "result -43 5 won 2", f"result {'4' * 5000} 5 won 2").startswith("record.")


def test_nothing_may_follow_the_result():
    text = WHOLE + "1 draw\n"
    assert (refused(text).line, refused(text).key) == (text.count("\n"), "record.after-result")


# ---- Odd but valid -------------------------------------------------------------------------------------------------


def test_blank_lines_line_endings_and_outer_spaces_are_ignored():
    lines = WHOLE.split("\n")
    at = lines.index("1 beowulf a1")
    loose = [*lines[:at], "", "  1 beowulf a1  ", "", *lines[at + 1 :]]
    assert records.check(GAME, *records.read_with_lines("\n".join(loose)))
    assert records.check(GAME, *records.read_with_lines(WHOLE.replace("\n", "\r\n")))


def test_line_numbers_include_blank_lines():
    text = edited(WHOLE, "1 beowulf a1", "", "", "1 beowulf b9")
    assert refused(text).line == line_of(WHOLE, "1 beowulf a1") + 2
