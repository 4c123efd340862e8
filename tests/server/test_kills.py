"""P1: a server is killed at random moments of whole games. Whatever was acknowledged is there, once; nobody ever saw
anything else; and everyone goes on."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import heorot
from tests.server.person import GONE, Person, check_told, lay, request
from tests.server.processes import wait_until
from tests.server.serving import Served

PARTIES = [  # game, people, bots, options
    ("movie", 2, 1, {}),
    ("legend", 3, 1, {}),
    ("legend", 2, 0, {"advanced": "yes"}),
    ("movie", 4, 0, {}),
]


async def killed(served: Served, people: list[Person], kills: int, apart: int, rng: Random) -> None:
    """Kill the server so often, each time after some more moves and at any moment after them; until all is over. Every
    other time it lives until each table has gone on: else, where bots begin slowly, theirs would never come to."""
    for number in range(kills):
        told, seen = count(people) + rng.randint(1, 2 * apart), [person.now["version"] for person in people]
        while any(map(is_playing, people)) and (count(people) < told or (number % 2 and is_waiting(people, seen))):
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.random() * 0.05)
        await asyncio.to_thread(served.kill)
        wait_until(lambda: not served.has_left_something)
        await asyncio.to_thread(served.start)


def is_playing(person: Person) -> bool:
    return person.status not in GONE


def is_waiting(people: list[Person], seen: list[int]) -> bool:
    """Whether anyone who plays has seen nothing new."""
    both = zip(people, seen, strict=True)
    return any(is_playing(person) and person.now["version"] == version for person, version in both)


def count(people: list[Person]) -> int:
    """How many answers were acknowledged so far."""
    return sum(len(person.acknowledged) for person in people)


async def whole_games(served: Served, parties: list, kills: int, apart: int, seed: int) -> list[Person]:
    """All parties at once, each with a spectator, while the server is killed again and again."""
    people = [person for party in parties for person in await lay(served, *party[:3], options=party[3])]
    watching = [Person(served.socket, table) for table in {person.table for person in people}]
    async with AsyncExitStack() as stack:
        for one in (*people, *watching):
            await stack.enter_async_context(one)
        killing = asyncio.create_task(killed(served, people, kills, apart, Random(seed)))
        await asyncio.gather(*(person.play_on() for person in people))
        await killing
        await asyncio.gather(*(one.until_over() for one in (*people, *watching)))
    return [*people, *watching]


async def check_all(served: Served, people: list[Person], folder: Path) -> int:
    """Hold the server to what it said; how many moves that was."""
    rows = {person.table: served.events(person.table) for person in people}
    for person in people:
        check_told(person, rows[person.table])
    for table in rows:
        record = folder / f"{table}.record"
        record.write_text(await request(served, f"tables/{table}/record"))
        assert heorot("check", record).code == 0
    return sum(row.kind == "moved" for table in rows.values() for row in table)


async def test_p1_whole_games_survive_kills(tmp_path):
    with Served(tmp_path / "data") as served:
        people = await whole_games(served, PARTIES[:2], kills=4, apart=25, seed=1)
        assert await check_all(served, people, tmp_path) > 100


@pytest.mark.heavy
async def test_p1_two_thousand_moves_survive_kills(tmp_path):
    moves = 0
    for seed in range(100):
        with Served(tmp_path / f"data{seed}") as served:
            people = await whole_games(served, PARTIES, kills=20, apart=10, seed=seed)
            moves += await check_all(served, people, tmp_path)
        if moves >= 2000:
            break
    print(f"{moves} moves, {20 * (seed + 1)} kills")
    assert moves >= 2000
