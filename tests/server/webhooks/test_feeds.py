"""What waits is told by the feed of a seat, which tells nothing else, and dies with the keys to the seat."""

import hashlib
import json
from xml.etree import ElementTree

import pytest

from tests.server.house import House
from tests.server.noticed import begun

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path / "data") as opened:
        yield opened


def path_of(address: str) -> str:
    """Of a route, as the tests call it."""
    return address.partition("/api/")[2]


async def test_a_feed_tells_whose_turn_it_is_in_a_language(house):
    keys, (host, guest) = await begun(house)
    made = [await house.post(f"tables/{keys[0]}/notices/feed", {"language": "fr"}, keys[seat]) for seat in (1, 2)]
    mine, theirs = [await house.get(path_of(one["json_feed"])) for one in made]
    assert mine["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["title"] for item in mine["items"]] == ["Le Film\u00a0: c’est à vous."]
    assert mine["items"][0]["url"] == f"http://here/#{keys[0]}"
    assert theirs["items"] == []
    await host.play()
    await guest.until(lambda: guest.now["question"] is not None)
    after = [await house.get(path_of(one["json_feed"])) for one in made]
    assert [len(feed["items"]) for feed in after] == [0, 1]


async def test_atom_says_the_same(house):
    keys, _ = await begun(house)
    made = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    feed = ElementTree.fromstring((await house.get(path_of(made["atom_feed"]))).partition("\n")[2])
    told = await house.get(path_of(made["json_feed"]))
    assert feed.findtext(f"{ATOM}title") == told["title"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}id") == told["items"][0]["id"]
    assert feed.findtext(f"{ATOM}entry/{ATOM}updated") == told["items"][0]["date_published"] == "2027-01-15T08:00:00Z"


async def test_a_feed_holds_no_key_and_is_none(house):
    keys, _ = await begun(house)
    made = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    secret = made["json_feed"].rpartition("/")[2].removesuffix(".json")
    told = json.dumps([await house.get(path_of(made["json_feed"])), await house.get(path_of(made["atom_feed"]))])
    assert not [word for word in (*list(keys.values())[1:], secret) if word in told]
    assert await house.refused("GET", f"tables/{keys[0]}/me", None, secret) == "unknown-token"
    assert await house.refused("GET", f"feeds/{keys[1]}.json") == "no-such-feed"  # and a key is no feed
    rows = await house.store.notice(keys[0], 0)
    assert rows.feed == hashlib.sha256(secret.encode()).digest()


async def test_a_feed_made_anew_is_at_another_address_and_the_old_one_is_dead(house):
    keys, _ = await begun(house)
    old, new = [await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1]) for _ in range(2)]
    assert await house.refused("GET", path_of(old["json_feed"])) == "no-such-feed"
    assert (await house.get(path_of(new["json_feed"])))["items"]
    status, _ = await house.ask("DELETE", f"tables/{keys[0]}/notices", None, keys[1])
    assert status == 204
    assert await house.refused("GET", path_of(new["json_feed"])) == "no-such-feed"


async def test_notices_die_with_the_keys_to_the_seat(house):
    keys, (host, _) = await begun(house)
    made = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[2])
    kept = await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    await host.must("reissue", seat=2)
    assert await house.refused("GET", path_of(made["json_feed"])) == "no-such-feed"
    assert await house.get(path_of(kept["json_feed"]))
    await house.ask("DELETE", f"tables/{keys[0]}/me", None, keys[1])
    assert await house.refused("GET", path_of(kept["json_feed"])) == "no-such-feed"


async def test_only_who_sits_there_has_notices_and_sees_what_is_set(house):
    keys, _ = await begun(house)
    assert await house.refused("GET", f"tables/{keys[0]}/notices") == "unknown-token"
    nothing = {"feed": False, "webhook": None, "secret": None, "failures": 0}
    assert await house.get(f"tables/{keys[0]}/notices", keys[1]) == nothing
    await house.post(f"tables/{keys[0]}/notices/feed", {}, keys[1])
    assert await house.get(f"tables/{keys[0]}/notices", keys[1]) == nothing | {"feed": True}
    assert await house.get(f"tables/{keys[0]}/notices", keys[2]) == nothing
    assert (await house.get(f"tables/{keys[0]}/me", keys[1]))["feed"] is True
