"""A semaphore with a total limit and a lower limit per key, so that no key can block the others."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager


class FairSemaphore:
    """Limit concurrent users, in total and per key. A task that waits for a busy key holds no slot of the total."""

    def __init__(self, total: int, per_key: int) -> None:
        self.total = asyncio.Semaphore(total)
        self.per_key = per_key
        self.semaphores: dict[str, asyncio.Semaphore] = {}
        self.users: Counter[str] = Counter()  # by key: tasks that hold or wait for its semaphore

    @asynccontextmanager
    async def acquire(self, keys: Mapping[str, int]) -> AsyncIterator[None]:
        """Hold one slot of every key, each with its number of shares, and one of the total. All callers pass keys in
        the same order, which prevents deadlocks."""
        async with AsyncExitStack() as held:
            for key, share in keys.items():
                await held.enter_async_context(self.acquire_one(key, share))
            async with self.total:
                yield

    @asynccontextmanager
    async def acquire_one(self, key: str, share: int) -> AsyncIterator[None]:
        """Hold one slot of a key; delete its semaphore after the last user."""
        self.users[key] += 1
        try:
            async with self.semaphores.setdefault(key, asyncio.Semaphore(self.per_key * share)):
                yield
        finally:
            self.users[key] -= 1
            if not self.users[key]:
                del self.users[key], self.semaphores[key]
