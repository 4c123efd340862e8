"""P6: data stored by any release can be read by every later release, with the same result.

`python -m tests.server.support.compatibility_fixtures` adds fixtures of this release; existing ones never change.
"""

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from sqlalchemy import Boolean, Connection, column, delete, insert, inspect, table
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from heorot.server.store.backup import APPLICATION_ID
from heorot.server.store.interface import VERSION
from heorot.server.store.migrations import upgrade
from heorot.server.store.postgres import migrate_postgres
from heorot.server.table import events
from heorot.server.table.table import initial_table
from tests.server.support.compatibility_fixtures import DATABASES, ID, RELEASED, expected
from tests.server.support.databases import postgres
from tests.server.support.in_process_server import InProcessServer, play_to_end
from tests.support.case_sampling import heavy

LOGS = sorted(RELEASED.parent.rglob("*.events"))
FILES = sorted(DATABASES.glob("*.sql"))
# Older releases in PostgreSQL run under --all: their migrations are the same as in SQLite.
CASES = [*((file, "sqlite") for file in FILES), (FILES[-1], "postgres")]
CASES += [heavy((file, "postgres")) for file in FILES[:-1]]


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_p6_every_released_event_log_folds_to_the_same_state(file):
    first, *later = map(events.read, file.read_text("utf-8").splitlines())
    folded = json.loads(json.dumps(expected(initial_table(ID, first), later)))
    assert folded == json.loads(file.with_suffix(".expected").read_text("utf-8"))


def test_p6_every_event_kind_is_in_some_released_log():
    kinds = {json.loads(line)["kind"] for file in LOGS for line in file.read_text("utf-8").splitlines()}
    known = {kind.model_fields["kind"].default for kind in get_args(get_args(events.Event)[0])}
    assert kinds == known


def test_p6_every_schema_version_has_a_database():
    assert [file.stem for file in FILES] == [f"{number:04}" for number in range(1, int(VERSION) + 1)]


def load_release(file: Path) -> sqlite3.Connection:
    """Return the database of a release, in memory."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(file.read_text("utf-8"))
    return connection


def rows_of(database: sqlite3.Connection, columns: Sequence[ReflectedColumn], table: str) -> list[dict[str, object]]:
    """Return rows with the types of the target columns, because PostgreSQL distinguishes numbers and booleans."""
    flags = {column["name"] for column in columns if isinstance(column["type"], Boolean)}
    cursor = database.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in cursor.description]
    return [{name: bool(value) if name in flags else value for name, value in zip(names, row, strict=True)}
            for row in cursor]  # fmt: skip


def fill(connection: Connection, file: Path) -> None:
    """Create the schema of a release and insert its rows."""
    upgrade(connection, file.stem)
    with closing(load_release(file)) as database:
        for name in ("pulse", "tables", "events", "tokens", "transfers", "notices"):
            if inspect(connection).has_table(name):
                columns = inspect(connection).get_columns(name)
                into = table(name, *(column(details["name"]) for details in columns))
                connection.execute(delete(into))
                if rows := rows_of(database, columns, name):
                    connection.execute(insert(into), rows)


async def create_release_database(file: Path, kind: str, folder: Path) -> dict[str, str]:
    """Create a database of a release; return the settings that select it."""
    if kind == "sqlite":
        folder.mkdir()
        with closing(load_release(file)) as database, closing(sqlite3.connect(folder / "heorot.db")) as written:
            database.backup(written)
            written.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        return {}
    url = postgres().url(await asyncio.to_thread(postgres().new_empty_database))
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(fill, file)
    await engine.dispose()
    await migrate_postgres(url)
    return {"database": url}


@pytest.mark.parametrize(("file", "kind"), CASES, ids=lambda part: getattr(part, "stem", part))
async def test_p6_live_tables_of_an_older_release_can_be_played(file, kind, tmp_path):
    settings = await create_release_database(file, kind, tmp_path / "data")
    async with InProcessServer(tmp_path / "data", **settings) as server:
        for created, *keys in json.loads(file.with_suffix(".json").read_text("utf-8")):
            clients = [await server.connect(created, key) for key in keys]
            assert [client.table["status"] for client in clients] == ["playing", "playing"]
            assert clients[0].all("welcome")[0]["chat"][0]["text"] == "Hwæt!"
            await play_to_end(*clients)
            assert clients[0].table["status"] == "over"
