"""What is PostgreSQL's own: how it is opened and brought up to date, lost connections, and who is told of what."""

import asyncio
import subprocess
from functools import partial

import pytest
from sqlalchemy import text

from heorot.engine.errors import HeorotError
from heorot.locales import LANGUAGES
from heorot.server import queries
from heorot.server.bus import ANEW
from heorot.server.postgres import VACUUM, Notices, migrate_postgres, open_postgres, trouble, url_of
from heorot.server.queries import Append
from heorot.server.schema import metadata
from heorot.server.store import VERSION, NewEvent, NoticeRow, SeqTaken, StoreBusy, StoreError, StoreForeign
from heorot.terminal.speech import Speech
from tests.cli.running import heorot
from tests.server.databases import postgres
from tests.server.rows import bodies, event_row, hashed, key_row, make, said, seqs, table_row, token_row, transfer_row

PATIENCE = 30  # seconds


@pytest.fixture
def name() -> str:
    return postgres().fresh()


@pytest.fixture
def url(name) -> str:
    return postgres().url(name)


async def until(happens) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happens():
            await asyncio.sleep(0.01)


def test_whatever_is_kept_of_a_table_is_scrubbed():
    """Also where people want to be called: such an address is theirs."""
    kept = {table.name for table in metadata.tables.values() if table.name == "tables" or table.foreign_keys}
    assert kept | {"leases"} == set(VACUUM.text.partition(") ")[2].split(", "))


# ---- Opening -------------------------------------------------------------------------------------------------------


def test_a_host_makes_a_database_and_brings_it_up_to_date():
    url = postgres().url(postgres().empty())
    for _ in range(2):
        done = heorot("migrate", HEOROT_DATABASE=url)
        assert (done.code, VERSION in done.out) == (0, True), done


async def test_nodes_begin_on_a_database_that_is_up_to_date_and_on_no_other():
    name = postgres().empty()
    with pytest.raises(StoreForeign) as caught:
        await open_postgres(postgres().url(name))
    assert caught.value.key == "store.older"
    await migrate_postgres(postgres().url(name))
    postgres().tell("UPDATE alembic_version SET version_num = '9000'", name)
    for attempt in (open_postgres, migrate_postgres):
        with pytest.raises(StoreForeign) as caught:
            await attempt(postgres().url(name))
        assert caught.value.key == "store.newer"


async def test_many_who_migrate_at_once_make_it_once():
    name = postgres().empty()
    await asyncio.gather(*(migrate_postgres(postgres().url(name)) for _ in range(5)))
    assert postgres().tell("SELECT count(*) FROM pulse", name) == "1"


