"""What the server counts and measures, for Prometheus. No label ever names a table, a person or an address."""

import time
from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from heorot.server.bots import Thinker

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 20.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Everything in one place, a registry of its own."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.node = token_hex(4)  # by this name the figures of two processes are told apart
        self.begun = time.monotonic()
        self.sockets = Gauge("heorot_sockets", "open sockets", registry=own)
        self.slow_readers = Counter("heorot_slow_readers", "sockets closed because they read too slowly", registry=own)
        self.commands = Counter("heorot_commands", "commands", ["type", "outcome"], registry=own)
        self.command_seconds = Histogram(
            "heorot_command_seconds", "from a command to its answer", registry=own, buckets=QUICK
        )
        self.append_seconds = Histogram(
            "heorot_append_seconds", "until events are on the disk", registry=own, buckets=QUICK
        )
        self.bot_seconds = Histogram("heorot_bot_seconds", "one thought of a bot", registry=own, buckets=SLOW)
        self.bots_failed = Counter("heorot_bots_failed", "bots that failed or took too long", registry=own)
        self.store_bytes = Gauge("heorot_store_bytes", "size of the store on the disk", registry=own)
        self.refused = Counter("heorot_refused", "refusals by their code", ["code"], registry=own)
        self.requests = Counter("heorot_requests", "requests over HTTP", ["route", "method", "status"], registry=own)

    def uptime(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.begun

    def refuse(self, code: str) -> None:
        """Something was not done."""
        self.refused.labels(code).inc()

    @contextmanager
    def command(self, kind: str) -> Iterator[Callable[[str], None]]:
        """Around a command; what it is given in the end is the outcome: `done`, or the code of a refusal."""
        begun, outcome = time.perf_counter(), "failed"

        def told(how: str) -> None:
            nonlocal outcome
            outcome = how

        try:
            yield told
        finally:
            self.command_seconds.observe(time.perf_counter() - begun)
            self.commands.labels(kind, outcome).inc()
            if outcome != "done":
                self.refuse(outcome)

    def text(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self.registry)


class Tables(Collector):
    """How many tables are in memory, by status; counted when somebody asks."""

    def __init__(self, rooms: Callable[[], Iterable[Any]]) -> None:
        self.rooms = rooms

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = Count("resting" if room.table is None else room.table.status for room in self.rooms())
        family = GaugeMetricFamily("heorot_tables", "tables in memory", labels=["status"])
        for status in ("open", "playing", "over", "ended", "resting"):
            family.add_metric([status], found[status])
        yield family


class MeasuredStore:
    """A store, and how long it takes to write."""

    def __init__(self, store: Any, seconds: Histogram) -> None:
        self.store = store
        self.seconds = seconds

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def create(self, *given: Any, **named: Any) -> None:
        with self.seconds.time():
            await self.store.create(*given, **named)

    async def append(self, *given: Any, **named: Any) -> None:
        with self.seconds.time():
            await self.store.append(*given, **named)


class MeasuredThinker:
    """Bots, and how long they take."""

    def __init__(self, thinker: Thinker, metrics: Metrics) -> None:
        self.thinker = thinker
        self.metrics = metrics

    async def think(self, *given: Any) -> Any:
        with self.metrics.bot_seconds.time(), self.metrics.bots_failed.count_exceptions(BaseException):
            return await self.thinker.think(*given)

    async def advise(self, *given: Any) -> dict[str, Any]:
        return await self.thinker.advise(*given)

    def warm_up(self) -> None:
        self.thinker.warm_up()

    async def be_ready(self) -> None:
        await self.thinker.be_ready()

    def stop(self) -> None:
        self.thinker.stop()
