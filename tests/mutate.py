"""Break the rules of the Movie game on purpose, one small change at a time, and see whether the tests notice.

    python -m tests.mutate --sample 40 --seed 7 --files scoring.py rules.py

Cosmic Ray makes the changed rules, the mutants; a seed chooses among them, and a smaller sample is the beginning of a
larger one. Each is tried in a copy of the project, interpreted: it is killed when a test fails or takes far longer than
it should, or when the code no longer loads. A survivor wants a test. One that no test could ever tell from the original
is named in tests/mutants-equivalent.toml, with the reason; in the share killed it counts as a survivor all the same.

The exit code is 1 when fewer than 90 % are killed, when more than 5 % are named equivalent, or when one that is named
so was killed.
"""

import argparse
import ast
import difflib
import os
import resource
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
RULES = Path("src/heorot/games/movie")
EQUIVALENT = ROOT / "tests/mutants-equivalent.toml"
TESTS = [f"tests/{folder}" for folder in ("games/movie", "records", "contract", "docs", "locales", "properties")]
PYTEST = "-m pytest -x -q -p no:xdist --basetemp=.cache/tmp".split()
MEMORY = 4 << 30  # bytes; a loop without end may fill a list
Done = subprocess.CompletedProcess[str]
LEAST_KILLED, MOST_EQUIVALENT = 0.90, 0.05


# ---- Mutants -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A place in the rules that one of Cosmic Ray's operators can change."""

    file: Path
    line: int
    function: str
    operator: str
    occurrence: int


@dataclass(frozen=True)
class Mutant:
    """The rules with one change."""

    spot: Spot
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.spot.file}:{self.spot.line}  {self.where}  {self.spot.operator}"

    @property
    def where(self) -> str:
        """The module, and the function if it is in one: `scoring.in_line`."""
        return ".".join(filter(None, (self.spot.file.stem, self.spot.function)))

    @cached_property
    def changes(self) -> list[str]:
        """The lines that differ, each after a minus or a plus."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return [line for line in islice(lines, 2, None) if not line.startswith("@@")]

    @property
    def diff(self) -> str:
        return "\n".join(f"    {line}" for line in self.changes)

    def text(self, sign: str) -> str:
        """What was there (-), or what is there now (+), in one line."""
        return " ".join(line[1:].strip() for line in self.changes if line[0] == sign)


def spots(root: Path, file: Path) -> Iterator[Spot]:
    """All that could be changed in a file."""
    nodes = list(ast_nodes(get_ast((root / file).read_text("utf-8"))))
    for name in operator_names():
        if get_operator(name).arguments():  # it would have to be told which variables to change
            continue
        operator = get_operator(name)()
        places = ((node, start) for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (node, (line, _)) in enumerate(places):
            yield Spot(file, line, ASTQuery(node).get_definition_name() or "", name.partition("/")[2], occurrence)


def mutants(root: Path, files: Iterable[Path], seed: int) -> Iterator[Mutant]:
    """Mutants in a random order, without those that would be killed or survive whatever the tests are."""
    found = [spot for file in sorted(files) for spot in spots(root, file)]
    Random(seed).shuffle(found)
    for spot in found:
        mutant = mutant_at(root, spot)
        if meaning(mutant.after) not in ("", meaning(mutant.before)):
            yield mutant


def mutant_at(root: Path, spot: Spot) -> Mutant:
    before = (root / spot.file).read_text("utf-8")
    return Mutant(spot, before, mutate_code(before, get_operator(f"core/{spot.operator}")(), spot.occurrence))


def meaning(code: str) -> str:
    """All that matters when code runs: annotations do not. Nothing, if it is no Python."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        match node:
            case ast.arg() | ast.AnnAssign():
                node.annotation = ast.Constant(None)
            case ast.FunctionDef():
                node.returns = None
    return ast.dump(tree)


# ---- The tests that judge them -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: "" if it survived, else what killed it."""

    mutant: Mutant
    cause: str
    seconds: float


