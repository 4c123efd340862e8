"""Checks of PostgreSQL's settings over a connection like the server's own: durability and clock."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import text

from heorot.engine.sentence import Sentence
from heorot.server.doctor.finding import Finding
from heorot.server.lifecycle import open_store
from heorot.server.settings import Settings
from heorot.server.store.database import Database
from heorot.server.store.interface import VERSION

MAX_CLOCK_DIFFERENCE = 1.0  # seconds
REQUIRED_ON = ("fsync", "synchronous_commit")  # otherwise acknowledged moves may be lost
RECOMMENDED_ON = ("full_page_writes",)  # otherwise a crash may damage the database on most disks
SELECT_SETTINGS = text("SELECT name, setting FROM pg_settings WHERE name = ANY(:names)")
SELECT_CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")


@dataclass(frozen=True, slots=True)
class PostgresStatus:
    """Settings that are off, and the clock difference."""

    off: frozenset[str]  # settings
    ahead: float  # seconds by which the database's clock is ahead


async def query_status(settings: Settings) -> PostgresStatus:
    """Query the status and write a trivial row; raise what would keep a server from starting."""
    store = await open_store(settings)
    assert isinstance(store, Database)
    try:
        await store.ping()
        rows = await store.run_read(
            lambda connection: connection.execute(SELECT_SETTINGS, {"names": [*REQUIRED_ON, *RECOMMENDED_ON]}).all()
        )
        before = time.time()
        clock = float(await store.run_read(lambda connection: connection.scalar(SELECT_CLOCK)))
        return PostgresStatus(
            frozenset(name for name, setting in rows if setting == "off"), clock - (before + time.time()) / 2
        )
    finally:
        await store.close()


def findings(status: PostgresStatus) -> Iterator[Finding]:
    """Check a database that could be opened."""
    yield Finding.ok(Sentence("doctor.database.good", version=VERSION))
    for name in (name for name in REQUIRED_ON if name in status.off):
        yield Finding.error(setting_is_off("doctor.postgres.lossy", name))
    for name in (name for name in RECOMMENDED_ON if name in status.off):
        yield Finding.warning(setting_is_off("doctor.postgres.torn", name))
    if not status.off:
        yield Finding.ok(Sentence("doctor.postgres.durable"))
    if abs(status.ahead) > MAX_CLOCK_DIFFERENCE:
        yield Finding.warning(Sentence("doctor.postgres.clock", seconds=f"{abs(status.ahead):.1f}"))


def setting_is_off(key: str, setting: str) -> Sentence:
    """Return the sentence for a setting that is off, with the command that switches it on."""
    command = f'sudo -u postgres psql -c "ALTER SYSTEM SET {setting} = on" -c "SELECT pg_reload_conf()"'
    return Sentence(key, setting=setting, command=command)
