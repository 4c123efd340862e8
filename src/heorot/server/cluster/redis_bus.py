"""Word between nodes through Redis: said after the store has it, and heard by all. What is lost on the way, nodes find
when they look again."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from heorot.server.bus import Wire, end_task, word_of

log = structlog.get_logger()

CHANNEL = "heorot"
PULSE = 5.0  # seconds of silence after which one asks whether there is anybody
PATIENCE = 5.0  # seconds for any answer
MOST_AT_ONCE = 500


class RedisBus(Wire):
    """Publishes what is stored, in order, without anyone waiting for it."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.client: Redis = Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE,
            decode_responses=True,
        )  # fmt: skip
        self.out: asyncio.Queue[str] = asyncio.Queue()
        self.telling: asyncio.Task[None] | None = None

    def publish(self, table: str, seq: int) -> None:
        self.out.put_nowait(word_of(table, seq))

    async def begin(self) -> None:
        await super().begin()
        self.telling = asyncio.create_task(self.tell())

    async def end(self) -> None:
        await super().end()
        if self.telling is not None:
            await end_task(self.telling)
        await self.client.aclose()

    async def tell(self) -> None:
        """Whatever waits, for ever."""
        while True:
            words = [await self.out.get()]
            while not self.out.empty() and len(words) < MOST_AT_ONCE:
                words.append(self.out.get_nowait())
            try:
                await self.say(words)
            except (RedisError, OSError) as error:
                log.warning("bus.silent", error=type(error).__name__, words=len(words))

    async def say(self, words: list[str]) -> None:
        """All with one trip."""
        async with self.client.pipeline(transaction=False) as pipe:
            for word in words:
                pipe.publish(CHANNEL, word)
            await pipe.execute()

    async def words(self) -> AsyncGenerator[str | None, None]:
        async with aclosing(self.client.pubsub()) as listening:
            await listening.subscribe(CHANNEL)
            silent = False
            while True:
                message: dict[str, Any] | None = await listening.get_message(timeout=PULSE)
                if message is None and silent:
                    raise TimeoutError
                if message is None:
                    await listening.ping()
                elif message["type"] == "subscribe":
                    yield None
                elif message["type"] == "message":
                    yield str(message["data"])
                silent = message is None
