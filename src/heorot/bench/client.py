"""A client of the server: takes a seat, sends commands until they are answered, and comes again when the wire breaks.
For measurements and tests; docs/protocol.md tells how to write another."""

import asyncio
import json
import secrets
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Message = dict[str, Any]
LATER = 0.05  # seconds until a broken wire is tried again


def call(url: str, body: Message | None = None, token: str | None = None, method: str | None = None) -> Any:
    """A request over HTTP; raises urllib's HTTPError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers, method=method), timeout=30) as answer:
        text = answer.read().decode()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text


class Client:
    """Someone at a table, or watching it."""

    def __init__(self, address: str, table: str, token: str | None = None) -> None:
        self.address = address  # ws://…/api/socket
        self.table = table
        self.token = token
        self.now: Message = {}  # the latest moment
        self.log: list[Any] = []
        self.chat: dict[int, Any] = {}
        self.messages: list[Message] = []
        self.news = asyncio.Condition()
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.wire: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None
        self.greeted = False  # on this wire
        self.since: int | None = None  # the version that was told as seen on this wire
        self.patience = 1.0  # seconds until a command without an answer is sent again
        self.name = secrets.token_hex(4)  # no other client gives its commands the same ids
        self.number = 0

    # ---- The wire --------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> "Client":
        self.reading = asyncio.create_task(self.stay())
        await self.until(lambda: bool(self.now))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.reading is not None
        self.reading.cancel()
        with suppress(asyncio.CancelledError):
            await self.reading

    async def stay(self) -> None:
        """Be connected; whenever the wire breaks, come again and go on from what was seen."""
        while True:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                async with connect(self.address, compression=None, max_size=None, ping_interval=None) as self.wire:
                    self.greeted = False
                    await self.wire.send(json.dumps(self.hello()))
                    async for text in self.wire:
                        await self.hear(str(text))
            self.wire = None
            await asyncio.sleep(LATER)

    def hello(self) -> Message:
        """Who one is, and what one has seen."""
        self.since = self.now.get("version")
        return {"type": "hello", "table": self.table, "token": self.token, "seen": self.since}

    async def hear(self, text: str) -> None:
        """Whatever the server says."""
        message: Message = json.loads(text)
        self.messages.append(message)
        if message["type"] in ("welcome", "update") and await self.is_next(message):
            self.learn(message)
        elif message.get("id") in self.answers:
            self.answers.pop(message["id"]).set_result(message)
        async with self.news:
            self.news.notify_all()

    async def is_next(self, message: Message) -> bool:
        """Whether something follows what was seen. What came before is passed over, and so is a welcome that was
        overtaken; where something is missing, one comes again for all of it."""
        if message["type"] == "welcome":
            first, self.greeted = not self.greeted, True
            return first and self.now.get("version") == self.since
        seen = self.now.get("version", -1)
        if message["after"] > seen and self.wire is not None:
            await self.wire.close()
        return bool(message["after"] == seen)

    def learn(self, message: Message) -> None:
        """The table now, and what is new in its log."""
        self.now = message["now"] | {"table": self.now.get("table", {}) | message["now"]["table"]}
        self.log = message["log"]["entries"] if message["log"]["whole"] else self.log + message["log"]["entries"]
        self.chat |= {said["number"]: said for said in message["chat"]}

    async def until(self, wanted: Any) -> None:
        """Wait until something is true."""
        async with self.news:
            await self.news.wait_for(wanted)

    # ---- Commands --------------------------------------------------------------------------------------------------

    async def do(self, type: str, **fields: Any) -> Message:
        """A command with its answer; it is sent again until there is one, and changes something only once."""
        self.number += 1
        id = f"{self.name}.{self.number}"
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.answers[id] = answer
        message = json.dumps({"type": type, "id": id, **fields})
        while not answer.done():
            with suppress(ConnectionClosed):
                if self.wire is not None:
                    await self.wire.send(message)
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(answer), self.patience if self.wire else LATER)
        return answer.result()

    async def play(self, *actions: str) -> Message:
        """Answer the open question."""
        return await self.do("play", question=self.now["question"], actions=actions)

    async def ask(self, what: str, about: str = "") -> Message:
        """Ask about the game."""
        return await self.do("ask", what=what, about=about)


