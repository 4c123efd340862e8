"""The whole server in this process, on a real file: requests and sockets without a network, and a controlled clock."""

import asyncio
import json
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from heorot.server.app import make_app
from heorot.server.rooms.bot_processes import BotRunner, InlineBotRunner
from heorot.server.settings import Settings
from tests.server.support.databases import database_of
from tests.server.support.fake_clock import FakeClock
from tests.support.patience import PATIENCE

RATES = ("create", "import", "join", "hello", "command", "ask", "hint", "chat", "leave")
NO_LIMITS = {f"rate_{what}": "1000000/second" for what in RATES}
Message = dict[str, Any]


class ManualClock(FakeClock):
    """Clock whose sleepers wake once the test has advanced it far enough."""

    async def sleep(self, seconds: float) -> None:
        end = self.at + 1000 * seconds
        while self.at < end:
            await asyncio.sleep(0.01)


class InProcessServer:
    """A running server whose background workers run only when a test calls them."""

    def __init__(self, folder: Path, bot_runner: BotRunner | None = None, **settings: Any) -> None:
        self.clock = ManualClock()
        self.file = folder / "heorot.db"
        configured = Settings(data=folder, bot_beat=0, **NO_LIMITS | {"database": database_of(folder)} | settings)
        self.app = make_app(configured, clock=self.clock, bot_runner=bot_runner or InlineBotRunner())
        self.life = self.app.router.lifespan_context(self.app)

    async def __aenter__(self) -> "InProcessServer":
        await self.life.__aenter__()
        for task in self.app.state.lifecycle.tasks:
            task.cancel()  # tests call the workers' rounds themselves
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.life.__aexit__(*error)

    @property
    def store(self) -> Any:
        return self.app.state.registry.context.store

    async def run_round(self) -> None:
        """Run one round of the cleanup."""
        await self.app.state.lifecycle.cleanup.run_round()

    async def poll(self) -> None:
        """Run one check of the timekeeper."""
        await self.app.state.lifecycle.timekeeper.poll()

    # ---- Requests -------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """Send a request; return status and body."""
        sent, bodies = [], [json.dumps(body).encode() if body is not None else b""]

        async def receive() -> Message:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope("http", f"/api/{path}", token, method=method), receive, send)
        text = b"".join(message.get("body", b"") for message in sent).decode()
        return sent[0]["status"], json.loads(text) if text.startswith(("{", "[")) else text

    async def get(self, path: str, token: str | None = None) -> Any:
        status, answer = await self.ask("GET", path, None, token)
        assert status == 200, answer
        return answer

    async def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        status, answer = await self.ask("POST", path, body, token)
        assert status in (200, 201), answer
        return answer

    async def refused(self, method: str, path: str, body: Any = None, token: str | None = None) -> str:
        """Send a request that must fail; return the error code."""
        status, answer = await self.ask(method, path, body, token)
        assert status >= 400
        return str(answer["problem"]["code"])

    # ---- Tables ---------------------------------------------------------------------------------------------------

    async def create_table(self, game: str, *seats: str, **more: Any) -> dict[int, str]:
        """Create a table with the host at seat 1; return its id (0), the host's token (1), and links by seat."""
        setups = [{"who": who} if who in ("person", "open") else {"who": "bot", "bot": who} for who in seats]
        created = await self.post("tables", {"game": game, "seats": setups, "name": "P1", "seat": 1, **more})
        links = {link["seat"]: link["token"] for link in created["links"]}
        return {0: created["table"], 1: created["token"], **links}

    async def seat(self, game: str, people: int, *bots: str, **more: Any) -> dict[int, str]:
        """Create a table, seat all people, and return its tokens."""
        keys = await self.create_table(game, *["person"] * people, *bots, **more)
        for number in range(2, people + 1):
            await self.join(keys, number)
        return keys

    async def join(self, keys: dict[int, str], seat: int, **more: Any) -> None:
        """Take a seat by its link, and replace the link by the seat's token."""
        joined = await self.post(f"tables/{keys[0]}/join", {"name": f"P{seat}", **more}, keys[seat])
        keys[seat] = joined["token"]

    async def connect(self, table: str, token: str | None = None, **more: Any) -> "SocketClient":
        """Connect and wait for the welcome or goodbye."""
        client = SocketClient(self)
        client.send(type="hello", table=table, token=token, **more)
        await client.wait_until(lambda: client.received)
        return client


