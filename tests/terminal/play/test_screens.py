"""The table on screens of many sizes, with and without colour and Unicode signs: nothing is cut off or lost."""

import re

import pytest

from heorot.engine.seats import Seat
from heorot.games.movie.box.names import name_tile
from heorot.locales import LANGUAGES
from heorot.terminal.movie import choices, question
from heorot.terminal.translator import Translator
from tests.cli.run_heorot import translated
from tests.support.case_sampling import thinly
from tests.support.playing import MOVIE
from tests.terminal.support.pseudo_terminal import CLEAR, Terminal, entries
from tests.terminal.support.saved_games import in_act, save_unfinished_game

SMALL = ((60, 18), (40, 20), (30, 12))
BLOCKS = re.compile("[▀▄█]")


def squeeze(text):
    return " ".join(text.split())


def resized(terminal, columns, lines):
    """Resize the window once the game waits for keys again; return the redrawn screen."""
    terminal.wait_until_idle()
    mark = len(terminal.transcript)
    terminal.resize(columns, lines)
    terminal.wait_until(lambda: terminal.has_prompt(mark), "the screen in its new size")
    return terminal.text


def fits(terminal):
    """Return whether no line was too long and the question is still visible."""
    columns = terminal.window.columns
    return terminal.window.wrapped == 0 and all(len(row) < columns for row in terminal.rows)


@pytest.mark.parametrize(("language", "act"), thinly(LANGUAGES, (1, 2, 3)))
def test_screen_of_80_by_24_is_complete_and_smaller_ones_work(language, act, tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, in_act(act))
    view, translator = MOVIE.view(table, Seat(0)), Translator(language)
    before = len(entries(file))
    with Terminal("--resume", file, games=tmp_path, size=(80, 24), language=language) as terminal:
        terminal.start()
        terminal.enter()
        shown = terminal.flat_text
        assert fits(terminal), terminal.text
        assert terminal.rows[0].startswith(translated(language, "movie.screen.act", act="I" * act, pool=view.pool))
        for number, choice in enumerate(choices(table.box, view, language), 1):
            assert squeeze(f"{number}. {translator.render(choice.label)}") in shown
        assert squeeze(translator.render(question(table.box, view))) in shown
        assert terminal.line == translated(language, "play.prompt", seat=1)
        for player in view.players:
            assert re.search(rf"(?:^| ) {player.seat + 1} .*{player.saga}", terminal.text, re.MULTILINE)
        for size in SMALL:
            resized(terminal, *size)
            assert fits(terminal), terminal.text
            assert terminal.line == translated(language, "play.prompt", seat=1)
        space = view.open[0]
        kind = next(kind for kind, number in view.players[0].in_front if number)
        terminal.enter(f"{kind} {space}")
        while terminal.line != translated(language, "play.prompt", seat=1):
            terminal.enter()
        assert terminal.window.wrapped == 0
        assert terminal.enter_and_exit("quit") == 0
    assert entries(file)[before] == f"1 {kind} {space}"


