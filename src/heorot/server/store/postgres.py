"""A store in PostgreSQL, which any number of nodes share: how it is opened, and what its errors mean.

A commit returns when the database has it on its disk. Word of it goes to all nodes with the commit itself, or not at
all: who is told of an event finds it.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import greenlet_spawn

from heorot.engine.errors import HeorotError
from heorot.server.bus import Wire, word_of
from heorot.server.database import Database, News, tell_nobody
from heorot.server.migrations import migrate, version_of
from heorot.server.presence import Presence
from heorot.server.store import VERSION, StoreBroken, StoreBusy, StoreError, StoreForeign, StoreFull, StoreReadOnly
from heorot.server.writer import Work

T = TypeVar("T")

SCHEME = "postgresql+asyncpg"
CHANNEL = "heorot"  # on which nodes hear of each other's events
READERS = 8
PATIENCE = 10.0  # seconds for any answer
PULSE = 5.0  # seconds of silence after which one asks whether there is anybody
TRIES = 3  # to begin anew after a connection was lost
ONE_AT_A_TIME = 0x48656F72  # "Heor": the lock under which a schema is changed

SESSION = {
    "application_name": "heorot",
    "default_transaction_isolation": "read committed",  # who waited for another node sees what it did
    "synchronous_commit": "on",  # a commit returns when the disk has it, whatever the database does for others
    "lock_timeout": "2s",  # another node may have stopped in the middle of something,
    "idle_in_transaction_session_timeout": "5s",  # and then loses it
    "tcp_keepalives_idle": "5",  # or its whole machine: the database finds out soon
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
OWN_FAULT = ("22", "23")  # classes of states: wrong data, and constraints
TROUBLES: dict[str, tuple[type[StoreError], str]] = {
    "53100": (StoreFull, "store.full"),
    "25006": (StoreReadOnly, "store.read-only"),
    "40001": (StoreBusy, "store.busy"),
    "40P01": (StoreBusy, "store.busy"),  # two nodes waited for each other
    "55P03": (StoreBusy, "store.busy"),
}
TELL = text("SELECT pg_notify(:channel, word) FROM unnest(CAST(:words AS text[])) AS word")
LEASE = text("""
    INSERT INTO leases AS held (table_id, thought, holder, until)
    SELECT :table, thought, :holder, clock_timestamp() + make_interval(secs => :seconds)
    FROM unnest(CAST(:thoughts AS text[])) AS thought ORDER BY thought
    ON CONFLICT (table_id, thought) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE held.holder = excluded.holder OR held.until < clock_timestamp()
    RETURNING thought
""")
EXPIRE = text("DELETE FROM leases WHERE until < clock_timestamp() - interval '1 minute'")
SIZE = text("SELECT pg_database_size(current_database())")
GIVE_UP = text("DELETE FROM leases WHERE table_id = :table")
VACUUM = text("VACUUM (SKIP_LOCKED) events, tables, tokens, transfers, notices, leases")
LOCK = text("SELECT pg_advisory_xact_lock(:key)")


def trouble(error: BaseException) -> StoreError | None:
    """What an error says of the database; nothing if only the rows themselves were wrong."""
    if isinstance(error, StoreError):
        return error
    state: str | None = getattr(getattr(error, "orig", error), "sqlstate", None)
    if state is None:
        return StoreBroken("store.broken") if is_lost(error) else None
    if state.startswith(OWN_FAULT):
        return None
    kind, key = TROUBLES.get(state, (StoreBroken, "store.broken"))
    return kind(key)


def is_lost(error: BaseException) -> bool:
    """Whether nobody answers at the other end, or no longer."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or is_lost(error.orig) if error.orig else error.connection_invalidated
    state = getattr(error, "sqlstate", None) or ""
    silent = isinstance(error, OSError | TimeoutError | SQLAlchemyError) or "Interface" in type(error).__name__
    return silent or state.startswith(("08", "57P"))


# ---- The way there -------------------------------------------------------------------------------------------------


class Trip:
    """Work as one transaction, and whether it came as far as its commit. There and back at once: a change between the
    loop and SQLAlchemy for each step costs as much as the question itself."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.ending = False

    def go(self, engine: Engine) -> Any:
        with engine.connect() as connection:
            found = self.work(connection)
            self.ending = True
            connection.commit()
            return found


class Trips:
    """A whole transaction, while the event loop goes on. One that is lost before its end is begun anew; whether one
    that was lost at its very end is stored, only the database knows: that is told as a failure."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def __call__(self, work: Work[T], /) -> T:
        for left in reversed(range(TRIES)):
            trip = Trip(work)
            try:
                return await greenlet_spawn(trip.go, self.engine.sync_engine)
            except Exception as error:
                if trip.ending or not left or not is_lost(error):
                    raise
        raise AssertionError

    async def close(self) -> None:
        await self.engine.dispose()


# ---- The store -----------------------------------------------------------------------------------------------------


