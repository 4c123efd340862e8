"""Many who write at once: nothing is lost, nothing is doubled, and whoever is at fault fails alone."""

import asyncio
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import DBAPIError

from heorot.server.backup import NAME
from heorot.server.sqlite import SqliteStore, open_sqlite
from heorot.server.store import CommandKnown, Conflict, NewEvent, NoSuchTable, SeqTaken, StoreClosed
from tests.server.appender import open_any
from tests.server.databases import on_both, postgres
from tests.server.processes import appender, finish, stored
from tests.server.rows import bodies, hashed, key_row, make, said, seqs, summary, table_row, token_row, transfer_row

pytest_generate_tests = on_both


async def outcomes(*calls) -> list[object]:
    """What became of calls that were made at the same time: nothing, a value or an error."""
    return await asyncio.gather(*calls, return_exceptions=True)


async def fill(store: SqliteStore, name: str, events: int) -> None:
    for seq in range(2, events + 2):
        await store.append(name, seq, [said(f"{name}:{seq}")], summary(changed_at=seq))


async def test_tables_that_are_written_at_once_share_their_commits(store):
    names = [f"t{number}" for number in range(50)]
    await make(store, *names)
    before = store.writer.commits
    await asyncio.gather(*(fill(store, name, 20) for name in names))
    assert store.writer.commits - before < 50 * 20 / 10
    for name in names:
        assert (await bodies(store, name))[1:] == [f"{name}:{seq}" for seq in range(2, 22)]
        assert (await store.find(name)).changed_at == 21


async def test_of_many_who_want_the_same_number_one_gets_it(store):
    await make(store, "t")
    got = await outcomes(*(store.append("t", 2, [said(str(who))]) for who in range(30)))
    assert Counter(map(type, got)) == {type(None): 1, SeqTaken: 29}
    assert await bodies(store) == ["{}", str(got.index(None))]


async def test_of_many_who_repeat_a_command_one_is_stored_and_all_others_are_told_where(store):
    await make(store, "t")
    got = await outcomes(*(store.append("t", seq, [said(command="c")]) for seq in (2, 2, 3, 3)))
    assert got[0] is None
    assert [(type(error), error.seq) for error in got[1:]] == [(CommandKnown, 2)] * 3
    assert await seqs(store) == [1, 2]


async def test_whoever_is_at_fault_fails_alone(store):
    await make(store, "a", "b", "c")
    await store.append("b", 2, [said("first", "old")])
    await store.append("c", 2, [], tokens=[key_row("c")])
    before = store.writer.commits
    got = await outcomes(
        store.append("a", 2, [said("fine")], summary("a-new"), [token_row("a")]),
        store.append("b", 2, [said("late")], summary("b-new"), [token_row("b")]),
        store.append("b", 3, [said("again", "old")]),
        store.append("gone", 2, [said()]),
        store.append("c", 2, [NewEvent(2**70, "said", "{}")]),
        store.append("c", 2, [NewEvent(1, "said", "\ud800")]),
        store.append("c", 2, [NewEvent(1, "said", None)]),
        store.append("b", 3, [said("fine too", "new")]),
        store.create(table_row("a"), [], []),
        store.put_transfer(transfer_row("c"), hashed("key")),
    )
    assert [type(outcome) for outcome in got[:4]] == [type(None), SeqTaken, CommandKnown, NoSuchTable]
    assert isinstance(got[4], OverflowError | DBAPIError)  # each driver has its own words
    assert isinstance(got[5], UnicodeEncodeError | DBAPIError)
    assert isinstance(got[6], Exception)
    assert [got[7], type(got[8]), got[9]] == [None, Conflict, True]
    assert store.writer.commits == before + 1
    assert [await bodies(store, name) for name in "abc"] == [["{}", "fine"], ["{}", "first", "fine too"], ["{}"]]
    assert [(await store.find(name)).status for name in "ab"] == ["a-new", "open"]
    assert (len(await store.tokens("a")), await store.tokens("b")) == (1, [])
    assert await store.take_transfer(hashed("code"), 1) == transfer_row("c")


