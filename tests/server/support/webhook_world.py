"""A table of two whose first seat has a question, a webhook receiver, and stand-ins for the network."""

import asyncio
from contextlib import asynccontextmanager, suppress

from heorot.server.webhooks import webhook_client
from heorot.server.webhooks.webhook_client import WebhookClient
from tests.server.support.fake_clock import FakeClock
from tests.server.support.in_process_server import InProcessServer

FIRST = {"first": "1"}


async def start_game(server: InProcessServer, **more):
    server.clock.advance(0.001)  # so that the first of several tables is polled first
    keys = await server.seat("movie", 2, options=FIRST, **more)
    return keys, [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]


# ---- Receivers ---------------------------------------------------------------------------------------------------


class Listener:
    """A webhook receiver."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        self.requests.append((headers, await reader.readexactly(int(headers["Content-Length"]))))
        writer.write(self.answer)
        writer.close()


@asynccontextmanager
async def run_listener():
    """Serve a receiver at a local port."""
    listener = Listener()
    server = await asyncio.start_server(listener.hear, "127.0.0.1", 0)
    listener.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/call?me=1"
    async with server:
        yield listener


@asynccontextmanager
async def silent_receiver():
    """Serve an address that accepts connections and never answers."""
    taken = []

    async def hold(reader, writer):
        taken.append(writer)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    async with await asyncio.start_server(hold, "127.0.0.2", 0) as server:
        yield f"http://127.0.0.2:{server.sockets[0].getsockname()[1]}/", taken


async def call(url: str, allowed_targets: str = "any") -> None:
    await WebhookClient(allowed_targets).call(url, "s", FakeClock(), b"{}")


async def set_webhook(server: InProcessServer, keys, seat: int, url: str):
    status, notices = await server.ask("PUT", f"tables/{keys[0]}/notices/webhook", {"url": url}, keys[seat])
    assert status == 200, notices
    return notices


async def poll_webhooks(server: InProcessServer) -> None:
    """Poll the webhook sender until its calls are answered."""
    sender = server.app.state.lifecycle.webhooks
    await sender.poll()
    for _ in range(500):
        if not sender.deliveries:
            return
        await asyncio.sleep(0.002)


# ---- Fake network ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def calls_in_background(client, urls):
    """Run calls in the background and cancel them at the end."""
    calls = [asyncio.create_task(client.call(url, "s", FakeClock(), b"{}")) for url in urls]
    yield
    for task in calls:
        task.cancel()
    await asyncio.gather(*calls, return_exceptions=True)


def fake_network(monkeypatch, address_of) -> list[str]:
    """Replace name resolution and connections: addresses in 10.0 never answer. Return the hosts that were called, in
    order."""
    called: list[str] = []

    async def look_up(host, port):
        return [address_of(host)]

    async def post(endpoint, address, request):
        called.append(address)
        if address.startswith("10.0."):
            await asyncio.Event().wait()
        return 204

    monkeypatch.setattr(webhook_client, "resolve_host", look_up)
    monkeypatch.setattr(webhook_client, "post", post)
    return called


class BlockingResolver:
    """Name resolution in a thread that returns only when it is released."""

    def __init__(self):
        self.may, self.asked = asyncio.Event(), []

    async def look_up(self, host, port):
        self.asked.append(host)
        if host.startswith("slow"):
            await self.may.wait()
        return ["127.0.0.1"]
