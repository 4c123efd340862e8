"""What is stored of a table for lists is only a copy: whatever another release wrote there, the events tell it all."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from heorot.server.database import Database
from heorot.server.store import StoreBusy
from tests.server.house import House


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data") as opened:
        yield opened


def write_info(house: House, table: str, info: str) -> None:
    """As another release left it."""
    with closing(sqlite3.connect(house.file)) as connection:
        connection.execute("UPDATE tables SET info = ? WHERE id = ?", (info, table))
        connection.commit()


def with_more(info: dict) -> dict:
    return info | {"colour": "red", "places": [place | {"hat": True} for place in info["places"]]}


def with_less(info: dict) -> dict:
    del info["watchable"], info["places"][0]["away"]
    return info


@pytest.mark.parametrize("change", [with_more, with_less, lambda info: {}], ids=["more", "less", "nothing"])
async def test_a_summary_of_another_release_is_understood_or_made_anew(house, change):
    keys = await house.seat("movie", 2, listed=True)
    told = await house.get(f"tables/{keys[0]}")
    write_info(house, keys[0], json.dumps(change(json.loads(json.dumps(told)))))
    assert await house.get(f"tables/{keys[0]}") == told
    assert [one["info"] for one in (await house.get("tables"))["tables"]] == [told]
    [mine] = (await house.post("mine", {"keys": [{"table": keys[0], "token": keys[1]}]}))["tables"]
    assert mine["info"] == told


async def left_to_a_bot(data):
    """A table where a bot had been asked when its server stopped, and whose summary another release wrote."""
    async with House(data) as house:
        keys = await house.seat("movie", 1, "random", options={"first": "1"})
        before = len(await house.store.load(keys[0]))
        host = await house.come(keys[0], keys[1])
        house.app.state.hall.let_bots_think = lambda room: None
        house.app.state.hall.rooms[keys[0]].changed = lambda room: None
        await host.play()
        assert len(await house.store.load(keys[0])) == before + 1
        write_info(house, keys[0], "{}")
    return keys


async def test_a_bot_goes_on_at_a_table_whose_summary_is_from_another_release(tmp_path):
    keys = await left_to_a_bot(tmp_path / "data")
    async with House(tmp_path / "data") as house:
        host = await house.come(keys[0], keys[1])
        await host.until(lambda: host.now["question"] is not None)


async def test_a_bot_goes_on_there_also_if_the_store_is_hindered_when_the_server_begins(tmp_path, monkeypatch):
    keys = await left_to_a_bot(tmp_path / "data")

    async def busy(*_):
        raise StoreBusy("store.busy")

    with monkeypatch.context() as hindered:
        hindered.setattr(Database, "load", busy)
        async with House(tmp_path / "data") as house:
            async with asyncio.timeout(30):
                while not house.app.state.hall.lost[keys[0]]:
                    await asyncio.sleep(0.01)
            hindered.undo()
            before = len(await house.store.load(keys[0]))
            async with asyncio.timeout(30):
                while len(await house.store.load(keys[0])) == before:
                    house.clock.pass_by(seconds=1)
                    await asyncio.sleep(0.01)


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_listed(house):
    bad, good = await house.seat("movie", 2, listed=True), await house.seat("movie", 2, listed=True)
    write_info(house, bad[0], "{}")
    with closing(sqlite3.connect(house.file)) as connection:
        connection.execute("UPDATE events SET body = '?' WHERE table_id = ?", (bad[0],))
        connection.commit()
    house.app.state.hall.rooms.clear()
    assert [one["info"]["table"] for one in (await house.get("tables"))["tables"]] == [good[0]]
    assert await house.refused("GET", f"tables/{bad[0]}") == "no-such-table"
