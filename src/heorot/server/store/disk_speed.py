"""Measurement of disk sync latency, the lower bound for the time to store a move."""

import os
import time
from pathlib import Path
from tempfile import TemporaryFile

EMPTY_PAGE = bytes(4096)
fdatasync = getattr(os, "fdatasync", os.fsync)  # like SQLite, which prefers fdatasync where it exists


def fsync_p95_ms(folder: Path, times: int = 400) -> float:
    """Return the 95th percentile of sync times in milliseconds, each after one page was appended to a file."""
    with TemporaryFile(dir=folder, buffering=0) as file:
        taken = sorted(write_and_sync_ms(file.fileno()) for _ in range(times))
    return taken[len(taken) * 95 // 100]


def write_and_sync_ms(handle: int) -> float:
    """Write a page and return the milliseconds until it is on the disk."""
    os.write(handle, EMPTY_PAGE)
    start = time.perf_counter()
    fdatasync(handle)
    return 1000 * (time.perf_counter() - start)
