"""P2 on captured traffic: two tables that are alike for a viewer send that viewer the same bytes, in the same order
and number, whatever the viewer tries: news, answers, refusals, questions, downloads, errors, lists, and lines of
the log."""

import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heorot.engine.seats import Seat
from heorot.server import events, logs, sqlite
from heorot.server.fold import following
from heorot.server.room import summary
from heorot.server.store import EventRow, NoticeRow, TableRow, TokenRow
from heorot.server.table import open_table
from heorot.server.tokens import hash_of
from tests.server.laid import GAMES_TO_PLAY, ID, some_answer
from tests.server.mirrored import Pair, Told, draws, pair
from tests.server.served import FakeClock, Served, Wire, served

AT = 1_700_000_000_000
FEED = "f" * 22  # the secret of the viewer's feed
STEPS = 7  # that are played over the wire
UNTRUE = ("draw", "done", "thane a1", "bid fighting2", "no such words", "1.draw", "pass", "risk", "?")


def token(seat: int) -> str:
    """A key that is the same in both worlds."""
    return f"{seat}".rjust(22, "k")


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """Whether the disk has it is another test's matter."""
    monkeypatch.setattr(sqlite, "PRAGMAS", ("journal_mode = WAL", "synchronous = OFF", "foreign_keys = ON"))


@dataclass
class World:
    """One of two tables, its people, and all that one of them is sent."""

    house: Served
    pair: Pair
    told: Told
    rng: Random
    wires: dict[int | None, Wire] = field(default_factory=dict)
    bytes: list[Any] = field(default_factory=list)  # all that the viewer was sent
    number: int = 0

    @property
    def viewer(self) -> int | None:
        return self.pair.viewer

    async def lay(self, known: int) -> None:
        """A table after so many answers, as if it had always been there."""
        first = open_table(ID, self.pair.created)
        found = self.told.events()[: known + 1]
        now = following(first, found)[-1]
        row = summary(now, AT)
        rows = [EventRow(ID, seq, AT, e.kind, events.write(e)) for seq, e in enumerate((first.created, *found), 1)]
        keys = [TokenRow(ID, hash_of(token(seat)), seat, seat == 0, AT) for seat in range(len(now.places))]
        shown = TableRow(ID, first.created.game, row.status, True, AT, AT, row.info, b"s" * 32)
        await self.house.hall.means.store.create(shown, rows, keys)
        if self.viewer is not None:
            feed = NoticeRow(ID, self.viewer, hash_of(FEED))
            assert await self.house.hall.means.store.put_notice(feed, hash_of(token(self.viewer)))
        room = await self.house.hall.room(ID)
        room.deal = draws(self.pair.created, self.told, known)

    async def come(self) -> None:
        """All who sit there, and one who watches."""
        for seat in (*range(len(self.pair.created.places)), None):
            self.wires[seat] = await self.enter(seat)

    async def enter(self, seat: int | None, **more: Any) -> Wire:
        wire = await self.house.enter(ID, None if seat is None else token(seat), **more)
        await wire.next()
        await self.house.quiet()
        return wire

    async def table(self) -> Any:
        return (await self.house.hall.room(ID)).table

    # ---- What people do

    async def do(self, seat: int | None, **command: Any) -> dict[str, Any]:
        """A command with its answer, which everyone has before the next one."""
        self.number += 1
        found = await self.wires[seat].ask({"id": f"c{self.number}", **command})
        await self.house.quiet()
        return found

    async def answer(self, seat: Seat, said: tuple[str, ...]) -> None:
        """An answer of the game; whoever chooses at once with others may change their mind first."""
        table = await self.table()
        number = table.question(seat)
        if table.sealed and len(table.asked) > 1 and seat != self.viewer and self.pair.viewer is not None:
            other = some_answer(table, seat, self.rng)
            assert (await self.do(seat, type="play", question=number, actions=other))["type"] == "answer"
            assert (await self.do(seat, type="undo"))["type"] == "answer"
            number = (await self.table()).question(seat)
        found = await self.do(seat, type="play", question=number, actions=said)
        assert found["type"] == "answer", found

    async def disturb(self) -> None:
        """What others try in vain, or ask for themselves; it reaches nobody else."""
        before = list(self.wires[self.viewer].heard)
        for seat in (seat for seat in self.wires if seat != self.viewer):
            await self.do(seat, type="play", question=999, actions=[self.rng.choice(UNTRUE)])
            number = None if seat is None else (await self.table()).question(Seat(seat))
            await self.do(seat, type="play", question=number or 1, actions=["no such words"])
            await self.do(seat, type="ask", what="unseen")
            await self.do(seat, type="ask", what="next", about=self.rng.choice(UNTRUE))
            self.wires[seat].say("what?")
            self.wires[seat].say({"type": "ping"})
        await self.house.quiet()
        assert self.wires[self.viewer].heard == before

    # ---- What the viewer tries

    async def probe(self, same: Random) -> None:
        """Everything that the viewer can ask without changing the table. `same` is alike in both worlds."""
        table, wire = await self.table(), self.wires[self.viewer]
        legal = [] if self.viewer is None else self.texts(table, Seat(self.viewer))
        for what in (*table.game.about.queries, "nothing"):
            for about in ("", "M2.8", *UNTRUE[:2], *same.sample(legal, min(2, len(legal))), f"{legal[:1]}, done, x"):
                await self.do(self.viewer, type="ask", what=what, about=about)
        await self.overreach(table, same)
        for nonsense in ("{", "[]", '{"type": "ping", "x": 1}', '{"type": "play"}', '{"type": "hello"}'):
            wire.say(nonsense)
        await self.house.quiet()

    def texts(self, table: Any, seat: Seat) -> list[str]:
        return [table.game.write(table.state, action) for action in table.game.legal(table.state, seat)]

    async def overreach(self, table: Any, same: Random) -> None:
        """Answers that must be refused: wrong ones, old ones, half ones, and right ones with something behind them,
        which would tell what the right one leads to."""
        for text in UNTRUE:
            await self.do(self.viewer, type="play", question=999, actions=[text])
        if self.viewer is None or (number := table.question(Seat(self.viewer))) is None:
            return
        whole = some_answer(table, Seat(self.viewer), same)
        for more in UNTRUE:
            found = await self.do(self.viewer, type="play", question=number, actions=[*whole, more])
            assert found["type"] == "refused"
        for actions in (["no such words"], [*whole, *whole], whole[:-1] or ["pass"] * 3):
            found = await self.do(self.viewer, type="play", question=number, actions=actions)
            assert found["type"] == "refused" or actions == whole[:-1]

    async def fetch(self) -> None:
        """Everything over HTTP."""
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
            found = await self.house.call(method, path, body, key)
            self.bytes.append((path, found.status, found.headers, found.body))

    async def come_again(self, seen: int | None) -> None:
        """Another wire of the viewer, which has seen so much."""
        wire = await self.enter(self.viewer, seen=seen)
        self.bytes += wire.heard
        await wire.hang_up()
        await self.house.quiet()


