"""Names and addresses that are slow hold up their own calls, and nobody else's."""

import asyncio
import json

import pytest

from heorot.server import calling
from heorot.server.caller import ALL
from heorot.server.calling import EACH, LINES, NotCalled, Telephone, network_of, owners_of
from heorot.server.errors import Refusal
from tests.server.house import House
from tests.server.noticed import Answering, be_called, begun, listening, look, silence, stand_in, under_way
from tests.server.timing import FakeClock


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data", webhooks="any") as opened:
        yield opened


# ---- Lines -----------------------------------------------------------------------------------------------------------


async def test_an_address_that_is_slow_keeps_no_other_waiting():
    telephone = Telephone("any")
    async with listening() as listener, silence() as (url, taken), under_way(telephone, [url] * 2 * LINES):
        while len(taken) < EACH:
            await asyncio.sleep(0.002)
        async with asyncio.timeout(5):
            for _ in range(5):
                await telephone.call(listener.url, "s", FakeClock(), b"{}")
        assert (len(taken), len(listener.heard)) == (EACH, 5)
    assert (telephone.lines.places, telephone.lines.wanted) == ({}, {})  # nothing of it is kept


async def test_a_domain_with_many_names_and_addresses_leaves_lines_for_others(monkeypatch):
    telephone = Telephone("any")
    called = stand_in(
        monkeypatch, lambda host: f"10.0.0.{host[1:].partition('.')[0]}" if host.endswith("slow.org") else "10.1.0.2"
    )
    async with under_way(telephone, [f"https://a{number}.slow.org/" for number in range(2 * LINES)]):
        while len(called) < 4 * EACH:
            await asyncio.sleep(0)
        async with asyncio.timeout(5):
            await telephone.call("https://example.org/", "s", FakeClock(), b"{}")
            await asyncio.gather(*(telephone.call("https://10.1.0.2/", "s", FakeClock(), b"{}") for _ in range(3)))
        assert sorted(called) == [*(f"10.0.0.{number}" for number in range(4 * EACH)), *["10.1.0.2"] * 4]
    assert (telephone.lines.places, telephone.lines.wanted) == ({}, {})


@pytest.mark.parametrize("evil", ["evil{}.duckdns.org", "a{}.evil.co.uk", "evil{}.org"])
async def test_many_names_for_one_address_call_it_twice_at_once_and_hold_up_no_neighbour(monkeypatch, evil):
    """Nobody is flooded through names that someone else has made, and whose names end alike need not be one owner's."""
    telephone = Telephone("any")
    called = stand_in(monkeypatch, lambda host: "10.1.0.2" if "good" in host else "10.0.0.1")
    async with under_way(telephone, [f"https://{evil.format(number)}/" for number in range(2 * LINES)]):
        while len(called) < EACH:
            await asyncio.sleep(0)
        async with asyncio.timeout(5):
            for name in ("good.duckdns.org", "good.co.uk", "hooks.good.co.uk", "good.org"):
                await telephone.call(f"https://{name}/", "s", FakeClock(), b"{}")
        assert called == ["10.0.0.1"] * EACH + ["10.1.0.2"] * 4


@pytest.mark.parametrize(
    ("host", "owners"),
    [("example.org", {"example.org": 1}), ("ntfy.sh.", {"ntfy.sh": 1}), ("localhost", {"localhost": 1}),
     ("me.duckdns.org", {"me.duckdns.org": 1, ".duckdns.org": 4}),
     ("a.b.evil.co.uk", {"a.b.evil.co.uk": 1, ".evil.co.uk": 2, ".co.uk": 4}),
     ("10.0.0.1", {"10.0.0.1": 1}), ("::1", {"::/64": 1})],
)  # fmt: skip
def test_names_that_end_alike_may_be_one_owners_and_need_not(host, owners):
    assert owners_of(host) == owners


def test_addresses_of_one_network_are_one_owners():
    assert network_of("93.184.216.34") != network_of("93.184.216.35")
    assert network_of("2606:4700:4700::1111") == network_of("2606:4700:4700::1001") != network_of("2606:4701::1")


# ---- Look-ups --------------------------------------------------------------------------------------------------------


