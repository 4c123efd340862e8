"""Leaving a game in every way there is: it is kept with all that was answered, and taken up again where it stopped."""

import os
import re
import signal

import pytest

from tests.cli.running import told
from tests.cli.terminal import PATIENCE, Terminal, entries, is_sound, kept_file

GAME = ("--first", 1, "--seed", 7)
PROMPT = told("en", "play.prompt", seat=1)


def quit_it(terminal):
    terminal.send("quit\r")


def end_input(terminal):
    terminal.press("Ctrl-D")


def interrupt(terminal):
    terminal.press("Ctrl-C")


def terminate(terminal):
    os.kill(terminal.game.pid, signal.SIGTERM)


def close_window(terminal):
    terminal.close()


def kill(terminal):
    os.kill(terminal.game.pid, signal.SIGKILL)


WAYS = {
    quit_it: 0, end_input: 0, interrupt: 128 + signal.SIGINT, terminate: 128 + signal.SIGTERM,
    close_window: 128 + signal.SIGHUP, kill: -signal.SIGKILL,
}  # fmt: skip


def table_on(terminal):
    """The screen without the log beside the board, which is told from the beginning again, and without the prompt."""
    rows = [row for row in terminal.rows if row]
    return [re.sub(r"(?<=[│┤┐┘]) {2}.*$", "", row) for row in rows if not row.startswith(" " * 20)]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_game_is_kept_and_taken_up_again_at_the_same_question(way, tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.say("thane c4")
        terminal.say("draw")
        shown, answered = table_on(terminal), terminal.text
        terminal.calm()
        way(terminal)
        code = terminal.game.wait(PATIENCE) if way is close_window else terminal.leave()
    assert code == WAYS[way]
    file = kept_file(tmp_path)
    assert entries(file)[0] == "1 thane c4"
    assert entries(file)[-1] == "1 draw"
    assert len(re.findall(r"^Player \d (?:places|plays)", "\n".join(after_the_board(answered)), re.MULTILINE)) == 3
    with Terminal("--resume", file, games=tmp_path) as again:
        again.start()
        again.say()
        assert table_on(again) == shown
        assert again.end("quit") == 0
    assert is_sound(file)


def after_the_board(screen):
    """What stands beside the board."""
    return [re.sub(r"^.*[│┤┐┘] {2}", "", row) for row in screen.splitlines()]


def test_an_answer_is_on_the_disk_before_it_is_on_the_screen(tmp_path):
    """Killed as soon as its sentence is seen, at whichever moment that is."""
    with Terminal(*GAME, games=tmp_path, pace=30) as terminal:
        terminal.start()
        terminal.send("thane c4\r")
        terminal.wait_for(told("en", "movie.does.figure", who="you", seat=1, kind="thane", space="c4"))
        seen = sum(told("en", f"movie.does.{deed}", who="other", seat=2, kind="", tile="", space="").split(" ")[2] in
                   terminal.text for deed in ("figure", "tile"))  # fmt: skip
        kill(terminal)
        terminal.leave()
    assert entries(kept_file(tmp_path))[0] == "1 thane c4"
    assert len(entries(kept_file(tmp_path))) > min(seen, 1)


def test_the_last_words_say_how_to_go_on(tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.say("thane c4")
        assert terminal.end("quit") == 0
        file = kept_file(tmp_path)
        assert told("en", "play.bye") in terminal.text
        assert f"--resume {file}" in re.sub(r"\n *", "", terminal.text)


def test_nothing_is_kept_of_a_game_in_which_nobody_has_answered(tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.press("Ctrl-D")
        assert terminal.leave() == 0
        assert told("en", "play.bye") in terminal.text
    assert list(tmp_path.rglob("*.record*")) == []


@pytest.mark.parametrize("way", [end_input, interrupt], ids=lambda way: way.__name__)
def test_one_may_leave_from_a_page_too(way, tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.say("thane c4")
        terminal.say("?")
        assert terminal.line == told("en", "play.page.prompt")
        terminal.calm()
        way(terminal)
        assert terminal.leave() == WAYS[way]
    assert entries(kept_file(tmp_path))[0] == "1 thane c4"


@pytest.mark.parametrize("way", [interrupt, terminate], ids=lambda way: way.__name__)
def test_one_may_leave_while_others_act(way, tmp_path):
    with Terminal(*GAME, games=tmp_path, pace=50) as terminal:
        terminal.start()
        terminal.send("thane c4\r")
        terminal.until(lambda: re.search("Player 2 (places|draws)", terminal.text) is not None, "an opponent's action")
        terminal.calm()
        way(terminal)
        assert terminal.leave() == WAYS[way]
    assert entries(kept_file(tmp_path))[0] == "1 thane c4"


def test_an_interrupted_line_leaves_the_terminal_as_it_was(tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.type("thane c")
        terminal.calm()
        interrupt(terminal)
        assert terminal.leave() == WAYS[interrupt]
        assert terminal.transcript.rindex("\x1b[?1049l") > terminal.transcript.rindex("\x1b[?1049h")
        assert "thane" not in terminal.text
