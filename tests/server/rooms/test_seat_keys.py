"""Tokens of other seats and tables, old and revoked ones, and device codes: each grants what it should and nothing
else."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from heorot.engine.seats import Seat
from heorot.server.rooms.idempotency import command_key, stored_command_key
from heorot.server.rooms.seat_keys import CODE_LIFETIME
from heorot.server.table.identity import Identity
from heorot.server.tokens import hash_of, new_token
from tests.server.support.asgi_client import AsgiApp, SteppedClock, run_app, run_pending_tasks

RESIGN = {"type": "resign"}
PEOPLE = {"game": "movie", "seats": [{"who": "person"}] * 3, "name": "Wealhtheow", "seat": 1}


@asynccontextmanager
async def server(folder, **settings):
    async with run_app(folder, SteppedClock(), **settings) as running:
        yield running


async def create_table(server: AsgiApp, **more) -> tuple[str, list[str]]:
    """Create a full table; return the token of each seat, the host's first."""
    created = (await server.call("POST", "/api/tables", PEOPLE | more)).json
    keys = [created["token"]]
    for number, link in enumerate(created["links"]):
        path = f"/api/tables/{created['table']}/join"
        joined = await server.call("POST", path, {"name": f"P{number}"}, link["token"])
        assert joined.status == 201
        keys.append(joined.json["token"])
    return created["table"], keys


async def enter(server: AsgiApp, table: str, token: str | None):
    client = await server.enter(table, token)
    assert (await client.next())["type"] == "welcome"
    return client


async def assert_refused(server: AsgiApp, table: str, token: str | None, code: str) -> None:
    """Check that a hello is answered by a goodbye."""
    client = await server.enter(table, token)
    goodbye = await client.next()
    assert (goodbye["type"], goodbye["problem"]["code"], goodbye["again"]) == ("goodbye", code, False)
    assert await client.wait_closed() == 1008


async def test_a_token_is_valid_at_its_own_table_only(tmp_path):
    async with server(tmp_path) as running:
        own_table, keys = await create_table(running)
        other, _ = await create_table(running)
        for token in (keys[1], new_token()):
            await assert_refused(running, other, token, "unknown-token")
            for method, path in (("GET", "me"), ("DELETE", "me"), ("GET", "record"), ("POST", "device")):
                response = await running.call(method, f"/api/tables/{other}/{path}", None, token)
                assert (response.status, response.code) == (401, "unknown-token")
            joined = await running.call("POST", f"/api/tables/{other}/join", {"name": "x"}, token)
            assert joined.code == "unknown-token"
            mine = await running.call("POST", "/api/mine", {"keys": [{"table": other, "token": token}]})
            assert mine.json == {"tables": []}
        await assert_refused(running, "a" * 16, keys[0], "no-such-table")
        assert (await running.call("GET", f"/api/tables/{own_table}/me", None, keys[1])).json["seat"] == 2


INVALID_HEADERS = ["Bearer", "Bearer ", "Basic dXNlcjpwdw==", "Bearer " + "ä" * 22, "Bearer " + "'" * 22]


@pytest.mark.parametrize("header", INVALID_HEADERS)
async def test_an_invalid_token_is_refused(tmp_path, header):
    async with server(tmp_path) as running:
        table, _ = await create_table(running)
        response = await running.call("GET", f"/api/tables/{table}/me", headers=[("authorization", header)])
        assert (response.status, response.code) == (401, "unknown-token")


