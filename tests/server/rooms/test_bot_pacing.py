"""The timing of bot answers reveals nothing: full beats whatever a bot computed, and in the order of seats where
several answer together."""

import asyncio
from dataclasses import dataclass, field

import pytest

from heorot.server.rooms.bot_pacing import LATE_MEMORY, MAX_BEATS, BotPacer
from heorot.server.rooms.bot_processes import BotProcessPool, InlineBotRunner
from tests.server.support.asgi_client import AsgiApp, SteppedClock, run_app, run_pending_tasks

BEAT = 0.5


@dataclass
class Slow:
    """A bot that computes for a given time by the test's clock, which may depend on what it sees."""

    clock: SteppedClock
    seconds: dict[int, float]  # by seat
    later: dict[int, float] = field(default_factory=dict)  # by number of the request, from 0: seconds that it takes
    asked: list[int] = field(default_factory=list)

    async def choose_action(self, game, box, bot, view):
        self.asked.append(view.seat)
        await self.clock.sleep(self.later.get(len(self.asked) - 1, self.seconds.get(view.seat, 0.0)))
        return await InlineBotRunner().choose_action(game, box, "random", view)

    def warm_up(self): ...

    async def wait_until_ready(self): ...

    def stop(self): ...


async def create_table(server, game: str, people: int, bots: int) -> tuple[str, str]:
    seats = [{"who": "person"}] * people + [{"who": "bot"}] * bots
    host = {"name": "Hygd", "seat": 1} if people else {}
    request = {"game": game, "seats": seats, "options": {"first": "1"}, **host}
    created = (await server.call("POST", "/api/tables", request)).json
    return created["table"], created["token"]


async def answers(
    folder, seconds: dict[int, float], game: str, until: float, later: dict[int, float] | None = None
) -> list[tuple[float, int]]:
    """Return the time and seat of each answer at a table of bots that compute for the given times."""
    clock = SteppedClock(1_000_000)
    async with run_app(folder, clock, Slow(clock, seconds, later or {}), bot_beat=BEAT, bot_patience=3600) as server:
        table, _ = await create_table(server, game, 0, 2 if game == "movie" else 4)
        for _ in range(int(until / 0.01)):
            while asleep(clock) < thinking(server):  # until the disk is done
                await asyncio.sleep(0.001)
            await clock.advance(0.01)
        rows = await server.registry.context.store.load(table)
        return [((row.at - 1_000_000) / 1000, int(row.command.split(":")[1])) for row in rows if row.command]


def asleep(clock: SteppedClock) -> int:
    return sum(not woken.done() for _, woken in clock.sleepers)


def thinking(server: AsgiApp) -> int:
    """Count the sleepers while a bot computes or waits: background workers, the bot, and a lease renewal with several
    nodes."""
    return len(server.app.state.lifecycle.tasks) + 1 + server.registry.context.bus.shared


@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.2, 0.45])
async def test_every_bot_answers_one_beat_after_its_question(tmp_path, seconds):
    answered = await answers(tmp_path, {0: seconds, 1: 0.0}, "movie", 6.05)
    assert answered
    assert all(at % BEAT == 0 for at, _ in answered)
    assert len({at for at, _ in answered}) == len(answered) == 12


@pytest.mark.parametrize(("seconds", "beats"), [(0.55, 2), (0.95, 2), (1.1, 4), (1.9, 4), (2.1, 8), (3.9, 8)])
async def test_a_late_bot_answers_after_two_four_or_eight_beats(tmp_path, seconds, beats):
    """It answers after two, four or eight beats, which hides how long it computed."""
    answered = await answers(tmp_path, {0: seconds, 1: 0.0}, "movie", 9.05)
    first = answered[0][0] if answered[0][1] == 0 else answered[1][0] - answered[0][0]
    assert first == beats * BEAT


