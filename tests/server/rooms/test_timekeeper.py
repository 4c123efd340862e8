"""Clocks at a running server: timeouts, restarts, suspended machines, several servers on one file."""

import asyncio
import json
import signal
from pathlib import Path

import pytest

from heorot.server.rooms.timekeeper import HEARTBEAT
from heorot.server.settings import Settings
from tests.server.support.databases import postgres
from tests.server.support.in_process_server import InProcessServer, SocketClient, wait_for_version
from tests.server.support.live_server import RunningServer, serving

BANK = {"per": "game", "seconds": 600, "increment": 10}
PER_MOVE = {"per": "move", "seconds": 60}
FIRST = {"first": "1"}


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data") as opened:
        yield opened


async def timed(
    server: InProcessServer, clock=BANK, bots=(), people: int = 2, **more
) -> tuple[dict[int, str], list[SocketClient]]:
    """Start a game with clocks; the first seat has a question."""
    keys = await server.seat("movie", people, *bots, options=FIRST, clock=clock, **more)
    return keys, [await server.connect(keys[0], keys[seat]) for seat in range(1, people + 1)]


async def kinds(server: InProcessServer, table: str) -> list[str]:
    return [row.kind for row in await server.store.load(table)]


def opened_at(folder: Path, at: int) -> InProcessServer:
    """Start a server at a given time."""
    server = InProcessServer(folder)
    server.clock.at = at
    return server


def let_pass(server: InProcessServer, seconds: float = 0, **more: float) -> None:
    """Advance the clock while the server polls regularly, except for the last second."""
    server.clock.advance(seconds, **more)
    server.app.state.lifecycle.timekeeper.looked_at = server.clock.at


# ---- Reported times ----------------------------------------------------------------------------------------------


async def test_clients_receive_remaining_and_server_time(server):
    keys, (host, guest) = await timed(server)
    now, [welcome] = server.clock.at, host.all("welcome")
    assert host.table["clock"] == BANK | {"when_out": "until-return"}
    assert host.table["times"] == {"at": now, "left": [600_000, 600_000], "running": [1], "paused": False}
    assert welcome["time"] == now
    server.clock.advance(7)
    await host.play()
    await guest.wait_until(lambda: guest.table["times"]["running"] == [2])
    assert guest.table["times"] == {"at": now + 7000, "left": [603_000, 600_000], "running": [2], "paused": False}
    assert (await server.connect(keys[0])).all("welcome")[0]["time"] == now + 7000


async def test_tables_without_clocks_send_no_times(server):
    keys = await server.seat("movie", 2)
    client = await server.connect(keys[0], keys[1])
    assert (client.table["clock"], client.table["times"], client.all("welcome")[0]["time"]) == (None, None, None)


@pytest.mark.parametrize("clock", [
    {"per": "move", "seconds": 4}, {"per": "move", "seconds": 21 * 86400 + 1}, {"per": "hour", "seconds": 60},
    {"per": "game", "seconds": 60, "increment": -1}, {"per": "game", "seconds": 60.5}, {"per": "move"},
    {"per": "game", "seconds": 60, "when_out": "lose"}, {"per": "move", "seconds": 60, "colour": "red"},
])  # fmt: skip
async def test_invalid_time_controls_are_refused(server, clock):
    request = {"game": "movie", "seats": [{"who": "person"}] * 2, "clock": clock}
    assert await server.refused("POST", "tables", request) == "invalid"


async def test_a_pause_is_requested_granted_and_ended(server):
    _, (host, guest) = await timed(server)
    await guest.expect_answer("pause")
    await host.wait_until(lambda: host.table["request"] == {"wish": "pause", "seat": 2, "agreed": [2]})
    await host.expect_answer("agree", yes=True)
    await guest.wait_until(lambda: guest.table["times"]["paused"])
    server.clock.advance(days=2)
    await server.poll()
    await host.expect_answer("resume")
    assert host.table["times"]["left"] == [600_000, 600_000]


async def test_a_rematch_has_the_same_clock(server):
    keys, (host, guest) = await timed(server)
    await host.expect_answer("abort")
    await guest.expect_answer("agree", yes=True)
    rematch = await host.expect_answer("rematch")
    again = await server.connect(rematch["table"], keys[1])
    assert again.table["clock"] == BANK | {"when_out": "until-return"}
    assert again.table["times"]["left"] == [600_000, 600_000]


# ---- Out of time -------------------------------------------------------------------------------------------------


async def test_a_bot_plays_after_a_timeout_until_the_person_returns(server):
    keys, (host, guest) = await timed(server, PER_MOVE)
    let_pass(server, 59)
    await server.poll()
    assert "timed-out" not in await kinds(server, keys[0])
    let_pass(server, 1)
    await server.poll()
    await guest.wait_until(lambda: guest.now["question"] is not None)
    stored = await kinds(server, keys[0])
    assert set(stored[stored.index("timed-out") + 1 :]) == {"moved"}  # once, or twice if the bot draws first
    assert guest.table["places"][0]["away"]
    await host.expect_answer("return")
    await guest.play()
    await host.wait_until(lambda: host.now["question"] is not None)
    assert host.table["times"]["running"] == [1]


async def test_a_bot_plays_one_move_only_if_the_host_chose_so(server):
    keys, (host, guest) = await timed(server, PER_MOVE | {"when_out": "one-move"})
    before = guest.now["version"]
    let_pass(server, 61)
    await server.poll()
    await wait_for_version(before + 2, host, guest)
    assert (await kinds(server, keys[0]))[-2:] == ["timed-out", "moved"]
    assert not guest.table["places"][0]["away"]
    player = host if host.now["question"] is not None else guest  # the host again, if the bot drew first
    await player.play()


