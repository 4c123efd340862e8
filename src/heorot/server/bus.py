"""How the processes of a server tell each other that something happened: a table and the number of its latest event,
never what it was. Each reads it from the store and makes its own views."""

from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str, int], None]


class Bus(Protocol):
    """Between processes."""

    def listen(self, heard: Heard) -> None:
        """Who wants to know."""

    async def publish(self, table: str, seq: int) -> None:
        """Something happened."""


class OneProcess:
    """For a single process, whose rooms tell their watchers themselves: there is nobody else to tell."""

    def listen(self, heard: Heard) -> None:
        """Nothing will come."""

    async def publish(self, table: str, seq: int) -> None:
        """Nobody listens."""
