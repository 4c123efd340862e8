"""P1 and P5 with two nodes: either is killed, and every connection to the database is cut, at random moments of whole
games. Clients go to any node. Whatever was acknowledged is there, once; all see the same in the end; no bot answers
twice."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

from heorot.server.postgres import open_postgres
from heorot.server.store import EventRow
from tests.server.databases import postgres, redis
from tests.server.person import Person, check_told, lay
from tests.server.processes import to_its_end
from tests.server.serving import Served
from tests.server.test_kills import PARTIES, count, is_playing

BUSES = ("notices", "redis")


class Roaming(Person):
    """Comes to any node, whenever the wire breaks."""

    def __init__(self, nodes: list[Served], table: str, token: str | None = None, seat: int | None = None) -> None:
        self.nodes = nodes
        super().__init__("", table, token, seat)

    @property
    def address(self) -> str:
        return self.rng.choice(self.nodes).socket if hasattr(self, "rng") else ""

    @address.setter
    def address(self, address: str) -> None:
        """Wherever there is one."""


@contextmanager
def two_nodes(folder: Path, name: str, bus: str):
    """As a host runs them."""
    told = {"HEOROT_DATABASE": postgres().url(name)} | ({"HEOROT_BUS": redis().url} if bus == "redis" else {})
    with ExitStack() as stack:
        folder.mkdir(exist_ok=True)
        yield [stack.enter_context(Served(folder / number, **told)) for number in "12"]


def cut(name: str, bus: str) -> None:
    """Every connection of all nodes to the database is lost at once, and what they hear each other by."""
    postgres().cut(name)
    if bus == "redis":
        redis().cut()


async def trouble(
    nodes: list[Served], name: str, bus: str, people: list[Person], times: int, apart: int, rng: Random
) -> None:
    """So often, each time after some more moves and at any moment after them: all connections are cut, and two times of
    three a node dies besides and comes back after a while."""
    for number in range(times):
        told = count(people) + rng.randint(1, 2 * apart)
        while count(people) < told and any(map(is_playing, people)):
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.random() * 0.05)
        await asyncio.to_thread(cut, name, bus)
        if number % 3 < 2:
            node = nodes[number % 3]
            await to_its_end(node.kill)
            await asyncio.sleep(rng.random())
            await to_its_end(node.start)


async def whole_games(
    nodes: list[Served], name: str, bus: str, parties: list, times: int, apart: int, seed: int
) -> list[Person]:
    """All parties at once, each with a spectator. Whatever goes wrong with one ends it for all."""
    laid = [person for party in parties for person in await lay(nodes[0], *party[:3], options=party[3])]
    people: list[Person] = [Roaming(nodes, one.table, one.token, one.seat) for one in laid]
    watching = [Roaming(nodes, table) for table in sorted({person.table for person in people})]
    async with AsyncExitStack() as stack:
        for one in (*people, *watching):
            await stack.enter_async_context(one)
        async with asyncio.TaskGroup() as group:
            group.create_task(trouble(nodes, name, bus, people, times, apart, Random(seed)))
            for person in people:
                group.create_task(person.play_on())
        await asyncio.gather(*(one.until_over() for one in (*people, *watching)))
    return [*people, *watching]


async def stored(name: str, people: list[Person]) -> dict[str, list[EventRow]]:
    store = await open_postgres(postgres().url(name))
    rows = {person.table: await store.load(person.table) for person in people}
    await store.close()
    return rows


async def check_all(name: str, people: list[Person]) -> int:
    """Hold both nodes to what they said; how many moves that was."""
    rows = await stored(name, people)
    for person in people:
        check_told(person, rows[person.table])
    for table in rows.values():
        bots = Counter(row.command for row in table if row.command and row.command.startswith("bot:"))
        assert set(bots.values()) <= {1}
    return sum(row.kind == "moved" for table in rows.values() for row in table)


async def survive(folder: Path, bus: str, parties: list, times: int, apart: int, seed: int) -> int:
    name = await asyncio.to_thread(postgres().fresh)
    with two_nodes(folder, name, bus) as nodes:
        people = await whole_games(nodes, name, bus, parties, times, apart, seed)
        return await check_all(name, people)


@pytest.mark.parametrize("bus", BUSES)
async def test_p1_a_game_survives_the_death_of_either_node_and_of_connections(tmp_path, bus):
    assert await survive(tmp_path, bus, PARTIES[:1], times=3, apart=10, seed=1) > 20


@pytest.mark.heavy
@pytest.mark.parametrize("bus", BUSES)
async def test_p1_whole_games_survive_the_death_of_nodes_and_of_connections(tmp_path, bus):
    moves = [await survive(tmp_path / str(seed), bus, PARTIES, times=15, apart=10, seed=seed) for seed in range(3)]
    print(f"{sum(moves)} moves, 30 kills, 45 cuts")
    assert sum(moves) > 300
