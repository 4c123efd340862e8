"""Start the modules of this folder in processes of their own, and read their output."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.run_heorot import ROOT, environment
from tests.support.patience import PATIENCE


def appender(file: Path | str, tables: int, events: float, **options: object) -> subprocess.Popen[str]:
    """Start a process that appends events and prints the acknowledgements."""
    return run("tests.server.support.processes.append", file, tables, events, **options)


def run(module: str, *args: object, **options: object) -> subprocess.Popen[str]:
    """Run a module of this repository in another process."""
    command = [sys.executable, "-m", module, *map(str, args)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen(command, cwd=ROOT, env=environment(), text=True, **streams)


def finish(process: subprocess.Popen[str]) -> list[list[str]]:
    """Wait for a successful exit; return the printed words by line."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    return [line.split() for line in out.splitlines()]


def wait_until(condition: Callable[[], bool]) -> None:
    """Poll a condition."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


async def run_to_completion(work: Callable[..., object], *args: object) -> None:
    """Run server work in a thread; a cancelled caller waits for it, so that no server outlives its test."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *args))
    try:
        await asyncio.shield(task)
    finally:
        await task


def stored(lines: list[list[str]]) -> set[tuple[str, int, str]]:
    """Return the acknowledged events: table, number, body."""
    return {(table, int(seq), body) for word, table, seq, body in (line for line in lines if line[0] == "stored")}
