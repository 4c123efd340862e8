"""Full and read-only disks: a clear error, nothing is partly stored, and the store recovers."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from heorot.server.store import sqlite
from heorot.server.store.disk_speed import fsync_p95_ms
from heorot.server.store.interface import StoreBusy, StoreFull, StoreReadOnly
from heorot.server.store.sqlite import SqliteStore
from tests.server.store.test_concurrent_writes import contents, outcomes
from tests.server.support.processes.launch import finish, run, stored
from tests.server.support.rows import event_bodies, make_tables, new_event, seqs, summary, token_row
from tests.support.patience import PATIENCE

RESTRICTED = "tests.server.support.processes.append_restricted"


@contextmanager
def pragma(store: SqliteStore, command: str) -> Iterator[None]:
    """Run a pragma on every new connection of the writer, and discard the old connection."""

    def set_up(connection, _) -> None:
        connection.execute(f"PRAGMA {command}").close()

    event.listen(store.runners[0].engine, "connect", set_up)
    try:
        yield
    finally:
        event.remove(store.runners[0].engine, "connect", set_up)


@pytest.fixture
async def tables(store: SqliteStore) -> SqliteStore:
    """Return a store with two tables whose writer has no connection yet."""
    await make_tables(store, "t", "u")
    store.runners[0].engine.dispose()
    return store


async def test_full_database_acknowledges_nothing_until_it_has_space(tables):
    with pragma(tables, "max_page_count = 20"):
        results = await outcomes(
            tables.append("t", 2, [new_event("x" * 200_000)], summary("new"), [token_row()]),
            tables.append("u", 2, [new_event("small")]),
        )
        assert [type(outcome) for outcome in results] == [StoreFull, StoreFull]
        assert (await seqs(tables, "t"), await seqs(tables, "u"), await tables.list_tokens("t")) == ([1], [1], [])
        await tables.append("u", 2, [new_event("small")])
        with pytest.raises(StoreFull):
            await tables.append("t", 2, [new_event("x" * 200_000)])
    await tables.append("t", 2, [new_event("x" * 200_000)])
    assert (await seqs(tables, "t"), await seqs(tables, "u")) == ([1, 2], [1, 2])


async def test_a_read_only_database_is_reported_and_stays_readable(tables):
    with pragma(tables, "query_only = ON"):
        for _ in range(2):
            with pytest.raises(StoreReadOnly):
                await tables.append("t", 2, [new_event()])
        with pytest.raises(StoreReadOnly):
            await tables.ping()
        assert await event_bodies(tables, "t") == ["{}"]
    await tables.append("t", 2, [new_event()])
    assert await seqs(tables, "t") == [1, 2]


def test_a_file_size_limit_loses_no_acknowledged_event(file):
    """As with `ulimit -f`: the kernel truncates a write, then refuses it."""
    limited = finish(run("tests.server.support.processes.append_restricted", "small-files", file, 5, 1000))
    assert limited[-2] == ["failed", "store.broken"]
    assert 0 < len(stored(limited)) < 5000
    assert stored(limited) <= asyncio.run(contents(file, 5))
    again = stored(finish(run("tests.server.support.processes.append", file, 5, 10)))
    assert len(again) == 50
    assert stored(limited) | again <= asyncio.run(contents(file, 5))


@pytest.mark.parametrize("protect", ["folder", "file", "both"])
def test_a_read_only_file_or_folder_is_reported_when_opened(file, protect):
    finish(run("tests.server.support.processes.append", file, 2, 3))
    protected = {"folder": [file.parent], "file": [file], "both": [file, file.parent]}[protect]
    before = asyncio.run(contents(file, 2))
    with read_only(*protected):
        assert finish(run(RESTRICTED, "no-rights", file, 2, 3)) == [["refused", "store.read-only"]]
    assert asyncio.run(contents(file, 2)) == before


def test_a_folder_that_cannot_be_created_is_reported_when_opened(tmp_path):
    with read_only(tmp_path):
        output = finish(run(RESTRICTED, "no-rights", tmp_path / "data" / "heorot.db", 2, 3))
    assert output == [["refused", "cli.unwritable"]]


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


async def test_writes_wait_for_a_locked_database(store, file):
    await make_tables(store, "t")
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.5, other.execute, ["ROLLBACK"]).start()
        await asyncio.wait_for(store.append("t", 2, [new_event()]), PATIENCE)
        assert not other.in_transaction
    assert await seqs(store) == [1, 2]


async def test_a_database_locked_for_too_long_is_reported(file, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", ("busy_timeout = 1", *sqlite.PRAGMAS[1:]))
    store = await sqlite.open_sqlite(file)
    await make_tables(store, "t")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            await store.append("t", 2, [new_event()])
        assert await seqs(store) == [1]
        other.execute("ROLLBACK")
    await store.append("t", 2, [new_event()])
    assert await seqs(store) == [1, 2]
    await store.close()


def test_disk_sync_time_is_measured(tmp_path):
    assert fsync_p95_ms(tmp_path, times=20) > 0
    assert list(tmp_path.iterdir()) == []