class Court:
    """Copies of the project in which mutants are tried, so that the project itself is never changed."""

    def __init__(self, folder: Path, tests: Sequence[str] = TESTS, jobs: int = 1) -> None:
        """Run the tests once as things are: they must pass, and show what is quick and how long each may take."""
        self.whole = copy_project(folder / "whole")
        self.tests, self.limits = list(tests), list[str]()
        start = time.monotonic()
        done = self.run(self.whole, "--junitxml=.cache/times.xml", "-ojunit_family=xunit1")
        if done.returncode != 0:
            sys.exit(f"The tests must pass before anything is changed.\n{done.stdout}{done.stderr}")
        self.seconds = time.monotonic() - start
        self.learn_times()
        self.copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            self.copies.put(shutil.copytree(self.whole, folder / f"copy-{job}"))  # with the bytecode of what is whole

    def learn_times(self) -> None:
        """The quickest file of tests comes first; a test that takes far longer than the slowest has failed."""
        times = defaultdict(list)
        for case in ElementTree.parse(self.whole / ".cache/times.xml").iter("testcase"):
            times[case.attrib["file"]].append(float(case.attrib["time"]))
        self.tests = sorted(times, key=lambda file: sum(times[file]))
        limit = 10 + 5 * max(map(max, times.values()))
        self.limits = [f"-ofaulthandler_timeout={limit:.0f}", "-ofaulthandler_exit_on_timeout=true"]

    def run(self, tree: Path, *more: str, seconds: float | None = None, **settings: str) -> Done:
        """The tests in a copy, which reads and writes nothing outside itself."""
        own = {"HEOROT_COMPILE": "0", "PYTHONPATH": "src", "HEOROT_CACHE": ".cache/heorot"}
        own["HYPOTHESIS_STORAGE_DIRECTORY"] = ".cache/hypothesis"
        command = [sys.executable, *PYTEST, "-m", "not heavy", *self.limits, *more, *self.tests]
        env = os.environ | own | settings
        return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=seconds)

    def judge(self, mutant: Mutant) -> Verdict:
        """Put a mutant in the place of what is whole, and let the tests look at it."""
        tree, start = self.copies.get(), time.monotonic()
        try:
            (tree / mutant.spot.file).write_text(mutant.after, "utf-8")
            cause = self.cause_of_death(tree)
        finally:
            shutil.copy2(self.whole / mutant.spot.file, tree / mutant.spot.file)
            self.copies.put(tree)
        return Verdict(mutant, cause, time.monotonic() - start)

    def cause_of_death(self, tree: Path) -> str:
        """No bytecode is written: that of a mutant might be taken for that of the next."""
        try:
            done = self.run(tree, seconds=60 + 10 * self.seconds, PYTHONDONTWRITEBYTECODE="1")
        except subprocess.TimeoutExpired:
            return "time"
        if done.returncode == 1:
            return "time" if "Timeout (" in done.stderr else "test"
        return "load" if done.returncode else ""

    def judge_all(self, accused: Iterable[Mutant]) -> Iterator[Verdict]:
        """Verdicts, as they come."""
        pool = ThreadPoolExecutor(self.copies.qsize())
        try:
            for trial in as_completed([pool.submit(self.judge, mutant) for mutant in accused]):
                yield trial.result()
        finally:
            pool.shutdown(cancel_futures=True)


