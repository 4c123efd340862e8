"""A process that Linux suspends at chosen system calls until the test decides about them.

Uses seccomp user notification (Linux 5.5): the test sees the file of a call, and may delay it, let it continue, or make
it fail with any error. It needs nothing but Python.
"""

import ctypes
import errno
import fcntl
import os
import platform
import select
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

NUMBERS = {  # of the calls, by machine
    "x86_64": {"seccomp": 317, "fsync": 74, "fdatasync": 75, "pwrite64": 18, "write": 1},
    "aarch64": {"seccomp": 277, "fsync": 82, "fdatasync": 83, "pwrite64": 68, "write": 64},
}
SYNCS = ("fsync", "fdatasync")

PR_SET_NO_NEW_PRIVS, SET_MODE_FILTER, NEW_LISTENER = 38, 1, 8
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # BPF instructions
NOTIFY, ALLOW, CONTINUE = 0x7FC00000, 0x7FFF0000, 1
RECEIVE, SEND = 0xC0502100, 0xC0182101
QUESTION, ANSWER = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")


class Call(NamedTuple):
    """A pending system call."""

    name: str
    file: str


Decide = Callable[[Call], int]  # an error's number, or 0: go on


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("words", ctypes.c_void_p))


def numbers() -> dict[str, int]:
    return NUMBERS[platform.machine()]


# ---- In the watched process --------------------------------------------------------------------------------------


def bpf_filter(names: list[str]) -> bytes:
    """Return the BPF filter: notify for these calls, allow all others."""
    tests = [(JUMP_IF_EQUAL, len(names) - at, 0, numbers()[name]) for at, name in enumerate(names)]
    program = [(LOAD, 0, 0, 0), *tests, (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, NOTIFY)]
    return b"".join(struct.pack("=HBBI", *word) for word in program)


def install_filter(names: list[str]) -> int:
    """Install the filter; return the handle by which the kernel asks for decisions."""
    libc = ctypes.CDLL(None, use_errno=True)
    code = bpf_filter(names)
    kept = ctypes.create_string_buffer(code, len(code))
    program = Program(len(code) // 8, ctypes.addressof(kept))
    assert libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    listener = libc.syscall(numbers()["seccomp"], SET_MODE_FILTER, NEW_LISTENER, ctypes.byref(program))
    assert listener >= 0, os.strerror(ctypes.get_errno())
    return int(listener)


def main(handle: str, names: str, module: str, *args: str) -> None:
    """Run a module under the filter."""
    import runpy

    with socket.socket(fileno=int(handle)) as line:
        listener = install_filter(names.split(","))
        socket.send_fds(line, [b"!"], [listener])
        os.close(listener)
    sys.argv = [module, *args]
    runpy.run_module(module, run_name="__main__")


# ---- In the test -------------------------------------------------------------------------------------------------


@contextmanager
def watched(decide: Decide, names: tuple[str, ...], module: str, *args: object) -> Iterator[subprocess.Popen[str]]:
    """Run a module of this repository in another process, with a function that decides about its system calls."""
    from tests.cli.run_heorot import ROOT, environment

    ours, theirs = socket.socketpair()
    watcher = "tests.server.support.processes.syscalls"
    command = [sys.executable, "-m", watcher, str(theirs.fileno()), ",".join(names), module]
    with ours, subprocess.Popen(
        [*command, *map(str, args)], cwd=ROOT, env=environment(), text=True, pass_fds=[theirs.fileno()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        theirs.close()
        listener = receive(ours, process)
        guard = threading.Thread(target=answer_all, args=(listener, decide))
        guard.start()
        try:
            yield process
        finally:
            process.kill()
            guard.join()
            os.close(listener)


def receive(line: socket.socket, process: subprocess.Popen[str]) -> int:
    """Receive the notification handle from the process."""
    _, handles, _, _ = socket.recv_fds(line, 1, 1)
    assert handles, process.communicate()[1]
    return handles[0]


def answer_all(listener: int, decide: Decide) -> None:
    """Decide about every call until the process has ended."""
    known = {number: name for name, number in numbers().items()}
    watching = select.poll()
    watching.register(listener, select.POLLIN)
    while not watching.poll()[0][1] & select.POLLHUP:
        question = bytearray(QUESTION.size)
        with ignore_killed_process():
            fcntl.ioctl(listener, RECEIVE, question)
            request, thread, _, number, _, _, handle, *_ = QUESTION.unpack(question)
            error = decide(Call(known[number], file_of(thread, handle)))
            fcntl.ioctl(listener, SEND, bytearray(ANSWER.pack(request, 0, -error, 0 if error else CONTINUE)))


def file_of(thread: int, handle: int) -> str:
    """Return the file name behind another process's handle."""
    try:
        return Path(os.readlink(f"/proc/{thread}/fd/{handle}")).name
    except FileNotFoundError:
        return ""


@contextmanager
def ignore_killed_process() -> Iterator[None]:
    """Ignore errors of calls whose process was killed meanwhile."""
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOENT:
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
