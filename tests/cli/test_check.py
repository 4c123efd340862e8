"""`heorot check`: errors name the line and the rule, and the check continues with the next file."""

import re
from functools import cache
from typing import NamedTuple

import pytest

from heorot.engine import records
from heorot.engine.seats import Seat
from heorot.search.movie.simulate import Simulation
from tests.cli.run_heorot import LOCALES, run_heorot
from tests.support.playing import MOVIE

GAME = Simulation(MOVIE.box, ["random", "random", "random"], 5, {"first": "1"}, compiled=False).record(0)
LINES = tuple(records.write(GAME).splitlines())
FIGURE, DRAW, TILE = r"^\d (thane|castle|longship|beowulf) \w\d$", r"^\d draw$", r"^\* [+-]\d$"
HEADERS = ("game", "rules", "box", "seat")


class Faulty(NamedTuple):
    """A file that must be refused, at a line (0: any), by the rule that it breaks."""

    text: str | bytes
    line: int = 0
    rule: str = ""


def line_of(pattern: str, nth: int = 0) -> int:
    """Return the number of the n-th line that matches, counted from 1."""
    return [number for number, line in enumerate(LINES, 1) if re.search(pattern, line)][nth]


def edited(pattern: str, text: str, rule: str = "", nth: int = 0) -> Faulty:
    """Replace one line; the error must name it."""
    number = line_of(pattern, nth)
    return Faulty(joined(*LINES[: number - 1], text, *LINES[number:]), number, rule)


def without(pattern: str, rule: str, nth: int = 0) -> Faulty:
    """Remove one line; the next one then does not fit."""
    number = line_of(pattern, nth)
    return Faulty(joined(*LINES[: number - 1], *LINES[number:]), number, rule)


def all_without(key: str) -> Faulty:
    """Remove a line from the header."""
    return Faulty(joined(*(line for line in LINES if not line.startswith(f"{key} "))))


def twice(pattern: str) -> Faulty:
    number = line_of(pattern)
    return Faulty(joined(*LINES[:number], *LINES[number - 1 :]))


def cut(kept: int) -> Faulty:
    """Keep the first lines only. The error is at the last of them, or after it."""
    return Faulty(joined(*LINES[:kept]))


