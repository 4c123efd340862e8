"""Slow hosts and addresses delay only their own deliveries."""

import asyncio
import json

import pytest

from heorot.server.protocol.errors import Refusal
from heorot.server.webhooks import webhook_client
from heorot.server.webhooks.webhook_client import (
    MAX_CONNECTIONS,
    SHARE,
    DeliveryFailed,
    WebhookClient,
    address_key,
    host_shares,
)
from heorot.server.webhooks.webhooks import ALL_HOSTS
from tests.server.support.fake_clock import FakeClock
from tests.server.support.in_process_server import InProcessServer
from tests.server.support.webhook_world import (
    BlockingResolver,
    calls_in_background,
    fake_network,
    poll_webhooks,
    run_listener,
    set_webhook,
    silent_receiver,
    start_game,
)
from tests.support.patience import PATIENCE


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data", webhooks="any") as opened:
        yield opened


# ---- Connections ---------------------------------------------------------------------------------------------------


async def test_a_slow_address_does_not_delay_others():
    client = WebhookClient("any")
    async with (
        run_listener() as listener,
        silent_receiver() as (url, taken),
        calls_in_background(client, [url] * 2 * MAX_CONNECTIONS),
    ):
        while len(taken) < SHARE:
            await asyncio.sleep(0.002)
        async with asyncio.timeout(PATIENCE):
            for _ in range(5):
                await client.call(listener.url, "s", FakeClock(), b"{}")
        assert (len(taken), len(listener.requests)) == (SHARE, 5)
    assert (client.connections.semaphores, client.connections.users) == ({}, {})  # no semaphore is left


async def test_a_domain_with_many_hosts_leaves_connections_for_others(monkeypatch):
    client = WebhookClient("any")
    called = fake_network(
        monkeypatch, lambda host: f"10.0.0.{host[1:].partition('.')[0]}" if host.endswith("slow.org") else "10.1.0.2"
    )
    async with calls_in_background(client, [f"https://a{number}.slow.org/" for number in range(2 * MAX_CONNECTIONS)]):
        while len(called) < 4 * SHARE:
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await client.call("https://example.org/", "s", FakeClock(), b"{}")
            await asyncio.gather(*(client.call("https://10.1.0.2/", "s", FakeClock(), b"{}") for _ in range(3)))
        assert sorted(called) == [*(f"10.0.0.{number}" for number in range(4 * SHARE)), *["10.1.0.2"] * 4]
    assert (client.connections.semaphores, client.connections.users) == ({}, {})


@pytest.mark.parametrize("evil", ["evil{}.duckdns.org", "a{}.evil.co.uk", "evil{}.org"])
async def test_many_hosts_of_one_address_share_its_limit(monkeypatch, evil):
    """An address cannot be flooded through many host names, and hosts of one domain need not have one owner."""
    client = WebhookClient("any")
    called = fake_network(monkeypatch, lambda host: "10.1.0.2" if "good" in host else "10.0.0.1")
    async with calls_in_background(
        client, [f"https://{evil.format(number)}/" for number in range(2 * MAX_CONNECTIONS)]
    ):
        while len(called) < SHARE:
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            for name in ("good.duckdns.org", "good.co.uk", "hooks.good.co.uk", "good.org"):
                await client.call(f"https://{name}/", "s", FakeClock(), b"{}")
        assert called == ["10.0.0.1"] * SHARE + ["10.1.0.2"] * 4


@pytest.mark.parametrize(
    ("host", "owners"),
    [("example.org", {"example.org": 1}), ("ntfy.sh.", {"ntfy.sh": 1}), ("localhost", {"localhost": 1}),
     ("me.duckdns.org", {"me.duckdns.org": 1, ".duckdns.org": 4}),
     ("a.b.evil.co.uk", {"a.b.evil.co.uk": 1, ".evil.co.uk": 2, ".co.uk": 4}),
     ("10.0.0.1", {"10.0.0.1": 1}), ("::1", {"::/64": 1})],
)  # fmt: skip
def test_hosts_of_one_domain_share_a_larger_limit(host, owners):
    assert host_shares(host) == owners


def test_addresses_of_one_ipv6_network_share_a_limit():
    assert address_key("93.184.216.34") != address_key("93.184.216.35")
    assert address_key("2606:4700:4700::1111") == address_key("2606:4700:4700::1001") != address_key("2606:4701::1")


# ---- Lookups -------------------------------------------------------------------------------------------------------


async def test_an_abandoned_lookup_keeps_its_slot(monkeypatch):
    monkeypatch.setattr(webhook_client, "TIMEOUT", 0.02)
    monkeypatch.setattr(webhook_client, "CHECK_TIMEOUT", 1.0)
    monkeypatch.setattr(webhook_client, "resolve_host", (answering := BlockingResolver()).look_up)
    client = WebhookClient("public")
    for _ in range(SHARE):
        with pytest.raises(Refusal, match=r"server\.bad-address"):
            await client.check("https://slow.org/")
    with pytest.raises(Refusal, match=r"server\.look-ups-busy"):  # also when a new URL is checked
        await client.check("https://slow.org/")
    assert answering.asked == ["slow.org"] * SHARE
    with pytest.raises(Refusal, match=r"server\.bad-address"):
        await client.check("https://example.org/")
    answering.may.set()
    while client.lookup_tasks:
        await asyncio.sleep(0)
    assert (client.lookups.semaphores, client.lookups.users) == ({}, {})
    assert answering.asked == [*["slow.org"] * SHARE, "example.org"]


