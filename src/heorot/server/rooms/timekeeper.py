"""Supervision of clocks: let a bot answer for a player who is out of time, and charge nobody for outages.

While clocks run, each server stores a heartbeat every few seconds. The time between the last heartbeat of any server
and the next start is an outage, which is stored at every table with running clocks before anything else happens there.
Several servers may supervise the same clocks: timeouts follow from the events, and the first to store one wins.
"""

from functools import partial

import structlog

from heorot.server.periodic import repeat
from heorot.server.rooms.registry import FAR_FUTURE, Registry
from heorot.server.store.interface import CommandAlreadyStored
from heorot.server.table.commands import record_outage, time_out

log = structlog.get_logger()

CHECK_SECONDS = 1.0
HEARTBEAT = 5_000  # milliseconds between two heartbeats
MAX_SILENCE = 15_000  # milliseconds without heartbeat that count as an outage
BATCH = 100  # tables in one check, to keep commands of other tables fast
MAX_TABLES = 1_000_000


class Timekeeper:
    """Periodic worker. Failures are retried at the next check."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.context = registry.context
        self.looked_at: int | None = None  # by this server
        self.beat_at = 0
        self.unreadable: dict[str, int] = {}  # tables that are skipped until this time

    async def work(self) -> None:
        """Run until cancelled."""
        await self.context.clock.sleep(CHECK_SECONDS)
        await repeat(self.poll, self.context.clock, CHECK_SECONDS, "timekeeper.failed")

    async def start(self) -> None:
        """Store the outage before the first server's start. Runs before any client connects."""
        async with self.context.store.startup_lock() as alone:
            since, now = await self.context.store.last_heartbeat(), self.context.clock.now()
            if alone or (since is not None and now - since > MAX_SILENCE):
                await self.record_outages(since or 0, alone)  # a table's latest event bounds the outage too
            await self.record_heartbeat()

    async def poll(self) -> None:
        """Check all clocks once."""
        await self.detect_silence()
        now = self.context.clock.now()
        for table in await self.context.store.find_timed_out_tables(now, BATCH):
            if self.unreadable.get(table, 0) <= now:
                await self.time_out(table)
        await self.record_heartbeat()

    # ---- Timeouts -------------------------------------------------------------------------------------------------

    async def time_out(self, table: str) -> None:
        """Store the timeouts of a table. An unreadable table must not stop the round."""
        try:
            room = await self.registry.room(table)
            async with room.lock:
                await room.commit(lambda now: time_out(now, self.context.clock.now()))
        except Exception as error:
            self.unreadable[table] = self.context.clock.now() + MAX_SILENCE
            log.error("table.unreadable", table=table, exc_info=error)

    # ---- Heartbeats and outages -----------------------------------------------------------------------------------

    async def record_heartbeat(self) -> None:
        """Store a heartbeat while any clock runs."""
        now = self.context.clock.now()
        if now - self.beat_at >= HEARTBEAT and await self.context.store.find_timed_out_tables(FAR_FUTURE, 1):
            await self.context.store.record_heartbeat(now)
            self.beat_at = now
        self.looked_at = now

    async def detect_silence(self) -> None:
        """Store an outage if this server could not run or store anything, as after suspend or a disk failure."""
        now, before = self.context.clock.now(), self.looked_at
        if before is not None and now - before > MAX_SILENCE:
            since = max(before, await self.context.store.last_heartbeat() or 0)
            if now - since > MAX_SILENCE:
                await self.record_outages(since)

    async def record_outages(self, since: int, alone: bool = False) -> None:
        """Store an outage at every table with running clocks.

        Several servers use the same command key, so that it is stored once. A server that is alone uses none: an
        earlier start may have been interrupted, and the time since then must not be charged either.
        """
        tables = await self.context.store.find_timed_out_tables(FAR_FUTURE, MAX_TABLES)
        for table in tables:
            await self.record_outage_at(table, since, None if alone else f"outage:{since}")
        if tables:
            log.info("clocks.stood-still", tables=len(tables))

    async def record_outage_at(self, table: str, since: int, name: str | None) -> None:
        """Store an outage at one table."""
        try:
            room = await self.registry.room(table)
            async with room.lock:
                await room.commit(partial(record_outage, since=since), name)
        except CommandAlreadyStored:
            pass  # another server stored it first
        except Exception as error:
            log.error("table.unreadable", table=table, exc_info=error)
