"""Two nodes: a key that dies at one, in the very moment in which something is done with it at the other."""

import pytest

from heorot.server.tokens import hash_of, new_token
from tests.server.house import play_out
from tests.server.test_nodes import nodes, until


@pytest.fixture
async def both(tmp_path):
    async with nodes(tmp_path, None) as found:
        yield found


def just_before(house, monkeypatch, happens, what="append") -> None:
    """Something happens elsewhere when all is decided here, and nothing is stored yet."""
    store, work = house.store.store, getattr(house.store.store, what)

    async def late(*given, **more):
        monkeypatch.setattr(store, what, work)
        await happens()
        return await work(*given, **more)

    monkeypatch.setattr(store, what, late)


async def test_a_link_that_is_made_anew_just_then_takes_no_seat(both, monkeypatch):
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    host = await one.come(keys[0], keys[1])
    new = []

    async def made_anew():
        new.append((await host.must("reissue", seat=2))["token"])

    just_before(other, monkeypatch, made_anew)
    assert await other.refused("POST", f"tables/{keys[0]}/join", {"name": "Thief"}, keys[2]) == "unknown-token"
    assert (await other.post(f"tables/{keys[0]}/join", {"name": "Friend"}, new[0]))["seat"] == 2


async def test_a_link_that_was_made_anew_while_it_was_looked_up_takes_no_seat(both, monkeypatch):
    """Between the look at the key and the look at the table."""
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    host = await one.come(keys[0], keys[1])

    async def made_anew():
        await host.must("reissue", seat=2)

    just_before(other, monkeypatch, made_anew, "load")
    assert await other.refused("POST", f"tables/{keys[0]}/join", {"name": "Thief"}, keys[2]) == "unknown-token"


async def test_a_host_whose_key_has_just_died_takes_no_seat_that_was_kept(both, monkeypatch):
    one, other = both
    keys = await one.lay("movie", "person", "person", "open", name=None)
    host, own = await one.come(keys[0], keys[1]), new_token()

    async def changed():
        await host.must("reissue", token=own)

    just_before(other, monkeypatch, changed)
    assert await other.refused("POST", f"tables/{keys[0]}/join", {"name": "Thief"}, keys[1]) == "unknown-token"
    assert (await other.post(f"tables/{keys[0]}/join", {"name": "Host"}, own))["seat"] == 1


async def test_who_has_just_lost_a_seat_has_nobody_else_forgotten(both, monkeypatch):
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    await one.join(keys, 2, name="Friend")
    host, next_one = await one.come(keys[0], keys[1]), {}

    async def somebody_else_sits_there():
        await host.must("seat", seat=2, who="open")
        next_one.update(await one.post(f"tables/{keys[0]}/join", {"name": "Next", "seat": 2}))

    just_before(other, monkeypatch, somebody_else_sits_there)
    assert await other.refused("DELETE", f"tables/{keys[0]}/me", None, keys[2]) == "unknown-token"
    assert (await other.get(f"tables/{keys[0]}"))["places"][1]["name"] == "Next"
    assert (await other.get(f"tables/{keys[0]}/me", next_one["token"]))["name"] == "Next"


async def test_of_two_links_that_are_made_at_once_one_lives(both, monkeypatch):
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    here, there = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[1])

    async def made_here():
        await here.must("reissue", seat=2)

    just_before(other, monkeypatch, made_here)
    link = (await there.must("reissue", seat=2))["token"]
    assert [row.hash for row in await one.store.tokens(keys[0]) if row.seat == 1] == [hash_of(link)]


async def test_a_host_whose_key_has_just_died_makes_no_other(both, monkeypatch):
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    here, thief, own = await one.come(keys[0], keys[1]), await other.come(keys[0], keys[1]), new_token()

    async def changed():
        await here.must("reissue", token=own)

    just_before(other, monkeypatch, changed)
    thief.send(type="reissue", id="mine", token=new_token())
    assert await thief.farewell() == "unknown-token"
    assert [row.hash for row in await one.store.tokens(keys[0]) if row.host] == [hash_of(own)]


async def test_a_host_who_changes_the_own_key_while_others_lose_theirs_stays(both, monkeypatch):
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    await one.join(keys, 2)
    host, guest, own = await other.come(keys[0], keys[1]), await one.come(keys[0], keys[2]), new_token()

    async def gone():
        guest.send(type="resign", id="gone")
        await guest.farewell()

    just_before(other, monkeypatch, gone)
    await host.must("reissue", token=own)
    await host.must("say", text="still here")
    assert not host.all("goodbye")
    assert (await other.get(f"tables/{keys[0]}/me", own))["host"] is True


async def test_who_gives_up_in_the_moment_in_which_the_game_begins_keeps_the_key(both, monkeypatch):
    """A bot plays on then, and whose seat it is may see it."""
    one, other = both
    keys = await one.lay("movie", "person", "person", "open")
    await one.join(keys, 2)
    guest = await other.come(keys[0], keys[2])

    async def begins():
        await one.post(f"tables/{keys[0]}/join", {"name": "Last", "seat": 3})

    just_before(other, monkeypatch, begins)
    await guest.must("resign")
    await guest.until(lambda: guest.table["places"][1]["resigned"])
    assert (await other.get(f"tables/{keys[0]}/me", keys[2]))["seat"] == 2


async def test_a_key_that_dies_while_a_rematch_is_laid_does_not_open_it(both, monkeypatch):
    one, other = both
    keys = await one.seat("movie", 2)
    wires = [await other.come(keys[0], keys[1]), await other.come(keys[0], keys[2])]
    await play_out(*wires)
    host, link = await one.come(keys[0], keys[1]), []

    async def made_anew():
        link.append((await host.must("reissue", seat=2))["token"])

    just_before(other, monkeypatch, made_anew, "create")
    table = (await wires[0].must("rematch"))["table"]
    assert await other.refused("GET", f"tables/{table}/me", None, keys[2]) == "unknown-token"
    assert (await other.get(f"tables/{table}/me", keys[1]))["seat"] == 1
    guest = await other.come(table, link[0])
    await until(lambda: guest.all("welcome"))
    assert guest.all("welcome")[0]["invited"] == 2
