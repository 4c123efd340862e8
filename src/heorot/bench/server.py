"""Benchmark of a server process with many tables, on one machine with its clients.

The time of a move runs from sending it until the sender has the answer and all clients of the table have the update.
The disk's own sync time is measured for comparison.
"""

import asyncio
import gc
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from heorot.bench.client import request_json
from heorot.bench.table import SEATS, last_to_first_tenth, longest_game_costs, longest_replay_ms, tables_in_memory
from heorot.engine.errors import HeorotError
from heorot.games import GAMES
from heorot.server.store.disk_speed import fsync_p95_ms

ProgressCallback = Callable[[int, int], None]  # done, total

NO_QUOTAS = {f"HEOROT_{what}": "1000000" for what in ("MOST_TABLES", "MOST_SOCKETS", "ALL_SOCKETS")}
NO_LIMITS = {**NO_QUOTAS, "HEOROT_LIMITS": "off", "HEOROT_LOG_LEVEL": "warning"}  # all clients have the same address
HERE, UPDATE, ANSWER = (f'{{"type":"{kind}"' for kind in ("here", "update", "answer"))  # prefixes of messages
FIGURES = (
    "p50_ms", "p95_ms", "p99_ms", "errors", "moves", "sockets", "kb_per_socket", "fsync_p95_ms", "replay_ms",
    "cpu_ms_per_move", "start_s", "kb_per_table", "kb_per_idle_table", "last_to_first_tenth",
)  # fmt: skip
LISTENING_URL = re.compile(r"https?://[^\s]+")


@dataclass(frozen=True, slots=True)
class Load:
    """Parameters of the load."""

    tables: int = 200
    sockets: int = 2000
    moves_per_second: int = 200
    seconds: float = 20.0


class BenchTable:
    """A table with the connections of all players and spectators."""

    def __init__(self, id: str, tokens: list[str]) -> None:
        self.id = id
        self.tokens = tokens
        self.connections: list[ClientConnection] = []
        self.latest: dict[int, str] = {}  # by connection: last welcome or update
        self.missing = 0  # outstanding messages of the running move
        self.done = asyncio.Event()
        self.moves = 0
        self.errors = 0
        self.last: tuple[int, str] | None = None  # seat and unanswered command


# ---- The server ----------------------------------------------------------------------------------------------------


@contextmanager
def run_server(folder: Path, **settings: str) -> Iterator[tuple[str, int]]:
    """Run a server process with its data in a folder; yield its URL and process id."""
    command = [sys.executable, "-m", "heorot", "serve", "--port", "0", "--data", str(folder)]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    server = subprocess.Popen(command, env=os.environ | NO_LIMITS | settings, **pipes)
    try:
        assert server.stdout is not None
        text = next((line for line in server.stdout if LISTENING_URL.search(line)), "")
        if not (found := LISTENING_URL.search(text)):
            raise HeorotError("cli.bench.no-server")
        yield found[0].rstrip("/."), server.pid
    finally:
        server.terminate()
        server.wait(30)


