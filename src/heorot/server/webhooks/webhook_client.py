"""A call to an address that a stranger has given us: it must not reach anything that the stranger could not reach
alone.

Only https, to port 443 or 8443, to a name that stands for public addresses and nothing else. The name is looked up
once, the addresses are checked, and the connection goes to one of those very addresses, whatever the name stands for a
moment later; the certificate must be the name's all the same. Nothing is followed, next to nothing is read, and it
takes seconds at the most. Names and addresses that are slow hold up their own calls and nobody else's.
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
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal, TypeAlias
from urllib.parse import quote, urlsplit

from heorot.server.clock import Clock
from heorot.server.errors import Refusal
from heorot.server.lines import Lines

Reach: TypeAlias = Literal["off", "public", "any"]  # whom a server may call; any: for closed networks, and for tests
Address: TypeAlias = IPv4Address | IPv6Address

LONGEST = 500  # characters of an address
PORTS = {443, 8443}
SECONDS = 10.0  # for the look-up of a name, and again from the connection to the first line of the answer
PATIENCE = 20.0  # seconds that who sets an address waits at most, for a line too
SAFE = "/%:@!$&'()*+,;=~-._"  # in a path, besides letters and digits
LINE = 1024  # bytes that are read at most
LOOKS, LINES, EACH = 32, 32, 2  # names looked up at once, addresses called at once, and how many of them are one share
FAMILIES = {3: 2, 2: 4}  # shares of all names that end in the same so many parts
LOOKING_UP = ThreadPoolExecutor(LOOKS, "look-up")  # names that are answered late keep nobody from reading a table
ONE_CUSTOMER = 64  # bits of an IPv6 address
WORLD = ip_network("2000::/3")  # of IPv6, the only part that leads out into the world
TUNNELS = [  # addresses in which others are wrapped up, or that mean something to one network alone
    ip_network(text) for text in ("2001::/32", "2002::/16", "192.88.99.0/24", "192.0.0.0/24")
]


@dataclass(frozen=True, slots=True)
class Place:
    """Whom to call."""

    scheme: str
    host: str
    port: int
    path: str


class NotCalled(Exception):
    """Nobody took the call."""


def place_of(url: str, reach: Reach) -> Place:
    """An address taken apart; a Refusal if it is not one that this server calls."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode().lower()
        port = parts.port
    except (ValueError, UnicodeError):
        raise bad() from None
    known = {"https": 443, "http": 80} if reach == "any" else {"https": 443}
    wrong = not url.isprintable() or " " in url or parts.username is not None or parts.password is not None
    if len(url) > LONGEST or wrong or parts.scheme not in known or not host or parts.fragment:
        raise bad()
    port = port or known[parts.scheme]
    if reach != "any" and port not in PORTS:
        raise bad()
    path = quote(parts.path or "/", safe=SAFE) + (f"?{quote(parts.query, safe=SAFE + '?')}" if parts.query else "")
    return Place(parts.scheme, host, port, path)


def bad() -> Refusal:
    """The address is not repeated: it may hold a secret of its own."""
    return Refusal("bad-address", "server.bad-address")


# ---- Where it leads --------------------------------------------------------------------------------------------------


def is_address(host: str) -> bool:
    """Whether it is no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: Address) -> bool:
    """Whether anyone on the internet could call it: no loopback, no home, no neighbour, no cloud's inside."""
    plain = getattr(address, "ipv4_mapped", None) or address
    if any(plain.version == tunnel.version and plain in tunnel for tunnel in TUNNELS):
        return False
    if isinstance(plain, IPv6Address) and plain not in WORLD:
        return False
    return plain.is_global and not (plain.is_multicast or plain.is_reserved or plain.is_unspecified)


async def look_up(host: str, port: int) -> list[str]:
    """All addresses that a name stands for."""
    asked = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(LOOKING_UP, asked)
    return [str(one[4][0]).partition("%")[0] for one in found]


# ---- The call --------------------------------------------------------------------------------------------------------


def signed(secret: str, at: int, body: bytes) -> str:
    """HMAC-SHA-256 over the second at which it is sent, a dot, and the body."""
    return hmac.digest(secret.encode(), f"{at}.".encode() + body, "sha256").hex()


