"""The records in the repository: every one replays, and shows what its notes say."""

from pathlib import Path

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord
from heorot.engine.game import play
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.games.movie.game import GAME
from heorot.games.movie.table.analysis import explain
from heorot.games.movie.table.notation import write_tile
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import View, view
from tests.games.legend import invariants
from tests.games.movie import invariants as invariants_movie

ROOT = Path(__file__).parents[2] / "records"
FILES = sorted(ROOT.rglob("*.record"))
every_record = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def past(name: str) -> list[tuple[Table, str]]:
    """Return every table with its next entry, as `2 thane c4`; the last one has none."""
    record = records.read((ROOT / "movie" / f"{name}.record").read_text("utf-8"))
    tables, said = [records.initial_state(GAME, record)], []
    for entry in records.effective_entries(record):
        said.append(records.entry_line(entry))
        tables.append(play(GAME, tables[-1], entry.seat, GAME.read(tables[-1], entry.text)))
    return list(zip(tables, [*said, ""], strict=True))


def last(name: str) -> Table:
    return past(name)[-1][0]


def at(name: str, line: str, time: int = 1) -> Table:
    """Return the table before the n-th occurrence of an entry."""
    return [table for table, said in past(name) if said == line][time - 1]


def after(name: str, line: str, time: int = 1) -> Table:
    """Return the table after an entry."""
    game = past(name)
    return [game[n + 1][0] for n, (_, said) in enumerate(game) if said == line][time - 1]


def seen(table: Table) -> View:
    return view(table, None)


def may_say(table: Table) -> list[str]:
    return [GAME.write(table, action) for action in GAME.legal(table, GAME.actors(table)[0])]


def log(table: Table) -> list[str]:
    """Return a spectator's log, with skips."""
    return [records.entry_line(entry) for entry in GAME.log(table, None)]


def board(table: Table) -> dict[str, str]:
    """Return the content of each space."""
    tiles = {lying.space: write_tile(lying.tile, seen(table).act) for lying in seen(table).tiles}
    return tiles | {figure.space: f"{figure.seat + 1} {figure.kind}" for figure in seen(table).figures}


# ---- All -----------------------------------------------------------------------------------------------------------


@every_record
def test_a_record_replays_to_its_result(file):
    record, lines = records.read_with_lines(file.read_text("utf-8"))
    records.check(GAMES[record.game], record, lines)


@every_record
def test_a_record_is_written_canonically_and_has_notes(file):
    text = file.read_text("utf-8")
    record = records.read(text)
    assert records.write(record) == text
    assert record.notes


@every_record
def test_actions_are_written_canonically(file):
    record = records.read(file.read_text("utf-8"))
    game = GAMES[record.game]
    table = records.initial_state(game, record)
    for entry in records.effective_entries(record):
        action = game.read(table, entry.text)
        assert game.write(table, action) == entry.text
        table = game.apply(table, entry.seat, action)


@every_record
def test_sealed_answers_of_a_record_are_in_seat_order(file):
    record = records.read(file.read_text("utf-8"))
    game, line = GAMES[record.game], records.effective_entries(record)
    assert records.to_record_order(game, records.initial_state(game, record), line) == line


@every_record
def test_an_export_can_be_written_and_read_but_not_replayed(file):
    record = records.read(file.read_text("utf-8"))
    game = GAMES[record.game]
    for seat in (None, Seat(1)):
        export = records.export(game, record, seat)
        assert records.read(records.write(export)) == export
        with pytest.raises(BadRecord) as caught:
            records.replay(game, export)
        assert caught.value.key == "record.export"


@every_record
def test_every_table_of_a_record_satisfies_the_invariants(file):
    record = records.read(file.read_text("utf-8"))
    checks = {"movie": invariants_movie, "legend": invariants}[record.game]
    places = records.LineNumbers({}, tuple(range(len(record.entries))), 0)
    for table in records.states(GAMES[record.game], record, places)[::-12]:
        checks.check_table(table)


def test_every_game_has_records():
    assert {file.parent.name for file in FILES} >= GAMES.keys()


# ---- Chapter 2 -----------------------------------------------------------------------------------------------------


