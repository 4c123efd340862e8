"""`heorot play` in a real terminal, up to its first questions."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from time import sleep
from types import TracebackType

import pytest

from tests.cli.running import ROOT, STYLING, environment, heorot_many, told

PATIENCE = 60           # seconds of silence
PAUSE = 0.5             # between a prompt and the moment in which keys are listened to
PROMPT = "> "
ANSWER = re.compile(r"^  (beowulf|thane|castle|longship) .*?\b([a-z]\d+)", re.MULTILINE)


class Terminal:
    """A person's terminal with a game in it."""

    def __init__(self, *args: str, **settings: str) -> None:
        self.screen, terminal = pty.openpty()
        self.game = subprocess.Popen(
            [sys.executable, "-m", "heorot", "play", "movie", *args],
            stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True, cwd=ROOT,
            env=environment(TERM="xterm", **settings),
        )  # fmt: skip
        os.close(terminal)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.game.poll() is None:
            os.killpg(self.game.pid, signal.SIGKILL)
        self.game.wait()
        os.close(self.screen)

    def read(self, end: str = PROMPT) -> str:
        """What is shown until it ends like this, or until nobody writes any more."""
        raw, shown = b"", ""
        while not (end and shown.endswith(end)):
            assert select.select([self.screen], [], [], PATIENCE)[0], f"silence after:\n{shown}"
            try:
                raw += os.read(self.screen, 4096)
            except OSError:                                 # the other end is closed
                break
            shown = STYLING.sub("", raw.decode(errors="ignore"))
        assert "Traceback" not in shown, shown
        return shown

    def say(self, text: str, end: str = PROMPT) -> str:
        """What is shown after a line is typed, without its echo."""
        os.write(self.screen, f"{text}\n".encode())
        return self.read(end).partition("\n")[2]

    def press(self, key: bytes) -> str:
        """What is shown after a key, until the other end is closed."""
        os.write(self.screen, key)
        return self.read(end="")

    def leave(self, text: str) -> int:
        """The exit code after a last word."""
        self.say(text, end="")
        return self.game.wait(PATIENCE)


def an_answer(shown: str) -> str:
    """The first figure and space that are offered."""
    found = ANSWER.search(shown)
    assert found, shown
    return f"{found[1]} {found[2]}"


@pytest.fixture(scope="module")
def table():
    """One game, in which seat 1 is a person and begins."""
    with Terminal("--first", "1", "--seed", "7") as terminal:
        yield terminal, terminal.read()


def test_the_first_question_shows_the_board_the_hand_and_the_answers(table):
    _, shown = table
    assert re.search(r"^ +a +b +c", shown, re.MULTILINE)
    assert "Your hand" in shown
    assert "draw" in shown
    assert "unofficial" in shown
    assert shown.endswith(PROMPT)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("thane z9", "M2.2"), ("pass", "M2.8"), ("fill", "M3.7"), ("remove a1", "M4.13"), ("swap a1", "M4.13"),
        ("+1 a1", "M2.3"), ("first 1", "M2.3"),
    ],
)  # fmt: skip
def test_a_wrong_answer_gets_a_sentence_with_the_rule_and_costs_nothing(table, text, rule):
    terminal, question = table
    answer = terminal.say(text)
    sentence, prompt = answer.rstrip().splitlines()[0], answer.splitlines()[-1]
    assert f"rule {rule}" in sentence
    assert prompt == question.splitlines()[-1]


@pytest.mark.parametrize("text", ["juggle", "", "    ", "thane", "\N{SNOWMAN}", "+98 a1", "a" * 300, "1; drop table"])
def test_what_is_not_understood_costs_nothing(table, text):
    terminal, question = table
    answer = terminal.say(text)
    assert answer.splitlines()[-1] == question.splitlines()[-1]
    assert not re.search(r"^Seat \d: ", answer, re.MULTILINE)


def test_a_right_answer_is_taken_and_the_bot_answers(table):
    terminal, question = table
    answer = an_answer(question)
    shown = terminal.say(answer.upper())                    # reading is forgiving
    assert f"Seat 1: {answer}" in shown
    assert "Seat 2: " in shown
    assert "draw" in terminal.say("draw", end=PROMPT)
    assert terminal.leave("quit") == 0


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_it_speaks_the_language_that_was_asked_for(language):
    with Terminal("--first", "1", "--seed", "7", "--lang", language) as terminal:
        assert told(language, "play.welcome") in terminal.read()
        assert told(language, "illegal.no-such-space", space="z9") in terminal.say("thane z9")
        assert terminal.leave("quit") == 0


def test_the_end_of_the_input_leaves_like_quit():
    with Terminal("--first", "1") as terminal:
        terminal.read()
        sleep(PAUSE)
        assert told("en", "play.bye") in terminal.press(b"\x04")
        assert terminal.game.wait(PATIENCE) == 0


def test_an_interruption_leaves_at_once():
    with Terminal("--first", "1") as terminal:
        terminal.read()
        sleep(PAUSE)
        os.killpg(terminal.game.pid, signal.SIGINT)
        terminal.press(b"")
        assert terminal.game.wait(PATIENCE) == 130


def test_bots_alone_play_to_the_end_by_their_seed():
    args = ("play", "movie", "--seats", "random,random", "--first", 1, "--seed", 4)
    one, two = heorot_many([args, args])
    assert one == two
    assert (one.code, one.err) == (0, "")
    assert re.search(r"win|share", one.out.splitlines()[-1])
