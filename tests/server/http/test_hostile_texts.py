"""Boxes and records that are made to hurt: refused in our shape, soon, while others are served."""

import asyncio
import time

import pytest

from heorot.games import GAMES
from heorot.server.people import Who
from heorot.server.record import record_for
from heorot.server.requests import LONGEST_BOX, LONGEST_RECORD
from tests.server.laid import lay
from tests.server.served import FakeClock, served

SEATS = [{"who": "open"}, {"who": "open"}]
SOON = 5.0  # seconds of processor time; the worst takes a tenth of that
BOXES = {
    "one key of very many parts": ".".join("a" * (LONGEST_BOX // 2 - 2)) + "=1",
    "many keys of many parts": "\n".join(".".join("a" * 199) + f".b{n}=1" for n in range(LONGEST_BOX // 410)),
    "one table of very many parts": "[" + ".".join("a" * (LONGEST_BOX // 2 - 2)) + "]",
    "deep lists": "a=" + "[" * 60_000,
    "deep tables": "a=" + "{a=" * 20_000,
    "many tables": "[[a]]\n[[a.b]]\n" * (LONGEST_BOX // 14),
    "a number": "a=" + "9" * 60_000,
    "nothing": "\n" * LONGEST_BOX,
    "too long": "#" * (LONGEST_BOX + 1),
}


@pytest.fixture
async def house(tmp_path):
    async with served(tmp_path, FakeClock()) as running:
        yield running


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("game", GAMES)
async def test_a_box_that_is_made_to_hurt(house, game, box):
    begun = time.process_time()
    found, health = await asyncio.gather(
        house.call("POST", "/api/tables", {"game": game, "seats": SEATS, "box": box}), house.call("GET", "/api/health")
    )
    assert (found.status, health.status) == (422, 200)
    assert found.code in ("bad-box", "invalid")
    assert time.process_time() - begun < SOON


def record() -> list[str]:
    played = lay("movie", 2, seed=3)
    for _ in played.play():
        pass
    return record_for(played.first, played.events, Who(None), b"s" * 32).splitlines()


async def test_a_record_that_is_taken_back_for_ever(house):
    """The longest way to say hardly anything."""
    lines = record()
    last = next(at for at in reversed(range(len(lines))) if lines[at][:2] in ("1 ", "2 "))
    again = [lines[last], "undo 1"]
    room = LONGEST_RECORD - sum(len(line) + 1 for line in lines)
    text = "\n".join([*lines[:last], *again * (room // sum(len(line) + 1 for line in again)), *lines[last:], ""])
    begun = time.process_time()
    assert (await house.call("POST", "/api/records", {"record": text})).status == 201
    assert time.process_time() - begun < SOON


@pytest.mark.parametrize(
    "text", ["x", "heorot-record 1\n" * 1000, "heorot-record 1\ngame nothing\nrules 1\n", "\x00", "#" * LONGEST_RECORD]
)
async def test_what_is_no_record(house, text):
    found = await house.call("POST", "/api/records", {"record": text})
    assert found.status in (404, 422)
    assert found.code
