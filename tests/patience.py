"""Ends tests that take far too long, for ./dev mutate: `MUTANT_SECONDS="14 90" pytest -p tests.patience`.

The first number is for one test, the second for all of them and for loading them. What counts is the processor's own
time, so that a busy machine makes no difference.
"""

import os
import resource
import signal
from collections.abc import Iterator

import pytest

ONE, ALL = (int(seconds) for seconds in os.environ["MUTANT_SECONDS"].split())
ERRORS = os.dup(2)  # before pytest keeps what is written there
TOO_LONG = "Too long: "

resource.setrlimit(resource.RLIMIT_CPU, (ALL, ALL + 5))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Give each test its time."""

    def end(*_: object) -> None:
        os.write(ERRORS, f"{TOO_LONG}{item.nodeid}\n".encode())
        os._exit(1)

    signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, ONE)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
