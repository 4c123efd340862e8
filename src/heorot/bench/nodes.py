"""Benchmark of several nodes on one PostgreSQL: players at one node, spectators at the other, and one node is killed.

The time of a move runs from sending it until the sender has the answer and all clients of both nodes have the update.
The database's own commit time is measured for comparison.
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

from heorot.bench.server import (
    ANSWER,
    BenchTable,
    Load,
    ProgressCallback,
    connect_clients,
    connect_to_table,
    cpu_seconds,
    create_tables,
    first_question,
    quantile,
    random_answer,
    run_load,
    run_server,
)
from heorot.bench.table import SEATS
from heorot.server.store.postgres import make_engine, migrate_postgres, open_postgres, parse_url

FIGURES = (
    "p50_ms", "p95_ms", "p99_ms", "errors", "moves", "sockets", "cpu_ms_per_move", "commit_p50_ms", "commit_p95_ms",
    "lost", "doubled", "resume_s",
)  # fmt: skip
COMMITS = 400
RETRY_SECONDS = 0.02  # until an unavailable node is retried


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """URLs of the database and the bus."""

    database: str
    bus: str | None = None


async def measure(load: Load, nodes: ClusterAddress, on_progress: ProgressCallback) -> dict[str, float]:
    """Run all measurements on a database that is used for nothing else; the tables stay in it."""
    await migrate_postgres(nodes.database)
    commits = sorted(await commit_times(nodes.database))
    settings = {"HEOROT_DATABASE": nodes.database} | ({"HEOROT_BUS": nodes.bus} if nodes.bus else {})
    with TemporaryDirectory(prefix="heorot-bench-") as name, ExitStack() as stack:
        places = [stack.enter_context(run_server(Path(name) / number, **settings)) for number in "12"]
        (url, process), (other, _) = places
        tables = await asyncio.to_thread(create_tables, url, load.tables)
        watchers = max(load.sockets // load.tables - SEATS, 1)
        tasks = [task for table in tables for task in await connect_clients(url, table, watchers, other)]
        worked = sum(cpu_seconds(pid) for _, pid in places)
        times = sorted(await run_load(tables, load, on_progress))
        worked = sum(cpu_seconds(pid) for _, pid in places) - worked
        for task in tasks:
            task.cancel()
        resumed = await kill_and_resume(process, other, tables)
    lost, doubled = await compare_with_store(nodes.database, tables)
    taken = (quantile(times, 0.50), quantile(times, 0.95), quantile(times, 0.99), sum(table.errors for table in tables))
    spent = (
        len(times),
        len(tasks),
        1000 * worked / max(len(times), 1),
        quantile(commits, 0.50),
        quantile(commits, 0.95),
    )
    return dict(zip(FIGURES, (round(one, 2) for one in (*taken, *spent, lost, doubled, resumed)), strict=True))


async def commit_times(database: str) -> list[float]:
    """Measure the commits of one row, in milliseconds."""
    engine, times = make_engine(parse_url(database), poolclass=NullPool), list[float]()
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


# ---- Failover ------------------------------------------------------------------------------------------------------


async def kill_and_resume(process: int, url: str, tables: list[BenchTable]) -> float:
    """Kill a node during a move of every table; return the seconds until every seat is connected to the other node and
    every move is answered."""
    await asyncio.gather(*(send_move(table) for table in tables))
    os.kill(process, signal.SIGKILL)
    begun = time.perf_counter()
    await asyncio.gather(*(resume(url, table) for table in tables))
    return time.perf_counter() - begun


async def send_move(table: BenchTable) -> None:
    """Send a move whose answer may be lost; `resume` repeats it."""
    seat, now = first_question(table)
    if now is not None:
        table.last = seat, json.dumps({
            "type": "play", "id": str(table.moves), "question": now["question"],
            "actions": random_answer(now, Random(table.id)),
        })  # fmt: skip
        table.moves += 1
        with suppress(ConnectionClosed):
            await table.connections[seat].send(table.last[1])


async def resume(url: str, table: BenchTable) -> None:
    """Connect every seat to the other node and repeat the last command."""
    connections = await asyncio.gather(*(reconnect(url, table, seat) for seat in range(SEATS)))
    if table.last is not None:
        seat, command = table.last
        await connections[seat].send(command)
        async for text in connections[seat]:
            if str(text).startswith(ANSWER):
                break
    for connection in connections:
        await connection.close()


async def reconnect(url: str, table: BenchTable, seat: int) -> ClientConnection:
    """Connect with the last version seen, until the server sends a welcome."""
    seen = json.loads(table.latest[seat])["now"]["version"]
    while True:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            connection = await connect_to_table(url, table.id, table.tokens[seat], seen)
            if str(await connection.recv()).startswith('{"type":"welcome"'):
                return connection
        await asyncio.sleep(RETRY_SECONDS)


async def compare_with_store(database: str, tables: list[BenchTable]) -> tuple[int, int]:
    """Return how many acknowledged moves are not stored, and how many are stored more than once."""
    store, lost, doubled = await open_postgres(database), 0, 0
    for table in tables:
        ids = [row.command.rpartition(":")[2] for row in await store.load(table.id) if row.command]
        doubled += len(ids) - len(set(ids))
        lost += len({str(number) for number in range(table.moves)} - set(ids))
    await store.close()
    return lost, doubled
