"""P1: a server is killed at random moments of whole games. Whatever was acknowledged is there, once; nobody ever saw
anything else; and everyone goes on."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import heorot
from tests.server.person import GONE, Person, check_told, lay, request
from tests.server.processes import to_its_end, wait_until
from tests.server.serving import Served

PARTIES = [  # game, people, bots, options
    ("movie", 2, 1, {}),
    ("legend", 3, 1, {}),
    ("legend", 2, 0, {"advanced": "yes"}),
    ("movie", 4, 0, {}),
]


async def killed(served: Served, people: list[Person], kills: int, apart: int, rng: Random) -> int:
    """Kill the server so often, each time after some more moves and at any moment after them; how often that was in the
    middle of a game. Every other time it lives until each table has gone on: else, where bots begin slowly, theirs
    would never come to."""
    during = 0
    for number in range(kills):
        told, seen = count(people) + rng.randint(1, 2 * apart), [person.now["version"] for person in people]
        while any(map(is_playing, people)) and (count(people) < told or (number % 2 and is_waiting(people, seen))):
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.random() * 0.05)
        during += any(map(is_playing, people))
        await to_its_end(start_again, served)
    return during


def start_again(served: Served) -> None:
    """Kill a server and start it again, once all is gone that it had begun."""
    served.kill()
    wait_until(lambda: not served.has_left_something)
    served.start()


def is_playing(person: Person) -> bool:
    return person.status not in GONE


def is_waiting(people: list[Person], seen: list[int]) -> bool:
    """Whether anyone who plays has seen nothing new."""
    both = zip(people, seen, strict=True)
    return any(is_playing(person) and person.now["version"] == version for person, version in both)


def count(people: list[Person]) -> int:
    """How many answers were acknowledged so far."""
    return sum(len(person.acknowledged) for person in people)


async def whole_games(served: Served, parties: list, kills: int, apart: int, seed: int) -> tuple[list[Person], int]:
    """All parties at once, each with a spectator, while the server is killed again and again; how often in the middle
    of a game. Whatever goes wrong with one ends it for all."""
    people = [person for party in parties for person in await lay(served, *party[:3], options=party[3])]
    watching = [Person(served.socket, table) for table in {person.table for person in people}]
    async with AsyncExitStack() as stack:
        for one in (*people, *watching):
            await stack.enter_async_context(one)
        async with asyncio.TaskGroup() as group:
            killing = group.create_task(killed(served, people, kills, apart, Random(seed)))
            for person in people:
                group.create_task(person.play_on())
        await asyncio.gather(*(one.until_over() for one in (*people, *watching)))
    return [*people, *watching], killing.result()


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
        people, during = await whole_games(served, PARTIES[:2], kills=4, apart=25, seed=1)
        assert await check_all(served, people, tmp_path) > 100
        assert during >= 2
        rows = {person.table: served.events(person.table) for person in people}
        for person in people:  # a loss would be found
            with pytest.raises(AssertionError):
                check_told(person, rows[person.table][:-1])


@pytest.mark.heavy
async def test_p1_two_thousand_moves_survive_kills(tmp_path):
    moves, kills = 0, 0
    for seed in range(100):
        with Served(tmp_path / f"data{seed}") as served:
            people, during = await whole_games(served, PARTIES, kills=20, apart=10, seed=seed)
            moves, kills = moves + await check_all(served, people, tmp_path), kills + during
        if moves >= 2000:
            break
    print(f"{moves} moves, {kills} kills in the middle of a game")
    assert moves >= 2000
    assert kills >= moves // 50