def test_the_schema_is_what_the_code_expects(name):
    asked = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    made = set(postgres().tell(asked, name).splitlines())
    wanted = {f"{table.name}|{column.name}" for table in metadata.tables.values() for column in table.columns}
    assert wanted - made == set()
    assert {line.partition("|")[0] for line in made - wanted} == {"alembic_version", "leases"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_database_that_is_not_there_is_told_of_without_its_password(language):
    with pytest.raises(HeorotError) as caught:
        await open_postgres(postgres().url("nowhere").replace("@", ":mellon@"))
    sentence = Speech(language).complain(caught.value)
    assert "nowhere" in sentence
    assert "mellon" not in sentence


def test_a_server_that_finds_no_database_says_so_in_one_sentence():
    for url in (postgres().url("nowhere"), "postgresql+asyncpg://127.0.0.1:1/heorot"):
        done = heorot("serve", "--port", "0", HEOROT_DATABASE=url)
        assert (done.code, len(done.sentences)) == (2, 1), done


def test_backups_are_left_to_the_tools_of_the_database(tmp_path):
    for command in ("backup", "restore"):
        done = heorot(command, tmp_path / "copy", HEOROT_DATABASE="postgresql+asyncpg://db/heorot")
        assert (done.code, "pg_dump" in done.err) == (2, True)


async def test_a_dump_brings_everything_back(name, url, tmp_path):
    """The commands of docs/serving.md, while someone writes."""
    store, own = await open_postgres(url), postgres()
    await make(store, "t")
    writing = asyncio.create_task(fill(store, 2, 200))
    await until_stored(store, 20)
    place = ["-h", str(own.folder), "-p", str(own.port), "-U", own.name]
    dump = [own.bin / "pg_dump", *place, "-Fc", "-f", tmp_path / "heorot.dump", name]
    await asyncio.to_thread(subprocess.run, dump, check=True)
    await writing
    other = own.empty()
    back = [own.bin / "pg_restore", *place, "--exit-on-error", "-d", other, tmp_path / "heorot.dump"]
    await asyncio.to_thread(subprocess.run, back, check=True)
    again = await open_postgres(own.url(other))
    there = await bodies(again)
    assert len(there) >= 20
    assert there == (await bodies(store))[: len(there)]
    await again.append("t", len(there) + 1, [said("goes on")])
    with pytest.raises(SeqTaken):
        await again.append("t", len(there) + 3, [said("gap")])
    await again.close()
    await store.close()


async def fill(store, first: int, last: int) -> None:
    for seq in range(first, last + 1):
        await store.append("t", seq, [said(str(seq))])


async def until_stored(store, number: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(await seqs(store)) < number:
            await asyncio.sleep(0.005)


# ---- Lost connections ----------------------------------------------------------------------------------------------


async def test_connections_that_are_cut_cost_nothing_that_was_acknowledged(name, url):
    """Cut at any moment: an append is there if it was acknowledged; if it failed, it is there or not, and once."""
    store = await open_postgres(url)
    await make(store, "t")
    told, failed, done = [], [], asyncio.Event()

    async def write() -> None:
        seq = 2
        while not done.is_set():
            try:
                await store.append("t", seq, [NewEvent(1, "said", str(seq), str(seq))])
                told.append(seq)
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
    there = await seqs(store)
    assert there == list(range(1, len(there) + 1))
    assert set(told) <= set(there)
    assert set(there) <= {1, *told, *(seq for seq, _ in failed)}
    assert {key for _, key in failed} <= {"store.broken"}
    assert len(told) > 10
    await store.close()


async def next_seq(store) -> int:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return len(await seqs(store)) + 1
            except StoreError:
                await asyncio.sleep(0.02)


async def test_a_cut_while_nothing_is_done_is_noticed_by_nobody(name, url):
    store = await open_postgres(url)
    await make(store, "t")
    assert await asyncio.to_thread(postgres().cut, name) > 0
    await store.append("t", 2, [said()])
    assert await asyncio.to_thread(postgres().cut, name) > 0
    assert await seqs(store) == [1, 2]
    await store.close()


async def test_a_database_that_stops_is_told_of_and_all_goes_on_when_it_is_back(url):
    store = await open_postgres(url)
    await make(store, "t")
    await asyncio.to_thread(postgres().server.stop)
    try:
        for attempt in (store.append("t", 2, [said()]), store.load("t"), store.ping(), store.size()):
            with pytest.raises(StoreError) as caught:
                await attempt
            assert caught.value.key == "store.broken"
    finally:
        await asyncio.to_thread(postgres().start)
    await store.append("t", 2, [said()])
    assert await seqs(store) == [1, 2]
    await store.close()


def take_the_code(connection):
    assert queries.take_transfer(connection, hashed("code"), 1, hashed("device"))


def make_a_code(connection):
    assert queries.put_transfer(connection, transfer_row(text="another"), hashed("key"))


def set_a_feed(connection):
    assert queries.put_notice(connection, NoticeRow("t", 2, hashed("feed")), hashed("key"))


async def has_a_key(url):
    """A seat with a key and a code, and two nodes."""
    one, other = await open_postgres(url), await open_postgres(url)
    await one.create(table_row(), [event_row()], [key_row()])
    assert await one.put_transfer(transfer_row(), hashed("key"))
    return one, other


async def nothing_is_left(store):
    codes = [await store.transfer(hashed(text)) for text in ("code", "another")]
    assert (await store.tokens("t"), codes, await store.notice("t", 2)) == ([], [None, None], None)


@pytest.mark.parametrize("work", [take_the_code, make_a_code, set_a_feed])
async def test_keys_that_die_take_with_them_what_was_made_by_them_just_then(url, work):
    """A node has made something of a key or a code, and has not committed yet, when another kills the keys."""
    one, other = await has_a_key(url)
    made = asyncio.Event()

    def slowly(connection):
        work(connection)
        made.set()
        connection.execute(text("SELECT pg_sleep(0.4)"))

    making = asyncio.create_task(one.writer.do(slowly))
    await made.wait()
    killing = asyncio.create_task(other.append("t", 2, [said()], revoked=[hashed("key")]))
    await asyncio.gather(making, killing)
    await nothing_is_left(one)
    await one.close()
    await other.close()


@pytest.mark.parametrize("work", [take_the_code, make_a_code, set_a_feed])
async def test_with_keys_that_die_just_then_nothing_can_be_made(url, work):
    """A node has killed the keys, and has not committed yet, when another still wants to make something of them."""
    one, other = await has_a_key(url)
    killed = asyncio.Event()

    def slowly(connection):
        queries.append_all(connection, [Append("t", 2, [said()], revoked=[hashed("key")])])
        killed.set()
        connection.execute(text("SELECT pg_sleep(0.4)"))

    killing = asyncio.create_task(one.writer.do(slowly))
    await killed.wait()
    with pytest.raises(AssertionError):
        await other.writer.do(work)
    await killing
    await nothing_is_left(one)
    await one.close()
    await other.close()


async def test_nodes_that_wait_for_each_other_both_come_through(url):
    """Each holds what the other wants: the database sends one back, which tries again."""
    one, other = await open_postgres(url), await open_postgres(url)
    await make(one, "t", "u")

    def touch(connection, names, times):
        times.append(names)
        for name in names:
            connection.execute(text(f"UPDATE tables SET changed_at = 1 WHERE id = '{name}'"))
            connection.execute(text("SELECT pg_sleep(0.3)"))

    tries = []
    await asyncio.gather(
        one.writer.do(partial(touch, names="tu", times=tries)), other.writer.do(partial(touch, names="ut", times=tries))
    )
    assert len(tries) == 3
    await one.close()
    await other.close()


def test_what_errors_mean():
    class Told(Exception):
        def __init__(self, sqlstate):
            self.sqlstate = sqlstate

    states = {"53100": "store.full", "25006": "store.read-only", "40P01": "store.busy", "55P03": "store.busy",
              "57P01": "store.broken", "XX000": "store.broken"}  # fmt: skip
    assert {state: trouble(Told(state)).key for state in states} == states
    assert [trouble(Told(state)) for state in ("23505", "23514", "22021")] == [None] * 3
    assert isinstance(trouble(Told("40001")), StoreBusy)
    assert trouble(ConnectionRefusedError()).key == "store.broken"
    assert trouble(ValueError()) is None


# ---- Who is told ---------------------------------------------------------------------------------------------------


class Ear:
    """What a node hears."""

    def __init__(self, bus) -> None:
        self.heard, self.missed, self.bus = [], 0, bus
        bus.listen(lambda table, seq: self.heard.append((table, seq)), self.miss)

    def miss(self) -> None:
        self.missed += 1

    async def __aenter__(self):
        await self.bus.begin()
        await until(lambda: self.missed)
        return self

    async def __aexit__(self, *_):
        await self.bus.end()


async def test_whatever_is_stored_is_told_to_all_and_nothing_else(url):
    store = await open_postgres(url)
    await make(store, "t", "u")
    async with Ear(Notices(url_of(url))) as ear, Ear(Notices(url_of(url))) as other:
        await store.append("t", 2, [said(), said()])
        await store.append("u", 2, [said()])
        await store.append("t", 4, [], tokens=[token_row()])
        with pytest.raises(SeqTaken):
            await store.append("t", 3, [said()])
        await store.append("t", 4, [said()], bodies=[(2, "{}")])
        await store.delete("u")
        await until(lambda: len(other.heard) == 4 and len(ear.heard) == 4)
        assert ear.heard == other.heard == [("t", 3), ("u", 2), ("t", ANEW), ("u", ANEW)]
    await store.close()


async def test_an_ear_that_was_cut_off_hears_again_and_says_that_it_missed_something(name, url):
    store = await open_postgres(url)
    await make(store, "t")
    async with Ear(Notices(url_of(url))) as ear:
        await asyncio.to_thread(postgres().cut, name)
        await until(lambda: ear.missed == 2)
        await store.append("t", 2, [said()])
        await until(lambda: ear.heard == [("t", 2)])
    await store.close()


# ---- Leases --------------------------------------------------------------------------------------------------------


async def test_a_thought_is_one_nodes_alone_until_its_lease_has_run_out(url):
    store = await open_postgres(url)
    assert await store.lease("t", ["1:1", "0:1"], "a", 0.3) == ["0:1", "1:1"]
    assert await store.lease("t", ["0:1", "0:2"], "b", 9) == ["0:2"]
    assert await store.lease("t", ["0:1"], "a", 0.3) == ["0:1"]
    assert await store.lease("u", ["0:1"], "b", 9) == ["0:1"]
    async with asyncio.timeout(PATIENCE):
        while await store.lease("t", ["0:1"], "b", 9) != ["0:1"]:
            await asyncio.sleep(0.05)
    await store.expire()
    assert await store.lease("t", ["0:1"], "a", 9) == []
    await store.close()


async def test_with_a_table_goes_all_that_names_it(name, url):
    """Leases too, however long they would last."""
    store = await open_postgres(url)
    await make(store, "gone")
    await make(store, "stays")
    for table in ("gone", "stays"):
        await store.lease(table, ["0:1", "call:0"], "a", 999)
    await store.delete("gone")
    await store.scrub()
    found = await asyncio.to_thread(postgres().dump, name)
    assert (b"gone" in found, b"stays\t0:1" in found) == (False, True)
    await store.close()


async def test_a_word_in_the_very_moment_of_the_end_keeps_no_node_from_ending(url):
    ears = [Ear(Notices(url_of(url))) for _ in range(20)]
    for ear in ears:
        await ear.__aenter__()
    ears[0].bus.heard = lambda *_: ending.append(asyncio.gather(*(ear.__aexit__() for ear in ears)))
    ending, store = [], await open_postgres(url)
    await make(store, "t")
    await store.append("t", 2, [said()])
    await until(lambda: ending)
    async with asyncio.timeout(PATIENCE):
        await ending[0]
    await store.close()
