"""`./dev play` in a fresh clone, as a newcomer runs it."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 300                          # seconds without output, for slow networks
PAUSE = 0.5                             # seconds without output after a prompt

STYLING = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
PROMPT = re.compile(r"[>:?] ?$")
SETUP_STEP = re.compile(r"^(.{,9}s  )?Step \d of \d: (Making|Installing) ", re.MULTILINE)
ENGLISH = re.compile(r"\b(the|you|your)\b", re.IGNORECASE)

UNWANTED = ("HEOROT", "VIRTUAL_ENV", "PYTEST", "XDG_", "LANG", "LC_")   # prefixes of variables that a newcomer lacks
MINIMAL_PATH = os.pathsep.join([f"{sys.base_prefix}/bin", "/usr/bin", "/bin"])  # a PATH with Python and little else


@pytest.fixture
def clone(tmp_path):
    """Return a copy of the working tree without the files that .gitignore names, like a clone."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    return shutil.copytree(ROOT, tmp_path / "clone", ignore=shutil.ignore_patterns(".git", *ignored))


@pytest.fixture
def outside(tmp_path):
    """Return an empty folder for use as home and for temporary files."""
    (tmp_path / "outside").mkdir()
    return tmp_path / "outside"


def newcomer_environment(outside: Path, **settings: str) -> dict[str, str]:
    """Return the environment of an English newcomer, with this project's caches of downloads."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(UNWANTED)}
    env |= {"HOME": str(outside), "TMPDIR": str(outside), "PATH": MINIMAL_PATH, "LANG": "C.UTF-8", "TERM": "xterm"}
    for tool in ("uv", "pip"):
        env.setdefault(f"{tool.upper()}_CACHE_DIR", str(ROOT / ".cache" / tool))
    return env | settings


def play(clone: Path, env: dict[str, str]) -> str:
    """Run ./dev play movie in a pseudo-terminal and return its output up to the first prompt."""
    screen, terminal = pty.openpty()
    game = subprocess.Popen(["./dev", "play", "movie"], cwd=clone, env=env, start_new_session=True,
                            stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    try:
        return read_to_prompt(screen)
    finally:
        os.killpg(game.pid, signal.SIGKILL)
        game.wait()
        os.close(screen)


def read_to_prompt(screen: int) -> str:
    """Return the output of a pseudo-terminal up to the first prompt."""
    shown, raw = "", b""
    while select.select([screen], [], [], PAUSE if PROMPT.search(shown) else PATIENCE)[0]:
        try:
            raw += os.read(screen, 4096)
        except OSError:                                     # the program has closed the terminal
            break
        shown = STYLING.sub("", raw.decode(errors="ignore"))
    assert PROMPT.search(shown), f"no prompt:\n{shown}"
    return shown


@pytest.mark.heavy  # installs everything again
def test_play_reaches_first_prompt_in_fresh_clone(clone, outside):
    first = play(clone, newcomer_environment(outside))
    assert SETUP_STEP.search(first)
    assert "interpreted" not in first                       # Numba is installed
    assert list(outside.iterdir()) == []

    second = play(clone, newcomer_environment(outside, UV_OFFLINE="1", PIP_NO_INDEX="1"))
    assert not SETUP_STEP.search(second)
    assert ENGLISH.search(second)
    hall = open_the_hall(clone, newcomer_environment(outside, UV_OFFLINE="1", PIP_NO_INDEX="1"))
    assert b'<div id="app">' in hall


def open_the_hall(clone: Path, env: dict[str, str]) -> bytes:
    """Return the page that ./dev play opens in the browser."""
    command = ["./dev", "play", "--port", "0", "--data", str(clone / ".cache/tables")]
    server = subprocess.Popen(command, cwd=clone, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, "no address in the first line"
        with urllib.request.urlopen(address[0]) as page:
            return page.read()
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()  # waits, and closes the pipe


@pytest.mark.heavy
def test_setup_falls_back_to_pip_and_to_interpreted_rules(clone, outside):
    (clone / "requirements/fast.txt").write_text("numba==0.68.1 --hash=sha256:" + 64 * "0")
    shown = play(clone, newcomer_environment(outside, NO_UV="1"))
    assert "Numba could not be installed" in shown
    assert list(outside.iterdir()) == []


@pytest.mark.heavy
def test_failed_installation_is_reported_in_one_sentence(clone, outside):
    (clone / "requirements/run.txt").write_text("no-such-package-as-this==1 --hash=sha256:" + 64 * "0")
    process = subprocess.run(["./dev", "play"], cwd=clone, env=newcomer_environment(outside), capture_output=True)
    assert process.returncode == 1
    *_, sentence = process.stderr.decode().splitlines()
    assert sentence.startswith("./dev could not install the packages of requirements/run.txt")
    assert b"Traceback" not in process.stderr
