"""What every store does, on a real file and in a real PostgreSQL."""

from dataclasses import replace
from random import Random

import pytest

from heorot.server.sqlite import open_sqlite
from heorot.server.store import (
    FIRST_LOOK,
    CommandKnown,
    Conflict,
    NoSuchTable,
    NoticeRow,
    SeqTaken,
    StoreClosed,
    TokenRow,
    TransferRow,
)
from tests.server.databases import on_both
from tests.server.rows import (
    bodies,
    event_row,
    hashed,
    key_row,
    make,
    said,
    seqs,
    summary,
    table_row,
    token_row,
    transfer_row,
)

pytest_generate_tests = on_both  # whatever needs no file


async def test_a_table_is_found_as_it_was_created(store):
    first = [event_row(seq=1, body='{"a": 1}'), event_row(seq=2, command="c1")]
    await store.create(table_row(), first, [token_row()])
    assert await store.find("t") == table_row()
    assert await store.load("t") == first
    assert await store.tokens("t") == [token_row()]


async def test_what_was_never_there_is_not_found(store):
    assert await store.find("t") is None
    assert await store.load("t") == []
    assert await store.command("t", "c") is None
    assert await store.token("t", hashed("token")) is None
    assert await store.tokens("t") == []


async def test_no_table_is_created_twice(store):
    await make(store, "t")
    with pytest.raises(Conflict) as caught:
        await store.create(table_row(status="closed"), [event_row(body="other")], [token_row()])
    assert caught.value.key == "store.table-known"
    assert (await store.find("t"), await bodies(store), await store.tokens("t")) == (table_row(), ["{}"], [])


async def test_events_are_numbered_from_the_one_that_was_said(store):
    await make(store, "t")
    await store.append("t", 2, [said("b"), said("c", "c3")])
    await store.append("t", 4, [said("d")])
    assert [(row.seq, row.body, row.command) for row in await store.load("t")] == [
        (1, "{}", None), (2, "b", None), (3, "c", "c3"), (4, "d", None),
    ]  # fmt: skip
    assert [row.seq for row in await store.load("t", after=2)] == [3, 4]
    assert await store.command("t", "c3") == 3


async def test_an_append_changes_the_table_and_its_tokens_with_it(store):
    await store.create(table_row(), [event_row()], [token_row(text="old")])
    news = summary("over", 9, '{"won": 1}')
    await store.append("t", 2, [said()], news, [token_row(text="new", seat=None)], [hashed("old")])
    found = await store.find("t")
    assert (found.status, found.changed_at, found.info, found.created_at) == ("over", 9, '{"won": 1}', 1)
    assert await store.tokens("t") == [token_row(text="new", seat=None)]
    assert await store.token("t", hashed("old")) is None


async def test_a_number_is_given_once(store):
    await make(store, "t")
    await store.append("t", 2, [said("first")])
    with pytest.raises(SeqTaken):
        await store.append("t", 2, [said("second")], summary("closed"), [token_row()])
    assert (await bodies(store), await store.tokens("t")) == (["{}", "first"], [])
    assert (await store.find("t")).status == "open"


@pytest.mark.parametrize("seq", [3, 100, 0, -1])
async def test_no_number_is_left_out(store, seq):
    await make(store, "t")
    with pytest.raises(SeqTaken):
        await store.append("t", seq, [said()])
    assert await seqs(store) == [1]


async def test_a_command_is_stored_once_at_a_table_and_its_event_is_named(store):
    await make(store, "t", "u")
    await store.append("t", 2, [said(command="c")])
    await store.append("u", 2, [said(command="c")])
    for seq in (2, 3):
        with pytest.raises(CommandKnown) as caught:
            await store.append("t", seq, [said(command="c")])
        assert (caught.value.seq, caught.value.params) == (2, {})
    assert (await seqs(store), await seqs(store, "u")) == ([1, 2], [1, 2])


async def test_no_event_is_stored_without_its_table(store):
    with pytest.raises(NoSuchTable):
        await store.append("t", 1, [said()])
    assert not await store.put_transfer(transfer_row(), hashed("key"))


async def test_several_events_are_stored_together_or_not_at_all(store):
    await make(store, "t")
    await store.append("t", 2, [said(command="c")])
    with pytest.raises(CommandKnown):
        await store.append("t", 3, [said("fine"), said(command="c")])
    assert await seqs(store) == [1, 2]


async def test_whatever_a_text_holds_comes_back(store):
    text = '{"name": "Þórr \U0001f5e1 \x01 \u202e", "quote": "\'; DROP TABLE events; --"}'  # JSON has no bare NUL
    await make(store, "t")
    await store.append("t", 2, [said(text, command=text)])
    assert (await bodies(store))[1] == text
    assert await store.command("t", text) == 2


