"""Floods, and what is written of people: limits say when to come again, and keep their word; logs hold no secret."""

import io
import json

import pytest

from heorot.server import logs
from heorot.server.socket import MOST_WARNINGS
from tests.server.served import FakeClock, served

OPEN = {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}], "name": "Beaw", "seat": 1}


async def lay(house):
    return (await house.call("POST", "/api/tables", OPEN)).json


async def enter(house, laid):
    wire = await house.enter(laid["table"], laid["token"])
    assert (await wire.next())["type"] == "welcome"
    return wire


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
async def test_a_flood_is_told_when_to_come_again_and_can(tmp_path, rate, message):
    clock = FakeClock()
    async with served(tmp_path, clock, **{rate: "3/10 second"}) as house:
        wire = await enter(house, await lay(house))
        found = [await wire.ask({"id": str(number), **message}) for number in range(5)]
        codes = [one.get("problem", {}).get("code") for one in found]
        assert "too-fast" not in codes[:3]
        assert codes[3:] == ["too-fast"] * 2
        assert found[3]["problem"]["params"]["seconds"] == 10
        clock.time += 10_000
        again = await wire.ask({"id": "3", **message})
        assert again.get("problem", {}).get("code") != "too-fast"


async def test_whoever_does_not_wait_is_sent_away(tmp_path):
    async with served(tmp_path, FakeClock(), rate_command="3/10 second") as house:
        laid = await lay(house)
        wire, other = await enter(house, laid), await enter(house, laid)
        for _ in range(MOST_WARNINGS + 10):
            wire.say("nonsense")
        assert await wire.end() == 1008
        assert json.loads(wire.heard[-1])["problem"]["code"] == "too-fast"
        assert other.closed is None


async def test_floods_of_hellos_tables_and_sockets(tmp_path):
    limits = {"rate_hello": "2/minute", "rate_create": "3/hour", "most_tables": 4, "most_sockets": 3}
    async with served(tmp_path, FakeClock(), **limits) as house:
        laid = await lay(house)
        wires = [await house.enter(laid["table"]) for _ in range(3)]
        said = await wires[2].next()
        assert (said["type"], said["problem"]["code"]) == ("goodbye", "too-fast")
        await wires[2].end()
        wires[2] = await house.wire()
        too_many = await house.wire()
        assert (too_many.status, json.loads(too_many.refusal)["problem"]["code"]) == (429, "too-many")
        assert (await house.wire(peer="198.51.100.1")).status == 101
        assert [(await house.call("POST", "/api/tables", OPEN)).status for _ in range(3)] == [201, 201, 429]
        house.hall.means.clock.time += 3_600_000
        assert [(await house.call("POST", "/api/tables", OPEN)).status for _ in range(2)] == [201, 429]


# ---- Words -----------------------------------------------------------------------------------------------------------

NASTY = [
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),  # whoever shows it escapes it
    ("\u202eevil\u2066", "evil"),
    ("a\x00b\x1b[31m\n\r\tc", "ab[31m c"),
    ("\U0001f409 dragon", "\U0001f409 dragon"),
    ("'; drop table events; --", "'; drop table events; --"),
    ("{name, plural, other {#}}", "{name, plural, other {#}}"),
]


@pytest.mark.parametrize(("said", "shown"), NASTY, ids=range(len(NASTY)))
async def test_words_are_kept_as_they_are_but_for_what_cannot_be_seen(tmp_path, said, shown):
    async with served(tmp_path, FakeClock()) as house:
        laid = (await house.call("POST", "/api/tables", OPEN | {"name": said})).json
        wire = await enter(house, laid)
        assert json.loads(wire.heard[0])["now"]["table"]["places"][0]["name"] == shown
        assert (await wire.ask({"type": "say", "id": "s", "text": said}))["type"] == "answer"
        assert json.loads(wire.heard[1])["chat"][0]["text"] == shown


async def test_half_a_character_is_no_name(tmp_path):
    async with served(tmp_path, FakeClock()) as house:
        for name in ("\ud800", "\u200b", "\u202e"):
            found = await house.call("POST", "/api/tables", OPEN | {"name": name})
            assert found.status in (400, 422)
        found = await house.call("POST", "/api/records", {"record": "heorot-record 1\n# \ud800\n"})
        assert found.status == 422


# ---- Logs ------------------------------------------------------------------------------------------------------------


async def test_no_secret_is_ever_written_to_the_log(tmp_path):
    lines = io.StringIO()
    logs.set_up_logs("debug", lines)
    async with served(tmp_path, FakeClock()) as house:
        laid = await lay(house)
        key = (await house.call("POST", f"/api/tables/{laid['table']}/join", {"name": "Yrmenlaf"})).json["token"]
        code = (await house.call("POST", f"/api/tables/{laid['table']}/device", None, key)).json["code"]
        added = (await house.call("POST", "/api/devices", {"code": code})).json["token"]
        wire = await enter(house, laid)
        await wire.ask({"type": "say", "id": "my-command", "text": "hushed words"})
        question = json.loads(wire.heard[0])["now"]["question"] or 1
        await wire.ask({"type": "play", "id": "another", "question": question, "actions": ["some action"]})
        wire.say("secret nonsense")
        await house.enter(laid["table"], "k" * 22)
        await house.call("GET", f"/api/tables/{laid['table']}/me?token={key}", None, key)
        await house.call("GET", "/api/hidden-path", None, key)
        await house.call("POST", "/api/tables", b"hidden body")
        await house.quiet()
    text = lines.getvalue()
    assert text.count('"event": "request"') >= 8
    secrets = (laid["table"], laid["token"], key, code, added, "Beaw", "Yrmenlaf", "hushed", "my-command",
               "some action", "secret nonsense", "hidden", "kkkk", house.peer)  # fmt: skip
    assert [secret for secret in secrets if secret in text] == []
