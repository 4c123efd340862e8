"""Other processes that use the same file."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.running import ROOT, environment

PATIENCE = 120  # seconds


def appender(file: Path | str, tables: int, events: float, **options: object) -> subprocess.Popen[str]:
    """A process that appends and says what was acknowledged."""
    return run("tests.server.appender", file, tables, events, **options)


def run(module: str, *args: object, **options: object) -> subprocess.Popen[str]:
    """A module of ours in a process of its own."""
    command = [sys.executable, "-m", module, *map(str, args)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen(command, cwd=ROOT, env=environment(), text=True, **streams)


def finish(process: subprocess.Popen[str]) -> list[list[str]]:
    """What it said, word by word, once it has ended well."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    return [line.split() for line in out.splitlines()]


def wait_until(happens: Callable[[], bool]) -> None:
    """Look again and again."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


async def to_its_end(work: Callable[..., object], *given: object) -> None:
    """Something with a server, in a thread. Whoever is called off meanwhile waits for that: no server outlives its
    test."""
    doing = asyncio.ensure_future(asyncio.to_thread(work, *given))
    try:
        await asyncio.shield(doing)
    finally:
        await doing


def stored(lines: list[list[str]]) -> set[tuple[str, int, str]]:
    """What was acknowledged: table, number, body."""
    return {(table, int(seq), body) for word, table, seq, body in (line for line in lines if line[0] == "stored")}
