"""Erasure: on a person's request, so that nothing is left in the files; and after the retention time."""

import asyncio
from pathlib import Path

import pytest

from heorot.server.store.interface import StoreFull
from heorot.server.views.payload import MAX_RECENT_CHAT
from tests.server.support.databases import database_of, on_postgres, postgres
from tests.server.support.in_process_server import InProcessServer, play_to_end
from tests.support.patience import PATIENCE

NAME, WORDS, OTHER = "Ecgtheow", "the king is a fool, {}", "Hygelac"


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data") as opened:
        yield opened


def left_in(folder: Path, *texts: str | bytes) -> list[str | bytes]:
    """Return which of these texts can still be found: in the files, or in PostgreSQL in anything it returns."""
    url = database_of(folder)
    content = postgres().dump(url.rpartition("/")[2]) if url else b"".join(map(Path.read_bytes, folder.iterdir()))
    both = {text: text if isinstance(text, bytes) else text.encode() for text in texts}
    return [text for text, raw in both.items() if raw in content or raw.hex().encode() in content]


async def test_an_erasure_does_not_block_the_table(server, monkeypatch):
    """The journal is emptied outside the table's lock, and before the request is answered."""
    keys = await talkative(server, "movie", (OTHER, NAME))
    held_up, room, scrub = [], server.app.state.registry.rooms[keys[0]], server.store.store.scrub

    async def watched() -> None:
        async with asyncio.timeout(PATIENCE), room.lock:  # the lock is free meanwhile
            held_up.append(False)
        await scrub()

    monkeypatch.setattr(server.store.store, "scrub", watched)
    await (await server.connect(keys[0], keys[2])).expect_answer("erase", message=3)
    assert held_up == [False]
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    assert held_up == [False, False]


async def test_a_refused_erasure_does_not_scrub_the_disk(server, monkeypatch):
    keys = await talkative(server, "movie", (OTHER, NAME))
    scrubbed = []

    async def watched() -> None:
        scrubbed.append(True)

    monkeypatch.setattr(server.store.store, "scrub", watched)
    watcher, guest = await server.connect(keys[0]), await server.connect(keys[0], keys[2])
    assert await watcher.expect_refusal("erase", message=3) == "not-host"
    assert await guest.expect_refusal("erase", message=999) == "no-such-message"
    assert scrubbed == []


# ---- Personal data -----------------------------------------------------------------------------------------------


async def talkative(server: InProcessServer, game: str, names: tuple[str, str]) -> dict[int, str]:
    """Return a table at which the second person has written several database pages of chat."""
    keys = await server.create_table(game, "person", "person", "random", name=names[0])
    await server.join(keys, 2, name=names[1])
    client = await server.connect(keys[0], keys[2])
    for number in range(40):
        await client.expect_answer("say", text=WORDS.format(f"{names[1]} {number} ") + "?" * (number % 7 * 60))
    return keys


async def test_my_data_holds_everything_stored_about_a_person(server):
    keys = await talkative(server, "movie", (OTHER, NAME))
    await server.post("devices", {"code": (await server.post(f"tables/{keys[0]}/device", None, keys[2]))["code"]})
    mine = await server.get(f"tables/{keys[0]}/me", keys[2])
    assert (mine["seat"], mine["host"], mine["name"], mine["devices"]) == (2, False, NAME, 2)
    assert mine["joined_at"] == server.clock.now()
    assert [message["number"] for message in mine["messages"]] == list(range(40))
    hosts = await server.get(f"tables/{keys[0]}/me", keys[1])
    assert (hosts["name"], hosts["host"], hosts["messages"]) == (OTHER, True, [])


@pytest.mark.parametrize("over", [False, True])
async def test_an_erased_person_is_gone_from_the_files_and_the_game_stays(over, server, tmp_path):
    folder, keys = tmp_path / "data", await talkative(server, "legend", (OTHER, NAME))
    host, guest = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2])
    await host.play() if host.now["question"] else await guest.play()
    if over:
        await play_to_end(host, guest)
    assert left_in(folder, NAME, WORDS[:15]) == [NAME, WORDS[:15]]
    moves = [row.body for row in await server.store.load(keys[0]) if row.kind == "moved"]
    hashes = [row.hash for row in await server.store.list_tokens(keys[0]) if row.seat == 1]
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    assert await guest.wait_for_goodbye() == "unknown-token"
    assert await server.refused("GET", f"tables/{keys[0]}/me", None, keys[2]) == "unknown-token"
    assert left_in(folder, NAME, WORDS[:15], *hashes) == []
    assert left_in(folder, OTHER) == [OTHER]
    stored = [row.body for row in await server.store.load(keys[0]) if row.kind == "moved"]
    assert stored[: len(moves)] == moves
    assert (await server.get(f"tables/{keys[0]}"))["places"][1]["name"] == "–"
    again = await server.connect(keys[0], keys[1])
    assert NAME not in str(again.received)
    await play_to_end(again)


async def test_other_clients_see_that_a_name_was_erased(server):
    keys = await talkative(server, "movie", (OTHER, NAME))
    host = await server.connect(keys[0], keys[1])
    assert host.table["places"][1]["name"] == NAME
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    await host.wait_until(lambda: host.table["places"][1]["name"] == "–")


