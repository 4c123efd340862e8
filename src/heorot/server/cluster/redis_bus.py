"""Publish table updates over Redis after commit. The reconciler finds what is lost on the way."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from heorot.server.cluster.bus import RemoteBus, cancel_task, encode_update

log = structlog.get_logger()

CHANNEL = "heorot"
PING_SECONDS = 5.0  # of silence before a ping; after as many more the connection counts as dead
TIMEOUT_SECONDS = 5.0  # for any reply
MAX_BATCH = 500


class RedisBus(RemoteBus):
    """Bus over a Redis channel. Updates are queued and published in order, so that no caller waits."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.client: Redis = Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS,
            decode_responses=True,
        )  # fmt: skip
        self.outgoing: asyncio.Queue[str] = asyncio.Queue()
        self.publisher: asyncio.Task[None] | None = None

    def publish(self, table: str, seq: int) -> None:
        self.outgoing.put_nowait(encode_update(table, seq))

    async def start(self) -> None:
        await super().start()
        self.publisher = asyncio.create_task(self.publish_queue())

    async def stop(self) -> None:
        await super().stop()
        if self.publisher is not None:
            await cancel_task(self.publisher)
        await self.client.aclose()

    async def publish_queue(self) -> None:
        """Publish queued updates until cancelled; drop a batch that fails."""
        while True:
            messages = [await self.outgoing.get()]
            while not self.outgoing.empty() and len(messages) < MAX_BATCH:
                messages.append(self.outgoing.get_nowait())
            try:
                await self.publish_batch(messages)
            except (RedisError, OSError) as error:
                log.warning("bus.silent", error=type(error).__name__, words=len(messages))

    async def publish_batch(self, messages: list[str]) -> None:
        """Publish all messages in one round trip."""
        async with self.client.pipeline(transaction=False) as pipe:
            for message in messages:
                pipe.publish(CHANNEL, message)
            await pipe.execute()

    async def receive(self) -> AsyncGenerator[str | None, None]:
        async with aclosing(self.client.pubsub()) as channel:
            await channel.subscribe(CHANNEL)
            silent = False
            while True:
                message: dict[str, Any] | None = await channel.get_message(timeout=PING_SECONDS)
                if message is None and silent:
                    raise TimeoutError
                if message is None:
                    await channel.ping()
                elif message["type"] == "subscribe":
                    yield None
                elif message["type"] == "message":
                    yield str(message["data"])
                silent = message is None
