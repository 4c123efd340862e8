"""Which nodes are alive, according to PostgreSQL."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from heorot.server.cluster import presence
from heorot.server.store.postgres import open_postgres
from tests.server.support.databases import postgres
from tests.support.patience import PATIENCE


@pytest.fixture
def name() -> str:
    return postgres().new_database()


@asynccontextmanager
async def node(name: str):
    """Run a node, and yield whether it found no other."""
    store = await open_postgres(postgres().url(name))
    try:
        async with store.startup_lock() as alone:
            pass
        yield alone
    finally:
        await store.close()


async def test_the_first_node_is_alone_and_a_later_one_is_not(name):
    for _ in range(2):
        async with node(name) as first, node(name) as second:
            assert (first, second) == (True, False)


async def test_no_node_is_alone_while_another_lives(name):
    async with node(name):
        async with node(name):
            pass
        async with node(name) as third:
            assert third is False


async def test_nodes_of_another_database_do_not_count(name):
    async with node(name), node(postgres().new_database()) as other:
        assert other is True


async def test_no_node_starts_before_the_first_has_started(name):
    stores = [await open_postgres(postgres().url(name)) for _ in range(2)]
    through = list[str]()

    async def begin_second() -> None:
        async with stores[1].startup_lock() as alone:
            through.append(f"second, alone: {alone}")

    async with stores[0].startup_lock() as alone:
        assert alone
        waiting = asyncio.create_task(begin_second())
        await asyncio.sleep(5 * presence.LOCK_RETRY_SECONDS)
        through.append("first")
    async with asyncio.timeout(PATIENCE):
        await waiting
    assert through == ["first", "second, alone: False"]
    for store in stores:
        await store.close()


async def test_a_node_with_a_cut_connection_returns(name, monkeypatch):
    monkeypatch.setattr(presence, "PROBE_SECONDS", 0.05)
    held = (
        f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = {presence.LOCK_KEY['key']} AND granted"
    )
    async with node(name):
        for _ in range(3):
            await asyncio.to_thread(postgres().cut, name)
            async with asyncio.timeout(PATIENCE):
                while await asyncio.to_thread(postgres().execute, held, name) != "1":
                    await asyncio.sleep(0.02)
            async with node(name) as other:
                assert other is False
