"""Databases of all released versions can be opened; newer and foreign ones are left alone."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from heorot.locales import LANGUAGES
from heorot.server.store.backup import APPLICATION_ID, check_backup, is_heorot_database
from heorot.server.store.interface import VERSION, StoreForeign
from heorot.server.store.migrations import config
from heorot.server.store.schema import metadata
from heorot.server.store.sqlite import open_sqlite
from heorot.terminal.translator import Translator
from tests.server.support.rows import make_tables, new_event, seqs

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))  # output of `sqlite3 .dump`, with one table each


async def opened(file: Path) -> None:
    await (await open_sqlite(file)).close()


def run(file: Path, *commands: str) -> list[tuple[object, ...]]:
    """Run SQL commands and return the rows of the last one."""
    file.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file)) as connection, connection:
        return [connection.execute(command).fetchall() for command in commands][-1]


def test_version_is_that_of_the_newest_migration():
    assert ScriptDirectory.from_config(config()).get_heads() == [VERSION]


def test_every_released_schema_has_a_dump():
    assert [file.stem for file in SCHEMAS] == [f"{number:04}" for number in range(1, int(VERSION) + 1)]


async def test_a_new_database_has_the_schema_of_the_code(file):
    file.parent.mkdir()
    file.touch()
    await opened(file)
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    assert is_heorot_database(file)


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda file: file.stem)
async def test_every_released_schema_is_migrated_with_its_rows(schema, file):
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(schema.read_text())
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    store = await open_sqlite(file)
    assert await seqs(store) == [1, 2]
    assert len(await store.list_tokens("t")) == 1
    await store.append("t", 3, [new_event()])
    await store.close()
    assert run(file, "SELECT version_num FROM alembic_version") == [(VERSION,)]


async def test_the_newest_schema_matches_its_dump(file):
    """A released migration never changes: its result is recorded."""
    await opened(file)
    created = {sql for (sql,) in run(file, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    written = SCHEMAS[-1].read_text()
    assert [sql for sql in created if sql not in written] == []


async def test_reopening_does_not_change_the_file(file):
    store = await open_sqlite(file)
    await make_tables(store, "t")
    await store.close()
    before = file.read_bytes()
    await opened(file)
    assert file.read_bytes() == before


async def test_concurrent_opens_create_the_schema_once(file):
    await asyncio.gather(*(opened(file) for _ in range(8)))
    assert run(file, "SELECT count(*) FROM pulse") == [(1,)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_newer_database_is_refused_and_unchanged(language, file):
    await opened(file)
    run(file, "UPDATE alembic_version SET version_num = '9000'")
    before = file.read_bytes()
    with pytest.raises(StoreForeign) as caught:
        await opened(file)
    sentence = Translator(language).render_error(caught.value)
    assert all(word in sentence for word in (str(file), "9000", VERSION))
    with pytest.raises(StoreForeign) as caught:
        check_backup(file)
    assert caught.value.key == "store.newer"
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear Hrothgar" * 500, None])
async def test_a_foreign_file_is_refused_and_unchanged(content, file):
    if content is None:
        run(file, "CREATE TABLE letters (id)")
    else:
        file.parent.mkdir()
        file.write_bytes(content)
    before = file.read_bytes()
    with pytest.raises(StoreForeign) as caught:
        await opened(file)
    assert (caught.value.key, file.read_bytes()) == ("store.foreign", before)
