"""Undo: freely while nothing was revealed, always against bots, by consent among people."""

import re

from tests.cli.run_heorot import translated
from tests.terminal.support.pseudo_terminal import Terminal, entries, is_valid_record, saved_file
from tests.terminal.support.simulated_player import OPEN_SPACE

GAME = ("--first", 1, "--players", 2)


def saved_entries(games):
    return entries(saved_file(games))


def hand(terminal):
    """Return the drawn hand."""
    return re.search(r"Your hand: (.*(?:\n.{50,}\])?)", terminal.text)[1]


def test_draw_against_bots_is_undone_recorded_and_repeated_with_fresh_chance(tmp_path):
    drawn = {}
    for seed in range(3):
        games = tmp_path / str(seed)
        with Terminal(*GAME, "--seed", seed, games=games) as terminal:
            terminal.start()
            assert translated("en", "play.nothing-to-undo") in terminal.enter("undo")
            terminal.enter("draw")
            first = hand(terminal)
            terminal.enter("undo")
            assert translated("en", "play.undone") in terminal.flat_text
            assert translated("en", "movie.ask.turn") in terminal.flat_text
            terminal.enter("draw")
            drawn[seed] = first, hand(terminal)
            assert terminal.enter_and_exit("quit") == 0
        assert saved_entries(games) == ["1 draw", "undo 2", "1 draw"]
    assert any(first != second for first, second in drawn.values()), drawn
    assert all(is_valid_record(saved_file(tmp_path / str(seed))) for seed in drawn)


def test_undo_includes_the_bots_later_actions(tmp_path):
    with Terminal(*GAME, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        before = OPEN_SPACE.findall(terminal.text)
        terminal.enter("thane c4")
        assert "c4" not in OPEN_SPACE.findall(terminal.text)
        terminal.enter("undo")
        assert OPEN_SPACE.findall(terminal.text) == before
        terminal.enter("longship a1")
        terminal.enter("castle b2")
        terminal.enter("undo")
        terminal.enter("undo")
        assert OPEN_SPACE.findall(terminal.text) == before
        assert translated("en", "play.nothing-to-undo") in terminal.enter("undo")
        terminal.enter("beowulf e5")
        assert "You place Beowulf on e5." in terminal.text
        assert "longship on a1" not in terminal.text
        assert terminal.enter_and_exit("quit") == 0
    assert len([entry for entry in saved_entries(tmp_path) if entry.startswith("undo ")]) == 3
    assert is_valid_record(saved_file(tmp_path))


def test_action_that_revealed_nothing_is_undone_at_the_hand_over(tmp_path):
    with Terminal("--seats", "you,you", "--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter("thane c4")
        assert "Player 2" in terminal.flat_text
        terminal.enter("undo")
        assert terminal.line == translated("en", "play.prompt", seat=1)
        assert "c4" in OPEN_SPACE.findall(terminal.text)
        terminal.enter("castle c4")
        terminal.enter()
        assert terminal.line == translated("en", "play.prompt", seat=2)
        assert terminal.enter_and_exit("quit") == 0
    assert saved_entries(tmp_path) == ["1 thane c4", "undo 1", "1 castle c4"]


def test_undo_needs_consent_once_something_was_revealed(tmp_path):
    with Terminal("--seats", "you,you", "--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        for answer, taken_back in (("no", False), ("", False), ("yes", True)):
            if translated("en", "movie.ask.turn") in terminal.text:
                terminal.enter("draw")
            terminal.enter("undo")
            assert translated("en", "play.agree") in terminal.flat_text
            assert not re.search(r"[│\[]|Your hand", terminal.text), "the others look at the screen now"
            terminal.enter(answer)
            assert (translated("en", "movie.ask.turn") in terminal.text) == taken_back
        assert terminal.enter_and_exit("quit") == 0
    assert saved_entries(tmp_path) == ["1 draw", "undo 2"]