async def test_lists_show_what_anyone_may_find_the_latest_first_page_by_page(store):
    for name, at in (("a", 1), ("b", 2), ("c", 3), ("d", 4)):
        await store.create(table_row(name, changed_at=at), [event_row(name)], [])
    await store.create(table_row("hidden", listed=False, changed_at=5), [event_row("hidden")], [])
    await store.create(table_row("over", status="over", changed_at=6), [event_row("over")], [])
    assert [row.id for row in await store.listed(["open"], 3)] == ["d", "c", "b"]
    assert [row.id for row in await store.listed(["open"], 3, before=2)] == ["a"]
    assert [row.id for row in await store.listed(["open", "over"], 2)] == ["over", "d"]
    assert await store.listed([], 3) == []


async def test_quiet_tables_are_found_the_longest_quiet_first(store):
    for name, at in (("c", 3), ("a", 1), ("b", 2)):
        await store.create(table_row(name, listed=False, changed_at=at), [event_row(name)], [])
    assert [row.id for row in await store.unchanged_since(3, ["open"], 10)] == ["a", "b"]
    assert [row.id for row in await store.unchanged_since(9, ["open"], 1)] == ["a"]
    assert await store.unchanged_since(9, ["over"], 10) == []


async def test_a_transfer_is_taken_once(store):
    await store.create(table_row(), [], [key_row()])
    assert await store.put_transfer(transfer_row(), hashed("key"))
    assert await store.take_transfer(hashed("other"), 50) is None
    assert await store.take_transfer(hashed("code"), 50) == transfer_row()
    assert await store.take_transfer(hashed("code"), 50) is None


async def test_a_transfer_becomes_a_key_when_it_is_taken(store):
    await store.create(table_row(), [], [key_row()])
    await store.put_transfer(transfer_row(), hashed("key"))
    await store.take_transfer(hashed("code"), 50, hashed("device"))
    assert await store.tokens("t") == [key_row(), TokenRow("t", hashed("device"), 2, False, 50)]


async def test_with_a_key_that_opens_nothing_nothing_is_set(store):
    await store.create(table_row(), [event_row()], [key_row()])
    await store.append("t", 2, [said()], revoked=[hashed("key")])
    assert not await store.put_transfer(transfer_row(), hashed("key"))
    assert not await store.put_notice(NoticeRow("t", 2, hashed("feed")), hashed("key"))
    assert (await store.transfer(hashed("code")), await store.notice("t", 2)) == (None, None)


async def test_with_a_hosts_key_that_has_lost_its_seat_nothing_is_set_for_the_next_who_sits_there(store):
    host = TokenRow("t", hashed("key"), 2, True, 1)
    await store.create(table_row(), [event_row()], [host])
    await store.append("t", 2, [said()], tokens=[replace(host, seat=None)], revoked=[host.hash])
    for code in (TransferRow(hashed("code"), "t", 2, True, 100), transfer_row()):
        assert not await store.put_transfer(code, host.hash)
    assert not await store.put_notice(NoticeRow("t", 2, hashed("feed")), host.hash)
    assert await store.put_transfer(TransferRow(hashed("code"), "t", None, True, 100), host.hash)


async def test_a_wish_to_be_called_is_another_one_once_it_is_set_anew(store):
    """Whoever is still at work on the old one neither takes the new one nor calls it off."""
    await store.create(table_row(), [event_row()], [key_row()])
    old, new = (NoticeRow("t", 2, url="https://example.org", secret=secret) for secret in ("old", "new"))
    await store.put_notice(old, hashed("key"))
    await store.put_notice(new, hashed("key"))
    await store.called(old, 10, None)
    assert not await store.looked(old, "told", 5)
    assert await store.notice("t", 2) == new
    assert await store.looked(new, "told", 5)


async def test_who_is_to_be_called_is_found_page_by_page(store):
    for name, at in (("b", 1), ("a", 1), ("c", 2), ("d", 0)):
        keys = [TokenRow(name, hashed(f"{name}{seat}"), seat, False, 1) for seat in (1, 2)]
        await store.create(table_row(name, changed_at=at), [], keys)
        for seat in (2, 1):
            wish = NoticeRow(name, seat, url="https://example.org", secret=f"{name}{seat}")
            await store.put_notice(wish, hashed(f"{name}{seat}"))
    found, after = [], FIRST_LOOK
    while page := await store.to_look_at(4, after):
        found += [(notice.table, notice.seat) for notice, _ in page]
        after = page[-1][1], *found[-1]
    assert found == [(name, seat) for name in "abc" for seat in (1, 2)]


