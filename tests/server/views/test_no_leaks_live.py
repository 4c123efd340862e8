"""P2 over a real network connection: two server processes with tables that are alike for a viewer, and every byte that
this viewer can make them send."""

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heorot.engine.seats import Seat
from heorot.server.rooms.room import summarize
from heorot.server.store.backup import DATABASE_NAME
from heorot.server.store.interface import EventRow, TableRow, TokenRow
from heorot.server.table import events
from heorot.server.table.fold import apply_events
from heorot.server.table.table import TableState, initial_table
from heorot.server.tokens import hash_of
from tests.server.support.databases import database_of
from tests.server.support.live_server import RunningServer, serving
from tests.server.support.mirrored_worlds import GameScript, MirroredPair, mirrored_pair
from tests.server.support.processes.append import open_any
from tests.server.support.table_setup import ID, random_answer
from tests.support.patience import PATIENCE

AT = time.time_ns() // 1_000_000  # now, since cleanup closes old tables
KEY = "k" * 22


async def keep(folder: Path, both: MirroredPair, script: GameScript) -> TableState:
    """Store a table on the disk, with the viewer's token."""
    store = await open_any(database_of(folder) or folder / "data" / DATABASE_NAME)
    first, moves = initial_table(ID, both.created), script.events()
    now = apply_events(first, moves)[-1]
    rows = [EventRow(ID, seq, AT, e.kind, events.write(e)) for seq, e in enumerate((first.created, *moves), 1)]
    row = TableRow(ID, both.created.game, now.status, True, AT, AT, summarize(now, AT).info, b"s" * 32)
    await store.create(row, rows, [TokenRow(ID, hash_of(KEY), both.viewer, False, AT)])
    await store.close()
    return now


def messages(now: TableState, viewer: Seat | None) -> list[dict[str, Any]]:
    """Return all queries of a viewer, and answers that must be refused."""
    asks = [{"type": "ask", "what": what, "about": about} for what in now.game.info.queries for about in ("", "done")]
    number = now.open_question(viewer)
    whole = [] if number is None or viewer is None else random_answer(now, viewer, Random(1))
    plays = [{"type": "play", "question": number or 1, "actions": [*whole, more]} for more in ("done", "pass", "x y")]
    return [*asks, *plays, {"type": "undo"}, {"type": "rematch"}, {"type": "reissue", "seat": 1}]


def capture(running: RunningServer, requests: list[dict[str, Any]], watches: bool) -> list[Any]:
    """Return every byte of the replies, on the socket and over HTTP, except for dates."""
    key = {} if watches else {"Authorization": f"Bearer {KEY}"}
    with running.socket() as client:
        client.send(json.dumps({"type": "hello", "table": ID} | ({} if watches else {"token": KEY})))
        replies: list[Any] = [client.recv(timeout=PATIENCE)]
        for number, message in enumerate(requests):
            client.send(json.dumps({"id": str(number), **message}))
            replies.append(client.recv(timeout=PATIENCE))
    for path in ("/api/tables", f"/api/tables/{ID}", f"/api/tables/{ID}/record", f"/api/tables/{ID}/me"):
        response = running.send("GET", path, headers=key)
        headers = {name: value for name, value in response.headers.items() if name != "date"}
        replies.append((response.status, headers, response.body))
    return replies


@pytest.mark.parametrize(
    ("game", "seats", "viewer", "seed"), [("movie", 3, 1, 4), ("legend", 3, 0, 5), ("legend", 4, None, 6)]
)
def test_p2_server_processes_with_mirrored_worlds_send_the_same_bytes(tmp_path, game, seats, viewer, seed):
    both = mirrored_pair(game, seats, {}, viewer, seed, 50)
    tables = [asyncio.run(keep(tmp_path / str(world), both, script)) for world, script in enumerate(both.scripts)]
    captured = []
    for world, now in enumerate(tables):
        with serving(tmp_path / str(world)) as running:
            captured.append(capture(running, messages(now, viewer), viewer is None))
    assert both.scripts[0] != both.scripts[1]
    assert captured[0] == captured[1]
