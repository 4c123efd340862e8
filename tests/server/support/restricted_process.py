"""The appender in a process that may do less than ours.

    python -m tests.server.hindered small-files|no-rights FILE TABLES EVENTS
"""

import asyncio
import ctypes
import os
import resource
import struct
import sys

from heorot.engine.errors import HeorotError
from tests.server.appender import main, tell

SMALL = 400_000  # bytes
VERSION_3 = 0x20080522  # of the kernel's words about capabilities


def small_files() -> None:
    """No file may grow beyond this. The signal that comes with it is ignored by Python itself."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))


def no_rights() -> None:
    """Give up the right of root to write wherever it likes; nobody else has any to give up."""
    if os.geteuid() == 0:
        header, none = struct.pack("=Ii", VERSION_3, 0), bytes(24)
        assert ctypes.CDLL(None).capset(header, none) == 0


if __name__ == "__main__":
    {"small-files": small_files, "no-rights": no_rights}[sys.argv[1]]()
    try:
        asyncio.run(main(*sys.argv[2:]))
    except HeorotError as error:
        tell("refused", error.key)
