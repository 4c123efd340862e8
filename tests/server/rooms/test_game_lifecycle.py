"""What becomes of a game: played again, given up, broken off, taken back, left to a bot, kept as a record."""

import asyncio

import pytest

from heorot.engine import record as records
from heorot.games import GAMES
from heorot.games.movie.actions import Pass
from heorot.server.bots import AtOnce
from heorot.server.errors import Refusal
from heorot.server.store import StoreBusy, StoreFull
from tests.server.house import House, Wire, play_out, see


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data", bot_patience=0.2) as opened:
        yield opened


async def wires(house: House, keys: dict[int, str]) -> list[Wire]:
    """Everyone who sits at a table."""
    return [await house.come(keys[0], keys[seat]) for seat in sorted(keys) if seat]


async def kinds(house: House, table: str) -> list[str]:
    """What happened there, as it is stored."""
    return [row.kind for row in await house.store.load(table)]


# ---- The end -------------------------------------------------------------------------------------------------------


async def test_a_rematch_is_opened_by_the_tokens_of_the_old_table(house):
    keys = await house.seat("movie", 2, "random")
    host, guest = await wires(house, keys)
    watcher = await house.come(keys[0])
    assert await guest.fails("rematch") == "not-over"
    await play_out(host, guest)
    assert await watcher.fails("rematch") == "not-seated"
    new = (await guest.must("rematch"))["table"]
    assert (await host.must("rematch"))["table"] == new
    await watcher.until(lambda: watcher.table["next"] == new)
    again = await wires(house, {**keys, 0: new})
    assert [wire.all("welcome")[0]["host"] for wire in again] == [True, False]
    assert [place["name"] or place["bot"] for place in again[0].table["places"]] == ["P1", "P2", "random"]
    await play_out(*again)


async def test_who_resigns_is_played_for_and_may_not_play_any_more(house):
    keys = await house.seat("legend", 3)
    host, guest, third = await wires(house, keys)
    await guest.must("resign")
    place = guest.table["places"][1]
    assert (place["resigned"], place["bot"] is not None) == (True, True)
    assert await guest.fails("resign") == "resigned"
    assert await guest.fails("return") == "not-away"
    for command in ({"kind": "play", "question": 1, "actions": ["decline"]}, {"kind": "undo"}, {"kind": "abort"}):
        assert await guest.fails(**command) == "bot-plays"
    await play_out(host, third)
    assert "resigned" in await kinds(house, keys[0])


async def test_where_the_host_wants_it_so_the_table_ends_with_who_resigns(house):
    keys = await house.seat("movie", 2, on_resign="end")
    host, guest = await wires(house, keys)
    await guest.must("resign")
    await host.until(lambda: host.table["status"] == "ended")
    assert (host.table["why"], host.now["question"]) == ("resigned", None)
    assert (await kinds(house, keys[0]))[-2:] == ["resigned", "ended"]


async def test_before_the_game_who_resigns_frees_the_seat(house):
    keys = await house.lay("movie", "person", "person", "open")
    await house.join(keys, 2)
    host, guest = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2])
    guest.send(type="resign", id="1")
    await host.until(lambda: host.table["places"][1]["who"] == "open")
    assert host.table["places"][1]["name"] is None


async def test_p2_the_key_of_a_seat_that_was_given_back_opens_it_no_more(house):
    """Whoever sits there next is nobody else's business."""
    keys = await house.lay("movie", "person", "person", "open")
    await house.join(keys, 2)
    guest = await house.come(keys[0], keys[2])
    guest.send(type="resign", id="1")
    await guest.until(lambda: guest.all("goodbye"))
    await house.post(f"tables/{keys[0]}/join", {"name": "P4", "seat": 2})
    again = await house.come(keys[0], keys[2])
    assert [message["problem"]["code"] for message in again.all("goodbye")] == ["unknown-token"]
    assert await house.refused("GET", f"tables/{keys[0]}/record", token=keys[2]) == "unknown-token"


async def test_a_game_is_broken_off_when_all_people_agree(house):
    keys = await house.seat("legend", 3, "random")
    host, guest, third = await wires(house, keys)
    await host.must("abort")
    assert await guest.fails("abort") == "asked-already"
    await guest.must("agree", yes=False)
    assert (guest.table["request"], guest.table["status"]) == (None, "playing")
    await host.must("abort")
    await guest.must("agree", yes=True)
    assert guest.table["request"] == {"wish": "end", "seat": 1, "agreed": [1, 2]}
    await third.must("agree", yes=True)
    assert (third.table["status"], third.table["why"]) == ("ended", "aborted")
    assert await third.fails("agree", yes=True) == "nothing-asked"


# ---- Taking back ---------------------------------------------------------------------------------------------------


