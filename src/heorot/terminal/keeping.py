"""Where a game is kept: a record on the disk, written anew after every answer, whole or not at all."""

import os
from datetime import datetime
from pathlib import Path

from heorot.engine import record as records
from heorot.engine.errors import HeorotError
from heorot.engine.record import Record


def games_folder() -> Path:
    """Where games are kept that nobody named a file for."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "heorot"


def new_file(game: str) -> Path:
    """A file that is not there yet, named after the moment."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (f"{name}{end}.record" for end in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(file for file in (games_folder() / name for name in names) if not file.exists())


def keep(file: Path, record: Record) -> None:
    """Write a record beside its old self and let it take the place: a power cut leaves one of the two."""
    beside = file.with_name(f"{file.name}.new")
    try:
        if file.parent == games_folder():
            file.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as stream:
            stream.write(records.write(record))
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(file)
    except OSError as error:
        raise HeorotError("cli.unwritable", file=str(file), detail=str(error)) from error