async def play(world: World, known: int, same: Random) -> None:
    """From a point of the game to its end as far as it was told."""
    await world.lay(known)
    await world.come()
    for seat, said, _ in world.told.steps[known:]:
        if same.random() < 0.3:
            await world.disturb()
        if same.random() < 0.3:
            await world.probe(same)
        await world.answer(seat, said)
    await world.do(0, type="say", text="hail")
    await world.probe(same)
    await world.disturb()
    await world.fetch()
    await world.come_again(None)
    await world.come_again(same.randrange(1 + (await world.table()).version(world.viewer)))
    world.bytes += world.wires[world.viewer].heard


async def capture(folder: Path, both: Pair, world: int, seed: int) -> list[Any]:
    """All bytes for the viewer in one of the worlds, and all lines that the server wrote."""
    lines = io.StringIO()
    logs.set_up_logs("debug", lines)
    known = max(0, len(both.told[0].steps) - STEPS)
    async with served(folder, FakeClock(AT)) as house:
        one = World(house, both, both.told[world], Random(seed + world))
        await play(one, known, Random(seed))
        for wire in one.wires.values():
            await wire.hang_up()
    return [*one.bytes, *map(plain, lines.getvalue().splitlines())]


def plain(line: str) -> dict[str, Any]:
    """A line of the log without what is by chance: when, how long, which number."""
    return {name: value for name, value in json.loads(line).items() if name not in ("timestamp", "ms", "request")}


CASES = [
    (*game, viewer, seed)
    for number, game in enumerate(GAMES_TO_PLAY)
    for seed, viewer in enumerate((None, *range(game[1])), 10 * number)
]


async def compare(folder: Path, game: str, seats: int, options: dict[str, str], viewer: Any, seed: int) -> None:
    """Both worlds, byte for byte."""
    both = pair(game, seats, options, viewer, seed, Random(seed).randrange(3, 160))
    assert both.told[0] != both.told[1]
    one, other = [await capture(folder / str(world), both, world, seed) for world in (0, 1)]
    for mine, its in zip(one, other, strict=True):
        assert mine == its


@pytest.mark.parametrize(("game", "seats", "options", "viewer", "seed"), CASES)
async def test_in_another_world_every_byte_is_the_same(tmp_path, game, seats, options, viewer, seed):
    await compare(tmp_path, game, seats, options, viewer, seed)


@pytest.mark.heavy
@pytest.mark.parametrize("more", range(1, 11))
@pytest.mark.parametrize(("game", "seats", "options", "viewer", "seed"), CASES)
async def test_at_any_moment(tmp_path, game, seats, options, viewer, seed, more):
    await compare(tmp_path, game, seats, options, viewer, seed + 100 * more)
