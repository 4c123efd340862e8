"""Tests specific to PostgreSQL: migration, lost connections, notifications and leases."""

import asyncio
import subprocess
from functools import partial

import pytest
from sqlalchemy import text

from heorot.engine.errors import HeorotError
from heorot.locales import LANGUAGES
from heorot.server.cluster.bus import RELOAD
from heorot.server.store import queries
from heorot.server.store.interface import VERSION, NewEvent, NoticeRow, SeqTaken, StoreBusy, StoreError, StoreForeign
from heorot.server.store.postgres import (
    VACUUM,
    PostgresBus,
    migrate_postgres,
    open_postgres,
    parse_url,
    translate_error,
)
from heorot.server.store.queries import Append
from heorot.server.store.schema import metadata
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import run_heorot
from tests.server.support.databases import postgres
from tests.server.support.rows import (
    event_bodies,
    event_row,
    key_row,
    make_tables,
    new_event,
    seqs,
    sha256_of,
    table_row,
    token_row,
    transfer_row,
)
from tests.support.patience import PATIENCE


@pytest.fixture
def name() -> str:
    return postgres().new_database()


@pytest.fixture
def url(name) -> str:
    return postgres().url(name)


async def wait_until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_scrub_covers_every_sql_table():
    """Including notification settings, whose URLs are personal."""
    children = {table.name for table in metadata.tables.values() if table.name == "tables" or table.foreign_keys}
    assert children | {"leases"} == set(VACUUM.text.partition(") ")[2].split(", "))


# ---- Opening -------------------------------------------------------------------------------------------------------


def test_heorot_migrate_creates_and_upgrades_a_database():
    url = postgres().url(postgres().new_empty_database())
    for _ in range(2):
        done = run_heorot("migrate", HEOROT_DATABASE=url)
        assert (done.code, VERSION in done.out) == (0, True), done


async def test_open_refuses_databases_of_other_versions():
    name = postgres().new_empty_database()
    with pytest.raises(StoreForeign) as caught:
        await open_postgres(postgres().url(name))
    assert caught.value.key == "store.older"
    await migrate_postgres(postgres().url(name))
    postgres().execute("UPDATE alembic_version SET version_num = '9000'", name)
    for attempt in (open_postgres, migrate_postgres):
        with pytest.raises(StoreForeign) as caught:
            await attempt(postgres().url(name))
        assert caught.value.key == "store.newer"


async def test_concurrent_migrations_create_the_schema_once():
    name = postgres().new_empty_database()
    await asyncio.gather(*(migrate_postgres(postgres().url(name)) for _ in range(5)))
    assert postgres().execute("SELECT count(*) FROM pulse", name) == "1"


