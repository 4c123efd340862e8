"""How often someone did something, at any node: kept in Redis by the library `limits`."""

import time
from typing import Any

import structlog
from limits import RateLimitItem
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter
from redis.asyncio import BlockingConnectionPool
from redis.exceptions import RedisError

log = structlog.get_logger()

PATIENCE = 0.5  # seconds for any answer: everyone waits for it
MOST_AT_ONCE = 20  # connections; who comes later waits for one
APART = 5.0  # seconds in which one that failed is left alone


class SharedWindows:
    """The time is that of each node; they should agree within a second."""

    def __init__(self, url: str) -> None:
        self.pool = BlockingConnectionPool.from_url(
            url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, timeout=PATIENCE,
            max_connections=MOST_AT_ONCE,
        )  # fmt: skip
        pool: Any = self.pool  # the library's types know plain options alone
        storage = RedisStorage(f"async+{url}", implementation="redispy", key_prefix="heorot", connection_pool=pool)
        self.limiter = MovingWindowRateLimiter(storage)
        self.left_alone_until = 0.0

    async def again_at(self, rate: RateLimitItem, what: str, who: str) -> float | None:
        if time.monotonic() < self.left_alone_until:
            return None
        try:
            if await self.limiter.hit(rate, what, who):
                return 0
            return (await self.limiter.get_window_stats(rate, what, who)).reset_time
        except (RedisError, OSError) as error:
            log.warning("limits.alone", error=type(error).__name__)
            self.left_alone_until = time.monotonic() + APART
            return None

    async def close(self) -> None:
        await self.pool.disconnect()