async def test_a_table_and_its_first_moves_may_wait_together(store):
    got = await outcomes(
        store.create(table_row("t"), [], [token_row()]),
        store.append("t", 1, [said("one")]),
        store.append("t", 2, [said("two")], revoked=[hashed("token")]),
        store.delete("t"),
        store.append("t", 3, [said("three")]),
    )
    assert (got[:4], type(got[4])) == ([None] * 4, NoSuchTable)


async def test_who_gives_up_waiting_takes_nobody_else_along(store):
    await make(store, "t", "u")
    waiting = [asyncio.create_task(store.append(name, 2, [said()])) for name in "tu"]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await waiting[1]
    assert await seqs(store, "u") == [1, 2]
    assert await seqs(store, "t") in ([1], [1, 2])
    await store.ping()


async def test_closing_finishes_what_was_accepted(store, file):
    names = [f"t{number}" for number in range(40)]
    await make(store, *names)
    waiting = [asyncio.create_task(store.append(name, 2, [said()])) for name in names]
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    assert await asyncio.gather(*waiting) == [None] * 40
    with pytest.raises(StoreClosed):
        await store.append("t0", 3, [said()])
    await closing
    again = await open_sqlite(file)
    assert [await seqs(again, name) for name in names] == [[1, 2]] * 40
    await again.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_processes_that_share_a_database_lose_and_double_nothing(kind, tmp_path):
    file = tmp_path / "data" / NAME if kind == "sqlite" else postgres().url(postgres().fresh())
    processes = [appender(file, tables=4, events=25) for _ in range(3)]
    said_by = [stored(finish(process)) for process in processes]
    acknowledged = set.union(*said_by)
    assert [len(mine) for mine in said_by] == [100] * 3
    assert len(acknowledged) == 300
    assert {(table, seq) for table, seq, _ in acknowledged} == {(f"t{n}", s) for n in range(4) for s in range(2, 77)}
    assert asyncio.run(contents(file, 4)) == acknowledged


async def contents(where: Path | str, tables: int) -> set[tuple[str, int, str]]:
    """All events of a database but the first of each table."""
    store = await open_any(where)
    found = {(f"t{n}", row.seq, row.body) for n in range(tables) for row in await store.load(f"t{n}") if row.seq > 1}
    await store.close()
    return found


# ---- Any order -----------------------------------------------------------------------------------------------------

TRIES = st.tuples(
    st.sampled_from("abc"),  # which table
    st.integers(0, 3),  # how far from the number that comes next, as far as its writer knows
    st.integers(1, 3),  # how many events
    st.sampled_from(["", "x", "y", "z"]),  # the command
    st.booleans(),  # whether the others get a turn before the next one tries
)


@settings(max_examples=40)
@given(st.lists(TRIES, max_size=25))
def test_however_writers_interleave_what_is_told_is_what_is_there(tries):
    with TemporaryDirectory() as folder:
        asyncio.run(interleave(Path(folder), tries))


async def interleave(folder: Path, tries) -> None:
    """Try all, with breaks where the list has them; then compare the acknowledged with the stored."""
    store = await open_sqlite(folder / NAME)
    await make(store, *"abc")
    waiting = []
    for number, (table, distance, events, command, others) in enumerate(tries):
        seq = max(1, len(await store.load(table)) + 2 - distance) if others else 2 + distance
        rows = [said(f"{number}:{part}", f"{command}{part}" if command else None) for part in range(events)]
        waiting.append((table, seq, rows, asyncio.create_task(store.append(table, seq, rows))))
        await asyncio.sleep(0)
    await asyncio.gather(*(task for *_, task in waiting), return_exceptions=True)
    await compare(store, waiting)
    await store.close()


async def compare(store: SqliteStore, waiting) -> None:
    """Each acknowledged append is there, nothing else is, numbers have no gap and commands stand once."""
    told = {(table, seq + part, row.body) for table, seq, rows, task in waiting if task.exception() is None
            for part, row in enumerate(rows)}  # fmt: skip
    found = [(table, row) for table in "abc" for row in await store.load(table)]
    assert {(table, row.seq, row.body) for table, row in found if row.seq > 1} == told
    for table in "abc":
        assert await seqs(store, table) == list(range(1, 1 + sum(name == table for name, _ in found)))
    commands = Counter((table, row.command) for table, row in found if row.command)
    assert set(commands.values()) <= {1}
    assert {type(task.exception()) for *_, task in waiting} <= {type(None), SeqTaken, CommandKnown}