def test_the_schema_is_what_the_code_expects(name):
    query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    created = set(postgres().execute(query, name).splitlines())
    expected = {f"{table.name}|{column.name}" for table in metadata.tables.values() for column in table.columns}
    assert expected - created == set()
    assert {line.partition("|")[0] for line in created - expected} == {"alembic_version", "leases"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_unreachable_database_is_reported_without_its_password(language):
    with pytest.raises(HeorotError) as caught:
        await open_postgres(postgres().url("nowhere").replace("@", ":mellon@"))
    sentence = Translator(language).render_error(caught.value)
    assert "nowhere" in sentence
    assert "mellon" not in sentence


def test_serve_reports_an_unreachable_database_in_one_sentence():
    for url in (postgres().url("nowhere"), "postgresql+asyncpg://127.0.0.1:1/heorot"):
        done = run_heorot("serve", "--port", "0", HEOROT_DATABASE=url)
        assert (done.code, len(done.sentences)) == (2, 1), done


def test_heorot_backup_refers_to_the_tools_of_postgres(tmp_path):
    for command in ("backup", "restore"):
        done = run_heorot(command, tmp_path / "copy", HEOROT_DATABASE="postgresql+asyncpg://db/heorot")
        assert (done.code, "pg_dump" in done.err) == (2, True)


async def test_pg_dump_restores_everything(name, url, tmp_path):
    """Run the commands of docs/serving.md during writes."""
    store, own = await open_postgres(url), postgres()
    await make_tables(store, "t")
    writing = asyncio.create_task(fill(store, 2, 200))
    await until_stored(store, 20)
    place = ["-h", str(own.folder), "-p", str(own.port), "-U", own.name]
    dump = [own.bin / "pg_dump", *place, "-Fc", "-f", tmp_path / "heorot.dump", name]
    await asyncio.to_thread(subprocess.run, dump, check=True)
    await writing
    second = own.new_empty_database()
    back = [own.bin / "pg_restore", *place, "--exit-on-error", "-d", second, tmp_path / "heorot.dump"]
    await asyncio.to_thread(subprocess.run, back, check=True)
    again = await open_postgres(own.url(second))
    restored = await event_bodies(again)
    assert len(restored) >= 20
    assert restored == (await event_bodies(store))[: len(restored)]
    await again.append("t", len(restored) + 1, [new_event("goes on")])
    with pytest.raises(SeqTaken):
        await again.append("t", len(restored) + 3, [new_event("gap")])
    await again.close()
    await store.close()


async def fill(store, first: int, last: int) -> None:
    for seq in range(first, last + 1):
        await store.append("t", seq, [new_event(str(seq))])


async def until_stored(store, number: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(await seqs(store)) < number:
            await asyncio.sleep(0.005)


# ---- Lost connections ----------------------------------------------------------------------------------------------


async def test_terminated_connections_lose_no_acknowledged_event(name, url):
    """Connections are terminated at any moment: acknowledged appends are stored, failed ones at most once."""
    store = await open_postgres(url)
    await make_tables(store, "t")
    acknowledged, failed, done = [], [], asyncio.Event()

    async def write() -> None:
        seq = 2
        while not done.is_set():
            try:
                await store.append("t", seq, [NewEvent(1, "said", str(seq), str(seq))])
                acknowledged.append(seq)
            except StoreError as error:
                failed.append((seq, error.key))
                seq = await next_seq(store)
                continue
            seq += 1

    writing = asyncio.create_task(write())
    for _ in range(8):
        await asyncio.sleep(0.1)
        await asyncio.to_thread(postgres().cut, name)
    done.set()
    await writing
    stored = await seqs(store)
    assert stored == list(range(1, len(stored) + 1))
    assert set(acknowledged) <= set(stored)
    assert set(stored) <= {1, *acknowledged, *(seq for seq, _ in failed)}
    assert {key for _, key in failed} <= {"store.broken"}
    assert len(acknowledged) > 10
    await store.close()


async def next_seq(store) -> int:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return len(await seqs(store)) + 1
            except StoreError:
                await asyncio.sleep(0.02)


async def test_an_idle_connection_that_is_terminated_is_replaced(name, url):
    store = await open_postgres(url)
    await make_tables(store, "t")
    assert await asyncio.to_thread(postgres().cut, name) > 0
    await store.append("t", 2, [new_event()])
    assert await asyncio.to_thread(postgres().cut, name) > 0
    assert await seqs(store) == [1, 2]
    await store.close()


async def test_a_stopped_database_is_reported_and_the_store_recovers(url):
    store = await open_postgres(url)
    await make_tables(store, "t")
    await asyncio.to_thread(postgres().server.stop)
    try:
        for attempt in (store.append("t", 2, [new_event()]), store.load("t"), store.ping(), store.size()):
            with pytest.raises(StoreError) as caught:
                await attempt
            assert caught.value.key == "store.broken"
    finally:
        await asyncio.to_thread(postgres().start)
    await store.append("t", 2, [new_event()])
    assert await seqs(store) == [1, 2]
    await store.close()


def take_code(connection):
    assert queries.take_transfer(connection, sha256_of("code"), 1, sha256_of("device"))


def create_code(connection):
    assert queries.put_transfer(connection, transfer_row(text="another"), sha256_of("key"))


def set_feed(connection):
    assert queries.put_notice(connection, NoticeRow("t", 2, sha256_of("feed")), sha256_of("key"))


async def nodes_with_a_key(url):
    """Open two nodes on a database with a seat, a key and a code."""
    first, second = await open_postgres(url), await open_postgres(url)
    await first.create(table_row(), [event_row()], [key_row()])
    assert await first.put_transfer(transfer_row(), sha256_of("key"))
    return first, second


async def check_everything_is_revoked(store):
    codes = [await store.find_transfer_table(sha256_of(text)) for text in ("code", "another")]
    assert (await store.list_tokens("t"), codes, await store.find_notice("t", 2)) == ([], [None, None], None)


@pytest.mark.parametrize("work", [take_code, create_code, set_feed])
async def test_revoking_keys_waits_for_concurrent_writes_and_revokes_them_too(url, work):
    """A node has used a key but not committed when another node revokes the keys."""
    first, second = await nodes_with_a_key(url)
    written = asyncio.Event()

    def slowly(connection):
        work(connection)
        written.set()
        connection.execute(text("SELECT pg_sleep(0.4)"))

    making = asyncio.create_task(first.writer.run(slowly))
    await written.wait()
    revoking = asyncio.create_task(second.append("t", 2, [new_event()], revoked=[sha256_of("key")]))
    await asyncio.gather(making, revoking)
    await check_everything_is_revoked(first)
    await first.close()
    await second.close()


@pytest.mark.parametrize("work", [take_code, create_code, set_feed])
async def test_revoked_keys_cannot_be_used_by_a_concurrent_transaction(url, work):
    """A node has revoked the keys but not committed when another node uses them."""
    first, second = await nodes_with_a_key(url)
    revoked = asyncio.Event()

    def slowly(connection):
        queries.append_all(connection, [Append("t", 2, [new_event()], revoked=[sha256_of("key")])])
        revoked.set()
        connection.execute(text("SELECT pg_sleep(0.4)"))

    revoking = asyncio.create_task(first.writer.run(slowly))
    await revoked.wait()
    with pytest.raises(AssertionError):
        await second.writer.run(work)
    await revoking
    await check_everything_is_revoked(first)
    await first.close()
    await second.close()


async def test_deadlocked_appends_are_retried(url):
    """Two transactions lock rows in opposite order; PostgreSQL aborts at least one, which is retried."""
    first, second = await open_postgres(url), await open_postgres(url)
    await make_tables(first, "t", "u")

    def touch(connection, names, times):
        times.append(names)
        for name in names:
            connection.execute(text(f"UPDATE tables SET changed_at = 1 WHERE id = '{name}'"))
            connection.execute(text("SELECT pg_sleep(0.3)"))

    tries = []
    await asyncio.gather(
        first.writer.run(partial(touch, names="tu", times=tries)),
        second.writer.run(partial(touch, names="ut", times=tries)),
    )
    assert len(tries) > 2
    await first.close()
    await second.close()


def test_database_errors_are_translated():
    class Told(Exception):
        def __init__(self, sqlstate):
            self.sqlstate = sqlstate

    states = {"53100": "store.full", "25006": "store.read-only", "40P01": "store.busy", "55P03": "store.busy",
              "57P01": "store.broken", "XX000": "store.broken"}  # fmt: skip
    assert {state: translate_error(Told(state)).key for state in states} == states
    assert [translate_error(Told(state)) for state in ("23505", "23514", "22021")] == [None] * 3
    assert isinstance(translate_error(Told("40001")), StoreBusy)
    assert translate_error(ConnectionRefusedError()).key == "store.broken"
    assert translate_error(ValueError()) is None


# ---- Notifications -------------------------------------------------------------------------------------------------


class BusListener:
    """Listener of a bus that keeps the notifications and counts the reported gaps."""

    def __init__(self, bus) -> None:
        self.received, self.missed, self.bus = [], 0, bus
        bus.listen(lambda table, seq: self.received.append((table, seq)), self.miss)

    def miss(self) -> None:
        self.missed += 1

    async def __aenter__(self):
        await self.bus.start()
        await wait_until(lambda: self.missed)
        return self

    async def __aexit__(self, *_):
        await self.bus.stop()


async def test_every_stored_event_is_notified(url):
    store = await open_postgres(url)
    await make_tables(store, "t", "u")
    async with BusListener(PostgresBus(parse_url(url))) as listener, BusListener(PostgresBus(parse_url(url))) as second:
        await store.append("t", 2, [new_event(), new_event()])
        await store.append("u", 2, [new_event()])
        await store.append("t", 4, [], tokens=[token_row()])
        with pytest.raises(SeqTaken):
            await store.append("t", 3, [new_event()])
        await store.append("t", 4, [new_event()], bodies=[(2, "{}")])
        await store.delete("u")
        await wait_until(lambda: len(second.received) == 4 and len(listener.received) == 4)
        assert listener.received == second.received == [("t", 3), ("u", 2), ("t", RELOAD), ("u", RELOAD)]
    await store.close()


async def test_a_lost_listener_reconnects_and_reports_a_gap(name, url):
    store = await open_postgres(url)
    await make_tables(store, "t")
    async with BusListener(PostgresBus(parse_url(url))) as listener:
        await asyncio.to_thread(postgres().cut, name)
        await wait_until(lambda: listener.missed == 2)
        await store.append("t", 2, [new_event()])
        await wait_until(lambda: listener.received == [("t", 2)])
    await store.close()


# ---- Leases --------------------------------------------------------------------------------------------------------


async def test_a_lease_belongs_to_one_node_until_it_expires(url):
    store = await open_postgres(url)
    assert await store.acquire_leases("t", ["1:1", "0:1"], "a", 0.3) == ["0:1", "1:1"]
    assert await store.acquire_leases("t", ["0:1", "0:2"], "b", 9) == ["0:2"]
    assert await store.acquire_leases("t", ["0:1"], "a", 0.3) == ["0:1"]
    assert await store.acquire_leases("u", ["0:1"], "b", 9) == ["0:1"]
    async with asyncio.timeout(PATIENCE):
        while await store.acquire_leases("t", ["0:1"], "b", 9) != ["0:1"]:
            await asyncio.sleep(0.05)
    await store.delete_expired_leases()
    assert await store.acquire_leases("t", ["0:1"], "a", 9) == []
    await store.close()


async def test_deleting_a_table_deletes_its_leases(name, url):
    """Including leases that have not expired."""
    store = await open_postgres(url)
    await make_tables(store, "gone")
    await make_tables(store, "stays")
    for table in ("gone", "stays"):
        await store.acquire_leases(table, ["0:1", "call:0"], "a", 999)
    await store.delete("gone")
    await store.scrub()
    dump = await asyncio.to_thread(postgres().dump, name)
    assert (b"gone" in dump, b"stays\t0:1" in dump) == (False, True)
    await store.close()


async def test_a_notification_during_shutdown_does_not_block_it(url):
    listeners = [BusListener(PostgresBus(parse_url(url))) for _ in range(20)]
    for listener in listeners:
        await listener.__aenter__()
    listeners[0].bus.on_update = lambda *_: ending.append(
        asyncio.gather(*(listener.__aexit__() for listener in listeners))
    )
    ending, store = [], await open_postgres(url)
    await make_tables(store, "t")
    await store.append("t", 2, [new_event()])
    await wait_until(lambda: ending)
    async with asyncio.timeout(PATIENCE):
        await ending[0]
    await store.close()
