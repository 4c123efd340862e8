"""All that a running server consists of, and how it begins and ends."""

import asyncio
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import structlog

from heorot.engine.errors import HeorotError
from heorot.server.backup import database_in
from heorot.server.bots import Processes, Thinker
from heorot.server.bus import Bus, OneProcess
from heorot.server.caller import Caller
from heorot.server.clock import Clock
from heorot.server.errors import Refusal, problem_of
from heorot.server.hall import Hall
from heorot.server.hints import Advisers
from heorot.server.janitor import Janitor
from heorot.server.limits import Limits, Shared
from heorot.server.lookout import Lookout
from heorot.server.means import Means
from heorot.server.metrics import MeasuredStore, MeasuredThinker, Metrics, Tables
from heorot.server.settings import Settings, is_shared
from heorot.server.sqlite import open_sqlite
from heorot.server.store import VERSION, Store
from heorot.server.tempo import Pace
from heorot.server.timekeeper import Timekeeper

log = structlog.get_logger()

READY_FOR = 500  # milliseconds: anyone may ask, and the disk is not for that
NEEDED = ("asyncpg", "greenlet", "redis")
GOODBYE_SECONDS, GLANCE = 1.0, 0.02  # how long goodbyes may be under way; how often one looks


class Household:
    """The hall with what it needs, and who keeps it clean."""

    def __init__(self, store: Store, hall: Hall, janitor: Janitor, caller: Caller) -> None:
        self.store = store
        self.hall = hall
        self.janitor = janitor
        self.timekeeper = Timekeeper(hall)
        self.caller = caller
        self.tasks: list[asyncio.Task[None]] = []  # of those who look after the house
        self.stopping = False
        self.ready_at = 0  # when something was last stored to see whether that can be done

    async def begin(self) -> None:
        """Other nodes are heard, bots go on where they were asked, clocks where they stood, and the janitor comes."""
        await self.hall.means.bus.begin()
        await self.timekeeper.begin()
        await self.hall.wake()
        lookout = (Lookout(self.hall),) if self.hall.means.bus.shared else ()
        workers = (self.janitor, self.timekeeper, self.caller, *lookout)
        self.tasks = [asyncio.create_task(one.work()) for one in workers]

    async def say_goodbye(self) -> None:
        """What is begun is finished; then all who are connected are told to come again."""
        self.stopping = True
        rooms = list(self.hall.rooms.values())
        for room in rooms:
            async with room.lock:
                pass
        problem = problem_of(Refusal("stopping", "server.stopping"))
        for watcher in [watcher for room in rooms for watcher in room.watchers]:
            watcher.close(problem, again=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while any(room.watchers for room in rooms):
                    await asyncio.sleep(GLANCE)

    async def end(self) -> None:
        """Nobody thinks any more, and whatever was accepted is stored."""
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.hall.stop()
        await self.hall.means.bus.end()
        await self.store.close()

    async def check_ready(self) -> None:
        """Raises what would keep a move from being stored."""
        if self.stopping:
            raise Refusal("stopping", "server.stopping")
        if self.hall.means.clock.now() - self.ready_at >= READY_FOR:
            await self.store.ping()
            self.ready_at = self.hall.means.clock.now()


async def open_store(settings: Settings) -> Store:
    """Where the settings say."""
    if not is_shared(settings):
        return await open_sqlite(database_in(settings.data, settings.database))
    need_nodes()
    from heorot.server.postgres import open_postgres  # not everyone has it

    return await open_postgres(str(settings.database), notifying=settings.bus is None)


def bus_of(settings: Settings) -> Bus:
    """How this node hears of others, if there may be any."""
    if not is_shared(settings):
        return OneProcess()
    if settings.bus is not None:
        from heorot.server.redis import RedisBus

        return RedisBus(settings.bus)
    from heorot.server.postgres import Notices, url_of

    return Notices(url_of(str(settings.database)))


def shared_windows(settings: Settings) -> Shared | None:
    """Where all nodes count together how often someone does something."""
    if settings.bus is None:
        return None
    need_nodes()
    from heorot.server.shared_limits import SharedWindows

    return SharedWindows(settings.bus)


async def bring_up_to_date(settings: Settings) -> str:
    """The database that the settings name, made if need be; its version. A file of SQLite needs no more than that it
    is opened."""
    if not is_shared(settings):
        await (await open_store(settings)).close()
        return VERSION
    need_nodes()
    from heorot.server.postgres import migrate_postgres

    return await migrate_postgres(str(settings.database))


def need_nodes() -> None:
    """What several nodes are made of is an extra."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise HeorotError("cli.serve.missing-scale", packages=", ".join(missing))


def make_household(
    settings: Settings, store: Store, limits: Limits, metrics: Metrics, clock: Clock, thinker: Thinker | None
) -> Household:
    """Everything from its parts; what takes time is measured."""
    measured: Any = MeasuredStore(store, metrics.append_seconds)
    bots = MeasuredThinker(thinker or Processes(settings.bot_processes), metrics)
    means = Means(measured, clock, bus_of(settings))
    advisers = Advisers(thinker or Processes(1, stand_back=True), settings.bot_patience)
    hall = Hall(means, bots, Pace(settings.bot_beat, settings.bot_patience, settings.bot_processes), advisers)
    metrics.registry.register(Tables(hall.rooms.values))
    metrics.sockets.set_function(lambda: limits.connected)
    janitor, caller = Janitor(hall, settings, limits, metrics), Caller(hall, settings.webhooks)
    return Household(store, hall, janitor, caller)
