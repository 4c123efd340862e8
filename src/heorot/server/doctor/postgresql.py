"""What PostgreSQL is told to do, asked over a connection like the server's own: whether a commit is on its disk, and
what time it is there."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import text

from heorot.engine.sentence import Sentence
from heorot.server.database import Database
from heorot.server.doctor.finding import Finding, doubt, good, wrong
from heorot.server.household import open_store
from heorot.server.settings import Settings
from heorot.server.store import VERSION

APART = 1.0  # seconds by which clocks may differ
MUST = ("fsync", "synchronous_commit")  # or what people have seen may be lost
SHOULD = ("full_page_writes",)  # or it may be damaged, on most disks
ASKED = text("SELECT name, setting FROM pg_settings WHERE name = ANY(:names)")
CLOCK = text("SELECT extract(epoch FROM clock_timestamp())")


@dataclass(frozen=True, slots=True)
class Told:
    """What it answered."""

    off: frozenset[str]  # of its settings
    ahead: float  # seconds, of this machine's clock


async def told_by(settings: Settings) -> Told:
    """Something trivial is stored too; raises what keeps a server from it."""
    store = await open_store(settings)
    assert isinstance(store, Database)
    try:
        await store.ping()
        rows = await store.reading(lambda connection: connection.execute(ASKED, {"names": [*MUST, *SHOULD]}).all())
        before = time.time()
        clock = float(await store.reading(lambda connection: connection.scalar(CLOCK)))
        return Told(frozenset(name for name, setting in rows if setting == "off"), clock - (before + time.time()) / 2)
    finally:
        await store.close()


def findings(told: Told) -> Iterator[Finding]:
    """Of a database that can be used."""
    yield good(Sentence("doctor.database.good", version=VERSION))
    yield from (wrong(switched_off("doctor.postgres.lossy", name)) for name in MUST if name in told.off)
    yield from (doubt(switched_off("doctor.postgres.torn", name)) for name in SHOULD if name in told.off)
    if not told.off:
        yield good(Sentence("doctor.postgres.durable"))
    if abs(told.ahead) > APART:
        yield doubt(Sentence("doctor.postgres.clock", seconds=f"{abs(told.ahead):.1f}"))


def switched_off(key: str, setting: str) -> Sentence:
    """What comes of a setting that is off, and how to switch it on."""
    command = f'sudo -u postgres psql -c "ALTER SYSTEM SET {setting} = on" -c "SELECT pg_reload_conf()"'
    return Sentence(key, setting=setting, command=command)
