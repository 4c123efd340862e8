"""Life of a game: rematch, resignation, abort, undo, stand-in bots and export."""

import asyncio

import pytest

from heorot.engine import records
from heorot.games import GAMES
from heorot.games.movie.model.actions import Pass
from heorot.server.protocol.errors import Refusal
from heorot.server.rooms.bot_processes import InlineBotRunner
from heorot.server.store.interface import StoreBusy, StoreFull
from tests.server.support.in_process_server import InProcessServer, SocketClient, play_to_end, wait_for_version


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data", bot_patience=0.2) as opened:
        yield opened


async def clients(server: InProcessServer, keys: dict[int, str]) -> list[SocketClient]:
    """Connect every player of a table."""
    return [await server.connect(keys[0], keys[seat]) for seat in sorted(keys) if seat]


async def kinds(server: InProcessServer, table: str) -> list[str]:
    """Return the kinds of the stored events of a table."""
    return [row.kind for row in await server.store.load(table)]


# ---- The end -----------------------------------------------------------------------------------------------------


async def test_tokens_of_the_old_table_are_valid_at_the_rematch(server):
    keys = await server.seat("movie", 2, "random")
    host, guest = await clients(server, keys)
    watcher = await server.connect(keys[0])
    assert await guest.expect_refusal("rematch") == "not-over"
    await play_to_end(host, guest)
    assert await watcher.expect_refusal("rematch") == "not-seated"
    new = (await guest.expect_answer("rematch"))["table"]
    assert (await host.expect_answer("rematch"))["table"] == new
    await watcher.wait_until(lambda: watcher.table["next"] == new)
    again = await clients(server, {**keys, 0: new})
    assert [client.all("welcome")[0]["host"] for client in again] == [True, False]
    assert [place["name"] or place["bot"] for place in again[0].table["places"]] == ["P1", "P2", "random"]
    await play_to_end(*again)


async def test_a_bot_plays_for_a_resigned_player_who_cannot_return(server):
    keys = await server.seat("legend", 3)
    host, guest, third = await clients(server, keys)
    await guest.expect_answer("resign")
    place = guest.table["places"][1]
    assert (place["resigned"], place["bot"] is not None) == (True, True)
    assert await guest.expect_refusal("resign") == "resigned"
    assert await guest.expect_refusal("return") == "not-away"
    for command in ({"kind": "play", "question": 1, "actions": ["decline"]}, {"kind": "undo"}, {"kind": "abort"}):
        assert await guest.expect_refusal(**command) == "bot-plays"
    await play_to_end(host, third)
    assert "resigned" in await kinds(server, keys[0])


async def test_a_resignation_ends_the_table_if_the_host_chose_so(server):
    keys = await server.seat("movie", 2, on_resign="end")
    host, guest = await clients(server, keys)
    await guest.expect_answer("resign")
    await host.wait_until(lambda: host.table["status"] == "ended")
    assert (host.table["why"], host.now["question"]) == ("resigned", None)
    assert (await kinds(server, keys[0]))[-2:] == ["resigned", "ended"]


async def test_a_resignation_before_the_game_frees_the_seat(server):
    keys = await server.create_table("movie", "person", "person", "open")
    await server.join(keys, 2)
    host, guest = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2])
    guest.send(type="resign", id="1")
    await host.wait_until(lambda: host.table["places"][1]["who"] == "open")
    assert host.table["places"][1]["name"] is None


async def test_p2_the_token_of_a_freed_seat_is_revoked(server):
    """The next player's seat must stay private."""
    keys = await server.create_table("movie", "person", "person", "open")
    await server.join(keys, 2)
    guest = await server.connect(keys[0], keys[2])
    guest.send(type="resign", id="1")
    await guest.wait_until(lambda: guest.all("goodbye"))
    await server.post(f"tables/{keys[0]}/join", {"name": "P4", "seat": 2})
    again = await server.connect(keys[0], keys[2])
    assert [message["problem"]["code"] for message in again.all("goodbye")] == ["unknown-token"]
    assert await server.refused("GET", f"tables/{keys[0]}/record", token=keys[2]) == "unknown-token"


