"""Behaviour of every store, tested with SQLite and PostgreSQL."""

from dataclasses import replace
from random import Random

import pytest

from heorot.server.store.interface import (
    FIRST_NOTICE,
    CommandAlreadyStored,
    Conflict,
    NoSuchTable,
    NoticeRow,
    SeqTaken,
    StoreClosed,
    TokenRow,
    TransferRow,
)
from heorot.server.store.sqlite import open_sqlite
from tests.server.support.databases import run_on_both_databases
from tests.server.support.rows import (
    event_bodies,
    event_row,
    key_row,
    make_tables,
    new_event,
    seqs,
    sha256_of,
    summary,
    table_row,
    token_row,
    transfer_row,
)

pytest_generate_tests = run_on_both_databases  # tests that do not need a file


async def test_find_table_returns_the_created_row(store):
    first = [event_row(seq=1, body='{"a": 1}'), event_row(seq=2, command="c1")]
    await store.create(table_row(), first, [token_row()])
    assert await store.find_table("t") == table_row()
    assert await store.load("t") == first
    assert await store.list_tokens("t") == [token_row()]


async def test_unknown_ids_are_not_found(store):
    assert await store.find_table("t") is None
    assert await store.load("t") == []
    assert await store.find_command("t", "c") is None
    assert await store.find_token("t", sha256_of("token")) is None
    assert await store.list_tokens("t") == []


async def test_creating_an_existing_table_is_a_conflict(store):
    await make_tables(store, "t")
    with pytest.raises(Conflict) as caught:
        await store.create(table_row(status="closed"), [event_row(body="other")], [token_row()])
    assert caught.value.key == "store.table-known"
    assert (await store.find_table("t"), await event_bodies(store), await store.list_tokens("t")) == (
        table_row(),
        ["{}"],
        [],
    )


async def test_events_are_numbered_from_seq(store):
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("b"), new_event("c", "c3")])
    await store.append("t", 4, [new_event("d")])
    assert [(row.seq, row.body, row.command) for row in await store.load("t")] == [
        (1, "{}", None), (2, "b", None), (3, "c", "c3"), (4, "d", None),
    ]  # fmt: skip
    assert [row.seq for row in await store.load("t", after=2)] == [3, 4]
    assert await store.find_command("t", "c3") == 3


async def test_append_updates_the_table_and_its_tokens(store):
    await store.create(table_row(), [event_row()], [token_row(text="old")])
    news = summary("over", 9, '{"won": 1}')
    await store.append("t", 2, [new_event()], news, [token_row(text="new", seat=None)], [sha256_of("old")])
    row = await store.find_table("t")
    assert (row.status, row.changed_at, row.info, row.created_at) == ("over", 9, '{"won": 1}', 1)
    assert await store.list_tokens("t") == [token_row(text="new", seat=None)]
    assert await store.find_token("t", sha256_of("old")) is None


async def test_a_taken_sequence_number_is_a_conflict(store):
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("first")])
    with pytest.raises(SeqTaken):
        await store.append("t", 2, [new_event("second")], summary("closed"), [token_row()])
    assert (await event_bodies(store), await store.list_tokens("t")) == (["{}", "first"], [])
    assert (await store.find_table("t")).status == "open"


@pytest.mark.parametrize("seq", [3, 100, 0, -1])
async def test_a_gap_in_sequence_numbers_is_a_conflict(store, seq):
    await make_tables(store, "t")
    with pytest.raises(SeqTaken):
        await store.append("t", seq, [new_event()])
    assert await seqs(store) == [1]


async def test_a_command_is_stored_once_and_its_event_is_reported(store):
    await make_tables(store, "t", "u")
    await store.append("t", 2, [new_event(command="c")])
    await store.append("u", 2, [new_event(command="c")])
    for seq in (2, 3):
        with pytest.raises(CommandAlreadyStored) as caught:
            await store.append("t", seq, [new_event(command="c")])
        assert (caught.value.seq, caught.value.params) == (2, {})
    assert (await seqs(store), await seqs(store, "u")) == ([1, 2], [1, 2])


async def test_append_to_an_unknown_table_fails(store):
    with pytest.raises(NoSuchTable):
        await store.append("t", 1, [new_event()])
    assert not await store.put_transfer(transfer_row(), sha256_of("key"))


async def test_an_append_is_atomic(store):
    await make_tables(store, "t")
    await store.append("t", 2, [new_event(command="c")])
    with pytest.raises(CommandAlreadyStored):
        await store.append("t", 3, [new_event("fine"), new_event(command="c")])
    assert await seqs(store) == [1, 2]


