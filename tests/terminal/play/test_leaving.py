"""Every leave to quit a game: it is saved with all actions and can be resumed."""

import os
import re
import signal

import pytest

from tests.cli.run_heorot import translated
from tests.terminal.support.pseudo_terminal import PATIENCE, Terminal, entries, is_valid_record, saved_file

GAME = ("--first", 1, "--seed", 7)
PROMPT = translated("en", "play.prompt", seat=1)


def quit_command(terminal):
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
    quit_command: 0, end_input: 0, interrupt: 128 + signal.SIGINT, terminate: 128 + signal.SIGTERM,
    close_window: 128 + signal.SIGHUP, kill: -signal.SIGKILL,
}  # fmt: skip


def table_on(terminal):
    """Return the screen without the log beside the board, which starts again, and without the prompt."""
    rows = [row for row in terminal.rows if row]
    return [re.sub(r"(?<=[│┤┐┘]) {2}.*$", "", row) for row in rows if not row.startswith(" " * 20)]


@pytest.mark.parametrize("leave", WAYS, ids=lambda leave: leave.__name__)
def test_game_is_saved_and_resumed_at_the_same_question(leave, tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter("thane c4")
        terminal.enter("draw")
        shown, answered = table_on(terminal), terminal.text
        terminal.wait_until_idle()
        leave(terminal)
        code = terminal.game.wait(PATIENCE) if leave is close_window else terminal.wait_for_exit()
    assert code == WAYS[leave]
    file = saved_file(tmp_path)
    assert entries(file)[0] == "1 thane c4"
    assert entries(file)[-1] == "1 draw"
    assert len(re.findall(r"^Player \d (?:places|plays)", "\n".join(after_the_board(answered)), re.MULTILINE)) == 3
    with Terminal("--resume", file, games=tmp_path) as again:
        again.start()
        again.enter()
        assert table_on(again) == shown
        assert again.enter_and_exit("quit") == 0
    assert is_valid_record(file)


def after_the_board(screen):
    """Return the text beside the board."""
    return [re.sub(r"^.*[│┤┐┘] {2}", "", row) for row in screen.splitlines()]


def test_action_is_saved_before_it_is_shown(tmp_path):
    """Kill the game as soon as the sentence about the action is visible."""
    with Terminal(*GAME, games=tmp_path, pace=30) as terminal:
        terminal.start()
        terminal.send("thane c4\r")
        terminal.wait_for(translated("en", "movie.does.figure", who="you", seat=1, kind="thane", space="c4"))
        named = {"who": "other", "seat": 2, "kind": "", "tile": "", "space": ""}
        verbs = [translated("en", f"movie.does.{action}", **named).split(" ")[2] for action in ("figure", "tile")]
        seen = sum(verb in terminal.text for verb in verbs)
        kill(terminal)
        terminal.wait_for_exit()
    assert entries(saved_file(tmp_path))[0] == "1 thane c4"
    assert len(entries(saved_file(tmp_path))) > min(seen, 1)


def test_quitting_prints_the_command_to_resume(tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter("thane c4")
        assert terminal.enter_and_exit("quit") == 0
        file = saved_file(tmp_path)
        assert translated("en", "play.bye") in terminal.text
        assert f"--resume {file}" in re.sub(r"\n *", "", terminal.text)


def test_game_without_actions_is_not_saved(tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.press("Ctrl-D")
        assert terminal.wait_for_exit() == 0
        assert translated("en", "play.bye") in terminal.text
    assert list(tmp_path.rglob("*.record*")) == []


@pytest.mark.parametrize("leave", [end_input, interrupt], ids=lambda leave: leave.__name__)
def test_game_can_be_left_from_a_page(leave, tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter("thane c4")
        terminal.enter("?")
        assert terminal.line == translated("en", "play.page.prompt")
        terminal.wait_until_idle()
        leave(terminal)
        assert terminal.wait_for_exit() == WAYS[leave]
    assert entries(saved_file(tmp_path))[0] == "1 thane c4"


@pytest.mark.parametrize("leave", [interrupt, terminate], ids=lambda leave: leave.__name__)
def test_game_can_be_left_while_bots_act(leave, tmp_path):
    with Terminal(*GAME, games=tmp_path, pace=50) as terminal:
        terminal.start()
        terminal.send("thane c4\r")
        terminal.wait_until(
            lambda: re.search("Player 2 (places|draws)", terminal.text) is not None, "an opponent's action"
        )
        terminal.wait_until_idle()
        leave(terminal)
        assert terminal.wait_for_exit() == WAYS[leave]
    assert entries(saved_file(tmp_path))[0] == "1 thane c4"


def test_interrupt_while_typing_restores_the_terminal(tmp_path):
    with Terminal(*GAME, games=tmp_path) as terminal:
        terminal.start()
        terminal.type("thane c")
        terminal.wait_until_idle()
        interrupt(terminal)
        assert terminal.wait_for_exit() == WAYS[interrupt]
        assert terminal.transcript.rindex("\x1b[?1049l") > terminal.transcript.rindex("\x1b[?1049h")
        assert "thane" not in terminal.text