def test_m2_6_an_act_ends_when_nobody_has_a_tile_or_a_figure():
    name = "act-ends-when-nobody-has-anything"
    before, end = at(name, "2 +2 b2"), after(name, "2 +2 b2")
    assert (seen(before).act, set(seen(before).open)) == (1, {"b2", "a3", "b3"})
    assert log(end)[-3:] == ["2 +2 b2", "1 skip", "2 skip"]
    assert (seen(end).act, GAME.score(end)) == (2, (2, 4))


def test_m2_6_a_player_without_tiles_and_figures_is_skipped_though_the_pool_holds_tiles():
    name = "act-ends-when-nobody-has-anything"
    table = after(name, "2 keep")
    assert (seen(table).act, seen(table).pool, seen(table).asked) == (2, 3, (Seat(0),))
    assert seen(table).players[1].backs == (0, 0, 0)
    assert log(last(name)).count("2 skip") == 5


def test_m3_8_a_player_who_would_have_been_skipped_begins_the_next_act():
    table = at("act-ends-when-nobody-has-anything", "2 keep", 2)
    assert (seen(table).act, seen(table).asked, seen(table).question) == (3, (Seat(1),), "fill")
    assert log(table)[-1] == "1 +3 b1"


def test_m1_4_an_old_back_is_written_in_front_of_a_tile():
    table = at("act-ends-when-nobody-has-anything", "1 II:+3 c1")
    assert seen(table).players[0].backs == (0, 1, 1)


def test_m3_7_an_act_can_end_before_its_first_turn_if_nobody_fills_up():
    end = last("nobody-fills-up")
    assert [said for _, said in past("nobody-fills-up")][-5:-1] == ["1 keep", "2 keep"] * 2
    assert log(end)[-4:] == ["1 keep", "2 keep", "1 skip", "2 skip"]
    assert seen(end).question == "over"


def test_m2_7_an_act_ends_when_nobody_can_play():
    name = "act-ends-when-nobody-can-play"
    assert log(after(name, "2 thane b1"))[-1] == "1 skip"
    for line, act, left, hands in [("2 +1 d1", 1, "c1", (1, 1)), ("2 +2 a2", 2, "b2", (1, 1))]:
        before, end = at(name, line), after(name, line)
        assert (seen(before).act, left in seen(before).open) == (act, True)
        assert tuple(sum(player.backs) for player in seen(before).players) == hands
        assert (log(end)[-2:], seen(end).act, seen(end).players[0].backs) == (["1 skip", "2 skip"], act + 1, (1, 0, 0))
    assert seen(last(name)).players[0].counsels == (1, 0, 0)


def test_m3_8_the_player_after_the_last_turn_begins_if_nobody_could_play():
    name = "act-ends-when-nobody-can-play"
    assert [seen(table).asked for table, said in past(name) if said == "1 draw"] == [(Seat(0),)] * 2
    assert log(at(name, "1 draw"))[-2:] == ["2 fill", "* ?"]


def test_m2_8_a_hand_grows_beyond_three():
    name = "hand-grows"
    hands = [seen(after(name, "1 pass", time)).players[0] for time in (1, 2, 3)]
    assert [(player.backs, player.counsels) for player in hands] == [((n, 0, 0), (n, 0, 0)) for n in (3, 4, 5)]
    assert may_say(at(name, "1 pass")) == ["pass"]


# ---- Chapters 3 and 4 ----------------------------------------------------------------------------------------------


def test_m3_2_a_removal_on_the_last_space_lets_the_act_go_on():
    name = "removal-on-the-last-space"
    asked = at(name, "1 remove a1")
    assert (seen(asked).open, seen(asked).act, seen(asked).question) == ((), 1, "remove")
    assert seen(after(name, "1 remove a1")).open == ("a1",)
    assert seen(after(name, "1 remove a1")).act == 1
    assert seen(at(name, "2 keep")).open == ()
    assert seen(after(name, "2 keep")).act == 2


def test_m3_4_saga_points_fall_below_zero():
    ends = [after("below-zero", "2 -6 b1", time) for time in (1, 2, 3)]
    assert [GAME.score(table)[0] for table in ends] == [-19, -37, -43]
    assert GAME.victory_shares(ends[-1]) == (0, 1)


def test_m4_13_a_statue_with_one_other_tile_asks_for_no_swap():
    name = "statue-with-one-other-tile"
    assert seen(after(name, "2 statue a1")).asked == (Seat(0),)
    assert len(seen(after(name, "2 statue a1")).tiles) == 2
    assert may_say(at(name, "2 keep")) == ["swap a1", "keep"]
    assert len(seen(at(name, "2 keep")).tiles) == 3


