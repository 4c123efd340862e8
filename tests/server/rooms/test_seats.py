"""Seats: links and open seats, listed and private tables, assigning, joining, losing and recovering a seat."""

from typing import Any

import pytest

from heorot.server.tokens import new_token
from tests.server.support.in_process_server import InProcessServer, SocketClient, play_to_end

OPEN = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data") as opened:
        yield opened


async def test_people_join_by_link_or_open_seat_and_the_last_begins_the_game(server):
    keys = await server.create_table("legend", "person", "person", "open", "random")
    table = keys[0]
    host = await server.connect(table, keys[1])
    assert (host.table["status"], host.now["view"], host.all("welcome")[0]["host"]) == ("open", None, True)
    by_link = await server.post(f"tables/{table}/join", {"name": "  Wealh\u202etheow \n"}, keys[2])
    assert (by_link["seat"], by_link["token"] in keys.values()) == (2, False)
    assert await server.refused("POST", f"tables/{table}/join", {"name": "X", "seat": 2}) == "taken"
    anyone = await server.post(f"tables/{table}/join", {"name": "Unferth"})
    assert (anyone["seat"], anyone["token"] in keys.values()) == (3, False)
    assert await server.refused("POST", f"tables/{table}/join", {"name": "Late"}) == "taken"
    await host.wait_until(lambda: host.table["status"] == "playing")
    assert [place["name"] for place in host.table["places"]] == ["P1", "Wealhtheow", "Unferth", None]
    third = await server.connect(table, anyone["token"])
    assert third.all("welcome")[0]["seat"] == 3


async def test_a_player_without_a_name_has_an_empty_one(server):
    """Each client shows its own default name; a record has a dash there, and is imported again."""
    keys = await server.create_table("movie", "person", "person", "open")
    host = await server.connect(keys[0], keys[1])
    await server.post(f"tables/{keys[0]}/join", {}, keys[2])
    await server.post(f"tables/{keys[0]}/join", {"name": ""})
    await host.wait_until(lambda: host.table["status"] == "playing")
    assert [place["name"] for place in host.table["places"]] == ["P1", "", ""]
    assert await server.refused("POST", f"tables/{keys[0]}/join", {"name": ""}) == "taken"
    created = await server.create_table("movie", "person", "open")
    assert await server.refused("POST", f"tables/{created[0]}/join", {"name": " \u202e "}) == "empty"


async def test_a_repeated_join_under_the_same_name_succeeds(server):
    keys = await server.create_table("movie", "person", "person", "open")
    request, join = {"name": "Unferth", "token": new_token()}, f"tables/{keys[0]}/join"
    answers = [await server.post(join, request, keys[2]) for _ in range(2)]
    assert answers[0] == answers[1] == {"table": keys[0], "seat": 2, "token": request["token"]}
    assert [row.kind for row in await server.store.load(keys[0])] == ["created", "seated"]
    assert await server.refused("POST", join, request | {"name": "Hunferth"}, keys[2]) == "taken"
    assert await server.refused("POST", join, {"name": "Unferth"}, keys[2]) == "unknown-token"


async def test_only_listed_tables_are_listed_and_all_are_found_by_id(server):
    private, listed = [await server.create_table("movie", "person", "open", listed=listed) for listed in (False, True)]
    shown = (await server.get("tables"))["tables"]
    assert [entry["info"]["table"] for entry in shown] == [listed[0]]
    assert (await server.get(f"tables/{private[0]}"))["listed"] is False
    assert await server.refused("GET", f"tables/{'a' * 16}") == "no-such-table"
    host = await server.connect(listed[0], listed[1])
    await host.expect_answer("close")
    assert (await server.get("tables"))["tables"] == []


