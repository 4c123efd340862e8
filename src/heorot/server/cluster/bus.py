"""How the processes of a server tell each other that something happened: a table and the number of its latest event,
never what it was. Each reads it from the store and makes its own views."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Protocol

import structlog

log = structlog.get_logger()

Heard = Callable[[str, int], None]
Missed = Callable[[], None]
ANEW = 0  # for the number of an event: what was there before has changed, or is gone
AGAIN = 0.2  # seconds until a wire that broke is tried again


class Bus(Protocol):
    """Between processes."""

    shared: bool  # whether there may be others

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Who wants to know; and that something may not have been heard, also at the beginning."""

    def publish(self, table: str, seq: int) -> None:
        """Something is stored; all are told soon, unless the store has told them already."""

    async def begin(self) -> None:
        """Hear from now on."""

    async def end(self) -> None:
        """Hear nothing more."""


class OneProcess:
    """For a single process, whose rooms tell their watchers themselves: there is nobody else to tell."""

    shared = False

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Nothing will come."""

    def publish(self, table: str, seq: int) -> None:
        """Nobody listens."""

    async def begin(self) -> None:
        """Nothing to hear."""

    async def end(self) -> None:
        """Nothing was heard."""


class Wire(ABC):
    """Word from other nodes over a wire that may break: then it is made again, and what came meanwhile is missed."""

    shared = True

    def __init__(self) -> None:
        self.hearing: asyncio.Task[None] | None = None
        self.broken = False

    def listen(self, heard: Heard, missed: Missed) -> None:
        self.heard, self.missed = heard, missed

    @abstractmethod
    def publish(self, table: str, seq: int) -> None: ...

    @abstractmethod
    def words(self) -> AsyncGenerator[str | None, None]:
        """None when the wire is there, and then whatever is said; until it breaks."""

    async def begin(self) -> None:
        self.hearing = asyncio.create_task(self.stay())

    async def end(self) -> None:
        if self.hearing is not None:
            await end_task(self.hearing)

    async def stay(self) -> None:
        """Hear for ever."""
        while True:
            try:
                async with aclosing(self.words()) as words:
                    async for word in words:
                        self.take(word)
            except Exception as error:
                if not self.broken:  # said once, however long it lasts
                    log.warning("bus.lost", error=type(error).__name__)
                self.broken = True
            await asyncio.sleep(AGAIN)

    def take(self, word: str | None) -> None:
        """A table and a number; what is neither was not said by us."""
        if word is None:
            self.broken = False
            return self.missed()
        table, _, seq = word.partition(" ")
        if seq.isdecimal():
            self.heard(table, int(seq))


async def end_task(task: asyncio.Task[None]) -> None:
    """Told to end until it does: a client of Redis may keep to itself, once, that whoever uses it shall end."""
    while not task.done():
        task.cancel()
        await asyncio.wait((task,), timeout=AGAIN)


def word_of(table: str, seq: int) -> str:
    """What is said of an event: where it stands, and nothing of what it is."""
    return f"{table} {seq}"
