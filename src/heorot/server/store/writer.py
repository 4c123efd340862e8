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
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from heorot.server import queries
from heorot.server.queries import Append
from heorot.server.store import StoreBusy, StoreClosed, StoreError

T = TypeVar("T")
Work = Callable[[Connection], T]
Appending = Callable[[Connection, Sequence[Append]], None]  # many appends, stored together
Trouble = Callable[[BaseException], StoreError | None]  # what an error says of the disk; nothing if of something else

MOST_AT_ONCE = 500  # in one transaction: what comes later need not wait for more than these
PATIENCE = 5  # times that a database kept by another process is tried again, beyond the time that it waits itself


class Access(Protocol):
    """A way to the database: work is done there as one transaction, while the event loop goes on with other things."""

    def __call__(self, work: Work[T], /) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Job:
    """Some work, who waits for it, and how to find out why it cannot be done."""

    work: Work[Any]
    done: asyncio.Future[Any]
    append: Append | None = None  # can be done together with others of its kind
    why_not: Work[Exception] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """The outcome of a job that failed."""

    error: Exception


class Writer:
    """Takes work from many and commits it, one transaction after the other."""

    def __init__(self, access: Access, trouble: Trouble, appending: Appending = queries.append_all) -> None:
        self.access = access
        self.trouble = trouble
        self.appending = appending
        self.commits = 0
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    async def append(self, append: Append) -> None:
        """Append events; returns when they are on the disk."""
        await self._wait_for(
            lambda connection: self.appending(connection, [append]), append, partial(queries.why_not, append=append)
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
            return await self._commit(partial(quickly, batch=batch, appending=self.appending))
        except Exception as error:
            if self.trouble(error):
                raise
            return await self._commit(partial(carefully, batch=batch, trouble=self.trouble))

    async def _commit(self, work: Work[list[Any]]) -> list[Any]:
        """One transaction; while another process keeps the database to itself, wait and try again."""
        for left in reversed(range(PATIENCE + 1)):
            try:
                outcomes = await self.access(work)
                break
            except Exception as error:
                if not left or not isinstance(self.trouble(error), StoreBusy):
                    raise
        self.commits += 1
        return outcomes


# ---- Within a transaction ------------------------------------------------------------------------------------------


def quickly(connection: Connection, batch: Sequence[Job], appending: Appending) -> list[Any]:
    """All in their order, appends that follow each other together."""
    outcomes: list[Any] = []
    for together, jobs in groupby(batch, key=lambda job: job.append is not None):
        if together:
            appends = [job.append for job in jobs if job.append]
            appending(connection, appends)
            outcomes += [None] * len(appends)
        else:
            outcomes += [job.work(connection) for job in jobs]
    return outcomes


def carefully(connection: Connection, batch: Sequence[Job], trouble: Trouble) -> list[Any]:
    """One after the other, each within a savepoint of its own."""
    return [alone(connection, job, trouble) for job in batch]


def alone(connection: Connection, job: Job, trouble: Trouble) -> Any:
    """What goes wrong by its own fault is the outcome of a job, and the others go on."""
    try:
        with connection.begin_nested():
            return job.work(connection)
    except Exception as error:
        if trouble(error):
            raise
        why = job.why_not(connection) if job.why_not and isinstance(error, IntegrityError) else None
        return Failure(told_of(why, error))


# ---- Afterwards ----------------------------------------------------------------------------------------------------


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
