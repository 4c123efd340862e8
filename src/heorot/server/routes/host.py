"""Statistics of the server for the host's page. They count, and never identify players or tables."""

import shutil
from collections.abc import Iterator
from hmac import compare_digest
from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Header, Request
from prometheus_client import Histogram
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample
from pydantic import SecretStr

from heorot.server.metrics import Metrics, TableCollector
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.messages import Model
from heorot.server.rooms.registry import Registry
from heorot.server.settings import Settings

router = APIRouter(prefix="/api")
BEARER = "Bearer "
MEGABYTE = 1_000_000

HostKey = Annotated[str | None, Header(alias="Authorization", description="`Bearer` and the host's key")]


class Timings(Model):
    """A histogram of durations since the start: upper bounds in seconds, cumulative counts, the number of samples, and
    their sum in seconds."""

    most: tuple[float, ...]
    counts: tuple[int, ...]
    count: int
    seconds: float


class HostFigures(Model):
    """Statistics of this process, whose name is `node`; counts begin at its start."""

    node: str
    version: str
    uptime: float  # seconds
    tables: dict[str, int]  # in memory, by status
    sockets: int
    most_sockets: int
    moves: int  # of people
    commands: Timings
    disk: Timings
    thoughts: Timings  # of bots
    thinking: int  # bots that compute a move or wait in the queue
    bots_failed: int
    store_bytes: int  # as of the last cleanup
    most_bytes: int
    free_bytes: int  # on the disk of the server's folder
    full: bool  # no new tables can be created
    refused: dict[str, int]  # by code
    slow_readers: int


def check_host_access(request: Request, authorization: str | None) -> None:
    """Raise `Refusal` unless the request has the host's key or may read the metrics."""
    key: SecretStr | None = request.app.state.settings.host_key
    if authorization is None:
        return check_metrics_access(request)
    sent = authorization.removeprefix(BEARER).encode()
    if key is None or not compare_digest(sent, key.get_secret_value().encode()):
        raise Refusal("unknown-token", "server.host-key")


def check_metrics_access(request: Request) -> None:
    """Raise `Refusal` unless the setting HEOROT_METRICS allows this client to read statistics."""
    allowed = request.app.state.settings.metrics
    if allowed == "off":
        raise Refusal("not-found", "server.not-found")
    if allowed == "local" and not request.state.is_local:
        raise Refusal("far", "server.far")


@router.get("/host")
async def figures(request: Request, authorization: HostKey = None) -> HostFigures:
    """Return statistics for the host, by the host's key or with access to the metrics."""
    check_host_access(request, authorization)
    metrics: Metrics = request.app.state.metrics
    registry: Registry = request.app.state.registry
    settings: Settings = request.app.state.settings
    return HostFigures(
        node=metrics.node,
        version=version("heorot"),
        uptime=round(metrics.uptime(), 1),
        tables=by_label(TableCollector(registry.rooms.values), "status"),
        sockets=int(value_of(metrics.sockets)),
        most_sockets=settings.all_sockets,
        moves=sum(by_label(metrics.commands, "outcome", type="play", outcome="done").values()),
        commands=timings(metrics.command_seconds),
        disk=timings(metrics.append_seconds),
        thoughts=timings(metrics.bot_seconds),
        thinking=len(registry.bot_tasks),
        bots_failed=int(value_of(metrics.bots_failed)),
        store_bytes=int(value_of(metrics.store_bytes)),
        most_bytes=settings.disk_mb * MEGABYTE,
        free_bytes=shutil.disk_usage(settings.data).free,
        full=request.app.state.limits.full,
        refused=by_label(metrics.refused, "code"),
        slow_readers=int(value_of(metrics.slow_readers)),
    )


# ---- Reading Prometheus metrics ------------------------------------------------------------------------------------


def samples(metric: Collector) -> Iterator[Sample]:
    """Yield the samples of a metric without their creation times."""
    return (sample for family in metric.collect() for sample in family.samples if not sample.name.endswith("_created"))


def value_of(metric: Collector) -> float:
    """Return the value of a metric without labels."""
    [only] = samples(metric)
    return float(only.value)


def by_label(metric: Collector, label: str, **wanted: str) -> dict[str, int]:
    """Return the values of a metric by one of its labels, filtered by the others."""
    matching = (sample for sample in samples(metric) if wanted.items() <= sample.labels.items())
    return {sample.labels[label]: int(sample.value) for sample in matching}


def timings(metric: Histogram) -> Timings:
    """Convert a Prometheus histogram."""
    ends = {sample.name.rpartition("_")[2]: sample.value for sample in samples(metric)}
    steps = [(float(sample.labels["le"]), int(sample.value)) for sample in samples(metric) if "le" in sample.labels]
    most, counts = zip(*steps[:-1], strict=True)  # without the bucket +Inf
    return Timings(most=most, counts=counts, count=int(ends["count"]), seconds=float(ends["sum"]))
