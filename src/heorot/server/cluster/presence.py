"""That a node lives, as PostgreSQL knows it: a lock that all nodes share, and that goes with the connection of each,
however the node ends. Who finds nobody there was preceded by an outage, were it as short as a restart."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

log = structlog.get_logger()

LIVING = {"key": 0x48656F73}  # "Heos": the lock of all who live
PULSE = 5.0  # seconds between two looks whether the connection is still there
AGAIN = 0.1  # seconds until a lock that is kept is tried again
LATER = 2.0  # seconds until there is a connection again, perhaps
ALONE = text("SELECT pg_try_advisory_lock(:key)")
AMONG_OTHERS = text("SELECT pg_try_advisory_lock_shared(:key)")
LET_OTHERS_IN = text("SELECT pg_advisory_unlock(:key)")
STILL_THERE = text("SELECT 1")


class Presence:
    """Of this node, on a connection of its own. While that is lost, others may take the node for dead: then some
    seconds are charged to nobody, and that is all."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None
        self.staying: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def beginning(self) -> AsyncIterator[bool]:
        """Whether no other node is there; none is let in before the end of this."""
        self.connection = await self.engine.connect()
        alone = bool(await self.connection.scalar(ALONE, LIVING))
        if not alone:
            await self.join(self.connection)
        try:
            yield alone
        except BaseException:
            await self.hang_up()  # and others are let in
            raise
        if alone:
            await self.let_others_in(self.connection)
        self.staying = asyncio.create_task(self.stay())

    async def join(self, connection: AsyncConnection) -> None:
        """Among others; not before the first of them is through with its beginning."""
        while not await connection.scalar(AMONG_OTHERS, LIVING):
            await asyncio.sleep(AGAIN)

    async def let_others_in(self, connection: AsyncConnection) -> None:
        """Live on as one of them. A connection that was lost meanwhile has let them in already."""
        with suppress(Exception):
            await self.join(connection)
            await connection.scalar(LET_OTHERS_IN, LIVING)

    async def stay(self) -> None:
        """Until the end, over whatever connection there is."""
        while True:
            try:
                if self.connection is None:
                    self.connection = await self.engine.connect()
                    await self.join(self.connection)
                await asyncio.sleep(PULSE)
                await self.connection.scalar(STILL_THERE)
            except Exception as error:
                log.warning("presence.lost", error=type(error).__name__)
                await self.hang_up()
                await asyncio.sleep(LATER)

    async def hang_up(self) -> None:
        """Whatever is left of the connection."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close()

    async def close(self) -> None:
        """The node ends."""
        if self.staying is not None:
            self.staying.cancel()
            await asyncio.gather(self.staying, return_exceptions=True)
        await self.hang_up()
        await self.engine.dispose()
