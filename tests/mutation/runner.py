"""Runs tests against the mutants of ./dev mutate, in copies of the project."""

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain, repeat, takewhile
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.mutation.coverage_index import CoverageIndex, Killers, file_of
from tests.mutation.mutants import ROOT, RULES, Mutant, reach, reason_for

TESTS = [f"tests/{folder}" for folder in ("games", "engine", "docs", "locales", "tools")]
TESTS += ["tests/architecture/package/test_dataclasses.py", "tests/architecture/package/test_kernels.py"]
ELSEWHERE = ["tests/docs/test_recorded_screens.py"]  # runs the installed program, never a mutant
READERS = ("tests/architecture/",)  # read the code, whether or not they run it
ALWAYS = (
    *READERS,
    "tests/locales/test_keys.py",  # reads the code too, but seldom kills
    "tests/tools/test_fuzz.py",  # plays a varying number of games
)
OPEN = "open"
SHORT = 4  # seconds of tests in a short run
LONG = 120  # seconds of tests in a long run; a mutant that outlives it counts as a survivor
FIRST_FILES = 4  # files of tests loaded for a short run
ENOUGH_FILES = 8  # files of tests run on a mutant that is listed as equivalent
PATIENCE = 10  # seconds of CPU time that any test may take
PLUGIN = "tests.mutation.pytest_plugin"
PYTEST = [sys.executable, *f"-m pytest -x -q -p no:xdist -p {PLUGIN} --basetemp=.cache/tmp -m".split(), "not heavy"]
PYTEST += [f"--ignore={file}" for file in ELSEWHERE]
SLOWEST = 60  # seconds; no test takes longer without a mutant
MEMORY = 4 << 30  # bytes; an endless loop may fill a list
Answer = dict[str, Any]


@dataclass(frozen=True)
class MutantResult:
    """The cause of a mutant's death; "" if it survived, OPEN if tests are left that may notice it."""

    mutant: Mutant
    cause: str
    seconds: float


def files_of(tests: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(map(file_of, tests)))


def of_files(tests: Iterable[str], files: Iterable[str]) -> list[str]:
    return [test for test in tests if file_of(test) in files]


