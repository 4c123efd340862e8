"""HTTP client for webhooks, which must not reach anything that the player who set the URL could not reach (SSRF).

Only https to port 443 or 8443, and only to hosts whose addresses are all public. The host is resolved once, its
addresses are checked, and the connection goes to one of them, whatever the name resolves to later; the certificate must
still match the host. Redirects are not followed, almost nothing is read, and a call takes seconds at most. Slow hosts
and addresses delay only their own calls.
"""

import asyncio
import hmac
import socket
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Literal, TypeAlias
from urllib.parse import quote, urlsplit

from heorot.server.clock import Clock
from heorot.server.ip_addresses import IPV6_PREFIX_BITS, IpAddress
from heorot.server.protocol.errors import Refusal
from heorot.server.webhooks.fair_semaphore import FairSemaphore

AllowedTargets: TypeAlias = Literal["off", "public", "any"]  # "any" is for closed networks and tests

MAX_URL = 500  # characters
PORTS = {443, 8443}
TIMEOUT = 10.0  # seconds to resolve a host, and again from connecting to the status line
CHECK_TIMEOUT = 20.0  # seconds to check a new URL, including the wait for a free slot
SAFE_PATH_CHARS = "/%:@!$&'()*+,;=~-._"  # besides letters and digits
MAX_RESPONSE_LINE = 1024  # bytes
MAX_LOOKUPS, MAX_CONNECTIONS = 32, 32  # at once
SHARE = 2  # slots of one share
DOMAIN_SHARES = {3: 2, 2: 4}  # domain levels of a common suffix: its number of shares
LOOKUP_THREADS = ThreadPoolExecutor(MAX_LOOKUPS, "look-up")  # separate: slow name servers must not block others
IPV6_GLOBAL = ip_network("2000::/3")  # global unicast
TUNNELS = [  # ranges that embed other addresses or are special within one network
    ip_network(text) for text in ("2001::/32", "2002::/16", "192.88.99.0/24", "192.0.0.0/24")
]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A parsed webhook URL."""

    scheme: str
    host: str
    port: int
    path: str


class DeliveryFailed(Exception):
    """The receiver did not accept the call."""


def parse_endpoint(url: str, allowed_targets: AllowedTargets) -> Endpoint:
    """Parse a URL; raise `Refusal` if this server may not call it."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode().lower()
        port = parts.port
    except (ValueError, UnicodeError):
        raise bad_address() from None
    known = {"https": 443, "http": 80} if allowed_targets == "any" else {"https": 443}
    wrong = not url.isprintable() or " " in url or parts.username is not None or parts.password is not None
    if len(url) > MAX_URL or wrong or parts.scheme not in known or not host or parts.fragment:
        raise bad_address()
    port = port or known[parts.scheme]
    if allowed_targets != "any" and port not in PORTS:
        raise bad_address()
    path = quote(parts.path or "/", safe=SAFE_PATH_CHARS) + (
        f"?{quote(parts.query, safe=SAFE_PATH_CHARS + '?')}" if parts.query else ""
    )
    return Endpoint(parts.scheme, host, port, path)


def bad_address() -> Refusal:
    """Return the error for a bad URL, which is not repeated because it may contain a secret."""
    return Refusal("bad-address", "server.bad-address")


# ---- Addresses -----------------------------------------------------------------------------------------------------


