"""How fast a server is: a real one, in a process of its own, with people at many tables on one machine with it.

A move counts from the moment it is sent until its sender has the answer and every watcher of the table has the update.
Beside it stands how long the disk itself takes to store anything for good, which no server can beat.
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

from heorot.bench_table import SEATS, flatness, longest_replay_ms, tables_in_memory
from heorot.client import call
from heorot.engine.errors import HeorotError
from heorot.games import GAMES
from heorot.server.disk import fsync_p95_ms

Told = Callable[[int, int], None]  # how much is done, and how much there is

MANY = {f"HEOROT_{what}": "1000000" for what in ("MOST_TABLES", "MOST_SOCKETS", "ALL_SOCKETS")}
NO_LIMITS = {**MANY, "HEOROT_LIMITS": "off", "HEOROT_LOG_LEVEL": "warning"}  # all come from one address
HERE, UPDATE, ANSWER = (f'{{"type":"{kind}"' for kind in ("here", "update", "answer"))  # how messages begin
FIGURES = (
    "p50_ms", "p95_ms", "p99_ms", "errors", "moves", "sockets", "kb_per_socket", "fsync_p95_ms", "replay_ms",
    "cpu_ms_per_move", "start_s", "kb_per_table", "kb_per_idle_table", "last_to_first_tenth",
)  # fmt: skip
LISTENS = re.compile(r"https?://[^\s]+")


@dataclass(frozen=True, slots=True)
class Load:
    """What is measured under."""

    tables: int = 200
    sockets: int = 2000
    moves_per_second: int = 200
    seconds: float = 20.0


class Scene:
    """A table with all who sit at it or watch it."""

    def __init__(self, id: str, tokens: list[str]) -> None:
        self.id = id
        self.tokens = tokens
        self.wires: list[ClientConnection] = []
        self.latest: dict[int, str] = {}  # what each of them was sent last of the table
        self.missing = 0  # messages that have not come yet for the running move
        self.done = asyncio.Event()
        self.moves = 0
        self.errors = 0
        self.last: tuple[int, str] | None = None  # a seat, and a command to which no answer came


# ---- The server ------------------------------------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[tuple[str, int]]:
    """A server with its data in a folder: its address, and its process."""
    command = [sys.executable, "-m", "heorot", "serve", "--port", "0", "--data", str(folder)]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    server = subprocess.Popen(command, env=os.environ | NO_LIMITS | settings, **pipes)
    try:
        assert server.stdout is not None
        said = next((line for line in server.stdout if LISTENS.search(line)), "")
        if not (found := LISTENS.search(said)):
            raise HeorotError("cli.bench.no-server")
        yield found[0].rstrip("/."), server.pid
    finally:
        server.terminate()
        server.wait(30)


def memory(process: int) -> int:
    """The bytes that a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def lay_tables(url: str, number: int) -> list[Scene]:
    """Tables of all games in turn, at which people sit already."""
    return [lay_table(url, game) for game, _ in zip(cycle(GAMES), range(number), strict=False)]


def lay_table(url: str, game: str) -> Scene:
    """One table, and the tokens of all its seats."""
    people = [{"who": "person"}] * SEATS
    laid = call(f"{url}/api/tables", {"game": game, "seats": people, "name": "P1", "seat": 1})
    join = f"{url}/api/tables/{laid['table']}/join"
    joined = [call(join, {"name": f"P{number}"}, link["token"]) for number, link in enumerate(laid["links"], 2)]
    return Scene(laid["table"], [laid["token"], *(one["token"] for one in joined)])


# ---- Those who sit there and watch -----------------------------------------------------------------------------------


async def sit_down(url: str, scene: Scene, watchers: int, elsewhere: str | None = None) -> list[asyncio.Task[None]]:
    """Connect every seat of a table, and so many who only watch, perhaps at another node."""
    tasks = []
    for seat, token in enumerate([*scene.tokens, *[None] * watchers]):
        wire = await come(url if token else elsewhere or url, scene.id, token)
        scene.latest[seat] = str(await wire.recv())
        scene.wires.append(wire)
        tasks.append(asyncio.create_task(listen(scene, seat, wire)))
    return tasks


async def come(url: str, table: str, token: str | None, seen: int | None = None) -> ClientConnection:
    """A wire on which hello was said, and up to which version the table was seen elsewhere."""
    address = url.replace("http", "ws", 1) + "/api/socket"
    wire = await connect(address, compression=None, max_size=None, ping_interval=None)
    await wire.send(json.dumps({"type": "hello", "table": table, "token": token, "seen": seen}))
    return wire


