"""Two nodes: a token is revoked at one at the very moment at which it is used at the other."""

import pytest

from heorot.server.tokens import hash_of, new_token
from tests.server.cluster.test_nodes import nodes, wait_until
from tests.server.support.in_process_server import play_to_end


@pytest.fixture
async def both(tmp_path):
    async with nodes(tmp_path, None) as servers:
        yield servers


def just_before(server, monkeypatch, action, what="append") -> None:
    """Run something elsewhere after the decision here and before it is stored."""
    store, work = server.store.store, getattr(server.store.store, what)

    async def late(*args, **more):
        monkeypatch.setattr(store, what, work)
        await action()
        return await work(*args, **more)

    monkeypatch.setattr(store, what, late)


async def test_link_reissued_while_joining_takes_no_seat(both, monkeypatch):
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    host = await node.connect(keys[0], keys[1])
    new = []

    async def reissue_link():
        new.append((await host.expect_answer("reissue", seat=2))["token"])

    just_before(other, monkeypatch, reissue_link)
    assert await other.refused("POST", f"tables/{keys[0]}/join", {"name": "Thief"}, keys[2]) == "unknown-token"
    assert (await other.post(f"tables/{keys[0]}/join", {"name": "Friend"}, new[0]))["seat"] == 2


async def test_a_link_reissued_during_its_lookup_takes_no_seat(both, monkeypatch):
    """Revoked between the lookups of token and table."""
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    host = await node.connect(keys[0], keys[1])

    async def reissue_link():
        await host.expect_answer("reissue", seat=2)

    just_before(other, monkeypatch, reissue_link, "load")
    assert await other.refused("POST", f"tables/{keys[0]}/join", {"name": "Thief"}, keys[2]) == "unknown-token"


async def test_a_host_whose_token_was_just_revoked_takes_no_reserved_seat(both, monkeypatch):
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open", name=None)
    host, own = await node.connect(keys[0], keys[1]), new_token()

    async def reissue_host_token():
        await host.expect_answer("reissue", token=own)

    just_before(other, monkeypatch, reissue_host_token)
    assert await other.refused("POST", f"tables/{keys[0]}/join", {"name": "Thief"}, keys[1]) == "unknown-token"
    assert (await other.post(f"tables/{keys[0]}/join", {"name": "Host"}, own))["seat"] == 1


async def test_a_player_who_just_lost_a_seat_erases_nobody_else(both, monkeypatch):
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    await node.join(keys, 2, name="Friend")
    host, successor = await node.connect(keys[0], keys[1]), {}

    async def replace_player():
        await host.expect_answer("seat", seat=2, who="open")
        successor.update(await node.post(f"tables/{keys[0]}/join", {"name": "Next", "seat": 2}))

    just_before(other, monkeypatch, replace_player)
    assert await other.refused("DELETE", f"tables/{keys[0]}/me", None, keys[2]) == "unknown-token"
    assert (await other.get(f"tables/{keys[0]}"))["places"][1]["name"] == "Next"
    assert (await other.get(f"tables/{keys[0]}/me", successor["token"]))["name"] == "Next"


async def test_only_one_of_two_simultaneously_reissued_links_is_valid(both, monkeypatch):
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    host, same_host = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[1])

    async def reissue_link():
        await host.expect_answer("reissue", seat=2)

    just_before(other, monkeypatch, reissue_link)
    link = (await same_host.expect_answer("reissue", seat=2))["token"]
    assert [row.hash for row in await node.store.list_tokens(keys[0]) if row.seat == 1] == [hash_of(link)]


async def test_a_host_whose_token_was_just_revoked_reissues_none(both, monkeypatch):
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    host, thief, own = await node.connect(keys[0], keys[1]), await other.connect(keys[0], keys[1]), new_token()

    async def reissue_host_token():
        await host.expect_answer("reissue", token=own)

    just_before(other, monkeypatch, reissue_host_token)
    thief.send(type="reissue", id="mine", token=new_token())
    assert await thief.wait_for_goodbye() == "unknown-token"
    assert [row.hash for row in await node.store.list_tokens(keys[0]) if row.host] == [hash_of(own)]


async def test_a_host_who_reissues_their_token_during_revocations_stays_connected(both, monkeypatch):
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    await node.join(keys, 2)
    host, guest, own = await other.connect(keys[0], keys[1]), await node.connect(keys[0], keys[2]), new_token()

    async def leave():
        guest.send(type="resign", id="gone")
        await guest.wait_for_goodbye()

    just_before(other, monkeypatch, leave)
    await host.expect_answer("reissue", token=own)
    await host.expect_answer("say", text="still here")
    assert not host.all("goodbye")
    assert (await other.get(f"tables/{keys[0]}/me", own))["host"] is True


async def test_a_player_who_resigns_as_the_game_begins_keeps_the_token(both, monkeypatch):
    """A bot plays on, and the person may still watch their seat."""
    node, other = both
    keys = await node.create_table("movie", "person", "person", "open")
    await node.join(keys, 2)
    guest = await other.connect(keys[0], keys[2])

    async def take_last_seat():
        await node.post(f"tables/{keys[0]}/join", {"name": "Last", "seat": 3})

    just_before(other, monkeypatch, take_last_seat)
    await guest.expect_answer("resign")
    await guest.wait_until(lambda: guest.table["places"][1]["resigned"])
    assert (await other.get(f"tables/{keys[0]}/me", keys[2]))["seat"] == 2


async def test_token_revoked_during_a_rematch_is_invalid_at_the_new_table(both, monkeypatch):
    node, other = both
    keys = await node.seat("movie", 2)
    clients = [await other.connect(keys[0], keys[1]), await other.connect(keys[0], keys[2])]
    await play_to_end(*clients)
    host, link = await node.connect(keys[0], keys[1]), []

    async def reissue_link():
        link.append((await host.expect_answer("reissue", seat=2))["token"])

    just_before(other, monkeypatch, reissue_link, "create")
    table = (await clients[0].expect_answer("rematch"))["table"]
    assert await other.refused("GET", f"tables/{table}/me", None, keys[2]) == "unknown-token"
    assert (await other.get(f"tables/{table}/me", keys[1]))["seat"] == 1
    guest = await other.connect(table, link[0])
    await wait_until(lambda: guest.all("welcome"))
    assert guest.all("welcome")[0]["invited"] == 2
