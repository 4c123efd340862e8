"""The whole server in this process, on a real file: requests and sockets without a network, time as one likes."""

import asyncio
import json
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from heorot.server.app import make_app
from heorot.server.bots import AtOnce, Thinker
from heorot.server.settings import Settings
from tests.server.databases import database_of
from tests.server.timing import FakeClock

PATIENCE = 60  # seconds
RATES = ("create", "import", "join", "hello", "command", "ask", "hint", "chat", "leave")
FREELY = {f"rate_{what}": "1000000/second" for what in RATES}
Message = dict[str, Any]


class Standing(FakeClock):
    """Who sleeps wakes up when the test has let enough time pass."""

    async def sleep(self, seconds: float) -> None:
        end = self.at + 1000 * seconds
        while self.at < end:
            await asyncio.sleep(0.01)


class House:
    """A server with its doors open."""

    def __init__(self, folder: Path, thinker: Thinker | None = None, **settings: Any) -> None:
        self.clock = Standing()
        self.file = folder / "heorot.db"
        told = Settings(data=folder, bot_beat=0, **FREELY | {"database": database_of(folder)} | settings)
        self.app = make_app(told, clock=self.clock, thinker=thinker or AtOnce())
        self.life = self.app.router.lifespan_context(self.app)

    async def __aenter__(self) -> "House":
        await self.life.__aenter__()
        for task in self.app.state.household.tasks:
            task.cancel()  # the janitor and the timekeeper come when a test says so
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.life.__aexit__(*error)

    @property
    def store(self) -> Any:
        return self.app.state.hall.means.store

    async def tidy(self) -> None:
        """The janitor goes round."""
        await self.app.state.household.janitor.tidy()

    async def look(self) -> None:
        """The timekeeper looks at the clocks."""
        await self.app.state.household.timekeeper.look()

    # ---- Requests --------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, Any]:
        """The status and the answer."""
        sent, came = [], [json.dumps(body).encode() if body is not None else b""]

        async def receive() -> Message:
            return {"type": "http.request", "body": came.pop(), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope("http", f"/api/{path}", token, method=method), receive, send)
        text = b"".join(message.get("body", b"") for message in sent).decode()
        return sent[0]["status"], json.loads(text) if text.startswith(("{", "[")) else text

    async def get(self, path: str, token: str | None = None) -> Any:
        status, told = await self.ask("GET", path, None, token)
        assert status == 200, told
        return told

    async def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        status, told = await self.ask("POST", path, body, token)
        assert status in (200, 201), told
        return told

    async def refused(self, method: str, path: str, body: Any = None, token: str | None = None) -> str:
        """The code with which a request is refused."""
        status, told = await self.ask(method, path, body, token)
        assert status >= 400
        return str(told["problem"]["code"])

    # ---- Tables ----------------------------------------------------------------------------------------------------

    async def lay(self, game: str, *seats: str, **more: Any) -> dict[int, str]:
        """A table for these; the host sits at the first seat. Its name (0), the host's key (1), and links by seat."""
        wishes = [{"who": who} if who in ("person", "open") else {"who": "bot", "bot": who} for who in seats]
        laid = await self.post("tables", {"game": game, "seats": wishes, "name": "P1", "seat": 1, **more})
        links = {link["seat"]: link["token"] for link in laid["links"]}
        return {0: laid["table"], 1: laid["token"], **links}

    async def seat(self, game: str, people: int, *bots: str, **more: Any) -> dict[int, str]:
        """A table whose game has begun."""
        keys = await self.lay(game, *["person"] * people, *bots, **more)
        for number in range(2, people + 1):
            await self.join(keys, number)
        return keys

    async def join(self, keys: dict[int, str], seat: int, **more: Any) -> None:
        """Take a seat by its link; from then on it has a key."""
        joined = await self.post(f"tables/{keys[0]}/join", {"name": f"P{seat}", **more}, keys[seat])
        keys[seat] = joined["token"]

    async def come(self, table: str, token: str | None = None, **more: Any) -> "Wire":
        """A socket that was told welcome, or goodbye."""
        wire = Wire(self)
        wire.send(type="hello", table=table, token=token, **more)
        await wire.until(lambda: wire.heard)
        return wire


