"""Whoever calls people at the addresses that they gave, when a table waits for them. Any number of servers may: a
notice is first taken in the store, and only who got it calls. So is the time between two calls to a seat: whoever
called last keeps it, for all servers."""

import asyncio
import json
import secrets
from collections import Counter
from contextlib import suppress
from typing import TypeAlias

import structlog

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server.calling import NotCalled, Reach, Telephone, owners_of, place_of
from heorot.server.errors import Refusal
from heorot.server.hall import Hall
from heorot.server.store import FIRST_LOOK, NoticeRow, StoreError
from heorot.server.table import Table
from heorot.server.waits import Waiting, address_of, told, waiting

log = structlog.get_logger()

GLANCE = 2.0  # seconds between two looks
SPACING = 10_000  # milliseconds between two calls to one seat; what happens meanwhile becomes one
AGAIN = (5.0, 30.0, 120.0)  # seconds until a call that nobody took is tried again
PATIENCE = 10  # notices in a row that nobody took; then the address is forgotten
SEEN, AT_ONCE = 1000, 100  # seats in one look, and those that are told of something in it
MOST = 5000  # calls that are not over, those that sleep until they are tried again among them
MOST_TO_ONE = 50  # calls under way for each share that an owner of names has
ALL, ALL_SHARES = "", 10  # all owners together, and their shares

Wish: TypeAlias = tuple[str, int, str | None]  # the table, the seat, and the secret that is new with every wish


class Caller:
    """Looks again and again where a table has changed."""

    def __init__(self, hall: Hall, reach: Reach) -> None:
        self.hall = hall
        self.means = hall.means
        self.reach = reach
        self.called_at: dict[tuple[str, int], int] = {}
        self.calls: dict[Wish, asyncio.Task[None]] = {}
        self.awake: Counter[str] = Counter()  # by owners of names: calls that have a line or wait for one
        self.telephone = Telephone(reach)
        self.holder = secrets.token_hex(8)
        self.after = FIRST_LOOK

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
            for one in self.calls.values():
                one.cancel()

    async def look(self) -> None:
        """At every table that has changed and that someone wants to be told of."""
        now = self.means.clock.now()
        self.called_at = {seat: at for seat, at in self.called_at.items() if now - at < SPACING}
        self.awake = +self.awake  # of whom nobody is called any more nothing is kept
        found = await self.means.store.to_look_at(SEEN, self.after)
        told = 0
        for notice, changed_at in found:
            self.after = changed_at, notice.table, notice.seat
            if self.may_call(notice):
                told += 1
                with suppress(Refusal):  # the table is gone
                    await self.consider(notice, changed_at)
            if told == AT_ONCE:
                break
        if told == AT_ONCE or len(found) < SEEN:  # whoever was told is behind all others now
            self.after = FIRST_LOOK

    def may_call(self, notice: NoticeRow) -> bool:
        """Not too soon, not while an earlier one is tried again, and not too many: they keep until the next look. Who
        sleeps stands in nobody's way."""
        if (notice.table, notice.seat) in self.called_at or wish(notice) in self.calls or len(self.calls) >= MOST:
            return False
        return all(self.awake[owner] < share * MOST_TO_ONE for owner, share in owners(notice).items())

    async def consider(self, notice: NoticeRow, changed_at: int) -> None:
        """Call, if something waits that was not told yet, and if no other server has just called there."""
        room = await self.hall.room(notice.table)
        async with room.lock:
            table = await room.now()
        found = waiting(table, Seat(notice.seat), changed_at)
        id = "" if found is None else found.id
        at = min(changed_at, self.means.clock.now() - 1)  # something may yet happen in the same millisecond
        if found is None or id == notice.told:
            await self.means.store.looked(notice, id, at)
        elif await self.is_time(notice) and await self.means.store.looked(notice, id, at):
            self.begin(notice, body_of(table, notice, found))

    def begin(self, notice: NoticeRow, body: bytes) -> None:
        """A call that goes on while one looks further."""
        task = self.calls[wish(notice)] = asyncio.get_running_loop().create_task(self.call(notice, body))
        self.awake.update(owners(notice).keys())
        task.add_done_callback(lambda done: self.end(notice, done))

    def end(self, notice: NoticeRow, done: asyncio.Task[None]) -> None:
        """It is over. What came of it could perhaps not be stored; then it is called again when something happens."""
        if not done.cancelled() and (error := done.exception()):
            log.warning("call.lost", table=notice.table, error=type(error).__name__)
        del self.calls[wish(notice)]
        self.awake.subtract(owners(notice).keys())

    async def sleep(self, notice: NoticeRow, seconds: float) -> None:
        """Until it is tried again."""
        self.awake.subtract(owners(notice).keys())
        try:
            await self.means.clock.sleep(seconds)
        finally:
            self.awake.update(owners(notice).keys())

    async def is_wanted(self, notice: NoticeRow) -> bool:
        """Whether nobody called it off, and no key to the seat has died, since."""
        now = await self.means.store.notice(notice.table, notice.seat)
        return now is not None and now.url is not None and wish(now) == wish(notice)

    async def is_time(self, notice: NoticeRow) -> bool:
        """Whether a seat may be called now, and so nobody else may for a while."""
        if not await self.means.store.lease(notice.table, [f"call:{notice.seat}"], self.holder, SPACING / 1000):
            return False
        self.called_at[notice.table, notice.seat] = self.means.clock.now()
        return True

    async def call(self, notice: NoticeRow, body: bytes) -> None:
        """Until someone takes it, a few times, or nobody wants it any more. Who never does is not called again."""
        assert notice.url is not None
        assert notice.secret is not None
        for seconds in (0.0, *AGAIN):
            if seconds:
                await self.sleep(notice, seconds)
            try:
                if not await self.is_wanted(notice):
                    return
                await self.telephone.call(notice.url, notice.secret, self.means.clock, body)
            except (NotCalled, StoreError) as why:  # whether it is wanted can be asked again later
                log.info("call.failed", table=notice.table, why=str(why))
            else:
                return await self.means.store.called(notice, 0, notice.url)
        failures = notice.failures + 1
        await self.means.store.called(notice, failures, notice.url if failures < PATIENCE else None)


def wish(notice: NoticeRow) -> Wish:
    """Who wants to be called; the same address set once more is another wish."""
    return notice.table, notice.seat, notice.secret


def owners(notice: NoticeRow) -> dict[str, int]:
    """To whom a seat's calls may go, with their shares, and everyone together."""
    try:
        return {ALL: ALL_SHARES, **owners_of(place_of(notice.url or "", "any").host)}
    except Refusal:
        return {ALL: ALL_SHARES}


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
