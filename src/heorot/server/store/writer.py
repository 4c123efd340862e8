"""Group commit: one writer task commits all queued jobs in one transaction, because the disk syncs many as fast as one.

A caller waits until the transaction with its own job is committed; only then may the result be broadcast. A job that
fails by itself (such as a taken sequence number) fails alone. An error of the disk or the database fails the whole
batch, and nothing of the batch is stored.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from heorot.server.store import queries
from heorot.server.store.interface import StoreBusy, StoreClosed, StoreError
from heorot.server.store.queries import Append

T = TypeVar("T")
Operation = Callable[[Connection], T]
AppendAll = Callable[[Connection, Sequence[Append]], None]  # stores several appends in one transaction
TranslateError = Callable[[BaseException], StoreError | None]  # None: the error is not the database's or the disk's

MAX_BATCH = 500  # jobs in one transaction; bounds the wait of later jobs
BUSY_RETRIES = 5  # after the database's own lock timeout


class RunTransaction(Protocol):
    """Run an operation as one transaction without blocking the event loop."""

    def __call__(self, work: Operation[T], /) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class Job:
    """One operation, the future of its caller, and how to explain its failure."""

    work: Operation[object]
    done: asyncio.Future[Any]
    append: Append | None = None  # set if the job can be batched with other appends
    explain_error: Operation[Exception] | None = None  # returns a better error after an integrity error


@dataclass(frozen=True, slots=True)
class FailedJob:
    """Outcome of a job that failed."""

    error: Exception


class Writer:
    """Queue of write operations, committed one transaction after the other."""

    def __init__(
        self,
        run_transaction: RunTransaction,
        translate_error: TranslateError,
        append_all: AppendAll = queries.append_all,
    ) -> None:
        self.run_transaction = run_transaction
        self.translate_error = translate_error
        self.append_all = append_all
        self.commits = 0
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._closed = False
        self._task = asyncio.create_task(self._process_queue())

    async def append(self, append: Append) -> None:
        """Append events; return once they are on the disk."""
        await self._enqueue(
            lambda connection: self.append_all(connection, [append]),
            append,
            partial(queries.explain_append_error, append=append),
        )

    async def run(self, work: Operation[T], explain_error: Operation[Exception] | None = None) -> T:
        """Run any other operation; return its result once its effects are on the disk."""
        return await self._enqueue(work, None, explain_error)

    async def close(self) -> None:
        """Commit all queued jobs and accept no more."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)
        await asyncio.shield(self._task)

    async def _enqueue(
        self, work: Operation[T], append: Append | None, explain_error: Operation[Exception] | None
    ) -> T:
        if self._closed:
            raise StoreClosed("store.closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Job(work, done, append, explain_error))
        return await done

    async def _process_queue(self) -> None:
        """Until closed: take all queued jobs, commit them as one batch, resolve their futures."""
        while (first := await self._queue.get()) is not None:
            batch = [first]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                if (job := self._queue.get_nowait()) is None:
                    self._queue.put_nowait(None)
                    break
                batch.append(job)
            await self._commit_batch([job for job in batch if not job.done.done()])  # skip cancelled callers

    async def _commit_batch(self, batch: Sequence[Job]) -> None:
        """Commit a batch and resolve the future of every job."""
        try:
            outcomes = await self._commit_jobs(batch)
        except Exception as error:
            outcomes = [FailedJob(with_cause(self.translate_error(error), error)) for _ in batch]  # one exception each
        for job, outcome in zip(batch, outcomes, strict=True):
            settle(job.done, outcome)

    async def _commit_jobs(self, batch: Sequence[Job]) -> list[object]:
        """Run the batch on the fast path; after an error of a single job run each job in its own savepoint."""
        try:
            return await self._run_with_retries(partial(run_batched, batch=batch, append_all=self.append_all))
        except Exception as error:
            if self.translate_error(error):
                raise
            return await self._run_with_retries(
                lambda connection: [run_in_savepoint(connection, job, self.translate_error) for job in batch]
            )

    async def _run_with_retries(self, work: Operation[list[object]]) -> list[object]:
        """Run one transaction; retry while another process holds the database lock."""
        for left in reversed(range(BUSY_RETRIES + 1)):
            try:
                outcomes = await self.run_transaction(work)
                break
            except Exception as error:
                if not left or not isinstance(self.translate_error(error), StoreBusy):
                    raise
        self.commits += 1
        return outcomes


# ---- Within a transaction ------------------------------------------------------------------------------------------


def run_batched(connection: Connection, batch: Sequence[Job], append_all: AppendAll) -> list[object]:
    """Run all jobs in order, adjacent appends with one statement for each kind of row."""
    outcomes: list[object] = []
    for are_appends, jobs in groupby(batch, key=lambda job: job.append is not None):
        if are_appends:
            appends = [job.append for job in jobs if job.append]
            append_all(connection, appends)
            outcomes += [None] * len(appends)
        else:
            outcomes += [job.work(connection) for job in jobs]
    return outcomes


def run_in_savepoint(connection: Connection, job: Job, translate_error: TranslateError) -> object:
    """Run one job; return a `FailedJob` instead of raising, so that the other jobs of the batch still commit."""
    try:
        with connection.begin_nested():
            return job.work(connection)
    except Exception as error:
        if translate_error(error):
            raise
        why = job.explain_error(connection) if job.explain_error and isinstance(error, IntegrityError) else None
        return FailedJob(with_cause(why, error))


# ---- Afterwards ----------------------------------------------------------------------------------------------------


def with_cause(translated: Exception | None, error: Exception) -> Exception:
    """Return the translated error with the original as its cause, or the original if there is no translation."""
    if translated is None or translated is error:
        return error
    translated.__cause__ = error
    return translated


def settle(done: asyncio.Future[Any], outcome: object) -> None:
    """Resolve the future of a caller, unless the caller was cancelled."""
    if done.done():
        return
    if isinstance(outcome, FailedJob):
        done.set_exception(outcome.error)
    else:
        done.set_result(outcome)
