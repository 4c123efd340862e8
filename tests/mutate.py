"""Break the rules of the games on purpose, one small change at a time, and see whether the tests notice.

    ./dev mutate                                                    # 400 mutants, half of each game
    ./dev mutate --game legend --sample 40 --seed 7 --files scoring.py episodes/in_turn.py

Cosmic Ray makes the changed rules, the mutants; a seed chooses among them, and a smaller sample is the beginning of a
larger one. Each is tried in a copy of the project, interpreted: it is killed when a test fails or takes far longer than
it should, or when the code no longer loads. The tests that are likely to kill it soon are asked first. A survivor wants
a test. One that no test could ever tell from the original is named in tests/mutants-equivalent.toml, or for the Legend
in tests/mutants-equivalent-legend.toml, with the reason; in the share killed it counts as a survivor all the same.

The exit code is 1 when of a game fewer than 90 % are killed, when more than 5 % are named equivalent, or when one that
is named so was killed.
"""

import argparse
import ast
import difflib
import os
import re
import resource
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from itertools import groupby, islice, takewhile
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
RULES = {game: Path("src/heorot/games") / game for game in ("movie", "legend")}
EQUIVALENT = {
    "movie": ROOT / "tests/mutants-equivalent.toml",
    "legend": ROOT / "tests/mutants-equivalent-legend.toml",
}
TESTS = [f"tests/{folder}" for folder in ("games", "records", "contract", "docs", "locales", "properties")]
TESTS += ["tests/architecture/test_dataclasses.py", "tests/architecture/test_kernels.py"]
ELSEWHERE = ["tests/docs/test_recording.py"]  # starts the program that is installed, never a mutant
FIRST_TESTS = 8  # so many files of tests are asked before the others
PATIENCE = 10  # seconds of the processor that any test may take
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
    def game(self) -> str:
        return next(game for game, folder in RULES.items() if self.spot.file.is_relative_to(folder))

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
        return " ".join(filter(None, (line[1:].strip() for line in self.changes if line[0] == sign)))


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


