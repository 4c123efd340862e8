"""How people reach the server: its port, what stands in front of it, and who may look at its figures."""

import json
from collections.abc import Iterator
from http.client import HTTPException
from importlib.metadata import version
from importlib.util import find_spec
from ipaddress import ip_address
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Sentence
from heorot.server.doctor.finding import Finding, doubt, good, wrong, wrong_by
from heorot.server.serving import bind
from heorot.server.settings import Settings

PATIENCE = 5.0  # seconds
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # and where this machine itself is among it
HERE = ("localhost", "localhost.localdomain")


# ---- The port ------------------------------------------------------------------------------------------------------


def port(settings: Settings) -> Iterator[Finding]:
    """Free, or a server of ours answers there."""
    try:
        bind(settings.host, settings.port).close()
        yield good(Sentence("doctor.port.free", host=settings.host, port=str(settings.port)))
    except HeorotError as error:
        yield running(settings) if error.key == "serve.taken" else wrong_by(error)


def running(settings: Settings) -> Finding:
    """Who has the port already."""
    place = {"host": settings.host, "port": str(settings.port)}
    status, told = ask(settings, "/api/health")
    if status != 200 or told.get("status") != "ok" or "version" not in told:
        return wrong(Sentence("serve.taken", **place))
    found, known = str(told["version"]), version("heorot")
    if found != known:
        return doubt(Sentence("doctor.port.other-version", found=found, known=known, **place))
    if ask(settings, "/api/ready")[0] != 200:
        return wrong(Sentence("doctor.port.not-ready", **place))
    return good(Sentence("doctor.port.ours", version=found, **place))


def ask(settings: Settings, path: str) -> tuple[int, dict[str, object]]:
    """The status and what is told; nothing of what is no HTTP or no JSON."""
    host = EVERYWHERE.get(settings.host, settings.host)
    place = f"[{host}]" if ":" in host else host
    try:
        with build_opener(ProxyHandler({})).open(f"http://{place}:{settings.port}{path}", timeout=PATIENCE) as answer:
            told = json.loads(answer.read(10_000))
            return answer.status, told if isinstance(told, dict) else {}
    except HTTPError as error:
        return error.code, {}
    except (OSError, HTTPException, ValueError):
        return 0, {}


# ---- In front of it ------------------------------------------------------------------------------------------------


def doors(settings: Settings) -> Iterator[Finding]:
    """Who may come, and whether limits can tell people apart."""
    if any(network.prefixlen == 0 for network in settings.proxies):
        yield wrong(Sentence("doctor.doors.any-proxy"))
    elif is_here(settings.host):
        yield good(Sentence("doctor.doors.proxied" if settings.proxies else "doctor.doors.here", host=settings.host))
    elif settings.proxies:
        yield good(Sentence("doctor.doors.proxied", host=settings.host))
    else:
        yield doubt(Sentence("doctor.doors.bare", host=settings.host))
    if settings.limits == "off" and not (is_here(settings.host) and not settings.proxies):
        yield doubt(Sentence("doctor.doors.unlimited"))


def is_here(host: str) -> bool:
    """Whether only programs of this machine reach an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in HERE


def bus(settings: Settings) -> Iterator[Finding]:
    """Nodes hear of each other. That what they need is not installed, the look at the database has said."""
    if settings.bus is None or find_spec("redis") is None:
        return
    from redis import Redis, RedisError  # not everyone has it

    place = urlsplit(settings.bus).hostname or ""  # without a password
    try:
        with Redis.from_url(settings.bus, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE) as client:
            client.ping()
        yield good(Sentence("doctor.bus.good", place=place))
    except (RedisError, OSError, ValueError) as error:
        yield wrong(Sentence("doctor.bus.silent", place=place, detail=type(error).__name__))


def measured(settings: Settings) -> Iterator[Finding]:
    """Figures name nobody, but tell how busy a house is."""
    if settings.metrics == "all":
        yield doubt(Sentence("doctor.metrics.all"))
    else:
        yield good(Sentence("doctor.metrics.good", who=settings.metrics))
