"""Clocks at a running server: time-outs, restarts, machines that sleep, several servers at one file."""

import asyncio
import json
import signal
from pathlib import Path

import pytest

from heorot.server.settings import Settings
from heorot.server.timekeeper import BEAT
from tests.server.databases import postgres
from tests.server.house import House, Wire, see
from tests.server.process import Running, serving

BANK = {"per": "game", "seconds": 600, "increment": 10}
PER_MOVE = {"per": "move", "seconds": 60}
FIRST = {"first": "1"}


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data") as opened:
        yield opened


async def timed(house: House, clock=BANK, bots=(), people: int = 2, **more) -> tuple[dict[int, str], list[Wire]]:
    """A game that has begun, with clocks; the first seat is asked."""
    keys = await house.seat("movie", people, *bots, options=FIRST, clock=clock, **more)
    return keys, [await house.come(keys[0], keys[seat]) for seat in range(1, people + 1)]


async def kinds(house: House, table: str) -> list[str]:
    return [row.kind for row in await house.store.load(table)]


def opened_at(folder: Path, at: int) -> House:
    """A server that is started at a moment."""
    found = House(folder)
    found.clock.at = at
    return found


def let_pass(house: House, seconds: float = 0, **more: float) -> None:
    """Time passes while the server lives, and looks at the clocks all the time but for the last moment."""
    house.clock.pass_by(seconds, **more)
    house.app.state.household.timekeeper.looked_at = house.clock.at


# ---- What is told --------------------------------------------------------------------------------------------------


async def test_everyone_is_told_the_clocks_and_by_which_clock_they_go(house):
    keys, (host, guest) = await timed(house)
    now, [welcome] = house.clock.at, host.all("welcome")
    assert host.table["clock"] == BANK | {"when_out": "until-return"}
    assert host.table["times"] == {"at": now, "left": [600_000, 600_000], "running": [1], "paused": False}
    assert welcome["time"] == now
    house.clock.pass_by(7)
    await host.play()
    await guest.until(lambda: guest.table["times"]["running"] == [2])
    assert guest.table["times"] == {"at": now + 7000, "left": [603_000, 600_000], "running": [2], "paused": False}
    assert (await house.come(keys[0])).all("welcome")[0]["time"] == now + 7000


async def test_where_there_is_no_clock_no_time_is_told(house):
    keys = await house.seat("movie", 2)
    wire = await house.come(keys[0], keys[1])
    assert (wire.table["clock"], wire.table["times"], wire.all("welcome")[0]["time"]) == (None, None, None)


@pytest.mark.parametrize("clock", [
    {"per": "move", "seconds": 4}, {"per": "move", "seconds": 21 * 86400 + 1}, {"per": "hour", "seconds": 60},
    {"per": "game", "seconds": 60, "increment": -1}, {"per": "game", "seconds": 60.5}, {"per": "move"},
    {"per": "game", "seconds": 60, "when_out": "lose"}, {"per": "move", "seconds": 60, "colour": "red"},
])  # fmt: skip
async def test_a_clock_that_makes_no_sense_is_refused(house, clock):
    wanted = {"game": "movie", "seats": [{"who": "person"}] * 2, "clock": clock}
    assert await house.refused("POST", "tables", wanted) == "invalid"


async def test_a_pause_is_asked_agreed_and_ended_over_the_wire(house):
    _, (host, guest) = await timed(house)
    await guest.must("pause")
    await host.until(lambda: host.table["request"] == {"wish": "pause", "seat": 2, "agreed": [2]})
    await host.must("agree", yes=True)
    await guest.until(lambda: guest.table["times"]["paused"])
    house.clock.pass_by(days=2)
    await house.look()
    await host.must("resume")
    assert host.table["times"]["left"] == [600_000, 600_000]


async def test_a_rematch_has_the_same_clock(house):
    keys, (host, guest) = await timed(house)
    await host.must("abort")
    await guest.must("agree", yes=True)
    told = await host.must("rematch")
    again = await house.come(told["table"], keys[1])
    assert again.table["clock"] == BANK | {"when_out": "until-return"}
    assert again.table["times"]["left"] == [600_000, 600_000]


# ---- Out of time ---------------------------------------------------------------------------------------------------


async def test_a_bot_plays_for_whose_time_is_out_and_the_person_comes_back(house):
    keys, (host, guest) = await timed(house, PER_MOVE)
    let_pass(house, 59)
    await house.look()
    assert "timed-out" not in await kinds(house, keys[0])
    let_pass(house, 1)
    await house.look()
    await guest.until(lambda: guest.now["question"] is not None)
    told = await kinds(house, keys[0])
    assert set(told[told.index("timed-out") + 1 :]) == {"moved"}  # once, or twice if the bot draws first
    assert guest.table["places"][0]["away"]
    await host.must("return")
    await guest.play()
    await host.until(lambda: host.now["question"] is not None)
    assert host.table["times"]["running"] == [1]


async def test_one_move_and_no_more_is_played_by_a_bot(house):
    keys, (host, guest) = await timed(house, PER_MOVE | {"when_out": "one-move"})
    before = guest.now["version"]
    let_pass(house, 61)
    await house.look()
    await see(before + 2, host, guest)
    assert (await kinds(house, keys[0]))[-2:] == ["timed-out", "moved"]
    assert not guest.table["places"][0]["away"]
    asked = host if host.now["question"] is not None else guest  # the host again, if the bot drew first
    await asked.play()


