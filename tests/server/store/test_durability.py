"""P1: what was acknowledged is on the disk. A kill shows what the system knows, the calls show what the disk knows."""

import asyncio
import errno
import signal
import subprocess
import threading
import time
from itertools import pairwise

import pytest

from heorot.server.backup import NAME
from tests.server.processes import PATIENCE, appender, finish, stored
from tests.server.syscalls import SYNCS, Call, watched
from tests.server.test_together import contents

LOG = f"{NAME}-wal"


# ---- Killed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [1, 300])
def test_what_was_acknowledged_outlives_a_kill(file, lines):
    for _ in range(2):
        told = kill_after(appender(file, tables=10, events=float("inf")), lines)
        assert len(told) >= lines - 1
        there = asyncio.run(contents(file, 10))
        assert told <= there
        assert sorted((table, seq) for table, seq, _ in there) == gapless(there)


def kill_after(process: subprocess.Popen[str], lines: int) -> set[tuple[str, int, str]]:
    """Whatever a process has acknowledged before it was killed in the middle of its work."""
    assert process.stdout is not None
    early = [line for line, _ in zip(process.stdout, range(lines), strict=False)]
    process.send_signal(signal.SIGKILL)
    late, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (-signal.SIGKILL, "")
    return stored([line.split() for line in [*early, *late.splitlines()]])


def gapless(there: set[tuple[str, int, str]]) -> list[tuple[str, int]]:
    """The numbers that there must be, if each table has as many as it has."""
    tables = sorted({table for table, _, _ in there})
    return [(name, 2 + n) for name in tables for n in range(sum(table == name for table, _, _ in there))]


# ---- Synced --------------------------------------------------------------------------------------------------------


class Disk:
    """What a process asks of the disk and what it tells us, in the order in which it happened."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.fails = 0

    def decide(self, call: Call) -> int:
        if call.name in SYNCS and call.file == LOG:
            self.happened.append("sync")
        elif call.file.startswith("pipe:"):
            self.happened.append("told")
        return 0


def test_the_log_is_synced_between_any_two_acknowledgements_of_one_table(file):
    """Each append waits for the one before it: between two that are told, the log was synced."""
    disk = Disk()
    with watched(disk.decide, (*SYNCS, "write"), "tests.server.appender", file, 1, 50) as process:
        lines = finish(process)
    assert len(stored(lines)) == 50
    told = [place for place, what in enumerate(disk.happened) if what == "told"][:51]  # ready, then each append
    assert len(told) == 51
    assert all("sync" in disk.happened[one:other] for one, other in pairwise(told))


def test_nothing_is_acknowledged_while_the_disk_has_not_answered(file):
    """The disk is held back: as long as it is, nobody is told anything. Of many who wait nobody is told either."""
    held, release = threading.Event(), threading.Event()
    told: list[str] = []

    def decide(call: Call) -> int:
        if call.name in SYNCS and call.file == LOG and told:
            held.set()
            release.wait(PATIENCE)
        return 0

    with watched(decide, SYNCS, "tests.server.appender", file, 20, 5) as process:
        assert process.stdout is not None
        told.append(process.stdout.readline())
        assert held.wait(PATIENCE)
        reader = threading.Thread(target=lambda: told.extend(process.stdout or ()))
        reader.start()
        time.sleep(0.3)
        assert told == ["ready\n"]
        release.set()
        reader.join(PATIENCE)
        assert process.wait(PATIENCE) == 0
    assert len(stored([line.split() for line in told])) == 100


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_what_cannot_be_synced_is_not_acknowledged_and_all_goes_on_when_the_disk_recovers(file, error):
    """Every seventh sync of the log fails: whoever waits for it is told so, and what is told as stored is there."""
    syncs = 0

    def decide(call: Call) -> int:
        nonlocal syncs
        if call.name in SYNCS and call.file == LOG:
            syncs += 1
            return error if syncs % 7 == 0 else 0
        return 0

    with watched(decide, SYNCS, "tests.server.patient", file, 5, 20) as process:
        lines = finish(process)
    assert len(stored(lines)) == 100
    assert [line for line in lines if line[0] == "failed"]
    assert {line[1] for line in lines if line[0] == "failed"} == {"store.broken"}
    assert asyncio.run(contents(file, 5)) == stored(lines)


def test_a_full_disk_is_told_of_and_all_goes_on_when_there_is_room_again(file):
    """Every write to the log fails for a while as on a full disk."""
    writes = 0

    def decide(call: Call) -> int:
        nonlocal writes
        if call.file == LOG:
            writes += 1
            return errno.ENOSPC if writes % 100 in range(60, 90) else 0
        return 0

    with watched(decide, ("pwrite64",), "tests.server.patient", file, 5, 20) as process:
        lines = finish(process)
    assert len(stored(lines)) == 100
    assert {line[1] for line in lines if line[0] == "failed"} == {"store.full"}
    assert asyncio.run(contents(file, 5)) == stored(lines)
