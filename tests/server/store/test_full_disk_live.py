"""A running server with a full or read-only disk: clients get an error, nothing is acknowledged that is not stored, and
games continue when the disk recovers."""

import asyncio
import json
import os
import resource
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from urllib.error import HTTPError

import pytest

from heorot.bench.client import request_json
from tests.server.support.host_process import PATIENCE, ServerProcess
from tests.server.support.recording_client import Person, check_against_log, request_api, start_table

# Root may write anywhere unless it drops its capabilities.
POWERLESS = "from tests.server.support.processes.append_restricted import no_rights; no_rights(); "
ENDLESS = resource.RLIM_INFINITY


@contextmanager
def no_room(served: ServerProcess, room: int) -> Iterator[None]:
    """Limit the size of the server's files, including its log."""
    assert served.process is not None
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (room, ENDLESS))
    try:
        yield
    finally:
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))


@contextmanager
def read_only(served: ServerProcess) -> Iterator[None]:
    """Make the folder and its files read-only; the server discards open connections after a first failure."""
    parts = [served.data, *served.data.iterdir()]
    for part in parts:
        os.chmod(part, 0o500 if part.is_dir() else 0o400)
    try:
        with no_room(served, 1):
            refusal(served, "ready")
        yield
    finally:
        for part in parts:
            os.chmod(part, 0o700 if part.is_dir() else 0o600)


def refusal(served: ServerProcess, path: str, body: dict | None = None) -> tuple[int, str, str]:
    """Return status, code and key of an error."""
    with pytest.raises(HTTPError) as caught:
        request_json(f"{served.url}/api/{path}", body)
    problem = json.loads(caught.value.read())["problem"]
    return caught.value.code, problem["code"], problem["key"]


async def refused(people: list[Person], times: int) -> None:
    """Wait until clients were refused a number of times."""
    before = sum(len(person.refused) for person in people)
    async with asyncio.timeout(PATIENCE):
        while sum(len(person.refused) for person in people) < before + times:
            await asyncio.sleep(0.02)


async def check_hindered(served: ServerProcess, people: list[Person], key: str) -> None:
    """Check that HTTP and socket clients get the error and that nothing is stored."""
    await refused(people, 1)
    stored = served.events(people[0].table)
    await refused(people, 5)
    latest = [list(person.refused.values())[-1]["problem"] for person in people if person.refused]
    assert ("unavailable", key) in {(problem["code"], problem["key"]) for problem in latest}
    assert await asyncio.to_thread(refusal, served, "ready") == (503, "unavailable", key)
    new = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}
    assert await asyncio.to_thread(refusal, served, "tables", new) == (503, "unavailable", key)
    assert (await request_api(served, "health"))["status"] == "ok"
    assert served.events(people[0].table) == stored


async def test_p1_a_server_recovers_from_a_full_or_read_only_disk(tmp_path):
    with ServerProcess(tmp_path / "data", POWERLESS) as served:
        people = await start_table(served, "movie", 2)
        async with AsyncExitStack() as stack:
            for person in people:
                await stack.enter_async_context(person)
            playing = [asyncio.create_task(person.play_on()) for person in people]
            await people[0].wait_until(lambda: people[0].now["version"] > 10)
            with no_room(served, 1):
                await check_hindered(served, people, "store.broken")  # SQLite reports a size limit as an I/O error
            await people[0].wait_until(lambda: people[0].now["version"] > 20)
            with read_only(served):
                await check_hindered(served, people, "store.read-only")
            await asyncio.gather(*playing)
            assert (await request_api(served, "ready"))["status"] == "ok"
            await asyncio.gather(*(person.until_over() for person in people))
        for person in people:
            check_against_log(person, served.events(person.table))