def test_hand_is_complete_in_80_columns(tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(
        file, lambda view: len(view.hand) > 2 and sum(tile.ability != "" for tile in view.hand) > 1
    )
    view = MOVIE.view(table, Seat(0))
    with Terminal("--resume", file, games=tmp_path, size=(80, 24)) as terminal:
        terminal.start()
        terminal.enter()
        side = squeeze(" ".join(re.sub(r"^.*[│┤┐┘] {2}", "", row) for row in terminal.rows))
        hand = " ".join(f"[{Translator('en').render(name_tile(tile, view.act))}]" for tile in view.hand)
        assert squeeze(f"{translated('en', 'movie.screen.hand')} {hand}") in side
        assert fits(terminal)


@pytest.mark.parametrize("size", [(100, 45), (60, 18), (30, 12), (26, 9)])
def test_resizing_keeps_the_typed_line(size, tmp_path):
    with Terminal("--first", 1, "--seed", 7, games=tmp_path, size=(80, 24)) as terminal:
        terminal.start()
        terminal.type("thane c")
        terminal.wait_until_idle()
        mark = len(terminal.transcript)
        terminal.resize(*size)
        terminal.wait_until(
            lambda: CLEAR in terminal.transcript[mark:] and terminal.line.endswith("thane c"), "a redraw"
        )
        terminal.wait_until_idle()
        assert terminal.line == "Player 1 > thane c"
        assert fits(terminal), terminal.text
        terminal.enter("4")
        terminal.enter("why c4")
        assert "Your Thane on c4: " in terminal.flat_text
        assert terminal.enter_and_exit("quit") == 0


def test_page_is_redrawn_after_resizing(tmp_path):
    with Terminal("--first", 1, "--seed", 7, games=tmp_path, size=(100, 45)) as terminal:
        terminal.start()
        terminal.enter("?")
        shown = resized(terminal, 50, 45)
        assert fits(terminal), shown
        assert shown.startswith("1. ")
        assert terminal.line == translated("en", "play.page.prompt")


def test_holes_of_the_third_acts_board_are_empty(tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, in_act(3))
    board = table.box.boards[2]
    with Terminal("--resume", file, games=tmp_path, size=(100, 60)) as terminal:
        terminal.start()
        terminal.enter()
        heads = f"{terminal.rows[1]} "
        middle = {chr(97 + x): heads.index(f" {chr(97 + x)} ") + 1 for x in range(max(map(len, board.rows)))}
        below = next(number for number, row in enumerate(terminal.rows) if row.startswith("Your hand"))
        rows = {int(row[:2]): row for row in terminal.rows[:below] if re.match(r" ?\d+ ", row)}
        assert set(rows) == set(range(1, len(board.rows) + 1))
        holes = 0
        for y, row in rows.items():
            columns = {name[0] for name in board.names if name[1:] == str(y)}
            for letter in set(middle) - columns:
                assert row.ljust(200)[middle[letter] - 2 : middle[letter] + 3].strip() == "", (letter, y)
                holes += 1
        assert holes


def test_large_digits_are_shown_if_there_is_room(tmp_path):
    file = tmp_path / "my.record"
    save_unfinished_game(file, in_act(1))
    with Terminal("--resume", file, games=tmp_path, size=(100, 45)) as terminal:
        assert BLOCKS.search(terminal.start())
        assert not BLOCKS.search(resized(terminal, 80, 24))
        assert BLOCKS.search(resized(terminal, 120, 50))


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1", "TERM": "vt100"}, {}])
def test_seats_and_signs_are_readable_without_colour(settings, tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, in_act(1))
    view = MOVIE.view(table, Seat(0))
    with Terminal("--resume", file, games=tmp_path, size=(80, 24), **settings) as terminal:
        terminal.start()
        terminal.enter()
        coloured = re.search(r"\x1b\[(?:[\d;]*;)?(?:3|4|9|10)[0-8](?:;[\d;]*)?m", terminal.transcript)
        assert bool(coloured) == (not settings)
        letters = {"beowulf": "B", "thane": "T", "castle": "C", "longship": "L"}
        assert view.figures
        assert any(lying.tile.value for lying in view.tiles)
        for figure in view.figures:
            assert f"{letters[figure.kind]}{figure.seat + 1}" in terminal.text
        for lying in view.tiles:
            if lying.tile.value:
                assert f"{lying.tile.value:+d}".replace("-", "−") in terminal.text


def test_ascii_terminal_shows_plain_signs(tmp_path):
    file = tmp_path / "my.record"
    save_unfinished_game(file, in_act(1))
    settings = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    with Terminal("--resume", file, games=tmp_path, **settings) as terminal:
        terminal.start()
        terminal.enter()
        for text in ("log", "q", "preview 1 a1", "rule M2.2"):
            terminal.enter(text)
        screens = [*terminal.window.past_screens, terminal.text]
        assert terminal.transcript.isascii()
        hint = translated("en", "play.hint", example="|", short="|").split("|")[-1].strip(" .,")
        assert [row for screen in screens for row in screen.splitlines() if "?" in row.replace(hint, "")] == []
        assert terminal.enter_and_exit("quit") == 0
