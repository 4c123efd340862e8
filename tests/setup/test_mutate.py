"""./dev mutate itself: it sees what the tests see, says what survived, and leaves the project alone."""

import re
from dataclasses import replace
from itertools import islice

from tests.mutate import (
    ROOT,
    RULES,
    Court,
    Mutant,
    Order,
    Verdict,
    equivalents,
    meaning,
    mutant_at,
    mutants,
    report,
    spots,
)

END_OF_AN_ACT = "tests/games/movie/test_m3_act.py"


def times_made_plus() -> Mutant:
    """Figures score their sum plus their diamonds, against M3.3."""
    places = (spot for spot in spots(ROOT, RULES / "scoring.py") if spot.function == "points_on_board")
    return mutant_at(ROOT, next(spot for spot in places if spot.operator == "ReplaceBinaryOperator_Mul_Add"))


def rule_texts() -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in (ROOT / RULES).glob("*.py")}


def test_a_mutant_is_one_change():
    was, now = times_made_plus().changes
    assert "* diamonds_of" in was
    assert now[1:] == was[1:].replace(" * ", " + ")


def test_a_tested_mutant_is_killed_and_the_project_left_alone(tmp_path, monkeypatch):
    before = rule_texts()
    court = Court(tmp_path, [END_OF_AN_ACT])
    mutant = times_made_plus()
    unchanged = replace(mutant, after=mutant.before)
    no_longer_loads = replace(mutant, after="raise ImportError\n")
    for_ever = replace(mutant, after=mutant.before.replace("    points = 0\n", "    while True: pass\n"))
    monkeypatch.setattr("tests.mutate.PATIENCE", 2)
    trials = [court.judge(each).cause for each in (mutant, unchanged, no_longer_loads, for_ever, unchanged)]
    assert trials == ["test", "", "load", "time", ""]
    assert rule_texts() == before


def test_tests_that_killed_before_are_asked_first():
    order = Order({"test_quick.py": 1, "test_slow.py": 5, "test_scoring.py": 3})
    assert order.of("rules") == ["test_quick.py", "test_scoring.py", "test_slow.py"]
    assert order.of("scoring")[0] == "test_quick.py"
    for _ in range(20):
        order.learn("rules", order.of("rules"), "test_slow.py")
        order.learn("scoring", order.of("scoring"), "test_scoring.py")
    assert order.of("rules")[0] == "test_slow.py"
    assert order.of("scoring") == ["test_scoring.py", "test_quick.py", "test_slow.py"]


def test_a_seed_gives_the_same_mutants_and_a_small_sample_begins_a_larger_one():
    many, few = (list(islice(mutants(ROOT, [RULES / "game.py"], seed=1), number)) for number in (6, 3))
    assert many[:3] == few
    assert few != list(islice(mutants(ROOT, [RULES / "game.py"], seed=2), 3))


def test_annotations_and_what_is_no_python_are_left_out():
    assert meaning("def f(x: int | None) -> int | None: y: int = x") == meaning("def f(x: int + None) -> A: y: B = x")
    assert meaning("def f(x): return x | 1") != meaning("def f(x): return x + 1")
    assert meaning("def f(/, x): return x") == ""


def test_survivors_are_shown_and_counted_raw(capsys):
    mutant = times_made_plus()
    assert report([Verdict(mutant, "test", 1.0)] * 9 + [Verdict(mutant, "", 1.0)])
    said = capsys.readouterr().out
    assert f"SURVIVED  src/heorot/games/movie/scoring.py:{mutant.spot.line}  scoring.points_on_board" in said
    assert mutant.diff in said
    assert re.search(r"^scoring\.py +10 +9 +90 % +0$", said, re.MULTILINE)
    assert "9 of 10 mutants killed: 90.0 %" in said
    assert not report([Verdict(mutant, "test", 1.0)] * 8 + [Verdict(mutant, "", 1.0)])


def test_what_is_named_equivalent_has_its_reason_and_still_stands_in_the_rules():
    lines = {line.strip() for text in rule_texts().values() for line in text.splitlines()}
    for entry in equivalents():
        assert len(entry.reason.split()) > 3
        assert entry.was in lines
