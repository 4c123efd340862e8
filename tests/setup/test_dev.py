"""`./dev` as a newcomer meets it: its list of verbs, its errors, and its progress output."""

import ast
import json
import re
import subprocess
import time
from pathlib import Path

import pytest

from tools import progress
from tools.progress import Steps, about, rounded, run_logged

DEV = Path(__file__).parents[2] / "dev"
VERBS = ["play", "test", "lint", "bench", "golden", "fuzz", "mutate", "wheel", "bare", "lock"]


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


def test_an_unknown_part_of_the_tests_gets_one_sentence_with_all_parts():
    answer = dev("test", "dance")
    [sentence] = answer.stderr.splitlines()
    assert answer.returncode == 1
    assert all(part in sentence for part in ("dance", "engine", "legend", "movie", "server", "web"))


def test_an_old_python_can_read_it_far_enough_to_refuse():
    ast.parse(DEV.read_text(), feature_version=(3, 6))


def test_play_says_both_ways_to_play():
    line = next(line for line in dev().stdout.splitlines() if line.split()[:1] == ["play"])
    assert "browser" in line
    assert "terminal" in line


def test_bare_explains_itself_with_examples():
    shown = dev("bare", "--help").stdout
    assert "./dev bare --only play" in shown
    assert "--mirror" in shown


# ---- Progress ------------------------------------------------------------------------------------------------------


@pytest.fixture
def steps(tmp_path):
    return Steps(2, tmp_path / "cache/durations.json")


def test_a_step_says_its_number_and_an_estimate(steps, capsys):
    with steps.step("Building the browser's client", 40):
        pass
    assert capsys.readouterr().err == "Step 1 of 2: Building the browser's client, about 40 seconds.\n"


def test_the_last_duration_is_the_next_estimate(steps, capsys, monkeypatch):
    steps.durations.parent.mkdir()
    steps.durations.write_text(json.dumps({"Building": 71.0}))
    with steps.step("Building", 40):
        pass
    assert "about 70 seconds" in capsys.readouterr().err
    assert json.loads(steps.durations.read_text())["Building"] < 71


def test_the_duration_of_a_step_that_fails_is_not_stored(steps):
    with pytest.raises(SystemExit), steps.step("Building", 40):
        raise SystemExit(1)
    assert not steps.durations.exists()


def test_a_broken_file_of_durations_is_no_error(steps):
    steps.durations.parent.mkdir()
    steps.durations.write_text("[1, 2")
    assert steps.estimate("Building", 40) == 40


def test_a_long_step_is_told_of_again_where_there_is_no_terminal(steps, capsys, monkeypatch):
    monkeypatch.setattr(progress, "REMINDER", 0.01)
    with steps.step("Building", 40):
        time.sleep(0.2)
    assert re.search(r"^Step 1 of 2: Building: 0 s so far\.$", capsys.readouterr().err, re.MULTILINE)


def test_on_a_terminal_one_line_counts_and_the_time_stays(steps, capsys, monkeypatch):
    monkeypatch.setattr(progress, "TICK", 0.01)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with steps.step("Building", 40):
        time.sleep(0.2)
    *frames, last = capsys.readouterr().err.split("\r\x1b[K")
    assert any("  0 s  Step 1 of 2: Building, about 40 seconds" in frame for frame in frames)
    assert last == "Step 1 of 2: Building: 0 s.\n"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "about 5 seconds"), (42, "about 40 seconds"), (88, "about 90 seconds"), (130, "about 2 minutes")],
)
def test_an_estimate_is_a_round_figure(seconds, words):
    assert about(seconds) == words


@pytest.mark.parametrize(("seconds", "words"), [(0.4, "0 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s")])
def test_a_duration_is_in_minutes_and_seconds(seconds, words):
    assert rounded(seconds) == words


def test_the_output_of_a_command_goes_to_the_log(tmp_path, capfd):
    log = tmp_path / "cache/setup.log"
    assert run_logged(["echo", "hello"], log)
    assert not run_logged(["false"], log)
    assert not run_logged(["no-such-program-as-this"], log)
    assert log.read_text().splitlines()[:3] == ["$ echo hello", "hello", "$ false"]
    assert capfd.readouterr() == ("", "")
