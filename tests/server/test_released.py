"""P6: what any release has stored is read by every later one, and leads to the same end.

`python -m tests.server.corpus` adds what is new; nothing that is there is ever changed.
"""

import json
import sqlite3
from contextlib import closing
from typing import get_args

import pytest

from heorot.server import events
from heorot.server.backup import APPLICATION
from heorot.server.store import VERSION
from heorot.server.table import open_table
from tests.server.corpus import DATABASES, ID, RELEASED, expected
from tests.server.house import House, play_out

LOGS = sorted(RELEASED.parent.rglob("*.events"))
FILES = sorted(DATABASES.glob("*.sql"))


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_p6_every_stored_log_leads_to_the_same_end(file):
    first, *found = map(events.read, file.read_text("utf-8").splitlines())
    told = json.loads(json.dumps(expected(open_table(ID, first), found)))
    assert told == json.loads(file.with_suffix(".expected").read_text("utf-8"))


def test_p6_everything_that_can_be_stored_is_in_some_log():
    kinds = {json.loads(line)["kind"] for file in LOGS for line in file.read_text("utf-8").splitlines()}
    known = {kind.model_fields["kind"].default for kind in get_args(get_args(events.Event)[0])}
    assert kinds == known


def test_p6_a_database_of_every_version_is_kept():
    assert [file.stem for file in FILES] == [f"{number:04}" for number in range(1, int(VERSION) + 1)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
async def test_p6_live_tables_of_an_older_release_go_on(file, tmp_path):
    (tmp_path / "data").mkdir()
    with closing(sqlite3.connect(tmp_path / "data" / "heorot.db")) as connection:
        connection.executescript(file.read_text("utf-8"))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    async with House(tmp_path / "data") as house:
        for table, *keys in json.loads(file.with_suffix(".json").read_text("utf-8")):
            wires = [await house.come(table, key) for key in keys]
            assert [wire.table["status"] for wire in wires] == ["playing", "playing"]
            assert wires[0].all("welcome")[0]["chat"][0]["text"] == "Hwæt!"
            await play_out(*wires)
            assert wires[0].table["status"] == "over"