async def test_time_runs_out_at_a_table_that_rests_over_days(house):
    keys, wires = await timed(house, {"per": "move", "seconds": 3 * 86400})
    for wire in wires:
        await wire.leave()
    let_pass(house, days=2)
    await house.look()
    await house.tidy()
    assert house.app.state.hall.rooms == {}
    let_pass(house, days=1)
    await house.look()
    assert "timed-out" in await kinds(house, keys[0])


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_looked_at(house, monkeypatch):
    (bad, _), (good, _) = await timed(house, PER_MOVE), await timed(house, PER_MOVE)
    house.app.state.hall.rooms[bad[0]].carry_out = None
    let_pass(house, 60)
    await house.look()
    await house.look()
    assert "timed-out" in await kinds(house, good[0])
    assert "timed-out" not in await kinds(house, bad[0])


# ---- Restarts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", [2, 600, 30 * 86400])
async def test_a_restart_costs_nobody_time(tmp_path, away):
    async with House(tmp_path / "data") as house:
        keys, _ = await timed(house)
        house.clock.pass_by(BEAT // 1000)
        await house.look()  # a sign of life
        house.clock.pass_by(3)
        died = house.clock.at
    async with opened_at(tmp_path / "data", died + away * 1000) as house:
        host = await house.come(keys[0], keys[1])
        assert (await kinds(house, keys[0]))[-1] == "outage"
        assert host.table["times"]["left"] == [595_000, 600_000]
        assert host.table["times"]["at"] == house.clock.at
        house.clock.pass_by(10)
        await host.play()
        assert host.table["times"]["left"] == [595_000, 600_000]  # ten seconds less, and ten more for the answer


async def test_restarts_in_a_row_cost_nobody_time_and_are_told_once_each(tmp_path):
    at = 1_800_000_000_000
    for turn in range(4):
        async with opened_at(tmp_path / "data", at) as house:
            if not turn:
                keys, _ = await timed(house)
            house.clock.pass_by(BEAT // 1000)
            await house.look()
            at = house.clock.at + 86_400_000
    async with opened_at(tmp_path / "data", at) as house:
        assert (await kinds(house, keys[0])).count("outage") == 4
        host = await house.come(keys[0], keys[1])
        assert host.table["times"]["left"] == [580_000, 600_000]


async def test_a_restart_while_another_server_lives_is_no_outage(tmp_path):
    async with House(tmp_path / "data") as house:
        keys, _ = await timed(house)
        house.clock.pass_by(BEAT // 1000)
        await house.look()
        async with opened_at(tmp_path / "data", house.clock.at + 4000) as other:
            host = await other.come(keys[0], keys[1])
            other.clock.pass_by(1)
            await host.play()
            assert "outage" not in await kinds(house, keys[0])
            assert host.table["times"]["left"] == [600_000, 600_000]  # ten seconds were charged: it lived all the time


async def test_two_servers_find_the_same_time_out_once(tmp_path):
    async with House(tmp_path / "data") as house, opened_at(tmp_path / "data", house.clock.at) as other:
        keys, _ = await timed(house, PER_MOVE)
        await other.come(keys[0], keys[2])
        for one in (house, other):
            let_pass(one, 61)
        await asyncio.gather(house.look(), other.look())
        assert (await kinds(house, keys[0])).count("timed-out") == 1


async def test_a_machine_that_slept_costs_nobody_time(house):
    keys, (host, _) = await timed(house, PER_MOVE)
    let_pass(house, 20)
    await house.look()
    house.clock.pass_by(hours=8)
    await house.look()
    assert (await kinds(house, keys[0]))[-1] == "outage"
    await host.until(lambda: host.table["times"]["at"] == house.clock.at)
    assert host.table["times"]["left"][0] == 40_000


async def test_while_nobodys_time_runs_nothing_is_written(house):
    keys = await house.seat("movie", 2)
    house.clock.pass_by(60)
    await house.look()
    assert await house.store.last_alive() is None
    assert await house.store.due(1 << 62, 10) == []
    assert keys


def laid(server: Running) -> tuple[str, str]:
    told = server.post("/api/tables", {
        "game": "movie", "seats": [{"who": "person"}, {"who": "bot", "bot": "random"}], "name": "P1", "seat": 1,
        "options": FIRST, "clock": {"per": "game", "seconds": 600},
    }).data  # fmt: skip
    return told["table"], told["token"]


def welcomed(server: Running, table: str, token: str) -> dict:
    with server.socket() as wire:
        wire.send(json.dumps({"type": "hello", "table": table, "token": token}))
        return json.loads(wire.recv())


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_a_real_server_that_is_killed_and_started_again_costs_nobody_time(tmp_path, database):
    told = {"HEOROT_DATABASE": postgres().url(postgres().fresh())} if database == "postgres" else {}
    with serving(tmp_path, TZ="Pacific/Kiritimati", **told) as server:
        table, token = laid(server)
        before = welcomed(server, table, token)["now"]["table"]["times"]
        server.stop(signal.SIGKILL)
    with serving(tmp_path, TZ="Pacific/Midway", **told) as server:  # 25 hours apart, where clocks hang on the wall
        told = welcomed(server, table, token)
    times = told["now"]["table"]["times"]
    assert before["left"][0] == 600_000
    assert times["left"][0] >= 600_000 - 6_000  # at most what passed until the last sign of life
    assert times["at"] > before["at"]
    assert [sentence["key"] for sentence in told["news"]] == ["news.outage"]


def test_the_longest_clock_ends_before_a_quiet_game_counts_as_abandoned():
    from heorot.server.requests import LONGEST_CLOCK

    assert LONGEST_CLOCK < Settings().quiet_days * 86400
