"""The stored summary of a table is only a copy: whatever another release wrote there, the events decide."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from heorot.server.store.database import Database
from heorot.server.store.interface import StoreBusy
from tests.server.support.in_process_server import InProcessServer
from tests.support.patience import PATIENCE


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data") as opened:
        yield opened


def write_info(server: InProcessServer, table: str, info: str) -> None:
    """Write a summary as another release would."""
    with closing(sqlite3.connect(server.file)) as connection:
        connection.execute("UPDATE tables SET info = ? WHERE id = ?", (info, table))
        connection.commit()


def with_more(info: dict) -> dict:
    return info | {"colour": "red", "places": [place | {"hat": True} for place in info["places"]]}


def with_less(info: dict) -> dict:
    del info["watchable"], info["places"][0]["away"]
    return info


@pytest.mark.parametrize("change", [with_more, with_less, lambda info: {}], ids=["more", "less", "nothing"])
async def test_a_summary_of_another_release_is_parsed_or_rebuilt(server, change):
    keys = await server.seat("movie", 2, listed=True)
    summary = await server.get(f"tables/{keys[0]}")
    write_info(server, keys[0], json.dumps(change(json.loads(json.dumps(summary)))))
    assert await server.get(f"tables/{keys[0]}") == summary
    assert [entry["info"] for entry in (await server.get("tables"))["tables"]] == [summary]
    [mine] = (await server.post("mine", {"keys": [{"table": keys[0], "token": keys[1]}]}))["tables"]
    assert mine["info"] == summary


async def left_to_a_bot(data, monkeypatch):
    """Return a table whose bot had to answer when the server stopped, with a summary by another release."""
    async with InProcessServer(data) as server:
        keys = await server.seat("movie", 1, "random", options={"first": "1"})
        before = len(await server.store.load(keys[0]))
        host = await server.connect(keys[0], keys[1])
        monkeypatch.setattr(server.app.state.registry, "schedule_bots", lambda room: None)
        monkeypatch.setattr(server.app.state.registry.rooms[keys[0]], "on_change", lambda room: None)
        await host.play()
        assert len(await server.store.load(keys[0])) == before + 1
        write_info(server, keys[0], "{}")
    return keys


async def test_bots_resume_at_a_table_with_a_summary_of_another_release(tmp_path, monkeypatch):
    keys = await left_to_a_bot(tmp_path / "data", monkeypatch)
    async with InProcessServer(tmp_path / "data") as server:
        host = await server.connect(keys[0], keys[1])
        await host.wait_until(lambda: host.now["question"] is not None)


async def test_bots_resume_there_even_if_the_store_fails_at_startup(tmp_path, monkeypatch):
    keys = await left_to_a_bot(tmp_path / "data", monkeypatch)

    async def busy(*_):
        raise StoreBusy("store.busy")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "load", busy)
        async with InProcessServer(tmp_path / "data") as server:
            async with asyncio.timeout(PATIENCE):
                while not server.app.state.registry.failures[keys[0]]:
                    await asyncio.sleep(0.01)
            patch.undo()
            before = len(await server.store.load(keys[0]))
            async with asyncio.timeout(PATIENCE):
                while len(await server.store.load(keys[0])) == before:
                    server.clock.advance(seconds=1)
                    await asyncio.sleep(0.01)


async def test_an_unreadable_table_does_not_break_the_list(server):
    bad, good = await server.seat("movie", 2, listed=True), await server.seat("movie", 2, listed=True)
    write_info(server, bad[0], "{}")
    with closing(sqlite3.connect(server.file)) as connection:
        connection.execute("UPDATE events SET body = '?' WHERE table_id = ?", (bad[0],))
        connection.commit()
    server.app.state.registry.rooms.clear()
    assert [entry["info"]["table"] for entry in (await server.get("tables"))["tables"]] == [good[0]]
    assert await server.refused("GET", f"tables/{bad[0]}") == "no-such-table"