async def test_open_pages_drop_the_chat_of_an_erased_person(server):
    keys = await server.seat("movie", 3)
    host, guest, third = [await server.connect(keys[0], keys[seat]) for seat in (1, 2, 3)]
    for number in range(MAX_RECENT_CHAT + 5):
        await guest.expect_answer("say", text=f"Grendel {number}")
    await third.expect_answer("say", text="stays")
    await host.wait_until(lambda: len(host.chat) == MAX_RECENT_CHAT + 6)
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    shown = dict.fromkeys(range(MAX_RECENT_CHAT + 5), "–") | {MAX_RECENT_CHAT + 5: "stays"}
    await host.wait_until(lambda: host.chat == shown)
    again = await server.connect(
        keys[0], keys[3], seen=third.now["version"]
    )  # nor does a client that was disconnected meanwhile
    assert again.chat == shown


async def test_open_pages_learn_of_an_erasure_at_an_evicted_table(server):
    keys = await server.seat("movie", 3)
    host, guest = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
    await guest.expect_answer("say", text="Grendel")
    await host.wait_until(lambda: host.chat == {0: "Grendel"})
    server.app.state.registry.rooms[keys[0]].evict_if_idle()
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    await host.wait_until(lambda: host.chat == {0: "–"})


async def test_a_failed_erasure_does_not_free_the_seat(server, monkeypatch):
    """Both are stored together or not at all: a free seat never has a valid token."""
    keys = await server.create_table("movie", "person", "person", "open", name=OTHER)
    await server.join(keys, 2, name=NAME)
    before, append = await server.store.load(keys[0]), server.store.store.append

    async def full(*args):
        if args[-1]:
            raise StoreFull("store.full")
        await append(*args)

    with monkeypatch.context() as patch:
        patch.setattr(server.store.store, "append", full)
        assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] >= 500
    assert await server.store.load(keys[0]) == before
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    assert [row.kind for row in await server.store.load(keys[0])][len(before) :] == ["placed", "forgotten"]
    assert [row.seat for row in await server.store.list_tokens(keys[0]) if row.seat == 1] == []


async def test_an_erased_message_is_gone_from_the_files(server, tmp_path):
    keys = await talkative(server, "movie", (OTHER, NAME))
    host = await server.connect(keys[0], keys[1])
    assert left_in(tmp_path / "data", WORDS[:15]) == [WORDS[:15]]
    for number in range(40):
        await host.expect_answer("erase", message=number)
    assert left_in(tmp_path / "data", WORDS[:15]) == []
    assert (await server.get(f"tables/{keys[0]}/me", keys[2]))["messages"] == []


@pytest.mark.skipif(on_postgres(), reason="PostgreSQL has tools of its own for copies")
async def test_a_backup_holds_nothing_erased_before_it(server, tmp_path):
    keys = await talkative(server, "movie", (OTHER, NAME))
    assert (await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    (tmp_path / "copies").mkdir()
    await server.store.backup(tmp_path / "copies" / "copy")
    assert left_in(tmp_path / "copies", NAME, WORDS[:15], OTHER) == [OTHER]


async def test_the_moves_of_a_deleted_table_are_gone_from_the_files(server, tmp_path):
    keys = await talkative(server, "movie", (OTHER, NAME))
    await play_to_end(await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2]))
    personal = (NAME, OTHER, WORDS[:15], keys[0])
    assert left_in(tmp_path / "data", *personal) == list(personal)
    server.clock.advance(days=400)
    await server.run_round()
    assert left_in(tmp_path / "data", *personal) == []


# ---- Retention ---------------------------------------------------------------------------------------------------


async def status(server: InProcessServer, table: str) -> tuple[str, str | None]:
    info = await server.get(f"tables/{table}")
    return info["status"], info["why"]


async def test_an_unfilled_table_is_closed_and_then_deleted(server):
    keys = await server.create_table("movie", "person", "open")
    host = await server.connect(keys[0], keys[1])
    server.clock.advance(hours=71)
    await server.run_round()
    assert await status(server, keys[0]) == ("open", None)
    server.clock.advance(hours=2)
    await server.run_round()
    assert await status(server, keys[0]) == ("ended", "abandoned")
    await host.wait_until(lambda: host.table["status"] == "ended")
    server.clock.advance(days=366)
    await server.run_round()
    assert await host.wait_for_goodbye() == "deleted"
    assert await server.refused("GET", f"tables/{keys[0]}") == "no-such-table"


async def test_an_abandoned_game_is_closed_and_an_active_one_is_not(server):
    left, played = await server.seat("movie", 2), await server.seat("movie", 2)
    server.clock.advance(days=29)
    clients = [await server.connect(played[0], played[seat]) for seat in (1, 2)]
    await next(client for client in clients if client.now["question"] is not None).play()
    server.clock.advance(days=2)
    await server.run_round()
    assert [await status(server, keys[0]) for keys in (left, played)] == [("ended", "abandoned"), ("playing", None)]


async def test_an_evicted_table_loses_nothing(server):
    keys = await server.seat("legend", 2)
    clients = [await server.connect(keys[0], keys[seat]) for seat in (1, 2)]
    room = server.app.state.registry.rooms[keys[0]]
    server.clock.advance(minutes=6)
    await server.run_round()
    assert room.table is None
    await play_to_end(*clients)
    for client in clients:
        await client.leave()
    server.clock.advance(minutes=20)
    await server.run_round()
    assert keys[0] not in server.app.state.registry.rooms
    assert (await server.connect(keys[0], keys[1])).now == clients[0].now


async def test_beyond_the_disk_limit_no_table_is_created_and_games_continue(tmp_path):
    async with InProcessServer(tmp_path / "data", disk_mb=1) as server:
        keys = await server.seat("movie", 2)
        host, guest = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2])
        while await server.store.size() < 1_000_000:
            await guest.expect_answer("say", text="x" * 500)
        await server.run_round()
        new = {"game": "movie", "seats": [{"who": "open"}] * 2}
        assert await server.refused("POST", "tables", new) == "full"
        await play_to_end(host, guest)
