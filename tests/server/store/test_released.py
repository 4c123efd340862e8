"""P6: what any release has stored is read by every later one, and leads to the same end.

`python -m tests.server.corpus` adds what is new; nothing that is there is ever changed.
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

from heorot.server import events
from heorot.server.backup import APPLICATION
from heorot.server.migrations import upgrade
from heorot.server.postgres import migrate_postgres
from heorot.server.store import VERSION
from heorot.server.table import open_table
from tests.server.corpus import DATABASES, ID, RELEASED, expected
from tests.server.databases import postgres
from tests.server.house import House, play_out

LOGS = sorted(RELEASED.parent.rglob("*.events"))
FILES = sorted(DATABASES.glob("*.sql"))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_p6_every_stored_log_leads_to_the_same_end(file):
    first, *found = map(events.read, file.read_text("utf-8").splitlines())
    told = json.loads(json.dumps(expected(open_table(ID, first), found)))
    assert told == json.loads(file.with_suffix(".expected").read_text("utf-8"))


def test_p6_everything_that_can_be_stored_is_in_some_log():
    kinds = {json.loads(line)["kind"] for file in LOGS for line in file.read_text("utf-8").splitlines()}
    known = {kind.model_fields["kind"].default for kind in get_args(get_args(events.Event)[0])}
    assert kinds == known


def test_p6_a_database_of_every_version_is_kept():
    assert [file.stem for file in FILES] == [f"{number:04}" for number in range(1, int(VERSION) + 1)]


def kept(file: Path) -> sqlite3.Connection:
    """The database of a release, in memory."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(file.read_text("utf-8"))
    return connection


def rows_of(database: sqlite3.Connection, columns: Sequence[ReflectedColumn], table: str) -> list[dict[str, object]]:
    """As another database wants them, which tells numbers and truths apart."""
    flags = {column["name"] for column in columns if isinstance(column["type"], Boolean)}
    found = database.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in found.description]
    return [{name: bool(value) if name in flags else value for name, value in zip(names, row, strict=True)}
            for row in found]  # fmt: skip


def fill(connection: Connection, file: Path) -> None:
    """The schema of a release, and all that was stored with it."""
    upgrade(connection, file.stem)
    with closing(kept(file)) as database:
        for name in ("pulse", "tables", "events", "tokens", "transfers", "notices"):
            if inspect(connection).has_table(name):
                columns = inspect(connection).get_columns(name)
                into = table(name, *(column(one["name"]) for one in columns))
                connection.execute(delete(into))
                if rows := rows_of(database, columns, name):
                    connection.execute(insert(into), rows)


async def of_release(file: Path, kind: str, folder: Path) -> dict[str, str]:
    """Where a database of a release stands; settings that lead there."""
    if kind == "sqlite":
        folder.mkdir()
        with closing(kept(file)) as database, closing(sqlite3.connect(folder / "heorot.db")) as written:
            database.backup(written)
            written.execute(f"PRAGMA application_id = {APPLICATION}")
        return {}
    url = postgres().url(await asyncio.to_thread(postgres().empty))
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(fill, file)
    await engine.dispose()
    await migrate_postgres(url)
    return {"database": url}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
async def test_p6_live_tables_of_an_older_release_go_on(file, kind, tmp_path):
    settings = await of_release(file, kind, tmp_path / "data")
    async with House(tmp_path / "data", **settings) as house:
        for laid, *keys in json.loads(file.with_suffix(".json").read_text("utf-8")):
            wires = [await house.come(laid, key) for key in keys]
            assert [wire.table["status"] for wire in wires] == ["playing", "playing"]
            assert wires[0].all("welcome")[0]["chat"][0]["text"] == "Hwæt!"
            await play_out(*wires)
            assert wires[0].table["status"] == "over"
