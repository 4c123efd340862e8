"""Keys of others, of other tables, old and dead ones, and codes: each opens what it should and nothing else."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from heorot.engine.seats import Seat
from heorot.server.links import CODE_LIVES
from heorot.server.people import Who
from heorot.server.repeats import kept_as, key_of
from heorot.server.tokens import hash_of, new_token
from tests.server.served import FakeClock, Served, breathe, served

RESIGN = {"type": "resign"}
PEOPLE = {"game": "movie", "seats": [{"who": "person"}] * 3, "name": "Wealhtheow", "seat": 1}


@asynccontextmanager
async def house(folder, **settings):
    async with served(folder, FakeClock(), **settings) as running:
        yield running


async def lay(house: Served, **more) -> tuple[str, list[str]]:
    """A table at which everyone has come, and the key of each; the first is the host's."""
    laid = (await house.call("POST", "/api/tables", PEOPLE | more)).json
    keys = [laid["token"]]
    for number, link in enumerate(laid["links"]):
        joined = await house.call("POST", f"/api/tables/{laid['table']}/join", {"name": f"P{number}"}, link["token"])
        assert joined.status == 201
        keys.append(joined.json["token"])
    return laid["table"], keys


async def enter(house: Served, table: str, token: str | None):
    wire = await house.enter(table, token)
    assert (await wire.next())["type"] == "welcome"
    return wire


async def turned_away(house: Served, table: str, token: str | None, code: str) -> None:
    """A hello that is answered with goodbye."""
    wire = await house.enter(table, token)
    said = await wire.next()
    assert (said["type"], said["problem"]["code"], said["again"]) == ("goodbye", code, False)
    assert await wire.end() == 1008


async def test_a_key_opens_its_own_table_alone(tmp_path):
    async with house(tmp_path) as running:
        one, keys = await lay(running)
        other, _ = await lay(running)
        for token in (keys[1], new_token()):
            await turned_away(running, other, token, "unknown-token")
            for method, path in (("GET", "me"), ("DELETE", "me"), ("GET", "record"), ("POST", "device")):
                found = await running.call(method, f"/api/tables/{other}/{path}", None, token)
                assert (found.status, found.code) == (401, "unknown-token")
            joined = await running.call("POST", f"/api/tables/{other}/join", {"name": "x"}, token)
            assert joined.code == "unknown-token"
            mine = await running.call("POST", "/api/mine", {"keys": [{"table": other, "token": token}]})
            assert mine.json == {"tables": []}
        await turned_away(running, "a" * 16, keys[0], "no-such-table")
        assert (await running.call("GET", f"/api/tables/{one}/me", None, keys[1])).json["seat"] == 2


NO_KEYS = ["Bearer", "Bearer ", "Basic dXNlcjpwdw==", "Bearer " + "ä" * 22, "Bearer " + "'" * 22]


@pytest.mark.parametrize("header", NO_KEYS)
async def test_what_is_no_key_is_refused(tmp_path, header):
    async with house(tmp_path) as running:
        table, _ = await lay(running)
        found = await running.call("GET", f"/api/tables/{table}/me", headers=[("authorization", header)])
        assert (found.status, found.code) == (401, "unknown-token")


