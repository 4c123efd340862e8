"""Periodic cleanup of idle, abandoned and expired tables, and of expired codes; checks the disk usage."""

import asyncio
from contextlib import suppress

import structlog

from heorot.server.client_limits import Limits
from heorot.server.cluster.bus import RELOAD
from heorot.server.metrics import Metrics
from heorot.server.periodic import repeat
from heorot.server.protocol.errors import Refusal
from heorot.server.rooms.registry import Registry
from heorot.server.rooms.remote_updates import disconnect_all
from heorot.server.settings import Settings
from heorot.server.store.interface import TableRow
from heorot.server.table.events import Ended

log = structlog.get_logger()

ROUND_SECONDS = 60.0
BATCH = 100  # tables of each kind in one round, so that players never wait long
MEGABYTE, HOUR, DAY = 1_000_000, 3_600_000, 86_400_000  # bytes; milliseconds
NO_HASH = b""  # matches no code


class Cleanup:
    """Periodic worker. Failures are retried in the next round."""

    def __init__(self, registry: Registry, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.registry = registry
        self.context = registry.context
        self.settings = settings
        self.limits = limits
        self.metrics = metrics

    async def work(self) -> None:
        """Run until cancelled."""
        await repeat(self.run_round, self.context.clock, ROUND_SECONDS, "janitor.failed")

    async def run_round(self) -> None:
        """Run one round."""
        await self.check_disk()
        self.limits.evict()
        self.registry.evict_idle(self.settings.idle_seconds * 1000, self.settings.unused_seconds * 1000)
        await self.close_abandoned("open", self.settings.open_hours * HOUR)
        await self.close_abandoned("playing", self.settings.quiet_days * DAY)
        await self.delete_old()
        await self.context.store.take_transfer(NO_HASH, self.context.clock.now())  # also deletes expired codes

    async def check_disk(self) -> None:
        """Refuse new tables beyond the disk limit; running games continue."""
        size = await self.context.store.size()
        full = size >= self.settings.disk_mb * MEGABYTE
        self.metrics.store_bytes.set(size)
        if full != self.limits.full:
            log.warning("disk.full" if full else "disk.room", bytes=size)
        self.limits.full = full

    async def quiet_tables(self, status: tuple[str, ...], time: float) -> list[TableRow]:
        """Return tables that have not changed for this many milliseconds."""
        before = self.context.clock.now() - int(time)
        return await self.context.store.unchanged_since(before, status, BATCH)

    # ---- Abandoned tables -----------------------------------------------------------------------------------------

    async def close_abandoned(self, status: str, time: float) -> None:
        """End tables that nobody continues."""
        for row in await self.quiet_tables((status,), time):
            try:
                if await self.close(row, status):
                    log.info("table.abandoned", table=row.id, status=status)
            except Exception as error:  # an unreadable table must not stop the round
                log.error("table.unreadable", table=row.id, exc_info=error)

    async def close(self, row: TableRow, status: str) -> bool:
        """End a table, unless it has changed meanwhile; return whether it was ended."""
        room = await self.registry.room(row.id)
        async with room.lock:
            table, now = await room.current(), await self.context.store.find_table(row.id)
            if table.status != status or now is None or now.changed_at != row.changed_at:
                return False
            await room.commit(lambda table: (Ended(why="abandoned"),) if table.status == status else ())
        return True

    # ---- Finished tables ------------------------------------------------------------------------------------------

    async def delete_old(self) -> None:
        """Delete tables that have been finished for long, and disconnect their clients."""
        old = await self.quiet_tables(("over", "ended"), self.settings.keep_days * DAY)
        for row in old:
            with suppress(Refusal):  # another node deleted it first
                await self.delete(row.id)
                log.info("table.deleted", table=row.id)
            await asyncio.sleep(0)
        if old:
            await self.context.store.scrub()

    async def delete(self, id: str) -> None:
        """Delete one table and everything that belongs to it."""
        room = await self.registry.room(id)
        async with room.lock:
            await self.context.store.delete(id)
            self.registry.rooms.pop(id, None)
            self.context.bus.publish(id, RELOAD)
            disconnect_all(room)
