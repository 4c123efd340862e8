"""Structured logs: JSON lines, or key=value on a terminal.

Logs never contain a token, a name, a chat message, a move or the secret of a table. Tables appear as a short hash,
which identifies a table but does not let a reader watch it. Errors are logged with their type and location, but without
their message, which may contain user input.
"""

import hashlib
import logging
import secrets
import sys
import time
import traceback
from contextlib import suppress
from typing import Any, TextIO

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict, Processor

from heorot.server.metrics import Metrics

log = structlog.get_logger()

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
LIBRARY_LOGGERS = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio", "alembic", "sqlalchemy",
        "websockets")  # fmt: skip


# ---- Lines ---------------------------------------------------------------------------------------------------------


class SafeStream:
    """A stream that drops output when the disk is full or the pipe is closed, instead of raising."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self.stream.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self.stream.flush()


def configure_logging(level: str, stream: TextIO | None = None) -> None:
    """Configure structlog and the standard logging module."""
    to = stream or sys.stdout
    out: Any = SafeStream(to)
    steps: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        hash_table_ids,
        summarize_error,
    ]
    renderer = structlog.processors.LogfmtRenderer() if to.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*steps, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    configure_library_logging(steps, renderer, out)


def configure_library_logging(steps: list[Processor], renderer: Processor, out: Any) -> None:
    """Log warnings of libraries in our format; lower levels may contain whole URLs."""
    handler = logging.StreamHandler(out)
    form = structlog.stdlib.ProcessorFormatter
    last = [form.remove_processors_meta, renderer]
    handler.setFormatter(form(foreign_pre_chain=[keep_first_line, *steps], processors=last))
    logging.getLogger().handlers = [handler]
    logging.getLogger().setLevel(logging.WARNING)
    for name in LIBRARY_LOGGERS:
        logging.getLogger(name).handlers = []
        logging.getLogger(name).setLevel(logging.WARNING)


def hash_table_ids(_: object, __: str, line: EventDict) -> EventDict:
    """Replace a table id by a short hash: knowing the id lets a reader watch the table."""
    if "table" in line:
        line["table"] = hashlib.sha256(str(line["table"]).encode()).hexdigest()[:8]
    return line


def summarize_error(_: object, __: str, line: EventDict) -> EventDict:
    """Replace an exception by its type and the functions of its traceback."""
    info = line.pop("exc_info", None)
    error = sys.exc_info()[1] if info is True else info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        line["error"] = type(error).__name__
        line["trace"] = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-12:]))
    return line


def keep_first_line(_: object, __: str, line: EventDict) -> EventDict:
    """Keep only the first line of a library's message; later lines may dump objects."""
    line["event"] = str(line["event"]).strip().partition("\n")[0]
    return line


# ---- Requests ------------------------------------------------------------------------------------------------------


class RequestLogMiddleware:
    """Log and count each request with its route pattern, never its URL; bind a request id to all log lines."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        begun, status, id = time.perf_counter(), 0, secrets.token_hex(4)

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with structlog.contextvars.bound_contextvars(request=id):
            try:
                await self.app(scope, receive, send_and_note)
            finally:
                method = scope["method"] if scope["method"] in METHODS else "?"  # an unknown one is user input
                route = str(getattr(scope.get("route"), "path", "-"))  # the pattern; parameters are never logged
                log_request(self.metrics, method, route, status, time.perf_counter() - begun)


def log_request(metrics: Metrics, method: str, route: str, status: int, seconds: float) -> None:
    """Log and count one request."""
    metrics.requests.labels(route, method, status).inc()
    log.info("request", method=method, route=route, status=status, ms=round(1000 * seconds, 1))
