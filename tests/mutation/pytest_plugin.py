"""Collects tests once and runs some of them as often as ./dev mutate asks: `pytest -p tests.trial`.

Each question is a line of JSON, and so is its answer; TRIAL_PIPES names where they come from and go to. Every trial is
a fork: it finds everything as it was after loading, and leaves no trace. A mutant can be put in place there without
loading anything again, as its functions are given their new code.

A test that takes far too long is ended. What counts is the processor's own time, so that a busy machine makes no
difference.
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
RULES = Path(os.environ["TRIAL_RULES"])  # whose lines are watched
WATCHED = "TRIAL_WATCH" in os.environ


def lines_run() -> dict[str, list[int]]:
    """Lines of the rules that have run, by file: in this process since they were told last, or since it was forked."""
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
    """For all that this process does from its beginning."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))


if "TRIAL_SECONDS" in os.environ:
    limit_processor(int(os.environ["TRIAL_SECONDS"]))
watch = Coverage(data_file=None, config_file=False, include=[f"{RULES}/*"])
watch.set_option("run:disable_warnings", ["no-data-collected"])
if WATCHED:
    watch.start()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Instead of running the tests, tell which there are and which lines ran on the way; then wait for questions."""
    if session.testsfailed:
        return True
    load_all_rules()
    tests = {item.nodeid: item for item in session.items}
    answer(tests=list(tests), lines=lines_run(), seconds=time.process_time())
    trial = Trial(tests)
    gc.freeze()  # what is here stays, so that forks need not look through it
    for question in QUESTIONS:
        trial.ask(json.loads(question))
    return True


def load_all_rules() -> None:
    """Those too that a test would load, so that no test seems to be the only one that needs them."""
    for file in RULES.rglob("*.py"):
        importlib.import_module(".".join(file.with_suffix("").parts[1:]).removesuffix(".__init__"))


def answer(**said: object) -> None:
    print(json.dumps(said), file=ANSWERS, flush=True)


# ---- A trial -------------------------------------------------------------------------------------------------------


class Trial:
    """What a fork does: runs tests until one fails."""

    def __init__(self, tests: dict[str, pytest.Item]) -> None:
        self.tests = tests
        self.functions = [thing for thing in gc.get_objects() if type(thing) is FunctionType and is_rule(thing)]

    def ask(self, question: dict[str, object]) -> None:
        if not (child := os.fork()):
            self.run(**question)
        status = os.waitpid(child, 0)[1]
        if status:  # the fork has not answered: most likely the system has ended it, since its time was over
            answer(cause="time" if os.WIFSIGNALED(status) else "test", killer="")

    def run(
        self, chosen: dict[str, float], seconds: int, change: list[str], others: bool = False, learn: bool = False
    ) -> NoReturn:
        """The chosen tests, each for so many seconds at most; then perhaps all others that are there."""
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
        """Give the functions that are loaded the code that they would have in a changed file. Where that cannot be
        done, the file must be loaded."""
        try:
            new = dict(zip(codes(before), codes(after), strict=True))
            for function in self.functions:
                function.__code__ = new.get(function.__code__, function.__code__)
        except ValueError:  # there are more or fewer than before, or they use other variables of what is around them
            leave(cause="reload", killer="")
        parsed.cache_clear()  # the tests that read the code itself shall read it again


def is_rule(function: FunctionType) -> bool:
    return Path(function.__code__.co_filename).is_relative_to(RULES.resolve())


def codes(text: str) -> Iterator[CodeType]:
    """The code of all functions in a file."""
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
    """A test, and no longer than so many seconds."""
    signal.signal(signal.SIGVTALRM, lambda *_: leave(cause="time", killer=test.nodeid))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    test.ihook.pytest_runtest_protocol(item=test, nextitem=after)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """One that fails is enough."""
    if report.failed:
        leave(cause="test", killer=report.nodeid, said=report.longreprtext)
