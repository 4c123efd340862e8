"""Metrics for Prometheus. No label ever contains a table, a person or an address."""

import time
from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from heorot.server.rooms.room import Room
    from heorot.server.store.interface import Store

FAST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
SLOW_BUCKETS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 20.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """All metrics, in a registry of their own."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.node = token_hex(4)  # name of this process
        self.started = time.monotonic()
        self.sockets = Gauge("heorot_sockets", "open sockets", registry=own)
        self.slow_readers = Counter("heorot_slow_readers", "sockets closed because they read too slowly", registry=own)
        self.commands = Counter("heorot_commands", "commands", ["type", "outcome"], registry=own)
        self.command_seconds = Histogram(
            "heorot_command_seconds", "from a command to its answer", registry=own, buckets=FAST_BUCKETS
        )
        self.append_seconds = Histogram(
            "heorot_append_seconds", "until events are on the disk", registry=own, buckets=FAST_BUCKETS
        )
        self.bot_seconds = Histogram("heorot_bot_seconds", "one thought of a bot", registry=own, buckets=SLOW_BUCKETS)
        self.bots_failed = Counter("heorot_bots_failed", "bots that failed or took too long", registry=own)
        self.store_bytes = Gauge("heorot_store_bytes", "size of the store on the disk", registry=own)
        self.refused = Counter("heorot_refused", "refusals by their code", ["code"], registry=own)
        self.requests = Counter("heorot_requests", "requests over HTTP", ["route", "method", "status"], registry=own)

    def uptime(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self.started

    def count_refusal(self, code: str) -> None:
        """Count an error by its code."""
        self.refused.labels(code).inc()

    @contextmanager
    def command(self, kind: str) -> Iterator[Callable[[str], None]]:
        """Measure a command; yield a function that sets its outcome: `done`, or an error code."""
        begun, outcome = time.perf_counter(), "failed"

        def set_outcome(code: str) -> None:
            nonlocal outcome
            outcome = code

        try:
            yield set_outcome
        finally:
            self.command_seconds.observe(time.perf_counter() - begun)
            self.commands.labels(kind, outcome).inc()
            if outcome != "done":
                self.count_refusal(outcome)

    def text(self) -> bytes:
        """Return the metrics in Prometheus's text format."""
        return generate_latest(self.registry)


class TableCollector(Collector):
    """Count the tables in memory by status when the metrics are read."""

    def __init__(self, rooms: Callable[[], "Iterable[Room]"]) -> None:
        self.rooms = rooms

    def collect(self) -> Iterator[GaugeMetricFamily]:
        counts = Count("resting" if room.table is None else room.table.status for room in self.rooms())
        family = GaugeMetricFamily("heorot_tables", "tables in memory", labels=["status"])
        for status in ("open", "playing", "over", "ended", "resting"):
            family.add_metric([status], counts[status])
        yield family


class MeasuredStore:
    """A store whose write times are measured."""

    def __init__(self, store: "Store", seconds: Histogram) -> None:
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
