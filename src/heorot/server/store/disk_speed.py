"""How long the disk itself takes: no move can be safe sooner than that."""

import os
import time
from pathlib import Path
from tempfile import TemporaryFile

PAGE = bytes(4096)
SYNC = getattr(os, "fdatasync", os.fsync)  # SQLite uses the quicker one too, where there is one


def fsync_p95_ms(folder: Path, times: int = 400) -> float:
    """How long 19 of 20 syncs take at most, each after a page was written at the end of a file."""
    with TemporaryFile(dir=folder, buffering=0) as file:
        taken = sorted(sync_ms(file.fileno()) for _ in range(times))
    return taken[len(taken) * 95 // 100]


def sync_ms(handle: int) -> float:
    """Write a page and wait until the disk has it."""
    os.write(handle, PAGE)
    start = time.perf_counter()
    SYNC(handle)
    return 1000 * (time.perf_counter() - start)
