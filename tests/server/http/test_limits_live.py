"""Rate limits over the wire, chat texts, and logs without secrets."""

import io
import json

import pytest

from heorot.server import logs
from heorot.server.http.connection import MAX_RATE_WARNINGS
from tests.server.support.asgi_client import SteppedClock, run_app

OPEN = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}], "name": "Beaw", "seat": 1}


async def create_table(server):
    return (await server.call("POST", "/api/tables", OPEN)).json


async def enter(server, created):
    client = await server.enter(created["table"], created["token"])
    assert (await client.next())["type"] == "welcome"
    return client


@pytest.mark.parametrize(
    ("rate", "message"),
    [
        ("rate_command", {"type": "undo"}),
        ("rate_chat", {"type": "say", "text": "hail"}),
        ("rate_ask", {"type": "ask", "what": "scores"}),
        ("rate_leave", {"type": "leave", "bot": "random"}),
        ("rate_leave", {"type": "return"}),
    ],
)
async def test_rate_limits_say_when_to_retry(tmp_path, rate, message):
    clock = SteppedClock()
    async with run_app(tmp_path, clock, **{rate: "3/10 second"}) as server:
        client = await enter(server, await create_table(server))
        replies = [await client.ask({"id": str(number), **message}) for number in range(5)]
        codes = [reply.get("problem", {}).get("code") for reply in replies]
        assert "too-fast" not in codes[:3]
        assert codes[3:] == ["too-fast"] * 2
        assert replies[3]["problem"]["params"]["seconds"] == 10
        clock.time += 10_000
        again = await client.ask({"id": "3", **message})
        assert again.get("problem", {}).get("code") != "too-fast"


async def test_clients_that_ignore_rate_limits_are_disconnected(tmp_path):
    async with run_app(tmp_path, SteppedClock(), rate_command="3/10 second") as server:
        created = await create_table(server)
        client, other = await enter(server, created), await enter(server, created)
        for _ in range(MAX_RATE_WARNINGS + 10):
            client.send_message("nonsense")
        assert await client.wait_closed() == 1008
        assert json.loads(client.received[-1])["problem"]["code"] == "too-fast"
        assert other.closed is None


async def test_hellos_tables_and_sockets_are_limited(tmp_path):
    limits = {"rate_hello": "2/minute", "rate_create": "3/hour", "most_tables": 4, "most_sockets": 3}
    async with run_app(tmp_path, SteppedClock(), **limits) as server:
        created = await create_table(server)
        clients = [await server.enter(created["table"]) for _ in range(3)]
        message = await clients[2].next()
        assert (message["type"], message["problem"]["code"]) == ("goodbye", "too-fast")
        await clients[2].wait_closed()
        clients[2] = await server.client()
        too_many = await server.client()
        assert (too_many.status, json.loads(too_many.refusal)["problem"]["code"]) == (429, "too-many")
        assert (await server.client(peer="198.51.100.1")).status == 101
        assert [(await server.call("POST", "/api/tables", OPEN)).status for _ in range(3)] == [201, 201, 429]
        server.registry.context.clock.time += 3_600_000
        assert [(await server.call("POST", "/api/tables", OPEN)).status for _ in range(2)] == [201, 429]


# ---- Chat ----------------------------------------------------------------------------------------------------------

NASTY = [
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # clients must escape it
    ("\u202eevil\u2066", "evil"),
    ("a\x00b\x1b[31m\n\r\tc", "ab[31m c"),
    ("\U0001f409 dragon", "\U0001f409 dragon"),
    ("'; drop table events; --", "'; drop table events; --"),
    ("{name, plural, other {#}}", "{name, plural, other {#}}"),
]


@pytest.mark.parametrize(("message", "shown"), NASTY, ids=range(len(NASTY)))
async def test_chat_keeps_text_except_invisible_characters(tmp_path, message, shown):
    async with run_app(tmp_path, SteppedClock()) as server:
        created = (await server.call("POST", "/api/tables", OPEN | {"name": message})).json
        client = await enter(server, created)
        assert json.loads(client.received[0])["now"]["table"]["places"][0]["name"] == shown
        assert (await client.ask({"type": "say", "id": "s", "text": message}))["type"] == "answer"
        assert json.loads(client.received[1])["chat"][0]["text"] == shown


async def test_lone_surrogates_are_refused(tmp_path):
    async with run_app(tmp_path, SteppedClock()) as server:
        for name in ("\ud800", "\u200b", "\u202e"):
            response = await server.call("POST", "/api/tables", OPEN | {"name": name})
            assert response.status in (400, 422)
        response = await server.call("POST", "/api/records", {"record": "heorot-record 1\n# \ud800\n"})
        assert response.status == 422


# ---- Logs ----------------------------------------------------------------------------------------------------------


async def test_logs_contain_no_secret(tmp_path):
    lines = io.StringIO()
    logs.configure_logging("debug", lines)
    async with run_app(tmp_path, SteppedClock()) as server:
        created = await create_table(server)
        key = (await server.call("POST", f"/api/tables/{created['table']}/join", {"name": "Yrmenlaf"})).json["token"]
        code = (await server.call("POST", f"/api/tables/{created['table']}/device", None, key)).json["code"]
        added = (await server.call("POST", "/api/devices", {"code": code})).json["token"]
        client = await enter(server, created)
        await client.ask({"type": "say", "id": "my-command", "text": "hushed words"})
        question = json.loads(client.received[0])["now"]["question"] or 1
        await client.ask({"type": "play", "id": "another", "question": question, "actions": ["some action"]})
        client.send_message("secret nonsense")
        await server.enter(created["table"], "k" * 22)
        await server.call("GET", f"/api/tables/{created['table']}/me?token={key}", None, key)
        await server.call("GET", "/api/hidden-path", None, key)
        await server.call("POST", "/api/tables", b"hidden body")
        await server.wait_until_idle()
    text = lines.getvalue()
    assert text.count('"event": "request"') >= 8
    secrets = (created["table"], created["token"], key, code, added, "Beaw", "Yrmenlaf", "hushed", "my-command",
               "some action", "secret nonsense", "hidden", "kkkk", server.peer)  # fmt: skip
    assert [secret for secret in secrets if secret in text] == []
