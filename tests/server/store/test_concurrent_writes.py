"""Concurrent writes: nothing is lost or duplicated, and a failing write fails alone."""

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import DBAPIError

from heorot.server.store.backup import DATABASE_NAME
from heorot.server.store.interface import CommandAlreadyStored, Conflict, NewEvent, NoSuchTable, SeqTaken, StoreClosed
from heorot.server.store.sqlite import SqliteStore, open_sqlite
from tests.server.support.databases import postgres, run_on_both_databases
from tests.server.support.processes.append import open_any
from tests.server.support.processes.launch import appender, finish, stored
from tests.server.support.rows import (
    event_bodies,
    key_row,
    make_tables,
    new_event,
    seqs,
    sha256_of,
    summary,
    table_row,
    token_row,
    transfer_row,
)

pytest_generate_tests = run_on_both_databases


async def outcomes(*calls) -> list[object]:
    """Return the results or errors of concurrent calls."""
    return await asyncio.gather(*calls, return_exceptions=True)


async def fill(store: SqliteStore, name: str, events: int) -> None:
    for seq in range(2, events + 2):
        await store.append(name, seq, [new_event(f"{name}:{seq}")], summary(changed_at=seq))


async def test_concurrent_appends_share_commits(store):
    names = [f"t{number}" for number in range(50)]
    await make_tables(store, *names)
    before = store.writer.commits
    await asyncio.gather(*(fill(store, name, 20) for name in names))
    assert store.writer.commits - before < 50 * 20 / 10
    for name in names:
        assert (await event_bodies(store, name))[1:] == [f"{name}:{seq}" for seq in range(2, 22)]
        assert (await store.find_table(name)).changed_at == 21


async def test_only_one_of_many_appends_gets_a_sequence_number(store):
    await make_tables(store, "t")
    results = await outcomes(*(store.append("t", 2, [new_event(str(who))]) for who in range(30)))
    assert Counter(map(type, results)) == {type(None): 1, SeqTaken: 29}
    assert await event_bodies(store) == ["{}", str(results.index(None))]


async def test_repeated_commands_are_stored_once_and_report_their_event(store):
    await make_tables(store, "t")
    results = await outcomes(*(store.append("t", seq, [new_event(command="c")]) for seq in (2, 2, 3, 3)))
    assert results[0] is None
    assert [(type(error), error.seq) for error in results[1:]] == [(CommandAlreadyStored, 2)] * 3
    assert await seqs(store) == [1, 2]


async def test_a_failing_append_does_not_affect_others(store):
    await make_tables(store, "a", "b", "c")
    await store.append("b", 2, [new_event("first", "old")])
    await store.append("c", 2, [], tokens=[key_row("c")])
    before = store.writer.commits
    results = await outcomes(
        store.append("a", 2, [new_event("fine")], summary("a-new"), [token_row("a")]),
        store.append("b", 2, [new_event("late")], summary("b-new"), [token_row("b")]),
        store.append("b", 3, [new_event("again", "old")]),
        store.append("gone", 2, [new_event()]),
        store.append("c", 2, [NewEvent(2**70, "said", "{}")]),
        store.append("c", 2, [NewEvent(1, "said", "\ud800")]),
        store.append("c", 2, [NewEvent(1, "said", None)]),
        store.append("b", 3, [new_event("fine too", "new")]),
        store.create(table_row("a"), [], []),
        store.put_transfer(transfer_row("c"), sha256_of("key")),
    )
    assert [type(outcome) for outcome in results[:4]] == [type(None), SeqTaken, CommandAlreadyStored, NoSuchTable]
    assert isinstance(results[4], OverflowError | DBAPIError)  # depends on the driver
    assert isinstance(results[5], UnicodeEncodeError | DBAPIError)
    assert isinstance(results[6], Exception)
    assert [results[7], type(results[8]), results[9]] == [None, Conflict, True]
    assert store.writer.commits == before + 1
    assert [await event_bodies(store, name) for name in "abc"] == [["{}", "fine"], ["{}", "first", "fine too"], ["{}"]]
    assert [(await store.find_table(name)).status for name in "ab"] == ["a-new", "open"]
    assert (len(await store.list_tokens("a")), await store.list_tokens("b")) == (1, [])
    assert await store.take_transfer(sha256_of("code"), 1) == transfer_row("c")


