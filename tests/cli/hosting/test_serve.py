"""`heorot serve`: a real process starts, announces its address, serves, and shuts down."""

import json
import signal
import socket
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support.live_server import run_failing, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


def test_first_line_names_the_address_and_the_data_folder(server):
    line = server.log.read_text("utf-8").splitlines()[0]
    assert line == (
        f"Heorot listens at {server.url} and keeps its tables in {server.log.parent / 'data'}. Ctrl-C stops it."
    )
    assert not server.url.endswith(":0/")


def test_health_and_readiness_are_ok(server):
    for path in ("/api/health", "/api/ready"):
        response = server.get(path)
        assert (response.status, response.data["status"]) == (200, "ok")


def test_server_process_does_not_load_the_compiler(server):
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "numpy" not in maps
    assert "llvmlite" not in maps


def test_data_folder_is_private(server):
    assert (server.log.parent / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_stops_the_server_and_asks_sockets_to_reconnect(tmp_path, number):
    with serving(tmp_path) as running:
        table = running.post("/api/tables", {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}).data
        with running.socket() as wire:
            wire.send(json.dumps({"type": "hello", "table": table["table"]}))
            assert '"type":"welcome"' in wire.recv()
            assert running.stop(number) == 0
            assert '"type":"goodbye"' in (goodbye := wire.recv())
            assert '"again":true' in goodbye
            assert '"code":"stopping"' in goodbye
            with pytest.raises(ConnectionClosed) as closed:
                wire.recv()
            assert closed.value.rcvd.code == 1012
        assert {"stopping", "stopped"} <= {line["event"] for line in running.lines()}


@contextmanager
def unfinished_request(running):
    """Open a request that never ends."""
    host, port = running.place.split(":")
    with socket.create_connection((host, int(port))) as wire:
        wire.sendall(b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
        assert running.get("/api/health").status == 200
        yield


def test_second_signal_stops_the_server_at_once(tmp_path):
    with serving(tmp_path, HEOROT_STOP_SECONDS="600") as running, unfinished_request(running):
        running.process.send_signal(signal.SIGTERM)
        while '"stopping"' not in running.log.read_text("utf-8"):
            time.sleep(0.02)
        assert running.stop() == 128 + signal.SIGTERM


def test_shutdown_does_not_wait_for_an_endless_request(tmp_path):
    with serving(tmp_path, HEOROT_STOP_SECONDS="1") as running, unfinished_request(running):
        assert running.stop() == 0


def test_tables_survive_a_restart(tmp_path):
    with serving(tmp_path) as running:
        table = running.post("/api/tables", {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}).data
        assert running.stop() == 0
    with serving(tmp_path) as running:
        assert running.get(f"/api/tables/{table['table']}").data["status"] == "open"


# ---- Errors --------------------------------------------------------------------------------------------------------


def test_taken_port_is_reported(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        message = run_failing("--port", str(port), "--data", str(tmp_path))
    assert message.startswith(f"Port {port} of 127.0.0.1 is taken")


def test_foreign_address_is_reported(tmp_path):
    message = run_failing("--host", "nowhere.invalid", "--data", str(tmp_path))
    assert message.startswith("The server cannot listen at nowhere")


def test_unwritable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    assert run_failing("--data", str(tmp_path / "file" / "data")).startswith("Nothing can be written to ")


def test_foreign_database_is_reported(tmp_path):
    (tmp_path / "heorot.db").write_text("something else altogether, and long enough to be told apart from nothing")
    assert "is no database of Heorot" in run_failing("--port", "0", "--data", str(tmp_path))


def test_invalid_settings_are_reported(tmp_path):
    assert run_failing(HEOROT_PORT="many") == "HEOROT_PORT must be a number, not “many”."
    assert run_failing("--port", "70000") == "HEOROT_PORT must be from 0 to 65535, not 70000."
    assert run_failing(HEOROT_METRICS="yes", LANG="fr").startswith("HEOROT_METRICS doit être une de ces valeurs")


def test_missing_server_extra_is_reported_with_the_install_command(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['uvicorn'] = None")
    message = run_failing("--data", str(tmp_path / "data"), PYTHONPATH=str(tmp_path))
    assert message.endswith("pip install heorot[server]")
    assert "uvicorn" in message


def test_bot_processes_end_when_the_server_is_killed(tmp_path):
    with serving(tmp_path) as running:
        running.post("/api/tables", {"game": "movie", "seats": [{"who": "bot"}, {"who": "bot"}]})
        while not (children := children_of(running.process.pid)):
            time.sleep(0.05)
        time.sleep(0.5)  # let the requests start
        running.process.kill()
        running.process.wait()
    for _ in range(600):
        if not any(map(is_alive, children)):
            return
        time.sleep(0.1)
    raise AssertionError([Path(f"/proc/{child}/cmdline").read_text() for child in children if is_alive(child)])


def children_of(process: int) -> list[int]:
    """Return the child processes of a process."""
    files = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


def is_alive(process: int) -> bool:
    """Return whether a process exists and is no zombie."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