async def test_any_text_is_stored_unchanged(store):
    text = '{"name": "Þórr \U0001f5e1 \x01 \u202e", "quote": "\'; DROP TABLE events; --"}'  # JSON has no bare NUL
    await make_tables(store, "t")
    await store.append("t", 2, [new_event(text, command=text)])
    assert (await event_bodies(store))[1] == text
    assert await store.find_command("t", text) == 2


async def test_list_tables_returns_pages_of_listed_tables_latest_first(store):
    for name, at in (("a", 1), ("b", 2), ("c", 3), ("d", 4)):
        await store.create(table_row(name, changed_at=at), [event_row(name)], [])
    await store.create(table_row("hidden", listed=False, changed_at=5), [event_row("hidden")], [])
    await store.create(table_row("over", status="over", changed_at=6), [event_row("over")], [])
    assert [row.id for row in await store.list_tables(["open"], 3)] == ["d", "c", "b"]
    assert [row.id for row in await store.list_tables(["open"], 3, before=2)] == ["a"]
    assert [row.id for row in await store.list_tables(["open", "over"], 2)] == ["over", "d"]
    assert await store.list_tables([], 3) == []


async def test_unchanged_since_returns_the_oldest_change_first(store):
    for name, at in (("c", 3), ("a", 1), ("b", 2)):
        await store.create(table_row(name, listed=False, changed_at=at), [event_row(name)], [])
    assert [row.id for row in await store.unchanged_since(3, ["open"], 10)] == ["a", "b"]
    assert [row.id for row in await store.unchanged_since(9, ["open"], 1)] == ["a"]
    assert await store.unchanged_since(9, ["over"], 10) == []


async def test_a_transfer_code_works_once(store):
    await store.create(table_row(), [], [key_row()])
    assert await store.put_transfer(transfer_row(), sha256_of("key"))
    assert await store.take_transfer(sha256_of("other"), 50) is None
    assert await store.take_transfer(sha256_of("code"), 50) == transfer_row()
    assert await store.take_transfer(sha256_of("code"), 50) is None


async def test_taking_a_transfer_code_stores_a_key(store):
    await store.create(table_row(), [], [key_row()])
    await store.put_transfer(transfer_row(), sha256_of("key"))
    await store.take_transfer(sha256_of("code"), 50, sha256_of("device"))
    assert await store.list_tokens("t") == [key_row(), TokenRow("t", sha256_of("device"), 2, False, 50)]


async def test_unknown_keys_cannot_create_codes_or_notices(store):
    await store.create(table_row(), [event_row()], [key_row()])
    await store.append("t", 2, [new_event()], revoked=[sha256_of("key")])
    assert not await store.put_transfer(transfer_row(), sha256_of("key"))
    assert not await store.put_notice(NoticeRow("t", 2, sha256_of("feed")), sha256_of("key"))
    assert (await store.find_transfer_table(sha256_of("code")), await store.find_notice("t", 2)) == (None, None)


async def test_a_host_key_without_a_seat_cannot_set_notices_of_that_seat(store):
    host = TokenRow("t", sha256_of("key"), 2, True, 1)
    await store.create(table_row(), [event_row()], [host])
    await store.append("t", 2, [new_event()], tokens=[replace(host, seat=None)], revoked=[host.hash])
    for code in (TransferRow(sha256_of("code"), "t", 2, True, 100), transfer_row()):
        assert not await store.put_transfer(code, host.hash)
    assert not await store.put_notice(NoticeRow("t", 2, sha256_of("feed")), host.hash)
    assert await store.put_transfer(TransferRow(sha256_of("code"), "t", None, True, 100), host.hash)


async def test_setting_a_webhook_again_replaces_the_old_one(store):
    """A delivery of the old webhook neither claims nor deletes the new one."""
    await store.create(table_row(), [event_row()], [key_row()])
    old, new = (NoticeRow("t", 2, url="https://example.org", secret=secret) for secret in ("old", "new"))
    await store.put_notice(old, sha256_of("key"))
    await store.put_notice(new, sha256_of("key"))
    await store.record_call(old, 10, None)
    assert not await store.mark_looked(old, "told", 5)
    assert await store.find_notice("t", 2) == new
    assert await store.mark_looked(new, "told", 5)


async def test_changed_notices_returns_pages(store):
    for name, at in (("b", 1), ("a", 1), ("c", 2), ("d", 0)):
        keys = [TokenRow(name, sha256_of(f"{name}{seat}"), seat, False, 1) for seat in (1, 2)]
        await store.create(table_row(name, changed_at=at), [], keys)
        for seat in (2, 1):
            notice_row = NoticeRow(name, seat, url="https://example.org", secret=f"{name}{seat}")
            await store.put_notice(notice_row, sha256_of(f"{name}{seat}"))
    listed, after = [], FIRST_NOTICE
    while page := await store.changed_notices(4, after):
        listed += [(notice.table, notice.seat) for notice, _ in page]
        after = page[-1][1], *listed[-1]
    assert listed == [(name, seat) for name in "abc" for seat in (1, 2)]


