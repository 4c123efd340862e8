"""Two nodes on one database, with PostgreSQL's own notices and with Redis between them: whatever happens at one is seen
at the other, no client is bound to either, and what one node leaves the other goes on with."""

import asyncio
import re
from contextlib import asynccontextmanager, suppress

import pytest

from heorot.server.bots import AtOnce
from heorot.server.bus import ANEW, Wire, end_task
from heorot.server.events import FORGOTTEN
from heorot.server.leases import LEASE
from heorot.server.lookout import QUIET, Lookout
from heorot.server.room import read_table, summary
from tests.server.databases import postgres, redis
from tests.server.house import PATIENCE, House, play_out, see


@pytest.fixture(params=["notices", "redis"])
def bus(request) -> str | None:
    return redis().url if request.param == "redis" else None


@asynccontextmanager
async def nodes(tmp_path, bus, *thinkers, **settings):
    """Two of them, which hear each other."""
    name = await asyncio.to_thread(postgres().fresh)
    told = {"database": postgres().url(name), "bus": bus, **settings}
    one, other = (thinkers or (None, None))[:2]
    async with House(tmp_path / "1", one, **told) as first, House(tmp_path / "2", other, **told) as second:
        first.database = second.database = name
        yield first, second


async def until(happens) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happens():
            await asyncio.sleep(0.01)


def hall(house):
    return house.app.state.hall


async def cut(house, bus) -> None:
    """Every connection is lost at once, and made again."""
    await asyncio.to_thread(postgres().cut, house.database)
    if bus:
        await asyncio.to_thread(redis().cut)


# ---- What happens --------------------------------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_a_whole_game_is_played_between_two_nodes(tmp_path, bus, game):
    """Seats at both; spectators at both see the same table at the end."""
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat(game, 2)
        wires = [await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])]
        watching = [await one.come(keys[0]), await other.come(keys[0])]
        await play_out(*wires, *watching)
        rows = await one.store.load(keys[0])
        assert [wire.now["version"] for wire in wires] == [len(rows)] * 2
        assert watching[0].now == watching[1].now
        assert watching[0].table["status"] == "over"


async def test_moves_at_either_node_are_seen_at_both(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        wires = [await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])]
        watching = [await one.come(keys[0]), await other.come(keys[0])]
        moved = set()
        while moved != {0, 1}:
            asked = next(number for number, wire in enumerate(wires) if wire.now["question"] is not None)
            moved.add(asked)
            await see((await wires[asked].play())["version"], *wires, *watching)
        assert watching[0].now == watching[1].now


async def test_nothing_but_names_and_numbers_crosses_the_bus(tmp_path, bus, monkeypatch):
    """Whatever is done, and whoever listens in between the nodes."""
    words, take = [], Wire.take
    monkeypatch.setattr(Wire, "take", lambda wire, word: (words.append(word), take(wire, word)))
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2, options={"first": "1"})
        host, guest = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])
        await guest.must("say", text="Grendel was here")
        await guest.must("erase", message=0)
        await host.play()
        assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        last = len(await one.store.load(keys[0]))
        await until(lambda: words.count(f"{keys[0]} {ANEW}") >= 4 and last > 5)  # erased, forgotten; heard by both
    assert {word for word in words if word is not None and not re.fullmatch(f"{keys[0]} [0-9]+", word)} == set()


async def test_what_people_say_and_who_joins_is_seen_everywhere(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.lay("movie", "person", "person")
        host = await one.come(keys[0], keys[1])
        await other.join(keys, 2, name="Wealhtheow")
        await host.until(lambda: host.table["status"] == "playing")
        guest = await other.come(keys[0], keys[2])
        await guest.must("say", text="hail")
        await host.until(lambda: any(said["text"] == "hail" for one in host.all("update") for said in one["chat"]))


async def test_who_comes_from_the_other_node_is_never_shown_less(tmp_path, bus):
    """Nothing was heard yet of what one has seen elsewhere: it is read before one is greeted or answered."""
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        first, late = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])
        await hall(other).means.bus.end()  # deaf
        asked = first if first.now["question"] is not None else await one.come(keys[0], keys[2])
        version = (await asked.play())["version"]
        again = await other.come(keys[0], keys[1], seen=version)
        assert again.now["version"] == version
        await late.until(lambda: late.now["version"] == version)


