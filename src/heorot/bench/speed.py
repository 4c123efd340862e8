"""How fast it is: compiled beside interpreted, with a fixed integer loop beside both, so that figures from two machines
can be compared. CPU time, never a test."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from heorot.engine.accel import can_compile, dtype, numbers
from heorot.engine.game import NO_OPTIONS, Entry, Options
from heorot.search.yardstick import integer_loop

LOOP = 10_000_000
GAMES, ROUNDS, LATEST = 20, 5, 3  # games of which the longest is replayed, how often, and entries that are new


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    key: str  # of the locales: what was measured
    compiled: float | None
    interpreted: float | None
    unit: str


def measure(name: str, games: int, cold: bool, options: Options = NO_OPTIONS) -> Iterator[Figure]:
    """Every figure of one game, one after the other."""
    search: Any = import_module(f"heorot.search.{name}")
    compiled = can_compile()
    yield Figure("bench.loop", loop_time() if compiled else None, None, "ns")
    fast = best_run(search, games, True, options) if compiled else None
    slow = best_run(search, max(games // 500, 20), False, options)
    yield Figure("bench.games", fast and fast[0], slow[0], "1/s")
    yield Figure("bench.decision", fast and fast[1], slow[1], "ns")
    yield Figure("bench.step", step_time(search, True) if compiled else None, step_time(search, False), "µs")
    yield from served(search, options)
    yield Figure("bench.state", dtype(search.State).itemsize if compiled else None, None, "B")
    if compiled:
        yield Figure("bench.warm", min(start_time(name, os.environ) for _ in range(5)), None, "s")
    if compiled and cold:
        with tempfile.TemporaryDirectory() as empty:
            yield Figure("bench.cold", start_time(name, {**os.environ, "HEOROT_CACHE": empty}), None, "s")


def loop_time() -> float:
    """Nanoseconds for a round of the integer loop, the best of five."""
    results = numbers([0], True)
    integer_loop(results, 1)
    return min(timed(lambda: integer_loop(results, LOOP)) for _ in range(5)) / LOOP * 1e9


def timed(work: Any) -> float:
    """CPU seconds of some work."""
    begun = process_time()
    work()
    return process_time() - begun


def best_run(search: Any, games: int, compiled: bool, options: Options) -> tuple[float, float]:
    """Random four-player games: games a second, and nanoseconds a decision; the best of five."""
    simulation = search.Simulation(search.GAME.box, ["random"] * 4, seed=1, options=options, compiled=compiled)
    simulation.run(0, 1)
    runs = [simulation.run(0, games) for _ in range(5 if compiled else 1)]
    best = min(runs, key=lambda totals: totals.cpu_seconds)
    return best.games / best.cpu_seconds, best.cpu_seconds / best.decisions * 1e9


def step_time(search: Any, compiled: bool) -> float:
    """Microseconds for one step from Python, the list of answers included."""
    steps = search.Steps(search.GAME.box, 4, compiled)
    steps.step(int(steps.codes[steps.start(0) - 1]))
    taken, begun = 0, process_time()
    for game in range(200 if compiled else 10):
        answers = steps.start(1, game)
        while answers:
            answers = steps.step(int(steps.codes[taken * 7919 % answers]))
            taken += 1
    return (process_time() - begun) / taken * 1e6


def served(search: Any, options: Options) -> Iterator[Figure]:
    """What a server pays for: the longest of some games with all seats taken, played again; what one seat of four is
    shown of a table, with the latest entries of the log."""
    yield Figure("bench.replay", None, replay_time(search, options) * 1e3, "ms")
    yield Figure("bench.shown", None, shown_time(search, options) * 1e3, "ms")


def replay_time(search: Any, options: Options) -> float:
    """CPU seconds to replay the longest of some games."""
    game, longest = search.GAME, longest_game(search, options)
    first = game.setup(game.box, game.about.seats[1], options, game.about.rules[-1])
    return min(timed(lambda: game.replay(first, longest)) for _ in range(ROUNDS))


def longest_game(search: Any, options: Options) -> tuple[Entry, ...]:
    """What was said in the longest of some random games with all seats taken."""
    seats = search.GAME.about.seats[1]
    return max((random_game(search, seats, number, options) for number in range(GAMES)), key=len)


def random_game(search: Any, seats: int, number: int, options: Options) -> tuple[Entry, ...]:
    """What was said in a random game."""
    simulation = search.Simulation(search.GAME.box, ["random"] * seats, seed=1, options=options, compiled=False)
    return simulation.record(number).entries  # type: ignore[no-any-return]


def shown_time(search: Any, options: Options) -> float:
    """CPU seconds to show a seat a table, over all tables and seats of a game."""
    game, seats = search.GAME, 4
    tables = [game.setup(game.box, seats, options, game.about.rules[-1])]
    for entry in random_game(search, seats, 0, options):
        tables.append(game.replay(tables[-1], (entry,)))

    def show() -> None:
        for table in tables:
            for seat in range(seats):
                game.shown(table, seat, max(len(table.history) - LATEST, 0))

    return min(timed(show) for _ in range(ROUNDS)) / len(tables) / seats


def start_time(name: str, environment: Any) -> float:
    """Seconds on the clock of a whole `heorot sim` of one game."""
    command = [sys.executable, "-m", "heorot", "sim", name, "--seats", "random,random", "--games", "1", "--json"]
    begun = perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - begun
