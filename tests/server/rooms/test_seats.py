"""Who sits where: by links and open seats, in lists and in secret, given, taken, lost and found again."""

from typing import Any

import pytest

from heorot.server.tokens import new_token
from tests.server.house import House, Wire, play_out

OPEN = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data") as opened:
        yield opened


async def test_people_come_by_link_or_to_open_seats_and_the_game_begins_with_the_last(house):
    keys = await house.lay("legend", "person", "person", "open", "random")
    table = keys[0]
    host = await house.come(table, keys[1])
    assert (host.table["status"], host.now["view"], host.all("welcome")[0]["host"]) == ("open", None, True)
    by_link = await house.post(f"tables/{table}/join", {"name": "  Wealh\u202etheow \n"}, keys[2])
    assert (by_link["seat"], by_link["token"] in keys.values()) == (2, False)
    assert await house.refused("POST", f"tables/{table}/join", {"name": "X", "seat": 2}) == "taken"
    anyone = await house.post(f"tables/{table}/join", {"name": "Unferth"})
    assert (anyone["seat"], anyone["token"] in keys.values()) == (3, False)
    assert await house.refused("POST", f"tables/{table}/join", {"name": "Late"}) == "taken"
    await host.until(lambda: host.table["status"] == "playing")
    assert [place["name"] for place in host.table["places"]] == ["P1", "Wealhtheow", "Unferth", None]
    third = await house.come(table, anyone["token"])
    assert third.all("welcome")[0]["seat"] == 3


async def test_who_gives_no_name_has_an_empty_one_and_the_game_begins(house):
    """How such a seat is called each client says in its own language; a record has a dash there, and so comes back."""
    keys = await house.lay("movie", "person", "person", "open")
    host = await house.come(keys[0], keys[1])
    await house.post(f"tables/{keys[0]}/join", {}, keys[2])
    await house.post(f"tables/{keys[0]}/join", {"name": ""})
    await host.until(lambda: host.table["status"] == "playing")
    assert [place["name"] for place in host.table["places"]] == ["P1", "", ""]
    assert await house.refused("POST", f"tables/{keys[0]}/join", {"name": ""}) == "taken"
    laid = await house.lay("movie", "person", "open")
    assert await house.refused("POST", f"tables/{laid[0]}/join", {"name": " \u202e "}) == "empty"


async def test_who_joins_by_link_again_under_the_same_name_is_answered_again(house):
    keys = await house.lay("movie", "person", "person", "open")
    asked, way = {"name": "Unferth", "token": new_token()}, f"tables/{keys[0]}/join"
    told = [await house.post(way, asked, keys[2]) for _ in range(2)]
    assert told[0] == told[1] == {"table": keys[0], "seat": 2, "token": asked["token"]}
    assert [row.kind for row in await house.store.load(keys[0])] == ["created", "seated"]
    assert await house.refused("POST", way, asked | {"name": "Hunferth"}, keys[2]) == "taken"
    assert await house.refused("POST", way, {"name": "Unferth"}, keys[2]) == "unknown-token"


async def test_only_listed_tables_are_in_the_list_and_all_can_be_found_by_name(house):
    private, listed = [await house.lay("movie", "person", "open", listed=listed) for listed in (False, True)]
    shown = (await house.get("tables"))["tables"]
    assert [one["info"]["table"] for one in shown] == [listed[0]]
    assert (await house.get(f"tables/{private[0]}"))["listed"] is False
    assert await house.refused("GET", f"tables/{'a' * 16}") == "no-such-table"
    host = await house.come(listed[0], listed[1])
    await host.must("close")
    assert (await house.get("tables"))["tables"] == []


async def test_spectators_come_where_they_may(house):
    shown, hidden = await house.seat("movie", 2), await house.seat("movie", 2, watchable=False)
    watcher = await house.come(shown[0])
    assert (watcher.all("welcome")[0]["seat"], watcher.now["question"]) == (None, None)
    assert await watcher.fails("play", question=1, actions=["a"]) == "not-seated"
    assert await (await house.come(hidden[0])).farewell() == "not-watchable"
    assert await house.refused("GET", f"tables/{hidden[0]}/record") == "not-watchable"
    assert (await house.come(hidden[0], hidden[2])).all("welcome")[0]["seat"] == 2


async def test_a_host_without_a_seat_may_look_on_and_rule(house):
    laid = await house.post("tables", {**OPEN, "watchable": False})
    host = await house.come(laid["table"], laid["token"])
    assert (host.all("welcome")[0]["seat"], host.all("welcome")[0]["host"]) == (None, True)
    for seat in (1, 2):
        await host.must("seat", seat=seat, who="bot", bot="random")
    await host.until(lambda: host.table["status"] == "over")


async def test_ids_of_a_spectator_are_not_those_of_a_host_without_a_seat(house):
    laid = await house.post("tables", OPEN)
    host, watcher = await house.come(laid["table"], laid["token"]), await house.come(laid["table"])
    for wire in (watcher, host):
        wire.send(type="close", id="x")
        await wire.until(lambda wire=wire: wire.all("refused") or wire.all("answer"))
    assert (watcher.all("refused")[0]["problem"]["code"], len(host.all("answer"))) == ("not-host", 1)


# ---- The host gives and takes --------------------------------------------------------------------------------------


async def test_the_host_fills_a_seat_with_a_bot_and_the_game_begins(house):
    keys = await house.lay("movie", "person", "person")
    host = await house.come(keys[0], keys[1])
    await host.must("seat", seat=2, who="bot", bot="random")
    assert host.table["status"] == "playing"
    assert await house.refused("POST", f"tables/{keys[0]}/join", {"name": "P2"}, keys[2]) == "unknown-token"