async def test_spectators_connect_where_allowed(server):
    shown, hidden = await server.seat("movie", 2), await server.seat("movie", 2, watchable=False)
    watcher = await server.connect(shown[0])
    assert (watcher.all("welcome")[0]["seat"], watcher.now["question"]) == (None, None)
    assert await watcher.expect_refusal("play", question=1, actions=["a"]) == "not-seated"
    assert await (await server.connect(hidden[0])).wait_for_goodbye() == "not-watchable"
    assert await server.refused("GET", f"tables/{hidden[0]}/record") == "not-watchable"
    assert (await server.connect(hidden[0], hidden[2])).all("welcome")[0]["seat"] == 2


async def test_a_host_without_a_seat_may_watch_and_moderate(server):
    created = await server.post("tables", {**OPEN, "watchable": False})
    host = await server.connect(created["table"], created["token"])
    assert (host.all("welcome")[0]["seat"], host.all("welcome")[0]["host"]) == (None, True)
    for seat in (1, 2):
        await host.expect_answer("seat", seat=seat, who="bot", bot="random")
    await host.wait_until(lambda: host.table["status"] == "over")


async def test_command_ids_of_spectators_and_host_are_separate(server):
    created = await server.post("tables", OPEN)
    host, watcher = await server.connect(created["table"], created["token"]), await server.connect(created["table"])
    for client in (watcher, host):
        client.send(type="close", id="x")
        await client.wait_until(lambda client=client: client.all("refused") or client.all("answer"))
    assert (watcher.all("refused")[0]["problem"]["code"], len(host.all("answer"))) == ("not-host", 1)


# ---- Commands of the host ----------------------------------------------------------------------------------------


async def test_the_host_fills_a_seat_with_a_bot_and_the_game_begins(server):
    keys = await server.create_table("movie", "person", "person")
    host = await server.connect(keys[0], keys[1])
    await host.expect_answer("seat", seat=2, who="bot", bot="random")
    assert host.table["status"] == "playing"
    assert await server.refused("POST", f"tables/{keys[0]}/join", {"name": "P2"}, keys[2]) == "unknown-token"


async def test_the_host_removes_a_person_and_another_takes_over_from_the_bot(server):
    keys = await server.seat("legend", 3)
    host, guest = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[3])
    assert await guest.expect_refusal("seat", seat=2, who="open") == "not-host"
    await host.expect_answer("seat", seat=3, who="open")
    assert await guest.wait_for_goodbye() == "unknown-token"
    assert await (await server.connect(keys[0], keys[3])).wait_for_goodbye() == "unknown-token"
    place = host.table["places"][2]
    assert (place["who"], place["name"], place["away"], place["bot"] is not None) == ("open", None, True, True)
    new = await server.post(f"tables/{keys[0]}/join", {"name": "Beowulf"})
    newcomer = await server.connect(keys[0], new["token"])
    assert newcomer.table["places"][2]["name"] == "Beowulf"
    await play_to_end(host, await server.connect(keys[0], keys[2]), newcomer)


async def test_a_reissued_link_revokes_the_old_one(server):
    keys = await server.seat("movie", 2)
    host, guest = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2])
    assert await guest.expect_refusal("reissue", seat=1) == "not-host"
    token = (await host.expect_answer("reissue", seat=2))["token"]
    assert await guest.wait_for_goodbye() == "unknown-token"
    assert await (await server.connect(keys[0], keys[2])).wait_for_goodbye() == "unknown-token"
    assert await server.refused("GET", f"tables/{keys[0]}/me", None, keys[2]) == "unknown-token"
    again = await server.post(f"tables/{keys[0]}/join", {"name": "P2"}, token)
    await play_to_end(host, await server.connect(keys[0], again["token"]))


