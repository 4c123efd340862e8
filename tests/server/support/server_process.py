"""A real server in a process of its own, and requests to it as they go over the wire."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.server.databases import database_of

LISTENS = re.compile(r"http://\S+")
PATIENCE = 60  # seconds; other tests run beside
CALM = {"LANG": "en", "HEOROT_BOT_BEAT": "0"}


@dataclass
class Running:
    """A server that listens."""

    process: subprocess.Popen[str]
    url: str
    log: Path

    @property
    def place(self) -> str:
        return urlsplit(self.url).netloc

    def send(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> "Told":
        """A request; a body that is no bytes goes as JSON."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **(headers or {})}
        wire = HTTPConnection(self.place, timeout=PATIENCE)
        try:
            wire.request(method, path, data, sent)
            return told(wire.getresponse())
        finally:
            wire.close()

    def get(self, path: str, **headers: str) -> "Told":
        return self.send("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, body: Any, **headers: str) -> "Told":
        return self.send("POST", path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def socket(self, **more: Any) -> ClientConnection:
        return connect(f"ws://{self.place}/api/socket", compression=None, open_timeout=PATIENCE, **more)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it politely; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def lines(self) -> list[dict[str, Any]]:
        """Its log, but for the sentence at the beginning, and the line that it may be writing just now."""
        written, _, _ = self.log.read_text("utf-8").rpartition("\n")
        return [json.loads(line) for line in written.splitlines()[1:]]


@dataclass
class Told:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Of a problem, which has one shape."""
        assert list(self.data) == ["problem"], self.data
        assert list(self.data["problem"]) == ["code", "key", "params"]
        return self.data["problem"]["code"]


def told(answer: HTTPResponse) -> Told:
    return Told(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "heorot", "serve", *arguments]


def environment(**settings: str) -> dict[str, str]:
    """Nothing that this machine sets, but what the test does."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HEOROT_", "LC_"))}
    return {**kept, **CALM, **settings}


@contextmanager
def serving(folder: Path, *arguments: str, **settings: str) -> Iterator[Running]:
    """A server at a port of its own; whatever it writes lands in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    if (database := database_of(folder)) is not None:
        settings = {"HEOROT_DATABASE": database, **settings}
    log = folder / "log"
    with log.open("w") as out:
        words = command("--port", "0", "--data", str(folder / "data"), *arguments)
        process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, text=True, env=environment(**settings))
    try:
        yield Running(process, wait_for_url(process, log), log)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def wait_for_url(process: subprocess.Popen[str], log: Path) -> str:
    """The sentence that says where it listens."""
    for _ in range(PATIENCE * 50):
        text = log.read_text("utf-8")
        if (found := LISTENS.search(text)) and "\n" in text:
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise AssertionError(log.read_text("utf-8"))


def fails(*arguments: str, **settings: str) -> str:
    """What `heorot serve` says when it cannot serve: one sentence, and never a traceback."""
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=PATIENCE, env=environment(**settings)
    )
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()
