"""Which nodes live, as PostgreSQL knows it."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from heorot.server import presence
from heorot.server.postgres import open_postgres
from tests.server.databases import postgres

PATIENCE = 30  # seconds


@pytest.fixture
def name() -> str:
    return postgres().fresh()


@asynccontextmanager
async def node(name: str):
    """One that lives, and whether it found nobody."""
    store = await open_postgres(postgres().url(name))
    try:
        async with store.beginning() as alone:
            pass
        yield alone
    finally:
        await store.close()


async def test_who_finds_nobody_is_alone_and_who_comes_later_is_not(name):
    for _ in range(2):
        async with node(name) as first, node(name) as second:
            assert (first, second) == (True, False)


async def test_nobody_is_alone_while_any_other_lives(name):
    async with node(name):
        async with node(name):
            pass
        async with node(name) as third:
            assert third is False


async def test_nodes_of_another_database_are_none_of_ours(name):
    async with node(name), node(postgres().fresh()) as other:
        assert other is True


async def test_nobody_is_let_in_before_the_first_is_through(name):
    stores = [await open_postgres(postgres().url(name)) for _ in range(2)]
    through = list[str]()

    async def begin_second() -> None:
        async with stores[1].beginning() as alone:
            through.append(f"second, alone: {alone}")

    async with stores[0].beginning() as alone:
        assert alone
        waiting = asyncio.create_task(begin_second())
        await asyncio.sleep(5 * presence.AGAIN)
        through.append("first")
    async with asyncio.timeout(PATIENCE):
        await waiting
    assert through == ["first", "second, alone: False"]
    for store in stores:
        await store.close()


async def test_a_node_whose_connection_is_cut_is_there_again(name, monkeypatch):
    monkeypatch.setattr(presence, "PULSE", 0.05)
    held = f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = {presence.LIVING['key']} AND granted"
    async with node(name):
        for _ in range(3):
            await asyncio.to_thread(postgres().cut, name)
            async with asyncio.timeout(PATIENCE):
                while await asyncio.to_thread(postgres().tell, held, name) != "1":
                    await asyncio.sleep(0.02)
            async with node(name) as other:
                assert other is False
