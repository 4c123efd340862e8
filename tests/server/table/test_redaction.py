"""What is forgotten: by a person's wish, so that nothing of it is left in the files; and with time."""

import asyncio
from pathlib import Path

import pytest

from heorot.server.sight import LATEST
from heorot.server.store import StoreFull
from tests.server.databases import database_of, on_postgres, postgres
from tests.server.house import House, play_out

NAME, WORDS, OTHER = "Ecgtheow", "the king is a fool, {}", "Hygelac"


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data") as opened:
        yield opened


def left_in(folder: Path, *texts: str | bytes) -> list[str | bytes]:
    """Which of these can still be found, whoever looks: in the files; of PostgreSQL, whose files are its own, in
    whatever it hands out."""
    url = database_of(folder)
    found = postgres().dump(url.rpartition("/")[2]) if url else b"".join(map(Path.read_bytes, folder.iterdir()))
    both = {text: text if isinstance(text, bytes) else text.encode() for text in texts}
    return [text for text, raw in both.items() if raw in found or raw.hex().encode() in found]


async def test_whoever_wants_something_forgotten_holds_up_nobody(house, monkeypatch):
    """The log of the disk is emptied beside the table's lock, and before it is told that it is done."""
    keys = await talkative(house, "movie", (OTHER, NAME))
    held_up, room, scrub = [], house.app.state.hall.rooms[keys[0]], house.store.store.scrub

    async def watched() -> None:
        async with asyncio.timeout(10), room.lock:  # others have their turn meanwhile
            held_up.append(False)
        await scrub()

    monkeypatch.setattr(house.store.store, "scrub", watched)
    await (await house.come(keys[0], keys[2])).must("erase", message=3)
    assert held_up == [False]
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    assert held_up == [False, False]


async def test_whoever_may_erase_nothing_does_not_keep_the_disk_busy(house, monkeypatch):
    keys = await talkative(house, "movie", (OTHER, NAME))
    scrubbed = []

    async def watched() -> None:
        scrubbed.append(True)

    monkeypatch.setattr(house.store.store, "scrub", watched)
    watcher, guest = await house.come(keys[0]), await house.come(keys[0], keys[2])
    assert await watcher.fails("erase", message=3) == "not-host"
    assert await guest.fails("erase", message=999) == "no-such-message"
    assert scrubbed == []


# ---- One's own data ------------------------------------------------------------------------------------------------


async def talkative(house: House, game: str, names: tuple[str, str]) -> dict[int, str]:
    """A table at which the second person has said much; so much that it takes several pages of the file."""
    keys = await house.lay(game, "person", "person", "random", name=names[0])
    await house.join(keys, 2, name=names[1])
    wire = await house.come(keys[0], keys[2])
    for number in range(40):
        await wire.must("say", text=WORDS.format(f"{names[1]} {number} ") + "?" * (number % 7 * 60))
    return keys


async def test_my_data_is_what_the_server_knows_of_me(house):
    keys = await talkative(house, "movie", (OTHER, NAME))
    await house.post("devices", {"code": (await house.post(f"tables/{keys[0]}/device", None, keys[2]))["code"]})
    mine = await house.get(f"tables/{keys[0]}/me", keys[2])
    assert (mine["seat"], mine["host"], mine["name"], mine["devices"]) == (2, False, NAME, 2)
    assert mine["joined_at"] == house.clock.now()
    assert [message["number"] for message in mine["messages"]] == list(range(40))
    hosts = await house.get(f"tables/{keys[0]}/me", keys[1])
    assert (hosts["name"], hosts["host"], hosts["messages"]) == (OTHER, True, [])


@pytest.mark.parametrize("over", [False, True])
async def test_what_a_person_wants_forgotten_is_gone_from_the_files_and_the_game_stays(over, house, tmp_path):
    folder, keys = tmp_path / "data", await talkative(house, "legend", (OTHER, NAME))
    host, guest = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2])
    await host.play() if host.now["question"] else await guest.play()
    if over:
        await play_out(host, guest)
    assert left_in(folder, NAME, WORDS[:15]) == [NAME, WORDS[:15]]
    moves = [row.body for row in await house.store.load(keys[0]) if row.kind == "moved"]
    hashes = [row.hash for row in await house.store.tokens(keys[0]) if row.seat == 1]
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    assert await guest.farewell() == "unknown-token"
    assert await house.refused("GET", f"tables/{keys[0]}/me", None, keys[2]) == "unknown-token"
    assert left_in(folder, NAME, WORDS[:15], *hashes) == []
    assert left_in(folder, OTHER) == [OTHER]
    stored = [row.body for row in await house.store.load(keys[0]) if row.kind == "moved"]
    assert stored[: len(moves)] == moves
    assert (await house.get(f"tables/{keys[0]}"))["places"][1]["name"] == "–"
    again = await house.come(keys[0], keys[1])
    assert NAME not in str(again.heard)
    await play_out(again)


async def test_the_others_are_shown_that_a_name_is_gone(house):
    keys = await talkative(house, "movie", (OTHER, NAME))
    host = await house.come(keys[0], keys[1])
    assert host.table["places"][1]["name"] == NAME
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    await host.until(lambda: host.table["places"][1]["name"] == "–")


