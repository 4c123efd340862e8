"""Rate limits counted across all nodes in Redis, by the library `limits`."""

import time
from typing import Any

import structlog
from limits import RateLimitItem
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter
from redis.asyncio import BlockingConnectionPool
from redis.exceptions import RedisError

log = structlog.get_logger()

TIMEOUT_SECONDS = 0.5  # for any reply; every request waits for it
MAX_CONNECTIONS = 20  # further callers wait for a free one
BACKOFF_SECONDS = 5.0  # during which a failed Redis is not tried again


class SharedRateLimits:
    """Moving windows in Redis. Each node uses its own time; they should agree within a second."""

    def __init__(self, url: str) -> None:
        self.pool = BlockingConnectionPool.from_url(
            url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS, timeout=TIMEOUT_SECONDS,
            max_connections=MAX_CONNECTIONS,
        )  # fmt: skip
        pool: Any = self.pool  # the library's types do not include pools
        storage = RedisStorage(f"async+{url}", implementation="redispy", key_prefix="heorot", connection_pool=pool)
        self.limiter = MovingWindowRateLimiter(storage)
        self.retry_after = 0.0

    async def retry_at(self, rate: RateLimitItem, what: str, who: str) -> float | None:
        if time.monotonic() < self.retry_after:
            return None
        try:
            if await self.limiter.hit(rate, what, who):
                return 0
            return (await self.limiter.get_window_stats(rate, what, who)).reset_time
        except (RedisError, OSError) as error:
            log.warning("limits.alone", error=type(error).__name__)
            self.retry_after = time.monotonic() + BACKOFF_SECONDS
            return None

    async def close(self) -> None:
        await self.pool.disconnect()
