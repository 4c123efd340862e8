"""From an app to a port: uvicorn as we want it, begun and ended politely."""

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
from heorot.server.household import open_store
from heorot.server.settings import Settings
from heorot.server.wire import RequestWire, SocketWire

log = structlog.get_logger()

BACKLOG = 2048
SEND_BYTES = 128 * 1024  # that the system keeps for one who does not read; else it would be megabytes
SIGNALS = (signal.SIGINT, signal.SIGTERM)
TURN = 0.0005  # seconds that one thread has while another waits
PINGS, PONGS = 30.0, 30.0  # seconds: who answers no ping is gone


def serve(settings: Settings, listening: Callable[[str], None], elsewhere: bool = False) -> None:
    """Serve until a signal comes; `listening` is told where, before anything else is written. Where the port is taken,
    at any other one, if `elsewhere` will do."""
    with bind_somewhere(settings) if elsewhere else bind(settings.host, settings.port) as place:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve_at(settings, place, listening))


async def serve_at(settings: Settings, place: socket.socket, listening: Callable[[str], None]) -> None:
    """Serve at a port that is ours already. What is wrong with the store is told before anything begins."""
    app = make_app(settings, store=await open_store(settings))
    await Server(app, settings, lambda: listening(url_of(place))).serve([place])


class Server(uvicorn.Server):
    """Says where it listens, says goodbye, and ends at once when it is told to twice."""

    def __init__(self, app: FastAPI, settings: Settings, started: Callable[[], None]) -> None:
        super().__init__(configuration(app, settings))
        self.state = app.state
        self.tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        collect_seldom()
        change_turns_quickly()
        self.tell_started()
        log.info("listening", pid=os.getpid())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        if not self.force_exit:
            await self.state.household.say_goodbye()
        await super().shutdown(sockets)
        log.info("stopped")

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal is a wish, after which the program ends well; uvicorn would die of it in the end."""
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The second signal ends everything: whatever was acknowledged is on the disk."""
        if self.should_exit:
            self.state.household.hall.thinker.stop()
            os._exit(128 + sig)
        self.should_exit = True


def configuration(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """What was measured to be best; logs, headers and proxies are our own matter."""
    return uvicorn.Config(
        app,
        loop="none",
        http=RequestWire,
        ws=SocketWire,
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes,
        ws_ping_interval=PINGS,
        ws_ping_timeout=PONGS,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=settings.stop_seconds,
    )


# ---- The port ------------------------------------------------------------------------------------------------------


def bind(host: str, port: int) -> socket.socket:
    """A port of our own; raises what a person should be told."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(place[:2], family=family, backlog=BACKLOG)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)  # every wire has the same
        return listening
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise HeorotError("serve.taken", host=host, port=str(port)) from error
        raise HeorotError("serve.cannot-listen", host=host, port=str(port), detail=str(error)) from error


def bind_somewhere(settings: Settings) -> socket.socket:
    """The port that is meant, or any that is free."""
    try:
        return bind(settings.host, settings.port)
    except HeorotError as error:
        if error.key != "serve.taken":
            raise
        return bind(settings.host, 0)


def collect_seldom() -> None:
    """Tables are values that hold no circles, and go when nobody needs them. To look for circles among all of them
    every few moves would take longer than the moves; what is loaded by now stays for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def change_turns_quickly() -> None:
    """Python changes between threads every 5 ms, as long as several moves take: so long would the store's thread, with
    its commit done, wait for its turn to say so."""
    sys.setswitchinterval(TURN)


def url_of(place: socket.socket) -> str:
    """Where a browser finds us."""
    host, port = place.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
