"""What waits is told by a feed and by calls; neither tells anything else, and calls reach no place that is not
public."""

import asyncio
import hashlib
import hmac
import json
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from xml.etree import ElementTree

import pytest

from heorot.server import calling
from heorot.server.caller import AGAIN, ALL, PATIENCE, SPACING
from heorot.server.calling import (
    EACH,
    LINES,
    NotCalled,
    Telephone,
    is_public,
    network_of,
    owners_of,
    place_of,
)
from heorot.server.errors import Refusal
from heorot.server.store import FIRST_LOOK, NoticeRow
from heorot.server.tokens import new_token
from tests.server.databases import postgres
from tests.server.house import House
from tests.server.timing import FakeClock

FIRST = {"first": "1"}
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data", webhooks="any") as opened:
        yield opened


async def begun(house: House, **more):
    house.clock.pass_by(0.001)  # of several tables the first is the first to be looked at
    keys = await house.seat("movie", 2, options=FIRST, **more)
    return keys, [await house.come(keys[0], keys[seat]) for seat in (1, 2)]


def path_of(address: str) -> str:
    """Of a route, as the tests call it."""
    return address.partition("/api/")[2]


# ---- Feeds -----------------------------------------------------------------------------------------------------------


async def test_a_feed_tells_whose_turn_it_is_in_a_language(house):
    keys, (host, guest) = await begun(house)
    made = [await house.post(f"tables/{keys[0]}/notices/feed", {"language": "fr"}, keys[seat]) for seat in (1, 2)]
    mine, theirs = [await house.get(path_of(one["json_feed"])) for one in made]
    assert mine["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["title"] for item in mine["items"]] == ["Le Film\u00a0: c’est à vous."]
    assert mine["items"][0]["url"] == f"http://here/#{keys[0]}"
    assert theirs["items"] == []
    await host.play()
    await guest.until(lambda: guest.now["question"] is not None)
    after = [await house.get(path_of(one["json_feed"])) for one in made]
    assert [len(feed["items"]) for feed in after] == [0, 1]


async def test_atom_says_the_same(house):
    keys, _ = await begun(house)
    made = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    feed = ElementTree.fromstring((await house.get(path_of(made["atom_feed"]))).partition("\n")[2])
    told = await house.get(path_of(made["json_feed"]))
    assert feed.findtext(f"{ATOM}title") == told["title"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}id") == told["items"][0]["id"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}updated") == told["items"][0]["date_published"] == "2027-01-15T08:00:00Z"


async def test_a_feed_holds_no_key_and_is_none(house):
    keys, _ = await begun(house)
    made = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    secret = made["json_feed"].rpartition("/")[2].removesuffix(".json")
    told = json.dumps([await house.get(path_of(made["json_feed"])), await house.get(path_of(made["atom_feed"]))])
    assert not [word for word in (*list(keys.values())[1:], secret) if word in told]
    assert await house.refused("GET", f"tables/{keys[0]}/me", None, secret) == "unknown-token"
    assert await house.refused("GET", f"feeds/{keys[1]}.json") == "no-such-feed"  # and a key is no feed
    rows = await house.store.notice(keys[0], 0)
    assert rows.feed == hashlib.sha256(secret.encode()).digest()


async def test_a_feed_made_anew_is_at_another_address_and_the_old_one_is_dead(house):
    keys, _ = await begun(house)
    old, new = [await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1]) for _ in range(2)]
    assert await house.refused("GET", path_of(old["json_feed"])) == "no-such-feed"
    assert (await house.get(path_of(new["json_feed"])))["items"]
    status, _ = await house.ask("DELETE", f"tables/{keys[0]}/notices", None, keys[1])
    assert status == 204
    assert await house.refused("GET", path_of(new["json_feed"])) == "no-such-feed"


async def test_notices_die_with_the_keys_to_the_seat(house):
    keys, (host, _) = await begun(house)
    made = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[2])
    kept = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    await host.must("reissue", seat=2)
    assert await house.refused("GET", path_of(made["json_feed"])) == "no-such-feed"
    assert await house.get(path_of(kept["json_feed"]))
    await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1])
    assert await house.refused("GET", path_of(kept["json_feed"])) == "no-such-feed"


