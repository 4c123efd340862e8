"""uvicorn's protocols with timeouts and limits against slow and flooding clients: endless request heads, unread
responses, unanswered pings, ping floods and tiny fragments."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

HEAD_TIMEOUT, MAX_HEAD_BYTES = 10.0, 32 * 1024  # of the request line and headers
MAX_FRAGMENTS = 256  # of one message
CLOSE_TIMEOUT = 5.0  # seconds from the end of the application to closing the transport


class LimitedHttpProtocol(HttpToolsProtocol):
    """Abort connections whose request head is too long or too slow."""

    deadline: asyncio.TimerHandle | None = None
    head_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.start_head_timer()

    def start_head_timer(self) -> None:
        self.head_bytes = 0
        self.deadline = self.loop.call_later(HEAD_TIMEOUT, self.transport.abort)

    def stop_head_timer(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.head_bytes += len(data)
        if self.deadline is not None and self.head_bytes > MAX_HEAD_BYTES:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.deadline is None:
            self.start_head_timer()

    def on_headers_complete(self) -> None:
        self.stop_head_timer()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_head_timer()
        super().connection_lost(exc)


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Abort connections that do not read, do not answer pings, or flood."""

    def handle_ping(self) -> None:
        """Send a pong; abort if earlier ones are still unread."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Accept a fragment; abort if a message has too many."""
        if len(self.frames) >= MAX_FRAGMENTS:
            return self.transport.abort()
        super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        """Abort: a client that answers no ping will not read a close frame either."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Give the client a moment to close after the application has ended."""
        await super().run_asgi()
        if not self.disconnected:
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
