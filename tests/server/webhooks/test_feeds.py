"""Feeds contain the pending item of a seat and nothing else, and are deleted with the keys of the seat."""

import hashlib
import json
from xml.etree import ElementTree

import pytest

from tests.server.support.in_process_server import InProcessServer
from tests.server.support.webhook_world import start_game

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
async def server(tmp_path):
    async with InProcessServer(tmp_path / "data") as opened:
        yield opened


def path_of(address: str) -> str:
    """Return the path of a route from its URL."""
    return address.partition("/api/")[2]


async def test_json_feed_has_the_pending_item_in_the_chosen_language(server):
    keys, (host, guest) = await start_game(server)
    feeds = [await server.post(f"tables/{keys[0]}/notices/feed", {"language": "fr"}, keys[seat]) for seat in (1, 2)]
    mine, theirs = [await server.get(path_of(urls["json_feed"])) for urls in feeds]
    assert mine["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["title"] for item in mine["items"]] == ["Le Film\u00a0: c’est à vous."]
    assert mine["items"][0]["url"] == f"http://here/#{keys[0]}"
    assert theirs["items"] == []
    await host.play()
    await guest.wait_until(lambda: guest.now["question"] is not None)
    after = [await server.get(path_of(urls["json_feed"])) for urls in feeds]
    assert [len(feed["items"]) for feed in after] == [0, 1]


async def test_atom_feed_has_the_same_item(server):
    keys, _ = await start_game(server)
    urls = await server.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    feed = ElementTree.fromstring((await server.get(path_of(urls["atom_feed"]))).partition("\n")[2])
    data = await server.get(path_of(urls["json_feed"]))
    assert feed.findtext(f"{ATOM}title") == data["title"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}id") == data["items"][0]["id"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}updated") == data["items"][0]["date_published"] == "2027-01-15T08:00:00Z"


async def test_feed_secrets_and_seat_keys_are_different(server):
    keys, _ = await start_game(server)
    urls = await server.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    secret = urls["json_feed"].rpartition("/")[2].removesuffix(".json")
    data = json.dumps([await server.get(path_of(urls["json_feed"])), await server.get(path_of(urls["atom_feed"]))])
    assert not [word for word in (*list(keys.values())[1:], secret) if word in data]
    assert await server.refused("GET", f"tables/{keys[0]}/me", None, secret) == "unknown-token"
    assert await server.refused("GET", f"feeds/{keys[1]}.json") == "no-such-feed"  # a seat key is not a feed secret
    rows = await server.store.find_notice(keys[0], 0)
    assert rows.feed == hashlib.sha256(secret.encode()).digest()


async def test_a_new_feed_replaces_the_old_url(server):
    keys, _ = await start_game(server)
    old, new = [await server.post(f"tables/{keys[0]}/notices/feed", {}, keys[1]) for _ in range(2)]
    assert await server.refused("GET", path_of(old["json_feed"])) == "no-such-feed"
    assert (await server.get(path_of(new["json_feed"])))["items"]
    status, _ = await server.ask("DELETE", f"tables/{keys[0]}/notices", None, keys[1])
    assert status == 204
    assert await server.refused("GET", path_of(new["json_feed"])) == "no-such-feed"


async def test_notices_are_deleted_with_the_keys_of_the_seat(server):
    keys, (host, _) = await start_game(server)
    guest_feed = await server.post(f"tables/{keys[0]}/notices/feed", {}, keys[2])
    host_feed = await server.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    await host.expect_answer("reissue", seat=2)
    assert await server.refused("GET", path_of(guest_feed["json_feed"])) == "no-such-feed"
    assert await server.get(path_of(host_feed["json_feed"]))
    await server.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1])
    assert await server.refused("GET", path_of(host_feed["json_feed"])) == "no-such-feed"


async def test_notices_are_visible_only_to_their_seat(server):
    keys, _ = await start_game(server)
    assert await server.refused("GET", f"tables/{keys[0]}/notices") == "unknown-token"
    nothing = {"feed": False, "webhook": None, "secret": None, "failures": 0}
    assert await server.get(f"tables/{keys[0]}/notices", keys[1]) == nothing
    await server.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    assert await server.get(f"tables/{keys[0]}/notices", keys[1]) == nothing | {"feed": True}
    assert await server.get(f"tables/{keys[0]}/notices", keys[2]) == nothing
    assert (await server.get(f"tables/{keys[0]}/me", keys[1]))["feed"] is True
