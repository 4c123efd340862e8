"""A store in one SQLite file: how it is opened, and what its errors mean.

The write-ahead log is synced to the disk before a commit returns. Other processes may have the same file open: a
writer waits for its turn, and the primary keys find whoever was first.
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

from heorot.server.backup import check_ours, copy_out
from heorot.server.database import Database
from heorot.server.migrations import migrate
from heorot.server.store import StoreBroken, StoreBusy, StoreError, StoreFull, StoreReadOnly
from heorot.server.threads import Threads

READERS = 4
PATIENCE = 5  # times that the log is tried again while others read it, beyond the time that SQLite waits itself

PRAGMAS = (
    "busy_timeout = 5000",  # first: the others may have to wait too
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit returns when the disk has it
    "foreign_keys = ON",
    "temp_store = MEMORY",
    "secure_delete = ON",  # what a person wants forgotten is overwritten
)

OWN_FAULT = {sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE}
TROUBLES: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFull, "store.full"),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "store.read-only"),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "store.read-only"),
    sqlite3.SQLITE_BUSY: (StoreBusy, "store.busy"),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "store.busy"),
}


def trouble(error: BaseException) -> StoreError | None:
    """What an error of SQLite says of the disk; nothing if only the rows themselves were wrong."""
    if isinstance(error, StoreError):
        return error
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    if code is None or code & 0xFF in OWN_FAULT:
        return None
    kind, key = TROUBLES.get(code & 0xFF, (StoreBroken, "store.broken"))
    return kind(key)


class SqliteStore(Database):
    """Tables in one file."""

    def __init__(self, file: Path, writing: Threads, reading: Threads) -> None:
        super().__init__(writing, reading, trouble)
        self.file = file
        self.ways = (writing, reading)
        self.sign, self.was_alone = sign_of_life(file)

    @asynccontextmanager
    async def beginning(self) -> AsyncIterator[bool]:
        yield self.was_alone

    async def scrub(self) -> None:
        """What is deleted is overwritten in the file itself; the log, which has older copies, is emptied into it. Where
        a page was split, bytes between its rows that are not used may hold copies still: only to write the whole file
        anew would remove them, and everyone would wait for that. Backups are written anew."""
        for _ in range(PATIENCE):
            if await asyncio.to_thread(emptied, self.file):
                return
        raise StoreBusy("store.busy")

    async def size(self) -> int:
        """The file and its write-ahead log, less what is free in it for other tables."""
        parts = (self.file, self.file.with_name(f"{self.file.name}-wal"))
        used = sum(part.stat().st_size for part in parts if part.exists())
        return used - await asyncio.to_thread(free_bytes, self.file)

    async def backup(self, file: Path) -> None:
        await asyncio.to_thread(copy_out, self.file, file)

    async def close(self) -> None:
        await super().close()
        for way in self.ways:
            await way.close()
        if self.sign is not None:
            os.close(self.sign)
            self.sign = None


async def open_sqlite(file: Path) -> SqliteStore:
    """Open a database, after making it or bringing it up to date."""
    await asyncio.to_thread(prepare, file)
    writing = Threads(writing_engine(file), 1, trouble)
    try:
        await writing(partial(migrate, name=str(file)))
    except Exception as error:
        await writing.close()
        if told := trouble(error):
            raise told from error
        raise
    return SqliteStore(file, writing, Threads(reading_engine(file), READERS, trouble))


def prepare(file: Path) -> None:
    """A folder for the file, which nobody else may look into; what is there already must be ours."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreReadOnly("cli.unwritable", file=str(file.parent), detail=str(error)) from error
    try:
        check_ours(file)
        keep_private(file)
    except sqlite3.Error as error:
        raise trouble(error) or error from None


def keep_private(file: Path) -> None:
    """It holds the hidden cards of every table: whatever the folder is like, nobody else may read it, nor its log,
    which is made like it."""
    with suppress(OSError):  # a file that can only be read is told of later
        file.touch(mode=0o600)
        file.chmod(0o600)


def sign_of_life(file: Path) -> tuple[int | None, bool]:
    """A lock that every server holds for as long as it lives, however it dies, and whether nobody else held it."""
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


def writing_engine(file: Path) -> Engine:
    """One connection. It asks for the right to write at the very beginning, and not when it may be too late."""
    engine = make_engine(file, pool_size=1, max_overflow=0)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def reading_engine(file: Path) -> Engine:
    """A few connections. Every question is a transaction of its own."""
    return make_engine(file, isolation_level="AUTOCOMMIT", pool_size=READERS, max_overflow=0)


def make_engine(file: Path, **options: Any) -> Engine:
    """Connections as we want them; Python's own idea of when a transaction begins is switched off."""
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        connect_args={"isolation_level": None},
        pool_reset_on_return=None,  # each transaction is ended where it began, or its connection given up
        **options,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: object) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def free_bytes(file: Path) -> int:
    """What deleted tables have left: the file does not become smaller, but new ones go there."""
    with closing(sqlite3.connect(file, timeout=5)) as connection:
        pages: int = connection.execute("PRAGMA freelist_count").fetchone()[0]
        size: int = connection.execute("PRAGMA page_size").fetchone()[0]
    return pages * size


def emptied(file: Path) -> bool:
    """Whether the write-ahead log could be emptied into the file: not while others read what stands in it."""
    with closing(sqlite3.connect(file, timeout=5)) as connection:
        busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy
