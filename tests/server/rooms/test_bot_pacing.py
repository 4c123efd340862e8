"""When bots answer tells nothing: full beats, whatever they thought of, and by their seats where several are asked."""

import asyncio
from dataclasses import dataclass, field

import pytest

from heorot.server.bots import AtOnce, Processes
from heorot.server.tempo import A_WHILE, MOST_BEATS, Tempo
from tests.server.served import FakeClock, Served, breathe, served

BEAT = 0.5


@dataclass
class Slow:
    """Thinks as long as it is told to, by the clock of the test; how long may hang on what it sees."""

    clock: FakeClock
    seconds: dict[int, float]  # by seat
    later: dict[int, float] = field(default_factory=dict)  # by thought, from 0: how long this one takes
    asked: list[int] = field(default_factory=list)

    async def think(self, game, box, bot, view):
        self.asked.append(view.seat)
        await self.clock.sleep(self.later.get(len(self.asked) - 1, self.seconds.get(view.seat, 0.0)))
        return await AtOnce().think(game, box, "random", view)

    def warm_up(self):
        """Nothing takes long."""

    async def be_ready(self):
        """It is."""

    def stop(self):
        """Nothing goes on."""


async def lay(house, game: str, people: int, bots: int) -> tuple[str, str]:
    seats = [{"who": "person"}] * people + [{"who": "bot"}] * bots
    host = {"name": "Hygd", "seat": 1} if people else {}
    wanted = {"game": game, "seats": seats, "options": {"first": "1"}, **host}
    laid = (await house.call("POST", "/api/tables", wanted)).json
    return laid["table"], laid["token"]


async def answers(
    folder, seconds: dict[int, float], game: str, until: float, later: dict[int, float] | None = None
) -> list[tuple[float, int]]:
    """When which seat has answered, if all are bots that think so long."""
    clock = FakeClock(1_000_000)
    async with served(folder, clock, Slow(clock, seconds, later or {}), bot_beat=BEAT, bot_patience=3600) as house:
        table, _ = await lay(house, game, 0, 2 if game == "movie" else 4)
        for _ in range(int(until / 0.01)):
            while asleep(clock) < thinking(house):  # else the disk is busy
                await asyncio.sleep(0.001)
            await clock.pass_by(0.01)
        rows = await house.hall.means.store.load(table)
        return [((row.at - 1_000_000) / 1000, int(row.command.split(":")[1])) for row in rows if row.command]


def asleep(clock: FakeClock) -> int:
    return sum(not woken.done() for _, woken in clock.sleepers)


def thinking(house: Served) -> int:
    """How many sleep while a bot thinks or waits: those who keep house, the bot, and, where there may be other nodes,
    who sees to it that none of them thinks about the same."""
    return len(house.app.state.household.tasks) + 1 + house.hall.means.bus.shared


@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.2, 0.45])
async def test_every_answer_comes_one_beat_after_its_question(tmp_path, seconds):
    found = await answers(tmp_path, {0: seconds, 1: 0.0}, "movie", 6.05)
    assert found
    assert all(at % BEAT == 0 for at, _ in found)
    assert len({at for at, _ in found}) == len(found) == 12


@pytest.mark.parametrize(("seconds", "beats"), [(0.55, 2), (0.95, 2), (1.1, 4), (1.9, 4), (2.1, 8), (3.9, 8)])
async def test_how_far_a_bot_is_late_tells_little(tmp_path, seconds, beats):
    """It answers after two, four or eight beats: nobody sees which of them it needed."""
    found = await answers(tmp_path, {0: seconds, 1: 0.0}, "movie", 9.05)
    first = found[0][0] if found[0][1] == 0 else found[1][0] - found[0][0]
    assert first == beats * BEAT


@pytest.mark.parametrize("late", [[], [7], [5, 6], [4, 8, 9]])
async def test_once_a_bot_was_late_nobody_sees_which_others_are(tmp_path, late):
    """The first thought takes longer than a beat; then those that hang on what is hidden do, or do not."""
    found = await answers(tmp_path, {}, "movie", 14.05, later={0: 0.7} | dict.fromkeys(late, 0.9))
    assert [at for at, _ in found] == [2 * BEAT * number for number in range(1, 15)]


def test_after_a_while_without_anyone_late_one_beat_is_enough():
    tempo = Tempo(BEAT)
    assert tempo.pause("a", 0.7, 0) == 2 * BEAT
    assert (tempo.pause("a", 0.1, 1000), tempo.pause("b", 0.1, 1000)) == (2 * BEAT, BEAT)  # other tables are others
    assert tempo.pause("a", 0.9, A_WHILE - 1) == 2 * BEAT
    assert tempo.pause("a", 0.1, 2 * A_WHILE - 2) == 2 * BEAT
    assert tempo.pause("a", 0.1, 2 * A_WHILE - 1) == BEAT
    assert not tempo.late


def test_one_that_hardly_answers_at_all_holds_up_nobody_for_long():
    tempo = Tempo(BEAT)
    assert tempo.pause("a", 19.0, 0) == 64 * BEAT
    assert tempo.pause("a", 0.1, 1) == MOST_BEATS * BEAT
    assert Tempo(0).pause("a", 5.0, 0) == 0


async def test_a_bot_that_waits_for_others_to_think_loses_no_patience(tmp_path):
    """Four are asked at once, and one at a time thinks for longer than half of all patience."""
    async with served(tmp_path, FakeClock(), Waiting(0.3), bot_beat=0, bot_patience=0.9) as house:
        table, _ = await lay(house, "legend", 0, 4)
        while len(rows := await house.hall.means.store.load(table)) < 12:
            await asyncio.sleep(0.01)
        assert "replaced" not in {row.kind for row in rows}


async def test_no_bot_is_late_because_its_process_had_to_begin():
    """Also where one was ended, and another must begin."""
    processes = Processes(1)
    try:
        for _ in range(2):
            await processes.be_ready()
            assert processes.begun.result() == [None]
            processes.end(processes.pool)
    finally:
        processes.stop()


class Waiting(AtOnce):
    """Thinks for so long by everyone's clock."""

    def __init__(self, seconds):
        self.seconds = seconds

    async def think(self, *given):
        await asyncio.sleep(self.seconds)
        return await super().think(*given)


async def test_bots_that_choose_at_once_are_shown_by_their_seats(tmp_path):
    """However long each of them thought."""
    orders = []
    for number, seconds in enumerate(({}, {0: 0.03, 1: 0.0, 2: 0.02, 3: 0.01}, {3: 0.0, 2: 0.01, 1: 0.02, 0: 0.04})):
        found = await answers(tmp_path / str(number), seconds, "legend", 12.0)
        together = [[seat for at, seat in found if at == beat] for beat in sorted({at for at, _ in found})]
        orders += [seats for seats in together if len(seats) > 1]
    assert orders
    assert all(seats == sorted(seats) for seats in orders)


async def test_a_bot_says_nothing_for_a_person_who_has_come_back(tmp_path):
    clock = FakeClock()
    async with served(tmp_path, clock, Slow(clock, {0: 60.0}), bot_beat=BEAT, bot_patience=3600) as house:
        table, token = await lay(house, "movie", 1, 1)
        wire = await house.enter(table, token)
        assert (await wire.next())["now"]["question"] == 1
        await wire.ask({"type": "leave", "id": "l", "bot": "random"})
        await clock.pass_by(1.0)
        assert (await wire.ask({"type": "return", "id": "r"}))["type"] == "answer"
        before = len(await house.hall.means.store.load(table))
        await clock.pass_by(120.0)
        await breathe()
        assert len(await house.hall.means.store.load(table)) == before
