"""A database as a file: whether it is ours, a copy of it while it is in use, and a copy put in its place.

A copy is an SQLite file of its own. Python alone can make and restore one, while a server runs or without any.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from heorot.engine.errors import HeorotError
from heorot.server.store import VERSION, StoreBusy, StoreForeign

NAME = "heorot.db"  # in the folder of the server's data
ON_DISK = "sqlite:///"  # how a setting names a file elsewhere
SHARED = "postgresql+asyncpg://"  # and a database that several nodes share
APPLICATION = 0x48656F72  # "Heor": by this SQLite's own header tells our databases from others
PATIENCE = 5.0  # seconds, while others write
DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def database_in(folder: Path, elsewhere: str | None) -> Path:
    """The file of a server: in the folder of its data, or where HEOROT_DATABASE says."""
    if elsewhere is None:
        return folder / NAME
    if elsewhere.startswith(SHARED):
        raise HeorotError("backup.postgres")
    if not elsewhere.startswith(ON_DISK):
        raise HeorotError("settings.database", name="HEOROT_DATABASE")
    return Path(elsewhere.removeprefix(ON_DISK))


def check_ours(file: Path) -> None:
    """A file may be missing or empty; else it must be a database of ours."""
    if file.exists() and file.stat().st_size and not is_ours(file, when_empty=True):
        raise StoreForeign("store.foreign", file=str(file))


def is_ours(file: Path, when_empty: bool = False) -> bool:
    """Whether it says that we made it; one without any tables says nothing yet."""
    try:
        with closing(connect(file)) as connection:
            made_by = answer(connection, "PRAGMA application_id")
            empty = answer(connection, "SELECT count(*) FROM sqlite_master") == 0
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise
    return made_by == APPLICATION or (when_empty and made_by == 0 and empty)


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """What was opened is no database, or no longer."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED


def connect(file: Path) -> sqlite3.Connection:
    """A file that is there: no new one is made."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=PATIENCE)


def answer(connection: sqlite3.Connection, query: str) -> object:
    """The one value that answers a question."""
    return connection.execute(query).fetchone()[0]


# ---- Out -----------------------------------------------------------------------------------------------------------


def copy_out(database: Path, file: Path) -> None:
    """Everything as it is at this moment, into a file of its own; only another backup is written over."""
    with told_of(file):
        if not database.exists() or not is_ours(database):
            raise HeorotError("backup.no-database", file=str(database))
        if file.exists() and (file.samefile(database) or not file.is_file() or not is_ours(file)):
            raise HeorotError("backup.exists", file=str(file))
        copy(database, file)


def copy(source: Path, target: Path) -> None:
    """A copy that nobody sees before it is whole."""
    with replacing(target) as beside, closing(connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(beside),))


@contextmanager
def told_of(file: Path) -> Iterator[None]:
    """A disk that refuses something is told of in a sentence."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise HeorotError("cli.unwritable", file=str(file), detail=str(error)) from error


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
    with told_of(database):
        check_backup(file)
        if database.exists():
            make_room(file, database, force)
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_logs(database)
        copy(file, database)


def check_backup(file: Path) -> None:
    """It is ours, whole, and none that only a newer version understands."""
    if not file.is_file() or not is_ours(file):
        raise StoreForeign("restore.no-backup", file=str(file))
    with closing(connect(file)) as connection:
        if not is_whole(connection):
            raise StoreForeign("restore.damaged", file=str(file))
        found = str(answer(connection, "SELECT version_num FROM alembic_version"))
    if found > VERSION:
        raise StoreForeign("store.newer", file=str(file), found=found, known=VERSION)


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds all of it in order."""
    try:
        return answer(connection, "PRAGMA integrity_check") == "ok"
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def make_room(file: Path, database: Path, force: bool) -> None:
    """The old database may go."""
    if file.samefile(database) or not force:
        raise HeorotError("restore.exists", file=str(database))
    take_out_of_use(database)


def take_out_of_use(database: Path) -> None:
    """Make sure that nobody has it open: SQLite gives up a write-ahead log only for the last who uses it."""
    try:
        with closing(connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):  # a damaged one nobody can use, and perhaps that is why someone restores a copy
            raise StoreBusy("restore.in-use", file=str(database)) from error


def remove_logs(database: Path) -> None:
    """What belongs to the old file must not be taken for a part of the new one."""
    for end in ("-wal", "-shm", "-journal"):
        database.with_name(database.name + end).unlink(missing_ok=True)
