"""Liveness of other nodes: an advisory lock in PostgreSQL that all nodes share and lose with their connection.

A node that finds the lock free was preceded by an outage, however short.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

log = structlog.get_logger()

LOCK_KEY = {"key": 0x48656F73}  # "Heos"
PROBE_SECONDS = 5.0  # between two probes of the connection
LOCK_RETRY_SECONDS = 0.1
RECONNECT_SECONDS = 2.0
LOCK_EXCLUSIVE = text("SELECT pg_try_advisory_lock(:key)")
LOCK_SHARED = text("SELECT pg_try_advisory_lock_shared(:key)")
UNLOCK_EXCLUSIVE = text("SELECT pg_advisory_unlock(:key)")
PROBE = text("SELECT 1")


class Presence:
    """Hold the lock of this node on a dedicated connection. While that is lost other nodes may take it for dead; then
    some seconds are charged to nobody."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None
        self.keeper: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def startup_lock(self) -> AsyncIterator[bool]:
        """Yield whether no other node is alive. If so, no other node can start before this block ends."""
        self.connection = await self.engine.connect()
        alone = bool(await self.connection.scalar(LOCK_EXCLUSIVE, LOCK_KEY))
        if not alone:
            await self.lock_shared(self.connection)
        try:
            yield alone
        except BaseException:
            await self.disconnect()  # which releases the lock
            raise
        if alone:
            await self.downgrade(self.connection)
        self.keeper = asyncio.create_task(self.keep())

    async def lock_shared(self, connection: AsyncConnection) -> None:
        """Acquire the lock as one of several nodes; waits while another node starts alone."""
        while not await connection.scalar(LOCK_SHARED, LOCK_KEY):
            await asyncio.sleep(LOCK_RETRY_SECONDS)

    async def downgrade(self, connection: AsyncConnection) -> None:
        """Exchange the exclusive lock for a shared one. A connection lost meanwhile has released it already."""
        with suppress(Exception):
            await self.lock_shared(connection)
            await connection.scalar(UNLOCK_EXCLUSIVE, LOCK_KEY)

    async def keep(self) -> None:
        """Keep the lock until cancelled, reconnecting as needed."""
        while True:
            try:
                if self.connection is None:
                    self.connection = await self.engine.connect()
                    await self.lock_shared(self.connection)
                await asyncio.sleep(PROBE_SECONDS)
                await self.connection.scalar(PROBE)
            except Exception as error:
                log.warning("presence.lost", error=type(error).__name__)
                await self.disconnect()
                await asyncio.sleep(RECONNECT_SECONDS)

    async def disconnect(self) -> None:
        """Close the connection, which releases the lock."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close()

    async def close(self) -> None:
        """Release the lock and dispose of the engine."""
        if self.keeper is not None:
            self.keeper.cancel()
            await asyncio.gather(self.keeper, return_exceptions=True)
        await self.disconnect()
        await self.engine.dispose()
