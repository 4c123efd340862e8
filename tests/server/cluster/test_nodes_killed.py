"""P1 and P5 with two nodes: either is killed, and every database connection is cut, at random moments of whole games,
while clients use any node. Every acknowledged command is stored once, all clients end with the same table, and no bot
answers twice."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

from heorot.server.store.interface import EventRow
from heorot.server.store.postgres import open_postgres
from tests.server.store.test_kills import PARTIES, count, is_playing
from tests.server.support.databases import postgres, redis
from tests.server.support.host_process import ServerProcess
from tests.server.support.processes.launch import run_to_completion
from tests.server.support.recording_client import Person, check_against_log, start_table

BUSES = ("notices", "redis")


class Roaming(Person):
    """A client that connects to any node whenever its connection breaks."""

    def __init__(
        self, nodes: list[ServerProcess], table: str, token: str | None = None, seat: int | None = None
    ) -> None:
        self.nodes = nodes
        super().__init__("", table, token, seat)

    @property
    def address(self) -> str:
        return self.rng.choice(self.nodes).socket if hasattr(self, "rng") else ""

    @address.setter
    def address(self, address: str) -> None:
        """Return the address of any running node."""


@contextmanager
def two_nodes(folder: Path, name: str, bus: str):
    """Run two nodes as a host does."""
    settings = {"HEOROT_DATABASE": postgres().url(name)} | ({"HEOROT_BUS": redis().url} if bus == "redis" else {})
    with ExitStack() as stack:
        folder.mkdir(exist_ok=True)
        yield [stack.enter_context(ServerProcess(folder / number, **settings)) for number in "12"]


def cut(name: str, bus: str) -> None:
    """Cut every connection of all nodes to the database and the bus."""
    postgres().cut(name)
    if bus == "redis":
        redis().cut()


async def cause_trouble(
    nodes: list[ServerProcess], name: str, bus: str, people: list[Person], times: int, apart: int, rng: Random
) -> None:
    """After some more moves each time, cut all connections, and two times out of three kill a node and restart it
    later."""
    for number in range(times):
        target = count(people) + rng.randint(1, 2 * apart)
        while count(people) < target and any(map(is_playing, people)):
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.random() * 0.05)
        await asyncio.to_thread(cut, name, bus)
        if number % 3 < 2:
            node = nodes[number % 3]
            await run_to_completion(node.kill)
            await asyncio.sleep(rng.random())
            await run_to_completion(node.start)


async def whole_games(
    nodes: list[ServerProcess], name: str, bus: str, parties: list, times: int, apart: int, seed: int
) -> list[Person]:
    """Play all tables at once, each with a spectator; an error in one ends all."""
    players = [person for party in parties for person in await start_table(nodes[0], *party[:3], options=party[3])]
    people: list[Person] = [Roaming(nodes, client.table, client.token, client.seat) for client in players]
    watching = [Roaming(nodes, table) for table in sorted({person.table for person in people})]
    async with AsyncExitStack() as stack:
        for client in (*people, *watching):
            await stack.enter_async_context(client)
        async with asyncio.TaskGroup() as group:
            group.create_task(cause_trouble(nodes, name, bus, people, times, apart, Random(seed)))
            for person in people:
                group.create_task(person.play_on())
        await asyncio.gather(*(client.until_over() for client in (*people, *watching)))
    return [*people, *watching]


async def stored(name: str, people: list[Person]) -> dict[str, list[EventRow]]:
    store = await open_postgres(postgres().url(name))
    rows = {person.table: await store.load(person.table) for person in people}
    await store.close()
    return rows


async def check_all(name: str, people: list[Person]) -> int:
    """Compare what clients were sent with the stored events; return the number of moves."""
    rows = await stored(name, people)
    for person in people:
        check_against_log(person, rows[person.table])
    for table in rows.values():
        bots = Counter(row.command for row in table if row.command and row.command.startswith("bot:"))
        assert set(bots.values()) <= {1}
    return sum(row.kind == "moved" for table in rows.values() for row in table)


async def survive(folder: Path, bus: str, parties: list, times: int, apart: int, seed: int) -> int:
    name = await asyncio.to_thread(postgres().new_database)
    with two_nodes(folder, name, bus) as nodes:
        people = await whole_games(nodes, name, bus, parties, times, apart, seed)
        return await check_all(name, people)


@pytest.mark.parametrize("bus", BUSES)
async def test_p1_a_game_survives_killed_nodes_and_cut_connections(tmp_path, bus):
    assert await survive(tmp_path, bus, PARTIES[:1], times=3, apart=10, seed=1) > 20


@pytest.mark.heavy
@pytest.mark.parametrize("bus", BUSES)
async def test_p1_whole_games_survive_killed_nodes_and_cut_connections(tmp_path, bus):
    moves = [await survive(tmp_path / str(seed), bus, PARTIES, times=15, apart=10, seed=seed) for seed in range(3)]
    print(f"{sum(moves)} moves, 30 kills, 45 cuts")
    assert sum(moves) > 300
