"""A real server in another process, and requests to it over the network."""

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

from tests.server.support.databases import database_of
from tests.support.patience import PATIENCE

LISTENS = re.compile(r"http://\S+")
CALM = {"LANG": "en", "HEOROT_BOT_BEAT": "0"}


@dataclass
class RunningServer:
    """A server that listens."""

    process: subprocess.Popen[str]
    url: str
    log: Path

    @property
    def place(self) -> str:
        return urlsplit(self.url).netloc

    def send(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> "HttpReply":
        """Send a request; a body that is not bytes is sent as JSON."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **(headers or {})}
        wire = HTTPConnection(self.place, timeout=PATIENCE)
        try:
            wire.request(method, path, data, sent)
            return read_reply(wire.getresponse())
        finally:
            wire.close()

    def get(self, path: str, **headers: str) -> "HttpReply":
        return self.send("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, body: Any, **headers: str) -> "HttpReply":
        return self.send("POST", path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def socket(self, **more: Any) -> ClientConnection:
        return connect(f"ws://{self.place}/api/socket", compression=None, open_timeout=PATIENCE, **more)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it gracefully; return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def lines(self) -> list[dict[str, Any]]:
        """Return the complete lines of its log, without the first sentence."""
        written, _, _ = self.log.read_text("utf-8").rpartition("\n")
        return [json.loads(line) for line in written.splitlines()[1:]]


@dataclass
class HttpReply:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Return the code of an error response, and check its shape."""
        assert list(self.data) == ["problem"], self.data
        assert list(self.data["problem"]) == ["code", "key", "params"]
        return self.data["problem"]["code"]


def read_reply(answer: HTTPResponse) -> HttpReply:
    return HttpReply(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "heorot", "serve", *arguments]


def environment(**settings: str) -> dict[str, str]:
    """Return an environment with the test's settings only."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HEOROT_", "LC_"))}
    return {**kept, **CALM, **settings}


@contextmanager
def serving(folder: Path, *arguments: str, **settings: str) -> Iterator[RunningServer]:
    """Run a server on a free port; its output goes to a file."""
    folder.mkdir(parents=True, exist_ok=True)
    if (database := database_of(folder)) is not None:
        settings = {"HEOROT_DATABASE": database, **settings}
    log = folder / "log"
    with log.open("w") as out:
        words = command("--port", "0", "--data", str(folder / "data"), *arguments)
        process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, text=True, env=environment(**settings))
    try:
        yield RunningServer(process, wait_for_url(process, log), log)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def wait_for_url(process: subprocess.Popen[str], log: Path) -> str:
    """Wait for the address that the server prints."""
    for _ in range(PATIENCE * 50):
        text = log.read_text("utf-8")
        if (match := LISTENS.search(text)) and "\n" in text:
            return match[0]
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise AssertionError(log.read_text("utf-8"))


def run_failing(*arguments: str, **settings: str) -> str:
    """Run `heorot serve`, which must fail; return its one-sentence message."""
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=PATIENCE, env=environment(**settings)
    )
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()
