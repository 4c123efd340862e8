"""A table of two whose first seat is asked, who is called by it, and what stands in for the world that is called."""

import asyncio
from contextlib import asynccontextmanager, suppress

from heorot.server import calling
from heorot.server.calling import Telephone
from tests.server.house import House
from tests.server.timing import FakeClock

FIRST = {"first": "1"}


async def begun(house: House, **more):
    house.clock.pass_by(0.001)  # of several tables the first is the first to be looked at
    keys = await house.seat("movie", 2, options=FIRST, **more)
    return keys, [await house.come(keys[0], keys[seat]) for seat in (1, 2)]


# ---- Who is called ---------------------------------------------------------------------------------------------------


class Listener:
    """Someone who is called."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        self.heard.append((headers, await reader.readexactly(int(headers["Content-Length"]))))
        writer.write(self.answer)
        writer.close()


@asynccontextmanager
async def listening():
    """At a port of this machine."""
    listener = Listener()
    server = await asyncio.start_server(listener.hear, "127.0.0.1", 0)
    listener.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/call?me=1"
    async with server:
        yield listener


@asynccontextmanager
async def silence():
    """At an address of this machine that is not the listener's: connections are taken, and nothing is said."""
    taken = []

    async def hold(reader, writer):
        taken.append(writer)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    async with await asyncio.start_server(hold, "127.0.0.2", 0) as server:
        yield f"http://127.0.0.2:{server.sockets[0].getsockname()[1]}/", taken


async def call(url: str, reach: str = "any") -> None:
    await Telephone(reach).call(url, "s", FakeClock(), b"{}")


async def be_called(house: House, keys, seat: int, url: str):
    status, told = await house.ask("PUT", f"tables/{keys[0]}/notices/webhook", {"url": url}, keys[seat])
    assert status == 200, told
    return told


async def look(house: House) -> None:
    """The caller looks, and whoever is called answers."""
    caller = house.app.state.household.caller
    await caller.look()
    for _ in range(500):
        if not caller.calls:
            return
        await asyncio.sleep(0.002)


# ---- The world -------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def under_way(telephone, urls):
    """Calls that go on meanwhile, and are given up then."""
    calls = [asyncio.create_task(telephone.call(url, "s", FakeClock(), b"{}")) for url in urls]
    yield
    for one in calls:
        one.cancel()
    await asyncio.gather(*calls, return_exceptions=True)


def stand_in(monkeypatch, address_of) -> list[str]:
    """Instead of the world: names have these addresses, and those in 10.0 never answer. Which were called, in order."""
    called: list[str] = []

    async def look_up(host, port):
        return [address_of(host)]

    async def post(place, address, request):
        called.append(address)
        if address.startswith("10.0."):
            await asyncio.Event().wait()
        return 204

    monkeypatch.setattr(calling, "look_up", look_up)
    monkeypatch.setattr(calling, "post", post)
    return called


class Answering:
    """Someone who looks up names, in a thread: it comes back when it is let, whoever still waits for it."""

    def __init__(self):
        self.may, self.asked = asyncio.Event(), []

    async def look_up(self, host, port):
        self.asked.append(host)
        if host.startswith("slow"):
            await self.may.wait()
        return ["127.0.0.1"]
