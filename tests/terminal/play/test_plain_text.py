"""`--plain`, and a game through a pipe: one statement a line and no drawing."""

import re

import pytest

from heorot.engine.seats import Seat
from heorot.locales import LANGUAGES
from tests.cli.run_heorot import LOCALES, run_heorot, translated
from tests.support.playing import BOXES, MOVIE
from tests.terminal.support.pseudo_terminal import Terminal, entries, is_valid_record, saved_file
from tests.terminal.support.saved_games import in_act, save_unfinished_game

DRAWN = re.compile("[\u2500-\u259f◆]")
TINY = ("--box", BOXES / "movie/boxes/tiny.toml", "--players", 2)
ANY = "1\na1\nb1\na2\nb2\nyes\n"  # one of these lines answers any question on a tiny board


def statements(text):
    """Return the printed lines without the prompts."""
    lines = [re.sub(r"^(?:.{0,40}?> )+", "", line) for line in text.splitlines()]
    return [line for line in lines if line.strip()]


def is_plain_text(text):
    """Return whether every line is a statement: no drawing, no columns, no colour."""
    lines = statements(text)
    ends = (".", ")", "!", "?", ":", ".record")
    wrong = [line for line in lines if DRAWN.search(line) or "\x1b" in line or re.search(r"\S {2,}\S", line)]
    open_ended = [line for line in lines if not line.endswith(ends) and not re.match(r"\d+\. |Act|Акт|Acte", line)]
    return wrong == [] and open_ended == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_game_can_be_played_through_a_pipe(language, tmp_path):
    result = run_heorot(
        "play", "movie", *TINY, "--first", 1, "--seed", 2, "--plain",
        stdin=f"?\nlog\nunseen\nwhy\njuggle\n{ANY * 40}", XDG_DATA_HOME=str(tmp_path), LANG=LOCALES[language],
    )  # fmt: skip
    assert (result.code, result.err) == (0, "")
    assert is_plain_text(result.out), result.out
    begins = re.escape(translated(language, "movie.does.act", act="II"))
    assert re.search(rf"{begins}$", result.out, re.MULTILINE)
    assert not re.search(rf"{begins}\n  ", result.out), "changes belong to an action"
    file = saved_file(tmp_path)
    assert "result open" not in file.read_text("utf-8")
    assert translated(language, "play.kept", file=str(file)) in result.out.splitlines()[-1]
    assert is_valid_record(file)


def test_output_to_a_pipe_is_plain_text(tmp_path):
    result = run_heorot("play", "movie", "--first", 1, "--seed", 7, stdin="thane c4\n", XDG_DATA_HOME=str(tmp_path))
    assert is_plain_text(result.out), result.out
    assert "You place a Thane on c4." in result.out
    assert re.search(r"^Row 4: a4 open, b4 open, c4 open, ", result.out, re.MULTILINE)


def test_end_of_input_quits_and_saves_the_game(tmp_path):
    result = run_heorot("play", "movie", "--first", 1, "--seed", 7, stdin="thane c4\ndraw", XDG_DATA_HOME=str(tmp_path))
    file = saved_file(tmp_path)
    assert result.code == 0
    on = [translated("en", "play.go-on"), f"heorot play movie --resume {file}"]
    assert result.out.splitlines()[-3:] == [translated("en", "play.bye"), *on]
    assert entries(file)[0] == "1 thane c4"
    assert entries(file)[-1] == "1 draw"


@pytest.mark.parametrize("act", [1, 2, 3])
def test_table_is_described_space_by_space(act, tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, in_act(act))
    view, board = MOVIE.view(table, Seat(0)), table.box.boards[act - 1]
    result = run_heorot("play", "movie", "--resume", file, "--plain", stdin="quit\n", XDG_DATA_HOME=str(tmp_path))
    rows = dict(re.findall(r"^Row (\d+): (.*)\.$", result.out, re.MULTILINE))
    assert len(rows) == len(board.rows)
    spaces = dict(part.split(" ", 1) for row in rows.values() for part in re.split(r", (?=[a-z]\d )", row))
    assert set(spaces) == set(board.names)
    assert {space for space, content in spaces.items() if content == "open"} == set(view.open)
    for figure in view.figures:
        assert spaces[figure.space].endswith(f"of player {figure.seat + 1}")
    assert is_plain_text(result.out), result.out
    assert translated("en", "movie.plain.hand", tiles="|").split("|")[0] in result.out


def test_plain_option_avoids_drawings_and_colours_in_a_terminal(tmp_path):
    with Terminal("--plain", "--first", 1, "--seed", 7, games=tmp_path) as terminal:
        terminal.start()
        for text in ("thnae c4", "yes", "?", "why", "draw", "table", "undo"):
            terminal.enter(text)
        assert terminal.enter_and_exit("quit") == 0
        assert "\x1b[?1049" not in terminal.transcript
        assert "\x1b[2J" not in terminal.transcript
        assert not DRAWN.search(terminal.transcript)
        assert not re.search(r"\x1b\[[\d;]*m", terminal.transcript)
        assert translated("en", "play.undone") in terminal.transcript


def test_question_is_not_repeated_after_a_mistake(tmp_path):
    words = "juggle\nwhy\nquit\n"
    result = run_heorot("play", "movie", "--first", 1, "--seed", 7, "--plain", stdin=words, XDG_DATA_HOME=str(tmp_path))
    assert result.out.count(translated("en", "movie.ask.turn")) == 1
    assert result.out.count("Row 1: ") == 1
