"""Collects tests once and runs some of them for each request of ./dev mutate: `pytest -p tests.mutation.pytest_plugin`.

Each request is a line of JSON, and so is its answer; TRIAL_PIPES names the pipes. Every run is a fork: it finds
everything as it was after loading, and leaves no trace. A mutant is put in place there without loading anything again,
by giving its functions their new code.

A test that takes far too long is ended. CPU time counts, so that a busy machine makes no difference.
"""

import gc
import importlib
import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import NoReturn

import pytest
from coverage import Coverage

from tests.architecture.source import parsed

HEARS, SAYS = map(int, os.environ["TRIAL_PIPES"].split())
QUESTIONS, ANSWERS = os.fdopen(HEARS), os.fdopen(SAYS, "w")
RULES = Path(os.environ["TRIAL_RULES"])  # files whose lines are recorded
WATCHED = "TRIAL_WATCH" in os.environ


def lines_run() -> dict[str, list[int]]:
    """Return the lines of the rules that ran, by file, since the last call or since the fork."""
    if not WATCHED:
        return {}
    watch.stop()
    data = watch.get_data()
    lines = {os.path.relpath(file): sorted(data.lines(file) or ()) for file in data.measured_files()}
    watch.erase()
    watch.start()
    return lines


# ---- Loading -------------------------------------------------------------------------------------------------------


def limit_processor(seconds: int) -> None:
    """Limit the CPU time of this process from its start."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))


if "TRIAL_SECONDS" in os.environ:
    limit_processor(int(os.environ["TRIAL_SECONDS"]))
watch = Coverage(data_file=None, config_file=False, include=[f"{RULES}/*"])
watch.set_option("run:disable_warnings", ["no-data-collected"])
if WATCHED:
    watch.start()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Send the list of tests and the lines that ran on import instead of running the tests; then wait for requests."""
    if session.testsfailed:
        return True
    load_all_rules()
    tests = {item.nodeid: item for item in session.items}
    answer(tests=list(tests), lines=lines_run(), seconds=time.process_time())
    forked_run = ForkedRun(tests)
    gc.freeze()  # so that forks need not scan it
    for question in QUESTIONS:
        forked_run.ask(json.loads(question))
    return True


def load_all_rules() -> None:
    """Import also the rules that a test would import lazily, so that no test seems to be the only one that needs
    them."""
    for file in RULES.rglob("*.py"):
        importlib.import_module(".".join(file.with_suffix("").parts[1:]).removesuffix(".__init__"))


def answer(**said: object) -> None:
    print(json.dumps(said), file=ANSWERS, flush=True)


# ---- A trial -------------------------------------------------------------------------------------------------------


class ForkedRun:
    """A fork that runs tests until one fails."""

    def __init__(self, tests: dict[str, pytest.Item]) -> None:
        self.tests = tests
        self.functions = [thing for thing in gc.get_objects() if type(thing) is FunctionType and is_rule(thing)]

    def ask(self, question: dict[str, object]) -> None:
        if not (child := os.fork()):
            self.run(**question)
        status = os.waitpid(child, 0)[1]
        if status:  # the fork has not answered: most likely its CPU limit ended it
            answer(cause="time" if os.WIFSIGNALED(status) else "test", killer="")

    def run(
        self, chosen: dict[str, float], seconds: int, change: list[str], others: bool = False, learn: bool = False
    ) -> NoReturn:
        """Run the chosen tests, each for its seconds at most; then perhaps all others."""
        try:
            limit_processor(seconds)
            if WATCHED and not learn:
                watch.stop()
            if change:
                self.put_in_place(*change)
            learned: dict[str, object] = {}
            names = [name for name in chosen if name in self.tests]
            names += [name for name in self.tests if name not in chosen] if others else []
            for name, after in pairwise([*names, ""]):
                start = time.process_time()
                let_run(self.tests[name], self.tests.get(after), chosen.get(name, max(chosen.values())))
                if learn:
                    learned[name] = {"seconds": time.process_time() - start, "lines": lines_run()}
            leave(cause="", killer="", learned=learned)
        finally:
            os._exit(1)

    def put_in_place(self, before: str, after: str) -> None:
        """Give loaded functions the code of a changed file. Raise if that is impossible and the file must be imported
        again."""
        try:
            new = dict(zip(codes(before), codes(after), strict=True))
            for function in self.functions:
                function.__code__ = new.get(function.__code__, function.__code__)
        except ValueError:  # functions or closure variables were added or removed
            leave(cause="reload", killer="")
        parsed.cache_clear()  # tests that read the code must read it again


def is_rule(function: FunctionType) -> bool:
    return Path(function.__code__.co_filename).is_relative_to(RULES.resolve())


def codes(text: str) -> Iterator[CodeType]:
    """Return the code objects of all functions in a file."""
    waiting = [compile(text, "rules", "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        yield code
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def leave(**said: object) -> NoReturn:
    """Answer, and end the fork."""
    answer(**said)
    os._exit(0)


def let_run(test: pytest.Item, after: pytest.Item | None, seconds: float) -> None:
    """Run a test for a limited time."""
    signal.signal(signal.SIGVTALRM, lambda *_: leave(cause="time", killer=test.nodeid))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    test.ihook.pytest_runtest_protocol(item=test, nextitem=after)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """End the run at the first failure."""
    if report.failed:
        leave(cause="test", killer=report.nodeid, said=report.longreprtext)