async def test_a_game_is_aborted_when_all_people_agree(server):
    keys = await server.seat("legend", 3, "random")
    host, guest, third = await clients(server, keys)
    await host.expect_answer("abort")
    assert await guest.expect_refusal("abort") == "asked-already"
    await guest.expect_answer("agree", yes=False)
    assert (guest.table["request"], guest.table["status"]) == (None, "playing")
    await host.expect_answer("abort")
    await guest.expect_answer("agree", yes=True)
    assert guest.table["request"] == {"wish": "end", "seat": 1, "agreed": [1, 2]}
    await third.expect_answer("agree", yes=True)
    assert (third.table["status"], third.table["why"]) == ("ended", "aborted")
    assert await third.expect_refusal("agree", yes=True) == "nothing-asked"


# ---- Undo --------------------------------------------------------------------------------------------------------


async def playing_movie(server: InProcessServer) -> list[SocketClient]:
    """Start a game of two in which one player has just placed a figure, which reveals nothing."""
    keys = await server.seat("movie", 2, options={"first": "1"})
    host, guest = await clients(server, keys)
    while host.now["undo"] != "free":
        player = host if host.now["question"] is not None else guest
        answer = await player.play("beowulf")
        await wait_for_version(answer["version"], host, guest)
    return [host, guest]


async def test_p4_an_answer_that_revealed_nothing_is_undone_freely_and_logged(server):
    host, guest = await playing_movie(server)
    entries = host.all("update")[-1]["log"]["entries"]
    await host.expect_answer("undo")
    [whole] = [update["log"] for update in guest.all("update") if update["log"]["whole"]]
    assert whole["entries"][-1:] != entries[-1:]
    assert (await kinds(server, host.table["table"]))[-1] == "took-back"
    await host.expect_answer("abort")
    await guest.expect_answer("agree", yes=True)
    assert "undo 1" in (await server.get(f"tables/{host.table['table']}/record")).splitlines()


async def test_p4_a_further_undo_needs_consent(server):
    host, guest = await playing_movie(server)
    await guest.wait_until(lambda: guest.now["question"] is not None)
    before = await guest.play()
    await host.wait_until(lambda: host.now["version"] >= before["version"])
    assert host.now["undo"] == "ask"
    await host.expect_answer("undo")
    assert host.table["request"]["wish"] == "back"
    await guest.expect_answer("agree", yes=False)
    assert host.table["request"] is None
    await host.expect_answer("undo")
    await guest.expect_answer("agree", yes=True)
    assert guest.all("update")[-1]["log"]["whole"] is True
    assert (await kinds(server, host.table["table"]))[-2:] == ["agreed", "went-back"]
    await play_to_end(host, guest)
    record = await server.get(f"tables/{host.table['table']}/record")
    assert [line.partition(" ")[0] for line in record.splitlines()].count("undo") == 1
    checked(record)


# ---- Bots --------------------------------------------------------------------------------------------------------


class Broken(InlineBotRunner):
    """A bot that fails."""

    async def choose_action(self, *_):
        raise ValueError("no idea")


class Stalling(InlineBotRunner):
    """A bot that never answers."""

    async def choose_action(self, *_):
        await asyncio.Event().wait()


class Cheating(InlineBotRunner):
    """A bot whose answer is illegal."""

    async def choose_action(self, game, box, bot, view):
        return Pass()


@pytest.mark.parametrize("bot_runner", [Broken, Stalling, Cheating])
async def test_a_bot_that_fails_or_stalls_is_replaced_and_the_log_says_so(bot_runner, tmp_path):
    async with InProcessServer(tmp_path / "data", bot_runner(), bot_patience=0.05) as server:
        keys = await server.seat("movie", 1, "greedy", options={"first": "2"})
        [host] = await clients(server, keys)
        await host.wait_until(lambda: host.table["places"][1]["bot"] == "random" and host.now["question"] is not None)
        rows = await server.store.load(keys[0])
        assert [row.body for row in rows if row.kind == "replaced"] == [
            '{"kind":"replaced","seat":1,"bot":"random","failed":"greedy"}'
        ]