def copy_project(to: Path) -> Path:
    """The project as a clone would hold it: everything but what .gitignore names."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(".git", *ignored))
    (to / ".cache").mkdir()
    return to


# ---- What is said of them ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Equivalent:
    """A mutant that does what the original does, and why; `*` in `where` stands for anything."""

    where: str
    was: str
    now: str
    reason: str

    def names(self, mutant: Mutant) -> bool:
        same = (self.was, self.now) == (mutant.text("-"), mutant.text("+"))
        return same and fnmatchcase(mutant.where, self.where)


def equivalents() -> list[Equivalent]:
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return [Equivalent(**entry) for entry in entries]


def reason_for(mutant: Mutant) -> str:
    """Why it is equivalent; nothing, if nobody said so."""
    return next((entry.reason for entry in equivalents() if entry.names(mutant)), "")


def watched(verdicts: Iterable[Verdict], number: int) -> Iterator[Verdict]:
    """Say each verdict when it is given."""
    causes = {"": "SURVIVED", "test": "killed", "time": "killed: too slow", "load": "killed: does not load"}
    for done, verdict in enumerate(verdicts, 1):
        print(f"{done:4}/{number}  {verdict.seconds:5.1f} s  {verdict.mutant}  {causes[verdict.cause]}", flush=True)
        yield verdict


def report(verdicts: list[Verdict]) -> bool:
    """List the survivors, then the figures; whether they will do."""
    verdicts = sorted(verdicts, key=lambda verdict: (verdict.mutant.spot.file, verdict.mutant.spot.line))
    survivors = [verdict.mutant for verdict in verdicts if not verdict.cause]
    named = [verdict for verdict in verdicts if reason_for(verdict.mutant)]
    wrong = [verdict.mutant for verdict in named if verdict.cause]
    for mutant in survivors:
        print(f"\nSURVIVED  {mutant}\n{mutant.diff}")
        if reason := reason_for(mutant):
            print(f"    equivalent: {reason}")
    for mutant in wrong:
        print(f"\nKILLED, but named equivalent  {mutant}\n{mutant.diff}")
    return figures(verdicts, len(named)) and not wrong


def figures(verdicts: list[Verdict], named: int) -> bool:
    """The share killed, raw: whatever survives counts against it."""
    number = len(verdicts)
    causes = Counter(verdict.cause for verdict in verdicts)
    killed = number - causes[""]
    print(f"\n{killed} of {number} mutants killed: {100 * killed / number:.1f} %, counted raw (at least 90 %).")
    print(f"{causes['test']} by a test, {causes['time']} by time, {causes['load']} on loading; {causes['']} survived.")
    print(f"{named} of {number} named equivalent: {100 * named / number:.1f} % (at most 5 %).")
    return killed >= LEAST_KILLED * number and named <= MOST_EQUIVALENT * number


# ---- The command ---------------------------------------------------------------------------------------------------


def run(files: list[Path], sample: int, seed: int, tests: list[str], jobs: int) -> bool:
    """Try a sample of mutants; what was found until then is also told when it is broken off."""
    verdicts: list[Verdict] = []
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="mutate-", dir=cache) as folder:
        print("The tests run once as things are.", flush=True)
        court = Court(Path(folder), tests, jobs)
        chosen = list(islice(mutants(court.whole, files, seed), sample))
        print(f"They pass, in {court.seconds:.0f} s. {len(chosen)} mutants, seed {seed}:", flush=True)
        try:
            for verdict in watched(court.judge_all(chosen), len(chosen)):
                verdicts.append(verdict)
        except KeyboardInterrupt:
            print(f"\nBroken off after {len(verdicts)} of {len(chosen)}.")
    return bool(verdicts) and report(verdicts)


def rule_files(names: list[str]) -> list[Path]:
    """Files of the rules by their names; without any, all."""
    known = {file.name: RULES / file.name for file in (ROOT / RULES).glob("*.py")}
    if unknown := [name for name in names if Path(name).name not in known]:
        sys.exit(f"{', '.join(unknown)}: not in {RULES}, which has {', '.join(sorted(known))}.")
    return [known[Path(name).name] for name in names] or list(known.values())


def limit_memory() -> None:
    """For every test that is run from here, where the system lets us."""
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main(args: list[str]) -> int:
    summary, _, rest = __doc__.partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tests.mutate", description=summary, epilog=rest, formatter_class=form)
    parser.add_argument("--sample", type=int, default=400, metavar="N", help="how many mutants (400)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones (0)")
    parser.add_argument("--files", nargs="+", default=[], metavar="FILE", help=f"of {RULES} (all)")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="TEST", help="tests that judge (all of the rules)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    chosen = parser.parse_args(args)
    limit_memory()
    return 0 if run(rule_files(chosen.files), chosen.sample, chosen.seed, chosen.tests, chosen.jobs) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
