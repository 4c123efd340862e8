"""Exports hold at any moment of a game, and altered ones do not."""

from dataclasses import replace
from random import Random

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord
from heorot.engine.game import Entry
from heorot.engine.records import Record
from heorot.engine.records.export_check import HIDDEN, check_export
from heorot.engine.seats import CHANCE
from tests.games.contract.cases import Case, cases, params
from tests.support.playing import GAMES, Line, record_of, watchers

MOMENTS, FORGERIES = 1, 8


def is_long(case: Case) -> bool:
    """Return whether a case takes seconds to check while another mode of it is checked anyway."""
    return case.game == "legend" and case.box == "built-in" and case.seats > 3 and case.mode != "advanced"


LIGHT = params(case for case in cases() if not is_long(case))
LONG = [pytest.param(*param.values, id=param.id, marks=pytest.mark.heavy) for param in params(filter(is_long, cases()))]


@pytest.fixture(params=[*LIGHT, *LONG])
def case(request):
    return request.param


def export_at(line: Line, stop: int, seat) -> Record:
    """Export a game for a seat after some entries."""
    record = record_of(line.game, line.tables[0], line.entries[:stop], line.tables[stop])
    return records.export(line.game, record, seat)


def checked(export: Record):
    """Write, read and check an export; return its last table."""
    record, places = records.read_with_lines(records.write(export))
    assert record == export
    return check_export(GAMES[export.game], record, places)


def refusal(export: Record) -> tuple[str, int]:
    """Return the error of an export and the index of its entry."""
    record, places = records.read_with_lines(records.write(export))
    with pytest.raises(BadRecord) as caught:
        check_export(GAMES[export.game], record, places)
    lines = (*places.entries, places.result)
    return caught.value.key, lines.index(caught.value.line)


# ---- What holds ----------------------------------------------------------------------------------------------------


def test_an_export_of_any_viewer_at_any_moment_is_valid(case):
    line, rng = case.line(), Random(case.seats)
    for seat in rng.sample(watchers(line.last), 2):
        for stop in (len(line.entries), *(rng.randrange(len(line.entries)) for _ in range(MOMENTS))):
            export = export_at(line, stop, seat)
            assert line.game.log(checked(export), seat) == export.entries


def test_an_export_within_an_action_of_several_parts_is_valid(case):
    """For example in a sealed bid, or with a price paid in part."""
    line, rng = case.line(), Random(case.seats)
    texts = [entry.text.split(" ")[0] for entry in line.entries]
    halves = [n for n, text in enumerate(texts, 1) if text in ("bid", "pay", "discard", "give", "swap", "draw")]
    for stop in rng.sample(halves, min(MOMENTS, len(halves))):
        seat = rng.choice(watchers(line.last))
        checked(export_at(line, stop, seat))


# ---- What does not -------------------------------------------------------------------------------------------------


def forged(entries: tuple[Entry, ...], rng: Random) -> tuple[Entry, ...]:
    """Change one entry of a log."""
    at, other = rng.randrange(len(entries)), rng.randrange(len(entries))
    one, two = entries[at], entries[other]
    texts = (two.text, HIDDEN, "juggle", one.text + " ", f"{one.text} 2")
    ways = (
        (*entries[:at], *entries[at + 1 :]),
        (*entries[:at], one, *entries[at:]),
        (*entries[:at], two, *entries[at + 1 :]),
        (*entries[:at], *entries[at + 1 : at + 2], one, *entries[at + 2 :]),
        *((*entries[:at], Entry(one.seat, text.strip()), *entries[at + 1 :]) for text in texts),
    )
    return rng.choice(ways)


def test_a_forged_export_is_refused_or_fits_a_whole_game(case):
    """An altered export holds only if a whole game looks like it; any other is refused with its line."""
    line, rng = case.line(), Random(case.seats)
    for seat in rng.sample(watchers(line.last), 2):
        export = export_at(line, rng.randrange(len(line.entries) // 2, len(line.entries) + 1), seat)
        for _ in range(FORGERIES // 2):
            false = replace(export, entries=forged(export.entries, rng))
            try:
                table = checked(false)
            except BadRecord:
                continue
            assert line.game.log(table, seat) == false.entries
            assert records.result_of(line.game, table) == false.result


def test_an_export_that_hides_a_seen_entry_is_refused(case):
    line = case.line()
    export = export_at(line, len(line.entries), None)
    own = next((n for n, entry in enumerate(export.entries) if entry.seat == CHANCE and entry.text != HIDDEN), None)
    if own is not None:
        entries = (*export.entries[:own], Entry(CHANCE, HIDDEN), *export.entries[own + 1 :])
        assert refusal(replace(export, entries=entries)) == ("record.not-hidden", own)


def test_an_export_that_shows_a_hidden_entry_is_refused(case):
    """Even a true entry may not be shown where it was hidden."""
    line = case.line()
    export = export_at(line, len(line.entries), None)
    both = enumerate(zip(line.entries, export.entries, strict=False))
    true = next(at for at, (entry, seen) in both if entry != seen)
    entries = (*export.entries[:true], line.entries[true], *export.entries[true + 1 :])
    assert refusal(replace(export, entries=entries)) == ("record.hidden", true)


def test_an_export_with_another_result_is_refused(case):
    line = case.line()
    export = export_at(line, len(line.entries), None)
    result = replace(export.result, points=(export.result.points[0] + 500, *export.result.points[1:]))
    for false in (None, result):
        assert refusal(replace(export, result=false)) == ("record.result", len(export.entries))


def test_an_export_with_an_undo_is_refused(case):
    export = export_at(case.line(), 10, None)
    assert refusal(replace(export, entries=(*export.entries, Entry(records.UNDO, "1"))))[0] == "record.export-undo"


def test_an_export_with_more_draws_than_the_box_has_is_refused(case):
    """An export in which a seat draws the same tile or card again and again."""
    line = case.line()
    export = export_at(line, len(line.entries), 0)
    own = [n for n, entry in enumerate(export.entries) if entry.seat == CHANCE and entry.text not in (HIDDEN,)]
    text = next(export.entries[n].text for n in own if not export.entries[n].text.startswith("first"))
    entries = tuple(Entry(CHANCE, text) if n in own[1:] else entry for n, entry in enumerate(export.entries))
    with pytest.raises(BadRecord):
        checked(replace(export, entries=entries))