class Telephone:
    """How a server calls: so many at once, and few of them to one name or address."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.looks, self.lines = Lines(LOOKS, EACH), Lines(LINES, EACH)
        self.looking: set[asyncio.Task[list[str]]] = set()

    async def check(self, url: str) -> None:
        """A Refusal if it is no address that this server calls. Who wants to know does not wait for long."""
        place = place_of(url, self.reach)
        try:
            async with asyncio.timeout(PATIENCE):
                await self.resolved(place)
        except TimeoutError:
            raise Refusal("busy", "server.look-ups-busy") from None

    async def call(self, url: str, secret: str, clock: Clock, body: bytes) -> None:
        """Send it; NotCalled unless it is taken with a 2xx. What it waits for others is nobody's fault."""
        try:
            place = place_of(url, self.reach)
            address = await self.resolved(place)
            async with self.lines.to(lines_to(place.host, address)), asyncio.timeout(SECONDS):
                status = await post(place, address, head(place, secret, clock.now() // 1000, body) + body)
        except (Refusal, OSError, TimeoutError, ValueError, EOFError, asyncio.LimitOverrunError) as error:
            raise NotCalled(type(error).__name__) from None
        if not 200 <= status < 300:
            raise NotCalled(str(status))

    async def resolved(self, place: Place) -> str:
        """One of its addresses. Where any of them is not public, none is: that is how names are made to lead
        elsewhere."""
        try:
            found = await self.addresses(place)
        except (OSError, TimeoutError, UnicodeError):
            raise bad() from None
        if not found or (self.reach != "any" and not all(is_public(ip_address(one)) for one in found)):
            raise bad()
        return found[0]

    async def addresses(self, place: Place) -> list[str]:
        """All that a name stands for. Nobody waits for it too long, once it is looked up; but no thread can be called
        back, and so its line is busy until the thread has come back."""
        begun = asyncio.Event()
        looking = asyncio.create_task(self.looked_up(place, begun))
        self.looking.add(looking)
        looking.add_done_callback(self.have_looked)
        try:
            await begun.wait()
        except BaseException:
            if not begun.is_set():
                looking.cancel()  # it still waits for its line
            raise
        async with asyncio.timeout(SECONDS):
            return await asyncio.shield(looking)

    async def looked_up(self, place: Place, begun: asyncio.Event) -> list[str]:
        """The same, however long it takes."""
        async with self.looks.to(owners_of(place.host)):
            begun.set()
            return await look_up(place.host, place.port)

    def have_looked(self, task: asyncio.Task[list[str]]) -> None:
        """What went wrong is told to who still waits for it."""
        self.looking.discard(task)
        if not task.cancelled():
            task.exception()


def owners_of(host: str) -> dict[str, int]:
    """Whose a name may be, and how many shares of the lines they have. Nobody can tell by a name how many of its last
    parts are one owner's (example.org, example.co.uk, me.duckdns.org): so the name itself has one share, and all that
    end alike have more, the more they may be, and never so many that nothing is left for others."""
    if is_address(host):
        return {network_of(host): 1}
    parts = host.rstrip(".").split(".")
    families = {f".{'.'.join(parts[-last:])}": share for last, share in FAMILIES.items() if len(parts) > last}
    return {".".join(parts): 1, **families}


def lines_to(host: str, address: str) -> dict[str, int]:
    """The name and the address, and only then what others share with them: who waits for an address that is slow holds
    up nobody else of the family."""
    name, *families = owners_of(host).items()
    return dict([name, (network_of(address), 1), *families])


def network_of(address: str) -> str:
    """An address; of IPv6 the network, all of whose addresses are one customer's."""
    found = ip_address(address)
    return address if found.version == 4 else str(ip_network((found, ONE_CUSTOMER), strict=False))


def head(place: Place, secret: str, at: int, body: bytes) -> bytes:
    """The head of the request."""
    host = place.host if place.port in (80, 443) else f"{place.host}:{place.port}"
    told: Sequence[str] = (
        f"POST {place.path} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: Heorot",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Heorot-Timestamp: {at}",
        f"Heorot-Signature: v1={signed(secret, at, body)}",
        "Connection: close",
    )
    return "\r\n".join((*told, "", "")).encode("ascii")


async def post(place: Place, address: str, request: bytes) -> int:
    """The status that came back; the connection goes to the address that was checked."""
    secure = ssl.create_default_context() if place.scheme == "https" else None
    name = place.host if secure else None
    reader, writer = await asyncio.open_connection(address, place.port, ssl=secure, server_hostname=name, limit=LINE)
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