async def playing_movie(house: House) -> list[Wire]:
    """Two people, one of whom has just placed a figure, which tells nobody anything."""
    keys = await house.seat("movie", 2, options={"first": "1"})
    host, guest = await wires(house, keys)
    while host.now["undo"] != "free":
        asked = host if host.now["question"] is not None else guest
        answer = await asked.play("beowulf")
        await see(answer["version"], host, guest)
    return [host, guest]


async def test_p4_what_nobody_learned_anything_by_is_taken_back_freely_and_the_log_says_so(house):
    host, guest = await playing_movie(house)
    said = host.all("update")[-1]["log"]["entries"]
    await host.must("undo")
    [whole] = [update["log"] for update in guest.all("update") if update["log"]["whole"]]
    assert whole["entries"][-1:] != said[-1:]
    assert (await kinds(house, host.table["table"]))[-1] == "took-back"
    await host.must("abort")
    await guest.must("agree", yes=True)
    assert "undo 1" in (await house.get(f"tables/{host.table['table']}/record")).splitlines()


async def test_p4_further_back_only_if_all_agree(house):
    host, guest = await playing_movie(house)
    await guest.until(lambda: guest.now["question"] is not None)
    before = await guest.play()
    await host.until(lambda: host.now["version"] >= before["version"])
    assert host.now["undo"] == "ask"
    await host.must("undo")
    assert host.table["request"]["wish"] == "back"
    await guest.must("agree", yes=False)
    assert host.table["request"] is None
    await host.must("undo")
    await guest.must("agree", yes=True)
    assert guest.all("update")[-1]["log"]["whole"] is True
    assert (await kinds(house, host.table["table"]))[-2:] == ["agreed", "went-back"]
    await play_out(host, guest)
    record = await house.get(f"tables/{host.table['table']}/record")
    assert [line.partition(" ")[0] for line in record.splitlines()].count("undo") == 1
    checked(record)


# ---- Bots ----------------------------------------------------------------------------------------------------------


class Broken(AtOnce):
    """A bot that fails."""

    async def think(self, *_):
        raise ValueError("no idea")


class Stalling(AtOnce):
    """A bot that never answers."""

    async def think(self, *_):
        await asyncio.Event().wait()


class Cheating(AtOnce):
    """A bot that answers what no rule allows."""

    async def think(self, game, box, bot, view):
        return Pass()


@pytest.mark.parametrize("thinker", [Broken, Stalling, Cheating])
async def test_a_bot_that_fails_or_stalls_is_replaced_and_the_log_says_so(thinker, tmp_path):
    async with House(tmp_path / "data", thinker(), bot_patience=0.05) as house:
        keys = await house.seat("movie", 1, "greedy", options={"first": "2"})
        [host] = await wires(house, keys)
        await host.until(lambda: host.table["places"][1]["bot"] == "random" and host.now["question"] is not None)
        rows = await house.store.load(keys[0])
        assert [row.body for row in rows if row.kind == "replaced"] == [
            '{"kind":"replaced","seat":1,"bot":"random","failed":"greedy"}'
        ]


class Unready(Broken):
    """Bots that cannot even begin to think, as where no process can be started."""

    async def be_ready(self):
        raise OSError("no process")


async def test_bots_that_cannot_begin_to_think_are_replaced(tmp_path):
    async with House(tmp_path / "data", Unready()) as house:
        [host] = await wires(house, await house.seat("movie", 1, "greedy", options={"first": "2"}))
        await host.until(lambda: host.table["places"][1]["bot"] == "random" and host.now["question"] is not None)


@pytest.mark.parametrize("rested", [False, True])
@pytest.mark.parametrize("error", [RuntimeError("unforeseen"), Refusal("busy", "server.busy")], ids=["error", "busy"])
async def test_a_bot_whose_answer_is_lost_is_asked_again_each_time_later(error, rested, house, monkeypatch):
    """Whatever went wrong on the way, it is not a restart that the table waits for."""
    hall, losses = house.app.state.hall, []

    async def lose(*_):
        losses.append(house.clock.at)
        raise error

    with monkeypatch.context() as hindered:
        hindered.setattr(hall, "speak", lose)
        keys = await house.seat("movie", 1, "greedy", options={"first": "2"})
        [host] = await wires(house, keys)
        for number, seconds in enumerate((1, 2, 4, 8, 16, 32, 60, 60), 1):
            await host.until(lambda number=number: hall.lost[keys[0]] == number)
            await asyncio.sleep(0.02)
            house.clock.pass_by(seconds=seconds - 0.001)
            await asyncio.sleep(0.02)
            assert len(losses) == number
            house.clock.pass_by(seconds=0.002)
        await host.until(lambda: hall.lost[keys[0]] == 9)
        await asyncio.sleep(0.02)
    if rested:
        hall.rooms[keys[0]].rest()
    house.clock.pass_by(seconds=60)
    await host.until(lambda: host.now["question"] is not None)
    assert hall.lost == {}
    assert "replaced" not in await kinds(house, keys[0])  # the bot is not to blame


