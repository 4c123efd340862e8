"""A database of any released version opens; one of a later version or of another program is left alone."""

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
from heorot.server.backup import APPLICATION, check_backup, is_ours
from heorot.server.migrations import config
from heorot.server.schema import metadata
from heorot.server.sqlite import open_sqlite
from heorot.server.store import VERSION, StoreForeign
from heorot.terminal.speech import Speech
from tests.server.rows import make, said, seqs

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))  # what `sqlite3 .dump` says of each, with a table


async def opened(file: Path) -> None:
    await (await open_sqlite(file)).close()


def run(file: Path, *commands: str) -> list[tuple[object, ...]]:
    """What SQLite answers to the last command."""
    file.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file)) as connection, connection:
        return [connection.execute(command).fetchall() for command in commands][-1]


def test_the_version_is_that_of_the_newest_migration():
    assert ScriptDirectory.from_config(config()).get_heads() == [VERSION]


def test_every_released_schema_is_kept_here():
    assert [file.stem for file in SCHEMAS] == [f"{number:04}" for number in range(1, int(VERSION) + 1)]


async def test_an_empty_file_becomes_what_the_code_expects(file):
    file.parent.mkdir()
    file.touch()
    await opened(file)
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    assert is_ours(file)


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda file: file.stem)
async def test_every_released_schema_is_brought_up_to_date_with_what_it_holds(schema, file):
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(schema.read_text())
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    store = await open_sqlite(file)
    assert await seqs(store) == [1, 2]
    assert len(await store.tokens("t")) == 1
    await store.append("t", 3, [said()])
    await store.close()
    assert run(file, "SELECT version_num FROM alembic_version") == [(VERSION,)]


async def test_the_newest_schema_is_as_it_was_released(file):
    """A released migration is never changed: what it makes is written down."""
    await opened(file)
    made = {sql for (sql,) in run(file, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    written = SCHEMAS[-1].read_text()
    assert [sql for sql in made if sql not in written] == []


async def test_opening_again_changes_nothing(file):
    store = await open_sqlite(file)
    await make(store, "t")
    await store.close()
    before = file.read_bytes()
    await opened(file)
    assert file.read_bytes() == before


async def test_many_who_open_a_new_file_at_once_make_it_once(file):
    await asyncio.gather(*(opened(file) for _ in range(8)))
    assert run(file, "SELECT count(*) FROM pulse") == [(1,)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_newer_database_is_refused_and_left_alone(language, file):
    await opened(file)
    run(file, "UPDATE alembic_version SET version_num = '9000'")
    before = file.read_bytes()
    with pytest.raises(StoreForeign) as caught:
        await opened(file)
    sentence = Speech(language).complain(caught.value)
    assert all(word in sentence for word in (str(file), "9000", VERSION))
    with pytest.raises(StoreForeign) as caught:
        check_backup(file)
    assert caught.value.key == "store.newer"
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"Dear Hrothgar" * 500, None])
async def test_a_file_of_another_program_is_refused_and_left_alone(content, file):
    if content is None:
        run(file, "CREATE TABLE letters (id)")
    else:
        file.parent.mkdir()
        file.write_bytes(content)
    before = file.read_bytes()
    with pytest.raises(StoreForeign) as caught:
        await opened(file)
    assert (caught.value.key, file.read_bytes()) == ("store.foreign", before)
