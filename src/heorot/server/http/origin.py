"""Pages of strangers may not speak for a person: where a browser says which page a request comes from, it must be
ours."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from heorot.server.errors import Refusal
from heorot.server.failures import failure

HARMLESS = ("GET", "HEAD", "OPTIONS")
PORTS = {"http": 80, "https": 443}


class Origin:
    """Refuses any request that changes something, from a foreign page; gate.py does so for sockets."""

    def __init__(self, app: ASGIApp, allowed: Sequence[str]) -> None:
        self.app = app
        self.allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in HARMLESS and not is_ours(scope, self.allowed):
            await failure(Refusal("foreign-origin", "server.foreign-origin"))(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def is_ours(scope: Scope, allowed: Sequence[str]) -> bool:
    """Whether the page comes from the host that it speaks to, or from one that is allowed. Programs say no origin."""
    headers = Headers(scope=scope)
    said = headers.getlist("origin")
    if not said:
        return True
    if len(said) > 1:
        return False
    return said[0].lower() in allowed or place_of(said[0]) == host_of(headers.get("host", ""), said[0])


def place_of(origin: str) -> tuple[str | None, int | None]:
    """The host and the port of an origin; nothing, if it is none."""
    try:
        parts = urlsplit(origin.lower())
        port = parts.port
    except ValueError:
        return None, None
    if parts.scheme not in PORTS or parts.path or not parts.hostname:
        return None, None
    return parts.hostname, port or PORTS[parts.scheme]


def host_of(host: str, origin: str) -> tuple[str | None, int | None] | None:
    """The host and the port that a request was sent to; a port that goes without saying is that of the origin."""
    scheme = origin.partition("://")[0].lower()
    found = place_of(f"{scheme}://{host}") if scheme in PORTS else (None, None)
    return None if found == (None, None) else found