def scope(kind: str, path: str, token: str | None = None, **more: Any) -> Message:
    headers = [(b"host", b"here"), (b"content-type", b"application/json")]
    headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
    bare, _, query = path.partition("?")
    common = {"path": bare, "raw_path": bare.encode(), "query_string": query.encode(), "headers": headers}
    return {"type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "client": ("127.0.0.1", 1),
            "scheme": "http", "server": ("here", 80), **common, **more}  # fmt: skip


class Wire:
    """A socket; whatever comes is kept."""

    def __init__(self, house: House) -> None:
        self.heard: list[Message] = []
        self.code: int | None = None  # with which it was closed
        self.number = 0
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(house.app(scope("websocket", "/api/socket"), self.incoming.get, self.hear))

    async def hear(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": self.code})

    def send(self, **message: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def leave(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task

    async def until(self, happens: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not happens():
                await asyncio.sleep(0.001)

    # ---- What it heard ---------------------------------------------------------------------------------------------

    def all(self, kind: str) -> list[Message]:
        return [message for message in self.heard if message["type"] == kind]

    @property
    def now(self) -> Message:
        told = [message["now"] for message in self.heard if message["type"] in ("welcome", "update")]
        return told[-1] | {"table": reduce(or_, (one["table"] for one in told))}

    @property
    def table(self) -> Message:
        table: Message = self.now["table"]
        return table

    @property
    def words(self) -> dict[int, str | None]:
        """What people said, as a page shows it that was open all the time."""
        told = (message["chat"] for message in self.heard if message["type"] in ("welcome", "update"))
        return {said["number"]: said["text"] for chat in told for said in chat}

    async def farewell(self) -> str:
        """Why it was sent away for good."""
        await self.until(lambda: self.code is not None)
        [bye] = self.all("goodbye")
        assert bye["again"] is False
        return str(bye["problem"]["code"])

    # ---- Commands --------------------------------------------------------------------------------------------------

    async def do(self, kind: str, **fields: Any) -> Message:
        """A command and what is sent back."""
        self.number += 1
        id = f"{id_of(self)}-{self.number}"
        self.send(type=kind, id=id, **fields)
        await self.until(lambda: any(message.get("id") == id for message in self.heard))
        return next(message for message in self.heard if message.get("id") == id)

    async def must(self, kind: str, **fields: Any) -> Message:
        """A command that is carried out."""
        answer = await self.do(kind, **fields)
        assert answer["type"] == "answer", answer
        return answer

    async def fails(self, kind: str, **fields: Any) -> str:
        """The code with which a command is refused."""
        answer = await self.do(kind, **fields)
        assert answer["type"] == "refused"
        return str(answer["problem"]["code"])

    async def play(self, first: str | None = None) -> Message:
        """The first answer to the open question, or one that begins like this; a set ends as soon as it may."""
        await self.until(lambda: self.now["question"] is not None)
        legal, said = self.now["view"]["legal"], []
        while legal:
            wanted = [text for text in legal if text == "done" or (first and text.startswith(first))]
            said.append((wanted or legal)[0])
            told = await self.do("ask", what="next", about=", ".join(said))
            legal = told["told"]["next"]
        return await self.must("play", question=self.now["question"], actions=said)


id_of = id


async def see(version: int, *wires: Wire) -> None:
    """Everyone at a table has been shown so much."""
    for wire in wires:
        await wire.until(lambda wire=wire: wire.now["version"] >= version)


async def play_out(*wires: Wire) -> None:
    """Answer whatever is asked until the game is over."""
    while wires[0].table["status"] == "playing":
        asked = [wire for wire in wires if wire.now["question"] is not None]
        for wire in asked:
            if wire.now["question"] is not None:
                await see((await wire.play())["version"], *wires)
        await asyncio.sleep(0 if asked else 0.001)
