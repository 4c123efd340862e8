"""A database that blocks whoever asks it, asked in threads of its own: one way there and back for a whole transaction.

(A driver that makes such a way of every statement was measured too: it takes half as much processor time again.)
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Engine

from heorot.server.writer import Trouble, Work

T = TypeVar("T")


class Threads:
    """As many connections as threads. After an error of the disk a connection is given up: the next begins clean."""

    def __init__(self, engine: Engine, threads: int, trouble: Trouble) -> None:
        self.engine = engine
        self.trouble = trouble
        self._threads = ThreadPoolExecutor(threads, "store")

    async def __call__(self, work: Work[T], /) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, work)

    def _do(self, work: Work[T]) -> T:
        with self.engine.connect() as connection:
            try:
                with connection.begin():
                    return work(connection)
            except Exception as error:
                if self.trouble(error):
                    connection.invalidate()
                raise

    async def close(self) -> None:
        """Wait for what is being done, then let go of the database."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self.engine.dispose)