class Unready(Broken):
    """Bots that cannot start, as where no process can be created."""

    async def wait_until_ready(self):
        raise OSError("no process")


async def test_bots_that_cannot_start_are_replaced(tmp_path):
    async with InProcessServer(tmp_path / "data", Unready()) as server:
        [host] = await clients(server, await server.seat("movie", 1, "greedy", options={"first": "2"}))
        await host.wait_until(lambda: host.table["places"][1]["bot"] == "random" and host.now["question"] is not None)


@pytest.mark.parametrize("rested", [False, True])
@pytest.mark.parametrize("error", [RuntimeError("unforeseen"), Refusal("busy", "server.busy")], ids=["error", "busy"])
async def test_a_bot_whose_answer_is_lost_is_retried_with_backoff(error, rested, server, monkeypatch):
    """No restart is needed, whatever failed."""
    registry, losses = server.app.state.registry, []

    async def lose(*_):
        losses.append(server.clock.at)
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(registry, "play_bot_answer", lose)
        keys = await server.seat("movie", 1, "greedy", options={"first": "2"})
        [host] = await clients(server, keys)
        for number, seconds in enumerate((1, 2, 4, 8, 16, 32, 60, 60), 1):
            await host.wait_until(lambda number=number: registry.failures[keys[0]] == number)
            await asyncio.sleep(0.02)
            server.clock.advance(seconds=seconds - 0.001)
            await asyncio.sleep(0.02)
            assert len(losses) == number
            server.clock.advance(seconds=0.002)
        await host.wait_until(lambda: registry.failures[keys[0]] == 9)
        await asyncio.sleep(0.02)
    if rested:
        registry.rooms[keys[0]].evict_if_idle()
    server.clock.advance(seconds=60)
    await host.wait_until(lambda: host.now["question"] is not None)
    assert registry.failures == {}
    assert "replaced" not in await kinds(server, keys[0])  # the bot did not fail


async def test_a_bot_is_retried_if_the_store_fails_at_its_turn(server, monkeypatch):
    registry = server.app.state.registry

    async def fail(*_):
        raise RuntimeError("unforeseen")

    async def busy(*_):
        raise StoreBusy("store.busy")

    with monkeypatch.context() as patch:
        patch.setattr(registry, "play_bot_answer", fail)
        keys = await server.seat("movie", 1, "greedy", options={"first": "2"})
        [host] = await clients(server, keys)
        await host.wait_until(lambda: registry.failures[keys[0]] == 1)
        patch.setattr(server.store.store, "load", busy)
        registry.rooms[keys[0]].evict_if_idle()
        for number, seconds in enumerate((1, 2, 4), 2):
            await asyncio.sleep(0.02)
            server.clock.advance(seconds=seconds)
            await host.wait_until(lambda number=number: registry.failures[keys[0]] == number)
    await asyncio.sleep(0.02)
    server.clock.advance(seconds=8)
    await host.wait_until(lambda: host.now["question"] is not None)
    assert registry.failures == {}


async def test_the_backoff_of_bots_has_a_maximum(server):
    registry = server.app.state.registry
    registry.failures["t"] = 5000
    assert registry.next_backoff("t") == 60.0


class Slow(InlineBotRunner):
    """A bot that waits until it may answer."""

    def __init__(self):
        self.may, self.asked = asyncio.Event(), 0

    async def choose_action(self, *args):
        self.asked += 1
        await self.may.wait()
        return await super().choose_action(*args)


