"""Checks of the network: the port, proxies, the bus, and access to metrics."""

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
from heorot.server.doctor.finding import Finding
from heorot.server.serving import bind
from heorot.server.settings import Settings

TIMEOUT = 5.0  # seconds
LOOPBACK_OF = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # of wildcard addresses
LOCAL_NAMES = ("localhost", "localhost.localdomain")


# ---- The port ------------------------------------------------------------------------------------------------------


def port(settings: Settings) -> Iterator[Finding]:
    """Check that the port is free, or that our server answers there."""
    try:
        bind(settings.host, settings.port).close()
        yield Finding.ok(Sentence("doctor.port.free", host=settings.host, port=str(settings.port)))
    except HeorotError as error:
        yield running_server(settings) if error.key == "serve.taken" else Finding.from_error(error)


def running_server(settings: Settings) -> Finding:
    """Check the server that already uses the port."""
    place = {"host": settings.host, "port": str(settings.port)}
    status, body = get_json(settings, "/api/health")
    if status != 200 or body.get("status") != "ok" or "version" not in body:
        return Finding.error(Sentence("serve.taken", **place))
    found, known = str(body["version"]), version("heorot")
    if found != known:
        return Finding.warning(Sentence("doctor.port.other-version", found=found, known=known, **place))
    if get_json(settings, "/api/ready")[0] != 200:
        return Finding.error(Sentence("doctor.port.not-ready", **place))
    return Finding.ok(Sentence("doctor.port.ours", version=found, **place))


def get_json(settings: Settings, path: str) -> tuple[int, dict[str, object]]:
    """Return status and JSON body; (0, {}) if the answer is not HTTP, {} if it is not JSON."""
    host = LOOPBACK_OF.get(settings.host, settings.host)
    place = f"[{host}]" if ":" in host else host
    try:
        with build_opener(ProxyHandler({})).open(f"http://{place}:{settings.port}{path}", timeout=TIMEOUT) as answer:
            body = json.loads(answer.read(10_000))
            return answer.status, body if isinstance(body, dict) else {}
    except HTTPError as error:
        return error.code, {}
    except (OSError, HTTPException, ValueError):
        return 0, {}


# ---- Exposure ------------------------------------------------------------------------------------------------------


def exposure(settings: Settings) -> Iterator[Finding]:
    """Check who can reach the server, and whether limits can distinguish clients."""
    if any(network.prefixlen == 0 for network in settings.proxies):
        yield Finding.error(Sentence("doctor.doors.any-proxy"))
    elif is_loopback(settings.host):
        key = "doctor.doors.proxied" if settings.proxies else "doctor.doors.here"
        yield Finding.ok(Sentence(key, host=settings.host))
    elif settings.proxies:
        yield Finding.ok(Sentence("doctor.doors.proxied", host=settings.host))
    else:
        yield Finding.warning(Sentence("doctor.doors.bare", host=settings.host))
    if settings.limits == "off" and not (is_loopback(settings.host) and not settings.proxies):
        yield Finding.warning(Sentence("doctor.doors.unlimited"))


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is only reachable from this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in LOCAL_NAMES


def bus(settings: Settings) -> Iterator[Finding]:
    """Check that Redis answers. Missing packages are reported by the check of the database."""
    if settings.bus is None or find_spec("redis") is None:
        return
    from redis import Redis, RedisError  # optional dependency

    place = urlsplit(settings.bus).hostname or ""  # without a password
    try:
        with Redis.from_url(settings.bus, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT) as client:
            client.ping()
        yield Finding.ok(Sentence("doctor.bus.good", place=place))
    except (RedisError, OSError, ValueError) as error:
        yield Finding.error(Sentence("doctor.bus.silent", place=place, detail=type(error).__name__))


def metrics_access(settings: Settings) -> Iterator[Finding]:
    """Check who may read the metrics, which identify nobody but reveal the load."""
    if settings.metrics == "all":
        yield Finding.warning(Sentence("doctor.metrics.all"))
    else:
        yield Finding.ok(Sentence("doctor.metrics.good", who=settings.metrics))
