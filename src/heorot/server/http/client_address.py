"""Whom a request comes from. A proxy says it in X-Forwarded-For; anyone else could say anything there."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

from heorot.server.settings import Network

Address: TypeAlias = IPv4Address | IPv6Address

NOBODY = "0.0.0.0"  # a socket without an address, as between programs of one machine
HOME_BITS = 64  # of an IPv6 address: whoever has one has all that begin like it
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")


class Addressed:
    """Writes the client's address where routes and limits look for it: `state.address`."""

    def __init__(self, app: ASGIApp, proxies: Sequence[Network]) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            note_address(scope, self.proxies)
        await self.app(scope, receive, send)


def note_address(scope: Scope, proxies: Sequence[Network]) -> None:
    """Write it down."""
    state = scope.setdefault("state", {})
    state["address"], state["near"] = who(str(client(scope, proxies))), is_near(scope, proxies)


def client(scope: Scope, proxies: Sequence[Network]) -> Address:
    """The nearest address that is not one of our proxies."""
    peer = read(scope["client"][0]) if scope.get("client") else None
    found = peer or ip_address(NOBODY)
    for text in reversed(forwarded(scope)):
        if not is_within(found, proxies) or (nearer := read(text)) is None:
            break
        found = nearer
    return found


def forwarded(scope: Scope) -> list[str]:
    """The addresses that were passed on, the nearest last."""
    values = [value.decode("latin-1") for name, value in headers(scope) if name == b"x-forwarded-for"]
    return [part.strip() for part in ",".join(values).split(",") if part.strip()]


def headers(scope: Scope) -> Iterable[tuple[bytes, bytes]]:
    """The headers, their names in small letters."""
    found: Any = scope["headers"]
    return ((name.lower(), value) for name, value in found)


def read(text: str) -> Address | None:
    """An address, which may have a port; an IPv4 address in the clothes of IPv6 is itself again."""
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    bare = bare.rpartition(":")[0] if bare.count(":") == 1 else bare
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_within(address: Address, networks: Sequence[Network]) -> bool:
    """Whether an address is one of these."""
    return any(address in network for network in networks)


def is_near(scope: Scope, proxies: Sequence[Network]) -> bool:
    """Whether a request comes from this machine or one that is trusted; not if a stranger passed it on."""
    address = client(scope, proxies)
    passed_on = any(name in FORWARDED for name, _ in headers(scope))
    peer = read(scope["client"][0]) if scope.get("client") else None
    if passed_on and not (peer and is_within(peer, proxies)):
        return False
    return address.is_loopback or is_within(address, proxies)


def who(address: str) -> str:
    """Whom limits count: an address, or the whole home of an IPv6 address."""
    found = read(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, HOME_BITS), strict=False).network_address)
    return str(found or NOBODY)
