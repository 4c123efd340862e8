"""Sealed answers: they may arrive in any order, nobody sees them until all are in, and one game has one record."""

from dataclasses import asdict, replace
from random import Random

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord
from heorot.engine.game import Entry
from heorot.engine.records import to_record_order
from heorot.engine.seats import Seat
from tests.games.contract.cases import Case, cases, params
from tests.support.playing import Line, as_json, watchers

SEALED = {"legend"}  # the games in which several choose at once; what the end is worth changes nothing there


@pytest.fixture(params=params(case for case in cases() if case.game in SEALED and case.mode != "fallen"))
def case(request) -> Case:
    return request.param


@pytest.fixture
def line(case) -> Line:
    """A game in which sealed answers arrive out of turn order."""
    return case.line(in_order=False)


def sealed_steps(line: Line):
    """Return every step in a sealed state."""
    return [step for step in line.steps() if line.game.is_sealed(step[0])]


def replayed(line: Line, entries) -> Line:
    """Replay a game with its entries in another order."""
    tables = [line.tables[0]]
    for entry in entries:
        tables.append(line.game.apply(tables[-1], entry.seat, line.game.read(tables[-1], entry.text)))
    return Line(line.game, tuple(tables), tuple(entries))


def shuffled(line: Line, rng: Random) -> Line:
    """Replay a game with sealed answers in another order; those of each seat keep their order."""
    ordered: list[Entry] = []
    crossing: list[Entry] = []
    for table, entry, after in zip(line.tables[:-1], line.entries, line.tables[1:], strict=True):
        (crossing if line.game.is_sealed(table) else ordered).append(entry)
        if crossing and not line.game.is_sealed(after):
            seats = rng.sample([entry.seat for entry in crossing], len(crossing))
            said = {seat: iter([entry for entry in crossing if entry.seat == seat]) for seat in set(seats)}
            ordered += [next(said[seat]) for seat in seats]
            crossing = []
    return replayed(line, ordered + crossing)


def without_log(view) -> dict:
    return asdict(view) | {"log": None}


def logged(view) -> list[str]:
    """Return a log with simultaneous entries sorted."""
    said = [repr((entry.question, entry.seat, entry.to, entry.action)) for entry in view.log]
    return sorted(said) + [repr(event) for entry in view.log for event in entry.events]


# ---- Who is asked --------------------------------------------------------------------------------------------------


def test_sealed_answers_are_interleaved_in_the_sample_games(line):
    asked = [line.game.actors(table) for table, *_ in sealed_steps(line)]
    assert max(map(len, asked)) == line.seats
    assert line.entries != line.record().entries


def test_only_sealed_questions_are_asked_of_several_seats(line):
    for table in line.tables:
        asked = line.game.actors(table)
        assert len(asked) <= 1 or line.game.is_sealed(table)
        assert asked or not line.game.is_sealed(table)
        assert len(set(asked)) == len(asked)


def test_a_sealed_answer_does_not_change_the_choices_of_others(line):
    """An answer of one seat changes neither the legal actions of the others nor their order in a record."""
    for before, seat, _, after in sealed_steps(line):
        others = [other for other in line.game.actors(before) if other != seat]
        assert all(line.game.legal(before, other) for other in others)
        if line.game.is_sealed(after):
            assert [other for other in line.game.actors(after) if other != seat] == others
            assert [line.game.legal(after, other) for other in others] == [
                line.game.legal(before, other) for other in others
            ]


# ---- Any order -----------------------------------------------------------------------------------------------------


def test_any_order_of_sealed_answers_leads_to_the_same_state(line):
    for seed in range(3):
        other = shuffled(line, Random(seed))
        assert other.entries != line.entries
        for one, two in zip(line.tables, other.tables, strict=True):
            assert line.game.is_sealed(one) == line.game.is_sealed(two)
            if not line.game.is_sealed(one):
                assert one.state == two.state


def test_any_order_of_sealed_answers_gives_the_same_views_afterwards(line):
    other = shuffled(line, Random(1))
    shown = [pair for pair in zip(line.tables, other.tables, strict=True) if not line.game.is_sealed(pair[0])]
    for one, two in [*Random(0).sample(shown, min(6, len(shown))), shown[-1]]:
        for seat in watchers(one):
            views = line.game.view(one, seat), line.game.view(two, seat)
            assert without_log(views[0]) == without_log(views[1])
            assert logged(views[0]) == logged(views[1])