async def test_a_bot_answers_later_if_the_disk_is_full(tmp_path, monkeypatch):
    async with InProcessServer(tmp_path / "data", slow := Slow(), bot_patience=1000) as server:
        keys = await server.seat("movie", 1, "random", options={"first": "2"})
        [host] = await clients(server, keys)
        failed = asyncio.Event()

        async def full(*_, **__):
            failed.set()
            raise StoreFull("store.full")

        with monkeypatch.context() as patch:
            patch.setattr(server.app.state.lifecycle.store, "append", full)
            slow.may.set()
            await failed.wait()
        server.clock.advance(seconds=2)
        await host.wait_until(lambda: host.now["question"] is not None)


async def test_a_person_leaves_and_returns_before_the_bot_has_answered(tmp_path):
    async with InProcessServer(tmp_path / "data", slow := Slow(), bot_patience=1000) as server:
        keys = await server.seat("legend", 2)
        host, guest = await clients(server, keys)
        player = host if host.now["question"] is not None else guest
        await player.expect_answer("leave", bot="random")
        await player.wait_until(lambda: slow.asked)
        assert await player.expect_refusal("leave", bot="random") == "bot-plays"
        await player.expect_answer("return")
        slow.may.set()
        while server.app.state.registry.bot_tasks:
            await asyncio.sleep(0.001)
        assert "moved" not in await kinds(server, keys[0])
        await player.play()
        assert (await kinds(server, keys[0]))[-3:] == ["handed-over", "came-back", "moved"]


async def test_the_host_lets_a_bot_stand_in_for_an_absent_person(server):
    keys = await server.seat("movie", 2)
    host, guest = await clients(server, keys)
    assert await guest.expect_refusal("leave", seat=1, bot="random") == "not-host"
    await host.expect_answer("leave", seat=2, bot="random")
    assert host.table["places"][1] | {"away": True, "bot": "random", "name": "P2"} == host.table["places"][1]
    await play_to_end(host)


# ---- Chat --------------------------------------------------------------------------------------------------------


async def test_chat_is_sent_to_players_but_not_to_spectators(server):
    keys = await server.seat("movie", 2)
    host, guest = await clients(server, keys)
    watcher, deaf = await server.connect(keys[0]), await server.connect(keys[0], keys[2], chat=False)
    version = watcher.now["version"]
    await guest.expect_answer("say", text="<b>Hw\u0000æt!</b>\u202e")
    assert host.all("update")[-1]["chat"] == [{"number": 0, "seat": 2, "text": "<b>Hwæt!</b>"}]
    assert await guest.expect_refusal("mute", seat=1, muted=True) == "not-host"
    assert await watcher.expect_refusal("say", text="x") == "not-seated"
    await host.expect_answer("mute", seat=2, muted=True)
    assert await guest.expect_refusal("say", text="x") == "muted"
    await host.expect_answer("erase", message=0)
    assert guest.all("update")[-1]["chat"] == [{"number": 0, "seat": 2, "text": None}]
    assert (watcher.now["version"], watcher.all("update")) == (version, [])
    await wait_for_version(host.now["version"], deaf)
    assert [message["chat"] for message in deaf.all("update")] == [[], [], []]
    assert (await server.connect(keys[0], keys[1])).all("welcome")[0]["chat"] == [
        {"number": 0, "seat": 2, "text": None}
    ]


async def test_a_host_without_a_seat_receives_chat_and_its_versions(server):
    created = await server.post("tables", {"game": "movie", "seats": [{"who": "person"}] * 2})
    for link in created["links"]:
        joined = await server.post(f"tables/{created['table']}/join", {"name": "P"}, link["token"])
    host, guest = (
        await server.connect(created["table"], created["token"]),
        await server.connect(created["table"], joined["token"]),
    )
    watcher = await server.connect(created["table"])
    version = host.now["version"]
    await guest.expect_answer("say", text="Hwæt!")
    await host.expect_answer("erase", message=0)
    await host.expect_answer("mute", seat=2, muted=True)
    assert [update["chat"][0]["text"] for update in host.all("update")[:2]] == ["Hwæt!", None]
    assert [update["now"]["version"] for update in host.all("update")] == [version + 1, version + 2, version + 3]
    again = await server.connect(created["table"], created["token"], seen=version)
    assert again.now["version"] == version + 3
    assert again.all("welcome")[0]["chat"] == [{"number": 0, "seat": 2, "text": None}]
    assert watcher.all("update") == []


