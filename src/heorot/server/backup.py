"""A database as a file: whether it is ours, a copy of it while it is in use, and a copy put in its place.

A copy is an SQLite file of its own. Whoever has Python can make and restore one, while a server runs or without any.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from heorot.engine.errors import HeorotError
from heorot.server.store import StoreBusy, StoreForeign

APPLICATION = 0x48656F72  # "Heor": by this SQLite's own header tells our databases from others
PATIENCE = 5.0  # seconds, while others write
DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def check_ours(file: Path) -> None:
    """A file may be missing or empty; else it must be a database of ours."""
    if file.exists() and file.stat().st_size and not is_ours(file, when_empty=True):
        raise StoreForeign("store.foreign", file=str(file))


def is_ours(file: Path, when_empty: bool = False) -> bool:
    """Whether it says that we made it; one without any tables says nothing yet."""
    try:
        with closing(connect(file)) as connection:
            made_by = connection.execute("PRAGMA application_id").fetchone()[0]
            empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in DAMAGED:
            return False
        raise
    return made_by == APPLICATION or (when_empty and made_by == 0 and empty)


def connect(file: Path) -> sqlite3.Connection:
    """A file that is there: no new one is made."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=PATIENCE)


# ---- Out -----------------------------------------------------------------------------------------------------------


def copy_out(database: Path, file: Path) -> None:
    """Everything as it is at this moment, into a file that nobody sees before it is whole."""
    if not database.exists() or not is_ours(database):
        raise HeorotError("backup.no-database", file=str(database))
    with replacing(file) as beside, closing(connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(beside),))


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A new file beside an old one, which takes its place in the end; a power cut leaves one of the two."""
    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".new")
    os.close(handle)
    try:
        yield Path(name)
        sync(Path(name))
        os.replace(name, file)
        sync(file.parent)
    except BaseException:  # a full disk, or Ctrl-C: nothing is left lying about
        with suppress(OSError):
            os.unlink(name)
        raise


def sync(path: Path) -> None:
    """A file or a folder is on the disk when this returns."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- And back ------------------------------------------------------------------------------------------------------


def put_back(file: Path, database: Path, force: bool = False) -> None:
    """A copy becomes the database; one that is there goes only by force, and never from under a running server."""
    check_backup(file)
    if database.exists():
        if not force:
            raise HeorotError("restore.exists", file=str(database))
        take_out_of_use(database)
    database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(database) as beside:
        shutil.copyfile(file, beside)
        remove_logs(database)


def check_backup(file: Path) -> None:
    """It is ours and whole."""
    if not file.is_file() or not is_ours(file):
        raise StoreForeign("restore.no-backup", file=str(file))
    with closing(connect(file)) as connection:
        if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise StoreForeign("restore.damaged", file=str(file))


def take_out_of_use(database: Path) -> None:
    """Make sure that nobody has it open: SQLite gives up a write-ahead log only for the last who uses it."""
    try:
        with closing(connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in DAMAGED:
            return  # nobody can use it, and perhaps that is why someone restores a copy
        raise StoreBusy("restore.in-use", file=str(database)) from error


def remove_logs(database: Path) -> None:
    """What belongs to the old file must not be taken for a part of the new one."""
    for end in ("-wal", "-shm", "-journal"):
        database.with_name(database.name + end).unlink(missing_ok=True)
