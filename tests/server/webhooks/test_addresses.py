"""Webhooks reach only public addresses, and only targets that the settings allow."""

import asyncio
from ipaddress import ip_address

import pytest

from heorot.server.protocol.errors import Refusal
from heorot.server.webhooks import webhook_client
from heorot.server.webhooks.webhook_client import DeliveryFailed, WebhookClient, is_public, parse_endpoint
from tests.server.support.in_process_server import InProcessServer
from tests.server.support.webhook_world import call, start_game

INSIDE = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.5.5", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.88.99.1", "::1", "::", "fe80::1",
    "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_private_addresses_are_recognised(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_public_addresses_are_recognised(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize("url", [
    "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x", "example.org",
    "https://user@example.org/", "https://user:word@example.org/", "https://example.org:22/", "https://example.org:25/",
    "https://example.org:99999/", "https://example.org/#part", "https://example.org/a b", "https://example.org/\r\nX:y",
    "https://exa mple.org/", "https://[::1", "gopher://example.org/", "https://example.org/" + "x" * 500,
    "https://example.org\\@127.0.0.1/", "//example.org/",
])  # fmt: skip
def test_forbidden_urls_are_refused(url):
    with pytest.raises(Refusal, match=r"server\.bad-address"):
        parse_endpoint(url, "public")


def test_urls_cannot_inject_headers():
    place = parse_endpoint("https://example.org/é/þ?a=ð&b=%0d%0aX:1", "public")
    head = webhook_client.request_head(place, "s", 1, b"{}")
    assert head.isascii()
    assert head.count(b"\r\n") == 9


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::1"], ["::ffff:10.1.1.1"], []])
async def test_hosts_with_private_addresses_are_refused(monkeypatch, addresses):
    async def look_up(host, port):
        return addresses

    monkeypatch.setattr(webhook_client, "resolve_host", look_up)
    with pytest.raises(Refusal, match=r"server\.bad-address"):
        await WebhookClient("public").resolve(parse_endpoint("https://example.org/", "public"))


async def test_the_connection_uses_the_checked_address(monkeypatch):
    """DNS rebinding after the check has no effect."""
    lookups, opened = [], []

    async def look_up(host, port):
        lookups.append(host)
        return ["1.1.1.1"] if len(lookups) == 1 else ["127.0.0.1"]

    async def connect(address, port, ssl, server_hostname, limit):
        opened.append((address, port, ssl is not None, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(webhook_client, "resolve_host", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(DeliveryFailed):
        await call("https://example.org/", "public")
    assert (lookups, opened) == (["example.org"], [("1.1.1.1", 443, True, "example.org")])


async def test_the_setting_limits_allowed_targets(tmp_path):
    async with InProcessServer(tmp_path / "data") as server:
        keys, _ = await start_game(server)
        path = f"tables/{keys[0]}/notices/webhook"
        inside = ("127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0177.0.0.1")
        for url in ("http://example.org/", *(f"https://{host}/latest" for host in inside)):
            assert await server.refused("PUT", path, {"url": url}, keys[1]) == "bad-address"
        assert await server.refused("PUT", path, {"url": "https://localhost/"}, keys[1]) == "bad-address"
    async with InProcessServer(tmp_path / "other", webhooks="off") as server:
        keys, _ = await start_game(server)
        path = f"tables/{keys[0]}/notices/webhook"
        assert await server.refused("PUT", path, {"url": "https://example.org/"}, keys[1]) == "no-webhooks"


async def test_setting_webhooks_is_rate_limited(tmp_path):
    async with InProcessServer(tmp_path / "data", rate_join="5/hour") as server:
        keys = await server.create_table("movie", "person", "greedy")
        path = f"tables/{keys[0]}/notices/webhook"
        codes = [await server.refused("PUT", path, {"url": "https://127.0.0.1/"}, keys[1]) for _ in range(6)]
        assert codes == ["bad-address"] * 5 + ["too-fast"]
