"""Taking back: freely while nothing was revealed; against bots always; among people if they agree."""

import re

from tests.cli.person import OPEN_SPACE
from tests.cli.running import told
from tests.cli.terminal import Terminal, entries, is_sound, kept_file

GAME = ("--first", 1, "--players", 2)


def standing(games):
    return entries(kept_file(games))


def hand(terminal):
    """What is drawn of the own hand."""
    return re.search(r"Your hand: (.*(?:\n.{50,}\])?)", terminal.text)[1]


def test_a_draw_against_bots_is_granted_noted_and_drawn_afresh(tmp_path):
    drawn = {}
    for seed in range(3):
        games = tmp_path / str(seed)
        with Terminal(*GAME, "--seed", seed, games=games) as terminal:
            terminal.start()
            assert told("en", "play.nothing-to-undo") in terminal.say("undo")
            terminal.say("draw")
            first = hand(terminal)
            terminal.say("undo")
            assert told("en", "play.undone") in terminal.flat
            assert told("en", "movie.ask.turn") in terminal.flat
            terminal.say("draw")
            drawn[seed] = first, hand(terminal)
            assert terminal.end("quit") == 0
        assert standing(games) == ["1 draw", "undo 2", "1 draw"]
    assert any(first != second for first, second in drawn.values()), drawn
    assert all(is_sound(kept_file(tmp_path / str(seed))) for seed in drawn)


def test_an_answer_is_taken_back_with_what_the_bots_said_after_it(tmp_path):
    with Terminal(*GAME, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        before = OPEN_SPACE.findall(terminal.text)
        terminal.say("thane c4")
        assert "c4" not in OPEN_SPACE.findall(terminal.text)
        terminal.say("undo")
        assert OPEN_SPACE.findall(terminal.text) == before
        terminal.say("longship a1")
        terminal.say("castle b2")
        terminal.say("undo")
        terminal.say("undo")
        assert OPEN_SPACE.findall(terminal.text) == before
        assert told("en", "play.nothing-to-undo") in terminal.say("undo")
        terminal.say("beowulf e5")
        assert "You place Beowulf on e5." in terminal.text
        assert "longship on a1" not in terminal.text
        assert terminal.end("quit") == 0
    assert len([entry for entry in standing(tmp_path) if entry.startswith("undo ")]) == 3
    assert is_sound(kept_file(tmp_path))


def test_the_last_answer_is_taken_back_at_the_hand_over_while_nothing_was_revealed(tmp_path):
    with Terminal("--seats", "you,you", "--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        terminal.say()
        terminal.say("thane c4")
        assert "Player 2" in terminal.flat
        terminal.say("undo")
        assert terminal.line == told("en", "play.prompt", seat=1)
        assert "c4" in OPEN_SPACE.findall(terminal.text)
        terminal.say("castle c4")
        terminal.say()
        assert terminal.line == told("en", "play.prompt", seat=2)
        assert terminal.end("quit") == 0
    assert standing(tmp_path) == ["1 thane c4", "undo 1", "1 castle c4"]


def test_the_others_are_asked_once_something_was_revealed(tmp_path):
    with Terminal("--seats", "you,you", "--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        terminal.say()
        for answer, taken_back in (("no", False), ("", False), ("yes", True)):
            if told("en", "movie.ask.turn") in terminal.text:
                terminal.say("draw")
            terminal.say("undo")
            assert told("en", "play.agree") in terminal.flat
            assert not re.search(r"[│\[]|Your hand", terminal.text), "the others look at the screen now"
            terminal.say(answer)
            assert (told("en", "movie.ask.turn") in terminal.text) == taken_back
        assert terminal.end("quit") == 0
    assert standing(tmp_path) == ["1 draw", "undo 2"]
