"""Default folders for data on this machine."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of saved games."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "heorot"


def server_folder() -> Path:
    """Return the folder of a server's database."""
    return data_folder() / "server"
