"""What goes with every answer, and how large a request may be. Pure ASGI, so that nothing is buffered."""

import asyncio

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heorot.server.errors import Refusal
from heorot.server.failures import failure

BODY_SECONDS = 30.0  # in which a whole request must have come

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html heorot-worker",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Headers:
    """Adds them; and no browser or proxy keeps what the API says, since it may be for one seat alone, but for what a
    route says is for everyone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, sending)


class BodyCap:
    """Refuses what is too large: at once where the length is said, else as soon as too much has come; and what never
    comes to an end."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if said_length(scope) > self.most:
            return await failure(Refusal("too-large", "server.too-large"))(scope, receive, send)
        come, more, until = 0, True, asyncio.get_running_loop().time() + BODY_SECONDS

        async def receiving() -> Message:
            nonlocal come, more
            message = await (within(until, receive) if more else receive())
            come, more = come + len(message.get("body", b"")), message.get("more_body", False)
            if come > self.most:
                raise HTTPException(413)
            return message

        await self.app(scope, receiving, send)


async def within(until: float, receive: Receive) -> Message:
    """The next part of a body, if it comes in time."""
    try:
        async with asyncio.timeout_at(until):
            return await receive()
    except TimeoutError:
        raise HTTPException(408) from None


def said_length(scope: Scope) -> int:
    """How long a request says that its body is; one that says nothing is measured as it comes."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0
