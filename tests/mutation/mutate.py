"""Break the rules of the games on purpose, one small change at a time, and see whether the tests notice.

    ./dev mutate                                                    # 400 mutants, half of each game
    ./dev mutate --game legend --sample 40 --seed 7 --files scoring.py episodes/in_turn.py

Cosmic Ray makes the changed rules, the mutants; a seed chooses among them, and a smaller sample is the beginning of a
larger one. Each mutant runs in a copy of the project, interpreted: it is killed when a test fails or takes far longer
than it should, or when the code no longer loads. Only tests that run the changed lines run, because no other could
notice, and those first that are likely to kill soon: some seconds in a short run of each mutant, then, if it is alive,
in a long one. A mutant that outlives it counts as a survivor, even if tests are left that might have killed it.
Coverage and killers are stored in .cache/, so that the next run is faster. A survivor needs a test. A mutant that no
test could tell from the original is listed with the reason in tests/mutation/equivalent-movie.toml or
equivalent-legend.toml; in the share killed it counts as a survivor all the same.

The exit code is 1 when fewer than 90 % of a game's mutants are killed, when more than 5 % are listed as equivalent, or
when a listed one was killed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.mutants import ROOT, RULES, mutants, reason_for
from tests.mutation.runner import LONG, TESTS, MutantResult, MutantRunner, limit_memory

LEAST_KILLED, MOST_EQUIVALENT = 0.90, 0.05


# ---- Reports -------------------------------------------------------------------------------------------------------


def watched(results: Iterable[MutantResult], number: int) -> Iterator[MutantResult]:
    """Print each result as it comes."""
    causes = {"": "SURVIVED", "test": "killed", "time": "killed: too slow", "load": "killed: does not load"}
    for done, result in enumerate(results, 1):
        print(f"{done:4}/{number}  {result.seconds:5.1f} s  {result.mutant}  {causes[result.cause]}", flush=True)
        yield result


def report(results: list[MutantResult]) -> bool:
    """Print the survivors and the figures, and return whether the figures are good enough."""
    results = sorted(results, key=lambda result: (result.mutant.spot.file, result.mutant.spot.line))
    survivors = [result.mutant for result in results if not result.cause]
    named = [result for result in results if reason_for(result.mutant)]
    wrong = [result.mutant for result in named if result.cause]
    for mutant in survivors:
        print(f"\nSURVIVED  {mutant}\n{mutant.diff}")
        if reason := reason_for(mutant):
            print(f"    equivalent: {reason}")
    for mutant in wrong:
        print(f"\nKILLED, but named equivalent  {mutant}\n{mutant.diff}")
    print_table(results)
    return figures(results, len(named)) and not wrong


def print_table(results: list[MutantResult]) -> None:
    """Print for each file of the rules how many mutants ran, were killed and are listed as equivalent."""
    print(f"\n{'':32}mutants  killed   share   named equivalent")
    for name, group in groupby(results, key=lambda result: "/".join(result.mutant.spot.file.parts[3:])):
        group_results = list(group)
        killed = sum(bool(result.cause) for result in group_results)
        named = sum(bool(reason_for(result.mutant)) for result in group_results)
        print(f"{name:32}{len(group_results):7} {killed:7} {100 * killed / len(group_results):6.0f} % {named:6}")


def figures(results: list[MutantResult], named: int) -> bool:
    """Print the raw share of killed mutants: every survivor counts against it."""
    number = len(results)
    causes = Counter(result.cause for result in results)
    killed = number - causes[""]
    print(f"\n{killed} of {number} mutants killed: {100 * killed / number:.1f} %, counted raw (at least 90 %).")
    print(f"{causes['test']} by a test, {causes['time']} by time, {causes['load']} on loading; {causes['']} survived.")
    print(f"{named} of {number} named equivalent: {100 * named / number:.1f} % (at most 5 %).")
    return killed >= LEAST_KILLED * number and named <= MOST_EQUIVALENT * number


# ---- The command ---------------------------------------------------------------------------------------------------


def run(game: str, files: list[Path], sample: int, seed: int, tests: list[str], jobs: int, long: float) -> bool:
    """Run a sample of mutants of a game. After an interruption, report the results so far."""
    results: list[MutantResult] = []
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="mutate-", dir=cache) as folder:
        print(f"The tests of {RULES[game]} run once as things are.", flush=True)
        with closing(MutantRunner(Path(folder), game, tests, jobs, long)) as runner:
            chosen = list(islice(mutants(runner.whole, files, seed), sample))
            print(f"They pass, in {runner.seconds:.0f} s. {len(chosen)} mutants, seed {seed}:", flush=True)
            try:
                for result in watched(runner.run_all(chosen), len(chosen)):
                    results.append(result)
                if not runner.still_pass():
                    sys.exit("The tests no longer pass as things are, so that nothing is known of the mutants.")
            except KeyboardInterrupt:
                print(f"\nBroken off after {len(results)} of {len(chosen)}.")
                print(f"{len(runner.open)} more were not dead after a short run: here they count as survivors.")
                results += [MutantResult(mutant, "", 0.0) for mutant in runner.open]
    return bool(results) and report(results)


def rule_files(game: str, names: Sequence[str] = ()) -> list[Path]:
    """Return files of the rules by their names; all without any name."""
    folder = RULES[game]
    known = sorted(file.relative_to(ROOT) for file in (ROOT / folder).rglob("*.py"))
    return [file for file in known if not names or any(file.match(name) for name in names)]


def files_of_games(games: Sequence[str], names: Sequence[str]) -> dict[str, list[Path]]:
    """Return the named files of each game. Every name must match one."""
    found = {game: rule_files(game, names) for game in games}
    every = [file for files in found.values() for file in files]
    if unknown := [name for name in names if not any(file.match(name) for file in every)]:
        there = sorted(str(file.relative_to(RULES[game])) for game in games for file in rule_files(game))
        sys.exit(f"{', '.join(unknown)}: not among the rules, which are {', '.join(there)}.")
    return {game: files for game, files in found.items() if files}


def shares(number: int, games: Iterable[str]) -> dict[str, int]:
    """Divide a number of mutants among the games, the first with one more if necessary."""
    names = list(games)
    return {game: (number + len(names) - 1 - place) // len(names) for place, game in enumerate(names)}


def main(args: list[str]) -> int:
    summary, _, rest = __doc__.partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("./dev mutate", description=summary, epilog=rest, formatter_class=form)
    parser.add_argument("--sample", type=int, default=400, metavar="N", help="how many mutants (400)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones (0)")
    parser.add_argument("--game", choices=list(RULES), help="whose rules (each game has its share)")
    parser.add_argument("--files", nargs="+", default=[], metavar="FILE", help="of the rules (all)")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="TEST", help="tests to run (all of the rules)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    parser.add_argument("--long", type=float, default=LONG, metavar="S", help="seconds of a long run (%(default)s)")
    chosen = parser.parse_args(args)
    limit_memory()
    files = files_of_games([chosen.game] if chosen.game else list(RULES), chosen.files)
    sample = shares(chosen.sample, files)
    how = chosen.seed, chosen.tests, chosen.jobs, chosen.long
    will_do = [run(game, files[game], sample[game], *how) for game in files]
    return 0 if all(will_do) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