async def test_only_who_sits_there_has_notices_and_sees_what_is_set(house):
    keys, _ = await begun(house)
    assert await house.refused("GET", f"tables/{keys[0]}/notices") == "unknown-token"
    nothing = {"feed": False, "webhook": None, "secret": None, "failures": 0}
    assert await house.get(f"tables/{keys[0]}/notices", keys[1]) == nothing
    await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    assert await house.get(f"tables/{keys[0]}/notices", keys[1]) == nothing | {"feed": True}
    assert await house.get(f"tables/{keys[0]}/notices", keys[2]) == nothing
    assert (await house.get(f"tables/{keys[0]}/me", keys[1]))["feed"] is True


# ---- Calls -----------------------------------------------------------------------------------------------------------


class Listener:
    """Someone who is called."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        self.heard.append((headers, await reader.readexactly(int(headers["Content-Length"]))))
        writer.write(self.answer)
        writer.close()


@asynccontextmanager
async def listening():
    """At a port of this machine."""
    listener = Listener()
    server = await asyncio.start_server(listener.hear, "127.0.0.1", 0)
    listener.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/call?me=1"
    async with server:
        yield listener


async def call(url: str, reach: str = "any") -> None:
    await Telephone(reach).call(url, "s", FakeClock(), b"{}")


async def be_called(house: House, keys, seat: int, url: str):
    status, told = await house.ask("PUT", f"tables/{keys[0]}/notices/webhook", {"url": url}, keys[seat])
    assert status == 200, told
    return told


async def look(house: House) -> None:
    """The caller looks, and whoever is called answers."""
    caller = house.app.state.household.caller
    await caller.look()
    for _ in range(500):
        if not caller.calls:
            return
        await asyncio.sleep(0.002)


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
        await look(one)
        assert len(listener.heard) == 1
        begun_at = asyncio.get_running_loop().time()
        for wire in wires:
            await wire.play()
        async with asyncio.timeout(30):
            while len(listener.heard) < 2:
                await look(other)
                await asyncio.sleep(0.02)
        assert asyncio.get_running_loop().time() - begun_at > 0.9
        assert [json.loads(body)["id"] for _, body in listener.heard] == [f"{keys[0]}:1:turn-1", f"{keys[0]}:1:turn-2"]


async def test_two_servers_call_once(house, tmp_path):
    async with listening() as listener, House(tmp_path / "data", webhooks="any") as other:
        keys, _ = await begun(house)
        await be_called(house, keys, 1, listener.url)
        await asyncio.gather(look(house), look(other))
        assert len(listener.heard) == 1


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


# ---- Slow ones -------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def silence():
    """At an address of this machine that is not the listener's: connections are taken, and nothing is said."""
    taken = []

    async def hold(reader, writer):
        taken.append(writer)
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    async with await asyncio.start_server(hold, "127.0.0.2", 0) as server:
        yield f"http://127.0.0.2:{server.sockets[0].getsockname()[1]}/", taken


@asynccontextmanager
async def under_way(telephone, urls):
    """Calls that go on meanwhile, and are given up then."""
    calls = [asyncio.create_task(telephone.call(url, "s", FakeClock(), b"{}")) for url in urls]
    yield
    for one in calls:
        one.cancel()
    await asyncio.gather(*calls, return_exceptions=True)


def stand_in(monkeypatch, address_of) -> list[str]:
    """Instead of the world: names have these addresses, and those in 10.0 never answer. Which were called, in order."""
    called: list[str] = []

    async def look_up(host, port):
        return [address_of(host)]

    async def post(place, address, request):
        called.append(address)
        if address.startswith("10.0."):
            await asyncio.Event().wait()
        return 204

    monkeypatch.setattr(calling, "look_up", look_up)
    monkeypatch.setattr(calling, "post", post)
    return called


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


class Answering:
    """Someone who looks up names, in a thread: it comes back when it is let, whoever still waits for it."""

    def __init__(self):
        self.may, self.asked = asyncio.Event(), []

    async def look_up(self, host, port):
        self.asked.append(host)
        if host.startswith("slow"):
            await self.may.wait()
        return ["127.0.0.1"]


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


# ---- Abuse -----------------------------------------------------------------------------------------------------------

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