def is_ip_address(host: str) -> bool:
    """Return whether a host is an IP address and not a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: IpAddress) -> bool:
    """Return whether an address is reachable on the public internet: no loopback, private, link-local or cloud metadata
    address."""
    plain = getattr(address, "ipv4_mapped", None) or address
    if any(plain.version == tunnel.version and plain in tunnel for tunnel in TUNNELS):
        return False
    if isinstance(plain, IPv6Address) and plain not in IPV6_GLOBAL:
        return False
    return plain.is_global and not (plain.is_multicast or plain.is_reserved or plain.is_unspecified)


async def resolve_host(host: str, port: int) -> list[str]:
    """Return all addresses of a host."""
    query = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    results = await asyncio.get_running_loop().run_in_executor(LOOKUP_THREADS, query)
    return [str(result[4][0]).partition("%")[0] for result in results]


# ---- Calls ---------------------------------------------------------------------------------------------------------


def signature(secret: str, at: int, body: bytes) -> str:
    """Return HMAC-SHA-256 over the time in seconds, a dot, and the body."""
    return hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256").hex()


class WebhookClient:
    """Make webhook calls, with limits in total and per host and address."""

    def __init__(self, allowed_targets: AllowedTargets) -> None:
        self.allowed_targets = allowed_targets
        self.lookups, self.connections = FairSemaphore(MAX_LOOKUPS, SHARE), FairSemaphore(MAX_CONNECTIONS, SHARE)
        self.lookup_tasks: set[asyncio.Task[list[str]]] = set()

    async def check(self, url: str) -> None:
        """Raise `Refusal` if this server may not call a URL, or cannot find out in time."""
        endpoint = parse_endpoint(url, self.allowed_targets)
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                await self.resolve(endpoint)
        except TimeoutError:
            raise Refusal("busy", "server.look-ups-busy") from None

    async def call(self, url: str, secret: str, clock: Clock, body: bytes) -> None:
        """POST a signed body; raise `DeliveryFailed` unless the receiver answers with 2xx. Waiting for a free slot has
        no timeout."""
        try:
            endpoint = parse_endpoint(url, self.allowed_targets)
            address = await self.resolve(endpoint)
            async with self.connections.acquire(connection_shares(endpoint.host, address)), asyncio.timeout(TIMEOUT):
                status = await post(endpoint, address, request_head(endpoint, secret, clock.now() // 1000, body) + body)
        except (Refusal, OSError, TimeoutError, ValueError, EOFError, asyncio.LimitOverrunError) as error:
            raise DeliveryFailed(type(error).__name__) from None
        if not 200 <= status < 300:
            raise DeliveryFailed(str(status))

    async def resolve(self, endpoint: Endpoint) -> str:
        """Return one address of the endpoint; raise `Refusal` if any of its addresses is not public, because a mixed
        result is a sign of DNS rebinding."""
        try:
            addresses = await self.resolve_all(endpoint)
        except (OSError, TimeoutError, UnicodeError):
            raise bad_address() from None
        public = all(is_public(ip_address(address)) for address in addresses)
        if not addresses or (self.allowed_targets != "any" and not public):
            raise bad_address()
        return addresses[0]

    async def resolve_all(self, endpoint: Endpoint) -> list[str]:
        """Resolve an endpoint with a timeout that begins when the lookup runs. A lookup thread cannot be cancelled, so
        it keeps its slot until it returns."""
        begun = asyncio.Event()
        lookup = asyncio.create_task(self.run_lookup(endpoint, begun))
        self.lookup_tasks.add(lookup)
        lookup.add_done_callback(self.forget_lookup)
        try:
            await begun.wait()
        except BaseException:
            if not begun.is_set():
                lookup.cancel()  # it still waits for a slot
            raise
        async with asyncio.timeout(TIMEOUT):
            return await asyncio.shield(lookup)

    async def run_lookup(self, endpoint: Endpoint, begun: asyncio.Event) -> list[str]:
        """Resolve an endpoint without a timeout; set `begun` once it has a slot."""
        async with self.lookups.acquire(host_shares(endpoint.host)):
            begun.set()
            return await resolve_host(endpoint.host, endpoint.port)

    def forget_lookup(self, task: asyncio.Task[list[str]]) -> None:
        """Remove a finished lookup and mark its exception as retrieved."""
        self.lookup_tasks.discard(task)
        if not task.cancelled():
            task.exception()


def host_shares(host: str) -> dict[str, int]:
    """Return the keys that limit calls to a host, with their shares. A name does not tell how many of its last parts
    belong to one owner (example.org, example.co.uk, me.duckdns.org): the full name gets one share, and each common
    suffix more, but never all."""
    if is_ip_address(host):
        return {address_key(host): 1}
    parts = host.rstrip(".").split(".")
    families = {f".{'.'.join(parts[-last:])}": share for last, share in DOMAIN_SHARES.items() if len(parts) > last}
    return {".".join(parts): 1, **families}


def connection_shares(host: str, address: str) -> dict[str, int]:
    """Return the keys of a host and its address, then those of its domains: a task that waits for a slow address must
    not hold a slot of the domain."""
    name, *families = host_shares(host).items()
    return dict([name, (address_key(address), 1), *families])


def address_key(address: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address."""
    parsed = ip_address(address)
    return address if parsed.version == 4 else str(ip_network((parsed, IPV6_PREFIX_BITS), strict=False))


def request_head(endpoint: Endpoint, secret: str, at: int, body: bytes) -> bytes:
    """Return the head of the request."""
    host = endpoint.host if endpoint.port in (80, 443) else f"{endpoint.host}:{endpoint.port}"
    lines: Sequence[str] = (
        f"POST {endpoint.path} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: Heorot",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Heorot-Timestamp: {at}",
        f"Heorot-Signature: v1={signature(secret, at, body)}",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode("ascii")


async def post(endpoint: Endpoint, address: str, request: bytes) -> int:
    """Send a request to the checked address and return the response's status."""
    secure = ssl.create_default_context() if endpoint.scheme == "https" else None
    name = endpoint.host if secure else None
    reader, writer = await asyncio.open_connection(
        address, endpoint.port, ssl=secure, server_hostname=name, limit=MAX_RESPONSE_LINE
    )
    try:
        writer.write(request)
        await writer.drain()
        version, status, *_ = (await reader.readuntil(b"\n")).split(maxsplit=2)
        if not version.startswith(b"HTTP/1."):
            raise ValueError("no HTTP")
        return int(status)
    finally:
        writer.close()
        with suppress(Exception):
            writer.transport.abort()
