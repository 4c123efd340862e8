"""P2 on captured traffic: two tables that are alike for a viewer send that viewer the same bytes, in the same order and
number, whatever the viewer tries: updates, answers, refusals, queries, downloads, errors, lists, and log lines."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heorot.engine.seats import Seat
from heorot.server import logs
from heorot.server.rooms.room import summarize
from heorot.server.store import sqlite
from heorot.server.store.interface import EventRow, NoticeRow, TableRow, TokenRow
from heorot.server.table import events
from heorot.server.table.fold import apply_events
from heorot.server.table.table import initial_table
from heorot.server.tokens import hash_of
from tests.server.support.asgi_client import AsgiApp, AsgiSocket, SteppedClock, run_app
from tests.server.support.mirrored_worlds import GameScript, MirroredPair, mirrored_pair, scripted_draws
from tests.server.support.table_setup import GAMES_TO_PLAY, ID, random_answer

AT = 1_700_000_000_000
FEED = "f" * 22  # the secret of the viewer's feed
STEPS = 7  # played over sockets
WRONG = ("draw", "done", "thane a1", "bid fighting2", "no such words", "1.draw", "pass", "risk", "?")


def token(seat: int) -> str:
    """Return a token that is the same in both worlds."""
    return f"{seat}".rjust(22, "k")


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """Skip syncing the disk, which other tests cover."""
    monkeypatch.setattr(sqlite, "PRAGMAS", ("journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON"))


@dataclass
class World:
    """One of two tables, its clients, and everything that the viewer is sent."""

    server: AsgiApp
    pair: MirroredPair
    script: GameScript
    rng: Random
    clients: dict[int | None, AsgiSocket] = field(default_factory=dict)
    bytes: list[Any] = field(default_factory=list)  # sent to the viewer
    number: int = 0

    @property
    def viewer(self) -> int | None:
        return self.pair.viewer

    async def create_table(self, known: int) -> None:
        """Store a table after some answers, as if it had been played here."""
        first = initial_table(ID, self.pair.created)
        played = self.script.events()[: known + 1]
        now = apply_events(first, played)[-1]
        row = summarize(now, AT)
        rows = [EventRow(ID, seq, AT, e.kind, events.write(e)) for seq, e in enumerate((first.created, *played), 1)]
        keys = [TokenRow(ID, hash_of(token(seat)), seat, seat == 0, AT) for seat in range(len(now.places))]
        shown = TableRow(ID, first.created.game, row.status, True, AT, AT, row.info, b"s" * 32)
        await self.server.registry.context.store.create(shown, rows, keys)
        if self.viewer is not None:
            feed = NoticeRow(ID, self.viewer, hash_of(FEED))
            assert await self.server.registry.context.store.put_notice(feed, hash_of(token(self.viewer)))
        room = await self.server.registry.room(ID)
        room.chance = scripted_draws(self.pair.created, self.script, known)

    async def connect(self) -> None:
        """Connect all players and a spectator."""
        for seat in (*range(len(self.pair.created.places)), None):
            self.clients[seat] = await self.enter(seat)

    async def enter(self, seat: int | None, **more: Any) -> AsgiSocket:
        client = await self.server.enter(ID, None if seat is None else token(seat), **more)
        await client.next()
        await self.server.wait_until_idle()
        return client

    async def table(self) -> Any:
        return (await self.server.registry.room(ID)).table

    # ---- Commands of all seats

    async def do(self, seat: int | None, **command: Any) -> dict[str, Any]:
        """Send a command and wait until every client has received its effect."""
        self.number += 1
        reply = await self.clients[seat].ask({"id": f"c{self.number}", **command})
        await self.server.wait_until_idle()
        return reply

    async def answer(self, seat: Seat, actions: tuple[str, ...]) -> None:
        """Play an answer; in a sealed phase a player may undo it first."""
        table = await self.table()
        number = table.open_question(seat)
        if table.sealed and len(table.awaited) > 1 and seat != self.viewer and self.pair.viewer is not None:
            other = random_answer(table, seat, self.rng)
            assert (await self.do(seat, type="play", question=number, actions=other))["type"] == "answer"
            assert (await self.do(seat, type="undo"))["type"] == "answer"
            number = (await self.table()).open_question(seat)
        reply = await self.do(seat, type="play", question=number, actions=actions)
        assert reply["type"] == "answer", reply

    async def disturb(self) -> None:
        """Send commands and queries of other clients that must not be visible to the viewer."""
        before = list(self.clients[self.viewer].received)
        for seat in (seat for seat in self.clients if seat != self.viewer):
            await self.do(seat, type="play", question=999, actions=[self.rng.choice(WRONG)])
            number = None if seat is None else (await self.table()).open_question(Seat(seat))
            await self.do(seat, type="play", question=number or 1, actions=["no such words"])
            await self.do(seat, type="ask", what="unseen")
            await self.do(seat, type="ask", what="next", about=self.rng.choice(WRONG))
            self.clients[seat].send_message("what?")
            self.clients[seat].send_message({"type": "ping"})
        await self.server.wait_until_idle()
        assert self.clients[self.viewer].received == before

    # ---- Attempts of the viewer

    async def probe(self, same: Random) -> None:
        """Send every query of the viewer that does not change the table. `same` is alike in both worlds."""
        table, client = await self.table(), self.clients[self.viewer]
        legal = [] if self.viewer is None else self.texts(table, Seat(self.viewer))
        for what in (*table.game.info.queries, "nothing"):
            for about in ("", "M2.8", *WRONG[:2], *same.sample(legal, min(2, len(legal))), f"{legal[:1]}, done, x"):
                await self.do(self.viewer, type="ask", what=what, about=about)
        await self.overreach(table, same)
        for nonsense in ("{", "[]", '{"type": "ping", "x": 1}', '{"type": "play"}', '{"type": "hello"}'):
            client.send_message(nonsense)
        await self.server.wait_until_idle()

    def texts(self, table: Any, seat: Seat) -> list[str]:
        return [table.game.write(table.state, action) for action in table.game.legal(table.state, seat)]

    async def overreach(self, table: Any, same: Random) -> None:
        """Send answers that must be refused: wrong, old and incomplete ones, and legal ones followed by more actions,
        which would reveal what the legal one leads to."""
        for text in WRONG:
            await self.do(self.viewer, type="play", question=999, actions=[text])
        if self.viewer is None or (number := table.open_question(Seat(self.viewer))) is None:
            return
        whole = random_answer(table, Seat(self.viewer), same)
        for more in WRONG:
            reply = await self.do(self.viewer, type="play", question=number, actions=[*whole, more])
            assert reply["type"] == "refused"
        for actions in (["no such words"], [*whole, *whole], whole[:-1] or ["pass"] * 3):
            reply = await self.do(self.viewer, type="play", question=number, actions=actions)
            assert reply["type"] == "refused" or actions == whole[:-1]

    async def fetch(self) -> None:
        """Request everything over HTTP."""
        key = None if self.viewer is None else token(self.viewer)
        keys = [] if key is None else [{"table": ID, "token": key}]
        for method, path, body in (
            ("GET", "/api/games", None),
            ("GET", "/api/tables", None),
            ("GET", f"/api/tables/{ID}", None),
            ("GET", f"/api/tables/{ID}/record", None),
            ("GET", f"/api/tables/{ID}/box", None),
            ("GET", f"/api/tables/{ID}/past", None),
            *(("GET", f"/api/tables/{ID}/past/{entries}", None) for entries in (0, 1, 9, 20, 33, 70, 10_000)),
            ("GET", f"/api/tables/{ID}/replay", None),
            *(("GET", f"/api/tables/{ID}/replay/{move}", None) for move in (0, 1, 4, 15, 40, 10_000)),
            *(("GET", f"/api/tables/{ID}/replay/2/{what}", None) for what in ("scores", "why", "unseen", "odds", "x")),
            *(("GET", f"/api/tables/{ID}/replay/3?lens={lens}", None) for lens in ("open", "watch", 1, 2, 3, 10, "x")),
            ("POST", f"/api/tables/{ID}/what-if", {"move": 3, "seats": [{"who": "bot"}] * 2}),
            ("GET", f"/api/tables/{ID}/me", None),
            ("GET", f"/api/tables/{ID}/fairness", None),
            ("GET", f"/api/tables/{ID}/proof", None),
            ("GET", f"/api/tables/{ID}/notices", None),
            ("GET", f"/api/feeds/{FEED}.json", None),
            ("GET", f"/api/feeds/{FEED}.atom", None),
            ("GET", "/api/host", None),
            ("GET", "/metrics", None),
            ("POST", "/api/mine", {"keys": keys}),
            ("POST", f"/api/tables/{ID}/join", {"name": "Unferth"}),
            ("DELETE", f"/api/tables/{ID}/record", None),
        ):
            response = await self.server.call(method, path, body, key)
            self.bytes.append((path, response.status, response.headers, response.body))

    async def come_again(self, seen: int | None) -> None:
        """Reconnect the viewer with a seen version."""
        client = await self.enter(self.viewer, seen=seen)
        self.bytes += client.received
        await client.disconnect()
        await self.server.wait_until_idle()


async def play(world: World, known: int, same: Random) -> None:
    """Play from some point to the end of the script."""
    await world.create_table(known)
    await world.connect()
    for seat, actions, _ in world.script.steps[known:]:
        if same.random() < 0.3:
            await world.disturb()
        if same.random() < 0.3:
            await world.probe(same)
        await world.answer(seat, actions)
    await world.do(0, type="say", text="hail")
    await world.probe(same)
    await world.disturb()
    await world.fetch()
    await world.come_again(None)
    await world.come_again(same.randrange(1 + (await world.table()).version(world.viewer)))
    world.bytes += world.clients[world.viewer].received


async def capture(folder: Path, both: MirroredPair, world: int, seed: int) -> list[Any]:
    """Return all bytes sent to the viewer in one world, and all log lines."""
    lines = io.StringIO()
    logs.configure_logging("debug", lines)
    known = max(0, len(both.scripts[0].steps) - STEPS)
    async with run_app(folder, SteppedClock(AT)) as server:
        table_world = World(server, both, both.scripts[world], Random(seed + world))
        await play(table_world, known, Random(seed))
        for client in table_world.clients.values():
            await client.disconnect()
    return [*table_world.bytes, *map(plain, lines.getvalue().splitlines())]


def plain(line: str) -> dict[str, Any]:
    """Return a log line without random parts: time, duration, request id."""
    return {name: value for name, value in json.loads(line).items() if name not in ("timestamp", "ms", "request")}


CASES = [
    (*game, viewer, seed)
    for number, game in enumerate(GAMES_TO_PLAY)
    for seed, viewer in enumerate((None, *range(game[1])), 10 * number)
]


async def compare(folder: Path, game: str, seats: int, options: dict[str, str], viewer: Any, seed: int) -> None:
    """Compare both worlds byte for byte."""
    both = mirrored_pair(game, seats, options, viewer, seed, Random(seed).randrange(3, 160))
    assert both.scripts[0] != both.scripts[1]
    first, second = [await capture(folder / str(world), both, world, seed) for world in (0, 1)]
    for message, counterpart in zip(first, second, strict=True):
        assert message == counterpart


@pytest.mark.parametrize(("game", "seats", "options", "viewer", "seed"), CASES)
async def test_p2_mirrored_worlds_send_the_same_bytes(tmp_path, game, seats, options, viewer, seed):
    await compare(tmp_path, game, seats, options, viewer, seed)


@pytest.mark.heavy
@pytest.mark.parametrize("more", range(1, 11))
@pytest.mark.parametrize(("game", "seats", "options", "viewer", "seed"), CASES)
async def test_p2_mirrored_worlds_send_the_same_bytes_from_any_point(
    tmp_path, game, seats, options, viewer, seed, more
):
    await compare(tmp_path, game, seats, options, viewer, seed + 100 * more)
