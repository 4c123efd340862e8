"""Tries the mutants of ./dev mutate, in copies of the project."""

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

from tests.learned import Killers, Learned, file_of
from tests.mutants import ROOT, RULES, Mutant, reach, reason_for

TESTS = [f"tests/{folder}" for folder in ("games", "records", "contract", "docs", "locales", "properties")]
TESTS += ["tests/architecture/test_dataclasses.py", "tests/architecture/test_kernels.py"]
ELSEWHERE = ["tests/docs/test_recording.py"]  # starts the program that is installed, never a mutant
READERS = ("tests/architecture/",)  # read the code, whether or not they run it
ALWAYS = (
    *READERS,
    "tests/locales/test_keys.py",  # so does this, but it seldom kills
    "tests/properties/test_fuzz.py",  # plays for a time, now more games and now fewer
)
OPEN = "open"
SHORT = 4  # seconds of tests in a short hearing
LONG = 120  # and in a long one: whoever is alive after it counts as a survivor
FIRST_FILES = 4  # of tests are loaded for one
ENOUGH_FILES = 8  # of tests look at what is named equivalent
PATIENCE = 10  # seconds of the processor that any test may take
PYTEST = [sys.executable, *"-m pytest -x -q -p no:xdist -p tests.trial --basetemp=.cache/tmp -m".split(), "not heavy"]
PYTEST += [f"--ignore={file}" for file in ELSEWHERE]
SLOWEST = 60  # seconds that no test takes as things are
MEMORY = 4 << 30  # bytes; a loop without end may fill a list
Answer = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: "" if it survived, else what killed it; OPEN if tests are left that may notice it."""

    mutant: Mutant
    cause: str
    seconds: float


def files_of(tests: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(map(file_of, tests)))


def of_files(tests: Iterable[str], files: Iterable[str]) -> list[str]:
    return [test for test in tests if file_of(test) in files]


class Order:
    """In which order tests look at a mutant: those first that are likely to kill it soon. It learns from every trial
    the tests of which file kill in which file of the rules; what is found does not hang on it, only when."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds
        self.asked: Counter[tuple[str, str]] = Counter()
        self.killed: Counter[tuple[str, str]] = Counter()

    def of(self, rules: str, tests: Iterable[str]) -> list[str]:
        """For a mutant of this file of the rules."""
        return sorted(tests, key=lambda test: self.kills_in_a_second(rules, test), reverse=True)

    def kills_in_a_second(self, rules: str, test: str) -> float:
        """About so many; a file of tests with the name of the rules in its own is trusted from the beginning."""
        file = file_of(test)
        trust = 4.5 if rules in Path(file).stem else 0.5
        share = (self.killed[rules, file] + trust) / (self.asked[rules, file] + 2 * trust)
        return share / (self.seconds[test] + 0.01)

    def learn(self, rules: str, asked: Iterable[str], killer: str) -> None:
        """These were asked, until one of them killed."""
        for test in takewhile(lambda test: test != killer, asked):
            self.asked[rules, file_of(test)] += 1
        if killer:
            self.asked[rules, file_of(killer)] += 1
            self.killed[rules, file_of(killer)] += 1


# ---- Those who are asked -------------------------------------------------------------------------------------------


class Jury:
    """Tests that are loaded in a copy of the project and answer questions: tests/trial.py, as seen from here."""

    def __init__(self, tree: Path, game: str, tests: Iterable[str], **settings: str) -> None:
        """A copy reads and writes nothing outside itself."""
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
        self.loaded = self.answer()  # nothing, if something is in the way

    @property
    def log(self) -> Path:
        return self.tree / ".cache/jury.log"

    def answer(self) -> Answer:
        return json.loads(self.answers.readline() or "{}")

    def ask(self, tests: Mapping[str, float], change: Sequence[str] = (), **how: bool) -> Answer:
        """What tests say that take so long as a rule. A change is the text of a file before and after."""
        chosen = {test: PATIENCE + 5 * seconds for test, seconds in tests.items()}
        seconds = 3 * PATIENCE + 5 * round(sum(tests.values()))
        question = {"chosen": chosen, "seconds": seconds, "change": change, **how}
        print(json.dumps(question), file=self.questions, flush=True)
        return self.answer()

    def close(self) -> None:
        """It ends when nobody can ask any more."""
        self.questions.close()
        self.process.wait()
        self.answers.close()


