"""The hall: all tables that are played or watched now, and whatever is done with whole tables."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server.bots import AtOnce, Thinker, answer_of
from heorot.server.bus import ANEW
from heorot.server.commands import bot_answer, replace_bot
from heorot.server.errors import Refusal
from heorot.server.hints import Advisers
from heorot.server.leases import LEASE, Leases
from heorot.server.means import Means
from heorot.server.messages import TableInfo
from heorot.server.others import hear
from heorot.server.people import SIMPLEST, Who
from heorot.server.room import Room
from heorot.server.sight import read_info, table_info
from heorot.server.store import StoreBroken, StoreBusy, StoreFull, StoreReadOnly, TableRow
from heorot.server.table import Table
from heorot.server.tempo import Pace, Tempo
from heorot.server.tokens import KEY_BYTES, hash_of

log = structlog.get_logger()

T = TypeVar("T")
Asked: TypeAlias = tuple[str, Seat, int]  # at which table who is asked which question
AT_ONCE = 2  # long pieces of work
HINDERED = (StoreFull, StoreReadOnly, StoreBusy, StoreBroken)  # it may be better later
LATER = 1.0  # seconds
AT_LATEST = 60.0  # seconds
DOUBLINGS = 10  # of the pause, at the most: a store may be hindered for days, and numbers have an end
MANY = 500  # tables asked for at once
FOR_EVER = 1 << 62  # later than any change, whatever the clock said then


class Hall:
    """Opens a room when somebody needs it, and clears it when nobody does."""

    def __init__(self, means: Means, thinker: Thinker, pace: Pace, advisers: Advisers) -> None:
        self.means = means
        self.thinker = thinker
        self.patience = pace.patience
        self.tempo = Tempo(pace.beat)
        self.advisers = advisers
        self.rooms: dict[str, Room] = {}
        self.beside = asyncio.Semaphore(AT_ONCE)
        self.turns = asyncio.Semaphore(pace.at_once)
        self.thinking: dict[Asked, asyncio.Task[Any]] = {}
        self.lost: Counter[str] = Counter()  # by tables: how often in a row bots thought, and nothing came of it
        self.leases = Leases(means)
        self.hearing: set[asyncio.Task[None]] = set()
        means.bus.listen(self.heard, self.missed)

    # ---- Rooms ---------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """The room of a table; raises Refusal if there is none."""
        if id not in self.rooms:
            row = await self.means.store.find(id)
            if row is None:
                raise Refusal("no-such-table", "server.no-such-table")
            self.rooms.setdefault(id, Room(id, self.means, row.secret, self.let_bots_think))
        room = self.rooms[id]
        room.used_at = self.means.clock.now()  # someone comes, and it must not be cleared under them
        room.unsure |= self.means.bus.shared  # who comes from another node may know more
        return room

    def heard(self, table: str, seq: int) -> None:
        """Another node, or this one, did something at a table."""
        room = self.rooms.get(table)
        if room is not None and room.is_live and (seq == ANEW or room.shown < seq):
            self.soon(hear(room, seq))

    def missed(self) -> None:
        """Something may have been done that was not heard, at any table."""
        self.soon(self.look_again(anew=True))

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """What was heard is read while other things go on."""
        task = asyncio.get_running_loop().create_task(work)
        self.hearing.add(task)
        task.add_done_callback(self.have_heard)

    def have_heard(self, task: asyncio.Task[None]) -> None:
        """If it could not be read now, it will be when someone looks again."""
        self.hearing.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("others.unread", error=type(error).__name__)

    async def look_again(self, anew: bool = False) -> None:
        """Whether more is stored than is known here, of all tables that are live here."""
        live = [id for id, room in self.rooms.items() if room.is_live]
        for first in range(0, len(live), MANY):
            some = live[first : first + MANY]
            latest = {} if anew else await self.means.store.latest(some)
            for id in some:
                self.heard(id, latest.get(id, ANEW))

    async def who(self, table: str, token: str | None) -> Who:
        """Who holds a token; without one, someone who watches."""
        if token is None:
            return Who(None)
        row = await self.means.store.token(table, hash_of(token))
        if row is None:
            raise Refusal("unknown-token", "server.unknown-token")
        seat = None if row.seat is None else Seat(row.seat)
        key = row.hash[:KEY_BYTES].hex()
        return Who(None, invited=seat, key=key) if row.link else Who(seat, row.host, key)

    async def info(self, row: TableRow) -> TableInfo | None:
        """What lists show of a table: as it is stored, or else worked out again; nothing, if it cannot be read."""
        if (info := read_info(row.info)) is not None:
            return info
        try:
            room = await self.room(row.id)
            async with room.lock:
                return table_info(await room.now())
        except Exception as error:
            log.error("table.unreadable", table=row.id, exc_info=error)
            return None

    async def aside(self, work: Callable[..., T], *given: Any) -> T:
        """Whatever may take a while: beside the loop, and never so much of it that others wait long."""
        async with self.beside:
            return await asyncio.to_thread(work, *given)

    def clear(self, idle: int, unused: int) -> None:
        """Let tables rest where nothing happened for so many milliseconds, and forget those that nobody watches."""
        now = self.means.clock.now()
        for room in list(self.rooms.values()):
            if room.used_at <= now - unused and not room.watchers and not room.lock.locked():
                del self.rooms[room.id]
            elif room.used_at <= now - idle:
                room.rest()

    # ---- Bots ----------------------------------------------------------------------------------------------------

    async def wake(self, until: int = FOR_EVER, since: int = 0) -> None:
        """After a start, or where another node may have ended: let bots think where they had been asked."""
        for row in await self.means.store.unchanged_since(until, ("playing",), 1_000_000, since):
            info = read_info(row.info)
            if info is None or any(info.places[number - 1].bot for number in info.asked):
                await self.try_to_attend(row.id)

    async def try_to_attend(self, id: str) -> None:
        """One table that cannot be read keeps no other from going on. Where only the store is hindered just now, it is
        tried again, each time later."""
        try:
            await self.attend(id)
        except HINDERED as error:
            log.warning("table.unread", table=id, why=error.key)
            self.soon(self.attend_later(id, self.pause_after_loss(id)))
        except Exception as error:
            self.lost.pop(id, None)
            log.error("table.unreadable", table=id, exc_info=error)

    async def attend_later(self, id: str, seconds: float) -> None:
        """Nothing could be read now."""
        await self.means.clock.sleep(seconds)
        await self.try_to_attend(id)

    def pause_after_loss(self, id: str) -> float:
        """How many seconds to wait after one more loss at a table."""
        self.lost[id] += 1
        return float(min(LATER * 2 ** min(self.lost[id] - 1, DOUBLINGS), AT_LATEST))

    async def attend(self, id: str) -> None:
        """See whether a bot must answer at a table."""
        room = await self.room(id)
        async with room.lock:
            table = await room.now()
        if any(place.bot for place in table.places):
            self.thinker.warm_up()  # before the first question, if someone is still waited for
        if not waiting(table):
            self.lost.pop(id, None)
        self.let_bots_think(room)

    def let_bots_think(self, room: Room) -> None:
        """Ask every bot whose turn it is, once for each question."""
        if (table := room.table) is None:
            return
        keys = sorted(waiting(table) - self.thinking.keys())
        if keys:
            task = asyncio.get_running_loop().create_task(self.think(room, table, [seat for _, seat, _ in keys]))
            self.thinking |= dict.fromkeys(keys, task)
            task.add_done_callback(partial(self.have_thought, room, keys))

    def have_thought(self, room: Room, keys: Sequence[Asked], task: asyncio.Task[bool]) -> None:
        """Bots have answered, or another node thought for them. Whoever is still asked, though something went wrong
        that nobody foresaw, is asked again: each time later, and for as long as it takes."""
        for key in keys:
            del self.thinking[key]
        if task.cancelled():
            return
        if error := task.exception():
            log.error("bot.lost", table=room.id, times=self.lost[room.id] + 1, exc_info=error)
        elif not task.result():
            return self.soon(self.try_to_attend(room.id))
        if error or room.table is None or not waiting(room.table).isdisjoint(keys):
            again = self.ask_again(room.id, keys, self.pause_after_loss(room.id))
            self.thinking |= dict.fromkeys(keys, asyncio.get_running_loop().create_task(again))
        else:
            self.lost.pop(room.id, None)

    async def ask_again(self, id: str, keys: Sequence[Asked], seconds: float) -> None:
        """See to it, after a while and not before, that bots answer."""
        await self.means.clock.sleep(seconds)
        for key in keys:
            del self.thinking[key]
        await self.try_to_attend(id)

    async def think(self, room: Room, table: Table, seats: Sequence[Seat]) -> bool:
        """Bots that are asked at once answer at the same beat, by their seats: neither when they answer nor who is
        first tells how long any of them thought. Whether they were this node's to think for."""
        await self.be_ready()
        begun = self.means.clock.now()
        async with self.leases.kept(table, seats) as mine:
            answers = await asyncio.gather(*(self.find_answer(room, table, seat) for seat in mine))
            await self.wait_for_the_beat(room.id, begun)
            for seat, texts in sorted(zip(mine, answers, strict=True)):
                with suppress(HeorotError):  # a person came back meanwhile, or something was taken back
                    while not await self.speak(room, seat, table.questions[seat], texts):
                        await self.means.clock.sleep(LATER)
        if len(mine) < len(seats):  # another node thinks for them, if it still lives
            await self.means.clock.sleep(LEASE)
        return len(mine) == len(seats)

    async def be_ready(self) -> None:
        """Whoever cannot begin to think fails when it is asked, and is replaced then."""
        try:
            await self.thinker.be_ready()
        except Exception as error:
            log.error("bots.not-ready", error=type(error).__name__)

    async def find_answer(self, room: Room, table: Table, seat: Seat) -> list[str]:
        """What a bot wants to say; if it fails, another bot is asked."""
        try:
            return await answer_of(self.thought, table, seat)
        except Exception as error:
            return await self.think_again(room, table, seat, error)

    async def thought(self, game: str, box: str | None, bot: str, view: Any) -> Any:
        """One thought of a bot. Patience is for the bot alone: that others think before it is not its fault."""
        async with self.turns, asyncio.timeout(self.patience):
            return await self.thinker.think(game, box, bot, view)

    async def speak(self, room: Room, seat: Seat, question: int, texts: list[str]) -> bool:
        """Give a bot's answer; whether it could be stored, or need not."""
        try:
            async with room.lock:
                decision = partial(bot_answer, seat=seat, question=question, actions=texts, deal=room.deal)
                await room.carry_out(lambda now: [decision(now)], f"bot:{seat}:{question}")
        except HINDERED:
            return False
        return True

    async def think_again(self, room: Room, table: Table, seat: Seat, error: Exception) -> list[str]:
        """A bot has failed or not answered: the simplest one plays on, here, where nothing can hold it up."""
        log.warning("bot.failed", table=room.id, bot=table.places[seat].bot, error=type(error).__name__)
        with suppress(HeorotError):  # the person may be back; then nothing of this is said
            async with room.lock:
                await room.carry_out(lambda now: replace_bot(now, seat))
        return await answer_of(AtOnce().think, table, seat, SIMPLEST)

    async def wait_for_the_beat(self, id: str, begun: int) -> None:
        """Until the moment at which nobody sees how long they thought."""
        now = self.means.clock.now()
        taken = (now - begun) / 1000
        if (pause := self.tempo.pause(id, taken, now)) > taken:
            await self.means.clock.sleep(pause - taken)

    async def stop(self) -> None:
        """Let nobody think any more."""
        for task in (*self.thinking.values(), *self.hearing):
            task.cancel()
        self.thinker.stop()
        self.advisers.stop()


def waiting(table: Table) -> set[Asked]:
    """Bots that are asked, and what."""
    return {(table.id, seat, table.questions[seat]) for seat in table.asked if table.plays_by_itself(seat)}
