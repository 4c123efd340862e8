"""The output of `./dev`: its list of verbs, its errors and its progress."""

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


def test_dev_without_arguments_lists_verbs():
    _, *lines = dev().stdout.splitlines()
    assert [line.split()[0] for line in lines] == VERBS
    assert all(len(line.split()) > 3 for line in lines)


def test_unknown_verb_gets_one_sentence_and_list():
    result = dev("dance")
    sentence, *rest = result.stderr.splitlines()
    assert result.returncode == 2
    assert "dance" in sentence
    assert rest == dev().stdout.splitlines()


def test_unknown_part_gets_one_sentence_with_all_parts():
    result = dev("test", "dance")
    [sentence] = result.stderr.splitlines()
    assert result.returncode == 1
    assert all(part in sentence for part in ("dance", "engine", "legend", "movie", "server", "web"))


def test_old_python_can_parse_dev():
    ast.parse(DEV.read_text(), feature_version=(3, 6))


def test_usage_of_play_names_browser_and_terminal():
    line = next(line for line in dev().stdout.splitlines() if line.split()[:1] == ["play"])
    assert "browser" in line
    assert "terminal" in line


def test_help_of_bare_shows_examples():
    help_text = dev("bare", "--help").stdout
    assert "./dev bare --only play" in help_text
    assert "--mirror" in help_text


# ---- Progress ------------------------------------------------------------------------------------------------------


@pytest.fixture
def steps(tmp_path):
    return Steps(2, tmp_path / "cache/durations.json")


def test_step_prints_number_and_estimate(steps, capsys):
    with steps.step("Building the browser's client", 40):
        pass
    assert capsys.readouterr().err == "Step 1 of 2: Building the browser's client, about 40 seconds.\n"


def test_last_duration_becomes_next_estimate(steps, capsys, monkeypatch):
    steps.durations.parent.mkdir()
    steps.durations.write_text(json.dumps({"Building": 71.0}))
    with steps.step("Building", 40):
        pass
    assert "about 70 seconds" in capsys.readouterr().err
    assert json.loads(steps.durations.read_text())["Building"] < 71


def test_duration_of_failed_step_is_not_stored(steps):
    with pytest.raises(SystemExit), steps.step("Building", 40):
        raise SystemExit(1)
    assert not steps.durations.exists()


def test_broken_durations_file_is_ignored(steps):
    steps.durations.parent.mkdir()
    steps.durations.write_text("[1, 2")
    assert steps.estimate("Building", 40) == 40


def test_long_step_prints_reminder_without_terminal(steps, capsys, monkeypatch):
    monkeypatch.setattr(progress, "REMINDER", 0.01)
    with steps.step("Building", 40):
        time.sleep(0.2)
    assert re.search(r"^Step 1 of 2: Building: 0 s so far\.$", capsys.readouterr().err, re.MULTILINE)


def test_spinner_line_is_replaced_by_duration_on_terminal(steps, capsys, monkeypatch):
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
def test_estimate_is_round_figure(seconds, words):
    assert about(seconds) == words


@pytest.mark.parametrize(("seconds", "words"), [(0.4, "0 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s")])
def test_duration_is_in_minutes_and_seconds(seconds, words):
    assert rounded(seconds) == words


def test_command_output_goes_to_log(tmp_path, capfd):
    log = tmp_path / "cache/setup.log"
    assert run_logged(["echo", "hello"], log)
    assert not run_logged(["false"], log)
    assert not run_logged(["no-such-program-as-this"], log)
    assert log.read_text().splitlines()[:3] == ["$ echo hello", "hello", "$ false"]
    assert capfd.readouterr() == ("", "")
