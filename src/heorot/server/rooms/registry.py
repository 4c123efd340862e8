"""Registry of live tables, and scheduling of their bots."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog

from heorot.engine.errors import HeorotError
from heorot.engine.seats import Seat
from heorot.server.cluster.bus import RELOAD
from heorot.server.context import Context
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.messages import TableInfo
from heorot.server.rooms.bot_leases import LEASE_SECONDS, BotLeases
from heorot.server.rooms.bot_pacing import BotPacer, BotTiming
from heorot.server.rooms.bot_processes import BotRunner, InlineBotRunner, choose_answer
from heorot.server.rooms.hints import HintService
from heorot.server.rooms.remote_updates import apply_remote_update
from heorot.server.rooms.room import Room
from heorot.server.store.interface import StoreBroken, StoreBusy, StoreFull, StoreReadOnly, TableRow
from heorot.server.table.commands import play_bot_actions, replace_bot
from heorot.server.table.identity import FALLBACK_BOT, Identity
from heorot.server.table.opaque_game import GameAction, GameView
from heorot.server.table.table import TableState
from heorot.server.tokens import KEY_BYTES, hash_of
from heorot.server.views.payload import parse_info, table_info

log = structlog.get_logger()

T = TypeVar("T")
BotQuestion: TypeAlias = tuple[str, Seat, int]  # table, seat and number of the question
MAX_THREADS = 2  # long computations at a time
RETRYABLE = (StoreFull, StoreReadOnly, StoreBusy, StoreBroken)  # errors of the store that may pass
RETRY_SECONDS = 1.0  # after the first failure
MAX_RETRY_SECONDS = 60.0
MAX_DOUBLINGS = 10  # of the delay, to avoid overflow: a store may fail for days
BATCH = 500  # tables in one query
FAR_FUTURE = 1 << 62  # later than any change


class Registry:
    """Opens a room when a client needs it, and evicts it when none does."""

    def __init__(self, context: Context, bot_runner: BotRunner, timing: BotTiming, hint_service: HintService) -> None:
        self.context = context
        self.bot_runner = bot_runner
        self.timeout = timing.timeout
        self.pacer = BotPacer(timing.min_delay)
        self.hint_service = hint_service
        self.rooms: dict[str, Room] = {}
        self.thread_slots = asyncio.Semaphore(MAX_THREADS)
        self.bot_slots = asyncio.Semaphore(timing.max_concurrent)
        self.bot_tasks: dict[BotQuestion, asyncio.Task[bool] | asyncio.Task[None]] = {}
        self.failures: Counter[str] = Counter()  # consecutive failures of bots, by table
        self.leases = BotLeases(context)
        self.remote_tasks: set[asyncio.Task[None]] = set()
        context.bus.listen(self.on_remote_event, self.on_events_missed)

    # ---- Rooms ----------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """Return the room of a table; raises Refusal if the table does not exist."""
        if id not in self.rooms:
            row = await self.context.store.find_table(id)
            if row is None:
                raise Refusal("no-such-table", "server.no-such-table")
            self.rooms.setdefault(id, Room(id, self.context, row.secret, self.schedule_bots))
        room = self.rooms[id]
        room.used_at = self.context.clock.now()  # keeps the room from being evicted now
        room.stale |= self.context.bus.shared  # a client from another node may know more
        return room

    def on_remote_event(self, table: str, seq: int) -> None:
        """Load what a node, perhaps this one, has stored at a live table."""
        room = self.rooms.get(table)
        if room is not None and room.is_live and (seq == RELOAD or room.broadcast_seq < seq):
            self.start_task(apply_remote_update(room, seq))

    def on_events_missed(self) -> None:
        """Reload all live tables after the bus was interrupted."""
        self.start_task(self.check_live_tables(reload=True))

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.remote_tasks.add(task)
        task.add_done_callback(self.on_task_done)

    def on_task_done(self, task: asyncio.Task[None]) -> None:
        """Log a failed load; the reconciler or the next command repeats it."""
        self.remote_tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning("remote-update.failed", error=type(error).__name__)

    async def check_live_tables(self, reload: bool = False) -> None:
        """Load events that are stored but not known here, at all live tables."""
        live = [id for id, room in self.rooms.items() if room.is_live]
        for first in range(0, len(live), BATCH):
            some = live[first : first + BATCH]
            latest = {} if reload else await self.context.store.latest_seqs(some)
            for id in some:
                self.on_remote_event(id, latest.get(id, RELOAD))

    async def identify(self, table: str, token: str | None) -> Identity:
        """Return the identity that a token grants, or a spectator's without one; raises Refusal."""
        if token is None:
            return Identity(None)
        row = await self.context.store.find_token(table, hash_of(token))
        if row is None:
            raise Refusal("unknown-token", "server.unknown-token")
        seat = None if row.seat is None else Seat(row.seat)
        key = row.hash[:KEY_BYTES].hex()
        return Identity(None, invited=seat, key=key) if row.link else Identity(seat, row.host, key)

    async def lobby_info(self, row: TableRow) -> TableInfo | None:
        """Return the lobby description of a table: as stored, else from its events; None if it cannot be read."""
        if (info := parse_info(row.info)) is not None:
            return info
        try:
            room = await self.room(row.id)
            async with room.lock:
                return table_info(await room.current())
        except Exception as error:
            log.error("table.unreadable", table=row.id, exc_info=error)
            return None

    async def run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run a long computation in a thread; at most MAX_THREADS at a time."""
        async with self.thread_slots:
            return await asyncio.to_thread(work, *arguments)

    def evict_idle(self, idle: int, unused: int) -> None:
        """Evict tables unchanged for `idle` milliseconds, and remove rooms unused for `unused` milliseconds."""
        now = self.context.clock.now()
        for room in list(self.rooms.values()):
            if room.used_at <= now - unused and not room.subscribers and not room.lock.locked():
                del self.rooms[room.id]
            elif room.used_at <= now - idle:
                room.evict_if_idle()

    # ---- Bots -----------------------------------------------------------------------------------------------------

    async def resume_bots(self, until: int = FAR_FUTURE, since: int = 0) -> None:
        """Schedule bots that wait for their move, after a start or where another node may have stopped."""
        for row in await self.context.store.unchanged_since(until, ("playing",), 1_000_000, since):
            info = parse_info(row.info)
            if info is None or any(info.places[number - 1].bot for number in info.asked):
                await self.try_schedule_bots(row.id)

    async def try_schedule_bots(self, id: str) -> None:
        """Schedule the bots of a table; log errors, and retry with backoff if the store fails."""
        try:
            await self.warm_up_and_schedule(id)
        except RETRYABLE as error:
            log.warning("table.unread", table=id, why=error.key)
            self.start_task(self.schedule_bots_later(id, self.next_backoff(id)))
        except Exception as error:
            self.failures.pop(id, None)
            log.error("table.unreadable", table=id, exc_info=error)

    async def schedule_bots_later(self, id: str, seconds: float) -> None:
        """Try again after a delay."""
        await self.context.clock.sleep(seconds)
        await self.try_schedule_bots(id)

    def next_backoff(self, id: str) -> float:
        """Count a failure at a table and return the delay before the next try, in seconds."""
        self.failures[id] += 1
        return float(min(RETRY_SECONDS * 2 ** min(self.failures[id] - 1, MAX_DOUBLINGS), MAX_RETRY_SECONDS))

    async def warm_up_and_schedule(self, id: str) -> None:
        """Load a table, start the bot processes if it has bots, and schedule those that must answer."""
        room = await self.room(id)
        async with room.lock:
            table = await room.current()
        if any(place.bot for place in table.places):
            self.bot_runner.warm_up()  # even before the first question
        if not pending_bots(table):
            self.failures.pop(id, None)
        self.schedule_bots(room)

    def schedule_bots(self, room: Room) -> None:
        """Start a task for all bots that must answer and have none yet."""
        if (table := room.table) is None:
            return
        keys = sorted(pending_bots(table) - self.bot_tasks.keys())
        if keys:
            task = asyncio.get_running_loop().create_task(self.run_bots(room, table, [seat for _, seat, _ in keys]))
            self.bot_tasks |= dict.fromkeys(keys, task)
            task.add_done_callback(partial(self.on_bots_done, room, keys))

    def on_bots_done(self, room: Room, keys: Sequence[BotQuestion], task: asyncio.Task[bool]) -> None:
        """Clear the bots' tasks. Bots that still must answer after an unexpected error are retried with backoff."""
        for key in keys:
            del self.bot_tasks[key]
        if task.cancelled():
            return
        if error := task.exception():
            log.error("bot.lost", table=room.id, times=self.failures[room.id] + 1, exc_info=error)
        elif not task.result():
            return self.start_task(self.try_schedule_bots(room.id))
        if error or room.table is None or not pending_bots(room.table).isdisjoint(keys):
            again = self.retry_bots(room.id, keys, self.next_backoff(room.id))
            self.bot_tasks |= dict.fromkeys(keys, asyncio.get_running_loop().create_task(again))
        else:
            self.failures.pop(room.id, None)

    async def retry_bots(self, id: str, keys: Sequence[BotQuestion], seconds: float) -> None:
        """Schedule bots again after a delay, and keep them from being scheduled before."""
        await self.context.clock.sleep(seconds)
        for key in keys:
            del self.bot_tasks[key]
        await self.try_schedule_bots(id)

    async def run_bots(self, room: Room, table: TableState, seats: Sequence[Seat]) -> bool:
        """Compute the answers of several bots, and play them at the same time in the order of seats: neither timing nor
        order reveals how long any of them computed. Return whether this node held all leases."""
        await self.wait_for_runner()
        begun = self.context.clock.now()
        async with self.leases.hold(table, seats) as mine:
            answers = await asyncio.gather(*(self.choose_bot_answer(room, table, seat) for seat in mine))
            await self.wait_for_pacing(room.id, begun)
            for seat, texts in sorted(zip(mine, answers, strict=True)):
                with suppress(HeorotError):  # the person returned, or the question was undone
                    while not await self.play_bot_answer(room, seat, table.questions[seat], texts):
                        await self.context.clock.sleep(RETRY_SECONDS)
        if len(mine) < len(seats):  # another node computes them, unless it dies
            await self.context.clock.sleep(LEASE_SECONDS)
        return len(mine) == len(seats)

    async def wait_for_runner(self) -> None:
        """Wait for the bot processes. If they fail to start, the bot fails later and is replaced."""
        try:
            await self.bot_runner.wait_until_ready()
        except Exception as error:
            log.error("bots.not-ready", error=type(error).__name__)

    async def choose_bot_answer(self, room: Room, table: TableState, seat: Seat) -> list[str]:
        """Return the answer of a bot, or of the fallback bot if it fails."""
        try:
            return await choose_answer(self.run_bot, table, seat)
        except Exception as error:
            return await self.replace_failed_bot(room, table, seat, error)

    async def run_bot(self, game: str, box: str | None, bot: str, view: GameView) -> GameAction:
        """Run a bot with a timeout that excludes waiting for a slot."""
        async with self.bot_slots, asyncio.timeout(self.timeout):
            return await self.bot_runner.choose_action(game, box, bot, view)

    async def play_bot_answer(self, room: Room, seat: Seat, question: int, texts: list[str]) -> bool:
        """Play a bot's answer; return False if the store cannot take it now."""
        try:
            async with room.lock:
                decision = partial(play_bot_actions, seat=seat, question=question, actions=texts, chance=room.chance)
                await room.commit(lambda now: [decision(now)], f"bot:{seat}:{question}")
        except RETRYABLE:
            return False
        return True

    async def replace_failed_bot(self, room: Room, table: TableState, seat: Seat, error: Exception) -> list[str]:
        """Replace a failed bot by the fallback bot, and return that bot's answer, computed in this process."""
        log.warning("bot.failed", table=room.id, bot=table.places[seat].bot, error=type(error).__name__)
        with suppress(HeorotError):  # the person may be back
            async with room.lock:
                await room.commit(lambda now: replace_bot(now, seat))
        return await choose_answer(InlineBotRunner().choose_action, table, seat, FALLBACK_BOT)

    async def wait_for_pacing(self, id: str, begun: int) -> None:
        """Wait until the time at which the answer may be played."""
        now = self.context.clock.now()
        taken = (now - begun) / 1000
        if (pause := self.pacer.pause(id, taken, now)) > taken:
            await self.context.clock.sleep(pause - taken)

    async def stop(self) -> None:
        """Cancel all bots and background tasks."""
        for task in (*self.bot_tasks.values(), *self.remote_tasks):
            task.cancel()
        self.bot_runner.stop()
        self.hint_service.stop()


def pending_bots(table: TableState) -> set[BotQuestion]:
    """Return the questions that bots must answer at a table."""
    return {(table.id, seat, table.questions[seat]) for seat in table.awaited if table.is_bot_seat(seat)}
