"""Saved games: a record on disk, rewritten atomically after every action."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from heorot.engine import records
from heorot.engine.errors import HeorotError
from heorot.engine.paths import data_folder
from heorot.engine.records import Record


def default_path(game: str) -> Path:
    """Return an unused path in the data folder, named after the game and the current time."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (f"{name}{end}.record" for end in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in (data_folder() / name for name in names) if not path.exists())


class SaveFile:
    """The file of one saved game. It never overwrites what another program has written there."""

    def __init__(self, path: Path, is_named: bool, text: str | None = None) -> None:
        self.path = path
        self.is_named = is_named  # by the player; an unnamed file is written only after the first action
        self.text = text  # last content written here; None: nothing yet

    def save(self, record: Record) -> None:
        """Write a record. Raise `HeorotError` if another program changed the file or it cannot be written."""
        text = records.write(record)
        try:
            if self.path.exists() and self.path.read_bytes().decode("utf-8-sig") != self.text:
                raise HeorotError("play.changed-elsewhere", file=str(self.path))
            if self.path.parent == data_folder():
                self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, text)
        except (OSError, ValueError) as error:
            raise HeorotError("cli.unwritable", file=str(self.path), detail=str(error)) from error
        self.text = text


def named_save_file(path: Path) -> SaveFile:
    """Return a new save file at a path that the player chose. Raise `HeorotError` if the path exists already."""
    if path.exists():
        raise HeorotError("cli.play.exists", file=str(path)[:200])
    return SaveFile(path, is_named=True)


def write_atomically(path: Path, text: str) -> None:
    """Write a text to a temporary file in the same folder and rename it: a power cut leaves the old or the new text."""
    temporary = NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=".", suffix=".new", delete=False)
    try:
        with temporary:
            temporary.write(text)
            temporary.flush()
            os.fsync(temporary.fileno())
        os.replace(temporary.name, path)
    except BaseException:  # an invalid name, a full disk or Ctrl-C: leave no temporary file behind
        with suppress(OSError):
            os.unlink(temporary.name)
        raise
