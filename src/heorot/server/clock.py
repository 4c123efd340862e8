"""Time source, passed as a parameter so that tests can control it."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Current time and waiting."""

    def now(self) -> int:
        """Return milliseconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