async def test_a_lookup_cancelled_at_its_start_keeps_its_slot(monkeypatch):
    answering = BlockingResolver()

    async def look_up(host, port):
        giving_up.cancel()
        return await answering.look_up(host, port)

    monkeypatch.setattr(webhook_client, "resolve_host", look_up)
    client = WebhookClient("public")
    giving_up = asyncio.create_task(client.check("https://slow.org/"))
    with pytest.raises(asyncio.CancelledError):
        await giving_up
    assert client.lookups.semaphores
    answering.may.set()
    while client.lookup_tasks:
        await asyncio.sleep(0)
    assert client.lookups.semaphores == {}


async def test_checks_of_new_urls_share_the_lookup_limit(server, monkeypatch):
    monkeypatch.setattr(webhook_client, "TIMEOUT", 0.02)
    monkeypatch.setattr(webhook_client, "CHECK_TIMEOUT", 1.0)
    monkeypatch.setattr(webhook_client, "resolve_host", (answering := BlockingResolver()).look_up)
    keys, _ = await start_game(server)
    path, slow = f"tables/{keys[0]}/notices/webhook", {"url": "https://slow.org/"}
    refused = await asyncio.gather(*(server.refused("PUT", path, slow, keys[1]) for _ in range(SHARE + 3)))
    assert sorted(refused) == ["bad-address"] * SHARE + ["busy"] * 3
    assert answering.asked == ["slow.org"] * SHARE
    answering.may.set()


async def test_a_domain_with_slow_lookups_does_not_delay_others(monkeypatch):
    client, lookups = WebhookClient("public"), []

    async def look_up(host, port):
        lookups.append(host)
        if host.endswith("slow.org"):
            await asyncio.Event().wait()
        return ["127.0.0.1"]

    monkeypatch.setattr(webhook_client, "resolve_host", look_up)
    names = [f"https://a{number}.slow.org/" for number in range(40)]
    slow = [asyncio.create_task(client.call(url, "s", FakeClock(), b"{}")) for url in names]
    while len(lookups) < 4 * SHARE:
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(DeliveryFailed):
            await client.call("https://example.org/", "s", FakeClock(), b"{}")
    assert sorted(lookups) == [*(f"a{number}.slow.org" for number in range(4 * SHARE)), "example.org"]
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


# ---- Seats ---------------------------------------------------------------------------------------------------------


async def test_deliveries_to_one_host_leave_room_for_others(server, monkeypatch):
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MAX_ACTIVE_PER_SHARE", 2)
    sender = server.app.state.lifecycle.webhooks
    async with run_listener() as listener, silent_receiver() as (url, _):
        tables = [(await start_game(server))[0] for _ in range(5)]
        for keys in tables[:4]:
            await set_webhook(server, keys, 1, url)
        await set_webhook(server, tables[4], 1, listener.url)
        await sender.poll()
        assert sender.active == {ALL_HOSTS: 3, "127.0.0.1": 1, "127.0.0.2": 2}
        async with asyncio.timeout(PATIENCE):
            while not listener.requests:
                await asyncio.sleep(0.002)
        for task in list(sender.deliveries.values()):
            task.cancel()


async def test_deliveries_waiting_for_a_retry_do_not_count(server, monkeypatch):
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MAX_ACTIVE_PER_SHARE", 1)
    sender = server.app.state.lifecycle.webhooks
    async with run_listener() as listener:
        tables = [(await start_game(server))[0] for _ in range(3)]
        for keys in tables:
            await set_webhook(server, keys, 1, listener.url)
        listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
        for number in (1, 2):
            await sender.poll()
            async with asyncio.timeout(PATIENCE):
                while len(listener.requests) < number or +sender.active:
                    await asyncio.sleep(0.002)
        assert len(sender.deliveries) == 2
        listener.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        await sender.poll()
        async with asyncio.timeout(PATIENCE):
            while len(listener.requests) < 3:
                await asyncio.sleep(0.002)
        assert {json.loads(body)["table"] for _, body in listener.requests} == {keys[0] for keys in tables}
        for task in list(sender.deliveries.values()):
            task.cancel()


async def test_a_retry_blocks_new_deliveries_unless_the_webhook_changes(server):
    sender = server.app.state.lifecycle.webhooks
    async with run_listener() as listener, run_listener() as other:
        keys, wires = await start_game(server)
        await set_webhook(server, keys, 1, listener.url)
        listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
        await sender.poll()
        async with asyncio.timeout(PATIENCE):
            while not listener.requests or +sender.active:
                await asyncio.sleep(0.002)
        for wire in wires:
            await wire.play()
        sender.called_at.clear()
        await sender.poll()
        assert len(sender.deliveries) == 1
        await set_webhook(server, keys, 1, other.url)
        await sender.poll()
        async with asyncio.timeout(PATIENCE):
            while not other.requests:
                await asyncio.sleep(0.002)
        assert len(listener.requests) == 1
        for task in list(sender.deliveries.values()):
            task.cancel()


async def test_recently_called_seats_do_not_hide_others(server, monkeypatch):
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MAX_STARTED", 1)
    async with run_listener() as listener:
        both = [await start_game(server) for _ in range(2)]
        for keys, _ in both:
            await set_webhook(server, keys, 1, listener.url)
        await poll_webhooks(server)
        for wire in both[0][1]:
            await wire.play()
        await poll_webhooks(server)
        assert {json.loads(body)["table"] for _, body in listener.requests} == {keys[0] for keys, _ in both}
