"""Clients that play and watch, and keep everything they were sent, to compare it with the store."""

import asyncio
import json
from random import Random
from typing import Any

from heorot.bench.client import Client, Message, request_json
from heorot.engine.seats import Seat
from heorot.server.rooms.idempotency import command_key
from heorot.server.store.interface import EventRow
from heorot.server.table.events import read
from heorot.server.table.fold import apply_event, fold_rows
from heorot.server.table.identity import Identity
from heorot.server.table.table import TableState, Viewer
from heorot.server.tokens import KEY_BYTES, hash_of
from heorot.server.views import payload
from tests.server.support.host_process import PATIENCE, ServerProcess

FINISHED = ("over", "ended")
TRANSIENT_CODES = ("unavailable", "busy")  # refusals after which a client may try again


class Person(Client):
    """A client with a seat, or a spectator."""

    def __init__(self, address: str, table: str, token: str | None = None, seat: int | None = None) -> None:
        super().__init__(address, table, token)
        self.seat = seat  # from 1
        self.rng = Random(f"{table} {seat}")
        self.seen: list[Message] = []  # all moments received
        self.acknowledged: dict[str, str] = {}
        self.refused: dict[str, Message] = {}
        self.answer_timeout = 0.15

    @property
    def viewer(self) -> Viewer:
        return None if self.seat is None else Seat(self.seat - 1)

    @property
    def status(self) -> str:
        return str(self.now["table"]["status"])

    async def handle(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] in ("welcome", "update"):
            self.seen.append(message["now"])
        elif message["type"] == "answer":
            earlier = self.acknowledged.setdefault(message["id"], text)
            assert earlier == text  # for every repetition, by any process
        elif message["type"] == "refused" and message["id"]:
            self.refused[message["id"]] = message
        await super().handle(text)

    # ---- Playing --------------------------------------------------------------------------------------------------

    async def play_on(self, answers: float = float("inf")) -> None:
        """Answer questions, up to a number of times or until the game is over."""
        while answers > 0 and await self.is_asked():
            answer = await self.reply()
            answers -= answer["type"] == "answer"
            await self.heed(answer)

    async def reply(self) -> Message:
        """Send a random legal answer; complete a set action by action."""
        question, actions = self.now["question"], [self.some(self.now["view"]["legal"])]
        answer = await self.do("play", question=question, actions=actions)
        while answer["type"] == "refused" and answer["problem"]["code"] == "half-a-set":
            answer = await self.do("play", question=question, actions=await self.completed(actions))
        return answer

    def some(self, legal: list[str]) -> str:
        return "done" if "done" in legal and self.rng.random() < 0.5 else self.rng.choice(legal)

    async def completed(self, actions: list[str]) -> list[str]:
        """Return a set with all its parts."""
        while legal := (await self.ask("next", ", ".join(actions)))["told"]["next"]:
            actions = [*actions, self.some(legal)]
        return actions

    async def heed(self, answer: Message) -> None:
        """Wait for the effect of this client's answer, or briefly after a refusal."""
        if answer["type"] == "answer":
            await self.wait_until(lambda: self.now["version"] >= answer["version"])
        else:
            assert answer["problem"]["code"] in ("stale", "over", *TRANSIENT_CODES), answer
            await asyncio.sleep(0.02)

    async def is_asked(self) -> bool:
        """Wait for a question; return False once the game is over."""
        await self.wait_until(lambda: self.now["question"] is not None or self.status in FINISHED)
        return self.now["question"] is not None

    async def do(self, type: str, **fields: Any) -> Message:
        """Send a command with a timeout."""
        async with asyncio.timeout(PATIENCE):
            return await super().do(type, **fields)

    async def until_over(self) -> None:
        await self.wait_until(lambda: self.status in FINISHED)

    async def wait_until(self, condition: Any) -> None:
        """Wait for a condition with a timeout."""
        async with asyncio.timeout(PATIENCE):
            await super().wait_until(condition)


# ---- Tables ------------------------------------------------------------------------------------------------------


async def request_api(served: ServerProcess, path: str, *args: Any, **more: Any) -> Any:
    """Send an HTTP request without blocking other clients."""
    return await asyncio.to_thread(request_json, f"{served.url}/api/{path}", *args, **more)


async def start_table(served: ServerProcess, game: str, people: int, bots: int = 0, **more: Any) -> list[Person]:
    """Create a table whose game has begun; return its clients, the host first."""
    seats = [{"who": "person"}] * people + [{"who": "bot", "bot": "random"}] * bots
    created = await request_api(served, "tables", {"game": game, "seats": seats, "name": "P1", "seat": 1, **more})
    table, keys = created["table"], {1: created["token"]} | {link["seat"]: link["token"] for link in created["links"]}
    for seat in range(2, people + 1):
        keys[seat] = (await request_api(served, f"tables/{table}/join", {"name": f"P{seat}"}, keys[seat]))["token"]
    return [Person(served.socket, table, keys[seat], seat) for seat in range(1, people + 1)]


# ---- Checks against the store ------------------------------------------------------------------------------------


def fold_each(rows: list[EventRow]) -> list[TableState]:
    """Return the table after each of its events."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    tables = [fold_rows(rows[0].table, rows[:1])]
    for row in rows[1:]:
        tables.append(apply_event(tables[-1], read(row.body)))
    return tables


def visible_moments(tables: list[TableState], viewer: Viewer, version: int) -> list[Message]:
    """Return the moments that a viewer may be shown at a version."""
    matching = [table for table in tables if table.version(viewer) == version]
    return [moment_of(table, viewer) for table in matching]


def moment_of(table: TableState, viewer: Viewer) -> Message:
    view, _ = payload.view_of(table, viewer, table.history_lengths[-1])
    message: Message = json.loads(payload.build_moment(table, viewer, view).model_dump_json())
    return message


def check_against_log(person: Person, rows: list[EventRow]) -> None:
    """Check that a client was sent exactly the moments that follow from the stored events."""
    tables, shown = fold_each(rows), dict[int, list[Message]]()
    for seen in person.seen:
        version = seen["version"]
        if version not in shown:
            shown[version] = visible_moments(tables, person.viewer, version)
        assert any(seen | {"table": moment["table"] | seen["table"]} == moment for moment in shown[version])
    assert person.now == moment_of(tables[-1], person.viewer)
    assert person.log == json.loads(json.dumps(payload.view_of(tables[-1], person.viewer, 0)[1]))
    check_commands(person, rows, tables[-1])


def check_commands(person: Person, rows: list[EventRow], last: TableState) -> None:
    """Check that every acknowledged command is stored once, and no refused one is."""
    stored = [row for row in rows if row.command]
    name = command_key(Identity(person.viewer, key=hash_of(person.token or "")[:KEY_BYTES].hex()), "")
    for id, text in person.acknowledged.items():
        [row] = [row for row in stored if row.command == name + id]
        assert json.loads(text)["version"] == last.version(person.viewer, row.seq)
    refused = {id for id, message in person.refused.items() if message["problem"]["code"] not in TRANSIENT_CODES}
    assert not {name + id for id in refused} & {row.command for row in stored}
