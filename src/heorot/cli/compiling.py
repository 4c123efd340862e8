"""Progress and an estimate while the rules are compiled: on the standard error, and only where it is a terminal."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from time import perf_counter

from heorot.cli.common import translate
from heorot.engine.kernels.compile_cache import can_compile
from heorot.engine.kernels.compiler import EntryPoint, entry_points_of, report_compiling
from heorot.search import simulator
from heorot.terminal.progress import progress_bar

REFERENCE = 0.0111  # seconds of `measure_machine` where the compile times of the titles were measured
SEARCH = "heorot.search."


def compile_with_progress(work: Callable[[], object], everything: str = "") -> None:
    """Run `work`, which may have to compile entries first; with the name of a package it compiles the whole package."""
    if not can_compile() or not sys.stderr.isatty():
        work()
        return
    with ExitStack() as bar:
        report: list[Callable[[int, int], None]] = []

        def start(entry: "EntryPoint[..., object]") -> None:
            if not report:
                entries = missing_entries(everything) if everything else [entry]
                report.append(bar.enter_context(progress_bar(notice(entries))))

        bar.enter_context(report_compiling(start, lambda done, total: report[0](done, total) if report else None))
        work()


def warm_up(game: str) -> None:
    """Compile everything that simulations and bots of a game use, with progress."""
    compile_with_progress(simulator(game).warm_up, everything=f"{SEARCH}{game}")


def missing_entries(package: str) -> "list[EntryPoint[..., object]]":
    """Return the entries of a package that the cache does not hold."""
    return [entry for entry in entry_points_of(package) if not entry.is_cached()]


def notice(entries: "list[EntryPoint[..., object]]", key: str = "cli.warmup.compiling") -> str:
    """Return the sentence that says how long these entries take to compile."""
    return translate(key, seconds=round_to_five(sum(map(seconds_for, entries)) * measure_machine() / REFERENCE))


def seconds_for(entry: "EntryPoint[..., object]") -> float:
    """Return the measured seconds of an entry, or what the others of its game take on average."""
    game, *_, name = entry.name.removeprefix(SEARCH).split(".")
    seconds = simulator(game).COMPILE_SECONDS
    return seconds.get(name, seconds["other"])


def round_to_five(seconds: float) -> int:
    """Return seconds rounded to a multiple of five, at least five: the estimate is not more exact."""
    return max(5, 5 * round(seconds / 5))


def measure_machine() -> float:
    """Return the seconds of a short fixed loop, the best of three, which measures this machine under its load."""
    return min(run_loop() for _ in range(3))


def run_loop() -> float:
    begun, number = perf_counter(), 0
    for i in range(200_000):
        number = (number * 31 + i) & 0xFFFF
    return perf_counter() - begun
