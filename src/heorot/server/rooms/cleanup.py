"""Whoever tidies up, as time goes by: tables that nobody needs now, that nobody filled, that everybody left, that are
long over; and whoever looks how much room there is."""

import asyncio
from contextlib import suppress

import structlog

from heorot.engine.errors import HeorotError
from heorot.server.bus import ANEW
from heorot.server.errors import Refusal
from heorot.server.events import Ended
from heorot.server.hall import Hall
from heorot.server.limits import Limits
from heorot.server.metrics import Metrics
from heorot.server.others import dismiss_all
from heorot.server.settings import Settings
from heorot.server.store import TableRow

log = structlog.get_logger()

ROUND = 60.0  # seconds between two rounds
AT_ONCE = 100  # tables of a kind in one round, so that players never wait for long
MEGABYTE, HOUR, DAY = 1_000_000, 3_600_000, 86_400_000  # bytes; milliseconds
NOBODY = b""  # no code has this hash


class Janitor:
    """Goes round and round; whatever goes wrong is tried again in the next round."""

    def __init__(self, hall: Hall, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.hall = hall
        self.means = hall.means
        self.settings = settings
        self.limits = limits
        self.metrics = metrics

    async def work(self) -> None:
        """For ever."""
        while True:
            try:
                await self.tidy()
            except HeorotError as error:
                log.warning("janitor.failed", why=error.key)
            except Exception:
                log.exception("janitor.failed")
            await self.means.clock.sleep(ROUND)

    async def tidy(self) -> None:
        """One round."""
        await self.look_at_the_disk()
        self.limits.tidy()
        self.hall.clear(self.settings.idle_seconds * 1000, self.settings.unused_seconds * 1000)
        await self.close_abandoned("open", self.settings.open_hours * HOUR)
        await self.close_abandoned("playing", self.settings.quiet_days * DAY)
        await self.delete_old()
        await self.means.store.take_transfer(NOBODY, self.means.clock.now())  # with it goes every code that has expired

    async def look_at_the_disk(self) -> None:
        """Beyond the limit no table is laid; games that are begun go on."""
        size = await self.means.store.size()
        full = size >= self.settings.disk_mb * MEGABYTE
        self.metrics.store_bytes.set(size)
        if full != self.limits.full:
            log.warning("disk.full" if full else "disk.room", bytes=size)
        self.limits.full = full

    async def quiet(self, status: tuple[str, ...], time: float) -> list[TableRow]:
        """Tables where nothing has happened for so long."""
        before = self.means.clock.now() - int(time)
        return await self.means.store.unchanged_since(before, status, AT_ONCE)

    # ---- Abandoned -----------------------------------------------------------------------------------------------

    async def close_abandoned(self, status: str, time: float) -> None:
        """End what nobody goes on with."""
        for row in await self.quiet((status,), time):
            try:
                if await self.close(row, status):
                    log.info("table.abandoned", table=row.id, status=status)
            except Exception as error:  # one table that cannot be read keeps no other from being looked after
                log.error("table.unreadable", table=row.id, exc_info=error)

    async def close(self, row: TableRow, status: str) -> bool:
        """End one, unless something happened at the last moment."""
        room = await self.hall.room(row.id)
        async with room.lock:
            table, now = await room.now(), await self.means.store.find(row.id)
            if table.status != status or now is None or now.changed_at != row.changed_at:
                return False
            await room.carry_out(lambda table: (Ended(why="abandoned"),) if table.status == status else ())
        return True

    # ---- Over ----------------------------------------------------------------------------------------------------

    async def delete_old(self) -> None:
        """Delete what has long been over; whoever still looks at it is told."""
        old = await self.quiet(("over", "ended"), self.settings.keep_days * DAY)
        for row in old:
            with suppress(Refusal):  # another node was faster
                await self.delete(row.id)
                log.info("table.deleted", table=row.id)
            await asyncio.sleep(0)
        if old:
            await self.means.store.scrub()

    async def delete(self, id: str) -> None:
        """One table with all that belongs to it."""
        room = await self.hall.room(id)
        async with room.lock:
            await self.means.store.delete(id)
            self.hall.rooms.pop(id, None)
            self.means.bus.publish(id, ANEW)
            dismiss_all(room)
