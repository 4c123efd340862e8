"""Whoever calls people at the addresses that they gave, when a table waits for them. Any number of servers may: a
notice is first taken in the store, and only who got it calls."""

import asyncio
import json
from contextlib import suppress

import structlog

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server.calling import NotCalled, Reach, call
from heorot.server.errors import Refusal
from heorot.server.hall import Hall
from heorot.server.store import NoticeRow
from heorot.server.table import Table
from heorot.server.waits import Waiting, address_of, told, waiting

log = structlog.get_logger()

GLANCE = 2.0  # seconds between two looks
SPACING = 10_000  # milliseconds between two calls to one seat; what happens meanwhile becomes one
AGAIN = (5.0, 30.0, 120.0)  # seconds until a call that nobody took is tried again
PATIENCE = 10  # notices in a row that nobody took; then the address is forgotten
AT_ONCE = 100  # seats in one look
LINES = 8  # calls at the same time
MOST_WAITING = 500  # calls under way, those that are tried again among them


class Caller:
    """Looks again and again where a table has changed."""

    def __init__(self, hall: Hall, reach: Reach) -> None:
        self.hall = hall
        self.means = hall.means
        self.reach = reach
        self.called_at: dict[tuple[str, int], int] = {}
        self.calls: set[asyncio.Task[None]] = set()
        self.lines = asyncio.Semaphore(LINES)

    async def work(self) -> None:
        """For ever; whatever goes wrong is tried again at the next look."""
        try:
            while self.reach != "off":
                await self.means.clock.sleep(GLANCE)
                try:
                    await self.look()
                except HeorotError as error:
                    log.warning("caller.failed", why=error.key)
                except Exception:
                    log.exception("caller.failed")
        finally:
            for one in self.calls:
                one.cancel()

    async def look(self) -> None:
        """At every table that has changed and that someone wants to be told of."""
        now = self.means.clock.now()
        self.called_at = {seat: at for seat, at in self.called_at.items() if now - at < SPACING}
        for notice, changed_at in await self.means.store.to_look_at(AT_ONCE):
            if (notice.table, notice.seat) not in self.called_at and len(self.calls) < MOST_WAITING:
                with suppress(Refusal):  # the table is gone
                    await self.consider(notice, changed_at)

    async def consider(self, notice: NoticeRow, changed_at: int) -> None:
        """Call, if something waits that was not told yet."""
        room = await self.hall.room(notice.table)
        async with room.lock:
            table = await room.now()
        found = waiting(table, Seat(notice.seat), changed_at)
        id = "" if found is None else found.id
        at = min(changed_at, self.means.clock.now() - 1)  # something may yet happen in the same millisecond
        if await self.means.store.looked(notice, id, at) and found is not None and id != notice.told:
            self.called_at[notice.table, notice.seat] = self.means.clock.now()
            task = asyncio.get_running_loop().create_task(self.call(notice, body_of(table, notice, found)))
            self.calls.add(task)
            task.add_done_callback(self.calls.discard)

    async def call(self, notice: NoticeRow, body: bytes) -> None:
        """Until someone takes it, a few times. Who never does is not called any more."""
        assert notice.url is not None
        assert notice.secret is not None
        for seconds in (0.0, *AGAIN):
            if seconds:
                await self.means.clock.sleep(seconds)
            try:
                async with self.lines:
                    await call(notice.url, self.reach, notice.secret, self.means.clock.now(), body)
            except NotCalled as why:
                log.info("call.failed", table=notice.table, why=str(why))
            else:
                return await self.means.store.called(notice, 0, notice.url)
        failures = notice.failures + 1
        await self.means.store.called(notice, failures, notice.url if failures < PATIENCE else None)


def body_of(table: Table, notice: NoticeRow, found: Waiting) -> bytes:
    """What is told: nothing but that something waits."""
    said = {
        "id": f"{table.id}:{notice.seat + 1}:{found.id}",
        "what": found.kind,
        "table": table.id,
        "seat": notice.seat + 1,
        "game": table.created.game,
        "at": found.at,
        "text": told(notice.language, table.created.game, found.kind),
        "url": address_of(notice.page, table.id),
    }
    return json.dumps(said, ensure_ascii=False).encode()
