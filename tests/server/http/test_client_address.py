"""Client addresses and allowed origins: pure functions of the ASGI scope."""

from ipaddress import ip_network

import pytest

from heorot.server.http.client_address import client_address, is_local, rate_limit_key
from heorot.server.http.origin import is_allowed_origin

PROXIES = (ip_network("10.0.0.0/8"), ip_network("127.0.0.1"))


def scope(peer: str | None = "192.0.2.1", **headers: str) -> dict:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (peer, 1) if peer else None, "headers": named}


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("192.0.2.1", None, "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),  # not a proxy
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"),  # the client's own header is ignored
        ("10.0.0.1", "203.0.113.9, 10.2.3.4", "203.0.113.9"),  # two trusted proxies
        ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.1", "[2001:db8::5]:4711", "2001:db8::5"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9, nonsense", "10.0.0.1"),
        ("::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"),
        (None, None, "0.0.0.0"),
    ],
)
def test_only_trusted_proxies_set_the_client_address(peer, forwarded, address):
    headers = {} if forwarded is None else {"x_forwarded_for": forwarded}
    assert str(client_address(scope(peer, **headers), PROXIES)) == address


def test_several_forwarding_headers_are_one_list():
    twice = scope("10.0.0.1")
    twice["headers"] = [(b"x-forwarded-for", b"203.0.113.9"), (b"X-Forwarded-For", b"10.0.0.7")]
    assert str(client_address(twice, PROXIES)) == "203.0.113.9"


def test_limits_count_the_64_bit_prefix_of_ipv6():
    assert rate_limit_key("2001:db8:1:2:3:4:5:6") == rate_limit_key("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert rate_limit_key("192.0.2.1") == "192.0.2.1"


def test_requests_forwarded_by_untrusted_proxies_are_not_local():
    assert is_local(scope("127.0.0.1"), ())
    assert is_local(scope("127.0.0.1"), PROXIES)
    assert is_local(scope("127.0.0.1", x_forwarded_for="10.0.0.3"), PROXIES)
    assert not is_local(scope("192.0.2.1"), PROXIES)
    assert not is_local(scope("127.0.0.1", x_forwarded_for="127.0.0.1"), ())
    assert not is_local(scope("127.0.0.1", forwarded="for=127.0.0.1"), ())
    assert not is_local(scope("127.0.0.1", x_forwarded_for="203.0.113.9"), PROXIES)


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        (None, "heorot.example", True),  # not a browser
        ("https://heorot.example", "heorot.example", True),
        ("http://heorot.example", "heorot.example", True),
        ("https://HEOROT.example", "heorot.EXAMPLE", True),
        ("https://heorot.example:443", "heorot.example", True),
        ("https://heorot.example", "heorot.example:443", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://friend.example", "heorot.example", True),  # allowed
        ("https://evil.example", "heorot.example", False),
        ("https://heorot.example:8000", "heorot.example", False),
        ("https://heorot.example.evil.example", "heorot.example", False),
        ("https://evil.example#heorot.example", "heorot.example", False),
        ("null", "heorot.example", False),
        ("", "heorot.example", False),
        ("https://", "", False),
        ("null", "", False),
        ("https://heorot.example:x", "heorot.example:x", False),
        ("file://heorot.example", "heorot.example", False),
    ],
)
def test_the_origin_must_match_the_host_or_the_settings(origin, host, ours):
    headers = {"host": host} if origin is None else {"host": host, "origin": origin}
    assert is_allowed_origin(scope(**headers), ("https://friend.example",)) == ours


def test_two_origin_headers_are_refused():
    twice = scope(host="a.example")
    twice["headers"] += [(b"origin", b"https://a.example"), (b"origin", b"https://b.example")]
    assert not is_allowed_origin(twice, ())