async def test_a_reissued_token_disconnects_clients_with_the_old_one(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host, guest, other = [await enter(running, table, key) for key in keys]
        code = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        reissued = await host.ask({"type": "reissue", "id": "r", "seat": 2})
        goodbye = await guest.answer(None)
        assert (goodbye["type"], goodbye["problem"]["code"], goodbye["again"]) == ("goodbye", "unknown-token", False)
        assert await guest.wait_closed() == 1008
        await assert_refused(running, table, keys[1], "unknown-token")
        refused_code = await running.call("POST", "/api/devices", {"code": code})
        assert (refused_code.status, refused_code.code) == (404, "unknown-code")
        assert (await host.ask({"type": "reissue", "id": "r", "seat": 2}))["token"] == reissued["token"]
        await enter(running, table, reissued["token"])
        assert (await other.ask({"type": "reissue", "id": "mine", "seat": 1}))["problem"]["code"] == "not-host"


async def test_removing_a_player_revokes_all_tokens_and_codes(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host, guest = await enter(running, table, keys[0]), await enter(running, table, keys[1])
        first = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        second = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        device = (await running.call("POST", "/api/devices", {"code": first})).json["token"]
        assert (await host.ask({"type": "seat", "id": "s", "seat": 2, "who": "open"}))["type"] == "answer"
        assert await guest.wait_closed() == 1008
        for token in (keys[1], device):
            await assert_refused(running, table, token, "unknown-token")
        assert (await running.call("POST", "/api/devices", {"code": second})).code == "unknown-code"


async def test_a_host_who_gives_their_seat_away_reconnects_as_host(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host = await enter(running, table, keys[0])
        host.send_message({"type": "seat", "id": "s", "seat": 1, "who": "bot"})
        message = await host.answer(None)
        assert (message["type"], message["again"]) == ("goodbye", True)
        assert await host.wait_closed() == 1012
        again = await running.enter(table, keys[0])
        message = await again.next()
        assert (message["seat"], message["host"]) == (None, True)


async def test_p5_a_host_who_repeats_giving_their_seat_away_does_it_once(tmp_path):
    """The connection closes before the answer, since its token has other rights now. The command is repeated over the
    next connection, and a player who has taken the seat meanwhile keeps it."""
    opening = {"type": "seat", "id": "s", "seat": 1, "who": "open"}
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host = await enter(running, table, keys[0])
        host.send_message(opening)
        assert await host.wait_closed() == 1012
        joined = await running.call("POST", f"/api/tables/{table}/join", {"name": "Wulfgar", "seat": 1})
        rows = await running.registry.context.store.load(table)
        again = await enter(running, table, keys[0])
        answer = await again.ask(opening)
        assert answer["type"] == "answer"
        assert await again.ask(opening) == answer
    async with server(tmp_path) as running:
        assert await (await enter(running, table, keys[0])).ask(opening) == answer
        assert await running.registry.context.store.load(table) == rows
        await enter(running, table, joined.json["token"])


class Asked:
    """A store without stored commands that counts queries."""

    def __init__(self):
        self.times = []

    async def find_commands(self, table, commands):
        self.times.append(len(commands))
        return []


async def test_a_command_of_a_host_without_a_seat_costs_one_query_for_all_seats():
    store, identity = Asked(), Identity(None, host=True, key="k")
    own = command_key(identity, "1")
    assert await stored_command_key(store, "t", 5, identity, "1", {}) == own
    assert store.times == [5]
    assert await stored_command_key(store, "t", 5, identity, "1", {own}) == own
    seated = replace(identity, seat=Seat(2))
    assert await stored_command_key(store, "t", 5, seated, "1", {}) == command_key(seated, "1")
    assert await stored_command_key(store, "t", 5, identity, "1", {command_key(seated, "1")}) == command_key(
        seated, "1"
    )
    assert store.times == [5]


async def test_a_queued_command_is_refused_if_its_token_is_revoked_meanwhile(tmp_path):
    """Commands wait for the lock. A player who is removed meanwhile must not act for the next one at that seat."""
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host, late = await enter(running, table, keys[0]), ({"type": "say", "text": "x"}, {"type": "return"}, RESIGN)
        clients = [await enter(running, table, keys[1]) for _ in late]
        async with (await running.registry.room(table)).lock:
            host.send_message({"type": "seat", "id": "s", "seat": 2, "who": "open"})
            await run_pending_tasks()
            for client, command in zip(clients, late, strict=True):
                client.send_message({"id": command["type"], **command})
            await run_pending_tasks()
        assert [await client.wait_closed() for client in clients] == [1008] * 3
        await running.wait_until_idle()
        kinds = [row.kind for row in await running.registry.context.store.load(table)]
        assert kinds[kinds.index("placed") + 1 :] == []


async def test_a_queued_request_of_a_removed_player_does_not_affect_the_next_one(tmp_path):
    """Requests wait for the lock too, and their token is checked under it."""
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        requests = (("DELETE", "me", None), ("POST", "notices/feed", {}), ("DELETE", "notices", None))
        async with (await running.registry.room(table)).lock:
            late = [
                asyncio.create_task(running.call(method, f"/api/tables/{table}/{path}", body, keys[1]))
                for method, path, body in requests
            ]
            await run_pending_tasks()
            await running.registry.context.store.append(table, 0, [], revoked=[hash_of(keys[1])])
        assert [(await request).code for request in late] == ["unknown-token"] * 3
        assert "P0" in str((await running.call("GET", f"/api/tables/{table}")).json["places"])


async def test_a_token_chosen_by_the_client_must_be_unused(tmp_path):
    """Others have seen a link; and a host without a token could no longer manage the table."""
    async with server(tmp_path) as running:
        seats = [{"who": "person"}, {"who": "open"}, {"who": "open"}]
        created = (await running.call("POST", "/api/tables", {"game": "movie", "seats": seats})).json
        join, link = f"/api/tables/{created['table']}/join", created["links"][0]["token"]
        own = created["token"]
        for bearer, chosen in ((link, link), (None, link), (own, own), (None, own)):
            response = await running.call("POST", join, {"name": "x", "token": chosen}, bearer)
            assert (response.status, response.code) == (422, "invalid")
        host = await enter(running, created["table"], created["token"])
        for number, (seat, chosen) in enumerate(((None, link), (2, link), (2, created["token"]))):
            reply = await host.ask({"type": "reissue", "id": str(number), "seat": seat, "token": chosen})
            assert reply["problem"]["code"] == "bad-message"
        assert (await running.call("POST", join, {"name": "x"}, link)).json["seat"] == 1
        assert (await host.ask({"type": "reissue", "id": "r", "seat": 2}))["type"] == "answer"


async def test_a_code_works_once_and_expires(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        clock = running.registry.context.clock
        codes = [(await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json for _ in range(2)]
        assert codes[0]["expires_at"] == clock.now() + CODE_LIFETIME
        added = await running.call("POST", "/api/devices", {"code": codes[0]["code"]})
        assert (added.status, added.json["seat"], added.json["host"]) == (201, 2, False)
        assert (await running.call("POST", "/api/devices", {"code": codes[0]["code"]})).code == "unknown-code"
        clock.time += CODE_LIFETIME
        assert (await running.call("POST", "/api/devices", {"code": codes[1]["code"]})).code == "unknown-code"
        for code in ("", "x" * 10_000, "'; drop table;", "ABCDEFGHJK"):
            assert (await running.call("POST", "/api/devices", {"code": code})).status == 422


async def test_codes_cannot_be_guessed(tmp_path):
    async with server(tmp_path, rate_join="5/hour") as running:
        codes = [await running.call("POST", "/api/devices", {"code": f"abcdefghj{n}"}) for n in range(2, 8)]
        assert [response.code for response in codes] == ["unknown-code"] * 5 + ["too-fast"]
        assert (codes[-1].status, codes[-1].header("retry-after")) == (429, "3600")
        elsewhere = await running.call("POST", "/api/devices", {"code": "abcdefghj2"}, peer="198.51.100.1")
        assert elsewhere.code == "unknown-code"


async def test_a_host_reissues_their_token_and_the_old_one_is_revoked(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host, other = await enter(running, table, keys[0]), await enter(running, table, keys[0])
        without = await host.ask({"type": "reissue", "id": "0"})
        assert without["problem"]["code"] == "bad-message"
        chosen = new_token()
        reissued = await host.ask({"type": "reissue", "id": "1", "token": chosen})
        assert (reissued["type"], reissued["token"]) == ("answer", chosen)
        assert await other.wait_closed() == 1008
        await assert_refused(running, table, keys[0], "unknown-token")
        assert (await host.ask({"type": "mute", "id": "2", "seat": 2, "muted": True}))["type"] == "answer"
        again = await running.enter(table, chosen)
        welcome = await again.next()
        assert (welcome["seat"], welcome["host"], welcome["news"][-1]["key"]) == (1, True, "news.rekeyed")
        assert (await again.ask({"type": "reissue", "id": "1", "token": chosen}))["token"] == chosen
        await enter(running, table, chosen)


async def test_p5_a_repeated_reissue_gives_the_same_token(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        host = await enter(running, table, keys[0])
        reissued = await host.ask({"type": "reissue", "id": "r", "seat": 2})
    async with server(tmp_path) as running:
        host = await enter(running, table, keys[0])
        rows = await running.registry.context.store.load(table)
        assert await host.ask({"type": "reissue", "id": "r", "seat": 2}) == reissued
        assert await running.registry.context.store.load(table) == rows
        await enter(running, table, reissued["token"])
        another = await host.ask({"type": "reissue", "id": "s", "seat": 2})
        assert another["token"] != reissued["token"]
        assert (await host.ask({"type": "reissue", "id": "r", "seat": 2}))["token"] == reissued["token"]
        await assert_refused(running, table, reissued["token"], "unknown-token")


async def test_p5_a_repeated_creation_gives_one_table(tmp_path):
    new_table = PEOPLE | {"token": new_token()}
    async with server(tmp_path) as running:
        first = await running.call("POST", "/api/tables", new_table)
        assert first.json["token"] == new_table["token"]
        join = f"/api/tables/{first.json['table']}/join"
        assert (await running.call("POST", join, {"name": "x"}, first.json["links"][0]["token"])).status == 201
    async with server(tmp_path) as running:
        again = await running.call("POST", "/api/tables", new_table)
        assert (again.status, again.json["table"]) == (201, first.json["table"])
        assert again.json["links"] == first.json["links"][1:]  # the other one was taken
        host = await enter(running, first.json["table"], new_table["token"])
        reissued = await host.ask({"type": "reissue", "id": "r", "seat": 3})
        assert reissued["token"] != first.json["links"][1]["token"]
        assert (await running.call("POST", "/api/tables", new_table)).json["links"] == []
        assert len(await running.registry.context.store.list_tokens(first.json["table"])) == 3
        other = await running.call("POST", "/api/tables", PEOPLE)
        assert other.json["table"] != first.json["table"]


async def test_p5_a_repeated_join_takes_one_open_seat(tmp_path):
    new_table = {"game": "movie", "seats": [{"who": "open"}] * 3}
    async with server(tmp_path) as running:
        table = (await running.call("POST", "/api/tables", new_table)).json["table"]
        request = {"name": "Hygd", "token": new_token()}
        first, again = [await running.call("POST", f"/api/tables/{table}/join", request) for _ in range(2)]
        assert (first.status, again.status, first.json) == (201, 201, again.json)
        assert first.json["token"] == request["token"]
        other = await running.call("POST", f"/api/tables/{table}/join", {"name": "Freawaru"})
        assert (other.json["seat"], first.json["seat"]) == (2, 1)
        renamed = await running.call("POST", f"/api/tables/{table}/join", request | {"name": "x"})
        assert renamed.code == "taken"
        await enter(running, table, request["token"])


async def test_joining_by_a_link_keeps_codes_of_other_seats(tmp_path):
    async with server(tmp_path) as running:
        seats = [{"who": "person"}] * 3
        new_table = {"game": "movie", "seats": seats, "name": "Hygd", "seat": 1}
        created = (await running.call("POST", "/api/tables", new_table)).json
        path = f"/api/tables/{created['table']}"
        codes = [(await running.call("POST", f"{path}/device", None, created["token"])).json["code"]]
        for number, link in enumerate(created["links"]):
            joined = await running.call("POST", f"{path}/join", {"name": f"P{number}"}, link["token"])
            codes.append((await running.call("POST", f"{path}/device", None, joined.json["token"])).json["code"])
        added = [(await running.call("POST", "/api/devices", {"code": code})).json["seat"] for code in codes]
        assert added == [1, 2, 3]


async def test_a_code_is_revoked_with_its_tokens(tmp_path):
    """Codes are created and redeemed under the table's lock, so that a token revoked meanwhile is noticed."""
    async with server(tmp_path) as running:
        table, keys = await create_table(running)
        code = (await running.call("POST", f"/api/tables/{table}/device", None, keys[1])).json["code"]
        async with (await running.registry.room(table)).lock:
            taking = asyncio.create_task(running.call("POST", "/api/devices", {"code": code}))
            making = asyncio.create_task(running.call("POST", f"/api/tables/{table}/device", None, keys[1]))
            await run_pending_tasks()
            await running.registry.context.store.append(table, 0, [], revoked=[hash_of(keys[1])])
        assert (await taking).code == "unknown-code"
        assert (await making).code == "unknown-token"


# ---- Spectators --------------------------------------------------------------------------------------------------


async def test_spectators_change_nothing_and_use_up_no_command_ids(tmp_path):
    """A host without a seat has separate command ids, which spectators cannot use up."""
    async with server(tmp_path) as running:
        created = (await running.call("POST", "/api/tables", {"game": "movie", "seats": [{"who": "open"}] * 2})).json
        host = await enter(running, created["table"], created["token"])
        watcher = await enter(running, created["table"], None)
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
            reply = await watcher.ask({"id": str(number), **command})
            assert (reply["type"], reply["problem"]["code"]) == ("refused", code)
        assert (await host.ask({"id": "0", "type": "seat", "seat": 1, "who": "bot"}))["type"] == "answer"
        assert (await watcher.ask({"id": "0", "type": "seat", "seat": 1, "who": "bot"}))["type"] == "refused"


async def test_a_private_table_refuses_spectators(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running, watchable=False)
        await assert_refused(running, table, None, "not-watchable")
        assert (await running.call("GET", f"/api/tables/{table}/record")).code == "not-watchable"
        await enter(running, table, keys[2])


async def test_a_rematch_counts_as_a_new_table(tmp_path):
    async with server(tmp_path, rate_create="2/hour") as running:
        table, keys = await create_table(running, on_resign="end")
        for outcome in ("answer", "refused"):
            client = await enter(running, table, keys[0])
            assert (await client.ask({"type": "resign", "id": "r"}))["type"] == "answer"
            reply = await client.ask({"type": "rematch", "id": "again"})
            assert reply["type"] == outcome
            assert reply == await client.ask({"type": "rematch", "id": "again"})
            table = reply.get("table")
        assert reply["problem"]["code"] == "too-fast"


async def test_the_list_of_tables_does_not_reveal_when_people_chat(tmp_path):
    async with server(tmp_path) as running:
        table, keys = await create_table(running, listed=True)
        client, watcher = await enter(running, table, keys[0]), await enter(running, table, None)
        before, received = (await running.call("GET", "/api/tables")).body, list(watcher.received)
        running.registry.context.clock.time += 1000
        assert (await client.ask({"type": "say", "id": "s", "text": "hush"}))["type"] == "answer"
        assert (await client.ask({"type": "erase", "id": "e", "message": 0}))["type"] == "answer"
        await running.wait_until_idle()
        assert (await running.call("GET", "/api/tables")).body == before
        assert watcher.received == received
