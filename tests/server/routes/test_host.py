"""The host's figures: right, for the host alone, and without a name or a secret of anybody."""

import json

import pytest

from heorot.engine.errors import HeorotError
from heorot.server.settings import read_settings
from heorot.terminal.speech import Speech
from tests.server.house import House, play_out, scope

KEY = "correct-horse-battery-staple"
FAR = ("203.0.113.5", 4000)
HERE = ("127.0.0.1", 4000)


async def ask(house: House, key: str | None = None, client: tuple[str, int] = HERE, **more: object):
    """The status and what is told at `/api/host`."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    asked = scope("http", "/api/host", key, method="GET", client=client)
    asked["headers"] += [(name.replace("_", "-").encode(), str(value).encode()) for name, value in more.items()]
    await house.app(asked, receive, send)
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent))


async def code(house: House, *given, **more) -> str:
    status, told = await ask(house, *given, **more)
    assert status >= 400
    return told["problem"]["code"]


# ---- Who may look --------------------------------------------------------------------------------------------------


async def test_without_a_key_it_is_for_this_machine_alone(tmp_path):
    async with House(tmp_path) as house:
        assert (await ask(house))[0] == 200
        assert await code(house, client=FAR) == "far"
        assert await code(house, x_forwarded_for="127.0.0.1") == "far"  # a stranger passed it on
        assert await code(house, KEY, client=FAR) == "unknown-token"  # there is no key
        assert await code(house, "", client=FAR) in ("unknown-token", "far")


async def test_the_key_opens_it_from_anywhere(tmp_path):
    async with House(tmp_path, host_key=KEY) as house:
        assert (await ask(house, KEY, FAR))[0] == 200
        assert await code(house, client=FAR) == "far"
        for wrong in (KEY[:-1], KEY + "x", KEY.upper(), "é" * 20):
            assert await code(house, wrong, FAR) == "unknown-token"
        assert await code(house, "wrong" * 5) == "unknown-token"  # here too: who types one wants to know


async def test_a_proxy_brings_strangers(tmp_path):
    async with House(tmp_path, proxies="127.0.0.1", host_key=KEY) as house:
        assert await code(house, x_forwarded_for="203.0.113.5") == "far"
        assert (await ask(house, KEY, x_forwarded_for="203.0.113.5"))[0] == 200


@pytest.mark.parametrize(("metrics", "here", "far"), [("off", 404, 404), ("local", 200, 403), ("all", 200, 200)])
async def test_the_rule_is_that_of_the_metrics(tmp_path, metrics, here, far):
    async with House(tmp_path, metrics=metrics, host_key=KEY) as house:
        assert ((await ask(house))[0], (await ask(house, client=FAR))[0]) == (here, far)
        assert (await ask(house, KEY, FAR))[0] == 200


@pytest.mark.parametrize("key", ["short", "twenty letters and blanks", "é" * 30, "x" * 19])
def test_a_key_that_could_be_guessed_is_refused_and_not_repeated(monkeypatch, key):
    monkeypatch.setenv("HEOROT_HOST_KEY", key)
    with pytest.raises(HeorotError) as refused:
        read_settings()
    said = Speech("en").complain(refused.value)
    assert "HEOROT_HOST_KEY" in said
    assert key not in said


def test_the_settings_do_not_show_the_key(monkeypatch):
    monkeypatch.setenv("HEOROT_HOST_KEY", KEY)
    assert KEY not in repr(read_settings())


# ---- What is told --------------------------------------------------------------------------------------------------


async def test_a_game_is_counted(tmp_path):
    async with House(tmp_path) as house:
        before = (await ask(house))[1]
        keys = await house.seat("movie", 2)
        one, two = await house.come(keys[0], keys[1]), await house.come(keys[0], keys[2])
        now = (await ask(house))[1]
        assert (before["tables"]["playing"], now["tables"]["playing"]) == (0, 1)
        assert (before["sockets"], now["sockets"]) == (0, 2)
        assert await one.fails("play", question=10**6, actions=["x"])
        await play_out(one, two)
        after = (await ask(house))[1]
        await house.tidy()
        tidied = (await ask(house))[1]
        await one.leave()
        await two.leave()
    assert after["tables"]["over"] == 1
    assert after["moves"] > 20
    assert after["commands"]["count"] > after["moves"]  # one was refused
    assert sum(after["refused"].values()) >= 1
    assert after["disk"]["count"] >= after["moves"]
    assert 0 < after["disk"]["seconds"] < after["commands"]["seconds"]
    assert (after["store_bytes"], tidied["store_bytes"] > 1000) == (0, True)
    assert after["node"] == before["node"]
    assert after["uptime"] >= before["uptime"] >= 0


async def test_bots_are_counted(tmp_path):
    async with House(tmp_path) as house:
        keys = await house.lay("movie", "person", "greedy")
        wire = await house.come(keys[0], keys[1])
        await wire.play()
        await wire.until(lambda: wire.now["question"] is not None)
        told = (await ask(house))[1]
        await wire.leave()
    assert told["thoughts"]["count"] >= 1
    assert (told["thinking"], told["bots_failed"]) == (0, 0)


async def test_steps_only_rise_and_end_at_the_count(tmp_path):
    async with House(tmp_path) as house:
        await house.seat("legend", 2)
        told = (await ask(house))[1]["disk"]
    assert told["most"] == sorted(told["most"])
    assert told["counts"] == sorted(told["counts"])
    assert len(told["most"]) == len(told["counts"])
    assert told["counts"][-1] <= told["count"]


async def test_nobody_is_named(tmp_path):
    async with House(tmp_path, host_key=KEY) as house:
        keys = await house.seat("movie", 2)
        wire = await house.come(keys[0], keys[1])
        text = json.dumps((await ask(house, KEY, FAR))[1])
        await wire.leave()
    for secret in (*keys.values(), KEY, "P1", "P2", FAR[0], "movie", str(tmp_path)):
        assert secret not in text
