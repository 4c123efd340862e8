"""Time, handed in wherever it matters, so that tests can let it pass as they like."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What time it is, and waiting."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The real one."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
