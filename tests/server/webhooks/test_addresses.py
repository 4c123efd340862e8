"""Calls reach no place that is not public, and only whom the host of the server allows."""

import asyncio
from ipaddress import ip_address

import pytest

from heorot.server import calling
from heorot.server.calling import NotCalled, Telephone, is_public, place_of
from heorot.server.errors import Refusal
from tests.server.house import House
from tests.server.noticed import begun, call

INSIDE = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.5.5", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.88.99.1", "::1", "::", "fe80::1",
    "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_that_are_not_public_are_known(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_public_addresses_are_known(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize("url", [
    "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x", "example.org",
    "https://user@example.org/", "https://user:word@example.org/", "https://example.org:22/", "https://example.org:25/",
    "https://example.org:99999/", "https://example.org/#part", "https://example.org/a b", "https://example.org/\r\nX:y",
    "https://exa mple.org/", "https://[::1", "gopher://example.org/", "https://example.org/" + "x" * 500,
    "https://example.org\\@127.0.0.1/", "//example.org/",
])  # fmt: skip
def test_addresses_that_are_not_called_are_refused(url):
    with pytest.raises(Refusal, match=r"server\.bad-address"):
        place_of(url, "public")


def test_nothing_of_an_address_gets_into_the_head_of_a_request():
    place = place_of("https://example.org/é/þ?a=ð&b=%0d%0aX:1", "public")
    head = calling.head(place, "s", 1, b"{}")
    assert head.isascii()
    assert head.count(b"\r\n") == 9


@pytest.mark.parametrize("found", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::1"], ["::ffff:10.1.1.1"], []])
async def test_a_name_that_leads_inside_is_refused(monkeypatch, found):
    async def look_up(host, port):
        return found

    monkeypatch.setattr(calling, "look_up", look_up)
    with pytest.raises(Refusal, match=r"server\.bad-address"):
        await Telephone("public").resolved(place_of("https://example.org/", "public"))


async def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch):
    """A name that stands for something else a moment later gains nothing."""
    asked, opened = [], []

    async def look_up(host, port):
        asked.append(host)
        return ["1.1.1.1"] if len(asked) == 1 else ["127.0.0.1"]

    async def connect(address, port, ssl, server_hostname, limit):
        opened.append((address, port, ssl is not None, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(calling, "look_up", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(NotCalled):
        await call("https://example.org/", "public")
    assert (asked, opened) == (["example.org"], [("1.1.1.1", 443, True, "example.org")])


async def test_a_server_calls_only_whom_its_host_allows(tmp_path):
    async with House(tmp_path / "data") as house:
        keys, _ = await begun(house)
        where = f"tables/{keys[0]}/notices/webhook"
        inside = ("127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0177.0.0.1")
        for url in ("http://example.org/", *(f"https://{host}/latest" for host in inside)):
            assert await house.refused("PUT", where, {"url": url}, keys[1]) == "bad-address"
        assert await house.refused("PUT", where, {"url": "https://localhost/"}, keys[1]) == "bad-address"
    async with House(tmp_path / "other", webhooks="off") as house:
        keys, _ = await begun(house)
        where = f"tables/{keys[0]}/notices/webhook"
        assert await house.refused("PUT", where, {"url": "https://example.org/"}, keys[1]) == "no-webhooks"


async def test_setting_addresses_is_not_done_without_end(tmp_path):
    async with House(tmp_path / "data", rate_join="5/hour") as house:
        keys = await house.lay("movie", "person", "greedy")
        where = f"tables/{keys[0]}/notices/webhook"
        said = [await house.refused("PUT", where, {"url": "https://127.0.0.1/"}, keys[1]) for _ in range(6)]
        assert said == ["bad-address"] * 5 + ["too-fast"]
