"""How fast several nodes are: real ones on one PostgreSQL, people at one, spectators at the other, and one that dies.

A move counts from the moment it is sent until its sender has the answer and every watcher has the update, also those at
the other node. Beside it stands how long the database itself takes to commit anything.
"""

import asyncio
import json
import os
import signal
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sqlalchemy import text
from sqlalchemy.pool import NullPool
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from heorot.bench_server import (
    ANSWER,
    Load,
    Scene,
    Told,
    asked_at,
    come,
    cpu_seconds,
    drive,
    lay_tables,
    part,
    serving,
    sit_down,
    some_answer,
)
from heorot.bench_table import SEATS
from heorot.server.postgres import make_engine, migrate_postgres, open_postgres, url_of

FIGURES = (
    "p50_ms", "p95_ms", "p99_ms", "errors", "moves", "sockets", "cpu_ms_per_move", "commit_p50_ms", "commit_p95_ms",
    "lost", "doubled", "resume_s",
)  # fmt: skip
COMMITS = 400
LATER = 0.02  # seconds until a node that does not answer is tried again


@dataclass(frozen=True, slots=True)
class Nodes:
    """Where they keep their tables, and how they hear of each other."""

    database: str
    bus: str | None = None


async def measure(load: Load, nodes: Nodes, told: Told) -> dict[str, float]:
    """Everything, on a database that is made for this: tables stay in it."""
    await migrate_postgres(nodes.database)
    commits = sorted(await commit_times(nodes.database))
    settings = {"HEOROT_DATABASE": nodes.database} | ({"HEOROT_BUS": nodes.bus} if nodes.bus else {})
    with TemporaryDirectory(prefix="heorot-bench-") as name, ExitStack() as stack:
        places = [stack.enter_context(serving(Path(name) / number, **settings)) for number in "12"]
        (url, process), (other, _) = places
        scenes = await asyncio.to_thread(lay_tables, url, load.tables)
        watchers = max(load.sockets // load.tables - SEATS, 1)
        tasks = [task for scene in scenes for task in await sit_down(url, scene, watchers, other)]
        worked = sum(cpu_seconds(pid) for _, pid in places)
        times = sorted(await drive(scenes, load, told))
        worked = sum(cpu_seconds(pid) for _, pid in places) - worked
        for task in tasks:
            task.cancel()
        resumed = await kill_and_resume(process, other, scenes)
    lost, doubled = await held_against(nodes.database, scenes)
    taken = (part(times, 0.50), part(times, 0.95), part(times, 0.99), sum(scene.errors for scene in scenes))
    spent = (len(times), len(tasks), 1000 * worked / max(len(times), 1), part(commits, 0.50), part(commits, 0.95))
    return dict(zip(FIGURES, (round(one, 2) for one in (*taken, *spent, lost, doubled, resumed)), strict=True))


async def commit_times(database: str) -> list[float]:
    """How long the database takes to commit one row, in milliseconds."""
    engine, times = make_engine(url_of(database), poolclass=NullPool), list[float]()
    async with engine.connect() as connection:
        await connection.execute(text("CREATE TABLE IF NOT EXISTS bench_commits (at float8)"))
        await connection.commit()
        for _ in range(COMMITS):
            begun = time.perf_counter()
            await connection.execute(text("INSERT INTO bench_commits VALUES (1)"))
            await connection.commit()
            times.append(1000 * (time.perf_counter() - begun))
        await connection.execute(text("DROP TABLE bench_commits"))
        await connection.commit()
    await engine.dispose()
    return times


# ---- One dies --------------------------------------------------------------------------------------------------------


async def kill_and_resume(process: int, url: str, scenes: list[Scene]) -> float:
    """Kill the node at which all sit, in the middle of a move of every table: seconds until every seat is at the other
    one, and every table has had its move answered there."""
    await asyncio.gather(*(send_move(scene) for scene in scenes))
    os.kill(process, signal.SIGKILL)
    begun = time.perf_counter()
    await asyncio.gather(*(resume(url, scene) for scene in scenes))
    return time.perf_counter() - begun


async def send_move(scene: Scene) -> None:
    """A move of which nobody will know whether it came through; it is sent again to the other node."""
    seat, now = asked_at(scene)
    if now is not None:
        scene.last = seat, json.dumps({
            "type": "play", "id": str(scene.moves), "question": now["question"],
            "actions": some_answer(now, Random(scene.id)),
        })  # fmt: skip
        scene.moves += 1
        with suppress(ConnectionClosed):
            await scene.wires[seat].send(scene.last[1])


async def resume(url: str, scene: Scene) -> None:
    """Every seat comes to the other node, and the last command comes again."""
    wires = await asyncio.gather(*(come_again(url, scene, seat) for seat in range(SEATS)))
    if scene.last is not None:
        seat, command = scene.last
        await wires[seat].send(command)
        async for said in wires[seat]:
            if str(said).startswith(ANSWER):
                break
    for wire in wires:
        await wire.close()


async def come_again(url: str, scene: Scene, seat: int) -> ClientConnection:
    """As a browser does, with what it has seen, until there is a welcome."""
    seen = json.loads(scene.latest[seat])["now"]["version"]
    while True:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            wire = await come(url, scene.id, scene.tokens[seat], seen)
            if str(await wire.recv()).startswith('{"type":"welcome"'):
                return wire
        await asyncio.sleep(LATER)


async def held_against(database: str, scenes: list[Scene]) -> tuple[int, int]:
    """How many answers that were acknowledged are not stored, and how many are more than once."""
    store, lost, doubled = await open_postgres(database), 0, 0
    for scene in scenes:
        ids = [row.command.rpartition(":")[2] for row in await store.load(scene.id) if row.command]
        doubled += len(ids) - len(set(ids))
        lost += len({str(number) for number in range(scene.moves)} - set(ids))
    await store.close()
    return lost, doubled
