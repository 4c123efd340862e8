"""One writer for all: whatever waits is committed together, since the disk takes as long for many as for one.

Everyone who writes waits for the commit that holds their own work. Only then is it safe, and only then may anybody be
told of it. What fails by its own fault (a number that is taken) fails alone; what the disk refuses fails with all that
was to be committed with it, and nothing of that is stored.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from heorot.server import queries
from heorot.server.queries import Append
from heorot.server.store import StoreBusy, StoreClosed, StoreError

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
Trouble = Callable[[BaseException], StoreError | None]  # what an error says of the disk; nothing if of something else

MOST_AT_ONCE = 500  # in one transaction: what comes later need not wait for more than these
PATIENCE = 5  # times that a database kept by another process is tried again, beyond the time that it waits itself


@dataclass(frozen=True, slots=True)
class Job:
    """Some work, who waits for it, and how to find out why it cannot be done."""

    work: Work[Any]
    done: asyncio.Future[Any]
    append: Append | None = None  # can be done together with others of its kind
    why_not: Work[Exception] | None = None


Way = Callable[[AsyncConnection, Sequence[Job]], Awaitable[list[Any]]]  # to do all of a batch


class Writer:
    """Takes work from many and commits it, one transaction after the other."""

    def __init__(self, engine: AsyncEngine, trouble: Trouble) -> None:
        self.engine = engine
        self.trouble = trouble
        self.commits = 0
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    async def append(self, append: Append) -> None:
        """Append events; returns when they are on the disk."""
        await self._wait_for(
            partial(queries.append_all, appends=[append]), append, partial(queries.why_not, append=append)
        )

    async def do(self, work: Work[T], why_not: Work[Exception] | None = None) -> T:
        """Any other work; returns what it gave when its effects are on the disk."""
        done: T = await self._wait_for(work, None, why_not)
        return done

    async def close(self) -> None:
        """Finish what was accepted."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)
        await asyncio.shield(self._task)

    async def _wait_for(self, work: Work[Any], append: Append | None, why_not: Work[Exception] | None) -> Any:
        if self._closed:
            raise StoreClosed("store.closed")
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Job(work, done, append, why_not))
        return await done

    async def _run(self) -> None:
        """Until closed: take all that waits, commit it, tell those who wait."""
        while (first := await self._queue.get()) is not None:
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                if (job := self._queue.get_nowait()) is None:
                    self._queue.put_nowait(None)
                    break
                batch.append(job)
            await self._finish([job for job in batch if not job.done.done()])  # some may have given up

    async def _finish(self, batch: Sequence[Job]) -> None:
        """Commit a batch and give everyone their outcome."""
        try:
            outcomes = await self._store(batch)
        except Exception as error:
            outcomes = [Failure(told_of(self.trouble(error), error)) for _ in batch]  # each has its own
        for job, outcome in zip(batch, outcomes, strict=True):
            settle(job.done, outcome)

    async def _store(self, batch: Sequence[Job]) -> list[Any]:
        """Quickly, as if all were well; if something is not, again with care."""
        try:
            return await self._commit(quickly, batch)
        except Exception as error:
            if self.trouble(error):
                raise
            return await self._commit(self._carefully, batch)

    async def _commit(self, way: Way, batch: Sequence[Job]) -> list[Any]:
        """One transaction; while another process keeps the database to itself, wait and try again."""
        for _ in range(PATIENCE):
            try:
                return await self._transaction(way, batch)
            except DBAPIError as error:
                if not isinstance(self.trouble(error), StoreBusy):
                    raise
        return await self._transaction(way, batch)

    async def _transaction(self, way: Way, batch: Sequence[Job]) -> list[Any]:
        """All of it or nothing. After an error of the disk the connection is given up: the next one begins clean."""
        async with self.engine.connect() as connection:
            try:
                async with connection.begin():
                    outcomes = await way(connection, batch)
                self.commits += 1
                return outcomes
            except Exception as error:
                if self.trouble(error):
                    await connection.invalidate()
                raise

    async def _carefully(self, connection: AsyncConnection, batch: Sequence[Job]) -> list[Any]:
        return [await self._alone(connection, job) for job in batch]

    async def _alone(self, connection: AsyncConnection, job: Job) -> Any:
        """One job within a savepoint: what goes wrong by its own fault is its outcome, and the others go on."""
        try:
            async with connection.begin_nested():
                return await job.work(connection)
        except Exception as error:
            if self.trouble(error):
                raise
            why = await job.why_not(connection) if job.why_not and isinstance(error, IntegrityError) else None
            return Failure(told_of(why, error))


@dataclass(frozen=True, slots=True)
class Failure:
    """The outcome of a job that failed alone."""

    error: Exception


async def quickly(connection: AsyncConnection, batch: Sequence[Job]) -> list[Any]:
    """All in their order, appends that follow each other together."""
    outcomes: list[Any] = []
    for together, jobs in groupby(batch, key=lambda job: job.append is not None):
        if together:
            appends = [job.append for job in jobs if job.append]
            await queries.append_all(connection, appends)
            outcomes += [None] * len(appends)
        else:
            outcomes += [await job.work(connection) for job in jobs]
    return outcomes


def told_of(told: Exception | None, error: Exception) -> Exception:
    """What is told, with the error behind it; the error itself if there is nothing to tell."""
    if told is None or told is error:
        return error
    told.__cause__ = error
    return told


def settle(done: asyncio.Future[Any], outcome: Any) -> None:
    """Tell who waits, unless they have gone."""
    if done.done():
        return
    if isinstance(outcome, Failure):
        done.set_exception(outcome.error)
    else:
        done.set_result(outcome)