async def test_the_host_removes_a_person_and_another_comes_while_a_bot_plays(house):
    keys = await house.seat("legend", 3)
    host, guest = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[3])
    assert await guest.fails("seat", seat=2, who="open") == "not-host"
    await host.must("seat", seat=3, who="open")
    assert await guest.farewell() == "unknown-token"
    assert await (await house.come(keys[0], keys[3])).farewell() == "unknown-token"
    place = host.table["places"][2]
    assert (place["who"], place["name"], place["away"], place["bot"] is not None) == ("open", None, True, True)
    new = await house.post(f"tables/{keys[0]}/join", {"name": "Beowulf"})
    newcomer = await house.come(keys[0], new["token"])
    assert newcomer.table["places"][2]["name"] == "Beowulf"
    await play_out(host, await house.come(keys[0], keys[2]), newcomer)


async def test_a_seat_link_that_was_lost_is_made_anew_and_the_old_one_is_dead(house):
    keys = await house.seat("movie", 2)
    host, guest = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2])
    assert await guest.fails("reissue", seat=1) == "not-host"
    token = (await host.must("reissue", seat=2))["token"]
    assert await guest.farewell() == "unknown-token"
    assert await (await house.come(keys[0], keys[2])).farewell() == "unknown-token"
    assert await house.refused("GET", f"tables/{keys[0]}/me", None, keys[2]) == "unknown-token"
    again = await house.post(f"tables/{keys[0]}/join", {"name": "P2"}, token)
    await play_out(host, await house.come(keys[0], again["token"]))


@pytest.mark.parametrize("game", ["movie", "legend"])
async def test_p2_no_key_that_a_host_is_ever_given_shows_what_another_seat_knows(house, game):
    """Links take a seat and nothing else: before it is taken, after it is, and when they were made anew."""
    keys = await house.lay(game, "person", "person", "random", watchable=False)
    links = {keys[2]}
    await house.join(keys, 2)
    host = await house.come(keys[0], keys[1])
    assert await host.fails("reissue", seat=3) == "bot-plays"
    anew = (await host.must("reissue", seat=2))["token"]
    await host.must("seat", seat=3, who="person")
    links |= {anew, (await host.must("reissue", seat=3))["token"]}
    watcher = sight_of(await house.come(keys[0], anew))
    for link in links:
        wire = await house.come(keys[0], link)
        if wire.all("goodbye"):
            assert await wire.farewell() == "unknown-token"
            continue
        assert (wire.all("welcome")[0]["seat"], sight_of(wire)) == (None, watcher)
        assert await wire.fails("say", text="Hwæt!") == "not-seated"
        assert await wire.fails("play", question=1, actions=["a"]) == "not-seated"
        assert "seen-by spectator" in (await house.ask("GET", f"tables/{keys[0]}/record", None, link))[1]
        assert await house.refused("POST", f"tables/{keys[0]}/device", None, link) == "not-seated"
    assert not watcher["hand"]


def sight_of(wire: Wire) -> Any:
    """What a wire was shown of the game."""
    return wire.now["view"]


# ---- Devices -------------------------------------------------------------------------------------------------------


async def test_a_code_brings_a_seat_to_another_device_once(house):
    keys = await house.seat("movie", 2)
    code = (await house.post(f"tables/{keys[0]}/device", None, keys[2]))["code"]
    added = await house.post("devices", {"code": code})
    assert (added["table"], added["seat"], added["host"], added["token"] != keys[2]) == (keys[0], 2, False, True)
    assert await house.refused("POST", "devices", {"code": code}) == "unknown-code"
    both = [await house.come(keys[0], token) for token in (keys[2], added["token"])]
    assert [wire.all("welcome")[0]["seat"] for wire in both] == [2, 2]
    assert both[0].now == both[1].now


async def test_a_code_does_not_live_long(house):
    keys = await house.seat("movie", 2)
    told = await house.post(f"tables/{keys[0]}/device", None, keys[2])
    assert told["expires_at"] == house.clock.now() + 600_000
    house.clock.pass_by(minutes=10)
    assert await house.refused("POST", "devices", {"code": told["code"]}) == "unknown-code"
    assert await house.refused("POST", f"tables/{keys[0]}/device") == "unknown-token"


async def test_my_tables_say_which_wait_for_me(house):
    waiting, other = [await house.seat("movie", 2, options={"first": first}) for first in ("2", "1")]
    house.clock.pass_by(seconds=1)
    asked = await house.seat("legend", 2)
    await (await house.come(asked[0], asked[1])).must("abort")
    mine = [{"table": keys[0], "token": keys[2]} for keys in (waiting, other, asked)]
    gone = [{"table": waiting[0], "token": "x" * 22}, {"table": "a" * 16, "token": waiting[2]}]
    told = (await house.post("mine", {"keys": mine + gone}))["tables"]
    assert {one["table"]: one["waits"] for one in told} == {waiting[0]: True, other[0]: False, asked[0]: True}
    assert told[0]["table"] == asked[0]
    assert {one["seat"] for one in told} == {2}


async def test_ids_of_whoever_sat_there_before_are_not_those_of_the_next(house):
    """Else the next one would be told that something is done which was done for another."""
    keys = await house.lay("movie", "person", "person", "open")
    await house.join(keys, 2)
    host, guest = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2])
    guest.send(type="say", id="1", text="first")
    await guest.until(lambda: guest.all("answer"))
    await host.must("seat", seat=2, who="open")
    new = await house.post(f"tables/{keys[0]}/join", {"name": "P4", "seat": 2})
    later = await house.come(keys[0], new["token"])
    later.send(type="say", id="1", text="second")
    await later.until(lambda: later.all("answer"))
    said = [row.body for row in await house.store.load(keys[0]) if row.kind == "chatted"]
    assert ["first" in said[0], "second" in said[1]] == [True, True]