async def test_spectators_are_not_shown_mutes(server):
    keys = await server.seat("movie", 2)
    host, guest = await clients(server, keys)
    await host.expect_answer("mute", seat=2, muted=True)
    watcher = await server.connect(keys[0])
    await (host if host.now["question"] is not None else guest).play()
    await wait_for_version(host.now["version"], guest)
    await watcher.wait_until(lambda: watcher.all("update"))
    for inside in (host, guest):
        assert [place["muted"] for place in inside.table["places"]] == [False, True]
    assert [place["muted"] for place in watcher.table["places"]] == [False, False]
    assert not any(place["muted"] for place in (await server.get(f"tables/{keys[0]}"))["places"])


# ---- Records -----------------------------------------------------------------------------------------------------


def checked(text: str) -> records.Record:
    record = records.read(text)
    records.check(GAMES[record.game], *records.read_with_lines(text))
    return record


async def test_the_export_of_a_running_game_hides_what_the_seat_may_not_know(server):
    keys = await server.seat("movie", 2)
    host, guest = await clients(server, keys)
    path = f"tables/{keys[0]}/record"
    mine, others, watchers = [await server.get(path, token) for token in (keys[1], keys[2], None)]
    unknown = [[line for line in text.splitlines() if line.endswith("?")] for text in (mine, others, watchers)]
    assert all(unknown)
    assert mine != others
    await play_to_end(host, guest)
    whole = await server.get(path)
    assert [await server.get(path, token) for token in (keys[1], keys[2])] == [whole, whole]
    assert "?" not in whole
    assert checked(whole).result is not None


async def test_a_record_is_imported_as_a_finished_table(server):
    keys = await server.seat("legend", 2)
    await play_to_end(*await clients(server, keys))
    text = await server.get(f"tables/{keys[0]}/record")
    info = await server.post("records", {"record": text})
    assert (info["status"], info["imported"]) == ("over", True)
    assert [place["name"] for place in info["places"]] == ["P1", "P2"]
    watcher, before = await server.connect(info["table"]), await server.connect(keys[0])
    assert watcher.now["view"] == before.now["view"]
    logs = [client.all("welcome")[0]["log"]["entries"] for client in (watcher, before)]
    assert len(logs[0]) == len(logs[1]) > 50  # a record orders simultaneous choices by seat
    assert await server.get(f"tables/{info['table']}/record") == text
    assert await server.refused("POST", "records", {"record": text.replace("result", "resolt")}) == "bad-record"


async def test_p5_importing_a_record_again_gives_the_same_table(server):
    keys = await server.seat("movie", 2)
    await play_to_end(*await clients(server, keys))
    text = await server.get(f"tables/{keys[0]}/record")
    both = await asyncio.gather(*(server.post("records", {"record": text}) for _ in range(2)))
    first = await server.post("records", {"record": text})
    assert both == [first, first]
    assert first["table"] != keys[0]
    other = await server.post("records", {"record": text.replace("seat 2 P2", "seat 2 Wiglaf")})
    assert other["table"] != first["table"]


async def test_importing_a_record_again_extends_its_retention(server):
    keys = await server.seat("movie", 2)
    await play_to_end(*await clients(server, keys))
    text = await server.get(f"tables/{keys[0]}/record")
    info = await server.post("records", {"record": text})
    server.clock.advance(days=364)
    assert await server.post("records", {"record": text}) == info
    server.clock.advance(days=2)
    await server.run_round()
    assert await server.get(f"tables/{info['table']}") == info
    server.clock.advance(days=364)
    await server.run_round()
    assert await server.refused("GET", f"tables/{info['table']}") == "no-such-table"
