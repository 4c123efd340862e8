"""P1: a server is killed at random moments of whole games. Acknowledged moves are stored once, clients never saw
others, and all games continue."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from tests.cli.run_heorot import run_heorot
from tests.server.support.host_process import ServerProcess
from tests.server.support.processes.launch import run_to_completion, wait_until
from tests.server.support.recording_client import FINISHED, Person, check_against_log, request_api, start_table

PARTIES = [  # game, people, bots, options
    ("movie", 2, 1, {}),
    ("legend", 3, 1, {}),
    ("legend", 2, 0, {"advanced": "yes"}),
    ("movie", 4, 0, {}),
]


async def killed(served: ServerProcess, people: list[Person], kills: int, apart: int, rng: Random) -> int:
    """Kill the server a number of times, each at a random moment after some more moves; return how many kills hit a
    running game. Stops when all games are over."""
    during = 0
    for number in range(kills):
        target, seen = count(people) + rng.randint(1, 2 * apart), [person.now["version"] for person in people]
        while any(map(is_playing, people)) and (count(people) < target or (number % 2 and is_waiting(people, seen))):
            await asyncio.sleep(0.005)
        await asyncio.sleep(rng.random() * 0.05)
        during += any(map(is_playing, people))
        await run_to_completion(start_again, served)
    return during


def start_again(served: ServerProcess) -> None:
    """Kill a server with all its child processes and start it again."""
    served.kill()
    wait_until(lambda: not served.has_running_children)
    served.start()


def is_playing(person: Person) -> bool:
    return person.status not in FINISHED


def is_waiting(people: list[Person], seen: list[int]) -> bool:
    """Return whether a client that plays has seen nothing new."""
    both = zip(people, seen, strict=True)
    return any(is_playing(person) and person.now["version"] == version for person, version in both)


def count(people: list[Person]) -> int:
    """Return the number of acknowledged answers."""
    return sum(len(person.acknowledged) for person in people)


async def whole_games(
    served: ServerProcess, parties: list, kills: int, apart: int, seed: int
) -> tuple[list[Person], int]:
    """Play all games at once, each with a spectator, while the server is killed repeatedly; return how many kills hit a
    running game. An error of one client ends all."""
    people = [person for party in parties for person in await start_table(served, *party[:3], options=party[3])]
    watching = [Person(served.socket, table) for table in {person.table for person in people}]
    async with AsyncExitStack() as stack:
        for client in (*people, *watching):
            await stack.enter_async_context(client)
        async with asyncio.TaskGroup() as group:
            killing = group.create_task(killed(served, people, kills, apart, Random(seed)))
            for person in people:
                group.create_task(person.play_on())
        await asyncio.gather(*(client.until_over() for client in (*people, *watching)))
    return [*people, *watching], killing.result()


async def check_all(served: ServerProcess, people: list[Person], folder: Path) -> int:
    """Compare the stored events with what clients were sent; return the number of moves."""
    rows = {person.table: served.events(person.table) for person in people}
    for person in people:
        check_against_log(person, rows[person.table])
    for table in rows:
        record = folder / f"{table}.record"
        record.write_text(await request_api(served, f"tables/{table}/record"))
        assert run_heorot("check", record).code == 0
    return sum(row.kind == "moved" for table in rows.values() for row in table)


async def test_p1_whole_games_survive_kills(tmp_path):
    with ServerProcess(tmp_path / "data") as served:
        people, during = await whole_games(served, PARTIES[:2], kills=4, apart=25, seed=1)
        assert await check_all(served, people, tmp_path) > 100
        assert during >= 2
        rows = {person.table: served.events(person.table) for person in people}
        for person in people:  # prove that the check finds a loss
            with pytest.raises(AssertionError):
                check_against_log(person, rows[person.table][:-1])


@pytest.mark.heavy
async def test_p1_two_thousand_moves_survive_kills(tmp_path):
    moves, kills = 0, 0
    for seed in range(100):
        with ServerProcess(tmp_path / f"data{seed}") as served:
            people, during = await whole_games(served, PARTIES, kills=20, apart=10, seed=seed)
            moves, kills = moves + await check_all(served, people, tmp_path), kills + during
        if moves >= 2000:
            break
    print(f"{moves} moves, {kills} kills in the middle of a game")
    assert moves >= 2000
    assert kills >= moves // 50
