"""A running server without room on its disk, or that may only read: clients are told so, nothing is acknowledged that
is not stored, and games go on as soon as it is better."""

import asyncio
import json
import os
import resource
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from urllib.error import HTTPError

import pytest

from heorot.client import call
from tests.server.person import Person, check_told, lay, request
from tests.server.serving import PATIENCE, Served

POWERLESS = "from tests.server.hindered import no_rights; no_rights(); "  # also root, who may write anywhere
ENDLESS = resource.RLIM_INFINITY


@contextmanager
def no_room(served: Served, room: int) -> Iterator[None]:
    """No file of the server may grow beyond this; its log is a file too."""
    assert served.process is not None
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (room, ENDLESS))
    try:
        yield
    finally:
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (ENDLESS, ENDLESS))


@contextmanager
def read_only(served: Served) -> Iterator[None]:
    """The folder and all that is in it; whatever was open is given up after a first failure."""
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


def refusal(served: Served, path: str, body: dict | None = None) -> tuple[int, str, str]:
    """The status, the code and the key with which a request is refused."""
    with pytest.raises(HTTPError) as caught:
        call(f"{served.url}/api/{path}", body)
    problem = json.loads(caught.value.read())["problem"]
    return caught.value.code, problem["code"], problem["key"]


async def refused(people: list[Person], times: int) -> None:
    """Wait until someone was refused so often."""
    before = sum(len(person.refused) for person in people)
    async with asyncio.timeout(PATIENCE):
        while sum(len(person.refused) for person in people) < before + times:
            await asyncio.sleep(0.02)


async def check_hindered(served: Served, people: list[Person], key: str) -> None:
    """Everyone is told, over HTTP and over sockets, and the log stays as it is."""
    await refused(people, 1)
    stored = served.events(people[0].table)
    await refused(people, 5)
    latest = [list(person.refused.values())[-1]["problem"] for person in people if person.refused]
    assert ("unavailable", key) in {(problem["code"], problem["key"]) for problem in latest}
    assert await asyncio.to_thread(refusal, served, "ready") == (503, "unavailable", key)
    new = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}
    assert await asyncio.to_thread(refusal, served, "tables", new) == (503, "unavailable", key)
    assert (await request(served, "health"))["status"] == "ok"
    assert served.events(people[0].table) == stored


async def test_p1_a_server_without_room_or_rights_goes_on_when_it_has_them_again(tmp_path):
    with Served(tmp_path / "data", POWERLESS) as served:
        people = await lay(served, "movie", 2)
        async with AsyncExitStack() as stack:
            for person in people:
                await stack.enter_async_context(person)
            playing = [asyncio.create_task(person.play_on()) for person in people]
            await people[0].until(lambda: people[0].now["version"] > 10)
            with no_room(served, 1):
                await check_hindered(served, people, "store.broken")  # for SQLite a limit is no full disk
            await people[0].until(lambda: people[0].now["version"] > 20)
            with read_only(served):
                await check_hindered(served, people, "store.read-only")
            await asyncio.gather(*playing)
            assert (await request(served, "ready"))["status"] == "ok"
            await asyncio.gather(*(person.until_over() for person in people))
        for person in people:
            check_told(person, served.events(person.table))
