"""A store on a real file, for every test that asks for one; or in a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from heorot.server.backup import NAME
from heorot.server.postgres import open_postgres
from heorot.server.sqlite import open_sqlite
from heorot.server.store import Store
from tests.server.databases import postgres


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / NAME


@pytest.fixture
async def store(file: Path, request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    opened = await opened_in(getattr(request, "param", "sqlite"), file)
    yield opened
    await opened.close()


async def opened_in(kind: str, file: Path) -> Store:
    """A new store in one of our databases."""
    if kind == "sqlite":
        return await open_sqlite(file)
    return await open_postgres(postgres().url(await asyncio.to_thread(postgres().fresh)))
