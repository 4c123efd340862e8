"""Break the rules of the games on purpose, one small change at a time, and see whether the tests notice.

    ./dev mutate                                                    # 400 mutants, half of each game
    ./dev mutate --game legend --sample 40 --seed 7 --files scoring.py episodes/in_turn.py

Cosmic Ray makes the changed rules, the mutants; a seed chooses among them, and a smaller sample is the beginning of a
larger one. Each is tried in a copy of the project, interpreted: it is killed when a test fails or takes far longer than
it should, or when the code no longer loads. Only tests that run what was changed are asked, as no other could notice,
and those first that are likely to kill soon: first for some seconds in a short hearing of each mutant, then, if it is
not dead, in a long one; what outlives that counts as a survivor, also where tests are left that might have killed it.
What is learned on the way is kept in .cache/: which lines each test runs, and which test has killed which mutant, so
that the next run is faster. A survivor wants a test. One that no test could ever tell from the original is named in
tests/mutants-equivalent.toml, or for the Legend in tests/mutants-equivalent-legend.toml, with the reason; in the share
killed it counts as a survivor all the same.

The exit code is 1 when of a game fewer than 90 % are killed, when more than 5 % are named equivalent, or when one that
is named so was killed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.court import LONG, TESTS, Court, Verdict, limit_memory
from tests.mutants import ROOT, RULES, mutants, reason_for

LEAST_KILLED, MOST_EQUIVALENT = 0.90, 0.05


# ---- What is said of them ------------------------------------------------------------------------------------------


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


def run(game: str, files: list[Path], sample: int, seed: int, tests: list[str], jobs: int, long: float) -> bool:
    """Try a sample of mutants of a game; what was found until then is also told when it is broken off."""
    verdicts: list[Verdict] = []
    cache = ROOT / ".cache"
    cache.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="mutate-", dir=cache) as folder:
        print(f"The tests of {RULES[game]} run once as things are.", flush=True)
        with closing(Court(Path(folder), game, tests, jobs, long)) as court:
            chosen = list(islice(mutants(court.whole, files, seed), sample))
            print(f"They pass, in {court.seconds:.0f} s. {len(chosen)} mutants, seed {seed}:", flush=True)
            try:
                for verdict in watched(court.judge_all(chosen), len(chosen)):
                    verdicts.append(verdict)
                if not court.still_pass():
                    sys.exit("The tests no longer pass as things are, so that nothing is known of the mutants.")
            except KeyboardInterrupt:
                print(f"\nBroken off after {len(verdicts)} of {len(chosen)}.")
                print(f"{len(court.open)} more were not dead after a short hearing: here they count as survivors.")
                verdicts += [Verdict(mutant, "", 0.0) for mutant in court.open]
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
    parser.add_argument("--long", type=float, default=LONG, metavar="S", help="seconds of a long hearing (%(default)s)")
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