async def test_a_command_that_comes_again_to_the_other_node_is_answered_the_same(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        wires = {house: await house.come(keys[0], keys[1]) for house in (one, other)}
        await hall(other).means.bus.end()
        command = {"type": "say", "id": "same", "text": "hail"}
        for wire in wires.values():
            wire.send(**command)
            await wire.until(lambda wire=wire: any(told.get("id") == "same" for told in wire.heard))
        answers = [next(told for told in wire.heard if told.get("id") == "same") for wire in wires.values()]
        assert answers[0] == answers[1]
        assert sum(row.kind == "chatted" for row in await one.store.load(keys[0])) == 1


async def test_a_table_at_rest_with_watchers_has_its_news(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        playing = [await one.come(keys[0], keys[seat]) for seat in (1, 2)]
        watching = await other.come(keys[0])
        hall(other).rooms[keys[0]].rest()
        assert hall(other).rooms[keys[0]].table is None
        asked = next(wire for wire in playing if wire.now["question"] is not None)
        await see((await asked.play())["version"], watching)


async def test_what_happened_while_a_node_was_cut_off_is_seen_when_it_hears_again(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        playing = [await one.come(keys[0], keys[seat]) for seat in (1, 2)]
        watching = await other.come(keys[0])
        for _ in range(3):
            await cut(one, bus)
            asked = next(wire for wire in playing if wire.now["question"] is not None)
            version = (await asked.play())["version"]
            await see(version, *playing, watching)


async def test_news_that_nobody_told_are_found(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        playing = [await one.come(keys[0], keys[seat]) for seat in (1, 2)]
        watching = await other.come(keys[0])
        await hall(other).means.bus.end()
        asked = next(wire for wire in playing if wire.now["question"] is not None)
        version = (await asked.play())["version"]
        await Lookout(hall(other)).look()
        await see(version, watching)


async def test_who_is_told_only_once_that_it_should_end_does_not_hold_up_a_node():
    """As a client of Redis does that is just sending something."""

    async def deaf_once() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(PATIENCE)
        await asyncio.sleep(PATIENCE)

    task = asyncio.create_task(deaf_once())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE / 2):
        await end_task(task)
    assert task.cancelled()


async def test_time_is_charged_alike_at_every_node(tmp_path, bus):
    """Answers come to either node in turn; who is asked is charged what passed, and nobody else."""
    async with nodes(tmp_path, bus) as houses:
        keys = await houses[0].seat("movie", 2, options={"first": "1"}, clock={"per": "game", "seconds": 600})
        left = [600_000, 600_000]
        for turn in range(6):
            wires = [await houses[turn % 2].come(keys[0], keys[seat]) for seat in (1, 2)]
            asked = 0 if wires[0].now["question"] is not None else 1
            for house in houses:
                house.clock.pass_by(7)
            left[asked] -= 7_000
            await wires[asked].play()
            assert wires[asked].table["times"]["left"] == left


# ---- Keys, words and whole tables ----------------------------------------------------------------------------------


async def test_whose_key_dies_at_one_node_must_go_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 3)
        host, second = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])
        third, watching = await other.come(keys[0], keys[3]), await other.come(keys[0])
        await host.must("reissue", seat=2)
        assert await second.farewell() == "unknown-token"
        assert await other.refused("GET", f"tables/{keys[0]}/me", token=keys[2]) == "unknown-token"
        assert (third.code, watching.code) == (None, None)


async def test_who_is_forgotten_at_one_node_is_forgotten_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        host, guest = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])
        await guest.must("say", text="Grendel was here")
        await host.until(lambda: len(hall(one).rooms[keys[0]].table.chat) == 1)
        status, _ = await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2])
        assert status == 204
        assert await guest.farewell() == "unknown-token"
        room = hall(one).rooms[keys[0]]
        await until(lambda: room.table is not None and room.table.chat[0].text == FORGOTTEN)
        assert room.table.places[1].name != "P2"
        await host.until(lambda: host.words == {0: FORGOTTEN})
        async with asyncio.timeout(PATIENCE):  # a bot plays on for who was forgotten, at either node
            while room.table.seq != read_table(keys[0], await one.store.load(keys[0])).seq:
                await asyncio.sleep(0.01)


async def test_who_was_forgotten_must_go_also_where_nobody_told(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        guest = await other.come(keys[0], keys[2])
        await guest.must("resign")
        await hall(other).means.bus.end()  # deaf
        assert (await one.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        await other.come(keys[0], keys[1])
        assert await guest.farewell() == "unknown-token"


async def test_no_device_that_was_added_at_the_other_node_meanwhile_outlives_its_seat(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        code, added = (await one.post(f"tables/{keys[0]}/device", None, keys[2]))["code"], {}

        async def add_device():
            added.update(await one.post("devices", {"code": code}))

        async with in_between(other, add_device):
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        assert added["seat"] == 2
        assert await one.refused("GET", f"tables/{keys[0]}/me", token=added["token"]) == "unknown-token"
        assert [row.seat for row in await one.store.tokens(keys[0])] == [0]


@asynccontextmanager
async def in_between(house, happens):
    """Something happens just before a node stores that somebody is forgotten."""
    store, append = house.store.store, house.store.store.append

    async def late(*given):
        if given[-1]:
            store.append = append
            await happens()
        await append(*given)

    store.append = late
    yield
    assert store.append == append


async def stored_info(house, table: str) -> tuple[str, str]:
    """What lists show, and what they ought to."""
    row, rows = await house.store.find(table), await house.store.load(table)
    return row.info, summary(read_table(table, rows), 0).info


async def test_who_forgets_writes_nothing_older_over_what_another_node_did_meanwhile(tmp_path, bus):
    bots = Counting(held=True), Counting(held=True)
    async with nodes(tmp_path, bus, *bots) as (one, other):
        keys = await one.seat("movie", 2, options={"first": "1"})
        host = await one.come(keys[0], keys[1])
        async with in_between(other, host.play):
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        shown, right = await stored_info(one, keys[0])
        assert shown == right
        assert "P2" not in shown
        assert [row.kind for row in await one.store.load(keys[0])][-3:] == ["moved", "resigned", "forgotten"]


async def test_two_who_are_forgotten_at_two_nodes_at_once_are_both_forgotten(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        host = await one.come(keys[0], keys[1])
        await host.must("resign")

        async def forget_the_host():
            assert (await one.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1]))[0] == 204

        async with in_between(other, forget_the_host):
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        left = "".join(row.body for row in await one.store.load(keys[0]))
        assert not [name for name in ("P1", "P2") if f'"{name}"' in left]
        shown, right = await stored_info(one, keys[0])
        assert shown == right


async def test_who_knows_nothing_of_it_brings_no_forgotten_name_back(tmp_path, bus):
    """A node has decided a move from a table at which someone still had a name."""
    bots = Counting(held=True), Counting(held=True)
    async with nodes(tmp_path, bus, *bots) as (one, other):
        keys = await one.seat("movie", 2, options={"first": "1"})
        host = await one.come(keys[0], keys[1])
        store, append = one.store.store, one.store.store.append

        async def late(*given):
            store.append = append
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
            await append(*given)

        store.append = late
        await host.play()
        shown, right = await stored_info(one, keys[0])
        assert shown == right
        assert "P2" not in shown


async def test_a_message_that_is_erased_at_one_node_is_gone_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        host, guest = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])
        await guest.must("say", text="Grendel was here")
        await guest.must("erase", message=0)
        await host.until(lambda: host.now["version"] == guest.now["version"])
        room = hall(one).rooms[keys[0]]
        await until(lambda: room.table is not None and room.table.chat[0].text is None)  # it is being read anew


async def test_a_table_that_one_node_deletes_is_gone_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.lay("movie", "person", "person")
        watching = await other.come(keys[0], keys[2])
        host = await one.come(keys[0], keys[1])
        await host.must("close")
        for house in (one, other):
            house.clock.pass_by(days=400)
        await asyncio.gather(one.tidy(), other.tidy())
        assert await watching.farewell() == "deleted"
        assert await other.refused("GET", f"tables/{keys[0]}") == "no-such-table"


async def test_a_rematch_that_two_want_at_once_is_one_table(tmp_path, bus):
    async with nodes(tmp_path, bus) as (one, other):
        keys = await one.seat("movie", 2)
        wires = [await one.come(keys[0], keys[1]), await other.come(keys[0], keys[2])]
        await wires[0].must("abort")
        await wires[1].must("agree", yes=True)
        await until(lambda: all(wire.table["status"] == "ended" for wire in wires))
        told = await asyncio.gather(*(wire.must("rematch") for wire in wires))
        assert told[0]["table"] == told[1]["table"]
        assert sum(row.kind == "rematched" for row in await one.store.load(keys[0])) == 1


# ---- Bots ----------------------------------------------------------------------------------------------------------


class Counting(AtOnce):
    """A bot that says whenever it is asked; held, it does not answer."""

    def __init__(self, held: bool = False) -> None:
        self.asked, self.held = 0, held

    async def think(self, *given):
        self.asked += 1
        if self.held:
            await asyncio.Event().wait()
        return await super().think(*given)


@pytest.mark.heavy
async def test_one_node_thinks_for_a_bot_and_one_answer_is_stored(tmp_path, bus):
    """Both nodes have the table before them all the time."""
    bots = Counting(), Counting()
    async with nodes(tmp_path, bus, *bots) as (one, other):
        keys = await one.seat("movie", 1, "random", "random")
        wires = [await one.come(keys[0], keys[1]), await other.come(keys[0])]
        await play_out(*wires)
        rows = await one.store.load(keys[0])
        answers = [row.command for row in rows if row.command and row.command.startswith("bot:")]
        assert len(answers) == len(set(answers)) > 10
        thoughts = bots[0].asked + bots[1].asked  # a node that was late may think once more, and comes to nothing
        assert len(answers) <= thoughts < 1.2 * len(answers)


@pytest.mark.heavy  # the other node may be the first to think: then there is nothing to take over
async def test_a_bot_whose_node_ends_answers_from_the_other(tmp_path, bus):
    bots = Counting(held=True), Counting()
    async with nodes(tmp_path, bus, *bots) as (one, other):
        keys = await one.seat("movie", 1, "random")
        watching = await other.come(keys[0])
        host = await one.come(keys[0], keys[1])
        if host.now["question"] is not None:
            await host.play()
        await until(lambda: bots[0].asked)
        assert bots[1].asked == 0
        before = len(await one.store.load(keys[0]))
        await hall(one).stop()  # as if it had died
        async with asyncio.timeout(PATIENCE):
            while len(await one.store.load(keys[0])) == before:
                other.clock.pass_by(LEASE)
                await asyncio.sleep(0.1)
        assert bots[1].asked > 0
        await watching.until(lambda: watching.now["version"] > before - 1)


async def test_a_bot_is_not_forgotten_by_a_node_that_never_saw_its_table(tmp_path, bus):
    bots = Counting(held=True), Counting()
    async with nodes(tmp_path, bus, *bots) as (one, other):
        keys = await one.seat("movie", 1, "random")
        host = await one.come(keys[0], keys[1])
        if host.now["question"] is not None:
            await host.play()
        await until(lambda: bots[0].asked)
        before = len(await one.store.load(keys[0]))
        await hall(one).stop()
        lookout = Lookout(hall(other))
        other.clock.pass_by(QUIET / 1000 + 1)
        async with asyncio.timeout(PATIENCE):
            while len(await other.store.load(keys[0])) == before:
                await lookout.look()
                other.clock.pass_by(LEASE)
                await asyncio.sleep(0.1)
        assert bots[1].asked > 0


# ---- Limits --------------------------------------------------------------------------------------------------------


async def test_limits_count_at_all_nodes_together_where_there_is_a_redis(tmp_path):
    redis().tell("FLUSHALL")
    async with nodes(tmp_path, redis().url, rate_create="3/hour", limits="on") as (one, other):
        for house in (one, other, one):
            await house.lay("movie", "person", "person")
        wishes = {"game": "movie", "seats": [{"who": "person"}] * 2}
        for house in (one, other):
            status, told = await house.ask("POST", "tables", wishes)
            assert (status, told["problem"]["code"]) == (429, "too-fast")


async def test_each_node_counts_for_itself_while_there_is_no_redis(tmp_path):
    redis().tell("FLUSHALL")
    async with nodes(tmp_path, redis().url, rate_create="2/hour", limits="on") as (one, other):
        await asyncio.to_thread(redis().server.stop)
        try:
            wishes = {"game": "movie", "seats": [{"who": "person"}] * 2}
            for house in (one, other):
                assert [(await house.ask("POST", "tables", wishes))[0] for _ in range(3)] == [201, 201, 429]
        finally:
            await asyncio.to_thread(redis().start)