async def test_an_evicted_table_times_out(server):
    keys, clients = await timed(server, {"per": "move", "seconds": 3 * 86400})
    for client in clients:
        await client.leave()
    let_pass(server, days=2)
    await server.poll()
    await server.run_round()
    assert server.app.state.registry.rooms == {}
    let_pass(server, days=1)
    await server.poll()
    assert "timed-out" in await kinds(server, keys[0])


async def test_an_unreadable_table_does_not_stop_the_timekeeper(server, monkeypatch):
    (bad, _), (good, _) = await timed(server, PER_MOVE), await timed(server, PER_MOVE)
    server.app.state.registry.rooms[bad[0]].commit = None
    let_pass(server, 60)
    await server.poll()
    await server.poll()
    assert "timed-out" in await kinds(server, good[0])
    assert "timed-out" not in await kinds(server, bad[0])


# ---- Restarts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", [2, 600, 30 * 86400])
async def test_a_restart_charges_no_time(tmp_path, away):
    async with InProcessServer(tmp_path / "data") as server:
        keys, _ = await timed(server)
        server.clock.advance(HEARTBEAT // 1000)
        await server.poll()  # stores a heartbeat
        server.clock.advance(3)
        died = server.clock.at
    async with opened_at(tmp_path / "data", died + away * 1000) as server:
        host = await server.connect(keys[0], keys[1])
        assert (await kinds(server, keys[0]))[-1] == "outage"
        assert host.table["times"]["left"] == [595_000, 600_000]
        assert host.table["times"]["at"] == server.clock.at
        server.clock.advance(10)
        await host.play()
        assert host.table["times"]["left"] == [595_000, 600_000]  # ten seconds less, and ten more for the answer


async def test_successive_restarts_charge_no_time_and_store_one_outage_each(tmp_path):
    at = 1_800_000_000_000
    for turn in range(4):
        async with opened_at(tmp_path / "data", at) as server:
            if not turn:
                keys, _ = await timed(server)
            server.clock.advance(HEARTBEAT // 1000)
            await server.poll()
            at = server.clock.at + 86_400_000
    async with opened_at(tmp_path / "data", at) as server:
        assert (await kinds(server, keys[0])).count("outage") == 4
        host = await server.connect(keys[0], keys[1])
        assert host.table["times"]["left"] == [580_000, 600_000]


async def test_a_restart_while_another_server_runs_is_no_outage(tmp_path):
    async with InProcessServer(tmp_path / "data") as server:
        keys, _ = await timed(server)
        server.clock.advance(HEARTBEAT // 1000)
        await server.poll()
        async with opened_at(tmp_path / "data", server.clock.at + 4000) as other:
            host = await other.connect(keys[0], keys[1])
            other.clock.advance(1)
            await host.play()
            assert "outage" not in await kinds(server, keys[0])
            assert host.table["times"]["left"] == [600_000, 600_000]  # ten seconds were charged: the server was running


async def test_two_servers_store_a_timeout_once(tmp_path):
    async with InProcessServer(tmp_path / "data") as server, opened_at(tmp_path / "data", server.clock.at) as other:
        keys, _ = await timed(server, PER_MOVE)
        await other.connect(keys[0], keys[2])
        for node in (server, other):
            let_pass(node, 61)
        await asyncio.gather(server.poll(), other.poll())
        assert (await kinds(server, keys[0])).count("timed-out") == 1


async def test_a_suspended_machine_charges_no_time(server):
    keys, (host, _) = await timed(server, PER_MOVE)
    let_pass(server, 20)
    await server.poll()
    server.clock.advance(hours=8)
    await server.poll()
    assert (await kinds(server, keys[0]))[-1] == "outage"
    await host.wait_until(lambda: host.table["times"]["at"] == server.clock.at)
    assert host.table["times"]["left"][0] == 40_000


async def test_no_heartbeat_is_stored_while_no_clock_runs(server):
    keys = await server.seat("movie", 2)
    server.clock.advance(60)
    await server.poll()
    assert await server.store.last_heartbeat() is None
    assert await server.store.find_due(1 << 62, 10) == []
    assert keys


def create_timed_table(server: RunningServer) -> tuple[str, str]:
    created = server.post("/api/tables", {
        "game": "movie", "seats": [{"who": "person"}, {"who": "bot", "bot": "random"}], "name": "P1", "seat": 1,
        "options": FIRST, "clock": {"per": "game", "seconds": 600},
    }).data  # fmt: skip
    return created["table"], created["token"]


def receive_welcome(server: RunningServer, table: str, token: str) -> dict:
    with server.socket() as client:
        client.send(json.dumps({"type": "hello", "table": table, "token": token}))
        return json.loads(client.recv())


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_killed_and_restarted_server_process_charges_no_time(tmp_path, database):
    settings = {"HEOROT_DATABASE": postgres().url(postgres().new_database())} if database == "postgres" else {}
    with serving(tmp_path, TZ="Pacific/Kiritimati", **settings) as server:
        table, token = create_timed_table(server)
        before = receive_welcome(server, table, token)["now"]["table"]["times"]
        server.stop(signal.SIGKILL)
    with serving(tmp_path, TZ="Pacific/Midway", **settings) as server:  # 25 hours apart in local time
        settings = receive_welcome(server, table, token)
    times = settings["now"]["table"]["times"]
    assert before["left"][0] == 600_000
    assert times["left"][0] >= 600_000 - 6_000  # at most the time up to the last heartbeat
    assert times["at"] > before["at"]
    assert [sentence["key"] for sentence in settings["news"]] == ["news.outage"]


def test_the_longest_time_control_is_shorter_than_the_abandonment_limit():
    from heorot.server.protocol.http_models import MAX_CLOCK

    assert MAX_CLOCK < Settings().quiet_days * 86400