def test_any_order_of_sealed_answers_gives_the_same_record(line):
    text = records.write(line.record())
    assert [records.write(shuffled(line, Random(seed)).record()) for seed in range(3)] == [text] * 3
    assert records.replay(line.game, records.read(text)).state == line.last.state


# ---- Secrets -------------------------------------------------------------------------------------------------------


def test_an_incomplete_sealed_answer_is_hidden_from_others(case, line):
    staged = [step for step in sealed_steps(line)
              if line.game.is_sealed(step[3]) and step[1] in line.game.actors(step[3])]
    assert staged or case.box != "built-in"
    for before, seat, _, after in staged:
        for other in watchers(before):
            if other != seat:
                assert as_json(line.game.view(after, other)) == as_json(line.game.view(before, other))
                assert line.game.knowledge(after, other) == line.game.knowledge(before, other)


def test_others_see_only_that_a_seat_is_ready(line):
    ready = [step for step in sealed_steps(line)
             if step[1] not in line.game.actors(step[3]) and line.game.is_sealed(step[3])]
    assert ready
    for before, seat, _, after in ready:
        for other in watchers(before):
            was, now = line.game.view(before, other), line.game.view(after, other)
            assert now.players[seat].ready > was.players[seat].ready
            assert now.log[:-1] == was.log
            assert (now.log[-1].seat, now.log[-1].events) == (seat, ())
            if other != seat:
                assert before_ready(now, was, seat) == was
            assert line.game.knowledge(after, other) == line.game.knowledge(before, other)


def before_ready(now, was, seat: Seat):
    """Return a view as if a seat were not ready."""
    players = list(now.players)
    players[seat] = replace(players[seat], ready=False)
    asked = tuple(asked for asked in was.asked if asked in now.asked or asked == seat)
    return replace(now, players=tuple(players), asked=asked, log=now.log[:-1])


def test_the_log_entry_of_a_ready_seat_hides_its_answer(line):
    """A seat that is ready looks the same whatever it chose."""
    for before, seat, _, after in sealed_steps(line):
        if seat not in line.game.actors(after) and line.game.is_sealed(after):
            logs = {line.game.view(after, other).log[-1] for other in watchers(before) if other != seat}
            assert {(entry.seat, type(entry.action).__name__) for entry in logs} == {(seat, "Done")}


# ---- Records -------------------------------------------------------------------------------------------------------


def test_record_order_is_idempotent(line):
    once = to_record_order(line.game, line.tables[0], line.entries)
    assert once != line.entries
    assert to_record_order(line.game, line.tables[0], once) == once
    assert sorted(once) == sorted(line.entries)


def test_a_game_played_in_record_order_is_recorded_unchanged(case):
    line = case.line(in_order=True)
    assert line.record().entries == line.entries


def test_a_record_that_ends_during_sealed_answers_can_be_replayed(line):
    open_ends = [stop for stop, table in enumerate(line.tables) if line.game.is_sealed(table)]
    for stop in Random(0).sample(open_ends, min(5, len(open_ends))):
        cut = Line(line.game, line.tables[: stop + 1], line.entries[:stop])
        assert records.replay(line.game, cut.record()).state == cut.last.state


def test_sealed_answers_out_of_order_are_refused_with_their_line(line):
    record = line.record()
    wrong = replace(record, entries=line.entries)
    at = next(n for n, (ours, theirs) in enumerate(zip(line.entries, record.entries, strict=True)) if ours != theirs)
    text = records.write(wrong)
    with pytest.raises(BadRecord) as caught:
        records.check(line.game, *records.read_with_lines(text))
    assert caught.value.key == "record.sealed-order"
    first = text.splitlines().index("") + 2
    assert caught.value.line > first + at
    told = records.entry_line(line.entries[caught.value.line - first])
    assert text.splitlines()[caught.value.line - 1] == told
    assert told.startswith(f"{caught.value.params['first']} ")
