"""Run tests of the server again with the tables in PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run_heorot import ROOT
from tests.server.support.databases import CHOICE

SERVER = Path(__file__).parents[1]
QUICK = ("views/test_history",)
REST = (
    "http/test_attacks", "http/test_hostile_texts", "http/test_limits_live", "http/test_schemathesis",
    "rooms/test_bot_pacing", "rooms/test_cleanup", "rooms/test_convergence", "rooms/test_game_lifecycle",
    "rooms/test_hints", "rooms/test_seat_keys", "rooms/test_state_machine", "rooms/test_timekeeper",
    "routes/test_fairness", "routes/test_host", "routes/test_replay", "store/test_kills", "table/test_draws",
    "table/test_redaction", "test_shutdown", "rooms/test_seats", "views/test_no_leaks", "views/test_no_leaks_live",
    "webhooks/test_addresses", "webhooks/test_feeds", "webhooks/test_slow_receivers", "webhooks/test_webhooks",
)  # fmt: skip


def again(*names: str) -> None:
    """Run tests in a process with its own database."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not heavy"]
    files = [str(SERVER / f"{name}.py") for name in names]
    done = subprocess.run([*command, *files], cwd=ROOT, env={**os.environ, CHOICE: "postgres"}, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()[-5000:]


def test_history_passes_on_postgres():
    again(*QUICK)


@pytest.mark.heavy
@pytest.mark.parametrize("name", REST)
def test_server_tests_pass_on_postgres(name):
    again(name)
