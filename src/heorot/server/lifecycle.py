"""The parts of a running server, and their start and stop."""

import asyncio
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import structlog

from heorot.engine.errors import HeorotError
from heorot.server.client_limits import Limits, SharedLimiter
from heorot.server.clock import Clock
from heorot.server.cluster.bus import Bus, LocalBus
from heorot.server.context import Context
from heorot.server.metrics import MeasuredStore, Metrics, TableCollector
from heorot.server.protocol.errors import Refusal, problem_of
from heorot.server.rooms.bot_pacing import BotTiming
from heorot.server.rooms.bot_processes import BotProcessPool, BotRunner, MeasuredBotRunner
from heorot.server.rooms.cleanup import Cleanup
from heorot.server.rooms.hints import HintService
from heorot.server.rooms.reconciler import Reconciler
from heorot.server.rooms.registry import Registry
from heorot.server.rooms.timekeeper import Timekeeper
from heorot.server.settings import Settings, has_shared_database
from heorot.server.store.backup import sqlite_file
from heorot.server.store.interface import VERSION, Store
from heorot.server.store.sqlite import open_sqlite
from heorot.server.webhooks.webhooks import WebhookSender

log = structlog.get_logger()

READY_CACHE_MS = 500  # a result is reused this long: anyone may ask, and each check writes to the disk
CLUSTER_PACKAGES = ("asyncpg", "greenlet", "redis")
DRAIN_SECONDS, POLL_SECONDS = 1.0, 0.02  # time for goodbyes to be sent; interval of checks


class Lifecycle:
    """The registry with its store and background workers."""

    def __init__(self, store: Store, registry: Registry, cleanup: Cleanup, webhooks: WebhookSender) -> None:
        self.store = store
        self.registry = registry
        self.cleanup = cleanup
        self.timekeeper = Timekeeper(registry)
        self.webhooks = webhooks
        self.tasks: list[asyncio.Task[None]] = []  # background workers
        self.stopping = False
        self.ready_at = 0  # time of the last successful write check

    async def start(self) -> None:
        """Connect the bus, settle the clocks, schedule bots that were waiting, and start the workers."""
        await self.registry.context.bus.start()
        await self.timekeeper.start()
        await self.registry.resume_bots()
        reconciler = (Reconciler(self.registry),) if self.registry.context.bus.shared else ()
        workers = (self.cleanup, self.timekeeper, self.webhooks, *reconciler)
        self.tasks = [asyncio.create_task(worker.work()) for worker in workers]

    async def drain(self) -> None:
        """Finish running commands, then close every connection and ask its client to reconnect."""
        self.stopping = True
        rooms = list(self.registry.rooms.values())
        for room in rooms:
            async with room.lock:
                pass
        problem = problem_of(Refusal("stopping", "server.stopping"))
        for subscriber in [subscriber for room in rooms for subscriber in room.subscribers]:
            subscriber.close(problem, again=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while any(room.subscribers for room in rooms):
                    await asyncio.sleep(POLL_SECONDS)

    async def stop(self) -> None:
        """Cancel bots and workers, and store whatever was accepted."""
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.registry.stop()
        await self.registry.context.bus.stop()
        await self.store.close()

    async def check_ready(self) -> None:
        """Raise the error that would prevent a move from being stored."""
        if self.stopping:
            raise Refusal("stopping", "server.stopping")
        if self.registry.context.clock.now() - self.ready_at >= READY_CACHE_MS:
            await self.store.ping()
            self.ready_at = self.registry.context.clock.now()


async def open_store(settings: Settings) -> Store:
    """Open the database that the settings name."""
    if not has_shared_database(settings):
        return await open_sqlite(sqlite_file(settings.data, settings.database))
    require_cluster_packages()
    from heorot.server.store.postgres import open_postgres  # an optional extra

    return await open_postgres(str(settings.database), notifying=settings.bus is None)


def make_bus(settings: Settings) -> Bus:
    """Return the bus between nodes, or the local one for SQLite."""
    if not has_shared_database(settings):
        return LocalBus()
    if settings.bus is not None:
        from heorot.server.cluster.redis_bus import RedisBus

        return RedisBus(settings.bus)
    from heorot.server.store.postgres import PostgresBus, parse_url

    return PostgresBus(parse_url(str(settings.database)))


def make_shared_limits(settings: Settings) -> SharedLimiter | None:
    """Return rate limits shared between nodes, if there is a Redis."""
    if settings.bus is None:
        return None
    require_cluster_packages()
    from heorot.server.cluster.shared_limits import SharedRateLimits

    return SharedRateLimits(settings.bus)


async def migrate(settings: Settings) -> str:
    """Create or upgrade the database that the settings name; return its version. A SQLite file is upgraded by opening
    it."""
    if not has_shared_database(settings):
        await (await open_store(settings)).close()
        return VERSION
    require_cluster_packages()
    from heorot.server.store.postgres import migrate_postgres

    return await migrate_postgres(str(settings.database))


def require_cluster_packages() -> None:
    """Raise HeorotError if a package of the `scale` extra is missing."""
    if missing := [name for name in CLUSTER_PACKAGES if find_spec(name) is None]:
        raise HeorotError("cli.serve.missing-scale", packages=", ".join(missing))


def build_lifecycle(
    settings: Settings, store: Store, limits: Limits, metrics: Metrics, clock: Clock, bot_runner: BotRunner | None
) -> Lifecycle:
    """Build all parts of the server, with metrics around store and bots."""
    measured: Any = MeasuredStore(store, metrics.append_seconds)
    bots = MeasuredBotRunner(bot_runner or BotProcessPool(settings.bot_processes), metrics)
    context = Context(measured, clock, make_bus(settings))
    hint_service = HintService(bot_runner or BotProcessPool(1, low_priority=True), settings.bot_patience)
    registry = Registry(
        context, bots, BotTiming(settings.bot_beat, settings.bot_patience, settings.bot_processes), hint_service
    )
    metrics.registry.register(TableCollector(registry.rooms.values))
    metrics.sockets.set_function(lambda: limits.connected)
    cleanup, webhooks = Cleanup(registry, settings, limits, metrics), WebhookSender(registry, settings.webhooks)
    return Lifecycle(store, registry, cleanup, webhooks)
