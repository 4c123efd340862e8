"""What waits is told by calls to an address of one's own: once, signed, not too often, and for as long as they are
wanted."""

import asyncio
import hmac
import json
from contextlib import asynccontextmanager, suppress

import pytest

from heorot.server import calling
from heorot.server.caller import AGAIN, ALL, PATIENCE, SPACING
from heorot.server.calling import NotCalled
from heorot.server.store import FIRST_LOOK, NoticeRow, StoreBusy
from heorot.server.tokens import new_token
from tests.server.databases import postgres
from tests.server.house import House
from tests.server.noticed import Listener, be_called, begun, call, listening, look


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data", webhooks="any") as opened:
        yield opened


async def test_who_is_asked_is_called_once_and_the_call_is_signed(house):
    async with listening() as listener:
        keys, (host, guest) = await begun(house)
        secret = (await be_called(house, keys, 1, listener.url))["secret"]
        await look(house)
        [(headers, body)] = listener.heard
        said = f"{headers['Heorot-Timestamp']}.".encode() + body
        assert headers["Heorot-Signature"] == "v1=" + hmac.digest(secret.encode(), said, "sha256").hex()
        assert int(headers["Heorot-Timestamp"]) == house.clock.at // 1000
        told = json.loads(body)
        assert (told["what"], told["seat"], told["text"]) == ("turn", 1, "The Movie: it is your turn.")
        assert not [key for key in list(keys.values())[1:] if key in body.decode()]
        await look(house)
        await host.must("say", text="Hwæt!")
        await look(house)
        assert len(listener.heard) == 1
        house.clock.pass_by(SPACING / 1000)
        await host.play()
        await look(house)
        await guest.play()
        await look(house)
        assert [json.loads(body)["id"] for _, body in listener.heard] == [f"{keys[0]}:1:turn-1", f"{keys[0]}:1:turn-2"]


async def test_calls_to_one_seat_are_seconds_apart(house):
    async with listening() as listener:
        keys, wires = await begun(house)
        await be_called(house, keys, 1, listener.url)
        await look(house)
        for _ in range(3):
            for wire in wires:
                await wire.play()
            await look(house)
        assert len(listener.heard) == 1
        house.clock.pass_by(SPACING / 1000)
        await look(house)
        assert len(listener.heard) == 2


async def test_a_call_that_nobody_takes_is_tried_again_a_few_times_and_then_no_more(house):
    async with listening() as listener:
        keys, _ = await begun(house)
        await be_called(house, keys, 1, listener.url)
        listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
        caller = house.app.state.household.caller
        await caller.look()
        for number, seconds in enumerate(AGAIN, 1):
            async with asyncio.timeout(10):
                while len(listener.heard) < number:
                    await asyncio.sleep(0.002)
            await asyncio.sleep(0.03)
            house.clock.pass_by(seconds)
        async with asyncio.timeout(10):
            while caller.calls:
                await asyncio.sleep(0.002)
        assert len(listener.heard) == 1 + len(AGAIN)
        assert (await house.get(f"tables/{keys[0]}/notices", keys[1]))["failures"] == 1


async def has_failed_once(house: House, listener: Listener):
    """A seat that is called at an address where nobody takes the call; the caller sleeps."""
    keys, wires = await begun(house)
    await be_called(house, keys, 1, listener.url)
    listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
    caller = house.app.state.household.caller
    await caller.look()
    async with asyncio.timeout(10):
        while not listener.heard or caller.awake[ALL]:
            await asyncio.sleep(0.002)
    return keys, wires, caller


async def call_off(house, keys, host):
    await house.ask("DELETE", f"tables/{keys[0]}/notices", None, keys[1])


async def kill_the_key(house, keys, host):
    await host.must("reissue", token=new_token())


async def forget(house, keys, host):
    await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1])


@pytest.mark.parametrize("end", [call_off, kill_the_key, forget])
async def test_what_was_called_off_is_not_tried_again(house, end):
    async with listening() as listener:
        keys, (host, _), caller = await has_failed_once(house, listener)
        await end(house, keys, host)
        house.clock.pass_by(AGAIN[0])
        async with asyncio.timeout(10):
            while caller.calls:
                await asyncio.sleep(0.002)
        assert len(listener.heard) == 1
        assert await house.store.notice(keys[0], 0) in (None, NoticeRow(keys[0], 0))


async def test_a_call_goes_on_though_nobody_could_ask_whether_it_is_still_wanted(house, monkeypatch):
    async with listening() as listener:
        _, _, caller = await has_failed_once(house, listener)
        listener.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        asked = asyncio.Event()

        async def busy(*_):
            asked.set()
            raise StoreBusy("store.busy")

        with monkeypatch.context() as hindered:
            hindered.setattr(house.store.store, "notice", busy)
            house.clock.pass_by(AGAIN[0])
            await asked.wait()
            await asyncio.sleep(0.03)
        house.clock.pass_by(AGAIN[1])
        async with asyncio.timeout(10):
            while caller.calls:
                await asyncio.sleep(0.002)
        assert len(listener.heard) == 2


