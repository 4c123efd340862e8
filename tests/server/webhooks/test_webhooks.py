"""Webhook deliveries: once, signed, with a minimum interval, and only while the webhook is set."""

import asyncio
import hmac
import json
from contextlib import asynccontextmanager, suppress

import pytest

from heorot.server.store.interface import FIRST_NOTICE, NotificationRow, StoreBusy
from heorot.server.tokens import new_token
from heorot.server.webhooks import webhook_client
from heorot.server.webhooks.webhook_client import DeliveryFailed
from heorot.server.webhooks.webhooks import ALL_HOSTS, MAX_FAILURES, MIN_INTERVAL, RETRY_DELAYS
from tests.server.support.databases import postgres
from tests.server.support.in_process_server import InProcessServer
from tests.server.support.webhook_world import Listener, call, poll_webhooks, run_listener, set_webhook, start_game
from tests.support.patience import PATIENCE


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data", webhooks="any") as opened:
        yield opened


async def test_a_pending_question_is_delivered_once_and_signed(server):
    async with run_listener() as listener:
        keys, (host, guest) = await start_game(server)
        secret = (await set_webhook(server, keys, 1, listener.url))["secret"]
        await poll_webhooks(server)
        [(headers, body)] = listener.requests
        message = f"{headers['Heorot-Timestamp']}.".encode() + body
        assert headers["Heorot-Signature"] == "v1=" + hmac.digest(secret.encode(), message, "sha256").hex()
        assert int(headers["Heorot-Timestamp"]) == server.clock.at // 1000
        data = json.loads(body)
        assert (data["what"], data["seat"], data["text"]) == ("turn", 1, "The Movie: it is your turn.")
        assert not [key for key in list(keys.values())[1:] if key in body.decode()]
        await poll_webhooks(server)
        await host.expect_answer("say", text="Hwæt!")
        await poll_webhooks(server)
        assert len(listener.requests) == 1
        server.clock.advance(MIN_INTERVAL / 1000)
        await host.play()
        await poll_webhooks(server)
        await guest.play()
        await poll_webhooks(server)
        assert [json.loads(body)["id"] for _, body in listener.requests] == [
            f"{keys[0]}:1:turn-1",
            f"{keys[0]}:1:turn-2",
        ]


async def test_deliveries_to_one_seat_keep_the_minimum_interval(server):
    async with run_listener() as listener:
        keys, clients = await start_game(server)
        await set_webhook(server, keys, 1, listener.url)
        await poll_webhooks(server)
        for _ in range(3):
            for client in clients:
                await client.play()
            await poll_webhooks(server)
        assert len(listener.requests) == 1
        server.clock.advance(MIN_INTERVAL / 1000)
        await poll_webhooks(server)
        assert len(listener.requests) == 2


async def test_failed_deliveries_are_retried_a_few_times(server):
    async with run_listener() as listener:
        keys, _ = await start_game(server)
        await set_webhook(server, keys, 1, listener.url)
        listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
        sender = server.app.state.lifecycle.webhooks
        await sender.poll()
        for number, seconds in enumerate(RETRY_DELAYS, 1):
            async with asyncio.timeout(PATIENCE):
                while len(listener.requests) < number:
                    await asyncio.sleep(0.002)
            await asyncio.sleep(0.03)
            server.clock.advance(seconds)
        async with asyncio.timeout(PATIENCE):
            while sender.deliveries:
                await asyncio.sleep(0.002)
        assert len(listener.requests) == 1 + len(RETRY_DELAYS)
        assert (await server.get(f"tables/{keys[0]}/notices", keys[1]))["failures"] == 1


async def start_failed_delivery(server: InProcessServer, listener: Listener):
    """Return a seat whose delivery has failed once and waits for a retry."""
    keys, clients = await start_game(server)
    await set_webhook(server, keys, 1, listener.url)
    listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
    sender = server.app.state.lifecycle.webhooks
    await sender.poll()
    async with asyncio.timeout(PATIENCE):
        while not listener.requests or sender.active[ALL_HOSTS]:
            await asyncio.sleep(0.002)
    return keys, clients, sender


async def delete_webhook(server, keys, host):
    await server.ask("DELETE", f"tables/{keys[0]}/notices", None, keys[1])


async def reissue_key(server, keys, host):
    await host.expect_answer("reissue", token=new_token())


async def erase_person(server, keys, host):
    await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1])


@pytest.mark.parametrize("end", [delete_webhook, reissue_key, erase_person])
async def test_deleted_webhooks_are_not_retried(server, end):
    async with run_listener() as listener:
        keys, (host, _), sender = await start_failed_delivery(server, listener)
        await end(server, keys, host)
        server.clock.advance(RETRY_DELAYS[0])
        async with asyncio.timeout(PATIENCE):
            while sender.deliveries:
                await asyncio.sleep(0.002)
        assert len(listener.requests) == 1
        assert await server.store.find_notice(keys[0], 0) in (None, NotificationRow(keys[0], 0))


async def test_store_errors_do_not_stop_retries(server, monkeypatch):
    async with run_listener() as listener:
        _, _, sender = await start_failed_delivery(server, listener)
        listener.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        queried = asyncio.Event()

        async def busy(*_):
            queried.set()
            raise StoreBusy("store.busy")

        with monkeypatch.context() as patch:
            patch.setattr(server.store.store, "find_notice", busy)
            server.clock.advance(RETRY_DELAYS[0])
            await queried.wait()
            await asyncio.sleep(0.03)
        server.clock.advance(RETRY_DELAYS[1])
        async with asyncio.timeout(PATIENCE):
            while sender.deliveries:
                await asyncio.sleep(0.002)
        assert len(listener.requests) == 2


