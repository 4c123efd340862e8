"""A server that is stopped while people play, and one that goes on elsewhere from a backup made while they play."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.cli.running import heorot
from tests.server.databases import on_postgres
from tests.server.person import Person, after_each, check_told, lay, request
from tests.server.processes import wait_until
from tests.server.serving import Served, events_in


class Playing(AsyncExitStack):
    """People at their tables who play on until all is over."""

    def __init__(self, people: list[Person]) -> None:
        super().__init__()
        self.people = people
        self.tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Playing":
        for person in self.people:
            await self.enter_async_context(person)
        self.tasks = [asyncio.create_task(person.play_on()) for person in self.people]
        return self

    async def until(self, version: int) -> None:
        """Until everyone is as far as that."""
        await asyncio.gather(*(one.until(lambda one=one: one.now["version"] >= version) for one in self.people))

    async def to_the_end(self) -> None:
        await asyncio.gather(*self.tasks)
        await asyncio.gather(*(person.until_over() for person in self.people))


async def two_tables(served: Served) -> list[Person]:
    return [*await lay(served, "movie", 2, 1), *await lay(served, "legend", 2, 1)]


def goodbyes(person: Person) -> list[dict]:
    return [message for message in person.messages if message["type"] == "goodbye"]


async def test_p1_a_server_that_is_stopped_says_goodbye_and_the_next_one_goes_on(tmp_path):
    with Served(tmp_path / "data") as served:
        people = await two_tables(served)
        async with Playing(people) as playing:
            await playing.until(12)
            assert await asyncio.to_thread(served.stop) == 0
            wait_until(lambda: not served.has_left_something)
            await asyncio.to_thread(served.start)
            await playing.to_the_end()
        for person in people:
            check_told(person, served.events(person.table))
            assert all(bye["again"] and bye["problem"]["code"] == "stopping" for bye in goodbyes(person))
        assert all(len(goodbyes(person)) == 1 for person in people)


async def test_bots_go_on_after_a_start_with_nobody_there(tmp_path):
    """The game needs nobody: it goes on from where it was, however the server ended."""
    with Served(tmp_path / "data", HEOROT_BOT_BEAT="0.05") as served:
        bots = [{"who": "bot", "bot": "random"}] * 3
        table = (await request(served, "tables", {"game": "movie", "seats": bots}))["table"]
        served.wait_until(lambda: len(served.events(table)) > 5)
        served.kill()
        before = len(served.start().events(table))
        served.wait_until(lambda: len(served.events(table)) > before + 3)
        after_each(served.events(table))


@pytest.mark.skipif(on_postgres(), reason="PostgreSQL has tools of its own for it: test_postgres.py")
async def test_a_backup_of_a_running_server_is_one_moment_from_which_everyone_goes_on(tmp_path):
    """The same people with the same tokens, on another server; what it lacks is played anew."""
    copy, other = tmp_path / "copy", tmp_path / "other"
    with Served(tmp_path / "data") as served:
        people = await two_tables(served)
        async with Playing(people) as playing:
            await playing.until(10)
            before = {person.table: len(served.events(person.table)) for person in people}
            done = await asyncio.to_thread(heorot, "backup", copy, "--data", served.data)
            assert (done.code, done.err) == (0, "")
            rows = {table: served.events(table) for table in before}
        saved = {table: events_in(copy, table) for table in before}
        assert all(before[table] <= len(saved[table]) for table in before)
        assert all(saved[table] == rows[table][: len(saved[table])] for table in before)
    assert heorot("restore", copy, "--data", other).code == 0
    with Served(other) as restored:
        again = [Person(restored.socket, person.table, person.token, person.seat) for person in people]
        async with Playing(again) as playing:
            await playing.to_the_end()
        for person in again:
            check_told(person, restored.events(person.table))
            assert restored.events(person.table)[: len(saved[person.table])] == saved[person.table]
