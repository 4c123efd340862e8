"""Records of the Legend that were truncated, edited or reordered: each is refused with the first faulty line."""

from hashlib import sha256

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord
from heorot.games.legend.game import GAME
from heorot.games.movie.game import GAME as MOVIE
from tests.support.playing import BOXES

SMALL = (BOXES / "legend" / "boxes" / "small.toml").read_text("utf-8").rstrip()
ENTRIES = """
* first 1
* fighting1
* beowulf1
1 decline
2 risk
* friendship1
* travelling1
1 pay fighting2
1 done
1 decline
2 take cards 2
* friendship1
* wit1
1 bid fighting1
1 bid beowulf1
1 done
2 bid friendship1
2 done
1 take alliance 1
* alliance-treasure1
2 take card king_hrothgars_blessing
""".strip().splitlines()
WHOLE = "\n".join([
    "heorot-record 1", "game legend", "rules 1", f"box own {sha256(SMALL.encode()).hexdigest()}",
    *(f"|{line}" for line in SMALL.split("\n")),
    "option advanced yes", "seat 1 Hrothgar", "seat 2 Wealhtheow", "", *ENTRIES, "", "result open", "",
])  # fmt: skip
AT = WHOLE.splitlines().index(ENTRIES[0]) + 1  # the line of the first entry


def refused(text: str, game=GAME) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        records.check(game, *records.read_with_lines(text))
    assert caught.value.params["line"] == caught.value.line
    return caught.value


def line_of(line: str, text: str = WHOLE) -> int:
    """Return the number of a line, from 1."""
    return text.splitlines().index(line) + 1


def edited(old: str, *new: str) -> str:
    """Replace a line with others, or with none."""
    lines = WHOLE.splitlines()
    at = line_of(old) - 1
    return "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n"


def in_order(*entries: str) -> str:
    """Return the record with other entries for the sealed bid."""
    before, after = ENTRIES.index("1 bid fighting1"), ENTRIES.index("2 done") + 1
    head = WHOLE.partition("\n* first 1")[0]
    return "\n".join([head, *ENTRIES[:before], *entries, *ENTRIES[after:], "", "result open", ""])


def test_the_unedited_record_is_valid():
    table = records.check(GAME, *records.read_with_lines(WHOLE))
    assert records.write(records.read(WHOLE)) == WHOLE
    assert GAME.actors(table)


# ---- Truncated and foreign records ---------------------------------------------------------------------------------


def test_a_record_truncated_anywhere_is_refused():
    for end in range(0, len(WHOLE) - 2, 7):
        assert 1 <= refused(WHOLE[:end]).line <= WHOLE[:end].count("\n") + 2


def test_a_record_of_another_game_is_refused():
    assert (refused(WHOLE, MOVIE).key, refused(WHOLE, MOVIE).line) == ("record.other-game", 2)
    error = refused(WHOLE.replace("game legend", "game movie"), MOVIE)
    assert error.key.startswith("box.")
    assert 4 <= error.line < AT


def test_an_edited_box_is_refused():
    assert refused(edited("|scratch = 6", "|scratch = 7")).key == "record.other-box"
    assert refused(edited("|scratch = 6", "|scratch = ")).line == line_of("|scratch = 6")


@pytest.mark.parametrize(("new", "key"), [
    ("option advanced no", "option.yes"), ("option advanced", "record.header"), ("option basic yes", "option.unknown"),
    ("option first 3", "option.first"), ("option fallen maybe", "option.yes"),
])  # fmt: skip
def test_an_invalid_option_is_refused_at_its_line(new, key):
    error = refused(edited("option advanced yes", new))
    assert (error.key, error.line) == (key, line_of("option advanced yes"))


def test_a_record_without_its_option_is_valid_up_to_the_auction():
    """L2.1: Without the option there is no auction; up to it the game is the same."""
    assert records.check(GAME, *records.read_with_lines(edited("option advanced yes")))


# ---- Sealed bids ---------------------------------------------------------------------------------------------------

ONE, TWO = ("1 bid fighting1", "1 bid beowulf1", "1 done"), ("2 bid friendship1", "2 done")


def test_l4_4_bids_of_a_record_must_be_in_seat_order():
    text = in_order(*TWO, *ONE)
    error = refused(text)
    assert (error.key, error.line) == ("record.sealed-order", line_of("1 bid fighting1", text))
    assert (error.params["seat"], error.params["first"]) == (2, 1)