async def test_with_a_key_dies_whatever_opens_the_same_and_nothing_else(store):
    held = [("mine", 2, False), ("device", 2, False), ("other", 3, False), ("host", None, True)]
    await store.create(table_row(), [event_row()], [TokenRow("t", hashed(n), s, h, 1) for n, s, h in held])
    for name, seat, host in held[1:]:
        await store.put_transfer(TransferRow(hashed(f"code {name}"), "t", seat, host, 100), hashed(name))
    kept = [TokenRow("t", hashed("new"), 2, False, 2)]
    await store.append("t", 2, [said()], tokens=kept, revoked=[hashed("mine")])
    assert {row.hash for row in await store.tokens("t")} == {hashed(name) for name in ("new", "other", "host")}
    codes = [await store.transfer(hashed(f"code {name}")) for name, _, _ in held[1:]]
    assert codes == [None, "t", "t"]
    await store.append("t", 3, [said()], revoked=[hashed("host")])
    assert [row.hash for row in await store.tokens("t")] == [hashed("other"), hashed("new")]
    assert [await store.transfer(hashed(f"code {name}")) for name in ("other", "host")] == ["t", None]


async def test_which_commands_have_become_events(store):
    await make(store, "t", "u")
    await store.append("t", 2, [said(command="a"), said(command="b")])
    await store.append("u", 2, [said(command="c")])
    assert sorted(await store.commands("t", ["a", "b", "c", "d"])) == ["a", "b"]
    assert await store.commands("t", []) == []


async def test_a_transfer_expires_and_is_gone(store):
    await store.create(table_row(), [], [key_row()])
    await store.put_transfer(transfer_row(expires_at=100), hashed("key"))
    assert await store.take_transfer(hashed("code"), 100) is None
    assert await store.take_transfer(hashed("code"), 1) is None


async def test_what_a_person_wants_forgotten_is_gone_from_the_file(store, file):
    await make(store, "t")
    await store.append("t", 2, [said("Grendel was here" * 20, "c"), said("stays")])
    await store.append("t", 4, [said("forgotten")], bodies=[(2, "{}")])
    bodies = [("{}", None), ("{}", "c"), ("stays", None), ("forgotten", None)]
    assert [(row.body, row.command) for row in await store.load("t")] == bodies
    await store.close()
    assert b"Grendel" not in file.read_bytes()


async def test_nothing_is_forgotten_by_who_does_not_know_the_latest_event(store):
    """Neither are old events told in other words, nor is what lists show written over by an older word."""
    await make(store, "t")
    await store.append("t", 2, [said("Grendel")], summary(changed_at=7, info="the latest"))
    with pytest.raises(SeqTaken):
        await store.append("t", 2, [said("forgotten")], summary(changed_at=8, info="older"), bodies=[(1, "other")])
    assert [row.body for row in await store.load("t")] == ["{}", "Grendel"]
    found = await store.find("t")
    assert (found.changed_at, found.info) == (7, "the latest")


async def test_a_deleted_table_takes_everything_with_it(store, file):
    await store.create(table_row(), [event_row(body="Grendel")], [token_row(), key_row()])
    await make(store, "u")
    await store.put_transfer(transfer_row(), hashed("key"))
    await store.delete("t")
    assert (await store.find("t"), await store.load("t"), await store.tokens("t")) == (None, [], [])
    assert await store.take_transfer(hashed("code"), 1) is None
    assert await seqs(store, "u") == [1]
    await store.close()
    assert b"Grendel" not in file.read_bytes()


async def test_the_size_grows_with_what_is_stored(store):
    before = await store.size()
    await make(store, "t")
    await store.append("t", 2, [said(Random(1).randbytes(100_000).hex())])  # which nothing makes shorter
    assert await store.size() > before + 100_000


async def test_a_ping_writes_and_leaves_no_trace_among_the_tables(store):
    before = store.writer.commits
    await store.ping()
    assert store.writer.commits == before + 1


async def test_what_was_stored_is_there_when_it_is_opened_again(store, file):
    await make(store, "t")
    await store.append("t", 2, [said("x", "c")])
    await store.close()
    again = await open_sqlite(file)
    assert (await bodies(again), await again.find("t")) == (["{}", "x"], table_row())
    await again.close()


async def test_a_closed_store_takes_nothing_more(store):
    await store.close()
    with pytest.raises(StoreClosed):
        await store.append("t", 2, [said()])
    await store.close()
