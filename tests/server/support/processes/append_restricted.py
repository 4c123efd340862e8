"""The append process with reduced rights.

python -m tests.server.support.processes.append_restricted small-files|no-rights FILE TABLES EVENTS
"""

import asyncio
import ctypes
import os
import resource
import struct
import sys

from heorot.engine.errors import HeorotError
from tests.server.support.processes.append import main, print_line

SMALL = 400_000  # bytes
VERSION_3 = 0x20080522  # _LINUX_CAPABILITY_VERSION_3


def small_files() -> None:
    """Limit the size of files. Python ignores SIGXFSZ."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))


def no_rights() -> None:
    """Drop root's right to write everywhere."""
    if os.geteuid() == 0:
        header, none = struct.pack("=Ii", VERSION_3, 0), bytes(24)
        assert ctypes.CDLL(None).capset(header, none) == 0


if __name__ == "__main__":
    {"small-files": small_files, "no-rights": no_rights}[sys.argv[1]]()
    try:
        asyncio.run(main(*sys.argv[2:]))
    except HeorotError as error:
        print_line("refused", error.key)
