"""Security headers of every response, and a limit for request bodies. Pure ASGI, so that nothing is buffered."""

import asyncio

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_errors import error_response

BODY_SECONDS = 30.0  # until the whole body must have arrived

CONTENT_SECURITY_POLICY = "; ".join(
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

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SecurityHeadersMiddleware:
    """Add security headers, and forbid caching of API responses, which may be for one seat alone, unless the route says
    otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


class BodyLimitMiddleware:
    """Refuse bodies that are too large, by Content-Length or as soon as too much has arrived, and bodies that take too
    long."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if declared_length(scope) > self.most:
            return await error_response(Refusal("too-large", "server.too-large"))(scope, receive, send)
        received, more, until = 0, True, asyncio.get_running_loop().time() + BODY_SECONDS

        async def receive_limited() -> Message:
            nonlocal received, more
            message = await (receive_before(until, receive) if more else receive())
            received, more = received + len(message.get("body", b"")), message.get("more_body", False)
            if received > self.most:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_limited, send)


async def receive_before(until: float, receive: Receive) -> Message:
    """Return the next part of a body; raise 408 if it does not arrive before the deadline."""
    try:
        async with asyncio.timeout_at(until):
            return await receive()
    except TimeoutError:
        raise HTTPException(408) from None


def declared_length(scope: Scope) -> int:
    """Return the Content-Length; 0 without one, when the body is measured while it arrives."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if lengths and lengths[0].isdigit() else 0
