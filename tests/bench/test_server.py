"""`heorot bench server --json`: programs read its figures by name."""

import json

import pytest

from heorot.bench.server import FIGURES
from tests.cli.run_heorot import run_heorot

PROMISED = (
    "p50_ms", "p95_ms", "p99_ms", "errors", "moves", "sockets", "kb_per_socket", "fsync_p95_ms", "replay_ms",
)  # fmt: skip
SMALL = ("--tables", "4", "--sockets", "20", "--rate", "10", "--seconds", "2")


def test_report_begins_with_the_documented_figures():
    assert FIGURES[: len(PROMISED)] == PROMISED


@pytest.mark.heavy
def test_small_load_reports_positive_figures_without_errors():
    done = run_heorot("bench", "server", *SMALL, "--json")
    assert done.code == 0, done.err
    figures = json.loads(done.out)
    assert tuple(figures) == FIGURES
    assert (figures["errors"], figures["moves"], figures["sockets"]) == (0, 20, 20)
    assert all(figures[name] > 0 for name in FIGURES if name != "errors")