@pytest.mark.parametrize("crossed", [
    (TWO[0], *ONE, TWO[1]), (ONE[0], TWO[0], *ONE[1:], TWO[1]), (*ONE[:2], *TWO, ONE[2]),
    (TWO[0], ONE[0], TWO[1], *ONE[1:]),
])  # fmt: skip
def test_l4_4_interleaved_bids_are_refused_where_an_earlier_seat_continues(crossed):
    text = in_order(*crossed)
    error = refused(text)
    assert error.key == "record.sealed-order"
    at = error.line - AT - ENTRIES.index("1 bid fighting1")
    assert crossed[at].startswith("1 ")
    assert crossed[at - 1].startswith("2 ")


def test_l4_4_an_open_record_may_end_during_a_sealed_bid():
    head = in_order(ONE[0], *TWO[:1]).split("\n1 take alliance 1")[0]
    table = records.check(GAME, *records.read_with_lines(f"{head}\n\nresult open\n"))
    assert GAME.is_sealed(table)
    assert len(GAME.actors(table)) == 2


def test_l4_1_a_bid_must_be_in_the_order_of_faces():
    error = refused(in_order("1 bid beowulf1", "1 bid fighting1", "1 done", *TWO))
    assert (error.key, error.params["rule"]) == ("illegal.order", "L4.1")


# ---- Edited entries ------------------------------------------------------------------------------------------------

WRONG = [
    ("1 decline", "1 take cards 2", "illegal.asked", "L3.1"),
    ("1 decline", "2 decline", "illegal.not-asked", "L2.2"),
    ("1 decline", "* wit1", "illegal.not-asked", "L2.2"),
    ("1 pay fighting2", "1 pay wit1", "illegal.no-card", "L1.7"),
    ("1 pay fighting2", "1 done", "illegal.not-done", "L3.4"),
    ("2 take cards 2", "2 take treasure 2", "illegal.no-icon", "L3.6"),
    ("2 take cards 2", "2 heal scratches", "illegal.heal", "L3.6"),
    ("1 bid fighting1", "1 bid wit1", "illegal.no-card", "L1.7"),
    ("1 bid fighting1", "1 lay fighting1", "illegal.asked", "L4.1"),
    ("1 take alliance 1", "2 take alliance 1", "illegal.not-asked", "L2.2"),
    ("1 take alliance 1", "1 decline", "illegal.must-take", "L6.2"),
    ("* alliance-treasure1", "* fame1", "illegal.not-chance", "L1.8"),
    ("* first 1", "* first 3", "illegal.not-chance", "L1.2"),
]


@pytest.mark.parametrize(("old", "new", "key", "rule"), WRONG)
def test_an_entry_that_a_rule_forbids_is_refused_with_line_and_rule(old, new, key, rule):
    error = refused(edited(old, new))
    assert (error.line, error.key, error.params["rule"]) == (line_of(old), key, rule)


def test_a_card_that_is_no_longer_in_the_pile_is_refused():
    error = refused(edited("* travelling1", "* fighting2").replace("* fighting1", "* fighting2"))
    assert (error.key, error.params["rule"]) == ("illegal.not-chance", "L1.8")


@pytest.mark.parametrize("new", ["1 Decline", "1 bid  fighting1", "1 BID fighting1", "1 bid fighting"])
def test_an_entry_that_is_not_canonical_is_refused_at_its_line(new):
    error = refused(edited("1 decline" if "ecline" in new else "1 bid fighting1", new))
    assert error.key == "record.not-canonical"


@pytest.mark.parametrize("new", ["1 dragon", "1 bid", "1 bid dragon", "1 take", "1 take dragon 5", "* wit3", "1 shows"])
def test_an_unreadable_entry_is_refused_at_its_line(new):
    error = refused(edited("1 decline", new))
    assert (error.key, error.line) == ("notation.unknown", line_of("1 decline"))


# ---- An edited result ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("new", ["result 0 0 won nobody", "result 5 5 won 1 2"])
def test_a_wrong_result_is_refused_at_its_line(new):
    error = refused(edited("result open", new))
    assert (error.key, error.line) == ("record.result", line_of("result open"))


def test_a_result_without_a_winner_is_written_with_nobody():
    for new in ("result 0 0 won", "result 0 0 won nobody 1", "result 0 0 won Nobody"):
        assert refused(edited("result open", new)).key == "record.line"
