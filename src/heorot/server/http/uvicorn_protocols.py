"""The wires under requests and sockets: uvicorn's, but with an end to its patience. Whoever sends a head that never
ends, never reads, answers no ping, or floods us with pings and crumbs is cut off, and nobody else notices."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

HEAD_SECONDS, HEAD_BYTES = 10.0, 32 * 1024  # for the first lines of a request
MOST_PIECES = 256  # of one message
LEAVE_SECONDS = 5.0  # from the end of a conversation to the end of its wire


class RequestWire(HttpToolsProtocol):
    """A request must tell what it wants, in so many words and within so long."""

    deadline: asyncio.TimerHandle | None = None
    head = 0  # bytes

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.begin_head()

    def begin_head(self) -> None:
        self.head = 0
        self.deadline = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def end_head(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.head += len(data)
        if self.deadline is not None and self.head > HEAD_BYTES:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.deadline is None:
            self.begin_head()

    def on_headers_complete(self) -> None:
        self.end_head()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.end_head()
        super().connection_lost(exc)


class SocketWire(WebSocketsSansIOProtocol):
    """A socket that is not read from is not written to for ever."""

    def handle_ping(self) -> None:
        """A pong, unless the last ones still wait to be read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message; of dust there is no end."""
        if len(self.frames) >= MOST_PIECES:
            return self.transport.abort()
        super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Who answers no ping will not read a goodbye either."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """When all is said, the other side has a moment to take leave."""
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(LEAVE_SECONDS, self.transport.abort)
