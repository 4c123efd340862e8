"""What the server writes about itself: a line for each event, JSON for programs and key=value on a terminal.

Never a token, a name, a word of a chat, a move or the secret of a table. Tables are named by a part of a hash, so that
lines about one of them can be found, and nobody who reads them can watch it. Of an error there is its kind and where it
happened, but not its message, which might repeat what a person sent.
"""

import hashlib
import logging
import secrets
import sys
import time
import traceback
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, TextIO

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heorot.server.metrics import Metrics

log = structlog.get_logger()

Line = MutableMapping[str, Any]
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
LOUD = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio", "alembic", "sqlalchemy",
        "websockets")  # fmt: skip


# ---- Lines ---------------------------------------------------------------------------------------------------------


class Outlet:
    """Where lines go. A full disk or a closed pipe costs lines, and nothing else."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self.stream.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self.stream.flush()


def set_up_logs(level: str, stream: TextIO | None = None) -> None:
    """From now on everything is written like this, also what libraries say."""
    to = stream or sys.stdout
    out: Any = Outlet(to)
    steps: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        veil_tables,
        place_errors,
    ]
    renderer = structlog.processors.LogfmtRenderer() if to.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*steps, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    take_over_libraries(steps, renderer, out)


def take_over_libraries(steps: list[Any], renderer: Any, out: Any) -> None:
    """Libraries warn and complain in lines of ours. What they have to say beside that may hold whole addresses."""
    handler = logging.StreamHandler(out)
    form = structlog.stdlib.ProcessorFormatter
    last = [form.remove_processors_meta, renderer]
    handler.setFormatter(form(foreign_pre_chain=[first_line, *steps], processors=last))
    logging.getLogger().handlers = [handler]
    logging.getLogger().setLevel(logging.WARNING)
    for name in LOUD:
        logging.getLogger(name).handlers = []
        logging.getLogger(name).setLevel(logging.WARNING)


def veil_tables(_: object, __: str, line: Line) -> Line:
    """Whoever knows a table's name could watch it."""
    if "table" in line:
        line["table"] = hashlib.sha256(str(line["table"]).encode()).hexdigest()[:8]
    return line


def place_errors(_: object, __: str, line: Line) -> Line:
    """The kind of an error, and where it happened."""
    told = line.pop("exc_info", None)
    error = sys.exc_info()[1] if told is True else told[1] if isinstance(told, tuple) else told
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        line["error"] = type(error).__name__
        line["trace"] = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-12:]))
    return line


def first_line(_: object, __: str, line: Line) -> Line:
    """Of what a library says: behind the first line it shows objects with all that they hold."""
    line["event"] = str(line["event"]).strip().partition("\n")[0]
    return line


# ---- Requests ------------------------------------------------------------------------------------------------------


class Requests:
    """One line for each request: the route, never its address. Whatever is written meanwhile has the same number."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        begun, status, id = time.perf_counter(), 0, secrets.token_hex(4)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with structlog.contextvars.bound_contextvars(request=id):
            try:
                await self.app(scope, receive, sending)
            finally:
                tell_request(self.metrics, method_of(scope), route_of(scope), status, time.perf_counter() - begun)


def tell_request(metrics: Metrics, method: str, route: str, status: int, seconds: float) -> None:
    """The line, and the count."""
    metrics.requests.labels(route, method, status).inc()
    log.info("request", method=method, route=route, status=status, ms=round(1000 * seconds, 1))


def method_of(scope: Scope) -> str:
    """What was to be done there; one that nobody has heard of is not repeated."""
    return scope["method"] if scope["method"] in METHODS else "?"


def route_of(scope: Scope) -> str:
    """Which route answered, as we wrote it, or none; what stands in its place is never told."""
    return str(getattr(scope.get("route"), "path", "-"))
