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


def test_it_says_in_one_line_where_it_listens_and_where_its_data_is(server):
    line = server.log.read_text("utf-8").splitlines()[0]
    assert line == (
        f"Heorot listens at {server.url} and keeps its tables in {server.log.parent / 'data'}. Ctrl-C stops it."
    )
    assert not server.url.endswith(":0/")


def test_health_and_readiness(server):
    for path in ("/api/health", "/api/ready"):
        answer = server.get(path)
        assert (answer.status, answer.data["status"]) == (200, "ok")


def test_the_server_process_compiles_nothing(server):
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "numpy" not in maps
    assert "llvmlite" not in maps


def test_the_folder_is_for_nobody_else(server):
    assert (server.log.parent / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_well_and_sockets_are_told_to_come_again(tmp_path, number):
    with serving(tmp_path) as running:
        table = running.post("/api/tables", {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}).data
        with running.socket() as wire:
            wire.send(json.dumps({"type": "hello", "table": table["table"]}))
            assert '"type":"welcome"' in wire.recv()
            assert running.stop(number) == 0
            assert '"type":"goodbye"' in (said := wire.recv())
            assert '"again":true' in said
            assert '"code":"stopping"' in said
            with pytest.raises(ConnectionClosed) as closed:
                wire.recv()
            assert closed.value.rcvd.code == 1012
        assert {"stopping", "stopped"} <= {line["event"] for line in running.lines()}


@contextmanager
def unfinished(running):
    """Open a request that never ends."""
    host, port = running.place.split(":")
    with socket.create_connection((host, int(port))) as wire:
        wire.sendall(b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{")
        assert running.get("/api/health").status == 200
        yield


def test_a_second_signal_ends_it_at_once(tmp_path):
    with serving(tmp_path, HEOROT_STOP_SECONDS="600") as running, unfinished(running):
        running.process.send_signal(signal.SIGTERM)
        while '"stopping"' not in running.log.read_text("utf-8"):
            time.sleep(0.02)
        assert running.stop() == 128 + signal.SIGTERM


def test_whoever_does_not_come_to_an_end_is_not_waited_for_for_ever(tmp_path):
    with serving(tmp_path, HEOROT_STOP_SECONDS="1") as running, unfinished(running):
        assert running.stop() == 0


def test_it_goes_on_where_it_ended(tmp_path):
    with serving(tmp_path) as running:
        table = running.post("/api/tables", {"game": "movie", "seats": [{"who": "open"}, {"who": "open"}]}).data
        assert running.stop() == 0
    with serving(tmp_path) as running:
        assert running.get(f"/api/tables/{table['table']}").data["status"] == "open"


# ---- What is wrong -------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = run_failing("--port", str(port), "--data", str(tmp_path))
    assert said.startswith(f"Port {port} of 127.0.0.1 is taken")


def test_a_foreign_address_is_reported(tmp_path):
    shown = run_failing("--host", "nowhere.invalid", "--data", str(tmp_path))
    assert shown.startswith("The server cannot listen at nowhere")


def test_a_folder_that_cannot_be_written_to(tmp_path):
    (tmp_path / "file").write_text("")
    assert run_failing("--data", str(tmp_path / "file" / "data")).startswith("Nothing can be written to ")


def test_a_database_of_somebody_else(tmp_path):
    (tmp_path / "heorot.db").write_text("something else altogether, and long enough to be told apart from nothing")
    assert "is no database of Heorot" in run_failing("--port", "0", "--data", str(tmp_path))


def test_a_setting_that_is_wrong(tmp_path):
    assert run_failing(HEOROT_PORT="many") == "HEOROT_PORT must be a number, not “many”."
    assert run_failing("--port", "70000") == "HEOROT_PORT must be from 0 to 65535, not 70000."
    assert run_failing(HEOROT_METRICS="yes", LANG="fr").startswith("HEOROT_METRICS doit être une de ces valeurs")


def test_without_the_extra_it_says_how_to_install_it(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['uvicorn'] = None")
    said = run_failing("--data", str(tmp_path / "data"), PYTHONPATH=str(tmp_path))
    assert said.endswith("pip install heorot[server]")
    assert "uvicorn" in said


def test_bots_end_with_the_server_however_that_ends(tmp_path):
    with serving(tmp_path) as running:
        running.post("/api/tables", {"game": "movie", "seats": [{"who": "bot"}, {"who": "bot"}]})
        while not (children := children_of(running.process.pid)):
            time.sleep(0.05)
        time.sleep(0.5)  # let the requests start
        running.process.kill()
        running.process.wait()
    for _ in range(600):
        if not any(map(alive, children)):
            return
        time.sleep(0.1)
    raise AssertionError([Path(f"/proc/{child}/cmdline").read_text() for child in children if alive(child)])


def children_of(process: int) -> list[int]:
    """Return the child processes of a process."""
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text().split()]


def alive(process: int) -> bool:
    """Return whether a process exists and is no zombie."""
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
