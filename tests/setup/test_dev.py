"""./dev as a newcomer meets it: what it says without being asked for anything that takes time."""

import ast
import subprocess
from pathlib import Path

DEV = Path(__file__).parents[2] / "dev"
VERBS = ["play", "test", "lint", "bench", "golden", "fuzz", "mutate", "lock"]


def dev(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([DEV, *args], capture_output=True, text=True)


def test_alone_it_lists_its_verbs_one_line_each():
    _, *lines = dev().stdout.splitlines()
    assert [line.split()[0] for line in lines] == VERBS
    assert all(len(line.split()) > 3 for line in lines)


def test_an_unknown_verb_gets_one_sentence_and_the_list():
    answer = dev("dance")
    sentence, *rest = answer.stderr.splitlines()
    assert answer.returncode == 2
    assert "dance" in sentence
    assert rest == dev().stdout.splitlines()


def test_an_old_python_can_read_it_far_enough_to_refuse():
    ast.parse(DEV.read_text(), feature_version=(3, 6))


def test_play_says_both_ways_to_play():
    line = next(line for line in dev().stdout.splitlines() if line.split()[:1] == ["play"])
    assert "browser" in line
    assert "terminal" in line
