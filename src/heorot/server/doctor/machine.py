"""What the machine gives a server: its client, compiled rules, time, open files and processors."""

import os
import resource
import time
from collections.abc import Iterator
from importlib import resources

from heorot.engine.accel import cache_directory, can_compile, can_keep, is_ready
from heorot.engine.sentence import Sentence
from heorot.games import GAMES
from heorot.server.doctor.finding import Finding, doubt, good, wrong
from heorot.server.pages import FIRST
from heorot.server.settings import Settings

WRITTEN = 1_780_000_000  # when this was written, in seconds: no clock that goes right is behind it
BESIDES = 200  # files that a server has open besides its sockets


def client(_: Settings) -> Iterator[Finding]:
    """The browser's client was built."""
    built = (resources.files("heorot") / "bundle" / FIRST).is_file()
    yield good(Sentence("doctor.client.good")) if built else doubt(Sentence("doctor.client.missing"))


def compiled(_: Settings) -> Iterator[Finding]:
    """Bots think with compiled rules, and need not wait for the compiler."""
    if not can_compile():
        yield doubt(Sentence("doctor.compiled.no-numba"))
    elif not can_keep(cache_directory()):
        yield doubt(Sentence("doctor.compiled.unkept", folder=str(cache_directory())))
    elif not is_warm():
        yield doubt(Sentence("doctor.compiled.cold"))
    else:
        yield good(Sentence("doctor.compiled.good"))


def is_warm() -> bool:
    """Whether all that bots think ahead with was compiled by these very sources."""
    return all(map(is_ready, map("heorot.search.{}".format, GAMES)))


def time_of_day(_: Settings) -> Iterator[Finding]:
    """The clock goes right, as far as can be told from here."""
    late = time.time() < WRITTEN
    yield wrong(Sentence("doctor.clock.wrong")) if late else good(Sentence("doctor.clock.good"))


def open_files(settings: Settings) -> Iterator[Finding]:
    """Every socket is an open file, and the system counts them."""
    may, needed = resource.getrlimit(resource.RLIMIT_NOFILE)[0], settings.all_sockets + BESIDES
    if may != resource.RLIM_INFINITY and may < needed:
        yield doubt(Sentence("doctor.files.few", may=may, needed=needed, sockets=settings.all_sockets))
    else:
        yield good(Sentence("doctor.files.good"))


def bots(settings: Settings) -> Iterator[Finding]:
    """Bots leave people a processor."""
    cores = len(os.sched_getaffinity(0))
    if settings.bot_processes > max(cores - 1, 1):
        yield doubt(Sentence("doctor.bots.many", processes=settings.bot_processes, cores=cores))
    else:
        yield good(Sentence("doctor.bots.good", processes=settings.bot_processes, cores=cores))
