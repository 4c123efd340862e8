"""A clock that only a test advances."""

import asyncio


class FakeClock:
    """Milliseconds since 1970, set by the test."""

    def __init__(self, at: int = 1_800_000_000_000) -> None:
        self.at = at
        self.slept: list[float] = []

    def now(self) -> int:
        return self.at

    async def sleep(self, seconds: float) -> None:
        """Advance the time at once."""
        self.slept.append(seconds)
        self.advance(seconds)
        await asyncio.sleep(0)

    def advance(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        self.at += int(1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days))))
