"""Where things are kept on a machine, if nobody says otherwise."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Games, and below it the tables of a server."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "heorot"


def server_folder() -> Path:
    """The tables of a server."""
    return data_folder() / "server"
