"""What is kept: the folder, the disk below it, the database in it, and its copies."""

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
from heorot.server.backup import ON_DISK, answer, check_ours, connect, database_in, is_damage
from heorot.server.disk import fsync_p95_ms
from heorot.server.doctor import postgresql
from heorot.server.doctor.finding import Finding, doubt, good, wrong, wrong_by
from heorot.server.settings import Settings
from heorot.server.store import VERSION

OTHERS = 0o077  # what anyone but the owner may do
MEGABYTE = 1_000_000
SCANT_MB = 200  # less than this, and a disk is as good as full
SYNCS = 60
SLOW_MS = 10.0  # for one sync: every move waits that long
DAY = 86_400.0  # seconds
OLD_DAYS = 2  # of the newest backup
AHEAD_MS = 60_000  # by so much may a clock have been set back


# ---- The folder ----------------------------------------------------------------------------------------------------


def folder(settings: Settings) -> Iterator[Finding]:
    """There, writable, and nobody else's business."""
    place = settings.data
    if not place.exists():
        yield from could_be_made(place)
    elif not place.is_dir():
        yield wrong(Sentence("doctor.folder.none", folder=str(place)))
    elif not is_writable(place):
        yield wrong(Sentence("doctor.folder.unwritable", folder=str(place), user=user()))
    elif place.stat().st_mode & OTHERS:
        yield doubt(Sentence("doctor.folder.open", folder=str(place)))
    else:
        yield good(Sentence("doctor.folder.good", folder=str(place)))


def could_be_made(place: Path) -> Iterator[Finding]:
    """The server makes its folder, where it may."""
    if is_writable(nearest(place)):
        yield good(Sentence("doctor.folder.new", folder=str(place)))
    else:
        yield wrong(Sentence("doctor.folder.unmakable", folder=str(place), user=user()))


def nearest(place: Path) -> Path:
    """The folder itself, or the first above it that is there."""
    return next(above for above in (place.absolute(), *place.absolute().parents) if above.exists())


def is_writable(place: Path) -> bool:
    """Whether something can be written there, tried out: rights alone do not tell of a disk that is read-only."""
    try:
        TemporaryFile(dir=place).close()
    except OSError:
        return False
    return True


def user() -> str:
    """Who asks, in numbers: there need be no name."""
    return str(os.geteuid())


# ---- The disk ------------------------------------------------------------------------------------------------------


def space(settings: Settings) -> Iterator[Finding]:
    """Room for all that HEOROT_DISK_MB allows."""
    free = shutil.disk_usage(nearest(settings.data)).free // MEGABYTE
    wanted = settings.disk_mb - size_mb(settings)
    if free < SCANT_MB:
        yield wrong(Sentence("doctor.space.none", folder=str(settings.data), free=free))
    elif wanted <= 0:
        yield doubt(Sentence("doctor.space.full", limit=settings.disk_mb))
    elif free < wanted:
        yield doubt(Sentence("doctor.space.less", free=free, limit=settings.disk_mb))
    else:
        yield good(Sentence("doctor.space.good", free=free))


def size_mb(settings: Settings) -> int:
    """What the tables take now, where they are a file."""
    file = file_of(settings)
    return file.stat().st_size // MEGABYTE if file is not None and file.exists() else 0


def syncing(settings: Settings) -> Iterator[Finding]:
    """How long every move waits for the disk."""
    place = nearest(settings.data)
    if not is_writable(place):
        return
    taken = f"{fsync_p95_ms(place, SYNCS):.1f}"
    slow = float(taken) > SLOW_MS
    yield doubt(Sentence("doctor.sync.slow", ms=taken)) if slow else good(Sentence("doctor.sync.good", ms=taken))


# ---- The database --------------------------------------------------------------------------------------------------


def file_of(settings: Settings) -> Path | None:
    """The file of the tables; nothing where they are in a database of another kind."""
    if settings.database is not None and not settings.database.startswith(ON_DISK):
        return None
    return database_in(settings.data, settings.database)


def database(settings: Settings) -> Iterator[Finding]:
    """Ours, whole, and of a version that this one knows."""
    file = file_of(settings)
    try:
        if file is None:
            yield from postgresql.findings(asyncio.run(postgresql.told_by(settings)))
        elif file.exists() and file.stat().st_size:
            yield from file_looked_at(file)
        else:
            yield good(Sentence("doctor.database.new", file=str(file)))
    except HeorotError as error:
        yield wrong_by(error)
    except (OSError, sqlite3.Error) as error:
        yield wrong(Sentence("doctor.database.unreadable", file=str(file), detail=str(error)))


def file_looked_at(file: Path) -> Iterator[Finding]:
    """A file that is there."""
    check_ours(file)
    with closing(connect(file)) as connection:
        if not is_sound(connection):
            yield wrong(Sentence("doctor.database.damaged", file=str(file)))
            return
        found = str(answer(connection, "SELECT version_num FROM alembic_version"))
        latest = answer(connection, "SELECT coalesce(max(changed_at), 0) FROM tables")
    if found > VERSION:
        yield wrong(Sentence("store.newer", file=str(file), found=found, known=VERSION))
    elif file.stat().st_mode & OTHERS:
        yield doubt(Sentence("doctor.database.open", file=str(file)))
    else:
        yield good(Sentence("doctor.database.good", version=found))
    if int(str(latest)) > 1000 * time.time() + AHEAD_MS:
        yield doubt(Sentence("doctor.clock.behind"))


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds no damage in a quick look."""
    try:
        return answer(connection, "PRAGMA quick_check(1)") == "ok"
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


# ---- Copies --------------------------------------------------------------------------------------------------------


def backed_up(place: Path) -> Iterator[Finding]:
    """The newest file of a folder of backups is not old."""
    if not place.is_dir():
        yield wrong(Sentence("doctor.backup.no-folder", folder=str(place)))
        return
    times = [file.stat().st_mtime for file in place.iterdir() if file.is_file() and file.stat().st_size]
    hours = int((time.time() - max(times, default=0)) / 3600)
    if not times:
        yield doubt(Sentence("doctor.backup.none", folder=str(place)))
    elif hours * 3600 > OLD_DAYS * DAY:
        yield doubt(Sentence("doctor.backup.old", folder=str(place), hours=hours))
    else:
        yield good(Sentence("doctor.backup.good", hours=hours))
