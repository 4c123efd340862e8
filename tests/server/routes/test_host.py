"""Statistics for the host: correct, protected, and without names or secrets."""

import json

import pytest

from heorot.engine.errors import HeorotError
from heorot.server.settings import read_settings
from heorot.terminal.translator import Translator
from tests.server.support.in_process_server import InProcessServer, play_to_end, scope

KEY = "correct-horse-battery-staple"
FAR = ("203.0.113.5", 4000)
HERE = ("127.0.0.1", 4000)


async def ask(server: InProcessServer, key: str | None = None, client: tuple[str, int] = HERE, **more: object):
    """Return status and body of `/api/host`."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    request = scope("http", "/api/host", key, method="GET", client=client)
    request["headers"] += [(name.replace("_", "-").encode(), str(value).encode()) for name, value in more.items()]
    await server.app(request, receive, send)
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent))


async def code(server: InProcessServer, *args, **more) -> str:
    status, body = await ask(server, *args, **more)
    assert status >= 400
    return body["problem"]["code"]


# ---- Access --------------------------------------------------------------------------------------------------------


async def test_only_local_clients_have_access_without_a_key(tmp_path):
    async with InProcessServer(tmp_path) as server:
        assert (await ask(server))[0] == 200
        assert await code(server, client=FAR) == "far"
        assert await code(server, x_forwarded_for="127.0.0.1") == "far"  # forwarded by an untrusted proxy
        assert await code(server, KEY, client=FAR) == "unknown-token"  # no key is set
        assert await code(server, "", client=FAR) in ("unknown-token", "far")


async def test_the_key_gives_access_from_anywhere(tmp_path):
    async with InProcessServer(tmp_path, host_key=KEY) as server:
        assert (await ask(server, KEY, FAR))[0] == 200
        assert await code(server, client=FAR) == "far"
        for wrong in (KEY[:-1], KEY + "x", KEY.upper(), "é" * 20):
            assert await code(server, wrong, FAR) == "unknown-token"
        assert await code(server, "wrong" * 5) == "unknown-token"  # a wrong key is refused even for local clients


async def test_forwarded_clients_are_not_local(tmp_path):
    async with InProcessServer(tmp_path, proxies="127.0.0.1", host_key=KEY) as server:
        assert await code(server, x_forwarded_for="203.0.113.5") == "far"
        assert (await ask(server, KEY, x_forwarded_for="203.0.113.5"))[0] == 200


@pytest.mark.parametrize(("metrics", "here", "far"), [("off", 404, 404), ("local", 200, 403), ("all", 200, 200)])
async def test_access_follows_the_metrics_setting(tmp_path, metrics, here, far):
    async with InProcessServer(tmp_path, metrics=metrics, host_key=KEY) as server:
        assert ((await ask(server))[0], (await ask(server, client=FAR))[0]) == (here, far)
        assert (await ask(server, KEY, FAR))[0] == 200


@pytest.mark.parametrize("key", ["short", "twenty letters and blanks", "é" * 30, "x" * 19])
def test_weak_host_keys_are_refused_and_not_repeated(monkeypatch, key):
    monkeypatch.setenv("HEOROT_HOST_KEY", key)
    with pytest.raises(HeorotError) as refused:
        read_settings()
    sentence = Translator("en").render_error(refused.value)
    assert "HEOROT_HOST_KEY" in sentence
    assert key not in sentence


def test_the_repr_of_settings_hides_the_key(monkeypatch):
    monkeypatch.setenv("HEOROT_HOST_KEY", KEY)
    assert KEY not in repr(read_settings())


# ---- Figures -------------------------------------------------------------------------------------------------------


async def test_moves_and_tables_are_counted(tmp_path):
    async with InProcessServer(tmp_path) as server:
        before = (await ask(server))[1]
        keys = await server.seat("movie", 2)
        first, second = await server.connect(keys[0], keys[1]), await server.connect(keys[0], keys[2])
        now = (await ask(server))[1]
        assert (before["tables"]["playing"], now["tables"]["playing"]) == (0, 1)
        assert (before["sockets"], now["sockets"]) == (0, 2)
        assert await first.expect_refusal("play", question=10**6, actions=["x"])
        await play_to_end(first, second)
        after = (await ask(server))[1]
        await server.run_round()
        tidied = (await ask(server))[1]
        await first.leave()
        await second.leave()
    assert after["tables"]["over"] == 1
    assert after["moves"] > 20
    assert after["commands"]["count"] > after["moves"]  # one was refused
    assert sum(after["refused"].values()) >= 1
    assert after["disk"]["count"] >= after["moves"]
    assert after["disk"]["seconds"] > 0  # not compared: the writer thread also counts time it is not scheduled
    assert after["commands"]["seconds"] > 0
    assert (after["store_bytes"], tidied["store_bytes"] > 1000) == (0, True)
    assert after["node"] == before["node"]
    assert after["uptime"] >= before["uptime"] >= 0


async def test_bots_are_counted(tmp_path):
    async with InProcessServer(tmp_path) as server:
        keys = await server.create_table("movie", "person", "greedy")
        wire = await server.connect(keys[0], keys[1])
        await wire.play()
        await wire.wait_until(lambda: wire.now["question"] is not None)
        body = (await ask(server))[1]
        await wire.leave()
    assert body["thoughts"]["count"] >= 1
    assert (body["thinking"], body["bots_failed"]) == (0, 0)


async def test_histograms_are_cumulative(tmp_path):
    async with InProcessServer(tmp_path) as server:
        await server.seat("legend", 2)
        body = (await ask(server))[1]["disk"]
    assert body["most"] == sorted(body["most"])
    assert body["counts"] == sorted(body["counts"])
    assert len(body["most"]) == len(body["counts"])
    assert body["counts"][-1] <= body["count"]


async def test_figures_contain_no_names(tmp_path):
    async with InProcessServer(tmp_path, host_key=KEY) as server:
        keys = await server.seat("movie", 2)
        wire = await server.connect(keys[0], keys[1])
        text = json.dumps((await ask(server, KEY, FAR))[1])
        await wire.leave()
    for secret in (*keys.values(), KEY, "P1", "P2", FAR[0], "movie", str(tmp_path)):
        assert secret not in text
