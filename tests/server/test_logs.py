"""The log tells what happens and nothing that anyone sent."""

import errno
import io
import json
import logging
import re
from contextlib import contextmanager

import pytest
import structlog

from heorot.server.logs import set_up_logs
from tests.server.process import Running, serving

NAMES = ("Sandra Swordfish", "Martha Marigold")
WORDS = "the password is swordfish"


@contextmanager
def logging_to(out: io.StringIO):
    """While lines go there; afterwards everything is as before."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    set_up_logs("info", out)
    yield
    structlog.reset_defaults()
    root.handlers, root.level = handlers, level


@pytest.fixture
def written():
    """What a log holds."""
    out = io.StringIO()
    with logging_to(out):
        yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]


class Wire:
    """A person at a table."""

    def __init__(self, running: Running, table: str, token: str) -> None:
        self.socket = running.socket()
        self.number = 0
        self.hello = {"type": "hello", "table": table, "token": token}

    def __enter__(self):
        self.wire = self.socket.__enter__()
        self.wire.send(json.dumps(self.hello))
        return self

    def __exit__(self, *error):
        self.socket.__exit__(*error)

    def do(self, type: str, **fields) -> dict:
        self.number += 1
        self.wire.send(json.dumps({"type": type, "id": f"c{self.number}", **fields}))
        while (heard := json.loads(self.wire.recv())).get("id") != f"c{self.number}":
            self.now = heard.get("now", {})
        return heard


def test_a_session_leaves_no_secret_in_the_log(tmp_path):
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


def session(running: Running) -> set[str]:
    """Two people meet, talk and play; all that nobody else should learn."""
    seats = [{"who": "person"}, {"who": "open"}]
    laid = running.post("/api/tables", {"game": "movie", "seats": seats, "name": NAMES[0], "seat": 1}).data
    joined = running.post(f"/api/tables/{laid['table']}/join", {"name": NAMES[1]}).data
    secrets = {laid["table"], laid["token"], joined["token"], *NAMES, WORDS, "swordfish"}
    bearer = {"Authorization": f"Bearer {laid['token']}"}
    secrets.add(running.send("POST", f"/api/tables/{laid['table']}/device", b"", bearer).data["code"])
    for token in (laid["token"], joined["token"]):
        with Wire(running, laid["table"], token) as wire:
            assert wire.do("say", text=WORDS)["type"] == "answer"
            actions = wire.now["view"]["legal"]
            if actions:
                assert wire.do("play", question=wire.now["question"], actions=actions[:1])["type"] == "answer"
            wire.do("play", question=10, actions=["swordfish to c4"])
            wire.wire.send('{"type": "swordfish"}')
            secrets |= set(actions)
    running.get(f"/{laid['token']}?token={joined['token']}")
    running.get(f"/api/tables/{laid['table']}?token={joined['token']}")
    running.post("/api/tables", {"game": "swordfish", "seats": seats})
    running.send("POST", "/api/tables", b'{"swordfish"')
    return secrets


def test_of_an_error_there_is_its_kind_and_its_place(written):
    try:
        raise ValueError("swordfish")
    except ValueError:
        structlog.get_logger().exception("failed")
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\nswordfish")
    ours, theirs = written()
    assert ours["error"] == theirs["error"] == "ValueError"
    assert re.fullmatch(r"test_of_an_error_there_is_its_kind_and_its_place:\d+", ours["trace"])
    assert theirs["event"] == "Exception in ASGI application"
    assert "swordfish" not in json.dumps([ours, theirs])


def test_a_table_is_the_beginning_of_a_hash(written):
    structlog.get_logger().info("table.abandoned", table="abcdefghijklmnop")
    structlog.get_logger().info("table.deleted", table="abcdefghijklmnop")
    one, other = written()
    assert one["table"] == other["table"] == "f39dac6c"


def test_libraries_warn_and_say_nothing_else(written):
    logging.getLogger("uvicorn.error").info('127.0.0.1 - "WebSocket /api/socket?token=x" [accepted]')
    logging.getLogger("sqlalchemy.engine").info("SELECT")
    logging.getLogger("asyncio").warning("slow")
    assert [line["event"] for line in written()] == ["slow"]


def test_the_level_counts(written):
    structlog.get_logger().debug("small")
    structlog.get_logger().info("large")
    assert [line["event"] for line in written()] == ["large"]


def test_on_a_terminal_it_is_key_and_value(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True, raising=False)
    with logging_to(out):
        structlog.get_logger().info("request", route="/api/health", ms=1.5)
    assert re.fullmatch(r"route=/api/health ms=1.5 event=request level=info timestamp=\S+\n", out.getvalue())


class FullDisk(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_costs_lines_and_nothing_else(capsys):
    with logging_to(FullDisk()):
        structlog.get_logger().info("request")
        logging.getLogger("asyncio").warning("slow")
    assert capsys.readouterr() == ("", "")
