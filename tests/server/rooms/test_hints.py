"""Hints over the wire: for whoever is asked, where the table has them, and nobody else learns of it."""

import asyncio

import pytest

from heorot.server.bots import AtOnce
from tests.server.house import House


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data") as opened:
        yield opened


async def asked(wire):
    """Wait until the seat is asked something."""
    await wire.until(lambda: wire.now["question"] is not None)


class Slow(AtOnce):
    """Who takes as long over a hint as a test likes."""

    def __init__(self):
        self.go = asyncio.Event()
        self.views = []

    async def advise(self, game, box, view):
        self.views.append(view)
        await self.go.wait()
        return await super().advise(game, box, view)


# ---- Where there are hints -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_who_plays_against_bots_alone_is_given_hints_that_can_be_played(house, game):
    keys = await house.seat(game, 1, "random", options={"first": "1"})
    wire = await house.come(keys[0], keys[1])
    assert wire.table["hints"] is True
    await asked(wire)
    told = (await wire.do("ask", what="hint"))["told"]
    assert (told["what"], told["question"]) == ("hint", wire.now["question"])
    assert 1 <= len(told["hints"]) <= 3
    assert all(hint["reasons"] and hint["told"] for hint in told["hints"])
    assert told["hints"][0]["answer"][0] in wire.now["view"]["legal"]
    await wire.must("play", question=told["question"], actions=told["hints"][0]["answer"])


async def test_where_people_play_there_are_none_unless_the_host_said_so_openly(house):
    without, with_hints = await house.seat("movie", 2), await house.seat("movie", 2, hints=True)
    for keys, allowed in ((without, False), (with_hints, True)):
        wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
        assert [wire.table["hints"] for wire in wires] == [allowed, allowed]
        assert (await house.get(f"tables/{keys[0]}"))["hints"] is allowed
        asker = next(wire for wire in wires if wire.now["question"] is not None)
        if allowed:
            assert (await asker.do("ask", what="hint"))["type"] == "told"
        else:
            assert await asker.fails("ask", what="hint") == "no-hints"


async def test_a_host_may_do_without_them_against_bots_too(house):
    keys = await house.seat("movie", 1, "random", hints=False, options={"first": "1"})
    wire = await house.come(keys[0], keys[1])
    await asked(wire)
    assert wire.table["hints"] is False
    assert await wire.fails("ask", what="hint") == "no-hints"


async def test_a_seat_that_is_given_to_a_person_ends_them(house):
    keys = await house.lay("movie", "person", "open")
    host = await house.come(keys[0], keys[1])
    assert host.table["hints"] is False
    await host.must("seat", seat=2, who="bot", bot="random")
    assert host.table["hints"] is True
    await host.must("seat", seat=2, who="person")
    assert host.table["hints"] is False


async def test_a_rematch_keeps_what_was_said(house):
    keys = await house.seat("movie", 1, "random", hints=False)
    wire = await house.come(keys[0], keys[1])
    await wire.must("abort")
    again = await wire.must("rematch")
    assert (await house.get(f"tables/{again['table']}"))["hints"] is False


# ---- For whom ------------------------------------------------------------------------------------------------------


async def test_only_a_seat_with_an_open_question_may_ask(house):
    keys = await house.seat("movie", 2, hints=True)
    wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
    waiting = next(wire for wire in wires if wire.now["question"] is None)
    watcher = await house.come(keys[0])
    assert await waiting.fails("ask", what="hint") == "not-asked"
    assert await watcher.fails("ask", what="hint") == "not-seated"
    open_table = await house.lay("movie", "person", "person", hints=True)
    host = await house.come(open_table[0], open_table[1])
    assert await host.fails("ask", what="hint") == "not-begun"


async def test_nobody_else_hears_of_a_hint_and_nothing_of_it_is_stored(house):
    keys = await house.seat("legend", 2, "random", hints=True)
    wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
    watcher = await house.come(keys[0])
    await asyncio.sleep(0.05)
    asker = next(wire for wire in wires if wire.now["question"] is not None)
    others = [wire for wire in (*wires, watcher) if wire is not asker]
    before, rows = [list(wire.heard) for wire in others], await house.store.load(keys[0])
    version = asker.now["version"]
    assert (await asker.do("ask", what="hint"))["type"] == "told"
    assert [list(wire.heard) for wire in others] == before
    assert await house.store.load(keys[0]) == rows
    assert asker.now["version"] == version


# ---- While it is found ---------------------------------------------------------------------------------------------


async def test_whoever_gives_hints_sees_the_view_of_the_seat_and_the_table_goes_on_meanwhile(tmp_path):
    slow = Slow()
    async with House(tmp_path / "data", slow) as house:
        keys = await house.seat("movie", 2, hints=True, options={"first": "1"})
        first, second = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
        first.send(type="ask", id="h1", what="hint")
        await first.until(lambda: slow.views)
        [view] = slow.views
        assert view.seat == 0
        assert view.legal
        assert await first.fails("ask", what="hint") == "busy"  # one at a time
        assert (await first.do("ask", what="scores"))["type"] == "told"  # the wire is not held up
        await first.play()
        await second.until(lambda: second.now["version"] >= first.now["version"])
        slow.go.set()
        await first.until(lambda: any(one.get("id") == "h1" for one in first.heard))
        [told] = [one for one in first.heard if one.get("id") == "h1"]
        assert told["type"] == "told"
        assert told["told"]["question"] < (first.now["question"] or 10**6)


async def test_a_hint_that_takes_too_long_is_given_up(tmp_path):
    async with House(tmp_path / "data", Slow(), bot_patience=0.05) as house:
        keys = await house.seat("movie", 2, hints=True)
        wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
        asker = next(wire for wire in wires if wire.now["question"] is not None)
        assert await asker.fails("ask", what="hint") == "busy"
        assert await asker.fails("ask", what="hint") == "busy"  # and the next one is tried again


class Broken(AtOnce):
    """Who falls over every question."""

    async def advise(self, game, box, view):
        raise ZeroDivisionError


async def test_whoever_waits_for_a_hint_is_told_when_something_breaks(tmp_path):
    async with House(tmp_path / "data", Broken()) as house:
        keys = await house.seat("movie", 2, hints=True)
        wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
        asker = next(wire for wire in wires if wire.now["question"] is not None)
        asker.send(type="ask", id="h", what="hint")
        await asker.until(lambda: asker.all("goodbye"))
        [bye] = asker.all("goodbye")
        assert (bye["problem"]["code"], bye["again"]) == ("internal", True)
        assert all(wire is asker or wire.code is None for wire in wires)


async def test_hints_are_counted(tmp_path):
    async with House(tmp_path / "data", rate_hint="2/minute") as house:
        keys = await house.seat("legend", 1, "random", options={"first": "1"})
        wire = await house.come(keys[0], keys[1])
        await asked(wire)
        for _ in range(2):
            assert (await wire.do("ask", what="hint"))["type"] == "told"
        assert await wire.fails("ask", what="hint") == "too-fast"
        assert (await wire.do("ask", what="scores"))["type"] == "told"
