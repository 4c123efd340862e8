"""`Store` in a PostgreSQL database that any number of nodes share.

A commit returns once it is on the database's disk. NOTIFY is part of the transaction, so that a node that receives it
always finds the events.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy import URL, Connection, Engine, Executable, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import greenlet_spawn

from heorot.engine.errors import HeorotError
from heorot.server.cluster.bus import RemoteBus, encode_update
from heorot.server.cluster.presence import Presence
from heorot.server.store.database import Changes, Database, notify_nobody
from heorot.server.store.interface import (
    VERSION,
    StoreBroken,
    StoreBusy,
    StoreError,
    StoreForeign,
    StoreFull,
    StoreReadOnly,
)
from heorot.server.store.migrations import migrate, version_of
from heorot.server.store.writer import Operation

T = TypeVar("T")

CHANNEL = "heorot"  # of NOTIFY between nodes
READERS = 8
COMMAND_TIMEOUT = 10.0  # seconds
KEEPALIVE_INTERVAL = 5.0  # seconds without a notification until the connection is tested
MAX_ATTEMPTS = 3  # of a transaction whose connection is lost before the commit
MIGRATION_LOCK = 0x48656F72  # "Heor": key of the advisory lock of schema changes

SESSION_SETTINGS = {
    "application_name": "heorot",
    "default_transaction_isolation": "read committed",  # after waiting for a lock, see the other node's changes
    "synchronous_commit": "on",  # sync at every commit, whatever the database's default
    "lock_timeout": "2s",  # a stalled node must not block the others,
    "idle_in_transaction_session_timeout": "5s",  # and its transaction is aborted
    "tcp_keepalives_idle": "5",  # detect a dead machine soon
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
DATA_ERROR_CLASSES = ("22", "23")  # classes of SQLSTATE: data exception, constraint violation
STORE_ERRORS: dict[str, tuple[type[StoreError], str]] = {
    "53100": (StoreFull, "store.full"),
    "25006": (StoreReadOnly, "store.read-only"),
    "40001": (StoreBusy, "store.busy"),
    "40P01": (StoreBusy, "store.busy"),  # deadlock
    "55P03": (StoreBusy, "store.busy"),
}
NOTIFY = text("SELECT pg_notify(:channel, word) FROM unnest(CAST(:words AS text[])) AS word")
ACQUIRE_LEASES = text("""
    INSERT INTO leases AS held (table_id, thought, holder, until)
    SELECT :table, thought, :holder, clock_timestamp() + make_interval(secs => :seconds)
    FROM unnest(CAST(:thoughts AS text[])) AS thought ORDER BY thought
    ON CONFLICT (table_id, thought) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE held.holder = excluded.holder OR held.until < clock_timestamp()
    RETURNING thought
""")
DELETE_EXPIRED_LEASES = text("DELETE FROM leases WHERE until < clock_timestamp() - interval '1 minute'")
DATABASE_SIZE = text("SELECT pg_database_size(current_database())")
DELETE_LEASES = text("DELETE FROM leases WHERE table_id = :table")
VACUUM = text("VACUUM (SKIP_LOCKED) events, tables, tokens, transfers, notices, leases")
ADVISORY_LOCK = text("SELECT pg_advisory_xact_lock(:key)")


def translate_error(error: BaseException) -> StoreError | None:
    """Return the `StoreError` for an error of PostgreSQL; None if only the data was wrong."""
    if isinstance(error, StoreError):
        return error
    state: str | None = getattr(getattr(error, "orig", error), "sqlstate", None)
    if state is None:
        return StoreBroken("store.broken") if is_connection_loss(error) else None
    if state.startswith(DATA_ERROR_CLASSES):
        return None
    kind, key = STORE_ERRORS.get(state, (StoreBroken, "store.broken"))
    return kind(key)


def is_connection_loss(error: BaseException) -> bool:
    """Return whether the connection is lost or could not be made."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated or is_connection_loss(error.orig)
            if error.orig
            else error.connection_invalidated
        )
    state = getattr(error, "sqlstate", None) or ""
    silent = isinstance(error, OSError | TimeoutError | SQLAlchemyError) or "Interface" in type(error).__name__
    return silent or state.startswith(("08", "57P"))


# ---- Transactions --------------------------------------------------------------------------------------------------


class TransactionAttempt(Generic[T]):
    """One attempt of a transaction, with a flag whether its commit has begun. Runs in a single greenlet switch: a
    switch for each statement costs as much as the statement."""

    def __init__(self, operation: Operation[T]) -> None:
        self.operation = operation
        self.committing = False

    def run(self, engine: Engine) -> T:
        with engine.connect() as connection:
            result = self.operation(connection)
            self.committing = True
            connection.commit()
            return result