class Court:
    """Copies of the project in which mutants are tried, so that the project itself is never changed."""

    def __init__(
        self, folder: Path, game: str, tests: Sequence[str] = TESTS, jobs: int = 1, long: float = LONG
    ) -> None:
        """Run each test once as things are: they must pass, and show how long they take and which lines they run."""
        self.game = game
        self.long = long
        self.whole = copy_project(folder / "whole")
        self.pool = ThreadPoolExecutor(jobs)
        self.juries: SimpleQueue[Jury] = SimpleQueue()
        start = time.monotonic()
        for jury in self.pool.map(self.summon, (folder / f"copy-{job}" for job in range(jobs)), repeat(tests)):
            self.juries.put(jury)
            self.loaded = jury.loaded  # the same for all
        self.learn()
        self.asked: dict[Mutant, set[str]] = defaultdict(set)
        self.open: list[Mutant] = []  # not dead after a short hearing
        self.killers = Killers(game)
        self.seconds = time.monotonic() - start

    def summon(self, folder: Path, tests: Sequence[str]) -> Jury:
        jury = Jury(shutil.copytree(self.whole, folder), self.game, tests, TRIAL_WATCH="1")
        if not jury.loaded:
            sys.exit(f"The tests must load before anything is changed.\n{jury.log.read_text()}")
        return jury

    @contextmanager
    def jury(self) -> Iterator[Jury]:
        """One that has nothing else to do."""
        jury = self.juries.get()
        try:
            yield jury
        finally:
            self.juries.put(jury)

    def learn(self) -> None:
        """Who runs what, and how long it takes."""
        learned = Learned(self.whole, self.game, self.loaded["lines"])
        known = learned.recall()
        unknown = files_of(test for test in self.loaded["tests"] if test not in known)
        try:
            for found in self.pool.map(self.watch, unknown):
                known |= found
        finally:  # broken off or not
            learned.keep(known)
        self.order = Order({test: known[test]["seconds"] for test in self.loaded["tests"]})
        self.on_loading = {file: set(lines) for file, lines in self.loaded["lines"].items()}
        self.runs: dict[tuple[str, int], set[str]] = defaultdict(set)
        for test in self.order.seconds:
            for file, lines in known[test]["lines"].items():
                for line in lines:
                    self.runs[file, line].add(test)

    def watch(self, file: str) -> Answer:
        """The tests of a file without others, so that nothing is remembered that those have done."""
        with self.jury() as jury:
            answer = jury.ask(dict.fromkeys(of_files(self.loaded["tests"], [file]), SLOWEST), learn=True)
        if answer["cause"]:
            said = answer.get("said", "It takes too long.")
            sys.exit(f"The tests must pass before anything is changed.\n{file}\n{said}")
        return answer["learned"]

    def still_pass(self) -> bool:
        """Whether the tests pass as things are, now as in the beginning; if not, what they said means nothing."""
        tests, jobs = list(self.order.seconds), self.juries.qsize()
        return all(self.pool.map(self.pass_, (tests[job::jobs] for job in range(jobs))))

    def pass_(self, tests: Sequence[str]) -> bool:
        with self.jury() as jury:
            return not jury.ask(self.times(tests))["cause"]

    def times(self, tests: Iterable[str]) -> dict[str, float]:
        return {test: self.order.seconds[test] for test in tests}

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)
        self.killers.keep()
        while not self.juries.empty():
            self.juries.get().close()

    def judge_all(self, accused: Iterable[Mutant]) -> Iterator[Verdict]:
        """Verdicts, as they come: first a short hearing for each, then a long one for whoever is not dead by then."""
        for trial in as_completed([self.pool.submit(self.hear, mutant, SHORT) for mutant in accused]):
            verdict = trial.result()
            if verdict.cause == OPEN:
                self.open.append(verdict.mutant)
            else:
                yield verdict
        for trial in as_completed([self.pool.submit(self.hear, mutant, self.long) for mutant in self.open]):
            verdict = trial.result()
            self.open.remove(verdict.mutant)
            yield replace(verdict, cause="") if verdict.cause == OPEN else verdict

    def judge(self, mutant: Mutant) -> Verdict:
        """One alone."""
        return next(self.judge_all([mutant]))

    def hear(self, mutant: Mutant, seconds: float) -> Verdict:
        """Put a mutant in the place of what is whole, and let tests look at it for about so long that have not yet."""
        with self.jury() as jury:
            start, file = time.monotonic(), jury.tree / mutant.spot.file
            try:
                file.write_text(mutant.after, "utf-8")
                cause = self.cause_of_death(jury, mutant, seconds)
            finally:
                shutil.copy2(self.whole / mutant.spot.file, file)
        return Verdict(mutant, cause, time.monotonic() - start)

    def cause_of_death(self, jury: Jury, mutant: Mutant, seconds: float) -> str:
        """Whatever need not be loaded again is tried at once by those that may notice; anything else by all."""
        runners = self.who_run_it(mutant)
        if runners is not None:
            soon = runners | self.who_read_the_code()
            tests = self.called(mutant, self.who_killed_it(mutant), soon, self.who_may_notice(runners))
            now = self.in_time(tests, seconds)
            answer = jury.ask(self.times(now), change=[mutant.before, mutant.after])
            if answer["cause"] != "reload":
                return self.heard(mutant, now, answer) or (OPEN if len(now) < len(tests) else "")
        return self.tried_afresh(jury.tree, mutant, seconds)

    def who_run_it(self, mutant: Mutant) -> set[str] | None:
        """The tests that ran what differs; None if it runs before any test, when whatever is loaded may differ."""
        lines, file = reach(mutant), str(mutant.spot.file)
        if lines is None or not self.on_loading[file].isdisjoint(lines):
            return None
        return set().union(*(self.runs[file, line] for line in lines))

    def who_may_notice(self, runners: set[str]) -> set[str]:
        """Whoever shares a file with one that ran it may run it too: it may have been given what that one had left."""
        files = set(map(file_of, runners))
        return {test for test in self.order.seconds if file_of(test) in files or test.startswith(ALWAYS)}

    def who_read_the_code(self) -> set[str]:
        return {test for test in self.order.seconds if test.startswith(READERS)}

    def who_killed_it(self, mutant: Mutant) -> set[str]:
        """In an earlier run, if anyone did."""
        return {self.killers.of(mutant)} & self.order.seconds.keys()

    def called(self, mutant: Mutant, *ranks: set[str]) -> list[str]:
        """All that have not yet been asked, rank after rank, those that are likely to kill it soon first. For what is
        named equivalent, and counts as a survivor, the first files are enough."""
        in_order = (self.order.of(mutant.spot.file.stem, rank) for rank in ranks)
        tests = list(dict.fromkeys(chain.from_iterable(in_order)))
        tests = of_files(tests, files_of(tests)[:ENOUGH_FILES]) if reason_for(mutant) else tests
        return [test for test in tests if test not in self.asked[mutant]]

    def in_time(self, tests: list[str], seconds: float) -> list[str]:
        """As many of them as take so long, and at least one."""
        until = accumulate(map(self.order.seconds.get, tests), initial=0.0)
        return [test for test, start in zip(tests, until, strict=False) if start <= seconds]

    def heard(self, mutant: Mutant, tests: list[str], answer: Answer) -> str:
        """What kills, if anything does; and remember who did, and who was asked."""
        self.asked[mutant].update(tests)
        self.order.learn(mutant.spot.file.stem, tests, answer["killer"])
        if answer["killer"]:
            self.killers.note(mutant, answer["killer"])
        return answer["cause"]

    def tried_afresh(self, tree: Path, mutant: Mutant, seconds: float) -> str:
        """By tests that are loaded with it: in a short hearing of few files, since those are loaded faster."""
        known = self.who_killed_it(mutant)
        tests = self.called(mutant, known, self.who_read_the_code(), set(self.order.seconds))
        files = files_of(tests)
        now = files[: len(known) or FIRST_FILES] if seconds == SHORT else files_of(self.in_time(tests, seconds))
        asked = of_files(tests, now)
        return self.heard(mutant, asked, self.ask_afresh(tree, now, asked)) or (OPEN if now != files else "")

    def ask_afresh(self, tree: Path, files: list[str], tests: list[str]) -> Answer:
        """No bytecode is written: that of a mutant might be taken for that of the next."""
        seconds = f"{3 * PATIENCE + 5 * self.loaded['seconds']:.0f}"
        with closing(Jury(tree, self.game, files, PYTHONDONTWRITEBYTECODE="1", TRIAL_SECONDS=seconds)) as jury:
            if jury.loaded:
                return jury.ask(self.times(tests), others=True)
            return {"cause": "time" if jury.process.wait() < 0 else "load", "killer": ""}


def copy_project(to: Path) -> Path:
    """The project as a clone would hold it: everything but what .gitignore names."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(".git", *ignored))
    (to / ".cache").mkdir()
    return to


def limit_memory() -> None:
    """For every test that is run from here, where the system lets us."""
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
