"""The client's IP address. Only a trusted proxy may set it by X-Forwarded-For; other clients could write anything
there."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from heorot.server.ip_addresses import IPV6_PREFIX_BITS, IpAddress
from heorot.server.settings import Network

UNKNOWN = "0.0.0.0"  # of a connection without an IP address, such as a Unix socket
FORWARDING_HEADERS = (b"x-forwarded-for", b"forwarded", b"x-real-ip")


class ClientAddressMiddleware:
    """Store the client's address in `state.address`, where routes and limits read it."""

    def __init__(self, app: ASGIApp, proxies: Sequence[Network]) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            set_client_address(scope, self.proxies)
        await self.app(scope, receive, send)


def set_client_address(scope: Scope, proxies: Sequence[Network]) -> None:
    """Set `state.address` and whether the request is local."""
    state = scope.setdefault("state", {})
    state["address"], state["is_local"] = rate_limit_key(str(client_address(scope, proxies))), is_local(scope, proxies)


def client_address(scope: Scope, proxies: Sequence[Network]) -> IpAddress:
    """Return the nearest address that is not one of our proxies."""
    peer = parse_address(scope["client"][0]) if scope.get("client") else None
    address = peer or ip_address(UNKNOWN)
    for text in reversed(forwarded_for(scope)):
        if not is_within(address, proxies) or (nearer := parse_address(text)) is None:
            break
        address = nearer
    return address


def forwarded_for(scope: Scope) -> list[str]:
    """Return the addresses of X-Forwarded-For, nearest last."""
    values = [value.decode("latin-1") for name, value in lower_case_headers(scope) if name == b"x-forwarded-for"]
    return [part.strip() for part in ",".join(values).split(",") if part.strip()]


def lower_case_headers(scope: Scope) -> Iterable[tuple[bytes, bytes]]:
    """Return the headers with lower-case names."""
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return ((name.lower(), value) for name, value in headers)


def parse_address(text: str) -> IpAddress | None:
    """Parse an address with an optional port; unwrap IPv4-mapped IPv6 addresses. Return None if it is invalid."""
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    bare = bare.rpartition(":")[0] if bare.count(":") == 1 else bare
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_within(address: IpAddress, networks: Sequence[Network]) -> bool:
    """Return whether an address is in one of the networks."""
    return any(address in network for network in networks)


def is_local(scope: Scope, proxies: Sequence[Network]) -> bool:
    """Return whether a request comes from this machine or a trusted network, and was not forwarded by an untrusted
    proxy."""
    address = client_address(scope, proxies)
    passed_on = any(name in FORWARDING_HEADERS for name, _ in lower_case_headers(scope))
    peer = parse_address(scope["client"][0]) if scope.get("client") else None
    if passed_on and not (peer and is_within(peer, proxies)):
        return False
    return address.is_loopback or is_within(address, proxies)


def rate_limit_key(address: str) -> str:
    """Return the key that rate limits count by: an IPv4 address, or the /64 network of an IPv6 address."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_PREFIX_BITS), strict=False).network_address)
    return str(parsed or UNKNOWN)