@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_p2_no_link_given_to_a_host_shows_a_seats_view(server, game):
    """Links grant nothing but joining: before the seat is taken, afterwards, and when reissued."""
    keys = await server.create_table(game, "person", "person", "random", watchable=False)
    links = {keys[2]}
    await server.join(keys, 2)
    host = await server.connect(keys[0], keys[1])
    assert await host.expect_refusal("reissue", seat=3) == "bot-plays"
    reissued = (await host.expect_answer("reissue", seat=2))["token"]
    await host.expect_answer("seat", seat=3, who="person")
    links |= {reissued, (await host.expect_answer("reissue", seat=3))["token"]}
    watcher = view_of(await server.connect(keys[0], reissued))
    for link in links:
        client = await server.connect(keys[0], link)
        if client.all("goodbye"):
            assert await client.wait_for_goodbye() == "unknown-token"
            continue
        assert (client.all("welcome")[0]["seat"], view_of(client)) == (None, watcher)
        assert await client.expect_refusal("say", text="Hwæt!") == "not-seated"
        assert await client.expect_refusal("play", question=1, actions=["a"]) == "not-seated"
        assert "seen-by spectator" in (await server.ask("GET", f"tables/{keys[0]}/record", None, link))[1]
        assert await server.refused("POST", f"tables/{keys[0]}/device", None, link) == "not-seated"
    assert not watcher["hand"]


def view_of(client: SocketClient) -> Any:
    """Return the latest view of the game that a client was sent."""
    return client.now["view"]


# ---- Devices -----------------------------------------------------------------------------------------------------


async def test_a_code_adds_another_device_once(server):
    keys = await server.seat("movie", 2)
    code = (await server.post(f"tables/{keys[0]}/device", None, keys[2]))["code"]
    added = await server.post("devices", {"code": code})
    assert (added["table"], added["seat"], added["host"], added["token"] != keys[2]) == (keys[0], 2, False, True)
    assert await server.refused("POST", "devices", {"code": code}) == "unknown-code"
    both = [await server.connect(keys[0], token) for token in (keys[2], added["token"])]
    assert [client.all("welcome")[0]["seat"] for client in both] == [2, 2]
    assert both[0].now == both[1].now


async def test_a_code_expires(server):
    keys = await server.seat("movie", 2)
    device = await server.post(f"tables/{keys[0]}/device", None, keys[2])
    assert device["expires_at"] == server.clock.now() + 600_000
    server.clock.advance(minutes=10)
    assert await server.refused("POST", "devices", {"code": device["code"]}) == "unknown-code"
    assert await server.refused("POST", f"tables/{keys[0]}/device") == "unknown-token"


async def test_my_tables_show_which_await_an_answer(server):
    waiting, other = [await server.seat("movie", 2, options={"first": first}) for first in ("2", "1")]
    server.clock.advance(seconds=1)
    requested = await server.seat("legend", 2)
    await (await server.connect(requested[0], requested[1])).expect_answer("abort")
    mine = [{"table": keys[0], "token": keys[2]} for keys in (waiting, other, requested)]
    unknown = [{"table": waiting[0], "token": "x" * 22}, {"table": "a" * 16, "token": waiting[2]}]
    shown = (await server.post("mine", {"keys": mine + unknown}))["tables"]
    waits = {entry["table"]: entry["waits"] for entry in shown}
    assert waits == {waiting[0]: True, other[0]: False, requested[0]: True}
    assert shown[0]["table"] == requested[0]
    assert {entry["seat"] for entry in shown} == {2}


async def test_command_ids_of_successive_players_of_a_seat_are_separate(server):
    """A new player's command must not get the answer of an earlier player's."""
    keys = await server.create_table("movie", "person", "person", "open")
    await server.join(keys, 2)
    host, guest = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2])
    guest.send(type="say", id="1", text="first")
    await guest.wait_until(lambda: guest.all("answer"))
    await host.expect_answer("seat", seat=2, who="open")
    new = await server.post(f"tables/{keys[0]}/join", {"name": "P4", "seat": 2})
    later = await server.connect(keys[0], new["token"])
    later.send(type="say", id="1", text="second")
    await later.wait_until(lambda: later.all("answer"))
    messages = [row.body for row in await server.store.load(keys[0]) if row.kind == "chatted"]
    assert ["first" in messages[0], "second" in messages[1]] == [True, True]
