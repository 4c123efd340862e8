"""Figures of the whole server for its host's page: how many and how fast, and never who."""

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

from heorot.server.errors import Refusal
from heorot.server.hall import Hall
from heorot.server.messages import Model
from heorot.server.metrics import Metrics, Tables
from heorot.server.settings import Settings

router = APIRouter(prefix="/api")
BEARER = "Bearer "
MEGABYTE = 1_000_000

Key = Annotated[str | None, Header(alias="Authorization", description="Bearer, then the host's key")]


class Taken(Model):
    """How long something took since the start: how often at most so many seconds, for more and more of them; how often
    at all, and how long all together."""

    most: tuple[float, ...]
    counts: tuple[int, ...]
    count: int
    seconds: float


class HostFigures(Model):
    """What a host wants to see at a glance. Counts go on from the start of this process, whose name is `node`."""

    node: str
    version: str
    uptime: float  # seconds
    tables: dict[str, int]  # in memory, by status
    sockets: int
    most_sockets: int
    moves: int  # that people made
    commands: Taken
    disk: Taken
    thoughts: Taken  # of bots
    thinking: int  # bots at work or waiting for their turn
    bots_failed: int
    store_bytes: int  # as of the janitor's last round
    most_bytes: int
    free_bytes: int  # on the disk of the server's folder
    full: bool  # no new tables are laid
    refused: dict[str, int]  # by code
    slow_readers: int


def admit(request: Request, authorization: str | None) -> None:
    """Whoever has the host's key, and whoever may read the metrics; raises a Refusal for all others."""
    key: SecretStr | None = request.app.state.settings.host_key
    if authorization is None:
        return let_near_ones_in(request)
    said = authorization.removeprefix(BEARER).encode()
    if key is None or not compare_digest(said, key.get_secret_value().encode()):
        raise Refusal("unknown-token", "server.host-key")


def let_near_ones_in(request: Request) -> None:
    """Whom the setting HEOROT_METRICS allows to look at figures."""
    allowed = request.app.state.settings.metrics
    if allowed == "off":
        raise Refusal("not-found", "server.not-found")
    if allowed == "local" and not request.state.near:
        raise Refusal("far", "server.far")


@router.get("/host")
async def figures(request: Request, authorization: Key = None) -> HostFigures:
    """For the host, by the host's key or as the metrics are: on this machine, or wherever the settings allow it."""
    admit(request, authorization)
    state = request.app.state
    return figures_of(state.metrics, state.hall, state.settings, state.limits.full)


def figures_of(metrics: Metrics, hall: Hall, settings: Settings, full: bool) -> HostFigures:
    """All of them at this moment."""
    return HostFigures(
        node=metrics.node,
        version=version("heorot"),
        uptime=round(metrics.uptime(), 1),
        tables=by_label(Tables(hall.rooms.values), "status"),
        sockets=int(value_of(metrics.sockets)),
        most_sockets=settings.all_sockets,
        moves=sum(by_label(metrics.commands, "outcome", type="play", outcome="done").values()),
        commands=taken(metrics.command_seconds),
        disk=taken(metrics.append_seconds),
        thoughts=taken(metrics.bot_seconds),
        thinking=len(hall.thinking),
        bots_failed=int(value_of(metrics.bots_failed)),
        store_bytes=int(value_of(metrics.store_bytes)),
        most_bytes=settings.disk_mb * MEGABYTE,
        free_bytes=shutil.disk_usage(settings.data).free,
        full=full,
        refused=by_label(metrics.refused, "code"),
        slow_readers=int(value_of(metrics.slow_readers)),
    )


# ---- From what Prometheus is told ----------------------------------------------------------------------------------


def samples(metric: Collector) -> Iterator[Sample]:
    """Every number of a metric, but when it was made."""
    return (one for family in metric.collect() for one in family.samples if not one.name.endswith("_created"))


def value_of(metric: Collector) -> float:
    """The one number of a metric without labels."""
    [only] = samples(metric)
    return float(only.value)


def by_label(metric: Collector, label: str, **wanted: str) -> dict[str, int]:
    """The numbers of a metric by one of its labels, where the others are as wanted."""
    found = (one for one in samples(metric) if wanted.items() <= one.labels.items())
    return {one.labels[label]: int(one.value) for one in found}


def taken(metric: Histogram) -> Taken:
    """A histogram as it is told to the host's page."""
    ends = {one.name.rpartition("_")[2]: one.value for one in samples(metric)}
    steps = [(float(one.labels["le"]), int(one.value)) for one in samples(metric) if "le" in one.labels]
    most, counts = zip(*steps[:-1], strict=True)  # behind the last there is no end
    return Taken(most=most, counts=counts, count=int(ends["count"]), seconds=float(ends["sum"]))