@pytest.mark.parametrize("late", [[], [7], [5, 6], [4, 8, 9]])
async def test_one_late_bot_delays_all_bots_of_its_table(tmp_path, late):
    """The first answer takes longer than a beat; later ones do or do not, depending on hidden information."""
    answered = await answers(tmp_path, {}, "movie", 14.05, later={0: 0.7} | dict.fromkeys(late, 0.9))
    assert [at for at, _ in answered] == [2 * BEAT * number for number in range(1, 15)]


def test_the_delay_ends_after_a_while_without_late_bots():
    pacer = BotPacer(BEAT)
    assert pacer.pause("a", 0.7, 0) == 2 * BEAT
    assert (pacer.pause("a", 0.1, 1000), pacer.pause("b", 0.1, 1000)) == (
        2 * BEAT,
        BEAT,
    )  # other tables are not affected
    assert pacer.pause("a", 0.9, LATE_MEMORY - 1) == 2 * BEAT
    assert pacer.pause("a", 0.1, 2 * LATE_MEMORY - 2) == 2 * BEAT
    assert pacer.pause("a", 0.1, 2 * LATE_MEMORY - 1) == BEAT
    assert not pacer.late


def test_the_delay_by_a_late_bot_is_limited():
    pacer = BotPacer(BEAT)
    assert pacer.pause("a", 19.0, 0) == 64 * BEAT
    assert pacer.pause("a", 0.1, 1) == MAX_BEATS * BEAT
    assert BotPacer(0).pause("a", 5.0, 0) == 0


async def test_the_timeout_excludes_waiting_for_a_slot(tmp_path):
    """Four bots are asked together; each computes for more than half of the timeout, one at a time."""
    async with run_app(tmp_path, SteppedClock(), BusyBot(0.3), bot_beat=0, bot_patience=0.9) as server:
        table, _ = await create_table(server, "legend", 0, 4)
        while len(rows := await server.registry.context.store.load(table)) < 12:
            await asyncio.sleep(0.01)
        assert "replaced" not in {row.kind for row in rows}


async def test_starting_a_process_makes_no_bot_late():
    """Includes the start of a process that replaces a killed one."""
    processes = BotProcessPool(1)
    try:
        for _ in range(2):
            await processes.wait_until_ready()
            assert processes.started.result() == [None]
            processes.kill(processes.pool)
    finally:
        processes.stop()


class BusyBot(InlineBotRunner):
    """A bot that computes for a given real time."""

    def __init__(self, seconds):
        self.seconds = seconds

    async def choose_action(self, *args):
        await asyncio.sleep(self.seconds)
        return await super().choose_action(*args)


async def test_simultaneous_bot_answers_come_in_the_order_of_seats(tmp_path):
    """The order does not depend on how long each computed."""
    orders = []
    for number, seconds in enumerate(({}, {0: 0.03, 1: 0.0, 2: 0.02, 3: 0.01}, {3: 0.0, 2: 0.01, 1: 0.02, 0: 0.04})):
        answered = await answers(tmp_path / str(number), seconds, "legend", 12.0)
        together = [[seat for at, seat in answered if at == beat] for beat in sorted({at for at, _ in answered})]
        orders += [seats for seats in together if len(seats) > 1]
    assert orders
    assert all(seats == sorted(seats) for seats in orders)


async def test_a_bot_does_not_answer_for_a_person_who_returned(tmp_path):
    clock = SteppedClock()
    async with run_app(tmp_path, clock, Slow(clock, {0: 60.0}), bot_beat=BEAT, bot_patience=3600) as server:
        table, token = await create_table(server, "movie", 1, 1)
        client = await server.enter(table, token)
        assert (await client.next())["now"]["question"] == 1
        await client.ask({"type": "leave", "id": "l", "bot": "random"})
        await clock.advance(1.0)
        assert (await client.ask({"type": "return", "id": "r"}))["type"] == "answer"
        before = len(await server.registry.context.store.load(table))
        await clock.advance(120.0)
        await run_pending_tasks()
        assert len(await server.registry.context.store.load(table)) == before
