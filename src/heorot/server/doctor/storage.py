"""Checks of storage: the data folder, its disk, the database, and backups."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence
from heorot.server.database_url import SQLITE_URL
from heorot.server.doctor import postgresql
from heorot.server.doctor.finding import Finding
from heorot.server.settings import Settings
from heorot.server.store.backup import check_is_heorot_database, connect, fetch_value, is_undamaged, sqlite_file
from heorot.server.store.disk_speed import fsync_p95_ms
from heorot.server.store.interface import VERSION

GROUP_AND_OTHERS = 0o077  # permission bits
MEGABYTE = 1_000_000
MIN_FREE_MB = 200  # below this a disk counts as full
SYNC_SAMPLES = 60
SLOW_MS = 10.0  # for one sync; every move waits for one
DAY = 86_400.0  # seconds
MAX_BACKUP_DAYS = 2  # age of the newest backup
CLOCK_TOLERANCE_MS = 60_000  # changes may lie this far in the future


# ---- The folder ----------------------------------------------------------------------------------------------------


def folder(settings: Settings) -> Iterator[Finding]:
    """Check that the data folder exists, is writable and private."""
    path = settings.data
    if not path.exists():
        yield from missing_folder(path)
    elif not path.is_dir():
        yield Finding.error(Sentence("doctor.folder.none", folder=str(path)))
    elif not is_writable(path):
        yield Finding.error(Sentence("doctor.folder.unwritable", folder=str(path), user=user_id()))
    elif path.stat().st_mode & GROUP_AND_OTHERS:
        yield Finding.warning(Sentence("doctor.folder.open", folder=str(path)))
    else:
        yield Finding.ok(Sentence("doctor.folder.good", folder=str(path)))


def missing_folder(path: Path) -> Iterator[Finding]:
    """Check that the server can create its folder."""
    if is_writable(nearest_existing(path)):
        yield Finding.ok(Sentence("doctor.folder.new", folder=str(path)))
    else:
        yield Finding.error(Sentence("doctor.folder.unmakable", folder=str(path), user=user_id()))


def nearest_existing(path: Path) -> Path:
    """Return the folder itself or its nearest existing parent."""
    return next(above for above in (path.absolute(), *path.absolute().parents) if above.exists())


def is_writable(path: Path) -> bool:
    """Return whether a file can be created; permissions alone do not reveal a read-only disk."""
    try:
        TemporaryFile(dir=path).close()
    except OSError:
        return False
    return True


def user_id() -> str:
    """Return the numeric user id, which may have no name."""
    return str(os.geteuid())


# ---- The disk ------------------------------------------------------------------------------------------------------


def space(settings: Settings) -> Iterator[Finding]:
    """Check the free space against HEOROT_DISK_MB."""
    free = shutil.disk_usage(nearest_existing(settings.data)).free // MEGABYTE
    wanted = settings.disk_mb - database_size_mb(settings)
    if free < MIN_FREE_MB:
        yield Finding.error(Sentence("doctor.space.none", folder=str(settings.data), free=free))
    elif wanted <= 0:
        yield Finding.warning(Sentence("doctor.space.full", limit=settings.disk_mb))
    elif free < wanted:
        yield Finding.warning(Sentence("doctor.space.less", free=free, limit=settings.disk_mb))
    else:
        yield Finding.ok(Sentence("doctor.space.good", free=free))


def database_size_mb(settings: Settings) -> int:
    """Return the size of an SQLite database; 0 for PostgreSQL."""
    file = database_file(settings)
    return file.stat().st_size // MEGABYTE if file is not None and file.exists() else 0


def sync_time(settings: Settings) -> Iterator[Finding]:
    """Check how long a move waits for the disk."""
    path = nearest_existing(settings.data)
    if not is_writable(path):
        return
    taken = f"{fsync_p95_ms(path, SYNC_SAMPLES):.1f}"
    if float(taken) > SLOW_MS:
        yield Finding.warning(Sentence("doctor.sync.slow", ms=taken))
    else:
        yield Finding.ok(Sentence("doctor.sync.good", ms=taken))


# ---- The database --------------------------------------------------------------------------------------------------


def database_file(settings: Settings) -> Path | None:
    """Return the file of an SQLite database; None for PostgreSQL."""
    if settings.database is not None and not settings.database.startswith(SQLITE_URL):
        return None
    return sqlite_file(settings.data, settings.database)


def database(settings: Settings) -> Iterator[Finding]:
    """Check that the database is ours, undamaged, and of a known version."""
    file = database_file(settings)
    try:
        if file is None:
            yield from postgresql.findings(asyncio.run(postgresql.query_status(settings)))
        elif file.exists() and file.stat().st_size:
            yield from check_file(file)
        else:
            yield Finding.ok(Sentence("doctor.database.new", file=str(file)))
    except HeorotError as error:
        yield Finding.from_error(error)
    except (OSError, sqlite3.Error) as error:
        yield Finding.error(Sentence("doctor.database.unreadable", file=str(file), detail=str(error)))


def check_file(file: Path) -> Iterator[Finding]:
    """Check an existing SQLite file."""
    check_is_heorot_database(file)
    with closing(connect(file)) as connection:
        if not is_undamaged(connection, "quick_check(1)"):
            yield Finding.error(Sentence("doctor.database.damaged", file=str(file)))
            return
        found = str(fetch_value(connection, "SELECT version_num FROM alembic_version"))
        latest = fetch_value(connection, "SELECT coalesce(max(changed_at), 0) FROM tables")
    if found > VERSION:
        yield Finding.error(Sentence("store.newer", file=str(file), found=found, known=VERSION))
    elif file.stat().st_mode & GROUP_AND_OTHERS:
        yield Finding.warning(Sentence("doctor.database.open", file=str(file)))
    else:
        yield Finding.ok(Sentence("doctor.database.good", version=found))
    if int(str(latest)) > 1000 * time.time() + CLOCK_TOLERANCE_MS:
        yield Finding.warning(Sentence("doctor.clock.behind"))


# ---- Backups -------------------------------------------------------------------------------------------------------


def backups(path: Path) -> Iterator[Finding]:
    """Check that the newest file of the backup folder is recent."""
    if not path.is_dir():
        yield Finding.error(Sentence("doctor.backup.no-folder", folder=str(path)))
        return
    times = [file.stat().st_mtime for file in path.iterdir() if file.is_file() and file.stat().st_size]
    hours = int((time.time() - max(times, default=0)) / 3600)
    if not times:
        yield Finding.warning(Sentence("doctor.backup.none", folder=str(path)))
    elif hours * 3600 > MAX_BACKUP_DAYS * DAY:
        yield Finding.warning(Sentence("doctor.backup.old", folder=str(path), hours=hours))
    else:
        yield Finding.ok(Sentence("doctor.backup.good", hours=hours))
