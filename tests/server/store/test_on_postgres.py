"""What a server promises with its tables in a file, it promises with its tables in PostgreSQL: the same tests again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT
from tests.server.databases import CHOICE

HERE = Path(__file__).parent
QUICK = ("test_seats",)
REST = (
    "test_attacks", "test_called_addresses", "test_calls", "test_convergence", "test_fair_routes", "test_fairness",
    "test_feeds", "test_forgetting", "test_fuzz_http", "test_hints", "test_host", "test_janitor", "test_keys",
    "test_kills", "test_leaving", "test_limits_live", "test_lives", "test_machine", "test_nothing_leaks",
    "test_nothing_leaks_live", "test_pace", "test_past", "test_replay", "test_slow_calls", "test_texts",
    "test_timekeeper",
)  # fmt: skip


def again(*names: str) -> None:
    """Run tests in a process of its own, which has its own database."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not heavy"]
    files = [str(HERE / f"{name}.py") for name in names]
    done = subprocess.run([*command, *files], cwd=ROOT, env={**os.environ, CHOICE: "postgres"}, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()[-5000:]


def test_seats_are_the_same_in_postgres():
    again(*QUICK)


@pytest.mark.heavy
@pytest.mark.parametrize("name", REST)
def test_every_promise_is_kept_in_postgres(name):
    again(name)
