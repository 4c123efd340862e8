"""A clock that stands still until a test lets time pass."""

import asyncio


class FakeClock:
    """Milliseconds since 1970, as a test wants them."""

    def __init__(self, at: int = 1_800_000_000_000) -> None:
        self.at = at
        self.slept: list[float] = []

    def now(self) -> int:
        return self.at

    async def sleep(self, seconds: float) -> None:
        """Time passes at once."""
        self.slept.append(seconds)
        self.pass_by(seconds)
        await asyncio.sleep(0)

    def pass_by(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        self.at += int(1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days))))
