"""Hints over a socket: for the player whose turn it is, where the table allows them, and invisible to others."""

import asyncio

import pytest

from heorot.server.rooms.bot_processes import InlineBotRunner
from tests.server.support.in_process_server import InProcessServer


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data") as opened:
        yield opened


async def asked(client):
    """Wait until the seat has a question."""
    await client.wait_until(lambda: client.now["question"] is not None)


class Slow(InlineBotRunner):
    """A bot runner whose hints take as long as a test wants."""

    def __init__(self):
        self.go = asyncio.Event()
        self.views = []

    async def find_hints(self, game, box, view):
        self.views.append(view)
        await self.go.wait()
        return await super().find_hints(game, box, view)


# ---- Permission --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_hints_against_bots_are_legal_actions(server, game):
    keys = await server.seat(game, 1, "random", options={"first": "1"})
    client = await server.connect(keys[0], keys[1])
    assert client.table["hints"] is True
    await asked(client)
    hints = (await client.do("ask", what="hint"))["told"]
    assert (hints["what"], hints["question"]) == ("hint", client.now["question"])
    assert 1 <= len(hints["hints"]) <= 3
    assert all(hint["reasons"] and hint["told"] for hint in hints["hints"])
    assert hints["hints"][0]["answer"][0] in client.now["view"]["legal"]
    await client.expect_answer("play", question=hints["question"], actions=hints["hints"][0]["answer"])


async def test_hints_between_people_need_the_hosts_permission(server):
    without, with_hints = await server.seat("movie", 2), await server.seat("movie", 2, hints=True)
    for keys, allowed in ((without, False), (with_hints, True)):
        clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
        assert [client.table["hints"] for client in clients] == [allowed, allowed]
        assert (await server.get(f"tables/{keys[0]}"))["hints"] is allowed
        asker = next(client for client in clients if client.now["question"] is not None)
        if allowed:
            assert (await asker.do("ask", what="hint"))["type"] == "told"
        else:
            assert await asker.expect_refusal("ask", what="hint") == "no-hints"


async def test_a_host_may_forbid_hints_against_bots(server):
    keys = await server.seat("movie", 1, "random", hints=False, options={"first": "1"})
    client = await server.connect(keys[0], keys[1])
    await asked(client)
    assert client.table["hints"] is False
    assert await client.expect_refusal("ask", what="hint") == "no-hints"


async def test_assigning_a_seat_to_a_second_person_ends_hints(server):
    keys = await server.create_table("movie", "person", "open")
    host = await server.connect(keys[0], keys[1])
    assert host.table["hints"] is False
    await host.expect_answer("seat", seat=2, who="bot", bot="random")
    assert host.table["hints"] is True
    await host.expect_answer("seat", seat=2, who="person")
    assert host.table["hints"] is False


async def test_a_rematch_keeps_the_permission_for_hints(server):
    keys = await server.seat("movie", 1, "random", hints=False)
    client = await server.connect(keys[0], keys[1])
    await client.expect_answer("abort")
    again = await client.expect_answer("rematch")
    assert (await server.get(f"tables/{again['table']}"))["hints"] is False


# ---- Who may ask -------------------------------------------------------------------------------------------------


async def test_only_a_seat_with_an_open_question_may_ask(server):
    keys = await server.seat("movie", 2, hints=True)
    clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
    waiting = next(client for client in clients if client.now["question"] is None)
    watcher = await server.connect(keys[0])
    assert await waiting.expect_refusal("ask", what="hint") == "not-asked"
    assert await watcher.expect_refusal("ask", what="hint") == "not-seated"
    open_table = await server.create_table("movie", "person", "person", hints=True)
    host = await server.connect(open_table[0], open_table[1])
    assert await host.expect_refusal("ask", what="hint") == "not-begun"


async def test_a_hint_is_invisible_to_others_and_not_stored(server):
    keys = await server.seat("legend", 2, "random", hints=True)
    clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
    watcher = await server.connect(keys[0])
    await asyncio.sleep(0.05)
    asker = next(client for client in clients if client.now["question"] is not None)
    others = [client for client in (*clients, watcher) if client is not asker]
    before, rows = [list(client.received) for client in others], await server.store.load(keys[0])
    version = asker.now["version"]
    assert (await asker.do("ask", what="hint"))["type"] == "told"
    assert [list(client.received) for client in others] == before
    assert await server.store.load(keys[0]) == rows
    assert asker.now["version"] == version


# ---- Computation -------------------------------------------------------------------------------------------------


async def test_hints_are_computed_from_the_seats_view_without_blocking_the_table(tmp_path):
    slow = Slow()
    async with InProcessServer(tmp_path / "data", slow) as server:
        keys = await server.seat("movie", 2, hints=True, options={"first": "1"})
        first, second = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
        first.send(type="ask", id="h1", what="hint")
        await first.wait_until(lambda: slow.views)
        [view] = slow.views
        assert view.seat == 0
        assert view.legal
        assert await first.expect_refusal("ask", what="hint") == "busy"  # one at a time
        assert (await first.do("ask", what="scores"))["type"] == "told"  # the connection is not blocked
        await first.play()
        await second.wait_until(lambda: second.now["version"] >= first.now["version"])
        slow.go.set()
        await first.wait_until(lambda: any(message.get("id") == "h1" for message in first.received))
        [reply] = [message for message in first.received if message.get("id") == "h1"]
        assert reply["type"] == "told"
        assert reply["told"]["question"] < (first.now["question"] or 10**6)


async def test_a_hint_times_out(tmp_path):
    async with InProcessServer(tmp_path / "data", Slow(), bot_patience=0.05) as server:
        keys = await server.seat("movie", 2, hints=True)
        clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
        asker = next(client for client in clients if client.now["question"] is not None)
        assert await asker.expect_refusal("ask", what="hint") == "busy"
        assert await asker.expect_refusal("ask", what="hint") == "busy"  # and the next one is tried again


class Broken(InlineBotRunner):
    """A bot runner that always fails."""

    async def find_hints(self, game, box, view):
        raise ZeroDivisionError


async def test_a_failing_hint_closes_the_connection_with_a_goodbye(tmp_path):
    async with InProcessServer(tmp_path / "data", Broken()) as server:
        keys = await server.seat("movie", 2, hints=True)
        clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
        asker = next(client for client in clients if client.now["question"] is not None)
        asker.send(type="ask", id="h", what="hint")
        await asker.wait_until(lambda: asker.all("goodbye"))
        [bye] = asker.all("goodbye")
        assert (bye["problem"]["code"], bye["again"]) == ("internal", True)
        assert all(client is asker or client.code is None for client in clients)


async def test_hints_are_rate_limited(tmp_path):
    async with InProcessServer(tmp_path / "data", rate_hint="2/minute") as server:
        keys = await server.seat("legend", 1, "random", options={"first": "1"})
        client = await server.connect(keys[0], keys[1])
        await asked(client)
        for _ in range(2):
            assert (await client.do("ask", what="hint"))["type"] == "told"
        assert await client.expect_refusal("ask", what="hint") == "too-fast"
        assert (await client.do("ask", what="scores"))["type"] == "told"
