"""Hostile boxes and records are refused quickly with the usual error model, while other clients are served."""

import asyncio
import time

import pytest

from heorot.games import GAMES
from heorot.server.protocol.http_models import MAX_BOX, MAX_RECORD
from heorot.server.table.identity import Identity
from heorot.server.views.export import record_for
from tests.server.support.asgi_client import SteppedClock, run_app
from tests.server.support.table_setup import start_table

SEATS = [{"who": "open"}, {"who": "open"}]
SOON = 5.0  # CPU seconds; the worst case takes a tenth of that
BOXES = {
    "one key of very many parts": ".".join("a" * (MAX_BOX // 2 - 2)) + "=1",
    "many keys of many parts": "\n".join(".".join("a" * 199) + f".b{n}=1" for n in range(MAX_BOX // 410)),
    "one table of very many parts": "[" + ".".join("a" * (MAX_BOX // 2 - 2)) + "]",
    "deep lists": "a=" + "[" * 60_000,
    "deep tables": "a=" + "{a=" * 20_000,
    "many tables": "[[a]]\n[[a.b]]\n" * (MAX_BOX // 14),
    "a number": "a=" + "9" * 60_000,
    "nothing": "\n" * MAX_BOX,
    "too long": "#" * (MAX_BOX + 1),
}


@pytest.fixture
async def server(tmp_path):
    async with run_app(tmp_path, SteppedClock()) as running:
        yield running


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("game", GAMES)
async def test_hostile_boxes_are_refused_quickly(server, game, box):
    begun = time.process_time()
    response, health = await asyncio.gather(
        server.call("POST", "/api/tables", {"game": game, "seats": SEATS, "box": box}),
        server.call("GET", "/api/health"),
    )
    assert (response.status, health.status) == (422, 200)
    assert response.code in ("bad-box", "invalid")
    assert time.process_time() - begun < SOON


def record() -> list[str]:
    played = start_table("movie", 2, seed=3)
    for _ in played.play():
        pass
    return record_for(played.first, played.events, Identity(None), b"s" * 32).splitlines()


async def test_a_record_of_endless_undos_is_refused_quickly(server):
    """The longest record with hardly any content."""
    lines = record()
    last = next(at for at in reversed(range(len(lines))) if lines[at][:2] in ("1 ", "2 "))
    again = [lines[last], "undo 1"]
    room = MAX_RECORD - sum(len(line) + 1 for line in lines)
    text = "\n".join([*lines[:last], *again * (room // sum(len(line) + 1 for line in again)), *lines[last:], ""])
    begun = time.process_time()
    assert (await server.call("POST", "/api/records", {"record": text})).status == 201
    assert time.process_time() - begun < SOON


@pytest.mark.parametrize(
    "text", ["x", "heorot-record 1\n" * 1000, "heorot-record 1\ngame nothing\nrules 1\n", "\x00", "#" * MAX_RECORD]
)
async def test_invalid_records_are_refused(server, text):
    response = await server.call("POST", "/api/records", {"record": text})
    assert response.status in (404, 422)
    assert response.code