async def test_a_webhook_that_is_set_again_is_delivered_again(server):
    """The waiting delivery belongs to the old webhook: it neither blocks the new one nor is it retried."""
    async with run_listener() as listener:
        keys, _, sender = await start_failed_delivery(server, listener)
        secret = (await set_webhook(server, keys, 1, listener.url))["secret"]
        listener.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        server.clock.advance(MIN_INTERVAL / 1000)
        await poll_webhooks(server)
        headers, body = listener.requests[-1]
        message = f"{headers['Heorot-Timestamp']}.".encode() + body
        assert headers["Heorot-Signature"] == "v1=" + hmac.digest(secret.encode(), message, "sha256").hex()
        assert (len(listener.requests), sender.deliveries) == (2, {})


async def test_blocked_seats_do_not_block_others(server, monkeypatch):
    """Even if they fill the first page of the list."""
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MAX_CHECKED", 2)
    async with run_listener() as listener:
        *first, last = [(await start_game(server))[0] for _ in range(6)]
        for keys in first:
            await set_webhook(server, keys, 1, "http://127.0.0.1:9/")
        await set_webhook(server, last, 1, listener.url)
        sender = server.app.state.lifecycle.webhooks
        monkeypatch.setattr(sender, "can_deliver", lambda notice: notice.table == last[0])
        for _ in range(4):
            await poll_webhooks(server)
        assert len(listener.requests) == 1
        assert sender.after == FIRST_NOTICE


async def test_skipped_seats_are_checked_again(server, monkeypatch):
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MAX_CHECKED", 2)
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MAX_STARTED", 1)
    async with run_listener() as listener:
        first, *others = [await start_game(server) for _ in range(3)]
        for keys, _ in (first, *others):
            await set_webhook(server, keys, 1, listener.url)
        sender = server.app.state.lifecycle.webhooks
        with monkeypatch.context() as waiting:
            waiting.setattr(sender, "can_deliver", lambda notice: notice.table != first[0][0])
            await poll_webhooks(server)
        for _, clients in others:  # new items keep arriving
            for client in clients:
                await client.play()
        await poll_webhooks(server)
        assert json.loads(listener.requests[-1][1])["table"] == first[0][0]


async def test_a_url_that_keeps_failing_is_deleted(server, monkeypatch):
    monkeypatch.setattr("heorot.server.webhooks.webhooks.RETRY_DELAYS", ())
    keys, _ = await start_game(server)
    await set_webhook(server, keys, 1, "http://127.0.0.1:9/")
    sender, notice = server.app.state.lifecycle.webhooks, await server.store.find_notice(keys[0], 0)
    await server.store.record_delivery(notice, MAX_FAILURES - 1, notice.url)
    await sender.deliver(await server.store.find_notice(keys[0], 0), b"{}")
    assert (await server.get(f"tables/{keys[0]}/notices", keys[1]))["webhook"] is None


@asynccontextmanager
async def two_nodes(tmp_path):
    data = {"database": postgres().url(await asyncio.to_thread(postgres().new_database)), "webhooks": "any"}
    async with InProcessServer(tmp_path / "1", **data) as node, InProcessServer(tmp_path / "2", **data) as other:
        yield node, other


async def test_the_minimum_interval_covers_all_nodes(tmp_path, monkeypatch):
    monkeypatch.setattr("heorot.server.webhooks.webhooks.MIN_INTERVAL", 1000)
    async with run_listener() as listener, two_nodes(tmp_path) as (node, other):
        keys, clients = await start_game(node)
        await set_webhook(node, keys, 1, listener.url)
        begun_at = asyncio.get_running_loop().time()  # before the lease, because polling takes time
        await poll_webhooks(node)
        assert len(listener.requests) == 1
        for client in clients:
            await client.play()
        async with asyncio.timeout(PATIENCE):
            while len(listener.requests) < 2:
                await poll_webhooks(other)
                await asyncio.sleep(0.02)
        assert asyncio.get_running_loop().time() - begun_at > 0.99
        assert [json.loads(body)["id"] for _, body in listener.requests] == [
            f"{keys[0]}:1:turn-1",
            f"{keys[0]}:1:turn-2",
        ]


async def test_two_servers_deliver_once(server, tmp_path):
    async with run_listener() as listener, InProcessServer(tmp_path / "data", webhooks="any") as other:
        keys, _ = await start_game(server)
        await set_webhook(server, keys, 1, listener.url)
        await asyncio.gather(poll_webhooks(server), poll_webhooks(other))
        assert len(listener.requests) == 1


# ---- Invalid responses ---------------------------------------------------------------------------------------------


async def test_redirects_are_not_followed(server):
    async with run_listener() as listener, run_listener() as elsewhere:
        listener.answer = f"HTTP/1.1 302 Found\r\nLocation: {elsewhere.url}\r\n\r\n".encode()
        with pytest.raises(DeliveryFailed, match="302"):
            await call(listener.url)
        assert elsewhere.requests == []


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-hello\r\n", b"x" * 5000, b"HTTP/1.1 abc\r\n"])
async def test_invalid_responses_are_failures(server, answer):
    async with run_listener() as listener:
        listener.answer = answer
        with pytest.raises(DeliveryFailed):
            await call(listener.url)


async def test_silent_receivers_time_out(server, monkeypatch):
    monkeypatch.setattr(webhook_client, "TIMEOUT", 0.05)

    disconnected = asyncio.Event()

    async def silent(reader, writer):
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
        disconnected.set()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        with pytest.raises(DeliveryFailed, match="TimeoutError"):
            await call(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        await disconnected.wait()
