"""The app without a network: requests and sockets are passed to it directly, and every sent byte is kept."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from heorot.server.app import make_app
from heorot.server.settings import Settings
from tests.server.support.databases import database_of
from tests.server.support.processes.append import open_any
from tests.support.patience import PATIENCE

HOST = "table.test"
UNLIMITED = "1000000/second"  # no limit
RATES = ("create", "import", "join", "hello", "command", "ask", "hint", "chat", "leave")
NO_LIMITS = {f"rate_{what}": UNLIMITED for what in RATES} | {
    "most_tables": 10**9,
    "most_sockets": 10**9,
    "all_sockets": 10**9,
}


class SteppedClock:
    """Clock that a test advances; sleepers wake in order."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.time = now
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> int:
        return int(self.time)

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.time + 1000 * seconds, woken))
        await woken

    async def advance(self, seconds: float) -> None:
        """Advance the time, and wake the due sleepers in the order of their times."""
        until = self.time + 1000 * seconds
        while due := [sleeper for sleeper in self.sleepers if sleeper[0] <= until]:
            first = min(due, key=lambda sleeper: sleeper[0])
            self.sleepers.remove(first)
            self.time = max(self.time, first[0])
            if not first[1].done():
                first[1].set_result(None)
            await run_pending_tasks()
        self.time = until
        await run_pending_tasks()


async def run_pending_tasks(turns: int = 50) -> None:
    """Let all runnable tasks run."""
    for _ in range(turns):
        await asyncio.sleep(0)


@dataclass
class HttpReply:
    """HTTP response, byte for byte."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Return the code of an error response, and check its shape."""
        assert set(self.json) == {"problem"}
        assert set(self.json["problem"]) == {"code", "key", "params"}
        return str(self.json["problem"]["code"])

    def header(self, name: str) -> str | None:
        return next((value.decode() for key, value in self.headers if key.decode().lower() == name.lower()), None)


@dataclass
class AsgiSocket:
    """A WebSocket that keeps the messages of the app in order, and its close code."""

    to_app: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    received: list[str] = field(default_factory=list)
    status: int | None = None  # of the handshake
    refusal: bytes = b""
    closed: int | None = None
    task: asyncio.Task[None] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    read: int = 0

    async def receive(self) -> dict[str, Any]:
        return await self.to_app.get()

    async def send(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "websocket.accept":
                self.status = 101
            case "websocket.send":
                self.received.append(message["text"])
            case "websocket.close":
                self.closed = message.get("code", 1000)
                self.to_app.put_nowait({"type": "websocket.disconnect", "code": self.closed})
            case "websocket.http.response.start":
                self.status = message["status"]
            case "websocket.http.response.body":
                self.refusal += message["body"]
        self.news.set()

    def send_message(self, message: Any) -> None:
        """Send an object as JSON, or a text unchanged."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.to_app.put_nowait({"type": "websocket.receive", "text": text})

    async def next(self) -> dict[str, Any]:
        """Return the next unread message."""
        async with asyncio.timeout(PATIENCE):
            while len(self.received) <= self.read:
                self.news.clear()
                await self.news.wait()
        self.read += 1
        return dict(json.loads(self.received[self.read - 1]))

    async def answer(self, id: str | None) -> dict[str, Any]:
        """Return the answer to a command, skipping other messages."""
        while True:
            message = await self.next()
            if message["type"] in ("answer", "refused", "told", "goodbye") and message.get("id") == id:
                return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and return its answer."""
        self.send_message(message)
        return await self.answer(message.get("id"))

    async def disconnect(self) -> None:
        self.to_app.put_nowait({"type": "websocket.disconnect", "code": 1001})
        assert self.task is not None
        await asyncio.wait_for(self.task, PATIENCE)

    async def wait_closed(self) -> int | None:
        """Wait until the app closes the socket; return the close code."""
        assert self.task is not None
        await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)
        return self.closed


@dataclass
class AsgiApp:
    """A running app."""

    app: Any
    peer: str = "203.0.113.7"

    @property
    def registry(self) -> Any:
        return self.app.state.registry

    async def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, peer: str | None = None,
        headers: Iterable[tuple[str, str]] = (),
    ) -> HttpReply:  # fmt: skip
        """Send a request."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        all_headers = [("host", HOST), ("content-type", "application/json"), *headers]
        all_headers += [("authorization", f"Bearer {token}")] if token else []
        reply = HttpReply(0, [])

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                reply.status, reply.headers = message["status"], list(message["headers"])
            else:
                reply.body += message.get("body", b"")

        await self.app(self.scope("http", path, all_headers, peer) | {"method": method}, receive, send)
        return reply

    def scope(self, kind: str, path: str, headers: Iterable[tuple[str, str]], peer: str | None) -> dict[str, Any]:
        bare, _, query = path.partition("?")
        return {
            "type": kind, "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "scheme": "http",
            "path": bare, "raw_path": bare.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
            "client": (peer or self.peer, 1), "server": (HOST, 80), "state": {}, "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip

    async def client(self, peer: str | None = None, headers: Iterable[tuple[str, str]] = ()) -> AsgiSocket:
        """Open a socket and complete the handshake."""
        client = AsgiSocket()
        scope = self.scope("websocket", "/api/socket", [("host", HOST), *headers], peer)
        client.to_app.put_nowait({"type": "websocket.connect"})
        client.task = asyncio.create_task(self.app(scope, client.receive, client.send))
        async with asyncio.timeout(PATIENCE):
            while client.status is None:
                await client.news.wait()
                client.news.clear()
        return client

    async def enter(self, table: str, token: str | None = None, **more: Any) -> AsgiSocket:
        """Open a socket and send hello."""
        client = await self.client()
        client.send_message({"type": "hello", "table": table, "token": token, **more})
        return client

    async def wait_until_idle(self) -> None:
        """Wait until no connection has anything left to send."""
        async with asyncio.timeout(PATIENCE):
            rooms = self.registry.rooms
            while any(c.outbox or c.send_task for room in rooms.values() for c in room.subscribers):
                await asyncio.sleep(0)
            await run_pending_tasks()


@asynccontextmanager
async def run_app(folder: Path, clock: Any = None, bot_runner: Any = None, **settings: Any) -> AsyncIterator[AsgiApp]:
    """Run the app with its own store and without limits, except those in the settings."""
    configured = Settings(data=folder, **(NO_LIMITS | {"database": database_of(folder)} | settings))
    store = await open_any(configured.database or folder / "heorot.sqlite3")
    app = make_app(configured, store=store, clock=clock, bot_runner=bot_runner)
    async with app.router.lifespan_context(app):
        yield AsgiApp(app)
