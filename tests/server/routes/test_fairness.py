"""Verifiable draws over the wire: commitment, salts, draws, and the proof at the end."""

from hashlib import sha256

import pytest

from heorot import verifier
from heorot.engine import records
from heorot.engine.records.verify_draws import proof_of
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.rooms.table_service import host_token_row, seat_token_row, store_table
from tests.server.support.in_process_server import InProcessServer, play_to_end
from tests.server.support.table_setup import created_event

PEOPLE = {"seats": [{"who": "person"}, {"who": "person"}], "seat": 1}


async def end(server: InProcessServer, keys: dict[int, str]) -> None:
    """Play until the game is over."""
    await play_to_end(*[await server.connect(keys[0], keys[seat]) for seat in (1, 2)])


async def begin(server: InProcessServer, game: str, **salts: str) -> dict[int, str]:
    """Create a table, join as the host after reading the commitment, then join as the other player."""
    created = await server.post("tables", {"game": game, **PEOPLE})
    before = await server.get(f"tables/{created['table']}/fairness", created["token"])
    assert before["commitment"] == created["commitment"]
    assert (before["closed"], before["salts"], before["key"]) == (False, [], None)
    keys = {0: created["table"], 1: created["token"], 2: created["links"][0]["token"]}
    for seat in (1, 2):
        salt = {"salt": salts[f"of_{seat}"]} if f"of_{seat}" in salts else {}
        await server.join(keys, seat, **salt)
    return keys


@pytest.mark.parametrize("game", GAMES)
async def test_p3_commitment_salts_draws_and_proof(tmp_path, game):
    async with InProcessServer(tmp_path) as server:
        keys = await begin(server, game, of_1="mine", of_2="yours")
        playing = await server.get(f"tables/{keys[0]}/fairness")
        assert playing["salts"] == [{"seat": 1, "salt": "mine"}, {"seat": 2, "salt": "yours"}]
        assert (playing["closed"], playing["key"]) == (True, None)
        assert await server.refused("GET", f"tables/{keys[0]}/proof") == "not-over"
        await end(server, keys)
        over = await server.get(f"tables/{keys[0]}/fairness")
        assert sha256(bytes.fromhex(over["key"])).hexdigest() == over["commitment"] == playing["commitment"]
        proof = await server.get(f"tables/{keys[0]}/proof")
        assert verifier.check(proof, over["commitment"]) == ""
        record, places = records.read_with_lines(await server.get(f"tables/{keys[0]}/record"))
        assert proof == proof_of(GAMES[game], record, places)  # as `heorot verify` computes it from the rules
        deal = record.deal
        assert (deal.secret, deal.salts) == (over["key"], ((1, "mine"), (2, "yours")))


async def test_the_game_waits_until_the_host_has_joined(tmp_path):
    async with InProcessServer(tmp_path) as server:
        bots = {"game": "movie", "seats": [{"who": "person"}, {"who": "bot", "bot": "random"}], "seat": 1}
        created = await server.post("tables", bots)
        assert (await server.get(f"tables/{created['table']}"))["status"] == "open"
        await server.post(f"tables/{created['table']}/join", {"name": "Me", "salt": "s"}, created["token"])
        assert (await server.get(f"tables/{created['table']}"))["status"] == "playing"


async def test_salt_after_the_first_draw_is_ignored(tmp_path):
    async with InProcessServer(tmp_path) as server:
        keys = await begin(server, "movie", of_1="mine")
        host = await server.connect(keys[0], keys[1])
        await host.expect_answer("seat", seat=2, who="open")
        await server.post(f"tables/{keys[0]}/join", {"name": "Late", "salt": "late"})
        data = await server.get(f"tables/{keys[0]}/fairness")
        assert data["salts"] == [{"seat": 1, "salt": "mine"}]


async def test_leaving_before_the_game_removes_the_salt(tmp_path):
    async with InProcessServer(tmp_path) as server:
        created = await server.post("tables", {"game": "movie", "seats": [{"who": "open"}] * 3})
        await server.post(f"tables/{created['table']}/join", {"name": "A", "salt": "a"})
        await (await server.connect(created["table"], created["token"])).expect_answer("seat", seat=1, who="open")
        assert (await server.get(f"tables/{created['table']}/fairness"))["salts"] == []


@pytest.mark.parametrize("salt", ["", "a b", "x" * 65, "é", "a\nb"])
async def test_invalid_salt_is_refused(tmp_path, salt):
    async with InProcessServer(tmp_path) as server:
        created = await server.post("tables", {"game": "movie", **PEOPLE})
        body = {"name": "A", "salt": salt}
        assert await server.refused("POST", f"tables/{created['table']}/join", body, created["token"]) == "invalid"


async def test_the_commitment_of_a_rematch_is_published_in_advance(tmp_path):
    async with InProcessServer(tmp_path) as server:
        keys = await begin(server, "movie")
        await end(server, keys)
        bound = (await server.get(f"tables/{keys[0]}/fairness"))["rematch"]
        client = await server.connect(keys[0], keys[2])
        again = (await client.expect_answer("rematch", salt="again"))["table"]
        data = await server.get(f"tables/{again}/fairness")
        assert (data["commitment"], data["salts"]) == (bound, [{"seat": 2, "salt": "again"}])


async def test_the_commitment_of_an_older_tables_rematch_is_published_in_advance(tmp_path):
    async with InProcessServer(tmp_path) as server:
        registry, keys = server.app.state.registry, ("t" * 22, "u" * 22)
        rows = host_token_row(registry, keys[0], Seat(0)), seat_token_row(registry, keys[1], Seat(1))
        older = await store_table(registry, created_event("movie", 2), *rows)
        client, other = [await server.connect(older, key) for key in keys]
        await client.expect_answer("abort")
        await other.expect_answer("agree", yes=True)
        data = await server.get(f"tables/{older}/fairness")
        assert (data["provable"], data["commitment"]) == (False, None)
        again = (await client.expect_answer("rematch", salt="again"))["table"]
        assert (await server.get(f"tables/{again}/fairness"))["commitment"] == data["rematch"]


async def test_a_table_that_starts_at_once_has_no_salt(tmp_path):
    """Its commitment alone determines every draw."""
    async with InProcessServer(tmp_path) as server:
        bots = {"game": "movie", "seats": [{"who": "person"}, {"who": "bot", "bot": "random"}], "seat": 1}
        created = await server.post("tables", {**bots, "name": "Me"})
        data = await server.get(f"tables/{created['table']}/fairness")
        assert (data["commitment"], data["closed"], data["salts"]) == (created["commitment"], True, [])
        assert await server.refused("POST", "tables", {**bots, "name": "Me", "salt": "s"}) == "invalid"


async def test_imported_records_are_not_provable(tmp_path):
    async with InProcessServer(tmp_path) as server:
        keys = await begin(server, "movie")
        await end(server, keys)
        record = await server.get(f"tables/{keys[0]}/record")
        table = (await server.post("records", {"record": record}))["table"]
        assert (await server.get(f"tables/{table}/fairness"))["provable"] is False
        assert await server.refused("GET", f"tables/{table}/proof") == "not-provable"


async def test_the_verifier_can_be_downloaded(tmp_path):
    async with InProcessServer(tmp_path) as server:
        assert "def check" in await server.get("verifier.py")