def scope(kind: str, path: str, token: str | None = None, **more: Any) -> Message:
    headers = [(b"host", b"here"), (b"content-type", b"application/json")]
    headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
    bare, _, query = path.partition("?")
    common = {"path": bare, "raw_path": bare.encode(), "query_string": query.encode(), "headers": headers}
    return {"type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "client": ("127.0.0.1", 1),
            "scheme": "http", "server": ("here", 80), **common, **more}  # fmt: skip


class SocketClient:
    """A WebSocket client that keeps every message."""

    def __init__(self, server: InProcessServer) -> None:
        self.received: list[Message] = []
        self.code: int | None = None  # close code
        self.number = 0
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(server.app(scope("websocket", "/api/socket"), self.incoming.get, self.hear))

    async def hear(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.received.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": self.code})

    def send(self, **message: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def leave(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task

    async def wait_until(self, condition: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.001)

    # ---- Received messages ----------------------------------------------------------------------------------------

    def all(self, kind: str) -> list[Message]:
        return [message for message in self.received if message["type"] == kind]

    @property
    def now(self) -> Message:
        moments = [message["now"] for message in self.received if message["type"] in ("welcome", "update")]
        return moments[-1] | {"table": reduce(or_, (moment["table"] for moment in moments))}

    @property
    def table(self) -> Message:
        table: Message = self.now["table"]
        return table

    @property
    def chat(self) -> dict[int, str | None]:
        """Return the chat by message number, as a page shows it that has been open from the start."""
        chats = (update["chat"] for update in self.received if update["type"] in ("welcome", "update"))
        return {message["number"]: message["text"] for chat in chats for message in chat}

    async def wait_for_goodbye(self) -> str:
        """Wait for the final goodbye; return its code."""
        await self.wait_until(lambda: self.code is not None)
        [bye] = self.all("goodbye")
        assert bye["again"] is False
        return str(bye["problem"]["code"])

    # ---- Commands -------------------------------------------------------------------------------------------------

    async def do(self, kind: str, **fields: Any) -> Message:
        """Send a command and return the reply."""
        self.number += 1
        id = f"{id_of(self)}-{self.number}"
        self.send(type=kind, id=id, **fields)
        await self.wait_until(lambda: any(message.get("id") == id for message in self.received))
        return next(message for message in self.received if message.get("id") == id)

    async def expect_answer(self, kind: str, **fields: Any) -> Message:
        """Send a command that must succeed."""
        answer = await self.do(kind, **fields)
        assert answer["type"] == "answer", answer
        return answer

    async def expect_refusal(self, kind: str, **fields: Any) -> str:
        """Send a command that must be refused; return the code."""
        answer = await self.do(kind, **fields)
        assert answer["type"] == "refused"
        return str(answer["problem"]["code"])

    async def play(self, first: str | None = None) -> Message:
        """Play the first legal action, or one that starts with `first`; end a set as soon as possible."""
        await self.wait_until(lambda: self.now["question"] is not None)
        legal, actions = self.now["view"]["legal"], []
        while legal:
            preferred = [text for text in legal if text == "done" or (first and text.startswith(first))]
            actions.append((preferred or legal)[0])
            reply = await self.do("ask", what="next", about=", ".join(actions))
            legal = reply["told"]["next"]
        return await self.expect_answer("play", question=self.now["question"], actions=actions)


id_of = id


async def wait_for_version(version: int, *clients: SocketClient) -> None:
    """Wait until all clients have reached a version."""
    for client in clients:
        await client.wait_until(lambda client=client: client.now["version"] >= version)


async def play_to_end(*clients: SocketClient) -> None:
    """Answer all questions until the game is over."""
    while clients[0].table["status"] == "playing":
        awaited = [client for client in clients if client.now["question"] is not None]
        for client in awaited:
            if client.now["question"] is not None:
                await wait_for_version((await client.play())["version"], *clients)
        await asyncio.sleep(0 if awaited else 0.001)