class Order:
    """The order of tests: those first that are likely to kill soon. It learns which files of tests kill mutants in
    which file of the rules; the order changes the time of a run, not its result."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds
        self.asked: Counter[tuple[str, str]] = Counter()
        self.killed: Counter[tuple[str, str]] = Counter()

    def of(self, rules: str, tests: Iterable[str]) -> list[str]:
        """Return the tests in the order for a mutant in this file of the rules."""
        return sorted(tests, key=lambda test: self.kills_in_a_second(rules, test), reverse=True)

    def kills_in_a_second(self, rules: str, test: str) -> float:
        """Estimate the kills per second. Files of tests that are named after the file of the rules start with a high
        estimate."""
        file = file_of(test)
        trust = 4.5 if rules in Path(file).stem else 0.5
        share = (self.killed[rules, file] + trust) / (self.asked[rules, file] + 2 * trust)
        return share / (self.seconds[test] + 0.01)

    def learn(self, rules: str, asked: Iterable[str], killer: str) -> None:
        """Learn from the tests that ran until one of them killed."""
        for test in takewhile(lambda test: test != killer, asked):
            self.asked[rules, file_of(test)] += 1
        if killer:
            self.asked[rules, file_of(killer)] += 1
            self.killed[rules, file_of(killer)] += 1


# ---- Those who are asked -------------------------------------------------------------------------------------------


class PytestWorker:
    """A pytest process in a copy of the project that runs tests on request; pytest_plugin.py is its other end."""

    def __init__(self, tree: Path, game: str, tests: Iterable[str], **settings: str) -> None:
        """Start the process. A copy reads and writes nothing outside itself."""
        self.tree = tree
        (hears, asks), (learns, says) = os.pipe(), os.pipe()
        own = {"HEOROT_COMPILE": "0", "PYTHONPATH": "src", "HEOROT_CACHE": ".cache/heorot", "PYTHONHASHSEED": "0"}
        own |= {"HYPOTHESIS_STORAGE_DIRECTORY": ".cache/hypothesis", "TRIAL_RULES": str(RULES[game])}
        own |= {"TRIAL_PIPES": f"{hears} {says}"}
        command = [*PYTEST, "-k", " and ".join(f"not {other}" for other in RULES if other != game), *tests]
        with self.log.open("w") as log:
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            env = os.environ | own | settings
            self.process = subprocess.Popen(command, cwd=tree, env=env, pass_fds=[hears, says], **streams)
        os.close(hears)
        os.close(says)
        self.questions, self.answers = os.fdopen(asks, "w"), os.fdopen(learns)
        self.loaded = self.answer()  # empty if the tests do not load

    @property
    def log(self) -> Path:
        return self.tree / ".cache/worker.log"

    def answer(self) -> Answer:
        return json.loads(self.answers.readline() or "{}")

    def ask(self, tests: Mapping[str, float], change: Sequence[str] = (), **how: bool) -> Answer:
        """Run tests with their usual seconds, and return the answer. `change` is the text of a file before and
        after."""
        chosen = {test: PATIENCE + 5 * seconds for test, seconds in tests.items()}
        seconds = 3 * PATIENCE + 5 * round(sum(tests.values()))
        question = {"chosen": chosen, "seconds": seconds, "change": change, **how}
        print(json.dumps(question), file=self.questions, flush=True)
        return self.answer()

    def close(self) -> None:
        """End the process by closing its input."""
        self.questions.close()
        self.process.wait()
        self.answers.close()


class MutantRunner:
    """Runs mutants in copies of the project, so that the project itself is never changed."""

    def __init__(
        self, folder: Path, game: str, tests: Sequence[str] = TESTS, jobs: int = 1, long: float = LONG
    ) -> None:
        """Run each test once on the original: all must pass; record their seconds and the lines that they run."""
        self.game = game
        self.long = long
        self.whole = copy_project(folder / "whole")
        self.pool = ThreadPoolExecutor(jobs)
        self.workers: SimpleQueue[PytestWorker] = SimpleQueue()
        start = time.monotonic()
        for worker in self.pool.map(self.start_worker, (folder / f"copy-{job}" for job in range(jobs)), repeat(tests)):
            self.workers.put(worker)
            self.loaded = worker.loaded  # the same for all
        self.learn()
        self.asked: dict[Mutant, set[str]] = defaultdict(set)
        self.open: list[Mutant] = []  # not dead after a short run
        self.killers = Killers(game)
        self.seconds = time.monotonic() - start

    def start_worker(self, folder: Path, tests: Sequence[str]) -> PytestWorker:
        worker = PytestWorker(shutil.copytree(self.whole, folder), self.game, tests, TRIAL_WATCH="1")
        if not worker.loaded:
            sys.exit(f"The tests must load before anything is changed.\n{worker.log.read_text()}")
        return worker

    @contextmanager
    def worker(self) -> Iterator[PytestWorker]:
        """Provide an idle worker."""
        worker = self.workers.get()
        try:
            yield worker
        finally:
            self.workers.put(worker)

    def learn(self) -> None:
        """Record the seconds and lines of every test."""
        learned = CoverageIndex(self.whole, self.game, self.loaded["lines"])
        known = learned.recall()
        unknown = files_of(test for test in self.loaded["tests"] if test not in known)
        try:
            for found in self.pool.map(self.watch, unknown):
                known |= found
        finally:  # also after an interruption
            learned.keep(known)
        self.order = Order({test: known[test]["seconds"] for test in self.loaded["tests"]})
        self.on_loading = {file: set(lines) for file, lines in self.loaded["lines"].items()}
        self.runs: dict[tuple[str, int], set[str]] = defaultdict(set)
        for test in self.order.seconds:
            for file, lines in known[test]["lines"].items():
                for line in lines:
                    self.runs[file, line].add(test)

    def watch(self, file: str) -> Answer:
        """Run the tests of one file alone, so that no cached results of others hide lines."""
        with self.worker() as worker:
            answer = worker.ask(dict.fromkeys(of_files(self.loaded["tests"], [file]), SLOWEST), learn=True)
        if answer["cause"]:
            said = answer.get("said", "It takes too long.")
            sys.exit(f"The tests must pass before anything is changed.\n{file}\n{said}")
        return answer["learned"]

    def still_pass(self) -> bool:
        """Return whether the tests still pass on the original; if not, the results mean nothing."""
        tests, jobs = list(self.order.seconds), self.workers.qsize()
        return all(self.pool.map(self.pass_, (tests[job::jobs] for job in range(jobs))))

    def pass_(self, tests: Sequence[str]) -> bool:
        with self.worker() as worker:
            return not worker.ask(self.times(tests))["cause"]

    def times(self, tests: Iterable[str]) -> dict[str, float]:
        return {test: self.order.seconds[test] for test in tests}

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)
        self.killers.keep()
        while not self.workers.empty():
            self.workers.get().close()

    def run_all(self, mutants_to_run: Iterable[Mutant]) -> Iterator[MutantResult]:
        """Yield results as they come: first a short run of each mutant, then a long one of those that are left."""
        for future in as_completed([self.pool.submit(self.run_for, mutant, SHORT) for mutant in mutants_to_run]):
            result = future.result()
            if result.cause == OPEN:
                self.open.append(result.mutant)
            else:
                yield result
        for future in as_completed([self.pool.submit(self.run_for, mutant, self.long) for mutant in self.open]):
            result = future.result()
            self.open.remove(result.mutant)
            yield replace(result, cause="") if result.cause == OPEN else result

    def run_one(self, mutant: Mutant) -> MutantResult:
        """Return the result of one mutant."""
        return next(self.run_all([mutant]))

    def run_for(self, mutant: Mutant, seconds: float) -> MutantResult:
        """Put a mutant in place, and run tests on it for about `seconds` that have not run yet."""
        with self.worker() as worker:
            start, file = time.monotonic(), worker.tree / mutant.spot.file
            try:
                file.write_text(mutant.after, "utf-8")
                cause = self.cause_of_death(worker, mutant, seconds)
            finally:
                shutil.copy2(self.whole / mutant.spot.file, file)
        return MutantResult(mutant, cause, time.monotonic() - start)

    def cause_of_death(self, worker: PytestWorker, mutant: Mutant, seconds: float) -> str:
        """Return the cause of death. Mutants that need no reload run at once with the tests that may notice; others
        with all."""
        runners = self.who_run_it(mutant)
        if runners is not None:
            soon = runners | self.who_read_the_code()
            tests = self.called(mutant, self.who_killed_it(mutant), soon, self.who_may_notice(runners))
            now = self.in_time(tests, seconds)
            answer = worker.ask(self.times(now), change=[mutant.before, mutant.after])
            if answer["cause"] != "reload":
                return self.heard(mutant, now, answer) or (OPEN if len(now) < len(tests) else "")
        return self.tried_afresh(worker.tree, mutant, seconds)

    def who_run_it(self, mutant: Mutant) -> set[str] | None:
        """Return the tests that ran the changed lines; None if they run on import, when anything may differ."""
        lines, file = reach(mutant), str(mutant.spot.file)
        if lines is None or not self.on_loading[file].isdisjoint(lines):
            return None
        return set().union(*(self.runs[file, line] for line in lines))

    def who_may_notice(self, runners: set[str]) -> set[str]:
        """Return all tests of the files in which a test ran the lines: another may get its cached results."""
        files = set(map(file_of, runners))
        return {test for test in self.order.seconds if file_of(test) in files or test.startswith(ALWAYS)}

    def who_read_the_code(self) -> set[str]:
        return {test for test in self.order.seconds if test.startswith(READERS)}

    def who_killed_it(self, mutant: Mutant) -> set[str]:
        """Return the test that killed the mutant in an earlier run."""
        return {self.killers.of(mutant)} & self.order.seconds.keys()

    def called(self, mutant: Mutant, *ranks: set[str]) -> list[str]:
        """Return the tests that have not run yet, those that are likely to kill soon first. A mutant that is listed as
        equivalent gets the first files only."""
        in_order = (self.order.of(mutant.spot.file.stem, rank) for rank in ranks)
        tests = list(dict.fromkeys(chain.from_iterable(in_order)))
        tests = of_files(tests, files_of(tests)[:ENOUGH_FILES]) if reason_for(mutant) else tests
        return [test for test in tests if test not in self.asked[mutant]]

    def in_time(self, tests: list[str], seconds: float) -> list[str]:
        """Return as many tests as fit into the seconds, at least one."""
        until = accumulate(map(self.order.seconds.get, tests), initial=0.0)
        return [test for test, start in zip(tests, until, strict=False) if start <= seconds]

    def heard(self, mutant: Mutant, tests: list[str], answer: Answer) -> str:
        """Return the cause of death from an answer, and remember the killer and the tests that ran."""
        self.asked[mutant].update(tests)
        self.order.learn(mutant.spot.file.stem, tests, answer["killer"])
        if answer["killer"]:
            self.killers.note(mutant, answer["killer"])
        return answer["cause"]

    def tried_afresh(self, tree: Path, mutant: Mutant, seconds: float) -> str:
        """Run tests that are loaded with the mutant; in a short run few files, because they load faster."""
        known = self.who_killed_it(mutant)
        tests = self.called(mutant, known, self.who_read_the_code(), set(self.order.seconds))
        files = files_of(tests)
        now = files[: len(known) or FIRST_FILES] if seconds == SHORT else files_of(self.in_time(tests, seconds))
        asked = of_files(tests, now)
        return self.heard(mutant, asked, self.ask_afresh(tree, now, asked)) or (OPEN if now != files else "")

    def ask_afresh(self, tree: Path, files: list[str], tests: list[str]) -> Answer:
        """Ask a new worker. It writes no bytecode, which could be taken for that of the next mutant."""
        seconds = f"{3 * PATIENCE + 5 * self.loaded['seconds']:.0f}"
        settings = {"PYTHONDONTWRITEBYTECODE": "1", "TRIAL_SECONDS": seconds}
        with closing(PytestWorker(tree, self.game, files, **settings)) as worker:
            if worker.loaded:
                return worker.ask(self.times(tests), others=True)
            return {"cause": "time" if worker.process.wait() < 0 else "load", "killer": ""}


def copy_project(to: Path) -> Path:
    """Copy the project as a clone would hold it, without what .gitignore names."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(".git", *ignored))
    (to / ".cache").mkdir()
    return to


def limit_memory() -> None:
    """Limit the memory of every test that is started from here, where the system supports it."""
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
