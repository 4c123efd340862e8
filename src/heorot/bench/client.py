"""A client for benchmarks and tests: takes a seat, repeats commands until they are answered, and reconnects.
docs/protocol.md explains how to write another."""

import asyncio
import json
import secrets
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Message = dict[str, Any]
RECONNECT_SECONDS = 0.05  # until a lost connection is retried


def request_json(url: str, body: Message | None = None, token: str | None = None, method: str | None = None) -> Any:
    """Send an HTTP request; return JSON or text. Raises urllib's HTTPError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers, method=method), timeout=30) as answer:
        text = answer.read().decode()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text


class Client:
    """A player or spectator of one table."""

    def __init__(self, address: str, table: str, token: str | None = None) -> None:
        self.address = address  # ws://…/api/socket
        self.table = table
        self.token = token
        self.now: Message = {}  # latest moment
        self.log: list[Any] = []
        self.chat: dict[int, Any] = {}
        self.messages: list[Message] = []
        self.changed = asyncio.Condition()
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.connection: ClientConnection | None = None
        self.read_task: asyncio.Task[None] | None = None
        self.has_welcome = False  # on this connection
        self.seen_version: int | None = None  # sent in this connection's hello
        self.answer_timeout = 1.0  # seconds until an unanswered command is repeated
        self.name = secrets.token_hex(4)  # prefix of command ids, unique per client
        self.number = 0

    # ---- Connection ------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> "Client":
        self.read_task = asyncio.create_task(self.stay_connected())
        await self.wait_until(lambda: bool(self.now))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.read_task is not None
        self.read_task.cancel()
        with suppress(asyncio.CancelledError):
            await self.read_task

    async def stay_connected(self) -> None:
        """Connect, and reconnect whenever the connection is lost."""
        while True:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with connect(
                    self.address, compression=None, max_size=None, ping_interval=None
                ) as self.connection:
                    self.has_welcome = False
                    await self.connection.send(json.dumps(self.hello()))
                    async for text in self.connection:
                        await self.handle(str(text))
            self.connection = None
            await asyncio.sleep(RECONNECT_SECONDS)

    def hello(self) -> Message:
        """Return the hello message with the last version seen."""
        self.seen_version = self.now.get("version")
        return {"type": "hello", "table": self.table, "token": self.token, "seen": self.seen_version}

    async def handle(self, text: str) -> None:
        """Handle a message of the server."""
        message: Message = json.loads(text)
        self.messages.append(message)
        if message["type"] in ("welcome", "update") and await self.is_next(message):
            self.apply_update(message)
        elif message.get("id") in self.answers:
            self.answers.pop(message["id"]).set_result(message)
        async with self.changed:
            self.changed.notify_all()

    async def is_next(self, message: Message) -> bool:
        """Return whether a message follows the state of this client. Older updates and overtaken welcomes are ignored;
        after a gap the client reconnects."""
        if message["type"] == "welcome":
            first, self.has_welcome = not self.has_welcome, True
            return first and self.now.get("version") == self.seen_version
        seen = self.now.get("version", -1)
        if message["after"] > seen and self.connection is not None:
            await self.connection.close()
        return bool(message["after"] == seen)

    def apply_update(self, message: Message) -> None:
        """Update the table, its log and the chat."""
        self.now = message["now"] | {"table": self.now.get("table", {}) | message["now"]["table"]}
        self.log = message["log"]["entries"] if message["log"]["whole"] else self.log + message["log"]["entries"]
        self.chat |= {one["number"]: one for one in message["chat"]}

    async def wait_until(self, wanted: Any) -> None:
        """Wait until a condition is true."""
        async with self.changed:
            await self.changed.wait_for(wanted)

    # ---- Commands --------------------------------------------------------------------------------------------------

    async def do(self, type: str, **fields: Any) -> Message:
        """Send a command and return its answer; repeat it until it is answered. The server executes it once."""
        self.number += 1
        id = f"{self.name}.{self.number}"
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.answers[id] = answer
        message = json.dumps({"type": type, "id": id, **fields})
        while not answer.done():
            with suppress(ConnectionClosed):
                if self.connection is not None:
                    await self.connection.send(message)
            with suppress(TimeoutError):
                await asyncio.wait_for(
                    asyncio.shield(answer), self.answer_timeout if self.connection else RECONNECT_SECONDS
                )
        return answer.result()

    async def play(self, *actions: str) -> Message:
        """Answer the open question."""
        return await self.do("play", question=self.now["question"], actions=actions)

    async def ask(self, what: str, about: str = "") -> Message:
        """Query the game."""
        return await self.do("ask", what=what, about=about)