def joined(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def taken_twice() -> Faulty:
    """M2.2: Place a second figure on the space of the first."""
    space = LINES[line_of(FIGURE) - 1][-2:]
    return edited(FIGURE, LINES[line_of(FIGURE, 1) - 1][:-2] + space, "M2.2", 1)


FAULTY = {
    "cut to nothing": Faulty("", 1),
    "cut behind its first line": cut(1),
    "cut within its header": cut(3),
    "cut behind its header": cut(8),
    "cut within its game": Faulty(joined(*LINES[:60]), 61),
    "cut within a line": Faulty("\n".join([*LINES[:59], LINES[59][:1]]), 60),
    "cut, with its result": Faulty(joined(*LINES[:40], LINES[-1]), 41),
    "another space": edited(FIGURE, "1 thane z99", "M2.2"),
    "a space that is taken": taken_twice(),
    "another seat's move": edited(FIGURE, "3 thane a1", "M2.1"),
    "a move of no seat": edited(FIGURE, "9 draw"),
    "a move of chance": edited(DRAW, "* first 1", "M2.1", 2),
    "a player's word for chance": edited(r"^\* ", "1 draw", "M2.1"),
    "a pass": edited(r"^1 draw$", "1 pass", "M2.8"),
    "a word nobody knows": edited(DRAW, "1 juggle"),
    "a tile that is not in the box": edited(TILE, "* +98"),
    "a tile that is all used up": edited(TILE, "* III:gorge", "M"),
    "too much taken back": edited(DRAW, "undo 999", nth=2),
    "nothing taken back": edited(DRAW, "undo 0", nth=2),
    "something strange taken back": edited(DRAW, "undo three", nth=2),
    "a line left out": without(TILE, "M", 8),
    "an entry behind the result": Faulty(joined(*LINES, "1 draw"), len(LINES) + 1),
    "another result": edited(r"^result", "result 1 2 3 won 1"),
    "a result of two": edited(r"^result", "result 1 2 won 1"),
    "a winner who is not there": edited(r"^result", "result 1 2 3 won 7"),
    "a winner without a number": edited(r"^result", "result 1 2 3 won 0"),
    "an astronomical result": edited(r"^result", f"result {'9' * 5000} 2 3 won 1"),
    "an empty result": edited(r"^result", "result"),
    "another box": edited(r"^box", "box built-in " + 64 * "0"),
    "a box of its own that is missing": edited(r"^box", "box own " + 64 * "0"),
    "rules to come": edited(r"^rules", "rules 99"),
    "rules without a number": edited(r"^rules", "rules new"),
    "another game": edited(r"^game", "game chess"),
    "an export that tells what was hidden": Faulty(edited(r"^note", "seen-by 1").text, line_of(r"^\* ", 2)),
    "an unknown option": edited(r"^option", "option speed fast"),
    "a first seat that is not there": edited(r"^option", "option first 9"),
    "a fifth seat": Faulty(edited(r"^seat 3", "seat 3 random\nseat 4 random\nseat 5 random").text),
    "seats out of order": edited(r"^seat 2", "seat 3 random"),
    "another format": edited(r"^heorot", "heorot-record 2"),
    "a game of chess": Faulty("1. e4 e5 2. Nf3 Nc6\n", 1),
    "empty lines": Faulty("\n\n\n"),
    "bytes that are no text": Faulty(b"\xff\xfe\x00\x01"),
    "zeros": Faulty(b"\x00" * 100),
    **{f"no {key}": all_without(key) for key in HEADERS},
    **{f"two lines of {key}": twice(f"^{key} ") for key in HEADERS},
}
BYTES = ("bytes that are no text",)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write every faulty file, and a valid one after them all."""
    folder = tmp_path_factory.mktemp("check")
    for name, faulty in FAULTY.items():
        (folder / name).write_bytes(faulty.text if isinstance(faulty.text, bytes) else faulty.text.encode())
    (folder / "good").write_text(joined(*LINES))
    return folder


@cache
def verdicts(folder):
    """Run the check of all files at once."""
    return run_heorot("check", *(folder / name for name in FAULTY), folder / "good")


def test_every_faulty_file_gets_one_error_sentence(folder):
    result = verdicts(folder)
    assert result.code == 1
    assert [line.split(":")[0] for line in result.sentences] == [str(folder / name) for name in FAULTY]


def test_valid_file_after_faulty_ones_is_checked(folder):
    assert [str(folder / "good") in line for line in verdicts(folder).out.splitlines()] == [True]


@pytest.mark.parametrize("name", FAULTY)
def test_error_names_the_line_and_the_rule(name, folder):
    _, line, rule = FAULTY[name]
    sentence = next(s for s in verdicts(folder).sentences if s.startswith(f"{folder / name}: "))
    if name not in BYTES:
        assert f"Line {line}: " in sentence if line else re.search(r"Line \d+: ", sentence), sentence
    assert f"(rule {rule}" in sentence or not rule, sentence


def test_valid_record_passes_and_its_result_is_printed(folder):
    code, out, err = run_heorot("check", folder / "good")
    assert (code, err) == (0, "")
    assert records.result_line(GAME.result) in out


def test_record_is_read_from_standard_input():
    code, _, err = run_heorot("check", "-", stdin=joined(*LINES))
    assert (code, err) == (0, "")
    result = run_heorot("check", "-", stdin=joined(*LINES[:40]))
    assert result.code == 1
    assert "Line 41" in result.sentences[0]


def test_unfinished_game_is_valid():
    code, out, err = run_heorot("check", "-", stdin=joined(*LINES[:40], "result open"))
    assert (code, err) == (0, "")
    assert "result open" in out


def test_missing_files_and_folders_are_refused(tmp_path):
    result = run_heorot("check", tmp_path / "nowhere", tmp_path)
    assert result.code == 1
    assert len(result.sentences) == 2


# ---- Exports for one seat ------------------------------------------------------------------------------------------

EXPORT_VERDICTS = {
    "en": "holds as far as seat 2 could see, {entries} entries, {hidden} of them hidden; {result}",
    "fr": "valide pour autant que le joueur 2 pouvait voir, {entries} entrées, dont {hidden} cachées ; {result}",
    "ru": "верен, насколько мог видеть игрок 2, {entries} запис",
}


def export_text(seat: Seat | None) -> str:
    """Return the export of the game for a seat."""
    return records.write(records.export(MOVIE, GAME, seat))


@pytest.mark.parametrize("language", EXPORT_VERDICTS)
def test_seat_export_is_valid_and_counts_hidden_entries(language):
    export = records.read(export_text(Seat(1)))
    code, out, err = run_heorot("check", "-", stdin=records.write(export), LANG=LOCALES[language])
    hidden = sum(entry.text == "?" for entry in export.entries)
    result = records.result_line(export.result)
    assert (code, err) == (0, "")
    expected = EXPORT_VERDICTS[language].format(entries=len(export.entries), hidden=hidden, result=result)
    assert expected in " ".join(out.split())


def test_spectator_export_is_valid():
    code, out, err = run_heorot("check", "-", stdin=export_text(None))
    assert (code, err) == (0, "")
    assert "as far as a spectator could see" in out


def test_impossible_export_is_refused_with_its_line():
    lines = export_text(Seat(1)).splitlines()
    at = next(number for number, line in enumerate(lines) if line == "* ?")
    result = run_heorot("check", "-", stdin=joined(*lines[:at], "* +98", *lines[at + 1 :]))
    assert result.code == 1
    assert f"Line {at + 1}: " in result.sentences[0]