class AsyncTransactions:
    """Run each operation as one transaction. A transaction that loses its connection before the commit is retried; one
    that loses it during the commit may be stored, so it raises."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def __call__(self, operation: Operation[T], /) -> T:
        for left in reversed(range(MAX_ATTEMPTS)):
            attempt = TransactionAttempt(operation)
            try:
                return await greenlet_spawn(attempt.run, self.engine.sync_engine)
            except Exception as error:
                if attempt.committing or not left or not is_connection_loss(error):
                    raise
        raise AssertionError

    async def close(self) -> None:
        await self.engine.dispose()


# ---- The store -----------------------------------------------------------------------------------------------------


def notify(connection: Connection, changes: Changes) -> None:
    """Notify all nodes when the transaction commits."""
    connection.execute(NOTIFY, {"channel": CHANNEL, "words": [encode_update(table, seq) for table, seq in changes]})


class PostgresStore(Database):
    """Tables in a shared database."""

    def __init__(self, url: URL, notifying: bool) -> None:
        self.url = url
        run_write = AsyncTransactions(make_engine(url, pool_size=1, max_overflow=0))
        run_read = AsyncTransactions(make_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT"))
        super().__init__(run_write, run_read, translate_error, notify if notifying else notify_nobody)
        self.runners = (run_write, run_read)
        self.presence = Presence(make_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT"))

    def startup_lock(self) -> AbstractAsyncContextManager[bool]:
        return self.presence.startup_lock()

    async def acquire_leases(self, table: str, thoughts: Sequence[str], holder: str, seconds: float) -> list[str]:
        params = {"table": table, "thoughts": sorted(thoughts), "holder": holder, "seconds": seconds}
        return [row[0] for row in await self._fetch_all(ACQUIRE_LEASES, **params)]

    async def delete_expired_leases(self) -> None:
        await self._execute(DELETE_EXPIRED_LEASES)

    def _delete_table(self, connection: Connection, table: str) -> None:
        """Delete leases too: they have no foreign key, so that a lease never waits for a lock on its table."""
        connection.execute(DELETE_LEASES, {"table": table})
        super()._delete_table(connection, table)

    async def scrub(self) -> None:
        """Vacuum the tables, so that PostgreSQL reuses the space of deleted rows. Its log and backups are outside our
        control."""
        await self._execute(VACUUM)

    async def size(self) -> int:
        [(size,)] = await self._fetch_all(DATABASE_SIZE)
        return int(size)

    async def backup(self, file: Path) -> None:
        raise HeorotError("backup.postgres")

    async def close(self) -> None:
        await super().close()
        for closable in (*self.runners, self.presence):
            await closable.close()

    async def _execute(self, statement: Executable) -> None:
        """Run a statement without a result."""
        try:
            await self.run_read(lambda connection: connection.execute(statement) and None)
        except Exception as error:
            if translated := translate_error(error):
                raise translated from error
            raise


class PostgresBus(RemoteBus):
    """Listen for the store's notifications on a separate connection."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self.engine = make_engine(url, poolclass=NullPool)

    def publish(self, table: str, seq: int) -> None:
        """Do nothing: the store notifies with its commits."""

    async def receive(self) -> AsyncGenerator[str | None, None]:
        received: asyncio.Queue[str | None] = asyncio.Queue()
        async with self.engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            driver.add_termination_listener(lambda _: received.put_nowait(None))
            await driver.add_listener(CHANNEL, lambda *notification: received.put_nowait(notification[-1]))
            yield None
            while True:
                try:
                    async with asyncio.timeout(KEEPALIVE_INTERVAL):  # wait_for could swallow a cancellation
                        word = await received.get()
                except TimeoutError:
                    await driver.fetchval("SELECT 1")  # raises if the connection is lost
                    continue
                if word is None:
                    raise ConnectionResetError
                yield word

    async def stop(self) -> None:
        await super().stop()
        await self.engine.dispose()


async def open_postgres(address: str, notifying: bool = True) -> PostgresStore:
    """Open a database that `heorot migrate` has created or upgraded."""
    url = parse_url(address)
    store = PostgresStore(url, notifying)
    try:
        found = await store.run_read(version_of)
        if found != VERSION:
            key = "store.newer" if found is not None and found > VERSION else "store.older"
            raise StoreForeign(key, file=redacted(url), found=found or "0", known=VERSION)
    except Exception as error:
        await store.close()
        if reported := connection_error(url, error):
            raise reported from error
        raise
    return store


async def migrate_postgres(address: str) -> str:
    """Create or upgrade the schema, one process at a time; return its version."""
    url = parse_url(address)
    engine = create_async_engine(url, poolclass=NullPool)  # without timeouts
    try:
        async with engine.begin() as connection:
            await connection.execute(ADVISORY_LOCK, {"key": MIGRATION_LOCK})
            await connection.run_sync(partial(migrate, name=redacted(url)))
    except Exception as error:
        if reported := connection_error(url, error):
            raise reported from error
        raise
    finally:
        await engine.dispose()
    return VERSION


def connection_error(url: URL, error: BaseException) -> HeorotError | None:
    """Return why a database cannot be used, with its URL but without its password; None if `error` already says so."""
    if isinstance(error, HeorotError):
        return None
    detail = str(getattr(error, "orig", None) or error).partition(">: ")
    return HeorotError("store.unreachable", file=redacted(url), detail=detail[2] or detail[0] or type(error).__name__)


def parse_url(address: str) -> URL:
    """Return a parsed database URL; raise `HeorotError` if it is invalid."""
    try:
        return make_url(address)
    except (ArgumentError, ValueError) as error:
        raise HeorotError("settings.database", name="HEOROT_DATABASE") from error


def redacted(url: URL) -> str:
    """Return a URL without its password."""
    return url.render_as_string(hide_password=True)


def make_engine(url: URL, **options: Any) -> AsyncEngine:
    """Return an engine with our session settings and timeouts."""
    connect_args = {"server_settings": SESSION_SETTINGS, "command_timeout": COMMAND_TIMEOUT, "timeout": COMMAND_TIMEOUT}
    return create_async_engine(url, connect_args=connect_args, **options)
