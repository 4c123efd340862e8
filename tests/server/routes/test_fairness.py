"""The order of a fair deal over the wire: bound, salted, closed, drawn; and what is told at the end."""

from hashlib import sha256

import pytest

from heorot import verifier
from heorot.engine import record as records
from heorot.engine.seats import Seat
from heorot.engine.verifying import proof_of
from heorot.games import GAMES
from heorot.server.tables import host_row, keep, seat_row
from tests.server.house import House, play_out
from tests.server.laid import created

PEOPLE = {"seats": [{"who": "person"}, {"who": "person"}], "seat": 1}


async def end(here: House, keys: dict[int, str]) -> None:
    """Both play until it is over."""
    await play_out(*[await here.come(keys[0], keys[seat]) for seat in (1, 2)])


async def begin(here: House, game: str, **salts: str) -> dict[int, str]:
    """A table at which the host sits down after having seen the commitment, and then the other one."""
    laid = await here.post("tables", {"game": game, **PEOPLE})
    before = await here.get(f"tables/{laid['table']}/fairness", laid["token"])
    assert before["commitment"] == laid["commitment"]
    assert (before["closed"], before["salts"], before["key"]) == (False, [], None)
    keys = {0: laid["table"], 1: laid["token"], 2: laid["links"][0]["token"]}
    for seat in (1, 2):
        salt = {"salt": salts[f"of_{seat}"]} if f"of_{seat}" in salts else {}
        await here.join(keys, seat, **salt)
    return keys


@pytest.mark.parametrize("game", GAMES)
async def test_p3_bound_salted_closed_drawn_and_told(tmp_path, game):
    async with House(tmp_path) as here:
        keys = await begin(here, game, of_1="mine", of_2="yours")
        playing = await here.get(f"tables/{keys[0]}/fairness")
        assert playing["salts"] == [{"seat": 1, "salt": "mine"}, {"seat": 2, "salt": "yours"}]
        assert (playing["closed"], playing["key"]) == (True, None)
        assert await here.refused("GET", f"tables/{keys[0]}/proof") == "not-over"
        await end(here, keys)
        over = await here.get(f"tables/{keys[0]}/fairness")
        assert sha256(bytes.fromhex(over["key"])).hexdigest() == over["commitment"] == playing["commitment"]
        proof = await here.get(f"tables/{keys[0]}/proof")
        assert verifier.check(proof, over["commitment"]) == ""
        record, places = records.read_lines(await here.get(f"tables/{keys[0]}/record"))
        assert proof == proof_of(GAMES[game], record, places)  # as `heorot verify` works it out by the rules
        deal = record.deal
        assert (deal.secret, deal.salts) == (over["key"], ((1, "mine"), (2, "yours")))


async def test_the_game_waits_for_a_host_who_has_not_sat_down(tmp_path):
    async with House(tmp_path) as here:
        bots = {"game": "movie", "seats": [{"who": "person"}, {"who": "bot", "bot": "random"}], "seat": 1}
        laid = await here.post("tables", bots)
        assert (await here.get(f"tables/{laid['table']}"))["status"] == "open"
        await here.post(f"tables/{laid['table']}/join", {"name": "Me", "salt": "s"}, laid["token"])
        assert (await here.get(f"tables/{laid['table']}"))["status"] == "playing"


async def test_salt_after_the_first_draw_is_not_taken(tmp_path):
    async with House(tmp_path) as here:
        keys = await begin(here, "movie", of_1="mine")
        host = await here.come(keys[0], keys[1])
        await host.must("seat", seat=2, who="open")
        await here.post(f"tables/{keys[0]}/join", {"name": "Late", "salt": "late"})
        told = await here.get(f"tables/{keys[0]}/fairness")
        assert told["salts"] == [{"seat": 1, "salt": "mine"}]


async def test_who_leaves_before_the_game_takes_the_salt_along(tmp_path):
    async with House(tmp_path) as here:
        laid = await here.post("tables", {"game": "movie", "seats": [{"who": "open"}] * 3})
        await here.post(f"tables/{laid['table']}/join", {"name": "A", "salt": "a"})
        await (await here.come(laid["table"], laid["token"])).must("seat", seat=1, who="open")
        assert (await here.get(f"tables/{laid['table']}/fairness"))["salts"] == []


@pytest.mark.parametrize("salt", ["", "a b", "x" * 65, "é", "a\nb"])
async def test_salt_is_letters_and_digits(tmp_path, salt):
    async with House(tmp_path) as here:
        laid = await here.post("tables", {"game": "movie", **PEOPLE})
        body = {"name": "A", "salt": salt}
        assert await here.refused("POST", f"tables/{laid['table']}/join", body, laid["token"]) == "invalid"


async def test_a_rematch_is_bound_before_anyone_asks_for_it(tmp_path):
    async with House(tmp_path) as here:
        keys = await begin(here, "movie")
        await end(here, keys)
        bound = (await here.get(f"tables/{keys[0]}/fairness"))["rematch"]
        wire = await here.come(keys[0], keys[2])
        again = (await wire.must("rematch", salt="again"))["table"]
        told = await here.get(f"tables/{again}/fairness")
        assert (told["commitment"], told["salts"]) == (bound, [{"seat": 2, "salt": "again"}])


async def test_a_rematch_of_an_older_table_is_bound_before_anyone_asks_for_it_too(tmp_path):
    async with House(tmp_path) as here:
        hall, keys = here.app.state.hall, ("t" * 22, "u" * 22)
        rows = host_row(hall, keys[0], Seat(0)), seat_row(hall, keys[1], Seat(1))
        older = await keep(hall, created("movie", 2), *rows)
        wire, other = [await here.come(older, key) for key in keys]
        await wire.must("abort")
        await other.must("agree", yes=True)
        told = await here.get(f"tables/{older}/fairness")
        assert (told["provable"], told["commitment"]) == (False, None)
        again = (await wire.must("rematch", salt="again"))["table"]
        assert (await here.get(f"tables/{again}/fairness"))["commitment"] == told["rematch"]


async def test_who_asks_for_the_first_draws_in_the_same_breath_has_a_table_without_salt(tmp_path):
    """Its commitment alone fixes every draw."""
    async with House(tmp_path) as here:
        bots = {"game": "movie", "seats": [{"who": "person"}, {"who": "bot", "bot": "random"}], "seat": 1}
        laid = await here.post("tables", {**bots, "name": "Me"})
        told = await here.get(f"tables/{laid['table']}/fairness")
        assert (told["commitment"], told["closed"], told["salts"]) == (laid["commitment"], True, [])
        assert await here.refused("POST", "tables", {**bots, "name": "Me", "salt": "s"}) == "invalid"


async def test_a_record_from_elsewhere_is_not_provable(tmp_path):
    async with House(tmp_path) as here:
        keys = await begin(here, "movie")
        await end(here, keys)
        record = await here.get(f"tables/{keys[0]}/record")
        table = (await here.post("records", {"record": record}))["table"]
        assert (await here.get(f"tables/{table}/fairness"))["provable"] is False
        assert await here.refused("GET", f"tables/{table}/proof") == "not-provable"


async def test_the_verifier_can_be_had(tmp_path):
    async with House(tmp_path) as here:
        assert "def check" in await here.get("verifier.py")
