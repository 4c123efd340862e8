"""Checks of the machine: client bundle, compiled rules, clock, open files and processors."""

import os
import resource
import time
from collections.abc import Iterator
from importlib import resources

from heorot.engine.kernels.compile_cache import cache_directory, can_compile, can_write_cache, is_ready
from heorot.engine.sentence import Sentence
from heorot.games import GAMES
from heorot.search import simulator_name
from heorot.server.doctor.finding import Finding
from heorot.server.http.static_pages import INDEX
from heorot.server.settings import Settings

EARLIEST_TIME = 1_780_000_000  # seconds; this code was written later than that
OTHER_FILES = 200  # open files besides sockets


def client(_: Settings) -> Iterator[Finding]:
    """Check that the browser client was built."""
    built = (resources.files("heorot") / "bundle" / INDEX).is_file()
    yield Finding.ok(Sentence("doctor.client.good")) if built else Finding.warning(Sentence("doctor.client.missing"))


def compiled_rules(_: Settings) -> Iterator[Finding]:
    """Check that bots have compiled rules and need not wait for the compiler."""
    if not can_compile():
        yield Finding.warning(Sentence("doctor.compiled.no-numba"))
    elif not can_write_cache(cache_directory()):
        yield Finding.warning(Sentence("doctor.compiled.unkept", folder=str(cache_directory())))
    elif not all(map(is_ready, map(simulator_name, GAMES))):
        yield Finding.warning(Sentence("doctor.compiled.cold"))
    else:
        yield Finding.ok(Sentence("doctor.compiled.good"))


def system_clock(_: Settings) -> Iterator[Finding]:
    """Check that the clock is plausible."""
    late = time.time() < EARLIEST_TIME
    yield Finding.error(Sentence("doctor.clock.wrong")) if late else Finding.ok(Sentence("doctor.clock.good"))


def open_files(settings: Settings) -> Iterator[Finding]:
    """Check the limit of open files, of which every socket is one."""
    may, needed = resource.getrlimit(resource.RLIMIT_NOFILE)[0], settings.all_sockets + OTHER_FILES
    if may != resource.RLIM_INFINITY and may < needed:
        yield Finding.warning(Sentence("doctor.files.few", may=may, needed=needed, sockets=settings.all_sockets))
    else:
        yield Finding.ok(Sentence("doctor.files.good"))


def bots(settings: Settings) -> Iterator[Finding]:
    """Check that bot processes leave a processor free."""
    cores = len(os.sched_getaffinity(0))
    if settings.bot_processes > max(cores - 1, 1):
        yield Finding.warning(Sentence("doctor.bots.many", processes=settings.bot_processes, cores=cores))
    else:
        yield Finding.ok(Sentence("doctor.bots.good", processes=settings.bot_processes, cores=cores))
