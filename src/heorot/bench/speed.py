"""Benchmark of the rules, compiled and interpreted, with an integer loop for comparing machines. Measures CPU time."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

from heorot.engine.game import NO_OPTIONS, Entry, Options
from heorot.engine.kernels.compile_cache import can_compile
from heorot.engine.kernels.structs import int_array, struct_dtype
from heorot.search import Simulator, simulator
from heorot.search.integer_loop import integer_loop

LOOP_ROUNDS = 10_000_000
GAMES, ROUNDS, LATEST = 20, 5, 3  # random games, repetitions, new log entries


@dataclass(frozen=True, slots=True)
class Measurement:
    """One row of the results."""

    key: str  # of the locales
    compiled: float | None
    interpreted: float | None
    unit: str


def measure(name: str, games: int, cold: bool, options: Options = NO_OPTIONS) -> Iterator[Measurement]:
    """Yield all measurements of one game."""
    search = simulator(name)
    compiled = can_compile()
    yield Measurement("bench.loop", loop_time() if compiled else None, None, "ns")
    fast = best_run(search, games, True, options) if compiled else None
    slow = best_run(search, max(games // 500, 20), False, options)
    yield Measurement("bench.games", fast and fast[0], slow[0], "1/s")
    yield Measurement("bench.decision", fast and fast[1], slow[1], "ns")
    yield Measurement("bench.step", step_time(search, True) if compiled else None, step_time(search, False), "µs")
    yield from measure_serving(search, options)
    yield Measurement("bench.state", struct_dtype(search.State).itemsize if compiled else None, None, "B")
    if compiled:
        yield Measurement("bench.warm", min(start_time(name, os.environ) for _ in range(5)), None, "s")
    if compiled and cold:
        with tempfile.TemporaryDirectory() as empty:
            yield Measurement("bench.cold", start_time(name, {**os.environ, "HEOROT_CACHE": empty}), None, "s")


def loop_time() -> float:
    """Return the nanoseconds of one round of the integer loop, the best of five."""
    results = int_array([0], True)
    integer_loop(results, 1)
    return min(timed(lambda: integer_loop(results, LOOP_ROUNDS)) for _ in range(5)) / LOOP_ROUNDS * 1e9


def timed(work: Any) -> float:
    """Return the CPU seconds of a function."""
    begun = process_time()
    work()
    return process_time() - begun


def best_run(search: Simulator, games: int, compiled: bool, options: Options) -> tuple[float, float]:
    """Play random four-player games; return games per second and nanoseconds per decision, the best of five."""
    simulation = search.Simulation(search.GAME.box, ["random"] * 4, seed=1, options=options, compiled=compiled)
    simulation.run(0, 1)
    runs = [simulation.run(0, games) for _ in range(5 if compiled else 1)]
    best = min(runs, key=lambda totals: totals.cpu_seconds)
    return best.games / best.cpu_seconds, best.cpu_seconds / best.decisions * 1e9


def step_time(search: Simulator, compiled: bool) -> float:
    """Return the microseconds of one step from Python, including the list of answers."""
    steps = search.GameStepper(search.GAME.box, 4, compiled)
    steps.step(int(steps.codes[steps.start(0) - 1]))
    taken, begun = 0, process_time()
    for game in range(200 if compiled else 10):
        answers = steps.start(1, game)
        while answers:
            answers = steps.step(int(steps.codes[taken * 7919 % answers]))
            taken += 1
    return (process_time() - begun) / taken * 1e6


def measure_serving(search: Simulator, options: Options) -> Iterator[Measurement]:
    """Measure what a server needs: replaying a long game, and making the view of one seat."""
    yield Measurement("bench.replay", None, replay_time(search, options) * 1e3, "ms")
    yield Measurement("bench.shown", None, view_time(search, options) * 1e3, "ms")


def replay_time(search: Simulator, options: Options) -> float:
    """Return the CPU seconds to replay the longest of some games."""
    game, longest = search.GAME, longest_game(search, options)
    first = game.setup(game.box, game.info.seats[1], options, game.info.rules[-1])
    return min(timed(lambda: game.replay(first, longest)) for _ in range(ROUNDS))


def longest_game(search: Simulator, options: Options) -> tuple[Entry, ...]:
    """Return the longest of some random games with all seats taken."""
    seats = search.GAME.info.seats[1]
    return max((random_game(search, seats, number, options) for number in range(GAMES)), key=len)


def random_game(search: Simulator, seats: int, number: int, options: Options) -> tuple[Entry, ...]:
    """Return the entries of a random game."""
    simulation = search.Simulation(search.GAME.box, ["random"] * seats, seed=1, options=options, compiled=False)
    return simulation.record(number).entries


def view_time(search: Simulator, options: Options) -> float:
    """Return the CPU seconds to make a view, averaged over all seats and moments of a game."""
    game, seats = search.GAME, 4
    tables = [game.setup(game.box, seats, options, game.info.rules[-1])]
    for entry in random_game(search, seats, 0, options):
        tables.append(game.replay(tables[-1], (entry,)))

    def show() -> None:
        for table in tables:
            for seat in range(seats):
                game.view_json(table, seat, max(len(table.history) - LATEST, 0))

    return min(timed(show) for _ in range(ROUNDS)) / len(tables) / seats


def start_time(name: str, environment: Any) -> float:
    """Return the wall-clock seconds of `heorot sim` for one game."""
    command = [sys.executable, "-m", "heorot", "sim", name, "--seats", "random,random", "--games", "1", "--json"]
    begun = perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - begun
