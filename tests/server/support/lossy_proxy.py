"""Proxy between clients and a server that loses, duplicates, delays and reorders whole messages, and breaks
connections."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

LIFE = 4.0  # longest life of a connection, in seconds
LATE = 0.05  # longest delay of a message, in seconds
Wire = ClientConnection | ServerConnection


class Proxy:
    """A faulty proxy, until it is made reliable."""

    def __init__(self, target: str, seed: int) -> None:
        self.target = target
        self.rng = Random(seed)
        self.honest = False
        self.harm = dict.fromkeys(("lost", "doubled", "held", "cut"), 0)
        self.server: Server | None = None
        self.wires: set[ServerConnection] = set()

    @property
    def address(self) -> str:
        assert self.server is not None
        return f"ws://127.0.0.1:{next(iter(self.server.sockets)).getsockname()[1]}/api/socket"

    async def __aenter__(self) -> "Proxy":
        self.server = await serve(self.connected, "127.0.0.1", 0, compression=None, max_size=None, ping_interval=None)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.server is not None
        self.server.close()
        await self.server.wait_closed()

    async def be_honest(self) -> None:
        """Forward everything from now on. Connected clients must reconnect."""
        self.honest = True
        for wire in list(self.wires):
            await wire.close()

    # ---- One wire -------------------------------------------------------------------------------------------------

    async def connected(self, near: ServerConnection) -> None:
        """Connect a client to the server until either side closes or the connection is broken."""
        self.wires.add(near)
        options: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None}
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            async with connect(self.target, **options) as far:
                both = [asyncio.create_task(self.carry(*pair)) for pair in ((near, far), (far, near))]
                await asyncio.wait(both, return_when="FIRST_COMPLETED", timeout=self.life())
                await self.end(both)
        self.wires.discard(near)

    def life(self) -> float | None:
        return None if self.honest else self.rng.random() * LIFE

    async def end(self, both: list[asyncio.Task[None]]) -> None:
        self.harm["cut"] += not any(task.done() for task in both)
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)

    async def carry(self, source: Wire, target: Wire) -> None:
        """Forward the messages of one direction, with faults."""
        with suppress(ConnectionClosed):
            async with asyncio.TaskGroup() as late:
                async for message in source:
                    for delay in self.copies():
                        late.create_task(self.deliver(target, message, delay))
                        await asyncio.sleep(0)  # messages without delay keep their order

    def copies(self) -> list[float]:
        """Return the delays after which copies of a message arrive: none, one or two."""
        fate = 1.0 if self.honest else self.rng.random()
        for kind, bound, number in (("lost", 0.05, 0), ("doubled", 0.12, 2), ("held", 0.25, 1)):
            if fate < bound:
                self.harm[kind] += 1
                return [self.rng.random() * LATE for _ in range(number)]
        return [0.0]

    async def deliver(self, target: Wire, message: str | bytes, delay: float) -> None:
        if delay:
            await asyncio.sleep(delay)
        with suppress(ConnectionClosed):
            await target.send(message)
