"""The bus: notifications between nodes that a table has changed, without the content of the change.

Every node reads the new events from the store and builds its own views.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Protocol

import structlog

log = structlog.get_logger()

OnUpdate = Callable[[str, int], None]
OnGap = Callable[[], None]
RELOAD = 0  # instead of an event number: earlier events were rewritten, or the table was deleted
RECONNECT_SECONDS = 0.2


class Bus(Protocol):
    """Publish and receive the numbers of new events."""

    shared: bool  # whether other nodes may exist

    def listen(self, on_update: OnUpdate, on_gap: OnGap) -> None:
        """Set the callbacks: for each update, and whenever updates may have been missed, as after every connect."""

    def publish(self, table: str, seq: int) -> None:
        """Announce that events up to `seq` are stored. Never blocks."""

    async def start(self) -> None:
        """Begin to receive."""

    async def stop(self) -> None:
        """Stop receiving."""


class LocalBus:
    """Bus of a single process, whose rooms notify their subscribers themselves: every method does nothing."""

    shared = False

    def listen(self, on_update: OnUpdate, on_gap: OnGap) -> None: ...

    def publish(self, table: str, seq: int) -> None: ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class RemoteBus(ABC):
    """Bus over a connection that may break. It reconnects, and reports each interruption as a gap."""

    shared = True

    def __init__(self) -> None:
        self.receiver: asyncio.Task[None] | None = None
        self.is_broken = False

    def listen(self, on_update: OnUpdate, on_gap: OnGap) -> None:
        self.on_update, self.on_gap = on_update, on_gap

    @abstractmethod
    def publish(self, table: str, seq: int) -> None: ...

    @abstractmethod
    def receive(self) -> AsyncGenerator[str | None, None]:
        """Yield None once connected, then every message, until the connection breaks."""

    async def start(self) -> None:
        self.receiver = asyncio.create_task(self.run())

    async def stop(self) -> None:
        if self.receiver is not None:
            await cancel_task(self.receiver)

    async def run(self) -> None:
        """Receive until cancelled."""
        while True:
            try:
                async with aclosing(self.receive()) as messages:
                    async for message in messages:
                        self.dispatch(message)
            except Exception as error:
                if not self.is_broken:  # log an interruption once, however long it lasts
                    log.warning("bus.lost", error=type(error).__name__)
                self.is_broken = True
            await asyncio.sleep(RECONNECT_SECONDS)

    def dispatch(self, message: str | None) -> None:
        """Report an update, or a gap after a new connect; ignore malformed messages."""
        if message is None:
            self.is_broken = False
            return self.on_gap()
        table, _, seq = message.partition(" ")
        if seq.isdecimal():
            self.on_update(table, int(seq))


async def cancel_task(task: asyncio.Task[None]) -> None:
    """Cancel a task until it ends: a Redis client may swallow a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=RECONNECT_SECONDS)


def encode_update(table: str, seq: int) -> str:
    """Return the bus message of an update."""
    return f"{table} {seq}"
