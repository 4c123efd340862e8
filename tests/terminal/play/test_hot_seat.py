"""Several people at one terminal: no hand is left for the next person on the screen, in the scrollback or in the line
editor."""

import re

import pytest

from heorot.engine.seats import Seat
from heorot.locales import LANGUAGES
from tests.cli.run_heorot import STYLING, run_heorot, translated
from tests.support.playing import MOVIE
from tests.terminal.support.pseudo_terminal import CLEAR, Terminal, Window, entries, saved_file
from tests.terminal.support.saved_games import in_act, save_unfinished_game

PEOPLE = ("--seats", "you,you", "--first", 1, "--seed", 7)


def hand_of(terminal, language="en"):
    """Return the tiles of the viewer as the screen names them."""
    heading = re.escape(translated(language, "movie.screen.hand"))
    side = " ".join(re.sub(r"^.*[│┤┐┘] {2}", "", row) for row in terminal.rows)
    return re.findall(r"\[([^\]]+)\]", re.search(rf"{heading} ((?:\[[^\]]+\] ?)+)", side)[1])


def is_bare(screen, language="en"):
    """Return whether a screen shows neither a table nor a hand."""
    return not re.search(rf"[│┌\[]|{re.escape(translated(language, 'movie.screen.hand'))}", screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hand_over_screen_shows_neither_table_nor_hand(language, tmp_path):
    with Terminal(*PEOPLE, games=tmp_path, language=language) as terminal:
        terminal.start()
        assert is_bare(terminal.text, language)
        assert " ".join(translated(language, "play.hand-over", seat=1).split()) in terminal.flat_text
        for seat in (1, 2):
            shown = terminal.enter()
            assert terminal.line == translated(language, "play.prompt", seat=seat)
            assert not is_bare(shown, language)
            terminal.enter(f"thane c{seat}")
            assert is_bare(terminal.text, language)
            assert " ".join(translated(language, "play.hand-over", seat=3 - seat).split()) in terminal.flat_text
        terminal.press("Ctrl-D")
        assert terminal.wait_for_exit() == 0


def test_output_after_the_hand_over_names_no_tile_of_the_last_hand(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        hand = hand_of(terminal)
        assert len(hand) == 2
        terminal.enter("hand")
        terminal.enter("thane c4")
        written = terminal.transcript
        since = STYLING.sub("", written[written.rindex(CLEAR) :])
        assert [tile for tile in hand if tile in since] == []
        assert [tile for tile in hand if tile in terminal.text] == []
        assert terminal.window.scrollback == []


def test_history_keys_do_not_recall_the_last_persons_input(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter("preview longship e5")
        terminal.enter("thane c4")
        for _ in range(2):  # at the hand-over, and at the next person's question
            terminal.press("Up", "Up")
            terminal.type("x")
            assert terminal.line.endswith("> x"), terminal.line
            terminal.press("Backspace")
            terminal.enter()
        assert terminal.line == translated("en", "play.prompt", seat=2)


@pytest.mark.parametrize("has_alternate", [True, False])
def test_no_hand_is_left_on_screen_or_scrollback_after_quitting(has_alternate, tmp_path):
    def window(columns, lines):
        return Window(columns, lines, has_alternate)

    with Terminal(*PEOPLE, games=tmp_path, window=window) as terminal:
        terminal.start()
        terminal.enter()
        hand = hand_of(terminal)
        terminal.enter("hand")
        terminal.enter("log")
        terminal.enter("q")
        assert terminal.enter_and_exit("quit") == 0
        assert is_bare(terminal.text)
        left = "\n".join([*terminal.window.scrollback, terminal.text])
        assert [tile for tile in hand if tile in left] == []
        assert "Your hand" not in left


def test_bots_between_people_act_on_screens_without_a_hand(tmp_path):
    with Terminal("--seats", "you,greedy,you", "--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        mine = set(hand_of(terminal))
        terminal.window.past_screens.clear()
        terminal.enter("thane c4")
        assert is_bare(terminal.text)
        assert len(terminal.window.past_screens) > 1, "the bot was followed"
        terminal.enter()
        assert terminal.line == translated("en", "play.prompt", seat=3)
        assert set(hand_of(terminal)) != mine
        assert re.search(r"Player 1 places a Thane on c4\.", terminal.text)
        assert re.search(r"Player 2 (places|draws)", terminal.text)
        assert terminal.enter_and_exit("quit") == 0
    assert [entry.split()[0] for entry in entries(saved_file(tmp_path))] in (["1", "2"], ["1", "2", "2"])


def test_plain_text_shows_a_hand_only_on_request(tmp_path):
    with Terminal(*PEOPLE, "--plain", games=tmp_path) as terminal:
        terminal.start()
        assert translated("en", "play.private") in terminal.transcript
        terminal.enter()
        assert "Your hand" not in terminal.transcript
        terminal.enter("hand")
        assert "Your hand: " in terminal.transcript
        before = len(terminal.transcript)
        terminal.enter("thane c4")
        terminal.enter()
        terminal.enter("thane c5")
        assert "Your hand" not in terminal.transcript[before:]
        terminal.press("Up")
        terminal.type("x")
        assert "> x" in terminal.line


def test_plain_draws_log_and_table_name_no_tile_of_a_hand(tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, in_act(2), ("you", "you"))
    words = "\n\ndraw\nlog\ntable\nwhy\nquit\n"
    result = run_heorot("play", "movie", "--resume", file, "--plain", stdin=words, XDG_DATA_HOME=str(tmp_path))
    assert result.code == 0
    assert translated("en", "movie.ask.play") in result.out
    assert MOVIE.view(table, Seat(0)).hand
    assert translated("en", "movie.plain.hand", tiles="|").split("|")[0] not in result.out
    assert translated("en", "movie.does.given", tile="|").split("|")[0] not in result.out