async def test_no_page_that_is_open_keeps_the_words_of_who_is_forgotten(house):
    keys = await house.seat("movie", 3)
    host, guest, third = [await house.come(keys[0], keys[seat]) for seat in (1, 2, 3)]
    for number in range(LATEST + 5):
        await guest.must("say", text=f"Grendel {number}")
    await third.must("say", text="stays")
    await host.until(lambda: len(host.words) == LATEST + 6)
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    shown = dict.fromkeys(range(LATEST + 5), "–") | {LATEST + 5: "stays"}
    await host.until(lambda: host.words == shown)
    again = await house.come(keys[0], keys[3], seen=third.now["version"])  # nor does one that was cut off meanwhile
    assert again.words == shown


async def test_a_page_learns_of_it_also_where_the_table_had_rested(house):
    keys = await house.seat("movie", 3)
    host, guest = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
    await guest.must("say", text="Grendel")
    await host.until(lambda: host.words == {0: "Grendel"})
    house.app.state.hall.rooms[keys[0]].rest()
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    await host.until(lambda: host.words == {0: "–"})


async def test_who_cannot_be_forgotten_now_has_not_left_either(house, monkeypatch):
    """Both are stored at once, or neither: there is never a seat that is free, and a key to it."""
    keys = await house.lay("movie", "person", "person", "open", name=OTHER)
    await house.join(keys, 2, name=NAME)
    before, append = await house.store.load(keys[0]), house.store.store.append

    async def full(*given):
        if given[-1]:
            raise StoreFull("store.full")
        await append(*given)

    with monkeypatch.context() as hindered:
        hindered.setattr(house.store.store, "append", full)
        assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] >= 500
    assert await house.store.load(keys[0]) == before
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    assert [row.kind for row in await house.store.load(keys[0])][len(before) :] == ["placed", "forgotten"]
    assert [row.seat for row in await house.store.tokens(keys[0]) if row.seat == 1] == []


async def test_what_is_erased_is_gone_from_the_files(house, tmp_path):
    keys = await talkative(house, "movie", (OTHER, NAME))
    host = await house.come(keys[0], keys[1])
    for number in range(40):
        await host.must("erase", message=number)
    assert left_in(tmp_path / "data", WORDS[:15]) == []
    assert (await house.get(f"tables/{keys[0]}/me", keys[2]))["messages"] == []


@pytest.mark.skipif(on_postgres(), reason="PostgreSQL has tools of its own for copies")
async def test_no_backup_holds_what_was_forgotten_before_it(house, tmp_path):
    keys = await talkative(house, "movie", (OTHER, NAME))
    assert (await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[2]))[0] == 204
    (tmp_path / "copies").mkdir()
    await house.store.backup(tmp_path / "copies" / "copy")
    assert left_in(tmp_path / "copies", NAME, WORDS[:15], OTHER) == [OTHER]


async def test_the_moves_of_a_table_that_is_deleted_are_gone_from_the_files(house, tmp_path):
    keys = await talkative(house, "movie", (OTHER, NAME))
    await play_out(await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2]))
    house.clock.pass_by(days=400)
    await house.tidy()
    assert left_in(tmp_path / "data", NAME, OTHER, WORDS[:15], keys[0]) == []


# ---- With time -----------------------------------------------------------------------------------------------------


async def status(house: House, table: str) -> tuple[str, str | None]:
    info = await house.get(f"tables/{table}")
    return info["status"], info["why"]


async def test_a_table_that_nobody_fills_is_closed_and_then_deleted(house):
    keys = await house.lay("movie", "person", "open")
    host = await house.come(keys[0], keys[1])
    house.clock.pass_by(hours=71)
    await house.tidy()
    assert await status(house, keys[0]) == ("open", None)
    house.clock.pass_by(hours=2)
    await house.tidy()
    assert await status(house, keys[0]) == ("ended", "abandoned")
    await host.until(lambda: host.table["status"] == "ended")
    house.clock.pass_by(days=366)
    await house.tidy()
    assert await host.farewell() == "deleted"
    assert await house.refused("GET", f"tables/{keys[0]}") == "no-such-table"


async def test_a_game_that_everybody_left_is_closed_and_one_that_goes_on_is_not(house):
    left, played = await house.seat("movie", 2), await house.seat("movie", 2)
    house.clock.pass_by(days=29)
    wires = [await house.come(played[0], played[seat]) for seat in (1, 2)]
    await next(wire for wire in wires if wire.now["question"] is not None).play()
    house.clock.pass_by(days=2)
    await house.tidy()
    assert [await status(house, keys[0]) for keys in (left, played)] == [("ended", "abandoned"), ("playing", None)]


async def test_a_table_rests_and_is_forgotten_and_nothing_is_lost(house):
    keys = await house.seat("legend", 2)
    wires = [await house.come(keys[0], keys[seat]) for seat in (1, 2)]
    room = house.app.state.hall.rooms[keys[0]]
    house.clock.pass_by(minutes=6)
    await house.tidy()
    assert room.table is None
    await play_out(*wires)
    for wire in wires:
        await wire.leave()
    house.clock.pass_by(minutes=20)
    await house.tidy()
    assert keys[0] not in house.app.state.hall.rooms
    assert (await house.come(keys[0], keys[1])).now == wires[0].now


async def test_beyond_the_limit_of_the_disk_no_table_is_laid_and_games_go_on(tmp_path):
    async with House(tmp_path / "data", disk_mb=1) as house:
        keys = await house.seat("movie", 2)
        host, guest = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2])
        while await house.store.size() < 1_000_000:
            await guest.must("say", text="x" * 500)
        await house.tidy()
        new = {"game": "movie", "seats": [{"who": "open"}] * 2}
        assert await house.refused("POST", "tables", new) == "full"
        await play_out(host, guest)
