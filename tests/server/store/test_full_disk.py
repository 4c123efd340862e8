"""A disk without room or that can only be read: a clear sentence, nothing half stored, and on when it is better."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from heorot.server import sqlite
from heorot.server.disk import fsync_p95_ms
from heorot.server.sqlite import SqliteStore
from heorot.server.store import StoreBusy, StoreFull, StoreReadOnly
from tests.server.processes import finish, run, stored
from tests.server.rows import bodies, make, said, seqs, summary, token_row
from tests.server.test_together import contents, outcomes


@contextmanager
def pragma(store: SqliteStore, command: str) -> Iterator[None]:
    """Every new connection of the writer is told something more; the old one is given up for it."""

    def set_up(connection, _) -> None:
        connection.execute(f"PRAGMA {command}").close()

    event.listen(store.ways[0].engine, "connect", set_up)
    try:
        yield
    finally:
        event.remove(store.ways[0].engine, "connect", set_up)


@pytest.fixture
async def tables(store: SqliteStore) -> SqliteStore:
    """A store with two tables, whose writer has no connection yet."""
    await make(store, "t", "u")
    store.ways[0].engine.dispose()
    return store


async def test_without_room_nothing_is_acknowledged_and_the_next_one_is_stored_when_there_is_some(tables):
    with pragma(tables, "max_page_count = 20"):
        got = await outcomes(
            tables.append("t", 2, [said("x" * 200_000)], summary("new"), [token_row()]),
            tables.append("u", 2, [said("small")]),
        )
        assert [type(outcome) for outcome in got] == [StoreFull, StoreFull]
        assert (await seqs(tables, "t"), await seqs(tables, "u"), await tables.tokens("t")) == ([1], [1], [])
        await tables.append("u", 2, [said("small")])
        with pytest.raises(StoreFull):
            await tables.append("t", 2, [said("x" * 200_000)])
    await tables.append("t", 2, [said("x" * 200_000)])
    assert (await seqs(tables, "t"), await seqs(tables, "u")) == ([1, 2], [1, 2])


async def test_a_file_that_can_no_longer_be_written_is_told_of_and_can_still_be_read(tables):
    with pragma(tables, "query_only = ON"):
        for _ in range(2):
            with pytest.raises(StoreReadOnly):
                await tables.append("t", 2, [said()])
        with pytest.raises(StoreReadOnly):
            await tables.ping()
        assert await bodies(tables, "t") == ["{}"]
    await tables.append("t", 2, [said()])
    assert await seqs(tables, "t") == [1, 2]


def test_a_limit_on_the_size_of_files_loses_nothing(file):
    """As `ulimit -f` sets it: the kernel cuts a write short, then refuses it."""
    limited = finish(run("tests.server.hindered", "small-files", file, 5, 1000))
    assert limited[-2] == ["failed", "store.broken"]
    assert 0 < len(stored(limited)) < 5000
    assert stored(limited) <= asyncio.run(contents(file, 5))
    again = stored(finish(run("tests.server.appender", file, 5, 10)))
    assert len(again) == 50
    assert stored(limited) | again <= asyncio.run(contents(file, 5))


@pytest.mark.parametrize("protect", ["folder", "file", "both"])
def test_what_can_only_be_read_is_told_of_at_once(file, protect):
    finish(run("tests.server.appender", file, 2, 3))
    protected = {"folder": [file.parent], "file": [file], "both": [file, file.parent]}[protect]
    before = asyncio.run(contents(file, 2))
    with read_only(*protected):
        assert finish(run("tests.server.hindered", "no-rights", file, 2, 3)) == [["refused", "store.read-only"]]
    assert asyncio.run(contents(file, 2)) == before


def test_a_folder_that_cannot_be_made_is_told_of_at_once(tmp_path):
    with read_only(tmp_path):
        there = finish(run("tests.server.hindered", "no-rights", tmp_path / "data" / "heorot.db", 2, 3))
    assert there == [["refused", "cli.unwritable"]]


@contextmanager
def read_only(*paths: Path) -> Iterator[None]:
    rights = [path.stat().st_mode for path in paths]
    for path in paths:
        path.chmod(0o555)
    try:
        yield
    finally:
        for path, right in zip(paths, rights, strict=True):
            path.chmod(right)


async def test_whoever_keeps_the_database_to_itself_is_waited_for(store, file):
    await make(store, "t")
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.5, other.execute, ["ROLLBACK"]).start()
        await asyncio.wait_for(store.append("t", 2, [said()]), 60)
        assert not other.in_transaction
    assert await seqs(store) == [1, 2]


async def test_who_keeps_it_for_too_long_is_told_of(file, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", ("busy_timeout = 1", *sqlite.PRAGMAS[1:]))
    store = await sqlite.open_sqlite(file)
    await make(store, "t")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            await store.append("t", 2, [said()])
        assert await seqs(store) == [1]
        other.execute("ROLLBACK")
    await store.append("t", 2, [said()])
    assert await seqs(store) == [1, 2]
    await store.close()


def test_the_disk_by_itself_is_measured(tmp_path):
    assert fsync_p95_ms(tmp_path, times=20) > 0
    assert list(tmp_path.iterdir()) == []
