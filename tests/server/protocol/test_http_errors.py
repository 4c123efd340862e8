"""Codes: each that the server can say has a status, and is written down for whoever writes a client."""

import ast
import re

from heorot.server.errors import CODES
from heorot.server.failures import BY_STATUS, STATUSES
from tests.architecture.source import ROOT, package
from tests.locales.usage import called, calls

TOLD_BY_SOCKETS_ALONE = {
    "stale", "half-a-set", "too-many-answers", "nothing-to-undo", "asked-already", "nothing-asked", "not-away",
    "bot-plays", "person-plays", "no-such-query", "bad-message", "no-hello", "deleted", "illegal", "unreadable",
    "no-clock", "paused", "not-paused", "out-of-time",
}  # fmt: skip
PLAIN = {"bad-request", "no-such-seat", "no-such-bot", "no-seat-for-host", "empty", "bad-address"}  # a 400 says it all


def codes() -> set[str]:
    """Every code in the server."""
    found = {code for code, _ in BY_STATUS.values()} | set(CODES.values())
    for source in package():
        if source.layer == "server":
            for call in calls(source.tree):
                if called(call) == "Refusal" and isinstance(call.args[0], ast.Constant):
                    found.add(call.args[0].value)
    return found


def test_every_code_has_its_status():
    assert codes() - {*STATUSES, *TOLD_BY_SOCKETS_ALONE, *PLAIN} == set()
    assert {*STATUSES, *TOLD_BY_SOCKETS_ALONE, *PLAIN} - codes() == set()


def test_every_code_is_on_the_page():
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8").partition("## Refusals")[2]
    told = set(re.findall(r"`([a-z-]+)`", page))
    assert codes() - told == set()
