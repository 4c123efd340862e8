"""Transactions on a blocking database driver, run in worker threads: one thread hop for a whole transaction.

A driver that hops threads for every statement (aiosqlite) was measured to take half as much CPU time again.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Engine

from heorot.server.store.writer import Operation, TranslateError

T = TypeVar("T")


class ThreadedTransactions:
    """Run each operation as one transaction in a thread pool with one connection per thread. After an error of the disk
    the connection is discarded."""

    def __init__(self, engine: Engine, threads: int, translate_error: TranslateError) -> None:
        self.engine = engine
        self.translate_error = translate_error
        self._threads = ThreadPoolExecutor(threads, "store")

    async def __call__(self, operation: Operation[T], /) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run_operation, operation)

    def _run_operation(self, operation: Operation[T]) -> T:
        with self.engine.connect() as connection:
            try:
                with connection.begin():
                    return operation(connection)
            except Exception as error:
                if self.translate_error(error):
                    connection.invalidate()
                raise

    async def close(self) -> None:
        """Wait for running operations, then close all connections."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self.engine.dispose)