async def test_a_key_made_anew_kills_the_old_one_on_live_wires_too(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host, guest, other = [await enter(running, table, key) for key in keys]
        code = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        made = await host.ask({"type": "reissue", "id": "r", "seat": 2})
        said = await guest.answer(None)
        assert (said["type"], said["problem"]["code"], said["again"]) == ("goodbye", "unknown-token", False)
        assert await guest.end() == 1008
        await turned_away(running, table, keys[1], "unknown-token")
        dead = await running.call("POST", "/api/devices", {"code": code})
        assert (dead.status, dead.code) == (404, "unknown-code")
        assert (await host.ask({"type": "reissue", "id": "r", "seat": 2}))["token"] == made["token"]
        await enter(running, table, made["token"])
        assert (await other.ask({"type": "reissue", "id": "mine", "seat": 1}))["problem"]["code"] == "not-host"


async def test_whoever_is_removed_is_out_with_all_keys_and_codes(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host, guest = await enter(running, table, keys[0]), await enter(running, table, keys[1])
        first = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        second = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        device = (await running.call("POST", "/api/devices", {"code": first})).json["token"]
        assert (await host.ask({"type": "seat", "id": "s", "seat": 2, "who": "open"}))["type"] == "answer"
        assert await guest.end() == 1008
        for token in (keys[1], device):
            await turned_away(running, table, token, "unknown-token")
        assert (await running.call("POST", "/api/devices", {"code": second})).code == "unknown-code"


async def test_a_host_who_gives_the_own_seat_away_comes_again_as_the_host(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host = await enter(running, table, keys[0])
        host.say({"type": "seat", "id": "s", "seat": 1, "who": "bot"})
        said = await host.answer(None)
        assert (said["type"], said["again"]) == ("goodbye", True)
        assert await host.end() == 1012
        again = await running.enter(table, keys[0])
        said = await again.next()
        assert (said["seat"], said["host"]) == (None, True)


async def test_p5_a_host_who_gave_the_own_seat_away_and_heard_no_answer_gives_it_away_once(tmp_path):
    """The answer cannot come over a wire whose key opens something else by now: it is asked for again over the next,
    and whoever has taken the seat meanwhile keeps it."""
    opening = {"type": "seat", "id": "s", "seat": 1, "who": "open"}
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host = await enter(running, table, keys[0])
        host.say(opening)
        assert await host.end() == 1012
        joined = await running.call("POST", f"/api/tables/{table}/join", {"name": "Wulfgar", "seat": 1})
        rows = await running.hall.means.store.load(table)
        again = await enter(running, table, keys[0])
        told = await again.ask(opening)
        assert told["type"] == "answer"
        assert await again.ask(opening) == told
    async with house(tmp_path) as running:
        assert await (await enter(running, table, keys[0])).ask(opening) == told
        assert await running.hall.means.store.load(table) == rows
        await enter(running, table, joined.json["token"])


class Asked:
    """Commands of which none was ever carried out, and how often someone wants to know."""

    def __init__(self):
        self.times = []

    async def commands(self, table, commands):
        self.times.append(len(commands))
        return []


async def test_what_a_host_without_a_seat_says_costs_one_question_for_all_seats():
    store, who = Asked(), Who(None, host=True, key="k")
    own = key_of(who, "1")
    assert await kept_as(store, "t", 5, who, "1", {}) == own
    assert store.times == [5]
    assert await kept_as(store, "t", 5, who, "1", {own}) == own
    seated = replace(who, seat=Seat(2))
    assert await kept_as(store, "t", 5, seated, "1", {}) == key_of(seated, "1")
    assert await kept_as(store, "t", 5, who, "1", {key_of(seated, "1")}) == key_of(seated, "1")
    assert store.times == [5]


async def test_what_was_said_with_a_key_that_died_before_its_turn_is_not_heard(tmp_path):
    """Commands wait for each other. Whoever is removed while one waits says nothing for the next at that seat."""
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host, late = await enter(running, table, keys[0]), ({"type": "say", "text": "x"}, {"type": "return"}, RESIGN)
        wires = [await enter(running, table, keys[1]) for _ in late]
        async with (await running.hall.room(table)).lock:
            host.say({"type": "seat", "id": "s", "seat": 2, "who": "open"})
            await breathe()
            for wire, command in zip(wires, late, strict=True):
                wire.say({"id": command["type"], **command})
            await breathe()
        assert [await wire.end() for wire in wires] == [1008] * 3
        await running.quiet()
        kinds = [row.kind for row in await running.hall.means.store.load(table)]
        assert kinds[kinds.index("placed") + 1 :] == []


async def test_who_had_a_seat_when_asking_forgets_nothing_and_sets_nothing_for_the_next(tmp_path):
    """Requests wait for the table too, and the key is looked at once it is their turn."""
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        ways = (("DELETE", "me", None), ("POST", "notices/feed", {}), ("DELETE", "notices", None))
        async with (await running.hall.room(table)).lock:
            late = [
                asyncio.create_task(running.call(method, f"/api/tables/{table}/{path}", body, keys[1]))
                for method, path, body in ways
            ]
            await breathe()
            await running.hall.means.store.append(table, 0, [], revoked=[hash_of(keys[1])])
        assert [(await one).code for one in late] == ["unknown-token"] * 3
        assert "P0" in str((await running.call("GET", f"/api/tables/{table}")).json["places"])


async def test_a_key_that_is_chosen_must_open_nothing_else(tmp_path):
    """A link was seen by others; and a host without a key would rule the table no more."""
    async with house(tmp_path) as running:
        seats = [{"who": "person"}, {"who": "open"}, {"who": "open"}]
        laid = (await running.call("POST", "/api/tables", {"game": "movie", "seats": seats})).json
        way, link = f"/api/tables/{laid['table']}/join", laid["links"][0]["token"]
        for bearer, chosen in ((link, link), (None, link), (laid["token"], laid["token"]), (None, laid["token"])):
            found = await running.call("POST", way, {"name": "x", "token": chosen}, bearer)
            assert (found.status, found.code) == (422, "invalid")
        host = await enter(running, laid["table"], laid["token"])
        for number, (seat, chosen) in enumerate(((None, link), (2, link), (2, laid["token"]))):
            said = await host.ask({"type": "reissue", "id": str(number), "seat": seat, "token": chosen})
            assert said["problem"]["code"] == "bad-message"
        assert (await running.call("POST", way, {"name": "x"}, link)).json["seat"] == 1
        assert (await host.ask({"type": "reissue", "id": "r", "seat": 2}))["type"] == "answer"


async def test_a_code_works_once_and_not_for_long(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        clock = running.hall.means.clock
        codes = [(await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json for _ in range(2)]
        assert codes[0]["expires_at"] == clock.now() + CODE_LIVES
        added = await running.call("POST", "/api/devices", {"code": codes[0]["code"]})
        assert (added.status, added.json["seat"], added.json["host"]) == (201, 2, False)
        assert (await running.call("POST", "/api/devices", {"code": codes[0]["code"]})).code == "unknown-code"
        clock.time += CODE_LIVES
        assert (await running.call("POST", "/api/devices", {"code": codes[1]["code"]})).code == "unknown-code"
        for code in ("", "x" * 10_000, "'; drop table;", "ABCDEFGHJK"):
            assert (await running.call("POST", "/api/devices", {"code": code})).status == 422


async def test_codes_cannot_be_guessed(tmp_path):
    async with house(tmp_path, rate_join="5/hour") as running:
        codes = [await running.call("POST", "/api/devices", {"code": f"abcdefghj{n}"}) for n in range(2, 8)]
        assert [found.code for found in codes] == ["unknown-code"] * 5 + ["too-fast"]
        assert (codes[-1].status, codes[-1].header("retry-after")) == (429, "3600")
        elsewhere = await running.call("POST", "/api/devices", {"code": "abcdefghj2"}, peer="198.51.100.1")
        assert elsewhere.code == "unknown-code"


async def test_a_host_has_a_new_key_and_the_old_one_is_dead_everywhere(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host, other = await enter(running, table, keys[0]), await enter(running, table, keys[0])
        without = await host.ask({"type": "reissue", "id": "0"})
        assert without["problem"]["code"] == "bad-message"
        chosen = new_token()
        made = await host.ask({"type": "reissue", "id": "1", "token": chosen})
        assert (made["type"], made["token"]) == ("answer", chosen)
        assert await other.end() == 1008
        await turned_away(running, table, keys[0], "unknown-token")
        assert (await host.ask({"type": "mute", "id": "2", "seat": 2, "muted": True}))["type"] == "answer"
        again = await running.enter(table, chosen)
        said = await again.next()
        assert (said["seat"], said["host"], said["news"][-1]["key"]) == (1, True, "news.rekeyed")
        assert (await again.ask({"type": "reissue", "id": "1", "token": chosen}))["token"] == chosen
        await enter(running, table, chosen)


async def test_p5_a_key_made_anew_is_the_same_however_late_the_command_comes_again(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        host = await enter(running, table, keys[0])
        made = await host.ask({"type": "reissue", "id": "r", "seat": 2})
    async with house(tmp_path) as running:
        host = await enter(running, table, keys[0])
        rows = await running.hall.means.store.load(table)
        assert await host.ask({"type": "reissue", "id": "r", "seat": 2}) == made
        assert await running.hall.means.store.load(table) == rows
        await enter(running, table, made["token"])
        another = await host.ask({"type": "reissue", "id": "s", "seat": 2})
        assert another["token"] != made["token"]
        assert (await host.ask({"type": "reissue", "id": "r", "seat": 2}))["token"] == made["token"]
        await turned_away(running, table, made["token"], "unknown-token")


async def test_p5_a_table_is_laid_once_however_often_it_is_asked_for(tmp_path):
    wanted = PEOPLE | {"token": new_token()}
    async with house(tmp_path) as running:
        first = await running.call("POST", "/api/tables", wanted)
        assert first.json["token"] == wanted["token"]
        join = f"/api/tables/{first.json['table']}/join"
        assert (await running.call("POST", join, {"name": "x"}, first.json["links"][0]["token"])).status == 201
    async with house(tmp_path) as running:
        again = await running.call("POST", "/api/tables", wanted)
        assert (again.status, again.json["table"]) == (201, first.json["table"])
        assert again.json["links"] == first.json["links"][1:]  # the other one is someone's own by now
        host = await enter(running, first.json["table"], wanted["token"])
        made = await host.ask({"type": "reissue", "id": "r", "seat": 3})
        assert made["token"] != first.json["links"][1]["token"]
        assert (await running.call("POST", "/api/tables", wanted)).json["links"] == []
        assert len(await running.hall.means.store.tokens(first.json["table"])) == 3
        other = await running.call("POST", "/api/tables", PEOPLE)
        assert other.json["table"] != first.json["table"]


async def test_p5_an_open_seat_is_taken_once_however_often_it_is_asked_for(tmp_path):
    wanted = {"game": "movie", "seats": [{"who": "open"}] * 3}
    async with house(tmp_path) as running:
        table = (await running.call("POST", "/api/tables", wanted)).json["table"]
        asked = {"name": "Hygd", "token": new_token()}
        first, again = [await running.call("POST", f"/api/tables/{table}/join", asked) for _ in range(2)]
        assert (first.status, again.status, first.json) == (201, 201, again.json)
        assert first.json["token"] == asked["token"]
        other = await running.call("POST", f"/api/tables/{table}/join", {"name": "Freawaru"})
        assert (other.json["seat"], first.json["seat"]) == (2, 1)
        renamed = await running.call("POST", f"/api/tables/{table}/join", asked | {"name": "x"})
        assert renamed.code == "taken"
        await enter(running, table, asked["token"])


async def test_who_joins_by_a_link_ends_nobody_elses_code(tmp_path):
    async with house(tmp_path) as running:
        seats = [{"who": "person"}] * 3
        wanted = {"game": "movie", "seats": seats, "name": "Hygd", "seat": 1}
        laid = (await running.call("POST", "/api/tables", wanted)).json
        way = f"/api/tables/{laid['table']}"
        codes = [(await running.call("POST", f"{way}/device", None, laid["token"])).json["code"]]
        for number, link in enumerate(laid["links"]):
            joined = await running.call("POST", f"{way}/join", {"name": f"P{number}"}, link["token"])
            codes.append((await running.call("POST", f"{way}/device", None, joined.json["token"])).json["code"])
        added = [(await running.call("POST", "/api/devices", {"code": code})).json["seat"] for code in codes]
        assert added == [1, 2, 3]


async def test_no_code_outlives_the_keys_that_it_was_made_with(tmp_path):
    """Codes are made and taken under the lock of their table: keys that die meanwhile are found dead."""
    async with house(tmp_path) as running:
        table, keys = await lay(running)
        code = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        async with (await running.hall.room(table)).lock:
            taking = asyncio.create_task(running.call("POST", "/api/devices", {"code": code}))
            making = asyncio.create_task(running.call("POST", f"/api/tables/{table}/device", None, keys[1]))
            await breathe()
            await running.hall.means.store.append(table, 0, [], revoked=[hash_of(keys[1])])
        assert (await taking).code == "unknown-code"
        assert (await making).code == "unknown-token"


# ---- Those who only watch ------------------------------------------------------------------------------------------


async def test_who_watches_can_do_nothing_and_stands_in_nobodys_way(tmp_path):
    """The commands of a host without a seat have ids of their own: whoever watches cannot use them up."""
    async with house(tmp_path) as running:
        laid = (await running.call("POST", "/api/tables", {"game": "movie", "seats": [{"who": "open"}] * 2})).json
        host, watcher = await enter(running, laid["table"], laid["token"]), await enter(running, laid["table"], None)
        for number, (command, code) in enumerate(
            (
                ({"type": "seat", "seat": 1, "who": "bot"}, "not-host"),
                ({"type": "play", "question": 1, "actions": ["draw"]}, "not-seated"),
                ({"type": "say", "text": "x"}, "not-seated"),
                ({"type": "undo"}, "not-seated"),
                ({"type": "close"}, "not-host"),
                ({"type": "reissue", "seat": 1}, "not-host"),
                ({"type": "rematch"}, "not-seated"),
                ({"type": "mute", "seat": 1, "muted": True}, "not-host"),
                ({"type": "leave", "bot": "random", "seat": 1}, "not-host"),
                ({"type": "configure", "options": {}}, "not-host"),
                ({"type": "resign"}, "not-seated"),
                ({"type": "abort"}, "not-seated"),
                ({"type": "agree", "yes": True}, "not-seated"),
                ({"type": "return"}, "not-seated"),
                ({"type": "erase", "message": 0}, "no-such-message"),
            )
        ):
            said = await watcher.ask({"id": str(number), **command})
            assert (said["type"], said["problem"]["code"]) == ("refused", code)
        assert (await host.ask({"id": "0", "type": "seat", "seat": 1, "who": "bot"}))["type"] == "answer"
        assert (await watcher.ask({"id": "0", "type": "seat", "seat": 1, "who": "bot"}))["type"] == "refused"


async def test_a_table_that_is_not_for_spectators(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running, watchable=False)
        await turned_away(running, table, None, "not-watchable")
        assert (await running.call("GET", f"/api/tables/{table}/record")).code == "not-watchable"
        await enter(running, table, keys[2])


async def test_a_rematch_counts_as_a_new_table(tmp_path):
    async with house(tmp_path, rate_create="2/hour") as running:
        table, keys = await lay(running, on_resign="end")
        for outcome in ("answer", "refused"):
            wire = await enter(running, table, keys[0])
            assert (await wire.ask({"type": "resign", "id": "r"}))["type"] == "answer"
            said = await wire.ask({"type": "rematch", "id": "again"})
            assert said["type"] == outcome
            assert said == await wire.ask({"type": "rematch", "id": "again"})
            table = said.get("table")
        assert said["problem"]["code"] == "too-fast"


async def test_what_people_say_does_not_tell_others_when(tmp_path):
    async with house(tmp_path) as running:
        table, keys = await lay(running, listed=True)
        wire, watcher = await enter(running, table, keys[0]), await enter(running, table, None)
        before, heard = (await running.call("GET", "/api/tables")).body, list(watcher.heard)
        running.hall.means.clock.time += 1000
        assert (await wire.ask({"type": "say", "id": "s", "text": "hush"}))["type"] == "answer"
        assert (await wire.ask({"type": "erase", "id": "e", "message": 0}))["type"] == "answer"
        await running.quiet()
        assert (await running.call("GET", "/api/tables")).body == before
        assert watcher.heard == heard