class Order:
    """In which order files of tests look at a mutant: those first that are likely to kill it soon. It learns from every
    trial which tests kill in which file of the rules; what is found does not hang on it, only when."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds
        self.asked: Counter[tuple[str, str]] = Counter()
        self.killed: Counter[tuple[str, str]] = Counter()

    def of(self, rules: str) -> list[str]:
        """For a mutant of this file of the rules."""
        return sorted(self.seconds, key=lambda test: self.kills_in_a_second(rules, test), reverse=True)

    def kills_in_a_second(self, rules: str, test: str) -> float:
        """About so many; a file of tests with the name of the rules in its own is trusted from the beginning."""
        trust = 4.5 if rules in Path(test).stem else 0.5
        share = (self.killed[rules, test] + trust) / (self.asked[rules, test] + 2 * trust)
        return share / (self.seconds[test] + 0.1)

    def learn(self, rules: str, asked: Iterable[str], killer: str) -> None:
        """These were asked, until one of them killed."""
        for test in takewhile(lambda test: test != killer, asked):
            self.asked[rules, test] += 1
        if killer:
            self.asked[rules, killer] += 1
            self.killed[rules, killer] += 1


class Court:
    """Copies of the project in which mutants are tried, so that the project itself is never changed."""

    def __init__(self, folder: Path, game: str, tests: Sequence[str] = TESTS, jobs: int = 1) -> None:
        """Run the tests once as things are: they must pass, and show what is quick and how long each may take."""
        self.chosen = " and ".join(f"not {other}" for other in RULES if other != game)  # whose tests say nothing of it
        self.whole = copy_project(folder / "whole")
        self.slowest: dict[str, float] = {}  # test of each file, in seconds
        start = time.monotonic()
        done = self.run(self.whole, ["--junitxml=.cache/times.xml", "-ojunit_family=xunit1", *tests])
        if done.returncode != 0:
            sys.exit(f"The tests must pass before anything is changed.\n{done.stdout}{done.stderr}")
        self.seconds = time.monotonic() - start
        self.order = Order(self.learn_times())
        self.copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            self.copies.put(shutil.copytree(self.whole, folder / f"copy-{job}"))  # with the bytecode of what is whole

    def learn_times(self) -> dict[str, float]:
        """How long each file of tests takes."""
        times = defaultdict(list)
        for case in ElementTree.parse(self.whole / ".cache/times.xml").iter("testcase"):
            times[case.attrib["file"]].append(float(case.attrib["time"]))
        self.slowest = {file: max(seconds) for file, seconds in times.items()}
        return {file: sum(seconds) for file, seconds in times.items()}

    def run(self, tree: Path, what: Sequence[str], **settings: str) -> Done:
        """Tests in a copy, which reads and writes nothing outside itself."""
        own = {"HEOROT_COMPILE": "0", "PYTHONPATH": "src", "HEOROT_CACHE": ".cache/heorot"}
        own["HYPOTHESIS_STORAGE_DIRECTORY"] = ".cache/hypothesis"
        ignored = [f"--ignore={file}" for file in ELSEWHERE]
        command = [sys.executable, *PYTEST, "-m", "not heavy", "-k", self.chosen, *ignored, *what]
        env = os.environ | own | settings
        return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True)

    def still_pass(self) -> bool:
        """Whether the tests pass as things are, now as in the beginning; if not, what they said means nothing."""
        return self.run(self.whole, list(self.order.seconds)).returncode == 0

    def judge(self, mutant: Mutant) -> Verdict:
        """Put a mutant in the place of what is whole, and let the tests look at it."""
        tree, start = self.copies.get(), time.monotonic()
        try:
            (tree / mutant.spot.file).write_text(mutant.after, "utf-8")
            cause = self.cause_of_death(tree, mutant)
        finally:
            shutil.copy2(self.whole / mutant.spot.file, tree / mutant.spot.file)
            self.copies.put(tree)
        return Verdict(mutant, cause, time.monotonic() - start)

    def cause_of_death(self, tree: Path, mutant: Mutant) -> str:
        """First the tests that are likely to kill soon, since few are collected faster than many; then the others. For
        what is named equivalent, and counts as a survivor, the first are enough."""
        rules = mutant.spot.file.stem
        tests = self.order.of(rules)
        others = [] if reason_for(mutant) else tests[FIRST_TESTS:]
        for part in filter(None, (tests[:FIRST_TESTS], others)):
            cause, killer = self.ask(tree, part)
            self.order.learn(rules, part, killer)
            if cause:
                return cause
        return ""

    def ask(self, tree: Path, tests: list[str]) -> tuple[str, str]:
        """What kills the mutant, and in which file of tests, if that is known. No bytecode is written: that of a mutant
        might be taken for that of the next."""
        one = PATIENCE + 5 * max(self.slowest[test] for test in tests)
        all_of_them = 3 * PATIENCE + 5 * sum(self.order.seconds[test] for test in tests)
        settings = {"PYTHONDONTWRITEBYTECODE": "1", "MUTANT_SECONDS": f"{one:.0f} {all_of_them:.0f}"}
        done = self.run(tree, ["-p", "tests.patience", *tests], **settings)
        if not done.returncode:
            return "", ""
        slow = "Too long" in done.stderr or done.returncode < 0  # ended by the system
        found = re.search(r"tests/\S+\.py", done.stderr if slow else done.stdout.rpartition("short test summary")[2])
        return "time" if slow else "test" if done.returncode == 1 else "load", found[0] if found else ""

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
    """Mutants that do what the original does, and why; `*` in `where` stands for anything."""

    where: str
    was: str
    now: list[str]
    reason: str

    def names(self, mutant: Mutant) -> bool:
        same = mutant.text("-") == self.was and mutant.text("+") in self.now
        return same and fnmatchcase(mutant.where, self.where)


@cache
def equivalents(game: str) -> list[Equivalent]:
    entries = tomllib.loads(EQUIVALENT[game].read_text("utf-8")).get("equivalent", [])
    return [Equivalent(**entry) for entry in entries]


def reason_for(mutant: Mutant) -> str:
    """Why it is equivalent; nothing, if nobody said so."""
    return next((entry.reason for entry in equivalents(mutant.game) if entry.names(mutant)), "")


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
    print_table(verdicts)
    return figures(verdicts, len(named)) and not wrong


def print_table(verdicts: list[Verdict]) -> None:
    """By file of the rules: how many there were, how many were killed, and how many are named equivalent."""
    print(f"\n{'':32}mutants  killed   share   named equivalent")
    for name, group in groupby(verdicts, key=lambda verdict: "/".join(verdict.mutant.spot.file.parts[3:])):
        judged = list(group)
        killed = sum(bool(verdict.cause) for verdict in judged)
        named = sum(bool(reason_for(verdict.mutant)) for verdict in judged)
        print(f"{name:32}{len(judged):7} {killed:7} {100 * killed / len(judged):6.0f} % {named:6}")


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


def run(game: str, files: list[Path], sample: int, seed: int, tests: list[str], jobs: int) -> bool:
    """Try a sample of mutants of a game; what was found until then is also told when it is broken off."""
    verdicts: list[Verdict] = []
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="mutate-", dir=cache) as folder:
        print(f"The tests of {RULES[game]} run once as things are.", flush=True)
        court = Court(Path(folder), game, tests, jobs)
        chosen = list(islice(mutants(court.whole, files, seed), sample))
        print(f"They pass, in {court.seconds:.0f} s. {len(chosen)} mutants, seed {seed}:", flush=True)
        try:
            for verdict in watched(court.judge_all(chosen), len(chosen)):
                verdicts.append(verdict)
            if not court.still_pass():
                sys.exit("The tests no longer pass as things are, so that nothing is known of the mutants.")
        except KeyboardInterrupt:
            print(f"\nBroken off after {len(verdicts)} of {len(chosen)}.")
    return bool(verdicts) and report(verdicts)


def rule_files(game: str, names: Sequence[str] = ()) -> list[Path]:
    """Files of the rules by their names; without any, all."""
    folder = RULES[game]
    known = sorted(file.relative_to(ROOT) for file in (ROOT / folder).rglob("*.py"))
    return [file for file in known if not names or any(file.match(name) for name in names)]


def files_of_games(games: Sequence[str], names: Sequence[str]) -> dict[str, list[Path]]:
    """The files of each game that has any of those names; every name must be one."""
    found = {game: rule_files(game, names) for game in games}
    every = [file for files in found.values() for file in files]
    if unknown := [name for name in names if not any(file.match(name) for file in every)]:
        there = sorted(str(file.relative_to(RULES[game])) for game in games for file in rule_files(game))
        sys.exit(f"{', '.join(unknown)}: not among the rules, which are {', '.join(there)}.")
    return {game: files for game, files in found.items() if files}


def shares(number: int, games: Iterable[str]) -> dict[str, int]:
    """So many mutants of each game, the first with one more if they do not divide."""
    names = list(games)
    return {game: (number + len(names) - 1 - place) // len(names) for place, game in enumerate(names)}


def limit_memory() -> None:
    """For every test that is run from here, where the system lets us."""
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main(args: list[str]) -> int:
    summary, _, rest = __doc__.partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("./dev mutate", description=summary, epilog=rest, formatter_class=form)
    parser.add_argument("--sample", type=int, default=400, metavar="N", help="how many mutants (400)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones (0)")
    parser.add_argument("--game", choices=list(RULES), help="whose rules (each game has its share)")
    parser.add_argument("--files", nargs="+", default=[], metavar="FILE", help="of the rules (all)")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="TEST", help="tests that judge (all of the rules)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    chosen = parser.parse_args(args)
    limit_memory()
    files = files_of_games([chosen.game] if chosen.game else list(RULES), chosen.files)
    sample = shares(chosen.sample, files)
    will_do = [run(game, files[game], sample[game], chosen.seed, chosen.tests, chosen.jobs) for game in files]
    return 0 if all(will_do) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
