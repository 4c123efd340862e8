"""A server as a host runs it: a separate process and folder, started, killed and started again."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from heorot.server.store.backup import DATABASE_NAME
from heorot.server.store.interface import EventRow
from tests.cli.run_heorot import ROOT, environment
from tests.server.support.databases import database_of, postgres
from tests.support.patience import PATIENCE

RATES = ("REQUEST", "CREATE", "IMPORT", "JOIN", "HELLO", "COMMAND", "ASK", "CHAT")
UNLIMITED = {f"HEOROT_RATE_{what}": "1000000/second" for what in RATES} | {
    "HEOROT_MOST_TABLES": "1000000", "HEOROT_MOST_SOCKETS": "1000000", "HEOROT_BOT_BEAT": "0",
}  # fmt: skip
ALONE = "import os; os.setpgrp(); from heorot.cli import main; main()"  # in its own process group


class ServerProcess:
    """`heorot serve`, on the same port after every start."""

    def __init__(self, data: Path, prelude: str = "", **settings: str) -> None:
        self.data = data
        self.prelude = prelude  # Python code that the process runs first
        self.database = database_of(data)
        self.settings = UNLIMITED | ({"HEOROT_DATABASE": self.database} if self.database else {}) | settings
        self.log = data.with_suffix(".log")
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.groups: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/socket"

    @property
    def file(self) -> Path:
        return self.data / DATABASE_NAME

    def start(self) -> "ServerProcess":
        """Start it and wait until it listens."""
        place = ["--port", str(self.port), "--data", str(self.data)]
        command, env = [sys.executable, "-c", self.prelude + ALONE, "serve", *place], environment(**self.settings)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
        self.groups.append(self.process.pid)
        self.wait_until(self.reported_port)
        self.port = int(self.reported_port()[-1])
        return self

    def reported_port(self) -> list[str]:
        """Return the port that the process reports."""
        assert self.process is not None
        before, reported, _ = self.log.read_text().partition(f'"pid": {self.process.pid}')
        return re.findall(r"http://127.0.0.1:(\d+)/", before) if reported else []

    def wait_until(self, condition: Any) -> None:
        """Poll a condition while the process lives."""
        assert self.process is not None
        end = time.monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill it without any cleanup."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def has_running_children(self) -> bool:
        """Return whether a child process is still running."""
        try:
            os.killpg(self.groups[-1], 0)
        except ProcessLookupError:
            return False
        return True

    def stop(self) -> int:
        """Stop it as a host does; return the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> "ServerProcess":
        try:
            return self.start()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        for group in self.groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    # ---- Stored data ----------------------------------------------------------------------------------------------

    def events(self, table: str) -> list[EventRow]:
        """Return all events of a table, read from the database directly."""
        return events_in(self.file, table) if self.database is None else events_of(self.database, table)

    def tables(self) -> list[str]:
        """Return the ids of all tables."""
        with closing(sqlite3.connect(self.file)) as connection:
            return [id for (id,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def events_of(url: str, table: str) -> list[EventRow]:
    """Return all events of a table in PostgreSQL."""
    query = f"SELECT json_agg(e ORDER BY seq) FROM events e WHERE table_id = '{table}'"
    rows = json.loads(postgres().execute(query, url.rpartition("/")[2]) or "[]")
    return [EventRow(*(row[name] for name in ("table_id", "seq", "at", "kind", "body", "command"))) for row in rows]


def events_in(file: Path, table: str) -> list[EventRow]:
    """Return all events of a table in a SQLite file."""
    query = "SELECT table_id, seq, at, kind, body, command FROM events WHERE table_id = ? ORDER BY seq"
    with closing(sqlite3.connect(file)) as connection:
        return [EventRow(*row) for row in connection.execute(query, (table,))]
