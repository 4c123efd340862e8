"""The whole app without a network: requests and sockets are handed to it, and every byte that it sends is kept."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from heorot.server.app import make_app
from heorot.server.settings import Settings
from tests.server.appender import open_any
from tests.server.databases import database_of

HOST = "table.test"
PATIENCE = 20.0  # seconds
NEVER = "1000000/second"  # no limit
RATES = ("create", "import", "join", "hello", "command", "ask", "hint", "chat", "leave")
FREE = {f"rate_{what}": NEVER for what in RATES} | {
    "most_tables": 10**9,
    "most_sockets": 10**9,
    "all_sockets": 10**9,
}


class FakeClock:
    """Time that passes when a test lets it."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.time = now
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> int:
        return int(self.time)

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.time + 1000 * seconds, woken))
        await woken

    async def pass_by(self, seconds: float) -> None:
        """Wake whoever has slept long enough, the one with the earliest hour first."""
        until = self.time + 1000 * seconds
        while due := [one for one in self.sleepers if one[0] <= until]:
            first = min(due, key=lambda one: one[0])
            self.sleepers.remove(first)
            self.time = max(self.time, first[0])
            if not first[1].done():
                first[1].set_result(None)
            await breathe()
        self.time = until
        await breathe()


async def breathe(turns: int = 50) -> None:
    """Let all who can go on do so."""
    for _ in range(turns):
        await asyncio.sleep(0)


@dataclass
class Reply:
    """An answer over HTTP, byte for byte."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Of an error, which has one shape."""
        assert set(self.json) == {"problem"}
        assert set(self.json["problem"]) == {"code", "key", "params"}
        return str(self.json["problem"]["code"])

    def header(self, name: str) -> str | None:
        return next((value.decode() for key, value in self.headers if key.decode().lower() == name.lower()), None)


@dataclass
class Wire:
    """One socket: what the app sends on it, in order, and how it was closed."""

    to_app: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    heard: list[str] = field(default_factory=list)
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
                self.heard.append(message["text"])
            case "websocket.close":
                self.closed = message.get("code", 1000)
                self.to_app.put_nowait({"type": "websocket.disconnect", "code": self.closed})
            case "websocket.http.response.start":
                self.status = message["status"]
            case "websocket.http.response.body":
                self.refusal += message["body"]
        self.news.set()

    def say(self, message: Any) -> None:
        """An object, or a text as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.to_app.put_nowait({"type": "websocket.receive", "text": text})

    async def next(self) -> dict[str, Any]:
        """The next message that was not read yet."""
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) <= self.read:
                self.news.clear()
                await self.news.wait()
        self.read += 1
        return dict(json.loads(self.heard[self.read - 1]))

    async def answer(self, id: str | None) -> dict[str, Any]:
        """The answer to one command; what came before it is passed over."""
        while True:
            message = await self.next()
            if message["type"] in ("answer", "refused", "told", "goodbye") and message.get("id") == id:
                return message

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message with its answer."""
        self.say(message)
        return await self.answer(message.get("id"))

    async def hang_up(self) -> None:
        self.to_app.put_nowait({"type": "websocket.disconnect", "code": 1001})
        assert self.task is not None
        await asyncio.wait_for(self.task, PATIENCE)

    async def end(self) -> int | None:
        """Wait for the app to close it."""
        assert self.task is not None
        await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)
        return self.closed


@dataclass
class Served:
    """An app that runs."""

    app: Any
    peer: str = "203.0.113.7"

    @property
    def hall(self) -> Any:
        return self.app.state.hall

    async def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, peer: str | None = None,
        headers: Iterable[tuple[str, str]] = (),
    ) -> Reply:  # fmt: skip
        """A request."""
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        found = [("host", HOST), ("content-type", "application/json"), *headers]
        found += [("authorization", f"Bearer {token}")] if token else []
        reply = Reply(0, [])

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                reply.status, reply.headers = message["status"], list(message["headers"])
            else:
                reply.body += message.get("body", b"")

        await self.app(self.scope("http", path, found, peer) | {"method": method}, receive, send)
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

    async def wire(self, peer: str | None = None, headers: Iterable[tuple[str, str]] = ()) -> Wire:
        """A socket, once the handshake is done."""
        wire = Wire()
        scope = self.scope("websocket", "/api/socket", [("host", HOST), *headers], peer)
        wire.to_app.put_nowait({"type": "websocket.connect"})
        wire.task = asyncio.create_task(self.app(scope, wire.receive, wire.send))
        async with asyncio.timeout(PATIENCE):
            while wire.status is None:
                await wire.news.wait()
                wire.news.clear()
        return wire

    async def enter(self, table: str, token: str | None = None, **more: Any) -> Wire:
        """A socket that has said hello."""
        wire = await self.wire()
        wire.say({"type": "hello", "table": table, "token": token, **more})
        return wire

    async def quiet(self) -> None:
        """Until nobody has anything left to send."""
        async with asyncio.timeout(PATIENCE):
            while any(one.waiting or one.sending for room in self.hall.rooms.values() for one in room.watchers):
                await asyncio.sleep(0)
            await breathe()


@asynccontextmanager
async def served(folder: Path, clock: Any = None, thinker: Any = None, **settings: Any) -> AsyncIterator[Served]:
    """The app with a store of its own, and no limits but those that are given."""
    told = Settings(data=folder, **(FREE | {"database": database_of(folder)} | settings))
    app = make_app(told, store=await open_any(told.database or folder / "heorot.sqlite3"), clock=clock, thinker=thinker)
    async with app.router.lifespan_context(app):
        yield Served(app)
