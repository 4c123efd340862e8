"""Whoever looks at the clocks: lets a bot answer for those whose time is out, and sees to it that nobody pays for time
in which no server was there.

While clocks run, a server writes down every few seconds that it lives. Whatever lies between the latest word of any
server and the moment at which one is there again is nobody's: every table whose clocks ran is told so before anything
else happens there. Any number of servers may look at the same clocks: who is out of time follows from the events, and
the first to say so is the one who counts.
"""

from functools import partial

import structlog

from heorot.engine.errors import HeorotError
from heorot.server.commands import stand_still, time_out
from heorot.server.hall import FOR_EVER, Hall
from heorot.server.store import CommandKnown

log = structlog.get_logger()

GLANCE = 1.0  # seconds between two looks at the clocks
BEAT = 5_000  # milliseconds between two signs of life
LAPSE = 15_000  # milliseconds without one: then no server was there, or it could not store anything
AT_ONCE = 100  # tables in one look, so that nobody else waits for long
ALL = 1_000_000


class Timekeeper:
    """Looks again and again; whatever goes wrong is tried again at the next look."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.means = hall.means
        self.looked_at: int | None = None  # by this server
        self.beat_at = 0
        self.unreadable: dict[str, int] = {}  # tables that are let alone until then

    async def work(self) -> None:
        """For ever."""
        while True:
            await self.means.clock.sleep(GLANCE)
            try:
                await self.look()
            except HeorotError as error:
                log.warning("timekeeper.failed", why=error.key)
            except Exception:
                log.exception("timekeeper.failed")

    async def begin(self) -> None:
        """Before anyone comes: what lies before the start of the first server is nobody's time."""
        async with self.means.store.beginning() as alone:
            since, now = await self.means.store.last_alive(), self.means.clock.now()
            if alone or (since is not None and now - since > LAPSE):
                await self.stand_still(since or 0, alone)  # the latest event of a table is a sign of life too
            await self.live()

    async def look(self) -> None:
        """At all clocks."""
        await self.notice_a_lapse()
        now = self.means.clock.now()
        for table in await self.means.store.due(now, AT_ONCE):
            if self.unreadable.get(table, 0) <= now:
                await self.time_out(table)
        await self.live()

    # ---- Out of time -----------------------------------------------------------------------------------------------

    async def time_out(self, table: str) -> None:
        """A bot answers for everyone who has no time left there; one table that cannot be read keeps no other from
        being looked at."""
        try:
            room = await self.hall.room(table)
            async with room.lock:
                await room.carry_out(lambda now: time_out(now, self.means.clock.now()))
        except Exception as error:
            self.unreadable[table] = self.means.clock.now() + LAPSE
            log.error("table.unreadable", table=table, exc_info=error)

    # ---- Signs of life ---------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """This server is there. It is written down while clocks run: else nobody needs to know."""
        now = self.means.clock.now()
        if now - self.beat_at >= BEAT and await self.means.store.due(FOR_EVER, 1):
            await self.means.store.alive(now)
            self.beat_at = now
        self.looked_at = now

    async def notice_a_lapse(self) -> None:
        """The machine may have slept, or the disk have failed: nobody could answer then."""
        now, before = self.means.clock.now(), self.looked_at
        if before is not None and now - before > LAPSE:
            since = max(before, await self.means.store.last_alive() or 0)
            if now - since > LAPSE:
                await self.stand_still(since)

    async def stand_still(self, since: int, alone: bool = False) -> None:
        """Nobody's time ran since. Where several may say it, it is told under one name, so that it happens once. Who is
        alone says it in any case: a start before this one may have been cut short, and the time since is nobody's."""
        tables = await self.means.store.due(FOR_EVER, ALL)
        for table in tables:
            await self.stand_still_at(table, since, None if alone else f"outage:{since}")
        if tables:
            log.info("clocks.stood-still", tables=len(tables))

    async def stand_still_at(self, table: str, since: int, name: str | None) -> None:
        """At one table."""
        try:
            room = await self.hall.room(table)
            async with room.lock:
                await room.carry_out(partial(stand_still, since=since), name)
        except CommandKnown:
            pass  # another server was faster
        except Exception as error:
            log.error("table.unreadable", table=table, exc_info=error)
