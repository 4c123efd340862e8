"""P1: acknowledged events are on the disk. Kills test the process, traced system calls test the disk."""

import asyncio
import errno
import signal
import subprocess
import threading
import time
from itertools import pairwise

import pytest

from heorot.server.store.backup import DATABASE_NAME
from tests.server.store.test_concurrent_writes import contents
from tests.server.support.processes.launch import PATIENCE, appender, finish, stored
from tests.server.support.processes.syscalls import SYNCS, Call, watched

LOG = f"{DATABASE_NAME}-wal"


# ---- Kills ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [1, 300])
def test_acknowledged_events_survive_a_kill(file, lines):
    for _ in range(2):
        acknowledged = kill_after(appender(file, tables=10, events=float("inf")), lines)
        assert len(acknowledged) >= lines - 1
        stored_events = asyncio.run(contents(file, 10))
        assert acknowledged <= stored_events
        assert sorted((table, seq) for table, seq, _ in stored_events) == gapless(stored_events)


def kill_after(process: subprocess.Popen[str], lines: int) -> set[tuple[str, int, str]]:
    """Return the events that a process acknowledged before it was killed while working."""
    assert process.stdout is not None
    early = [line for line, _ in zip(process.stdout, range(lines), strict=False)]
    process.send_signal(signal.SIGKILL)
    late, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (-signal.SIGKILL, "")
    return stored([line.split() for line in [*early, *late.splitlines()]])


def gapless(events: set[tuple[str, int, str]]) -> list[tuple[str, int]]:
    """Return the numbers that must exist if no table has a gap."""
    tables = sorted({table for table, _, _ in events})
    return [(name, 2 + n) for name in tables for n in range(sum(table == name for table, _, _ in events))]


# ---- Syncs ---------------------------------------------------------------------------------------------------------


class Disk:
    """Log of a process's system calls and acknowledgements, in order."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.expect_refusal = 0

    def decide(self, call: Call) -> int:
        if call.name in SYNCS and call.file == LOG:
            self.happened.append("sync")
        elif call.file.startswith("pipe:"):
            self.happened.append("told")
        return 0


def test_the_wal_is_synced_between_acknowledgements_of_one_table(file):
    """Appends are sequential, so a sync must lie between two acknowledgements."""
    disk = Disk()
    with watched(disk.decide, (*SYNCS, "write"), "tests.server.support.processes.append", file, 1, 50) as process:
        lines = finish(process)
    assert len(stored(lines)) == 50
    acknowledged = [place for place, event in enumerate(disk.happened) if event == "told"][
        :51
    ]  # "ready", then one for each append
    assert len(acknowledged) == 51
    assert all("sync" in disk.happened[first:second] for first, second in pairwise(acknowledged))


def test_nothing_is_acknowledged_before_the_sync_returns(file):
    """While a sync is held back, no append is acknowledged, also not of a batch."""
    held, release = threading.Event(), threading.Event()
    acknowledged: list[str] = []

    def decide(call: Call) -> int:
        if call.name in SYNCS and call.file == LOG and acknowledged:
            held.set()
            release.wait(PATIENCE)
        return 0

    with watched(decide, SYNCS, "tests.server.support.processes.append", file, 20, 5) as process:
        assert process.stdout is not None
        acknowledged.append(process.stdout.readline())
        assert held.wait(PATIENCE)
        reader = threading.Thread(target=lambda: acknowledged.extend(process.stdout or ()))
        reader.start()
        time.sleep(0.3)
        assert acknowledged == ["ready\n"]
        release.set()
        reader.join(PATIENCE)
        assert process.wait(PATIENCE) == 0
    assert len(stored([line.split() for line in acknowledged])) == 100


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_failed_syncs_are_not_acknowledged_and_the_store_recovers(file, error):
    """Every seventh sync of the log fails; its appends are reported as failed, and all acknowledged ones are stored."""
    syncs = 0

    def decide(call: Call) -> int:
        nonlocal syncs
        if call.name in SYNCS and call.file == LOG:
            syncs += 1
            return error if syncs % 7 == 0 else 0
        return 0

    with watched(decide, SYNCS, "tests.server.support.processes.append_retrying", file, 5, 20) as process:
        lines = finish(process)
    assert len(stored(lines)) == 100
    assert [line for line in lines if line[0] == "failed"]
    assert {line[1] for line in lines if line[0] == "failed"} == {"store.broken"}
    assert asyncio.run(contents(file, 5)) == stored(lines)


def test_a_full_disk_is_reported_and_the_store_recovers(file):
    """For a while every write to the log fails with ENOSPC."""
    writes = 0

    def decide(call: Call) -> int:
        nonlocal writes
        if call.file == LOG:
            writes += 1
            return errno.ENOSPC if writes % 100 in range(60, 90) else 0
        return 0

    with watched(decide, ("pwrite64",), "tests.server.support.processes.append_retrying", file, 5, 20) as process:
        lines = finish(process)
    assert len(stored(lines)) == 100
    assert {line[1] for line in lines if line[0] == "failed"} == {"store.full"}
    assert asyncio.run(contents(file, 5)) == stored(lines)
