"""Cleanup with a controlled clock: idle tables are evicted, abandoned ones closed and old ones deleted, and nothing
else."""

import pytest

from heorot.server.client_limits import Limits
from heorot.server.lifecycle import Lifecycle, build_lifecycle
from heorot.server.metrics import Metrics
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import JoinRequest, NewTable, SeatSetup, TableCreated
from heorot.server.protocol.messages import Play
from heorot.server.rooms import table_service
from heorot.server.rooms.bot_processes import InlineBotRunner
from heorot.server.rooms.seat_keys import create_device_code, redeem_device_code
from heorot.server.settings import Settings
from heorot.server.table.identity import Identity
from tests.server.support.fake_clock import FakeClock

SETTINGS = Settings(idle_seconds=60, unused_seconds=120, open_hours=24, quiet_days=10, keep_days=100, bot_beat=0)


class Looker:
    """A subscriber that keeps its messages and how it was closed."""

    identity, hash, chat = Identity(None), None, True

    def __init__(self) -> None:
        self.received: list[str] = []
        self.closed: tuple[str, bool] | None = None

    def push(self, message: str) -> None:
        self.received.append(message)

    def close(self, problem, again: bool) -> None:
        self.closed = problem.code, again


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def server(store, clock) -> Lifecycle:
    limits = Limits(SETTINGS, clock)
    return build_lifecycle(SETTINGS, store, limits, Metrics(), clock, InlineBotRunner())


async def create_table(server: Lifecycle, *seats: str, **more) -> TableCreated:
    wishes = [SeatSetup(who=identity) for identity in seats]
    return await table_service.create_table(server.registry, NewTable(game="movie", seats=wishes, **more))


async def status(server: Lifecycle, table: TableCreated) -> str | None:
    row = await server.store.find_table(table.table)
    return row and row.status


async def begun(server: Lifecycle) -> TableCreated:
    """Create a table at which two people play."""
    created = await create_table(server, "person", "open", name="Sandra", seat=1)
    await table_service.join_table(server.registry, created.table, None, JoinRequest(name="Martha"))
    assert await status(server, created) == "playing"
    return created


async def test_an_idle_table_is_evicted_and_its_room_removed_unless_watched(server, clock):
    watched, alone = await create_table(server, "open", "open"), await create_table(server, "open", "open")
    looker = Looker()
    await (await server.registry.room(watched.table)).subscribe(looker, None)
    rooms = server.registry.rooms
    clock.advance(59)
    await server.cleanup.run_round()
    assert set(rooms) == {watched.table, alone.table}
    assert all(room.table is not None for room in rooms.values())
    clock.advance(2)
    await server.cleanup.run_round()
    assert set(rooms) == {watched.table, alone.table}
    assert all(room.table is None for room in rooms.values())
    clock.advance(60)
    await server.cleanup.run_round()
    assert set(rooms) == {watched.table}
    await table_service.join_table(server.registry, alone.table, None, JoinRequest(name="Mark"))


async def test_an_open_table_is_closed_after_its_time(server, clock):
    created = await create_table(server, "open", "open")
    looker = Looker()
    await (await server.registry.room(created.table)).subscribe(looker, None)
    clock.advance(hours=23)
    await server.cleanup.run_round()
    assert await status(server, created) == "open"
    clock.advance(hours=1, seconds=1)
    await server.cleanup.run_round()
    assert await status(server, created) == "ended"
    assert '"why":"abandoned"' in looker.received[-1]
    assert looker.closed is None


async def test_an_idle_game_is_abandoned_and_an_active_one_continues(server, clock):
    left, active = await begun(server), await begun(server)
    clock.advance(days=9)
    room = await server.registry.room(active.table)
    async with room.lock:
        table = await room.current()
    seat = table.awaited[0]
    answer = table.game.write(table.state, next(iter(table.game.legal(table.state, seat))))
    await play(server, active, seat, answer)
    clock.advance(days=2)
    await server.cleanup.run_round()
    assert await status(server, left) == "ended"
    assert await status(server, active) == "playing"


async def play(server: Lifecycle, created: TableCreated, seat: int, answer: str) -> None:
    room = await server.registry.room(created.table)
    async with room.lock:
        question = (await room.current()).open_question(seat)
    reply = await room.execute(Identity(seat), Play(type="play", id="1", question=question, actions=(answer,)))
    assert reply.type == "answer", reply


async def test_an_old_finished_table_is_deleted_and_its_clients_disconnected(server, clock):
    created = await create_table(server, "open", "open")
    clock.advance(days=2)
    await server.cleanup.run_round()
    looker = Looker()
    await (await server.registry.room(created.table)).subscribe(looker, None)
    clock.advance(days=99)
    await server.cleanup.run_round()
    assert await status(server, created) == "ended"
    clock.advance(days=2)
    await server.cleanup.run_round()
    assert await status(server, created) is None
    assert looker.closed == ("deleted", False)
    assert created.table not in server.registry.rooms
    with pytest.raises(Refusal, match="no-such-table"):
        await server.registry.room(created.table)


async def test_expired_codes_are_deleted(server, clock):
    created = await create_table(server, "person", "open", name="Sandra", seat=1)
    code = await create_device_code(server.registry, created.table, created.token)
    clock.advance(minutes=11)
    await server.cleanup.run_round()
    clock.advance(-11 * 60)
    with pytest.raises(Refusal, match="unknown-code"):
        await redeem_device_code(server.registry, code.code)


async def test_a_full_disk_refuses_new_tables_until_there_is_space(server, store, clock, monkeypatch):
    async def size() -> int:
        return bytes_there

    monkeypatch.setattr(store, "size", size)
    limits, bytes_there = server.cleanup.limits, SETTINGS.disk_mb * 1_000_000
    await server.cleanup.run_round()
    with pytest.raises(Refusal, match="full"):
        limits.count_here("create", "192.0.2.1")
    limits.count_here("command", "192.0.2.1")
    assert server.cleanup.metrics.registry.get_sample_value("heorot_store_bytes") == bytes_there
    bytes_there -= 1
    await server.cleanup.run_round()
    limits.count_here("create", "192.0.2.1")


async def test_a_failed_round_is_retried(server, clock, monkeypatch):
    rounds = []

    async def run_round() -> None:
        rounds.append(clock.now())
        if len(rounds) == 1:
            raise OSError
        if len(rounds) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(server.cleanup, "run_round", run_round)
    with pytest.raises(KeyboardInterrupt):
        await server.cleanup.work()
    assert len(rounds) == 3
    assert clock.slept == [60.0, 60.0]
