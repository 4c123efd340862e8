"""A store on a real file, for every test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from heorot.server.backup import NAME
from heorot.server.sqlite import SqliteStore, open_sqlite


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / NAME


@pytest.fixture
async def store(file: Path) -> AsyncIterator[SqliteStore]:
    opened = await open_sqlite(file)
    yield opened
    await opened.close()