async def test_a_bot_is_asked_again_also_if_the_store_is_hindered_when_its_turn_has_come(house, monkeypatch):
    hall = house.app.state.hall

    async def fail(*_):
        raise RuntimeError("unforeseen")

    async def busy(*_):
        raise StoreBusy("store.busy")

    with monkeypatch.context() as hindered:
        hindered.setattr(hall, "speak", fail)
        keys = await house.seat("movie", 1, "greedy", options={"first": "2"})
        [host] = await wires(house, keys)
        await host.until(lambda: hall.lost[keys[0]] == 1)
        hindered.setattr(house.store.store, "load", busy)
        hall.rooms[keys[0]].rest()
        for number, seconds in enumerate((1, 2, 4), 2):
            await asyncio.sleep(0.02)
            house.clock.pass_by(seconds=seconds)
            await host.until(lambda number=number: hall.lost[keys[0]] == number)
    await asyncio.sleep(0.02)
    house.clock.pass_by(seconds=8)
    await host.until(lambda: host.now["question"] is not None)
    assert hall.lost == {}


async def test_however_often_a_bot_was_lost_the_pause_has_an_end(house):
    hall = house.app.state.hall
    hall.lost["t"] = 5000
    assert hall.pause_after_loss("t") == 60.0


class Slow(AtOnce):
    """A bot that waits until it may answer."""

    def __init__(self):
        self.may, self.asked = asyncio.Event(), 0

    async def think(self, *args):
        self.asked += 1
        await self.may.wait()
        return await super().think(*args)


async def test_a_bot_whose_answer_finds_no_room_gives_it_later(tmp_path, monkeypatch):
    async with House(tmp_path / "data", slow := Slow(), bot_patience=1000) as house:
        keys = await house.seat("movie", 1, "random", options={"first": "2"})
        [host] = await wires(house, keys)
        failed = asyncio.Event()

        async def full(*_, **__):
            failed.set()
            raise StoreFull("store.full")

        with monkeypatch.context() as hindered:
            hindered.setattr(house.app.state.household.store, "append", full)
            slow.may.set()
            await failed.wait()
        house.clock.pass_by(seconds=2)
        await host.until(lambda: host.now["question"] is not None)


async def test_a_seat_is_left_to_a_bot_and_taken_back_before_the_bot_has_answered(tmp_path):
    async with House(tmp_path / "data", slow := Slow(), bot_patience=1000) as house:
        keys = await house.seat("legend", 2)
        host, guest = await wires(house, keys)
        asked = host if host.now["question"] is not None else guest
        await asked.must("leave", bot="random")
        await asked.until(lambda: slow.asked)
        assert await asked.fails("leave", bot="random") == "bot-plays"
        await asked.must("return")
        slow.may.set()
        while house.app.state.hall.thinking:
            await asyncio.sleep(0.001)
        assert "moved" not in await kinds(house, keys[0])
        await asked.play()
        assert (await kinds(house, keys[0]))[-3:] == ["handed-over", "came-back", "moved"]


async def test_the_host_lets_a_bot_stand_in_for_who_is_away(house):
    keys = await house.seat("movie", 2)
    host, guest = await wires(house, keys)
    assert await guest.fails("leave", seat=1, bot="random") == "not-host"
    await host.must("leave", seat=2, bot="random")
    assert host.table["places"][1] | {"away": True, "bot": "random", "name": "P2"} == host.table["places"][1]
    await play_out(host)


# ---- Words ---------------------------------------------------------------------------------------------------------


async def test_people_at_the_table_talk_and_spectators_do_not_hear_it(house):
    keys = await house.seat("movie", 2)
    host, guest = await wires(house, keys)
    watcher, deaf = await house.come(keys[0]), await house.come(keys[0], keys[2], chat=False)
    version = watcher.now["version"]
    await guest.must("say", text="<b>Hw\u0000æt!</b>\u202e")
    assert host.all("update")[-1]["chat"] == [{"number": 0, "seat": 2, "text": "<b>Hwæt!</b>"}]
    assert await guest.fails("mute", seat=1, muted=True) == "not-host"
    assert await watcher.fails("say", text="x") == "not-seated"
    await host.must("mute", seat=2, muted=True)
    assert await guest.fails("say", text="x") == "muted"
    await host.must("erase", message=0)
    assert guest.all("update")[-1]["chat"] == [{"number": 0, "seat": 2, "text": None}]
    assert (watcher.now["version"], watcher.all("update")) == (version, [])
    assert all(message["chat"] == [] for message in deaf.all("update"))
    assert (await house.come(keys[0], keys[1])).all("welcome")[0]["chat"] == [{"number": 0, "seat": 2, "text": None}]