async def test_an_address_that_is_set_once_more_is_called_anew(house):
    """The call that still sleeps is of the old wish: it neither keeps the new one waiting nor is it tried again."""
    async with listening() as listener:
        keys, _, caller = await has_failed_once(house, listener)
        secret = (await be_called(house, keys, 1, listener.url))["secret"]
        listener.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        house.clock.pass_by(SPACING / 1000)
        await look(house)
        headers, body = listener.heard[-1]
        said = f"{headers['Heorot-Timestamp']}.".encode() + body
        assert headers["Heorot-Signature"] == "v1=" + hmac.digest(secret.encode(), said, "sha256").hex()
        assert (len(listener.heard), caller.calls) == (2, {})


async def test_seats_that_cannot_be_called_now_keep_no_other_from_it(house, monkeypatch):
    """However many of them are first in the list."""
    monkeypatch.setattr("heorot.server.caller.SEEN", 2)
    async with listening() as listener:
        *first, last = [(await begun(house))[0] for _ in range(6)]
        for keys in first:
            await be_called(house, keys, 1, "http://127.0.0.1:9/")
        await be_called(house, last, 1, listener.url)
        caller = house.app.state.household.caller
        monkeypatch.setattr(caller, "may_call", lambda notice: notice.table == last[0])
        for _ in range(4):
            await look(house)
        assert len(listener.heard) == 1
        assert caller.after == FIRST_LOOK


async def test_whoever_was_passed_over_is_looked_at_again_however_many_can_be_called(house, monkeypatch):
    monkeypatch.setattr("heorot.server.caller.SEEN", 2)
    monkeypatch.setattr("heorot.server.caller.AT_ONCE", 1)
    async with listening() as listener:
        first, *others = [await begun(house) for _ in range(3)]
        for keys, _ in (first, *others):
            await be_called(house, keys, 1, listener.url)
        caller = house.app.state.household.caller
        with monkeypatch.context() as waiting:
            waiting.setattr(caller, "may_call", lambda notice: notice.table != first[0][0])
            await look(house)
        for _, wires in others:  # and something new to tell comes all the time
            for wire in wires:
                await wire.play()
        await look(house)
        assert json.loads(listener.heard[-1][1])["table"] == first[0][0]


async def test_an_address_that_never_answers_is_forgotten(house, monkeypatch):
    monkeypatch.setattr("heorot.server.caller.AGAIN", ())
    keys, _ = await begun(house)
    await be_called(house, keys, 1, "http://127.0.0.1:9/")
    caller, notice = house.app.state.household.caller, await house.store.notice(keys[0], 0)
    await house.store.called(notice, PATIENCE - 1, notice.url)
    await caller.call(await house.store.notice(keys[0], 0), b"{}")
    assert (await house.get(f"tables/{keys[0]}/notices", keys[1]))["webhook"] is None


@asynccontextmanager
async def two_nodes(tmp_path):
    told = {"database": postgres().url(await asyncio.to_thread(postgres().fresh)), "webhooks": "any"}
    async with House(tmp_path / "1", **told) as one, House(tmp_path / "2", **told) as other:
        yield one, other


async def test_calls_to_one_seat_are_apart_whichever_node_calls(tmp_path, monkeypatch):
    monkeypatch.setattr("heorot.server.caller.SPACING", 1000)
    async with listening() as listener, two_nodes(tmp_path) as (one, other):
        keys, wires = await begun(one)
        await be_called(one, keys, 1, listener.url)
        begun_at = asyncio.get_running_loop().time()  # before the lease: however long the look takes
        await look(one)
        assert len(listener.heard) == 1
        for wire in wires:
            await wire.play()
        async with asyncio.timeout(30):
            while len(listener.heard) < 2:
                await look(other)
                await asyncio.sleep(0.02)
        assert asyncio.get_running_loop().time() - begun_at > 0.99
        assert [json.loads(body)["id"] for _, body in listener.heard] == [f"{keys[0]}:1:turn-1", f"{keys[0]}:1:turn-2"]


async def test_two_servers_call_once(house, tmp_path):
    async with listening() as listener, House(tmp_path / "data", webhooks="any") as other:
        keys, _ = await begun(house)
        await be_called(house, keys, 1, listener.url)
        await asyncio.gather(look(house), look(other))
        assert len(listener.heard) == 1


# ---- What is no answer -----------------------------------------------------------------------------------------------


async def test_a_redirection_is_not_followed_and_not_taken(house):
    async with listening() as listener, listening() as elsewhere:
        listener.answer = f"HTTP/1.1 302 Found\r\nLocation: {elsewhere.url}\r\n\r\n".encode()
        with pytest.raises(NotCalled, match="302"):
            await call(listener.url)
        assert elsewhere.heard == []


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-hello\r\n", b"x" * 5000, b"HTTP/1.1 abc\r\n"])
async def test_what_is_no_answer_is_not_taken(house, answer):
    async with listening() as listener:
        listener.answer = answer
        with pytest.raises(NotCalled):
            await call(listener.url)


async def test_who_never_answers_is_given_up(house, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", 0.05)

    gone = asyncio.Event()

    async def silent(reader, writer):
        with suppress(ConnectionError):
            await reader.read()
        writer.close()
        gone.set()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        with pytest.raises(NotCalled, match="TimeoutError"):
            await call(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        await gone.wait()
