"""P2 once more over a real wire: two server processes with tables that are alike for a viewer, and every byte that this
viewer can make them send."""

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heorot.engine.seats import Seat
from heorot.server import events
from heorot.server.backup import NAME
from heorot.server.fold import following
from heorot.server.room import summary
from heorot.server.store import EventRow, TableRow, TokenRow
from heorot.server.table import Table, open_table
from heorot.server.tokens import hash_of
from tests.server.appender import open_any
from tests.server.databases import database_of
from tests.server.laid import ID, some_answer
from tests.server.mirrored import Pair, Told, pair
from tests.server.process import Running, serving

AT = time.time_ns() // 1_000_000  # the janitor looks after what is long ago
KEY = "k" * 22


async def keep(folder: Path, both: Pair, told: Told) -> Table:
    """A table on the disk, with the key of the viewer."""
    store = await open_any(database_of(folder) or folder / "data" / NAME)
    first, found = open_table(ID, both.created), told.events()
    now = following(first, found)[-1]
    rows = [EventRow(ID, seq, AT, e.kind, events.write(e)) for seq, e in enumerate((first.created, *found), 1)]
    row = TableRow(ID, both.created.game, now.status, True, AT, AT, summary(now, AT).info, b"s" * 32)
    await store.create(row, rows, [TokenRow(ID, hash_of(KEY), both.viewer, False, AT)])
    await store.close()
    return now


def messages(now: Table, viewer: Seat | None) -> list[dict[str, Any]]:
    """Whatever a viewer may ask, and answers that must be refused."""
    asks = [{"type": "ask", "what": what, "about": about} for what in now.game.about.queries for about in ("", "done")]
    number = now.question(viewer)
    whole = [] if number is None or viewer is None else some_answer(now, viewer, Random(1))
    plays = [{"type": "play", "question": number or 1, "actions": [*whole, more]} for more in ("done", "pass", "x y")]
    return [*asks, *plays, {"type": "undo"}, {"type": "rematch"}, {"type": "reissue", "seat": 1}]


def capture(running: Running, asked: list[dict[str, Any]], watches: bool) -> list[Any]:
    """Every byte of the answers, on the socket and over HTTP, but for the date."""
    key = {} if watches else {"Authorization": f"Bearer {KEY}"}
    with running.socket() as wire:
        wire.send(json.dumps({"type": "hello", "table": ID} | ({} if watches else {"token": KEY})))
        found: list[Any] = [wire.recv(timeout=20)]
        for number, message in enumerate(asked):
            wire.send(json.dumps({"id": str(number), **message}))
            found.append(wire.recv(timeout=20))
    for path in ("/api/tables", f"/api/tables/{ID}", f"/api/tables/{ID}/record", f"/api/tables/{ID}/me"):
        told = running.send("GET", path, headers=key)
        found.append((told.status, {name: value for name, value in told.headers.items() if name != "date"}, told.body))
    return found


@pytest.mark.parametrize(
    ("game", "seats", "viewer", "seed"), [("movie", 3, 1, 4), ("legend", 3, 0, 5), ("legend", 4, None, 6)]
)
def test_in_another_world_a_real_server_sends_the_same_bytes(tmp_path, game, seats, viewer, seed):
    both = pair(game, seats, {}, viewer, seed, 50)
    tables = [asyncio.run(keep(tmp_path / str(world), both, told)) for world, told in enumerate(both.told)]
    found = []
    for world, now in enumerate(tables):
        with serving(tmp_path / str(world)) as running:
            found.append(capture(running, messages(now, viewer), viewer is None))
    assert both.told[0] != both.told[1]
    assert found[0] == found[1]