def test_m4_6_a_swap_in_two_halves():
    name = "statue-with-one-other-tile"
    assert may_say(at(name, "1 b2")) == ["b2", "d2"]
    assert (board(at(name, "1 b2"))["b1"], board(at(name, "1 b2"))["b2"]) == ("-2", "+5")
    assert (board(last(name))["b1"], board(last(name))["b2"]) == ("+5", "-2")


def test_m4_7_a_counsel_without_a_target_cannot_be_played():
    name = "counsel-without-a-target"
    assert [text for text in may_say(at(name, "1 counsel c1-c2")) if "counsel" in text] == ["counsel c1-c2"]
    table = at(name, "1 -1 a3")
    assert "good_counsel" in [tile.ability for tile in view(table, Seat(0)).hand]
    assert may_say(table) == ["-1 a3", "-1 b3"]


def test_m4_4_drunkenness_on_a_mead_fills_no_space():
    name = "drunkenness-on-a-mead"
    before, end = at(name, "2 drunkenness-3 a1"), after(name, "2 drunkenness-3 a1")
    assert (board(before)["a1"], seen(before).open) == ("mead+4", ("b2",))
    assert (board(end)["a1"], seen(end).open, seen(end).act) == ("drunkenness-3", ("b2",), 1)
    assert seen(after(name, "1 longship b2")).act == 2


def test_m4_9_treachery_gorge_and_horn_together():
    name = "treachery-gorge-horn"
    table = last_board(name)
    figures = {figure.space: figure for figure in explain(table.box, table.state)}
    assert {space: (f.sum, f.horns, f.points) for space, f in figures.items()} == {
        "a1": (7, ("d1",), 14),
        "b2": (7, (), 21),
        "e1": (4, ("d1",), 8),
    }
    assert [(term.space, term.counts, term.turned) for term in figures["e1"].column] == [("e2", 0, True)]
    assert [(term.space, term.turned) for term in figures["a1"].row if term.turned] == [("d1", True)]
    assert [(term.space, term.counts, term.turned) for term in figures["b2"].row] == [("a2", 3, False)]
    assert [lost.space for lost in figures["b2"].cut_off] == ["d2", "e2"]
    assert GAME.score(last(name)) == (85, 58)


def last_board(name: str) -> Table:
    """The board just before the last tile of the game, which changes no figure."""
    return past(name)[-2][0]


# ---- Chapter 5, and the examples -----------------------------------------------------------------------------------


def test_m5_2_a_tie_is_broken_by_unused_figures():
    end = last("tie-broken-by-unused-figures")
    assert (GAME.score(end), GAME.victory_shares(end)) == ((50, 50), (0, 1))
    assert [dict(player.in_front)["longship"] for player in seen(end).players] == [3, 3]
    before = at("tie-broken-by-unused-figures", "2 +0 c2")
    assert [dict(player.in_front)["longship"] for player in seen(before).players] == [0, 3]


def test_m5_3_three_share_the_victory():
    end = last("three-way-tie")
    assert (GAME.score(end), seen(end).winners) == ((50, 50, 50), (Seat(0), Seat(1), Seat(2)))


def test_undone_entries_leave_no_trace_in_a_replay():
    record = records.read((ROOT / "movie" / "take-back.record").read_text("utf-8"))
    assert [entry.text for entry in record.entries if entry.seat == records.UNDO] == ["1", "4", "2"]
    line = [said for _, said in past("take-back")]
    assert line == ["* first 2", "* +1", "* +1", "2 longship b1", "1 draw", "* +6", "1 +6 c1", ""]
    assert "2 thane a1" not in log(records.replay(GAME, record))
    assert records.replay(GAME, record) == last("take-back")


def test_x1_the_record_reaches_the_gorge_example():
    table = at("rulebook-gorge-example", "1 -1 c3")
    assert (len(board(table)), GAME.score(last("rulebook-gorge-example"))) == (8, (54, 50))


def test_x2_the_record_reaches_the_full_act_example():
    table = at("rulebook-full-act", "1 +5 d5")
    label = {label: space for space, label in board(table).items() if label[0].isdigit()}
    assert (len(board(table)), label["3 castle"], board(table)["c5"]) == (24, "c4", "counsel")
    assert GAME.score(last("rulebook-full-act")) == (50 + 26, 50 + 38, 50 + 16)
