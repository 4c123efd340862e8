"""./dev mutate itself: it reports what the tests notice, lists survivors, and leaves the project alone."""

import re
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from heorot.games import GAMES
from tests.mutation.coverage_index import CoverageIndex
from tests.mutation.mutants import (
    EQUIVALENT,
    ROOT,
    RULES,
    Mutant,
    Spot,
    equivalents,
    meaning,
    mutant_at,
    mutants,
    reach,
    spots,
)
from tests.mutation.mutate import files_of_games, report, rule_files, shares
from tests.mutation.runner import MutantResult, MutantRunner, Order, PytestWorker, copy_project

END_OF_AN_ACT = "tests/games/movie/rules/test_m3_act.py"
MOVIE = RULES["movie"]


@pytest.fixture(autouse=True)
def _own_knowledge(tmp_path, monkeypatch):
    """Keep the coverage index of a few tests apart from that of all."""
    monkeypatch.setattr("tests.mutation.coverage_index.CACHE", tmp_path)


def times_made_plus() -> Mutant:
    """M3.3: Return the mutant in which figures score their sum plus their diamonds."""
    places = (spot for spot in spots(ROOT, MOVIE / "rules/scoring.py") if spot.function == "points_on_board")
    return mutant_at(ROOT, next(spot for spot in places if spot.operator == "ReplaceBinaryOperator_Mul_Add"))


def mutant_in(file: str, function: str) -> Mutant:
    """Return the first mutant in a function, or outside any."""
    return mutant_at(ROOT, next(spot for spot in spots(ROOT, MOVIE / file) if spot.function == function))


def rule_texts(game: str = "movie") -> dict[Path, str]:
    return {file: (ROOT / file).read_text("utf-8") for file in rule_files(game)}


def test_a_mutant_is_one_change():
    was, now = times_made_plus().changes
    assert "* diamonds_of" in was
    assert now[1:] == was[1:].replace(" * ", " + ")


def test_a_tested_mutant_is_killed_and_the_project_left_alone(tmp_path, monkeypatch):
    before = rule_texts()
    mutant = times_made_plus()
    unchanged = replace(mutant, after=mutant.before)
    no_longer_loads = replace(mutant, after="raise ImportError\n")
    for_ever = replace(mutant, after=mutant.before.replace("    points = 0\n", "    while True: pass\n"))
    monkeypatch.setattr("tests.mutation.runner.PATIENCE", 2)
    with closing(MutantRunner(tmp_path, "movie", [END_OF_AN_ACT])) as runner:
        trials = [runner.run_one(each).cause for each in (mutant, unchanged, no_longer_loads, for_ever, unchanged)]
    assert trials == ["test", "", "load", "time", ""]
    assert rule_texts() == before


def test_only_tests_that_cover_the_change_run(tmp_path):
    """No test of an act's end runs code about other worlds: such mutants survive at once. Code that runs on import may
    change anything."""
    unseen, loaded = mutant_in("inference/worlds.py", "count_orders"), mutant_in("scorepad/board_drawing.py", "")
    with closing(MutantRunner(tmp_path, "movie", [END_OF_AN_ACT])) as runner:
        tests = set(runner.order.seconds)
        runners = [runner.who_run_it(mutant) for mutant in (times_made_plus(), unseen, loaded)]
        assert set() < runners[0] < tests
        assert runners[1:] == [set(), None]
        assert runner.who_may_notice(runners[0]) == tests
        assert runner.who_may_notice(set()) == set()
        assert runner.run_one(unseen).cause == ""
        assert runner.still_pass()
        learned = CoverageIndex(runner.whole, "movie", runner.loaded["lines"])
        assert learned.recall().keys() == tests
        (runner.whole / END_OF_AN_ACT).write_text("")
        assert learned.recall() == {}
        assert CoverageIndex(runner.whole, "movie", {}).recall() == {}


CODE = """
NUMBER = 1

@cache
def function(
    parameter=2,
):
    if (parameter
            and 3):
        return [
            4,
        ]
    try:
        function()
    except KeyError:
        match parameter:
            case 5 if NUMBER:
                pass

class Class:
    field = 6

    def method(self):
        def within(parameter=7):
            return 8
"""


