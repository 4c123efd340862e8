"""Backup and restore of SQLite databases, with or without a running server.

A backup is an SQLite file. This module needs nothing but the standard library.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from heorot.engine.errors import HeorotError
from heorot.server.database_url import POSTGRES_URL, SQLITE_URL
from heorot.server.store.interface import VERSION, StoreBusy, StoreForeign

DATABASE_NAME = "heorot.db"  # in the server's data folder
APPLICATION_ID = 0x48656F72  # "Heor": marks our databases in SQLite's header
BUSY_TIMEOUT = 5.0  # seconds
CORRUPTION_CODES = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def sqlite_file(folder: Path, database_url: str | None) -> Path:
    """Return the database file: in the data folder, or where HEOROT_DATABASE says; raise for PostgreSQL."""
    if database_url is None:
        return folder / DATABASE_NAME
    if database_url.startswith(POSTGRES_URL):
        raise HeorotError("backup.postgres")
    if not database_url.startswith(SQLITE_URL):
        raise HeorotError("settings.database", name="HEOROT_DATABASE")
    return Path(database_url.removeprefix(SQLITE_URL))


def check_is_heorot_database(file: Path) -> None:
    """Raise `StoreForeign` unless the file is missing, empty, or a Heorot database."""
    if file.exists() and file.stat().st_size and not is_heorot_database(file, when_empty=True):
        raise StoreForeign("store.foreign", file=str(file))


def is_heorot_database(file: Path, when_empty: bool = False) -> bool:
    """Return whether the file has our application id; `when_empty` accepts a database without tables."""
    try:
        with closing(connect(file)) as connection:
            made_by = fetch_value(connection, "PRAGMA application_id")
            empty = fetch_value(connection, "SELECT count(*) FROM sqlite_master") == 0
    except sqlite3.DatabaseError as error:
        if is_corruption(error):
            return False
        raise
    return made_by == APPLICATION_ID or (when_empty and made_by == 0 and empty)


def is_corruption(error: sqlite3.DatabaseError) -> bool:
    """Return whether the file is damaged or not a database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in CORRUPTION_CODES


def connect(file: Path) -> sqlite3.Connection:
    """Open an existing file; do not create one."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=BUSY_TIMEOUT)


def fetch_value(connection: sqlite3.Connection, query: str) -> object:
    """Return the single value of a query."""
    return connection.execute(query).fetchone()[0]


# ---- Backup --------------------------------------------------------------------------------------------------------


def write_backup(database: Path, file: Path) -> None:
    """Write a consistent copy; only another backup is overwritten."""
    with explain_io_errors(file):
        if not database.exists() or not is_heorot_database(database):
            raise HeorotError("backup.no-database", file=str(database))
        if file.exists() and (file.samefile(database) or not file.is_file() or not is_heorot_database(file)):
            raise HeorotError("backup.exists", file=str(file))
        copy_database(database, file)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database; the target appears only when it is complete."""
    with replace_atomically(target) as beside, closing(connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(beside),))


@contextmanager
def explain_io_errors(file: Path) -> Iterator[None]:
    """Raise errors of the disk or SQLite as a `HeorotError` that names the file."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise HeorotError("cli.unwritable", file=str(file), detail=str(error)) from error


@contextmanager
def replace_atomically(file: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `file` at the end; a power cut leaves the old or the new file."""
    handle, name = mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".new")
    os.close(handle)
    try:
        yield Path(name)
        fsync_path(Path(name))
        os.replace(name, file)
        fsync_path(file.parent)
    except BaseException:  # also after Ctrl-C: leave no temporary file
        with suppress(OSError):
            os.unlink(name)
        raise


def fsync_path(path: Path) -> None:
    """Sync a file or a folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- Restore -------------------------------------------------------------------------------------------------------


def restore_backup(file: Path, database: Path, force: bool = False) -> None:
    """Replace the database by a backup; an existing one only with `force`, and never while a server uses it."""
    with explain_io_errors(database):
        check_backup(file)
        if database.exists():
            check_can_replace(file, database, force)
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        remove_journal_files(database)
        copy_database(file, database)


def check_backup(file: Path) -> None:
    """Raise `StoreForeign` unless the file is an undamaged backup of a known version."""
    if not file.is_file() or not is_heorot_database(file):
        raise StoreForeign("restore.no-backup", file=str(file))
    with closing(connect(file)) as connection:
        if not is_undamaged(connection):
            raise StoreForeign("restore.damaged", file=str(file))
        found = str(fetch_value(connection, "SELECT version_num FROM alembic_version"))
    if found > VERSION:
        raise StoreForeign("store.newer", file=str(file), found=found, known=VERSION)


def is_undamaged(connection: sqlite3.Connection, check: str = "integrity_check") -> bool:
    """Return whether SQLite's check finds no damage."""
    try:
        return fetch_value(connection, f"PRAGMA {check}") == "ok"
    except sqlite3.DatabaseError as error:
        if is_corruption(error):
            return False
        raise


def check_can_replace(file: Path, database: Path, force: bool) -> None:
    """Raise unless an existing database may be replaced."""
    if file.samefile(database) or not force:
        raise HeorotError("restore.exists", file=str(database))
    check_not_in_use(database)


def check_not_in_use(database: Path) -> None:
    """Raise `StoreBusy` if any process has the database open: SQLite leaves WAL mode only for the last connection."""
    try:
        with closing(connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if not is_corruption(error):  # a damaged database cannot be in use, and may be why a backup is restored
            raise StoreBusy("restore.in-use", file=str(database)) from error


def remove_journal_files(database: Path) -> None:
    """Remove the journal files of the old database, which SQLite would apply to the new one."""
    for end in ("-wal", "-shm", "-journal"):
        database.with_name(database.name + end).unlink(missing_ok=True)
