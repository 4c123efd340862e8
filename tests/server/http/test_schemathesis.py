"""Schemathesis against a real server: no request makes it fail, and every answer matches its description."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.run_heorot import ROOT

CASES = Path(__file__).with_name("schemathesis_cases.py")


def run_cases(marked: str) -> None:
    """Run the cases with this mark expression in a process of their own; raise AssertionError if one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-m", marked, str(CASES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]


def test_every_route_matches_its_description():
    run_cases("not heavy")


@pytest.mark.heavy
def test_every_route_matches_its_description_in_many_examples():
    run_cases("heavy")
