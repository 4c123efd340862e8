"""Narration: the same words in steps and at once, and no secrets."""

from itertools import pairwise
from random import Random

import pytest

from heorot.engine.seats import CHANCE
from heorot.engine.serialize import sentence_json
from tests.games.contract.cases import Case, cases, params
from tests.games.contract.test_view_json import another_world, as_text, some_tables
from tests.support.playing import Line, watchers


@pytest.fixture(params=params(cases()))
def case(request) -> Case:
    return request.param


@pytest.fixture
def line(case) -> Line:
    return case.line(in_order=False)


def by_steps(line: Line, tables, reader, discreet=False):
    """Narrate a game table by table."""
    narrator = line.game.narrator(tables[0], reader, discreet)
    return [narrator.narrate(before, now) for before, now in pairwise(tables)]


def flat(told):
    return [paragraph for paragraphs in told for paragraph in paragraphs]


def test_narration_in_steps_equals_narration_at_once(line):
    for reader in watchers(line.last):
        steps = flat(by_steps(line, line.tables, reader))
        assert all(map(all, steps))
        assert flat(by_steps(line, [line.tables[0], line.last], reader)) == steps
        some = sorted({id(t): t for t in some_tables(line)}.values(), key=lambda table: len(table.history))
        assert flat(by_steps(line, some, reader)) == steps


def test_narration_of_answers_with_their_draws_equals_narration_in_steps(line):
    """Narrate like the server."""
    answered = [table for table in line.tables if CHANCE not in line.game.actors(table)]
    told = by_steps(line, [line.tables[0], *answered], None)
    assert flat(told) == flat(by_steps(line, line.tables, None))


def test_a_later_narrator_continues_with_the_same_sentences(line):
    for reader in watchers(line.last)[:3]:
        steps = by_steps(line, line.tables, reader)
        for at in Random(1).sample(range(len(line.tables)), min(4, len(line.tables))):
            assert by_steps(line, line.tables[at:], reader) == steps[at:]


def test_narration_of_no_entries_is_empty(line):
    for table in some_tables(line, 3):
        assert line.game.narrator(table, None).narrate(table, table) == []


def test_narrate_moves_leaves_out_the_account_of_the_end(line):
    before = line.tables[-2]
    told, recounted = (
        getattr(line.game.narrator(before, None), how)(before, line.last) for how in ("narrate", "narrate_moves")
    )
    assert told[: len(recounted)] == recounted
    assert len(told) > len(recounted)


def test_narration_does_not_depend_on_hidden_information(line):
    rng = Random(4)
    for table in some_tables(line, 2):
        for seat in watchers(table):
            worlds = [table, another_world(line.game, table, seat, rng)]
            first = line.tables[0]
            told = [line.game.narrator(first, seat).narrate(first, world) for world in worlds]
            assert as_text(plain(told[0])) == as_text(plain(told[1]))


def plain(paragraphs):
    return [[sentence_json(sentence) for sentence in paragraph] for paragraph in paragraphs]
