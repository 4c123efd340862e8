"""`Store` in one SQLite file.

The write-ahead log is synced to the disk before a commit returns. Several processes may open the same file: writers
wait for the lock, and primary keys detect conflicting appends.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from heorot.server.store.backup import check_is_heorot_database, write_backup
from heorot.server.store.database import Database
from heorot.server.store.interface import StoreBroken, StoreBusy, StoreError, StoreFull, StoreReadOnly
from heorot.server.store.migrations import migrate
from heorot.server.store.worker_thread import ThreadedTransactions

READERS = 4
CHECKPOINT_ATTEMPTS = 5  # each waits for readers as long as SQLite's own busy timeout

PRAGMAS = (
    "busy_timeout = 5000",  # first, because the next pragmas may have to wait for a lock
    "journal_mode = WAL",
    "synchronous = FULL",  # sync the log at every commit
    "foreign_keys = ON",
    "temp_store = MEMORY",
    "secure_delete = ON",  # overwrite deleted data
)

DATA_ERRORS = {sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE}
STORE_ERRORS: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFull, "store.full"),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "store.read-only"),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "store.read-only"),
    sqlite3.SQLITE_BUSY: (StoreBusy, "store.busy"),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "store.busy"),
}


def translate_error(error: BaseException) -> StoreError | None:
    """Return the `StoreError` for an error of SQLite; None if only the data was wrong."""
    if isinstance(error, StoreError):
        return error
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    if code is None or code & 0xFF in DATA_ERRORS:
        return None
    kind, key = STORE_ERRORS.get(code & 0xFF, (StoreBroken, "store.broken"))
    return kind(key)


class SqliteStore(Database):
    """Tables in one file."""

    def __init__(self, file: Path, run_write: ThreadedTransactions, run_read: ThreadedTransactions) -> None:
        super().__init__(run_write, run_read, translate_error)
        self.file = file
        self.runners = (run_write, run_read)
        self.liveness_lock, self.was_only_server = acquire_liveness_lock(file)

    @asynccontextmanager
    async def startup_lock(self) -> AsyncIterator[bool]:
        yield self.was_only_server

    async def scrub(self) -> None:
        """Truncate the write-ahead log, which holds old copies; the file itself overwrites deleted data. Unused bytes
        of a split page may still hold a copy: removing them would need a rewrite of the whole file, and block everyone.
        Backups are complete rewrites."""
        for _ in range(CHECKPOINT_ATTEMPTS):
            if await asyncio.to_thread(truncate_wal, self.file):
                return
        raise StoreBusy("store.busy")

    async def size(self) -> int:
        """Return the size of the file and its write-ahead log, without free pages."""
        parts = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        used = sum(part.stat().st_size for part in parts if part.exists())
        return used - await asyncio.to_thread(free_bytes, self.file)

    async def backup(self, file: Path) -> None:
        await asyncio.to_thread(write_backup, self.file, file)

    async def close(self) -> None:
        await super().close()
        for runner in self.runners:
            await runner.close()
        if self.liveness_lock is not None:
            os.close(self.liveness_lock)
            self.liveness_lock = None


async def open_sqlite(file: Path) -> SqliteStore:
    """Open a database; create or migrate it first."""
    await asyncio.to_thread(prepare_file, file)
    run_write = ThreadedTransactions(make_write_engine(file), 1, translate_error)
    try:
        await run_write(partial(migrate, name=str(file)))
    except Exception as error:
        await run_write.close()
        if translated := translate_error(error):
            raise translated from error
        raise
    readers = make_engine(file, isolation_level="AUTOCOMMIT", pool_size=READERS, max_overflow=0)
    return SqliteStore(file, run_write, ThreadedTransactions(readers, READERS, translate_error))


def prepare_file(file: Path) -> None:
    """Create the private folder of the file and check that an existing file is a Heorot database."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnly("cli.unwritable", file=str(file.parent), detail=str(error)) from error
    try:
        check_is_heorot_database(file)
        restrict_permissions(file)
    except sqlite3.Error as error:
        raise translate_error(error) or error from None


def restrict_permissions(file: Path) -> None:
    """Make the file readable by its owner alone: it holds the hidden cards of every table. SQLite creates the log with
    the same mode."""
    with suppress(OSError):  # a read-only file is reported later
        file.touch(mode=0o600)
        file.chmod(0o600)


def acquire_liveness_lock(file: Path) -> tuple[int | None, bool]:
    """Take the lock that every server holds while it lives; return its handle and whether no other server held it."""
    try:
        sign = os.open(file.with_name(f"{file.name}-alive"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None, False
    try:
        fcntl.flock(sign, fcntl.LOCK_EX | fcntl.LOCK_NB)
        alone = True
    except OSError:
        alone = False
    with suppress(OSError):
        fcntl.flock(sign, fcntl.LOCK_SH)
    return sign, alone


def make_write_engine(file: Path) -> Engine:
    """Return an engine with one connection that takes the write lock at the start of each transaction, so that no lock
    upgrade can fail later."""
    engine = make_engine(file, pool_size=1, max_overflow=0)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def make_engine(file: Path, **options: Any) -> Engine:
    """Return an engine with our pragmas and without the implicit transactions of Python's sqlite3."""
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"isolation_level": None},
        pool_reset_on_return=None,  # every transaction ends explicitly, or its connection is discarded
        **options,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: object) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def free_bytes(file: Path) -> int:
    """Return the bytes of free pages: the file does not shrink when tables are deleted."""
    with closing(sqlite3.connect(file, timeout=5)) as connection:
        pages: int = connection.execute("PRAGMA freelist_count").fetchone()[0]
        size: int = connection.execute("PRAGMA page_size").fetchone()[0]
    return pages * size


def truncate_wal(file: Path) -> bool:
    """Checkpoint and truncate the write-ahead log; return False if readers prevented it."""
    with closing(sqlite3.connect(file, timeout=5)) as connection:
        busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy
