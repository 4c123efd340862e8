"""Two nodes on one database, connected by PostgreSQL notifications or by Redis: changes at one are seen at the other,
clients may use either, and each continues the other's work."""

import asyncio
import re
from contextlib import asynccontextmanager, suppress

import pytest

from heorot.server.cluster.bus import RELOAD, RemoteBus, cancel_task
from heorot.server.rooms.bot_leases import LEASE_SECONDS
from heorot.server.rooms.bot_processes import InlineBotRunner
from heorot.server.rooms.reconciler import QUIET_MS, Reconciler
from heorot.server.rooms.room import summarize
from heorot.server.table.events import REDACTED
from heorot.server.table.fold import fold_rows
from tests.server.support.databases import postgres, redis
from tests.server.support.in_process_server import PATIENCE, InProcessServer, play_to_end, wait_for_version


@pytest.fixture(params=["notices", "redis"])
def bus(request) -> str | None:
    return redis().url if request.param == "redis" else None


@asynccontextmanager
async def nodes(tmp_path, bus, *bots, **settings):
    """Run two connected nodes."""
    name = await asyncio.to_thread(postgres().new_database)
    options = {"database": postgres().url(name), "bus": bus, **settings}
    first_bot, second_bot = (bots or (None, None))[:2]
    async with (
        InProcessServer(tmp_path / "1", first_bot, **options) as first,
        InProcessServer(tmp_path / "2", second_bot, **options) as second,
    ):
        first.database = second.database = name
        yield first, second


async def wait_until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def registry(server):
    return server.app.state.registry


async def cut(server, bus) -> None:
    """Cut every connection at once; they reconnect."""
    await asyncio.to_thread(postgres().cut, server.database)
    if bus:
        await asyncio.to_thread(redis().cut)


# ---- Moves, chat and commands ------------------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_a_whole_game_is_played_between_two_nodes(tmp_path, bus, game):
    """Players use both nodes; spectators at both see the same table at the end."""
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat(game, 2)
        clients = [await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])]
        watching = [await node.connect(keys[0]), await other.connect(keys[0])]
        await play_to_end(*clients, *watching)
        rows = await node.store.load(keys[0])
        assert [client.now["version"] for client in clients] == [len(rows)] * 2
        assert watching[0].now == watching[1].now
        assert watching[0].table["status"] == "over"


async def test_moves_at_either_node_are_seen_at_both(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        clients = [await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])]
        watching = [await node.connect(keys[0]), await other.connect(keys[0])]
        moved = set()
        while moved != {0, 1}:
            awaited = next(number for number, client in enumerate(clients) if client.now["question"] is not None)
            moved.add(awaited)
            await wait_for_version((await clients[awaited].play())["version"], *clients, *watching)
        assert watching[0].now == watching[1].now


async def test_only_table_ids_and_event_numbers_cross_the_bus(tmp_path, bus, monkeypatch):
    """Record everything on the bus during various commands."""
    sent, dispatch = [], RemoteBus.dispatch
    monkeypatch.setattr(RemoteBus, "dispatch", lambda bus, message: (sent.append(message), dispatch(bus, message)))
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2, options={"first": "1"})
        host, guest = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])
        await guest.expect_answer("say", text="Grendel was here")
        await guest.expect_answer("erase", message=0)
        await host.play()
        assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        last = len(await node.store.load(keys[0]))
        erased = f"{keys[0]} {RELOAD}"  # for the message and for the person, received by both nodes
        await wait_until(lambda: sent.count(erased) >= 4 and last > 5)
    assert [text for text in sent if text is not None and not re.fullmatch(f"{keys[0]} [0-9]+", text)] == []


async def test_chat_and_joins_are_seen_at_both_nodes(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.create_table("movie", "person", "person")
        host = await node.connect(keys[0], keys[1])
        await other.join(keys, 2, name="Wealhtheow")
        await host.wait_until(lambda: host.table["status"] == "playing")
        guest = await other.connect(keys[0], keys[2])
        await guest.expect_answer("say", text="hail")
        await host.wait_until(lambda: "hail" in host.chat.values())


async def test_a_client_from_the_other_node_never_sees_an_older_version(tmp_path, bus):
    """A node that missed updates loads them before it welcomes or answers a client."""
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        first, late = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])
        await registry(other).context.bus.stop()  # deaf
        player = first if first.now["question"] is not None else await node.connect(keys[0], keys[2])
        version = (await player.play())["version"]
        again = await other.connect(keys[0], keys[1], seen=version)
        assert again.now["version"] == version
        await late.wait_until(lambda: late.now["version"] == version)


def replies_to(command: str, client) -> list:
    return [message for message in client.received if message.get("id") == command]


async def test_a_command_repeated_at_the_other_node_gets_the_same_answer(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        clients = {server: await server.connect(keys[0], keys[1]) for server in (node, other)}
        await registry(other).context.bus.stop()
        command = {"type": "say", "id": "same", "text": "hail"}
        for client in clients.values():
            client.send(**command)
            await client.wait_until(lambda client=client: replies_to("same", client))
        answers = [replies_to("same", client)[0] for client in clients.values()]
        assert answers[0] == answers[1]
        assert sum(row.kind == "chatted" for row in await node.store.load(keys[0])) == 1


async def test_subscribers_of_an_evicted_table_receive_updates(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        playing = [await node.connect(keys[0], keys[seat]) for seat in (1, 2)]
        watching = await other.connect(keys[0])
        registry(other).rooms[keys[0]].evict_if_idle()
        assert registry(other).rooms[keys[0]].table is None
        player = next(client for client in playing if client.now["question"] is not None)
        await wait_for_version((await player.play())["version"], watching)


async def test_a_reconnected_node_loads_what_it_missed(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        playing = [await node.connect(keys[0], keys[seat]) for seat in (1, 2)]
        watching = await other.connect(keys[0])
        for _ in range(3):
            await cut(node, bus)
            player = next(client for client in playing if client.now["question"] is not None)
            version = (await player.play())["version"]
            await wait_for_version(version, *playing, watching)


async def test_the_reconciler_finds_unannounced_updates(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        playing = [await node.connect(keys[0], keys[seat]) for seat in (1, 2)]
        watching = await other.connect(keys[0])
        await registry(other).context.bus.stop()
        player = next(client for client in playing if client.now["question"] is not None)
        version = (await player.play())["version"]
        await Reconciler(registry(other)).poll()
        await wait_for_version(version, watching)


async def test_a_swallowed_cancellation_does_not_block_the_shutdown():
    """A task that swallows one cancellation, as a sending Redis client does, must not block the shutdown."""

    async def deaf_once() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(PATIENCE)
        await asyncio.sleep(PATIENCE)

    task = asyncio.create_task(deaf_once())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE / 2):
        await cancel_task(task)
    assert task.cancelled()


async def test_time_is_charged_equally_at_both_nodes(tmp_path, bus):
    """Answers go to either node in turn; only the seat whose turn it is is charged."""
    async with nodes(tmp_path, bus) as servers:
        keys = await servers[0].seat("movie", 2, options={"first": "1"}, clock={"per": "game", "seconds": 600})
        left = [600_000, 600_000]
        for turn in range(6):
            clients = [await servers[turn % 2].connect(keys[0], keys[seat]) for seat in (1, 2)]
            awaited = 0 if clients[0].now["question"] is not None else 1
            for server in servers:
                server.clock.advance(7)
            left[awaited] -= 7_000
            await clients[awaited].play()
            assert clients[awaited].table["times"]["left"] == left


# ---- Keys, erasure and deletion ----------------------------------------------------------------------------------


async def test_a_token_revoked_at_one_node_disconnects_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 3)
        host, second = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])
        third, watching = await other.connect(keys[0], keys[3]), await other.connect(keys[0])
        await host.expect_answer("reissue", seat=2)
        assert await second.wait_for_goodbye() == "unknown-token"
        assert await other.refused("GET", f"tables/{keys[0]}/me", token=keys[2]) == "unknown-token"
        assert (third.code, watching.code) == (None, None)


async def test_an_erasure_at_one_node_takes_effect_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        host, guest = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])
        await guest.expect_answer("say", text="Grendel was here")
        await host.wait_until(lambda: len(registry(node).rooms[keys[0]].table.chat) == 1)
        status, _ = await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2])
        assert status == 204
        assert await guest.wait_for_goodbye() == "unknown-token"
        room = registry(node).rooms[keys[0]]
        await wait_until(lambda: room.table is not None and room.table.chat[0].text == REDACTED)
        assert room.table.places[1].name != "P2"
        await host.wait_until(lambda: host.chat == {0: REDACTED})
        async with asyncio.timeout(PATIENCE):  # a bot replaces the erased person at both nodes
            while room.table.seq != fold_rows(keys[0], await node.store.load(keys[0])).seq:
                await asyncio.sleep(0.01)


async def test_an_unannounced_erasure_disconnects_at_the_other_node(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        guest = await other.connect(keys[0], keys[2])
        await guest.expect_answer("resign")
        await registry(other).context.bus.stop()  # deaf
        assert (await node.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        await other.connect(keys[0], keys[1])
        assert await guest.wait_for_goodbye() == "unknown-token"


async def test_a_device_added_at_the_other_node_is_revoked_with_its_seat(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        code, added = (await node.post(f"tables/{keys[0]}/device", None, keys[2]))["code"], {}

        async def add_device():
            added.update(await node.post("devices", {"code": code}))

        async with run_before_redaction(other, add_device):
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        assert added["seat"] == 2
        assert await node.refused("GET", f"tables/{keys[0]}/me", token=added["token"]) == "unknown-token"
        assert [row.seat for row in await node.store.list_tokens(keys[0])] == [0]


@asynccontextmanager
async def run_before_redaction(server, action):
    """Run something just before a node stores a redaction."""
    store, append = server.store.store, server.store.store.append

    async def late(*args):
        if args[-1]:
            store.append = append
            await action()
        await append(*args)

    store.append = late
    yield
    assert store.append == append


async def stored_info(server, table: str) -> tuple[str, str]:
    """Return the stored lobby description, and the expected one."""
    row, rows = await server.store.find_table(table), await server.store.load(table)
    return row.info, summarize(fold_rows(table, rows), 0).info


async def test_an_erasure_does_not_overwrite_newer_events_of_another_node(tmp_path, bus):
    bots = CountingBot(held=True), CountingBot(held=True)
    async with nodes(tmp_path, bus, *bots) as (node, other):
        keys = await node.seat("movie", 2, options={"first": "1"})
        host = await node.connect(keys[0], keys[1])
        async with run_before_redaction(other, host.play):
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        shown, right = await stored_info(node, keys[0])
        assert shown == right
        assert "P2" not in shown
        assert [row.kind for row in await node.store.load(keys[0])][-3:] == ["moved", "resigned", "forgotten"]


async def test_simultaneous_erasures_at_two_nodes_both_take_effect(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        host = await node.connect(keys[0], keys[1])
        await host.expect_answer("resign")

        async def forget_the_host():
            assert (await node.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1]))[0] == 204

        async with run_before_redaction(other, forget_the_host):
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
        left = "".join(row.body for row in await node.store.load(keys[0]))
        assert not [name for name in ("P1", "P2") if f'"{name}"' in left]
        shown, right = await stored_info(node, keys[0])
        assert shown == right


async def test_a_node_that_missed_an_erasure_does_not_restore_the_name(tmp_path, bus):
    """A node decided a move on a table that still had the name."""
    bots = CountingBot(held=True), CountingBot(held=True)
    async with nodes(tmp_path, bus, *bots) as (node, other):
        keys = await node.seat("movie", 2, options={"first": "1"})
        host = await node.connect(keys[0], keys[1])
        store, append = node.store.store, node.store.store.append

        async def late(*args):
            store.append = append
            assert (await other.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
            await append(*args)

        store.append = late
        await host.play()
        shown, right = await stored_info(node, keys[0])
        assert shown == right
        assert "P2" not in shown


async def test_a_message_erased_at_one_node_is_gone_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        host, guest = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])
        await guest.expect_answer("say", text="Grendel was here")
        await guest.expect_answer("erase", message=0)
        await host.wait_until(lambda: host.now["version"] == guest.now["version"])
        room = registry(node).rooms[keys[0]]
        await wait_until(lambda: room.table is not None and room.table.chat[0].text is None)  # reloaded


async def test_a_table_deleted_at_one_node_is_gone_at_the_other(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.create_table("movie", "person", "person")
        watching = await other.connect(keys[0], keys[2])
        host = await node.connect(keys[0], keys[1])
        await host.expect_answer("close")
        for server in (node, other):
            server.clock.advance(days=400)
        await asyncio.gather(node.run_round(), other.run_round())
        assert await watching.wait_for_goodbye() == "deleted"
        assert await other.refused("GET", f"tables/{keys[0]}") == "no-such-table"


async def test_simultaneous_rematches_give_one_table(tmp_path, bus):
    async with nodes(tmp_path, bus) as (node, other):
        keys = await node.seat("movie", 2)
        clients = [await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])]
        await clients[0].expect_answer("abort")
        await clients[1].expect_answer("agree", yes=True)
        await wait_until(lambda: all(client.table["status"] == "ended" for client in clients))
        answers = await asyncio.gather(*(client.expect_answer("rematch") for client in clients))
        assert answers[0]["table"] == answers[1]["table"]
        assert sum(row.kind == "rematched" for row in await node.store.load(keys[0])) == 1


# ---- Bots --------------------------------------------------------------------------------------------------------


class CountingBot(InlineBotRunner):
    """A bot that counts its requests and answers unless it is held."""

    def __init__(self, held: bool = False) -> None:
        self.asked, self.held = 0, held

    async def choose_action(self, *args):
        self.asked += 1
        if self.held:
            await asyncio.Event().wait()
        return await super().choose_action(*args)


@pytest.mark.heavy
async def test_one_node_runs_a_bot_and_one_answer_is_stored(tmp_path, bus):
    """The table stays live at both nodes."""
    bots = CountingBot(), CountingBot()
    async with nodes(tmp_path, bus, *bots) as (node, other):
        keys = await node.seat("movie", 1, "random", "random")
        clients = [await node.connect(keys[0], keys[1]), await other.connect(keys[0])]
        await play_to_end(*clients)
        rows = await node.store.load(keys[0])
        answers = [row.command for row in rows if row.command and row.command.startswith("bot:")]
        assert len(answers) == len(set(answers)) > 10
        thoughts = bots[0].asked + bots[1].asked  # a late node may compute once more, without effect
        assert len(answers) <= thoughts < 1.2 * len(answers)


@pytest.mark.heavy  # the other node may compute first; then there is nothing to take over
async def test_a_bot_of_a_stopped_node_is_taken_over_by_the_other(tmp_path, bus):
    bots = CountingBot(held=True), CountingBot()
    async with nodes(tmp_path, bus, *bots) as (node, other):
        keys = await node.seat("movie", 1, "random")
        watching = await other.connect(keys[0])
        host = await node.connect(keys[0], keys[1])
        if host.now["question"] is not None:
            await host.play()
        await wait_until(lambda: bots[0].asked)
        assert bots[1].asked == 0
        before = len(await node.store.load(keys[0]))
        await registry(node).stop()  # as if it had died
        async with asyncio.timeout(PATIENCE):
            while len(await node.store.load(keys[0])) == before:
                other.clock.advance(LEASE_SECONDS)
                await asyncio.sleep(0.1)
        assert bots[1].asked > 0
        await watching.wait_until(lambda: watching.now["version"] > before - 1)


async def test_a_node_takes_over_bots_of_tables_it_never_loaded(tmp_path, bus):
    bots = CountingBot(held=True), CountingBot()
    async with nodes(tmp_path, bus, *bots) as (node, other):
        keys = await node.seat("movie", 1, "random")
        host = await node.connect(keys[0], keys[1])
        if host.now["question"] is not None:
            await host.play()
        await wait_until(lambda: bots[0].asked)
        before = len(await node.store.load(keys[0]))
        await registry(node).stop()
        reconciler = Reconciler(registry(other))
        other.clock.advance(QUIET_MS / 1000 + 1)
        async with asyncio.timeout(PATIENCE):
            while len(await other.store.load(keys[0])) == before:
                await reconciler.poll()
                other.clock.advance(LEASE_SECONDS)
                await asyncio.sleep(0.1)
        assert bots[1].asked > 0


# ---- Limits ------------------------------------------------------------------------------------------------------


async def test_rate_limits_are_shared_through_redis(tmp_path):
    redis().execute("FLUSHALL")
    async with nodes(tmp_path, redis().url, rate_create="3/hour", limits="on") as (node, other):
        for server in (node, other, node):
            await server.create_table("movie", "person", "person")
        table = {"game": "movie", "seats": [{"who": "person"}] * 2}
        for server in (node, other):
            status, answer = await server.ask("POST", "tables", table)
            assert (status, answer["problem"]["code"]) == (429, "too-fast")


async def test_rate_limits_are_local_while_redis_is_down(tmp_path):
    redis().execute("FLUSHALL")
    async with nodes(tmp_path, redis().url, rate_create="2/hour", limits="on") as (node, other):
        await asyncio.to_thread(redis().server.stop)
        try:
            table = {"game": "movie", "seats": [{"who": "person"}] * 2}
            for server in (node, other):
                assert [(await server.ask("POST", "tables", table))[0] for _ in range(3)] == [201, 201, 429]
        finally:
            await asyncio.to_thread(redis().start)
