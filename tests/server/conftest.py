"""Fixtures: a store on a real SQLite file or in a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from heorot.server.store.backup import DATABASE_NAME
from heorot.server.store.interface import Store
from heorot.server.store.postgres import open_postgres
from heorot.server.store.sqlite import open_sqlite
from tests.server.support.databases import postgres


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / DATABASE_NAME


@pytest.fixture
async def store(file: Path, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    opened = await open_new_store(getattr(request, "param", "sqlite"), file)
    yield opened
    await opened.close()


async def open_new_store(kind: str, file: Path) -> Store:
    """Open a new store in one of the databases."""
    if kind == "sqlite":
        return await open_sqlite(file)
    return await open_postgres(postgres().url(await asyncio.to_thread(postgres().new_database)))
