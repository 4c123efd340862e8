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


def reads_well(text):
    """Return whether every line is a statement: no drawing, no columns, no colour."""
    lines = statements(text)
    ends = (".", ")", "!", "?", ":", ".record")
    wrong = [line for line in lines if DRAWN.search(line) or "\x1b" in line or re.search(r"\S {2,}\S", line)]
    open_ended = [line for line in lines if not line.endswith(ends) and not re.match(r"\d+\. |Act|Акт|Acte", line)]
    return wrong == [] and open_ended == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_short_game_by_pipe(language, tmp_path):
    said = run_heorot(
        "play", "movie", *TINY, "--first", 1, "--seed", 2, "--plain",
        stdin=f"?\nlog\nunseen\nwhy\njuggle\n{ANY * 40}", XDG_DATA_HOME=str(tmp_path), LANG=LOCALES[language],
    )  # fmt: skip
    assert (said.code, said.err) == (0, "")
    assert reads_well(said.out), said.out
    begins = re.escape(translated(language, "movie.does.act", act="II"))
    assert re.search(rf"{begins}$", said.out, re.MULTILINE)
    assert not re.search(rf"{begins}\n  ", said.out), "changes belong to an action"
    file = saved_file(tmp_path)
    assert "result open" not in file.read_text("utf-8")
    assert translated(language, "play.kept", file=str(file)) in said.out.splitlines()[-1]
    assert is_valid_record(file)


def test_what_is_no_terminal_gets_plain_text_without_being_asked(tmp_path):
    said = run_heorot("play", "movie", "--first", 1, "--seed", 7, stdin="thane c4\n", XDG_DATA_HOME=str(tmp_path))
    assert reads_well(said.out), said.out
    assert "You place a Thane on c4." in said.out
    assert re.search(r"^Row 4: a4 open, b4 open, c4 open, ", said.out, re.MULTILINE)


def test_the_end_of_the_input_leaves_and_keeps_the_game(tmp_path):
    said = run_heorot("play", "movie", "--first", 1, "--seed", 7, stdin="thane c4\ndraw", XDG_DATA_HOME=str(tmp_path))
    file = saved_file(tmp_path)
    assert said.code == 0
    on = [translated("en", "play.go-on"), f"heorot play movie --resume {file}"]
    assert said.out.splitlines()[-3:] == [translated("en", "play.bye"), *on]
    assert entries(file)[0] == "1 thane c4"
    assert entries(file)[-1] == "1 draw"


@pytest.mark.parametrize("act", [1, 2, 3])
def test_the_table_is_told_space_by_space(act, tmp_path):
    file = tmp_path / "my.record"
    table = save_unfinished_game(file, in_act(act))
    view, board = MOVIE.view(table, Seat(0)), table.box.boards[act - 1]
    said = run_heorot("play", "movie", "--resume", file, "--plain", stdin="quit\n", XDG_DATA_HOME=str(tmp_path))
    rows = dict(re.findall(r"^Row (\d+): (.*)\.$", said.out, re.MULTILINE))
    assert len(rows) == len(board.rows)
    told_spaces = dict(part.split(" ", 1) for row in rows.values() for part in re.split(r", (?=[a-z]\d )", row))
    assert set(told_spaces) == set(board.names)
    assert {space for space, there in told_spaces.items() if there == "open"} == set(view.open)
    for figure in view.figures:
        assert told_spaces[figure.space].endswith(f"of player {figure.seat + 1}")
    assert reads_well(said.out), said.out
    assert translated("en", "movie.plain.hand", tiles="|").split("|")[0] in said.out


def test_in_a_terminal_it_is_as_plain(tmp_path):
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


def test_a_question_is_not_told_twice_after_a_mistake(tmp_path):
    words = "juggle\nwhy\nquit\n"
    said = run_heorot("play", "movie", "--first", 1, "--seed", 7, "--plain", stdin=words, XDG_DATA_HOME=str(tmp_path))
    assert said.out.count(translated("en", "movie.ask.turn")) == 1
    assert said.out.count("Row 1: ") == 1
