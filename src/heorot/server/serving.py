"""Serve the app: socket, uvicorn configuration, signals and graceful shutdown."""

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import structlog
import uvicorn
import uvloop
from fastapi import FastAPI

from heorot.engine.errors import HeorotError
from heorot.server.app import make_app
from heorot.server.http.uvicorn_protocols import LimitedHttpProtocol, LimitedWebSocketProtocol
from heorot.server.lifecycle import open_store
from heorot.server.settings import Settings

log = structlog.get_logger()

BACKLOG = 2048
SEND_BUFFER_BYTES = 128 * 1024  # per connection, for a client that does not read; the default would be megabytes
SIGNALS = (signal.SIGINT, signal.SIGTERM)
SWITCH_SECONDS = 0.0005  # before a waiting thread runs; the default of 5 ms would delay the store after each commit
PING_SECONDS, PONG_SECONDS = 30.0, 30.0


def serve(settings: Settings, listening: Callable[[str], None], elsewhere: bool = False) -> None:
    """Serve until a signal arrives. Calls `listening` with the address first; if `elsewhere`, a taken port is replaced
    by a free one."""
    with bind_any(settings) if elsewhere else bind(settings.host, settings.port) as place:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve_on(settings, place, listening))


async def serve_on(settings: Settings, place: socket.socket, listening: Callable[[str], None]) -> None:
    """Serve on a bound socket. Opens the store first, so that its errors are raised before anything starts."""
    app = make_app(settings, store=await open_store(settings))
    await Server(app, settings, lambda: listening(url_of(place))).serve([place])


class Server(uvicorn.Server):
    """uvicorn server that reports its address, drains connections, and exits at once on a second signal."""

    def __init__(self, app: FastAPI, settings: Settings, on_started: Callable[[], None]) -> None:
        super().__init__(uvicorn_config(app, settings))
        self.state = app.state
        self.on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tune_garbage_collector()
        sys.setswitchinterval(SWITCH_SECONDS)
        self.on_started()
        log.info("listening", pid=os.getpid())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        if not self.force_exit:
            await self.state.lifecycle.drain()
        await super().shutdown(sockets)
        log.info("stopped")

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals by a graceful exit; uvicorn would raise them again at the end."""
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Exit at once on the second signal: every acknowledged command is on the disk."""
        if self.should_exit:
            self.state.lifecycle.registry.bot_runner.stop()
            os._exit(128 + sig)
        self.should_exit = True


def uvicorn_config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return the configuration that was measured to be fastest; logs, headers and proxies are handled by our
    middleware."""
    return uvicorn.Config(
        app,
        loop="none",
        http=LimitedHttpProtocol,
        ws=LimitedWebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=settings.stop_seconds,
    )


# ---- Sockets -------------------------------------------------------------------------------------------------------


def bind(host: str, port: int) -> socket.socket:
    """Bind a port; raises HeorotError."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(place[:2], family=family, backlog=BACKLOG)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)  # inherited by every connection
        return listening
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise HeorotError("serve.taken", host=host, port=str(port)) from error
        raise HeorotError("serve.cannot-listen", host=host, port=str(port), detail=str(error)) from error


def bind_any(settings: Settings) -> socket.socket:
    """Bind the configured port, or any free one if it is taken."""
    try:
        return bind(settings.host, settings.port)
    except HeorotError as error:
        if error.key != "serve.taken":
            raise
        return bind(settings.host, 0)


def tune_garbage_collector() -> None:
    """Collect cycles rarely. Tables are values without cycles, and a search through all of them every few moves would
    take longer than the moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def url_of(place: socket.socket) -> str:
    """Return the URL of a bound socket."""
    host, port = place.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