@pytest.mark.parametrize(
    ("at", "lines"),
    {
        "NUMBER = 1": None,
        "@cache": None,
        "parameter=2": None,
        "and 3": ["    if (parameter", "            and 3):"],
        "4": ["        return [", "            4,", "        ]"],
        "except": ["    except KeyError:"],
        "match": ["        match parameter:"],
        "5": ["            case 5 if NUMBER:"],
        "field": None,
        "def method": None,
        "7": ["        def within(parameter=7):"],
        "8": ["            return 8"],
    }.items(),
)
def test_reach_returns_the_lines_of_the_changed_statement(at, lines):
    code = CODE.splitlines()
    line = next(number for number, text in enumerate(code, 1) if at in text)
    found = reach(Mutant(Spot(Path("code.py"), line, "", "", 0), CODE, CODE))
    assert lines == (found and [code[number - 1] for number in found])


def test_tests_that_killed_before_run_first():
    tests = {"test_quick.py::test": 1, "test_slow.py::test": 5, "test_scoring.py::test": 3}
    quick, slow, scoring = tests
    order = Order(tests)
    assert order.of("rules", tests) == [quick, scoring, slow]
    assert order.of("scoring", tests)[0] == quick
    for _ in range(20):
        order.learn("rules", order.of("rules", tests), slow)
        order.learn("scoring", order.of("scoring", tests), scoring)
    assert order.of("rules", tests)[0] == slow
    assert order.of("scoring", tests) == [scoring, quick, slow]
    assert order.of("scoring", [slow, quick]) == [quick, slow]


def test_a_seed_gives_the_same_mutants_and_a_small_sample_begins_a_larger_one():
    many, few = (list(islice(mutants(ROOT, [MOVIE / "game.py"], seed=1), number)) for number in (6, 3))
    assert many[:3] == few
    assert few != list(islice(mutants(ROOT, [MOVIE / "game.py"], seed=2), 3))


def test_changes_of_annotations_and_invalid_python_are_left_out():
    assert meaning("def f(x: int | None) -> int | None: y: int = x") == meaning("def f(x: int + None) -> A: y: B = x")
    assert meaning("def f(x): return x | 1") != meaning("def f(x): return x + 1")
    assert meaning("def f(/, x): return x") == ""


def test_survivors_are_shown_and_counted_raw(capsys):
    mutant = times_made_plus()
    assert report([MutantResult(mutant, "test", 1.0)] * 9 + [MutantResult(mutant, "", 1.0)])
    said = capsys.readouterr().out
    assert f"SURVIVED  src/heorot/games/movie/rules/scoring.py:{mutant.spot.line}  scoring.points_on_board" in said
    assert mutant.diff in said
    assert re.search(r"^movie/rules/scoring\.py +10 +9 +90 % +0$", said, re.MULTILINE)
    assert "9 of 10 mutants killed: 90.0 %" in said
    assert not report([MutantResult(mutant, "test", 1.0)] * 8 + [MutantResult(mutant, "", 1.0)])


def test_every_game_and_every_file_of_its_rules_is_mutated():
    assert set(RULES) == set(GAMES) == set(EQUIVALENT)
    assert MOVIE / "rules/scoring.py" in rule_files("movie")
    assert RULES["legend"] / "rules/episodes/in_turn.py" in rule_files("legend")


def test_files_are_found_in_the_game_that_has_them():
    assert files_of_games(["movie", "legend"], ["abilities.py"]) == {"movie": [MOVIE / "rules/abilities.py"]}
    assert set(files_of_games(["movie", "legend"], ["scoring.py"])) == {"movie", "legend"}
    in_turn = RULES["legend"] / "rules/episodes/in_turn.py"
    assert files_of_games(["legend"], ["episodes/in_turn.py"]) == {"legend": [in_turn]}
    with pytest.raises(SystemExit, match=r"abilities\.py"):
        files_of_games(["legend"], ["abilities.py"])


def test_mutants_are_divided_evenly_among_the_games():
    assert shares(400, RULES) == {"movie": 200, "legend": 200}
    assert shares(5, RULES) == {"movie": 3, "legend": 2}
    assert shares(7, ["legend"]) == {"legend": 7}


def test_only_tests_of_the_mutated_game_run(tmp_path):
    """Tests of the other game do not run on a mutant."""
    with closing(PytestWorker(copy_project(tmp_path / "copy"), "legend", ["tests/games/test_golden.py"])) as worker:
        tests = " ".join(worker.loaded["tests"])
    assert "legend-small-2" in tests
    assert "movie" not in tests


@pytest.mark.parametrize("game", RULES)
def test_every_listed_equivalent_has_a_reason_and_a_line_in_the_rules(game):
    lines = {line.strip() for text in rule_texts(game).values() for line in text.splitlines()}
    for entry in equivalents(game):
        assert len(entry.reason.split()) > 3
        assert entry.was in lines