async def test_revoking_a_key_revokes_everything_with_the_same_access(store):
    held = [("mine", 2, False), ("device", 2, False), ("other", 3, False), ("host", None, True)]
    await store.create(table_row(), [event_row()], [TokenRow("t", sha256_of(n), s, h, 1) for n, s, h in held])
    for name, seat, host in held[1:]:
        await store.put_transfer(TransferRow(sha256_of(f"code {name}"), "t", seat, host, 100), sha256_of(name))
    tokens = [TokenRow("t", sha256_of("new"), 2, False, 2)]
    await store.append("t", 2, [new_event()], tokens=tokens, revoked=[sha256_of("mine")])
    assert {row.hash for row in await store.list_tokens("t")} == {sha256_of(name) for name in ("new", "other", "host")}
    codes = [await store.find_transfer_table(sha256_of(f"code {name}")) for name, _, _ in held[1:]]
    assert codes == [None, "t", "t"]
    await store.append("t", 3, [new_event()], revoked=[sha256_of("host")])
    assert [row.hash for row in await store.list_tokens("t")] == [sha256_of("other"), sha256_of("new")]
    assert [await store.find_transfer_table(sha256_of(f"code {name}")) for name in ("other", "host")] == ["t", None]


async def test_find_commands_returns_stored_commands(store):
    await make_tables(store, "t", "u")
    await store.append("t", 2, [new_event(command="a"), new_event(command="b")])
    await store.append("u", 2, [new_event(command="c")])
    assert sorted(await store.find_commands("t", ["a", "b", "c", "d"])) == ["a", "b"]
    assert await store.find_commands("t", []) == []


async def test_expired_transfer_codes_are_deleted(store):
    await store.create(table_row(), [], [key_row()])
    await store.put_transfer(transfer_row(expires_at=100), sha256_of("key"))
    assert await store.take_transfer(sha256_of("code"), 100) is None
    assert await store.take_transfer(sha256_of("code"), 1) is None


async def test_redacted_bodies_are_gone_from_the_file(store, file):
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("Grendel was here" * 20, "c"), new_event("stays")])
    await store.append("t", 4, [new_event("forgotten")], bodies=[(2, "{}")])
    bodies = [("{}", None), ("{}", "c"), ("stays", None), ("forgotten", None)]
    assert [(row.body, row.command) for row in await store.load("t")] == bodies
    await store.close()
    assert b"Grendel" not in file.read_bytes()


async def test_a_conflicting_append_redacts_nothing(store):
    """Neither old bodies nor the table's summary are changed."""
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("Grendel")], summary(changed_at=7, info="the latest"))
    with pytest.raises(SeqTaken):
        await store.append("t", 2, [new_event("forgotten")], summary(changed_at=8, info="older"), bodies=[(1, "other")])
    assert [row.body for row in await store.load("t")] == ["{}", "Grendel"]
    table = await store.find_table("t")
    assert (table.changed_at, table.info) == (7, "the latest")


async def test_deleting_a_table_deletes_all_its_rows(store, file):
    await store.create(table_row(), [event_row(body="Grendel")], [token_row(), key_row()])
    await make_tables(store, "u")
    await store.put_transfer(transfer_row(), sha256_of("key"))
    await store.delete("t")
    assert (await store.find_table("t"), await store.load("t"), await store.list_tokens("t")) == (None, [], [])
    assert await store.take_transfer(sha256_of("code"), 1) is None
    assert await seqs(store, "u") == [1]
    await store.close()
    assert b"Grendel" not in file.read_bytes()


async def test_size_grows_with_stored_data(store):
    before = await store.size()
    await make_tables(store, "t")
    await store.append("t", 2, [new_event(Random(1).randbytes(100_000).hex())])  # incompressible
    assert await store.size() > before + 100_000


async def test_ping_writes_without_changing_tables(store):
    before = store.writer.commits
    await store.ping()
    assert store.writer.commits == before + 1


async def test_stored_rows_survive_reopening(store, file):
    await make_tables(store, "t")
    await store.append("t", 2, [new_event("x", "c")])
    await store.close()
    again = await open_sqlite(file)
    assert (await event_bodies(again), await again.find_table("t")) == (["{}", "x"], table_row())
    await again.close()


async def test_a_closed_store_refuses_writes(store):
    await store.close()
    with pytest.raises(StoreClosed):
        await store.append("t", 2, [new_event()])
    await store.close()
