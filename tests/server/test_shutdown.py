"""A server that is stopped during games, and one that continues from a backup made during games."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tests.cli.run_heorot import run_heorot
from tests.server.support.databases import on_postgres
from tests.server.support.host_process import ServerProcess, events_in
from tests.server.support.processes.launch import wait_until
from tests.server.support.recording_client import Person, check_against_log, fold_each, request_api, start_table


class Playing(AsyncExitStack):
    """Clients that play until their games are over."""

    def __init__(self, people: list[Person]) -> None:
        super().__init__()
        self.people = people
        self.tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Playing":
        for person in self.people:
            await self.enter_async_context(person)
        self.tasks = [asyncio.create_task(person.play_on()) for person in self.people]
        return self

    async def wait_until(self, version: int) -> None:
        """Wait until every client has reached a version."""
        people = self.people
        await asyncio.gather(*(p.wait_until(lambda p=p: p.now["version"] >= version) for p in people))

    async def to_the_end(self) -> None:
        await asyncio.gather(*self.tasks)
        await asyncio.gather(*(person.until_over() for person in self.people))


async def two_tables(served: ServerProcess) -> list[Person]:
    return [*await start_table(served, "movie", 2, 1), *await start_table(served, "legend", 2, 1)]


def goodbyes(person: Person) -> list[dict]:
    return [message for message in person.messages if message["type"] == "goodbye"]


async def test_p1_games_continue_after_a_graceful_shutdown(tmp_path):
    with ServerProcess(tmp_path / "data") as served:
        people = await two_tables(served)
        async with Playing(people) as playing:
            await playing.wait_until(12)
            assert await asyncio.to_thread(served.stop) == 0
            wait_until(lambda: not served.has_running_children)
            await asyncio.to_thread(served.start)
            await playing.to_the_end()
        for person in people:
            check_against_log(person, served.events(person.table))
            assert all(bye["again"] and bye["problem"]["code"] == "stopping" for bye in goodbyes(person))
        assert all(len(goodbyes(person)) == 1 for person in people)


async def test_bots_resume_after_a_restart_without_clients(tmp_path):
    """The game continues without clients, however the server ended."""
    with ServerProcess(tmp_path / "data", HEOROT_BOT_BEAT="0.05") as served:
        bots = [{"who": "bot", "bot": "random"}] * 3
        table = (await request_api(served, "tables", {"game": "movie", "seats": bots}))["table"]
        served.wait_until(lambda: len(served.events(table)) > 5)
        served.kill()
        before = len(served.start().events(table))
        served.wait_until(lambda: len(served.events(table)) > before + 3)
        fold_each(served.events(table))


@pytest.mark.skipif(on_postgres(), reason="PostgreSQL has tools of its own for it: test_postgres.py")
async def test_games_continue_from_a_backup_of_a_running_server(tmp_path):
    """The same clients with the same tokens continue on another server; moves after the backup are played again."""
    copy, other = tmp_path / "copy", tmp_path / "other"
    with ServerProcess(tmp_path / "data") as served:
        people = await two_tables(served)
        async with Playing(people) as playing:
            await playing.wait_until(10)
            before = {person.table: len(served.events(person.table)) for person in people}
            done = await asyncio.to_thread(run_heorot, "backup", copy, "--data", served.data)
            assert (done.code, done.err) == (0, "")
            rows = {table: served.events(table) for table in before}
        saved = {table: events_in(copy, table) for table in before}
        assert all(before[table] <= len(saved[table]) for table in before)
        assert all(saved[table] == rows[table][: len(saved[table])] for table in before)
    assert run_heorot("restore", copy, "--data", other).code == 0
    with ServerProcess(other) as restored:
        again = [Person(restored.socket, person.table, person.token, person.seat) for person in people]
        async with Playing(again) as playing:
            await playing.to_the_end()
        for person in again:
            check_against_log(person, restored.events(person.table))
            assert restored.events(person.table)[: len(saved[person.table])] == saved[person.table]
