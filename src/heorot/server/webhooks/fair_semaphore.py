"""So many things at once, and so few of them to one place that no place keeps the others waiting."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager


class Lines:
    """Who waits for a line to a place that is busy holds none."""

    def __init__(self, all: int, each: int) -> None:
        self.all = asyncio.Semaphore(all)
        self.each = each
        self.places: dict[str, asyncio.Semaphore] = {}
        self.wanted: Counter[str] = Counter()  # who has a line or waits for one

    @asynccontextmanager
    async def to(self, places: Mapping[str, int]) -> AsyncIterator[None]:
        """A line, as long as it is needed, to what several names may stand for, each with its share: all in the same
        order, so that no two wait for each other."""
        async with AsyncExitStack() as held:
            for place, share in places.items():
                await held.enter_async_context(self.one_to(place, share))
            async with self.all:
                yield

    @asynccontextmanager
    async def one_to(self, place: str, share: int) -> AsyncIterator[None]:
        """One of the few to a place."""
        self.wanted[place] += 1
        try:
            async with self.places.setdefault(place, asyncio.Semaphore(self.each * share)):
                yield
        finally:
            self.wanted[place] -= 1
            if not self.wanted[place]:
                del self.wanted[place], self.places[place]
