"""Where a game is kept: a record on the disk, written anew after every answer, whole or not at all."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from heorot.engine import record as records
from heorot.engine.errors import HeorotError
from heorot.engine.folders import data_folder
from heorot.engine.record import Record


def new_file(game: str) -> Path:
    """A file that is not there yet, named after the moment."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (f"{name}{end}.record" for end in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(file for file in (data_folder() / name for name in names) if not file.exists())


class Keeper:
    """Keeps one game in one file, and never writes over what someone else has written there."""

    def __init__(self, file: Path, wanted: bool, text: str | None = None) -> None:
        self.file = file
        self.wanted = wanted  # someone named the file; else it is written once there is something worth keeping
        self.text = text  # what stands in it by our doing; None: nothing yet

    def keep(self, record: Record) -> None:
        """Write a record; raises what a person should be told."""
        text = records.write(record)
        try:
            if self.file.exists() and self.file.read_bytes().decode("utf-8-sig") != self.text:
                raise HeorotError("play.changed-elsewhere", file=str(self.file))
            if self.file.parent == data_folder():
                self.file.parent.mkdir(parents=True, exist_ok=True)
            write(self.file, text)
        except (OSError, ValueError) as error:
            raise HeorotError("cli.unwritable", file=str(self.file), detail=str(error)) from error
        self.text = text


def keeper_of(file: Path) -> Keeper:
    """Who keeps a game in a file that a person has named; what is there already is not written over."""
    if file.exists():
        raise HeorotError("cli.play.exists", file=str(file)[:200])
    return Keeper(file, wanted=True)


def write(file: Path, text: str) -> None:
    """Write a text beside the old one and let it take its place: a power cut leaves one of the two."""
    beside = NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, prefix=".", suffix=".new", delete=False)
    try:
        with beside:
            beside.write(text)
            beside.flush()
            os.fsync(beside.fileno())
        os.replace(beside.name, file)
    except BaseException:  # a name that is none, a full disk, or Ctrl-C: nothing is left lying about
        with suppress(OSError):
            os.unlink(beside.name)
        raise