async def test_a_look_up_that_nobody_waits_for_any_more_keeps_its_line(monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", 0.02)
    monkeypatch.setattr(calling, "PATIENCE", 1.0)
    monkeypatch.setattr(calling, "look_up", (answering := Answering()).look_up)
    telephone = Telephone("public")
    for _ in range(EACH):
        with pytest.raises(Refusal, match=r"server\.bad-address"):
            await telephone.check("https://slow.org/")
    with pytest.raises(Refusal, match=r"server\.look-ups-busy"):  # also for who only wants to set it
        await telephone.check("https://slow.org/")
    assert answering.asked == ["slow.org"] * EACH
    with pytest.raises(Refusal, match=r"server\.bad-address"):
        await telephone.check("https://example.org/")
    answering.may.set()
    while telephone.looking:
        await asyncio.sleep(0)
    assert (telephone.looks.places, telephone.looks.wanted) == ({}, {})
    assert answering.asked == [*["slow.org"] * EACH, "example.org"]


async def test_a_look_up_keeps_its_line_also_if_it_is_given_up_in_the_moment_it_begins(monkeypatch):
    answering = Answering()

    async def look_up(host, port):
        giving_up.cancel()
        return await answering.look_up(host, port)

    monkeypatch.setattr(calling, "look_up", look_up)
    telephone = Telephone("public")
    giving_up = asyncio.create_task(telephone.check("https://slow.org/"))
    with pytest.raises(asyncio.CancelledError):
        await giving_up
    assert telephone.looks.places
    answering.may.set()
    while telephone.looking:
        await asyncio.sleep(0)
    assert telephone.looks.places == {}


async def test_addresses_that_are_set_are_looked_up_on_the_same_lines(house, monkeypatch):
    monkeypatch.setattr(calling, "SECONDS", 0.02)
    monkeypatch.setattr(calling, "PATIENCE", 1.0)
    monkeypatch.setattr(calling, "look_up", (answering := Answering()).look_up)
    keys, _ = await begun(house)
    where, slow = f"tables/{keys[0]}/notices/webhook", {"url": "https://slow.org/"}
    refused = await asyncio.gather(*(house.refused("PUT", where, slow, keys[1]) for _ in range(EACH + 3)))
    assert sorted(refused) == ["bad-address"] * EACH + ["busy"] * 3
    assert answering.asked == ["slow.org"] * EACH
    answering.may.set()


async def test_a_domain_whose_names_are_slow_keeps_no_other_waiting(monkeypatch):
    telephone, asked = Telephone("public"), []

    async def look_up(host, port):
        asked.append(host)
        if host.endswith("slow.org"):
            await asyncio.Event().wait()
        return ["127.0.0.1"]

    monkeypatch.setattr(calling, "look_up", look_up)
    names = [f"https://a{number}.slow.org/" for number in range(40)]
    slow = [asyncio.create_task(telephone.call(url, "s", FakeClock(), b"{}")) for url in names]
    while len(asked) < 4 * EACH:
        await asyncio.sleep(0)
    async with asyncio.timeout(5):
        with pytest.raises(NotCalled):
            await telephone.call("https://example.org/", "s", FakeClock(), b"{}")
    assert sorted(asked) == [*(f"a{number}.slow.org" for number in range(4 * EACH)), "example.org"]
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)


# ---- Seats -----------------------------------------------------------------------------------------------------------


async def test_calls_that_wait_for_one_name_leave_room_for_others(house, monkeypatch):
    monkeypatch.setattr("heorot.server.caller.MOST_TO_ONE", 2)
    caller = house.app.state.household.caller
    async with listening() as listener, silence() as (url, _):
        tables = [(await begun(house))[0] for _ in range(5)]
        for keys in tables[:4]:
            await be_called(house, keys, 1, url)
        await be_called(house, tables[4], 1, listener.url)
        await caller.look()
        assert caller.awake == {ALL: 3, "127.0.0.1": 1, "127.0.0.2": 2}
        async with asyncio.timeout(5):
            while not listener.heard:
                await asyncio.sleep(0.002)
        for task in list(caller.calls.values()):
            task.cancel()


async def test_calls_that_sleep_until_they_are_tried_again_stand_in_nobodys_way(house, monkeypatch):
    monkeypatch.setattr("heorot.server.caller.MOST_TO_ONE", 1)
    caller = house.app.state.household.caller
    async with listening() as listener:
        tables = [(await begun(house))[0] for _ in range(3)]
        for keys in tables:
            await be_called(house, keys, 1, listener.url)
        listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
        for number in (1, 2):
            await caller.look()
            async with asyncio.timeout(5):
                while len(listener.heard) < number or +caller.awake:
                    await asyncio.sleep(0.002)
        assert len(caller.calls) == 2
        listener.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        await caller.look()
        async with asyncio.timeout(5):
            while len(listener.heard) < 3:
                await asyncio.sleep(0.002)
        assert {json.loads(body)["table"] for _, body in listener.heard} == {keys[0] for keys in tables}
        for task in list(caller.calls.values()):
            task.cancel()


async def test_a_seat_is_told_nothing_new_while_a_call_to_it_is_tried_again_unless_it_has_another_address(house):
    caller = house.app.state.household.caller
    async with listening() as listener, listening() as other:
        keys, wires = await begun(house)
        await be_called(house, keys, 1, listener.url)
        listener.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
        await caller.look()
        async with asyncio.timeout(5):
            while not listener.heard or +caller.awake:
                await asyncio.sleep(0.002)
        for wire in wires:
            await wire.play()
        caller.called_at.clear()
        await caller.look()
        assert len(caller.calls) == 1
        await be_called(house, keys, 1, other.url)
        await caller.look()
        async with asyncio.timeout(5):
            while not other.heard:
                await asyncio.sleep(0.002)
        assert len(listener.heard) == 1
        for task in list(caller.calls.values()):
            task.cancel()


async def test_seats_that_were_just_called_do_not_hide_others(house, monkeypatch):
    monkeypatch.setattr("heorot.server.caller.AT_ONCE", 1)
    async with listening() as listener:
        both = [await begun(house) for _ in range(2)]
        for keys, _ in both:
            await be_called(house, keys, 1, listener.url)
        await look(house)
        for wire in both[0][1]:
            await wire.play()
        await look(house)
        assert {json.loads(body)["table"] for _, body in listener.heard} == {keys[0] for keys, _ in both}
