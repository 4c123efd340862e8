"""Logs contain events, but nothing that a client sent."""

import errno
import io
import json
import logging
import re
from contextlib import contextmanager

import pytest
import structlog

from heorot.server.logs import configure_logging
from tests.server.support.live_server import RunningServer, serving

NAMES = ("Sandra Swordfish", "Martha Marigold")
WORDS = "the password is swordfish"


@contextmanager
def logging_to(out: io.StringIO):
    """Redirect logs; restore the configuration afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    configure_logging("info", out)
    yield
    structlog.reset_defaults()
    root.handlers, root.level = handlers, level


@pytest.fixture
def written():
    """Return the lines of a log."""
    out = io.StringIO()
    with logging_to(out):
        yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]


class SocketClient:
    """A person at a table."""

    def __init__(self, running: RunningServer, table: str, token: str) -> None:
        self.socket = running.socket()
        self.number = 0
        self.hello = {"type": "hello", "table": table, "token": token}

    def __enter__(self):
        self.client = self.socket.__enter__()
        self.client.send(json.dumps(self.hello))
        return self

    def __exit__(self, *error):
        self.socket.__exit__(*error)

    def do(self, type: str, **fields) -> dict:
        self.number += 1
        self.client.send(json.dumps({"type": type, "id": f"c{self.number}", **fields}))
        while (message := json.loads(self.client.recv())).get("id") != f"c{self.number}":
            self.now = message.get("now", {})
        return message


def test_a_session_logs_no_secret(tmp_path):
    with serving(tmp_path, HEOROT_LOG_LEVEL="debug") as running:
        secrets = session(running)
        assert running.stop() == 0
        log = running.log.read_text("utf-8")
    assert [secret for secret in secrets if secret in log] == []
    events = [line["event"] for line in running.lines()]
    assert "request" in events
    assert "failed" not in events
    requests = [line for line in running.lines() if line["event"] == "request"]
    assert {line["route"] for line in requests} >= {"/api/tables", "/api/tables/{table}/join", "/api/socket", "-"}
    assert len({line["request"] for line in requests}) == len(requests)


def session(running: RunningServer) -> set[str]:
    """Let two people join, chat and play; return all secrets."""
    seats = [{"who": "person"}, {"who": "open"}]
    created = running.post("/api/tables", {"game": "movie", "seats": seats, "name": NAMES[0], "seat": 1}).data
    joined = running.post(f"/api/tables/{created['table']}/join", {"name": NAMES[1]}).data
    secrets = {created["table"], created["token"], joined["token"], *NAMES, WORDS, "swordfish"}
    bearer = {"Authorization": f"Bearer {created['token']}"}
    secrets.add(running.send("POST", f"/api/tables/{created['table']}/device", b"", bearer).data["code"])
    for token in (created["token"], joined["token"]):
        with SocketClient(running, created["table"], token) as client:
            assert client.do("say", text=WORDS)["type"] == "answer"
            actions = client.now["view"]["legal"]
            if actions:
                assert client.do("play", question=client.now["question"], actions=actions[:1])["type"] == "answer"
            client.do("play", question=10, actions=["swordfish to c4"])
            client.client.send('{"type": "swordfish"}')
            secrets |= set(actions)
    running.get(f"/{created['token']}?token={joined['token']}")
    running.get(f"/api/tables/{created['table']}?token={joined['token']}")
    running.post("/api/tables", {"game": "swordfish", "seats": seats})
    running.send("POST", "/api/tables", b'{"swordfish"')
    return secrets


def test_errors_are_logged_with_type_and_location(written):
    try:
        raise ValueError("swordfish")
    except ValueError:
        structlog.get_logger().exception("failed")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\nswordfish")
    ours, theirs = written()
    assert ours["error"] == theirs["error"] == "ValueError"
    assert re.fullmatch(r"test_errors_are_logged_with_type_and_location:\d+", ours["trace"])
    assert theirs["event"] == "Exception in ASGI application"
    assert "swordfish" not in json.dumps([ours, theirs])


def test_table_ids_are_logged_as_hashes(written):
    structlog.get_logger().info("table.abandoned", table="abcdefghijklmnop")
    structlog.get_logger().info("table.deleted", table="abcdefghijklmnop")
    first, second = written()
    assert first["table"] == second["table"] == "f39dac6c"


def test_only_warnings_of_libraries_are_logged(written):
    logging.getLogger("uvicorn.error").info('127.0.0.1 - "WebSocket /api/socket?token=x" [accepted]')
    logging.getLogger("sqlalchemy.engine").info("SELECT")
    logging.getLogger("asyncio").warning("slow")
    assert [line["event"] for line in written()] == ["slow"]


def test_the_log_level_is_respected(written):
    structlog.get_logger().debug("small")
    structlog.get_logger().info("large")
    assert [line["event"] for line in written()] == ["large"]


def test_terminals_get_key_value_lines(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True, raising=False)
    with logging_to(out):
        structlog.get_logger().info("request", route="/api/health", ms=1.5)
    assert re.fullmatch(r"route=/api/health ms=1.5 event=request level=info timestamp=\S+\n", out.getvalue())


class FullDisk(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_only_loses_log_lines(capsys):
    with logging_to(FullDisk()):
        structlog.get_logger().info("request")
        logging.getLogger("asyncio").warning("slow")
    assert capsys.readouterr() == ("", "")