async def test_a_host_without_a_seat_hears_what_is_said_and_counts_it(house):
    laid = await house.post("tables", {"game": "movie", "seats": [{"who": "person"}] * 2})
    for link in laid["links"]:
        joined = await house.post(f"tables/{laid['table']}/join", {"name": "P"}, link["token"])
    host, guest = await house.come(laid["table"], laid["token"]), await house.come(laid["table"], joined["token"])
    watcher = await house.come(laid["table"])
    version = host.now["version"]
    await guest.must("say", text="Hwæt!")
    await host.must("erase", message=0)
    await host.must("mute", seat=2, muted=True)
    assert [update["chat"][0]["text"] for update in host.all("update")[:2]] == ["Hwæt!", None]
    assert [update["now"]["version"] for update in host.all("update")] == [version + 1, version + 2, version + 3]
    again = await house.come(laid["table"], laid["token"], seen=version)
    assert again.now["version"] == version + 3
    assert again.all("welcome")[0]["chat"] == [{"number": 0, "seat": 2, "text": None}]
    assert watcher.all("update") == []


async def test_who_only_watches_is_not_shown_who_is_muted(house):
    keys = await house.seat("movie", 2)
    host, guest = await wires(house, keys)
    await host.must("mute", seat=2, muted=True)
    watcher = await house.come(keys[0])
    await (host if host.now["question"] is not None else guest).play()
    await see(host.now["version"], guest)
    await watcher.until(lambda: watcher.all("update"))
    for inside in (host, guest):
        assert [place["muted"] for place in inside.table["places"]] == [False, True]
    assert [place["muted"] for place in watcher.table["places"]] == [False, False]
    assert not any(place["muted"] for place in (await house.get(f"tables/{keys[0]}"))["places"])


# ---- Records -------------------------------------------------------------------------------------------------------


def checked(text: str) -> records.Record:
    record = records.read(text)
    records.check(GAMES[record.game], *records.read_lines(text))
    return record


async def test_a_live_table_is_exported_as_a_seat_may_know_it_and_a_finished_one_whole(house):
    keys = await house.seat("movie", 2)
    host, guest = await wires(house, keys)
    path = f"tables/{keys[0]}/record"
    mine, others, watchers = [await house.get(path, token) for token in (keys[1], keys[2], None)]
    unknown = [[line for line in text.splitlines() if line.endswith("?")] for text in (mine, others, watchers)]
    assert all(unknown)
    assert mine != others
    await play_out(host, guest)
    whole = await house.get(path)
    assert [await house.get(path, token) for token in (keys[1], keys[2])] == [whole, whole]
    assert "?" not in whole
    assert checked(whole).result is not None


async def test_a_record_becomes_a_table_to_look_at(house):
    keys = await house.seat("legend", 2)
    await play_out(*await wires(house, keys))
    text = await house.get(f"tables/{keys[0]}/record")
    info = await house.post("records", {"record": text})
    assert (info["status"], info["imported"]) == ("over", True)
    assert [place["name"] for place in info["places"]] == ["P1", "P2"]
    watcher, before = await house.come(info["table"]), await house.come(keys[0])
    assert watcher.now["view"] == before.now["view"]
    logs = [wire.all("welcome")[0]["log"]["entries"] for wire in (watcher, before)]
    assert len(logs[0]) == len(logs[1]) > 50  # a record has what was chosen at once in the order of the seats
    assert await house.get(f"tables/{info['table']}/record") == text
    assert await house.refused("POST", "records", {"record": text.replace("result", "resolt")}) == "bad-record"


async def test_p5_the_same_record_is_the_same_table_however_often_it_comes(house):
    keys = await house.seat("movie", 2)
    await play_out(*await wires(house, keys))
    text = await house.get(f"tables/{keys[0]}/record")
    both = await asyncio.gather(*(house.post("records", {"record": text}) for _ in range(2)))
    first = await house.post("records", {"record": text})
    assert both == [first, first]
    assert first["table"] != keys[0]
    other = await house.post("records", {"record": text.replace("seat 2 P2", "seat 2 Wiglaf")})
    assert other["table"] != first["table"]


async def test_a_record_that_comes_again_is_kept_as_long_as_a_new_one(house):
    keys = await house.seat("movie", 2)
    await play_out(*await wires(house, keys))
    text = await house.get(f"tables/{keys[0]}/record")
    found = await house.post("records", {"record": text})
    house.clock.pass_by(days=364)
    assert await house.post("records", {"record": text}) == found
    house.clock.pass_by(days=2)
    await house.tidy()
    assert await house.get(f"tables/{found['table']}") == found
    house.clock.pass_by(days=364)
    await house.tidy()
    assert await house.refused("GET", f"tables/{found['table']}") == "no-such-table"