async def listen(scene: Scene, seat: int, wire: ClientConnection) -> None:
    """Whatever one of them is sent. It is read only when it is needed: this client must not be slower than a server."""
    async for text in wire:
        message = str(text)
        if message.startswith(HERE):
            continue
        if message.startswith(UPDATE):
            scene.latest[seat] = message
        elif not message.startswith(ANSWER):
            scene.errors += 1
        scene.missing -= 1
        if scene.missing <= 0:
            scene.done.set()


def asked_at(scene: Scene) -> tuple[int, dict[str, Any] | None]:
    """Who is asked first, and what that seat sees; nobody when the game is over."""
    for seat, text in sorted(scene.latest.items()):
        now = json.loads(text)["now"]
        if now["question"] is not None:
            return seat, now
    return -1, None


async def move(scene: Scene, rng: random.Random) -> float | None:
    """One answer at a table: milliseconds until all have it; None when the game is over."""
    seat, now = asked_at(scene)
    if now is None:
        return None
    command = {"type": "play", "id": str(scene.moves), "question": now["question"], "actions": some_answer(now, rng)}
    scene.done.clear()
    scene.missing = len(scene.wires) + 1
    scene.moves += 1
    begun = time.perf_counter()
    await scene.wires[seat].send(json.dumps(command))
    await asyncio.wait_for(scene.done.wait(), 30)
    return (time.perf_counter() - begun) * 1000


def some_answer(now: dict[str, Any], rng: random.Random) -> list[str]:
    """Any answer that is whole by itself."""
    legal = now["view"]["legal"]
    return [next((text for text in ("done", "decline") if text in legal), rng.choice(legal))]


async def drive(scenes: list[Scene], load: Load, told: Told) -> list[float]:
    """So many moves a second, each at the table that waited longest, whether or not the last one has come."""
    rng, times, running = random.Random(1), list[float](), set[asyncio.Task[None]]()
    begun, number = time.perf_counter(), 0

    async def one(scene: Scene) -> None:
        try:
            if (taken := await move(scene, rng)) is not None:
                times.append(taken)
        except (TimeoutError, ConnectionClosed):
            scene.errors += 1

    for scene in cycle(scenes):
        if number >= load.seconds * load.moves_per_second:
            break
        await asyncio.sleep(max(begun + number / load.moves_per_second - time.perf_counter(), 0))
        number += 1
        told(number, int(load.seconds * load.moves_per_second))
        if scene.missing > 0:  # it still waits for the last move, after a whole round
            scene.errors += 1
        else:
            task = asyncio.create_task(one(scene))
            running.add(task)
            task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return times


# ---- Figures ---------------------------------------------------------------------------------------------------------


async def measure(load: Load, told: Told) -> dict[str, float]:
    """Everything, from an empty server on."""
    with TemporaryDirectory(prefix="heorot-bench-") as name:
        folder = Path(name)
        with serving(folder):  # once, so that the next start is a warm one with its database there
            pass
        fsync, begun = fsync_p95_ms(folder), time.perf_counter()
        with serving(folder) as (url, process):
            started = time.perf_counter() - begun
            scenes = await asyncio.to_thread(lay_tables, url, load.tables)
            before = memory(process)
            watchers = max(load.sockets // load.tables - SEATS, 0)
            tasks = [task for scene in scenes for task in await sit_down(url, scene, watchers)]
            held, worked = memory(process) - before, cpu_seconds(process)
            gc.freeze()  # whatever is here stays, and need not be looked at again and again
            times = sorted(await drive(scenes, load, told))
            worked = cpu_seconds(process) - worked
            for task in tasks:
                task.cancel()
    moves, errors, sockets = len(times), sum(scene.errors for scene in scenes), len(tasks)
    taken = (part(times, 0.50), part(times, 0.95), part(times, 0.99), errors, moves, sockets)
    spent = (held / 1024 / sockets, fsync, longest_replay_ms(), 1000 * worked / max(moves, 1), started)
    found = (*taken, *spent, *tables_in_memory(), flatness())
    return {name: round(figure, 2) for name, figure in zip(FIGURES, found, strict=True)}


def part(times: list[float], share: float) -> float:
    """A quantile of sorted times."""
    return round(times[min(int(share * len(times)), len(times) - 1)], 2) if times else 0.0


def cpu_seconds(process: int) -> float:
    """What a process has had of the processor."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
