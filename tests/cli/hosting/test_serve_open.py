"""`heorot serve --open`: the browser opens the hall."""

import os
import socket
import stat
import subprocess
import time
from pathlib import Path

import pytest

from tests.server.support.live_server import PATIENCE, command, environment, run_failing, serving, wait_for_url


@pytest.fixture
def browser(tmp_path) -> tuple[Path, str]:
    """Install a browser that only records the address."""
    seen, script = tmp_path / "seen", tmp_path / "www-browser"  # also the default text browser of Debian
    script.write_text(f'#!/bin/sh\necho "$1" > "{seen}.part" && mv "{seen}.part" "{seen}"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return seen, f"{script} %s"


def wait_for(file: Path) -> str:
    for _ in range(PATIENCE * 50):
        if file.exists():
            return file.read_text().strip()
        time.sleep(0.02)
    raise AssertionError("no browser was opened")


def test_open_sends_the_browser_to_the_servers_address(tmp_path, browser):
    seen, words = browser
    with serving(tmp_path / "served", "--open", BROWSER=words) as running:
        assert wait_for(seen) == running.url
        assert running.get("/api/health").status == 200
        assert running.lines() == []  # a player does not read the log


def test_open_starts_no_browser_without_a_screen(tmp_path, browser):
    settings = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    with serving(tmp_path / "served", "--open", **settings) as running:
        assert running.get("/api/health").status == 200
        time.sleep(0.5)  # a browser would be started in a thread
        assert not browser[0].exists()


def test_open_uses_another_port_if_the_default_is_taken(tmp_path):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", 8000))
            other.listen()
        except OSError:
            pass  # the port is in use already, which is what the test needs
        log = tmp_path / "log"
        with log.open("w") as out:
            words = command("--open", "--data", str(tmp_path / "data"))
            process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT, text=True,
                                       env=environment(BROWSER="", DISPLAY="", WAYLAND_DISPLAY=""))  # fmt: skip
        try:
            assert ":8000/" not in wait_for_url(process, log)
        finally:
            process.kill()
            process.wait()


def test_open_refuses_a_requested_port_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert port in run_failing("--open", "--port", port, "--data", str(tmp_path))
