"""The command `heorot` in processes of its own, forked from one that has imported it: most of a start is imports.

Each process has its own arguments, environment, folder, standard streams and process group, like one that a shell
starts. Tests of the start itself use `run_python`.
"""

import atexit
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]

# All that the command imports, except `heorot.cli`, which reads the environment while it is imported.
PRELOADED = [
    "heorot.server.app", "heorot.server.serving", "heorot.server.http.uvicorn_protocols",
    "heorot.server.store.postgres",
    "heorot.server.doctor", "heorot.bots.movie.players", "heorot.bots.legend.players", "heorot.terminal.session",
    "heorot.search.movie.simulate", "heorot.search.legend.simulate", "heorot.bench.speed", "alembic", "icu4py",
    "rich.progress", "rich.table", "typer.main", "uvicorn", "uvloop",
]  # fmt: skip


@dataclass(frozen=True)
class Start:
    """What a new process needs. A terminal is opened as all three standard streams."""

    arguments: list[str]
    environment: dict[str, str]
    folder: str
    streams: list[Any]  # copies of the descriptors of input, output and errors; none with a terminal
    terminal: str
    prelude: str  # Python code that runs first


class ForkedCommand:
    """A running `heorot`, with the methods of `subprocess.Popen` that the tests use."""

    def __init__(
        self, *arguments: object, env: Mapping[str, str], stdin: IO[Any] | None = None,
        stdout: IO[Any] | None = None, stderr: IO[Any] | None = None, terminal: str = "", prelude: str = "",
    ) -> None:  # fmt: skip
        with open(os.devnull, "r+b") as nothing:
            streams = [stream or nothing for stream in (stdin, stdout, stderr)]
            descriptors = [] if terminal else [DupFd(stream.fileno()) for stream in streams]
            start = Start(list(map(str, arguments)), dict(env), str(ROOT), descriptors, terminal, prelude)
            self.process = fork_server().Process(target=run, args=(start,))
            self.process.start()
        assert self.process.pid is not None
        self.pid = self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise TimeoutError(f"heorot still runs after {timeout} s")
        return self.process.exitcode

    @property
    def returncode(self) -> int | None:
        return self.process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def fork_server() -> ForkServerContext:
    """Return the context whose processes are forked from one that has imported the product."""
    assert all(map(find_spec, PRELOADED))  # modules that do not exist would be skipped silently
    context = get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


def run(start: Start) -> None:
    """Become the process of a command. Runs in the forked process."""
    os.setsid()
    open_streams(start)
    os.environ.clear()
    os.environ.update(start.environment)
    os.chdir(start.folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["heorot", *start.arguments]
    try:
        exec(start.prelude)
        from heorot.cli import main

        main()
    finally:
        atexit._run_exitfuncs()


def open_streams(start: Start) -> None:
    """Open the standard streams as Python does when it starts in a UTF-8 locale."""
    if start.terminal:
        descriptors = [os.open(start.terminal, os.O_RDWR)] * 3  # the first terminal that a session opens controls it
    else:
        descriptors = [stream.detach() for stream in start.streams]
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    for descriptor in set(descriptors):
        os.close(descriptor)
    encoding = start.environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin, sys.stdout = open(0, encoding=encoding), open(1, "w", encoding=encoding)
    sys.stderr = open(2, "w", encoding=encoding, errors="backslashreplace", buffering=1)
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