async def test_creating_a_table_and_its_first_appends_may_share_a_batch(store):
    results = await outcomes(
        store.create(table_row("t"), [], [token_row()]),
        store.append("t", 1, [new_event("one")]),
        store.append("t", 2, [new_event("two")], revoked=[sha256_of("token")]),
        store.delete("t"),
        store.append("t", 3, [new_event("three")]),
    )
    assert (results[:4], type(results[4])) == ([None] * 4, NoSuchTable)


async def test_a_cancelled_append_does_not_affect_others(store):
    await make_tables(store, "t", "u")
    waiting = [asyncio.create_task(store.append(name, 2, [new_event()])) for name in "tu"]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await waiting[1]
    assert await seqs(store, "u") == [1, 2]
    assert await seqs(store, "t") in ([1], [1, 2])
    await store.ping()


async def test_close_commits_accepted_appends(store, file):
    names = [f"t{number}" for number in range(40)]
    await make_tables(store, *names)
    waiting = [asyncio.create_task(store.append(name, 2, [new_event()])) for name in names]
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    assert await asyncio.gather(*waiting) == [None] * 40
    with pytest.raises(StoreClosed):
        await store.append("t0", 3, [new_event()])
    await closing
    again = await open_sqlite(file)
    assert [await seqs(again, name) for name in names] == [[1, 2]] * 40
    await again.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_processes_that_share_a_database_lose_and_duplicate_nothing(kind, tmp_path):
    file = tmp_path / "data" / DATABASE_NAME if kind == "sqlite" else postgres().url(postgres().new_database())
    processes = [appender(file, tables=4, events=25) for _ in range(3)]
    said_by = [stored(finish(process)) for process in processes]
    acknowledged = set.union(*said_by)
    assert [len(mine) for mine in said_by] == [100] * 3
    assert len(acknowledged) == 300
    assert {(table, seq) for table, seq, _ in acknowledged} == {(f"t{n}", s) for n in range(4) for s in range(2, 77)}
    assert asyncio.run(contents(file, 4)) == acknowledged


async def contents(location: Path | str, tables: int) -> set[tuple[str, int, str]]:
    """Return all events of a database except the first of each table."""
    store = await open_any(location)
    rows = {(f"t{n}", row.seq, row.body) for n in range(tables) for row in await store.load(f"t{n}") if row.seq > 1}
    await store.close()
    return rows


# ---- Interleavings -------------------------------------------------------------------------------------------------

TRIES = st.tuples(
    st.sampled_from("abc"),  # table
    st.integers(0, 3),  # offset from the next sequence number that the writer knows
    st.integers(1, 3),  # number of events
    st.sampled_from(["", "x", "y", "z"]),  # command id
    st.booleans(),  # whether to yield to the event loop afterwards
)


@settings(max_examples=40)
@given(st.lists(TRIES, max_size=25))
def test_any_interleaving_of_writers_stores_what_it_acknowledges(tries):
    with TemporaryDirectory() as folder:
        asyncio.run(interleave(Path(folder), tries))


async def interleave(folder: Path, tries) -> None:
    """Run all appends with the given breaks, then compare acknowledged with stored events."""
    store = await open_sqlite(folder / DATABASE_NAME)
    await make_tables(store, *"abc")
    waiting = []
    for number, (table, distance, events, command, others) in enumerate(tries):
        seq = max(1, len(await store.load(table)) + 2 - distance) if others else 2 + distance
        rows = [new_event(f"{number}:{part}", f"{command}{part}" if command else None) for part in range(events)]
        waiting.append((table, seq, rows, asyncio.create_task(store.append(table, seq, rows))))
        await asyncio.sleep(0)
    await asyncio.gather(*(task for *_, task in waiting), return_exceptions=True)
    await compare(store, waiting)
    await store.close()


async def compare(store: SqliteStore, waiting) -> None:
    """Check that exactly the acknowledged appends are stored, without gaps, and each command once."""
    acknowledged = {(table, seq + part, row.body) for table, seq, rows, task in waiting if task.exception() is None
            for part, row in enumerate(rows)}  # fmt: skip
    rows_by_table = [(table, row) for table in "abc" for row in await store.load(table)]
    assert {(table, row.seq, row.body) for table, row in rows_by_table if row.seq > 1} == acknowledged
    for table in "abc":
        assert await seqs(store, table) == list(range(1, 1 + sum(name == table for name, _ in rows_by_table)))
    commands = Counter((table, row.command) for table, row in rows_by_table if row.command)
    assert set(commands.values()) <= {1}
    assert {type(task.exception()) for *_, task in waiting} <= {type(None), SeqTaken, CommandAlreadyStored}