def tell(connection: Connection, news: News) -> None:
    """With the commit all nodes hear of it."""
    connection.execute(TELL, {"channel": CHANNEL, "words": [word_of(table, seq) for table, seq in news]})


class PostgresStore(Database):
    """Tables in a database that others use too."""

    def __init__(self, url: URL, notifying: bool) -> None:
        self.url = url
        writing = Trips(make_engine(url, pool_size=1, max_overflow=0))
        reading = Trips(make_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT"))
        super().__init__(writing, reading, trouble, tell if notifying else tell_nobody)
        self.ways = (writing, reading)
        self.presence = Presence(make_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT"))

    def beginning(self) -> AbstractAsyncContextManager[bool]:
        return self.presence.beginning()

    async def lease(self, table: str, thoughts: Sequence[str], holder: str, seconds: float) -> list[str]:
        given = {"table": table, "thoughts": sorted(thoughts), "holder": holder, "seconds": seconds}
        return [row[0] for row in await self._all(LEASE, **given)]

    async def expire(self) -> None:
        await self._do(EXPIRE)

    def _remove(self, connection: Connection, table: str) -> None:
        """Leases too: they are tied to no row, so that no lease waits for a table, and do not go by themselves."""
        connection.execute(GIVE_UP, {"table": table})
        super()._remove(connection, table)

    async def scrub(self) -> None:
        """What is deleted is given back to the database, which writes over it; its log and its copies are its own."""
        await self._do(VACUUM)

    async def size(self) -> int:
        [(size,)] = await self._all(SIZE)
        return int(size)

    async def backup(self, file: Path) -> None:
        raise HeorotError("backup.postgres")

    async def close(self) -> None:
        await super().close()
        for way in (*self.ways, self.presence):
            await way.close()

    async def _do(self, statement: Any) -> None:
        """Something without an answer."""
        try:
            await self.reading(lambda connection: connection.execute(statement) and None)
        except Exception as error:
            if told := trouble(error):
                raise told from error
            raise


class Notices(Wire):
    """What the store tells with its commits, heard on a connection of its own."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        self.engine = make_engine(url, poolclass=NullPool)

    def publish(self, table: str, seq: int) -> None:
        """The store has told everyone."""

    async def words(self) -> AsyncGenerator[str | None, None]:
        said: asyncio.Queue[str | None] = asyncio.Queue()
        async with self.engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            driver.add_termination_listener(lambda _: said.put_nowait(None))
            await driver.add_listener(CHANNEL, lambda *told: said.put_nowait(told[-1]))
            yield None
            while True:
                try:
                    async with asyncio.timeout(PULSE):  # wait_for may not notice that this is to end
                        word = await said.get()
                except TimeoutError:
                    await driver.fetchval("SELECT 1")  # or nobody is there
                    continue
                if word is None:
                    raise ConnectionResetError
                yield word

    async def end(self) -> None:
        await super().end()
        await self.engine.dispose()


async def open_postgres(address: str, notifying: bool = True) -> PostgresStore:
    """Open a database that `heorot migrate` has made or brought up to date."""
    url = url_of(address)
    store = PostgresStore(url, notifying)
    try:
        found = await store.reading(version_of)
        if found != VERSION:
            key = "store.newer" if found is not None and found > VERSION else "store.older"
            raise StoreForeign(key, file=shown(url), found=found or "0", known=VERSION)
    except Exception as error:
        await store.close()
        if told := unreachable(url, error):
            raise told from error
        raise
    return store


async def migrate_postgres(address: str) -> str:
    """Make a database ours, or bring it up to date, whoever else tries the same; its version."""
    url = url_of(address)
    engine = create_async_engine(url, poolclass=NullPool)  # which may take as long as it likes
    try:
        async with engine.begin() as connection:
            await connection.execute(LOCK, {"key": ONE_AT_A_TIME})
            await connection.run_sync(partial(migrate, name=shown(url)))
    except Exception as error:
        if told := unreachable(url, error):
            raise told from error
        raise
    finally:
        await engine.dispose()
    return VERSION


def unreachable(url: URL, error: BaseException) -> HeorotError | None:
    """Why a database cannot be used at all, with its name and without its password."""
    if isinstance(error, HeorotError):
        return None
    detail = str(getattr(error, "orig", None) or error).partition(">: ")
    return HeorotError("store.unreachable", file=shown(url), detail=detail[2] or detail[0] or type(error).__name__)


def url_of(address: str) -> URL:
    """The address of a database."""
    try:
        return make_url(address)
    except (ArgumentError, ValueError) as error:
        raise HeorotError("settings.database", name="HEOROT_DATABASE") from error


def shown(url: URL) -> str:
    """An address as it may be told."""
    return url.render_as_string(hide_password=True)


def make_engine(url: URL, **options: Any) -> AsyncEngine:
    """Connections as we want them."""
    told = {"server_settings": SESSION, "command_timeout": PATIENCE, "timeout": PATIENCE}
    return create_async_engine(url, connect_args=told, **options)
