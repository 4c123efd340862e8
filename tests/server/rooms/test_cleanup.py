"""The janitor, with a clock that tests turn: what nobody needs rests, closes or goes, and nothing else."""

import pytest

from heorot.server import tables
from heorot.server.bots import AtOnce
from heorot.server.errors import Refusal
from heorot.server.household import Household, make_household
from heorot.server.limits import Limits
from heorot.server.links import add_device, transfer
from heorot.server.messages import Play
from heorot.server.metrics import Metrics
from heorot.server.people import Who
from heorot.server.requests import Joining, NewTable, SeatWish, TableLaid
from heorot.server.settings import Settings
from tests.server.timing import FakeClock

SETTINGS = Settings(idle_seconds=60, unused_seconds=120, open_hours=24, quiet_days=10, keep_days=100, bot_beat=0)


class Looker:
    """Someone who watches a table."""

    who, hash, chat = Who(None), None, True

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.closed: tuple[str, bool] | None = None

    def push(self, message: str) -> None:
        self.heard.append(message)

    def close(self, problem, again: bool) -> None:
        self.closed = problem.code, again


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def house(store, clock) -> Household:
    limits = Limits(SETTINGS, clock)
    return make_household(SETTINGS, store, limits, Metrics(), clock, AtOnce())


async def lay(house: Household, *seats: str, **more) -> TableLaid:
    wishes = [SeatWish(who=who) for who in seats]
    return await tables.lay(house.hall, NewTable(game="movie", seats=wishes, **more))


async def status(house: Household, table: TableLaid) -> str | None:
    row = await house.store.find(table.table)
    return row and row.status


async def begun(house: Household) -> TableLaid:
    """A table at which two people play."""
    laid = await lay(house, "person", "open", name="Sandra", seat=1)
    await tables.take_seat(house.hall, laid.table, None, Joining(name="Martha"))
    assert await status(house, laid) == "playing"
    return laid


async def test_a_table_rests_and_is_then_forgotten_unless_somebody_watches(house, clock):
    watched, alone = await lay(house, "open", "open"), await lay(house, "open", "open")
    looker = Looker()
    await (await house.hall.room(watched.table)).welcome(looker, None)
    rooms = house.hall.rooms
    clock.pass_by(59)
    await house.janitor.tidy()
    assert all(room.table is not None for room in rooms.values())
    clock.pass_by(2)
    await house.janitor.tidy()
    assert all(room.table is None for room in rooms.values())
    clock.pass_by(60)
    await house.janitor.tidy()
    assert set(rooms) == {watched.table}
    await tables.take_seat(house.hall, alone.table, None, Joining(name="Mark"))


async def test_a_table_that_nobody_filled_is_closed_in_time(house, clock):
    laid = await lay(house, "open", "open")
    looker = Looker()
    await (await house.hall.room(laid.table)).welcome(looker, None)
    clock.pass_by(hours=23)
    await house.janitor.tidy()
    assert await status(house, laid) == "open"
    clock.pass_by(hours=1, seconds=1)
    await house.janitor.tidy()
    assert await status(house, laid) == "ended"
    assert '"why":"abandoned"' in looker.heard[-1]
    assert looker.closed is None


async def test_a_game_in_which_nothing_happens_is_abandoned_and_another_goes_on(house, clock):
    left, lively = await begun(house), await begun(house)
    clock.pass_by(days=9)
    room = await house.hall.room(lively.table)
    async with room.lock:
        table = await room.now()
    seat = table.asked[0]
    answer = table.game.write(table.state, next(iter(table.game.legal(table.state, seat))))
    await play(house, lively, seat, answer)
    clock.pass_by(days=2)
    await house.janitor.tidy()
    assert await status(house, left) == "ended"
    assert await status(house, lively) == "playing"


async def play(house: Household, laid: TableLaid, seat: int, answer: str) -> None:
    room = await house.hall.room(laid.table)
    async with room.lock:
        question = (await room.now()).question(seat)
    told = await room.do(Who(seat), Play(type="play", id="1", question=question, actions=(answer,)))
    assert told.type == "answer", told


async def test_what_has_long_been_over_is_deleted_and_whoever_looks_is_told(house, clock):
    laid = await lay(house, "open", "open")
    clock.pass_by(days=2)
    await house.janitor.tidy()
    looker = Looker()
    await (await house.hall.room(laid.table)).welcome(looker, None)
    clock.pass_by(days=99)
    await house.janitor.tidy()
    assert await status(house, laid) == "ended"
    clock.pass_by(days=2)
    await house.janitor.tidy()
    assert await status(house, laid) is None
    assert looker.closed == ("deleted", False)
    assert laid.table not in house.hall.rooms
    with pytest.raises(Refusal, match="no-such-table"):
        await house.hall.room(laid.table)


async def test_codes_that_have_expired_are_deleted(house, clock):
    laid = await lay(house, "person", "open", name="Sandra", seat=1)
    code = await transfer(house.hall, laid.table, laid.token)
    clock.pass_by(minutes=11)
    await house.janitor.tidy()
    clock.pass_by(-11 * 60)
    with pytest.raises(Refusal, match="unknown-code"):
        await add_device(house.hall, code.code)


async def test_a_full_disk_keeps_new_tables_out_until_there_is_room(house, store, clock, monkeypatch):
    async def size() -> int:
        return bytes_there

    monkeypatch.setattr(store, "size", size)
    limits, bytes_there = house.janitor.limits, SETTINGS.disk_mb * 1_000_000
    await house.janitor.tidy()
    with pytest.raises(Refusal, match="full"):
        limits.hit("create", "192.0.2.1")
    limits.hit("command", "192.0.2.1")
    assert house.janitor.metrics.registry.get_sample_value("heorot_store_bytes") == bytes_there
    bytes_there -= 1
    await house.janitor.tidy()
    limits.hit("create", "192.0.2.1")


async def test_whatever_goes_wrong_is_tried_again_in_the_next_round(house, clock, monkeypatch):
    rounds = []

    async def tidy() -> None:
        rounds.append(clock.now())
        if len(rounds) == 1:
            raise OSError
        if len(rounds) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(house.janitor, "tidy", tidy)
    with pytest.raises(KeyboardInterrupt):
        await house.janitor.work()
    assert len(rounds) == 3
    assert clock.slept == [60.0, 60.0]
