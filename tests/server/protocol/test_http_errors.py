"""Error codes: each has a status and is documented."""

import ast
import re

from heorot.server.protocol.errors import CODES
from heorot.server.protocol.http_errors import FRAMEWORK_ERRORS, STATUSES
from tests.architecture.source import ROOT, package
from tests.locales.usage import called, calls

SOCKET_CODES = {
    "stale", "half-a-set", "too-many-answers", "nothing-to-undo", "asked-already", "nothing-asked", "not-away",
    "bot-plays", "person-plays", "no-such-query", "bad-message", "no-hello", "deleted", "illegal", "unreadable",
    "no-clock", "paused", "not-paused", "out-of-time",
}  # fmt: skip
STATUS_400_CODES = {"bad-request", "no-such-seat", "no-such-bot", "no-seat-for-host", "empty", "bad-address"}


def codes() -> set[str]:
    """Return every error code in the server's source."""
    every_code = {code for code, _ in FRAMEWORK_ERRORS.values()} | set(CODES.values())
    for source in package():
        if source.layer == "server":
            for call in calls(source.tree):
                if called(call) == "Refusal" and isinstance(call.args[0], ast.Constant):
                    every_code.add(call.args[0].value)
    return every_code


def test_every_error_code_has_a_status():
    assert codes() - {*STATUSES, *SOCKET_CODES, *STATUS_400_CODES} == set()
    assert {*STATUSES, *SOCKET_CODES, *STATUS_400_CODES} - codes() == set()


def test_every_error_code_is_documented():
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8").partition("## Refusals")[2]
    documented = set(re.findall(r"`([a-z-]+)`", page))
    assert codes() - documented == set()
