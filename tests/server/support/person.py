"""People who play and watch over the wire, and remember all that they were told, so that a server can be held to it."""

import asyncio
import json
from random import Random
from typing import Any

from heorot.client import Client, Message, call
from heorot.engine.seats import Seat
from heorot.server import sight
from heorot.server.events import read
from heorot.server.fold import after
from heorot.server.people import Who
from heorot.server.repeats import key_of
from heorot.server.room import read_table
from heorot.server.store import EventRow
from heorot.server.table import Table, Viewer
from heorot.server.tokens import KEY_BYTES, hash_of
from tests.server.serving import PATIENCE, Served

GONE = ("over", "ended")
PASSING = ("unavailable", "busy")  # who is told so may try again


class Person(Client):
    """Someone with a seat, or a spectator."""

    def __init__(self, address: str, table: str, token: str | None = None, seat: int | None = None) -> None:
        super().__init__(address, table, token)
        self.seat = seat  # from 1
        self.rng = Random(f"{table} {seat}")
        self.seen: list[Message] = []  # every moment
        self.acknowledged: dict[str, str] = {}
        self.refused: dict[str, Message] = {}
        self.patience = 0.15

    @property
    def viewer(self) -> Viewer:
        return None if self.seat is None else Seat(self.seat - 1)

    @property
    def status(self) -> str:
        return str(self.now["table"]["status"])

    async def hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] in ("welcome", "update"):
            self.seen.append(message["now"])
        elif message["type"] == "answer":
            earlier = self.acknowledged.setdefault(message["id"], text)
            assert earlier == text  # however often it is answered, and by whichever process
        elif message["type"] == "refused" and message["id"]:
            self.refused[message["id"]] = message
        await super().hear(text)

    # ---- Playing ---------------------------------------------------------------------------------------------------

    async def play_on(self, answers: float = float("inf")) -> None:
        """Answer whatever is asked, so often or until the game is over."""
        while answers > 0 and await self.is_asked():
            answer = await self.reply()
            answers -= answer["type"] == "answer"
            await self.heed(answer)

    async def reply(self) -> Message:
        """A whole answer by chance; a set is put together when one action alone is not enough."""
        question, said = self.now["question"], [self.some(self.now["view"]["legal"])]
        answer = await self.do("play", question=question, actions=said)
        while answer["type"] == "refused" and answer["problem"]["code"] == "half-a-set":
            answer = await self.do("play", question=question, actions=await self.completed(said))
        return answer

    def some(self, legal: list[str]) -> str:
        return "done" if "done" in legal and self.rng.random() < 0.5 else self.rng.choice(legal)

    async def completed(self, said: list[str]) -> list[str]:
        """A set with all its pieces."""
        while legal := (await self.ask("next", ", ".join(said)))["told"]["next"]:
            said = [*said, self.some(legal)]
        return said

    async def heed(self, answer: Message) -> None:
        """See what one's own answer has led to, or why there was none, before the next one."""
        if answer["type"] == "answer":
            await self.until(lambda: self.now["version"] >= answer["version"])
        else:
            assert answer["problem"]["code"] in ("stale", "over", *PASSING), answer
            await asyncio.sleep(0.02)

    async def is_asked(self) -> bool:
        """Wait for a question; none comes once the game is over."""
        await self.until(lambda: self.now["question"] is not None or self.status in GONE)
        return self.now["question"] is not None

    async def do(self, type: str, **fields: Any) -> Message:
        """The same for an answer."""
        async with asyncio.timeout(PATIENCE):
            return await super().do(type, **fields)

    async def until_over(self) -> None:
        await self.until(lambda: self.status in GONE)

    async def until(self, wanted: Any) -> None:
        """Wait, but not for ever."""
        async with asyncio.timeout(PATIENCE):
            await super().until(wanted)


# ---- A table with people ---------------------------------------------------------------------------------------------


async def request(served: Served, path: str, *args: Any, **more: Any) -> Any:
    """A request over HTTP that does not hold up the others."""
    return await asyncio.to_thread(call, f"{served.url}/api/{path}", *args, **more)


async def lay(served: Served, game: str, people: int, bots: int = 0, **more: Any) -> list[Person]:
    """A table whose game has begun: its people, the host first."""
    seats = [{"who": "person"}] * people + [{"who": "bot", "bot": "random"}] * bots
    laid = await request(served, "tables", {"game": game, "seats": seats, "name": "P1", "seat": 1, **more})
    table, keys = laid["table"], {1: laid["token"]} | {link["seat"]: link["token"] for link in laid["links"]}
    for seat in range(2, people + 1):
        keys[seat] = (await request(served, f"tables/{table}/join", {"name": f"P{seat}"}, keys[seat]))["token"]
    return [Person(served.socket, table, keys[seat], seat) for seat in range(1, people + 1)]


# ---- What they were told, held against what is stored --------------------------------------------------------------


def after_each(rows: list[EventRow]) -> list[Table]:
    """A table after every one of its events."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    tables = [read_table(rows[0].table, rows[:1])]
    for row in rows[1:]:
        tables.append(after(tables[-1], read(row.body)))
    return tables


def moments(tables: list[Table], viewer: Viewer, version: int) -> list[Message]:
    """What a viewer may be shown at a version."""
    found = [table for table in tables if table.version(viewer) == version]
    return [moment_of(table, viewer) for table in found]


def moment_of(table: Table, viewer: Viewer) -> Message:
    view, _ = sight.view_of(table, viewer, table.marks[-1])
    message: Message = json.loads(sight.moment(table, viewer, view).model_dump_json())
    return message


def check_told(person: Person, rows: list[EventRow]) -> None:
    """Nobody was shown, told or promised what is not in the log, and nothing of it is missing or doubled."""
    tables, shown = after_each(rows), dict[int, list[Message]]()
    for seen in person.seen:
        version = seen["version"]
        if version not in shown:
            shown[version] = moments(tables, person.viewer, version)
        assert any(seen | {"table": one["table"] | seen["table"]} == one for one in shown[version])
    assert person.now == moment_of(tables[-1], person.viewer)
    assert person.log == json.loads(json.dumps(sight.view_of(tables[-1], person.viewer, 0)[1]))
    check_commands(person, rows, tables[-1])


def check_commands(person: Person, rows: list[EventRow], last: Table) -> None:
    """What was acknowledged is stored once, and what was refused is not."""
    stored = [row for row in rows if row.command]
    name = key_of(Who(person.viewer, key=hash_of(person.token or "")[:KEY_BYTES].hex()), "")
    for id, text in person.acknowledged.items():
        [row] = [row for row in stored if row.command == name + id]
        assert json.loads(text)["version"] == last.version(person.viewer, row.seq)
    refused = {id for id, message in person.refused.items() if message["problem"]["code"] not in PASSING}
    assert not {name + id for id in refused} & {row.command for row in stored}
