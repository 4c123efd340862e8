"""Protection against cross-site requests: if a browser sends an Origin header, it must be allowed."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_errors import error_response

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
DEFAULT_PORTS = {"http": 80, "https": 443}


class OriginMiddleware:
    """Refuse requests with side effects from foreign origins; `ws_entry.py` checks WebSockets."""

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] == "http"
            and scope["method"] not in SAFE_METHODS
            and not is_allowed_origin(scope, self.allowed)
        ):
            await error_response(Refusal("foreign-origin", "server.foreign-origin"))(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def is_allowed_origin(scope: Scope, allowed: Sequence[str]) -> bool:
    """Return whether the origin is the request's own host or in the settings. Programs send no Origin header and are
    allowed."""
    headers = Headers(scope=scope)
    origins = headers.getlist("origin")
    if not origins:
        return True
    if len(origins) > 1:
        return False
    return origins[0].lower() in allowed or host_and_port(origins[0]) == target_host_and_port(
        headers.get("host", ""), origins[0]
    )


def host_and_port(origin: str) -> tuple[str | None, int | None]:
    """Return host and port of an origin; (None, None) if it is invalid."""
    try:
        parts = urlsplit(origin.lower())
        port = parts.port
    except ValueError:
        return None, None
    if parts.scheme not in DEFAULT_PORTS or parts.path or not parts.hostname:
        return None, None
    return parts.hostname, port or DEFAULT_PORTS[parts.scheme]


def target_host_and_port(host: str, origin: str) -> tuple[str | None, int | None] | None:
    """Return host and port of the Host header, with the default port of the origin's scheme; None if it is invalid."""
    scheme = origin.partition("://")[0].lower()
    target = host_and_port(f"{scheme}://{host}") if scheme in DEFAULT_PORTS else (None, None)
    return None if target == (None, None) else target