def resident_bytes(process: int) -> int:
    """Return the resident memory of a process."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def create_tables(url: str, number: int) -> list[BenchTable]:
    """Create tables of all games in turn, with all seats taken."""
    return [create_table(url, game) for game, _ in zip(cycle(GAMES), range(number), strict=False)]


def create_table(url: str, game: str) -> BenchTable:
    """Create a table and return it with the tokens of all seats."""
    people = [{"who": "person"}] * SEATS
    created = request_json(f"{url}/api/tables", {"game": game, "seats": people, "name": "P1", "seat": 1})
    join = f"{url}/api/tables/{created['table']}/join"
    joined = [
        request_json(join, {"name": f"P{number}"}, link["token"]) for number, link in enumerate(created["links"], 2)
    ]
    return BenchTable(created["table"], [created["token"], *(one["token"] for one in joined)])


# ---- Clients -------------------------------------------------------------------------------------------------------


async def connect_clients(
    url: str, table: BenchTable, watchers: int, elsewhere: str | None = None
) -> list[asyncio.Task[None]]:
    """Connect every seat and some spectators, who may use another node."""
    tasks = []
    for seat, token in enumerate([*table.tokens, *[None] * watchers]):
        connection = await connect_to_table(url if token else elsewhere or url, table.id, token)
        table.latest[seat] = str(await connection.recv())
        table.connections.append(connection)
        tasks.append(asyncio.create_task(read_messages(table, seat, connection)))
    return tasks


async def connect_to_table(url: str, table: str, token: str | None, seen: int | None = None) -> ClientConnection:
    """Connect and send hello."""
    address = url.replace("http", "ws", 1) + "/api/socket"
    connection = await connect(address, compression=None, max_size=None, ping_interval=None)
    await connection.send(json.dumps({"type": "hello", "table": table, "token": token, "seen": seen}))
    return connection


async def read_messages(table: BenchTable, seat: int, connection: ClientConnection) -> None:
    """Read messages of one connection. They are parsed only when needed, so that the client is not the bottleneck."""
    async for text in connection:
        message = str(text)
        if message.startswith(HERE):
            continue
        if message.startswith(UPDATE):
            table.latest[seat] = message
        elif not message.startswith(ANSWER):
            table.errors += 1
        table.missing -= 1
        if table.missing <= 0:
            table.done.set()


def first_question(table: BenchTable) -> tuple[int, dict[str, Any] | None]:
    """Return the first seat with an open question and its moment; None when the game is over."""
    for seat, text in sorted(table.latest.items()):
        now = json.loads(text)["now"]
        if now["question"] is not None:
            return seat, now
    return -1, None


async def play_move(table: BenchTable, rng: random.Random) -> float | None:
    """Play one move; return the milliseconds until all clients have it, None when the game is over."""
    seat, now = first_question(table)
    if now is None:
        return None
    command = {"type": "play", "id": str(table.moves), "question": now["question"], "actions": random_answer(now, rng)}
    table.done.clear()
    table.missing = len(table.connections) + 1
    table.moves += 1
    begun = time.perf_counter()
    await table.connections[seat].send(json.dumps(command))
    await asyncio.wait_for(table.done.wait(), 30)
    return (time.perf_counter() - begun) * 1000


def random_answer(now: dict[str, Any], rng: random.Random) -> list[str]:
    """Return an answer of a single action."""
    legal = now["view"]["legal"]
    return [next((text for text in ("done", "decline") if text in legal), rng.choice(legal))]


async def run_load(tables: list[BenchTable], load: Load, on_progress: ProgressCallback) -> list[float]:
    """Play moves at a constant rate, tables in turn, without waiting for earlier moves; return their times."""
    rng, times, running = random.Random(1), list[float](), set[asyncio.Task[None]]()
    begun, number = time.perf_counter(), 0

    async def one(table: BenchTable) -> None:
        try:
            if (taken := await play_move(table, rng)) is not None:
                times.append(taken)
        except (TimeoutError, ConnectionClosed):
            table.errors += 1

    for table in cycle(tables):
        if number >= load.seconds * load.moves_per_second:
            break
        await asyncio.sleep(max(begun + number / load.moves_per_second - time.perf_counter(), 0))
        number += 1
        on_progress(number, int(load.seconds * load.moves_per_second))
        if table.missing > 0:  # the last move is unfinished after a whole round
            table.errors += 1
        else:
            task = asyncio.create_task(one(table))
            running.add(task)
            task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return times


# ---- Results -------------------------------------------------------------------------------------------------------


async def measure(load: Load, on_progress: ProgressCallback) -> dict[str, float]:
    """Run all measurements, beginning with an empty server."""
    with TemporaryDirectory(prefix="heorot-bench-") as name:
        folder = Path(name)
        with run_server(folder):  # the next start is warm and finds a database
            pass
        fsync, begun = fsync_p95_ms(folder), time.perf_counter()
        with run_server(folder) as (url, process):
            started = time.perf_counter() - begun
            tables = await asyncio.to_thread(create_tables, url, load.tables)
            before = resident_bytes(process)
            watchers = max(load.sockets // load.tables - SEATS, 0)
            tasks = [task for table in tables for task in await connect_clients(url, table, watchers)]
            held, worked = resident_bytes(process) - before, cpu_seconds(process)
            gc.freeze()  # keep the garbage collector from scanning the clients
            times = sorted(await run_load(tables, load, on_progress))
            worked = cpu_seconds(process) - worked
            for task in tasks:
                task.cancel()
    moves, errors, sockets = len(times), sum(table.errors for table in tables), len(tasks)
    taken = (quantile(times, 0.50), quantile(times, 0.95), quantile(times, 0.99), errors, moves, sockets)
    spent = (held / 1024 / sockets, fsync, longest_replay_ms(), 1000 * worked / max(moves, 1), started)
    ratio = max(min(last_to_first_tenth(longest_game_costs(name)) for _ in range(3)) for name in GAMES)  # worst game
    figures = (*taken, *spent, *tables_in_memory(), ratio)
    return {name: round(figure, 2) for name, figure in zip(FIGURES, figures, strict=True)}


def quantile(times: list[float], share: float) -> float:
    """Return a quantile of sorted times."""
    return round(times[min(int(share * len(times)), len(times) - 1)], 2) if times else 0.0


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
