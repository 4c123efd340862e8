"""Hasty, careless and hostile input: no hand is revealed, no file and no action is lost."""

import os

import pytest

from tests.cli.run_heorot import ROOT, run_heorot, run_python, translated
from tests.terminal.play.test_hot_seat import PEOPLE, is_bare
from tests.terminal.support.pseudo_terminal import Terminal, entries, saved_file
from tests.terminal.support.saved_games import in_act, save_unfinished_game

ALONE = ("play", "movie", "--plain", "--players", 2, "--seed", 7, "--first", 1)
SHARED = ("play", "movie", "--plain", *PEOPLE)


def said(*lines: str, args: tuple[object, ...] = ALONE, games: object) -> list[str]:
    """Return the output for lines from a pipe."""
    done = run_heorot(*args, stdin="".join(f"{line}\n" for line in lines), XDG_DATA_HOME=str(games))
    assert (done.code, done.err) == (0, ""), done.err
    return done.out.splitlines()


def test_keys_pressed_too_early_pass_no_hand_over(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter_last("thane c4\r\r\r")
        terminal.wait_until_idle()
        assert is_bare(terminal.text)


def test_only_enter_passes_a_hand_over_and_one_may_leave_there(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        assert is_bare(terminal.enter("hand"))
        assert terminal.enter_and_exit("quit") == 0


def test_what_was_cut_from_a_line_does_not_come_back(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        terminal.type("castle b2")
        terminal.press("Ctrl-U")
        terminal.enter("thane c4")
        terminal.send("\x19\x19")
        terminal.wait_until_idle()
        assert "castle" not in terminal.text


def test_plainly_no_help_names_a_tile_of_a_hand(tmp_path):
    lines = said("", "draw", "?", "preview", "+9 a1", "+", "treasre a1", args=SHARED, games=tmp_path)
    hand = said("", "draw", "hand", args=SHARED, games=tmp_path / "other")
    tiles = next(line for line in hand if line.startswith("Player 1 > Your hand: ")).partition(": ")[2].rstrip(".")
    after = lines[next(n for n, line in enumerate(lines) if "You draw a tile" in line) :]
    assert [tile for tile in tiles.split(", ") if any(f" {tile}" in line for line in after)] == []


def test_after_an_agreed_take_back_the_others_are_told(tmp_path):
    typed = ("", "thane c4", "", "thane d1", "", "beowulf a1", "", "undo", "yes", "castle e5", "")
    lines = said(*typed, args=SHARED, games=tmp_path)
    shown = "\n".join(lines)
    told_last = shown[shown.rindex(translated("en", "play.undone-by", seat=2)) :]
    assert translated("en", "movie.does.figure", who="other", seat=2, kind="castle", space="e5") in told_last


# ---- Files ---------------------------------------------------------------------------------------------------------


def test_save_writes_over_nothing(tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    lines = said("thane c4", f"save {precious}", f"save {tmp_path}", "save a\0b", "save ~nobody-here/x", games=tmp_path)
    assert precious.read_text() == "mine"
    assert sum("Player 1 > " in line and str(tmp_path) in line for line in lines) == 2
    assert {file.name for file in tmp_path.iterdir()} == {"precious.txt", "heorot"}
    assert [*ROOT.glob(".*.new")] == []


def test_a_game_that_someone_else_has_changed_is_not_written_over(tmp_path):
    with Terminal("--players", 2, "--first", 1, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter("thane c4")
        file = saved_file(tmp_path)
        file.write_text("another game")
        assert "changed by someone else" in terminal.enter("castle b2")
        terminal.enter()
        terminal.enter(f"save {tmp_path / 'rescued.record'}")
        assert terminal.enter_and_exit("quit") == 0
    assert file.read_text() == "another game"
    assert "1 castle b2" in entries(tmp_path / "rescued.record")


def test_a_folder_that_cannot_be_written_to_is_told_and_remembered(tmp_path):
    (tmp_path / "heorot").write_text("no folder")
    with Terminal("--players", 2, "--first", 1, games=tmp_path) as terminal:
        terminal.start()
        assert str(tmp_path / "heorot") in terminal.enter("thane c4").replace("\n", "")
        terminal.enter()
        assert terminal.enter_and_exit("quit") == 0
        assert "not kept" in terminal.text


def test_a_file_that_was_named_is_written_whoever_plays(tmp_path):
    file = tmp_path / "bots.record"
    assert run_heorot("play", "movie", "--seats", "random,random", "--seed", 3, "--save", file).code == 0
    assert run_heorot("check", file).code == 0


# ---- Odd input -----------------------------------------------------------------------------------------------------


ODD = ["➀ c4", "፩ c4", "9" * 5000 + " c4", "why \x1b]0;hi\x07", "rule \x1b[2J", "\u202ethane"]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_signs_cost_nothing_and_steer_nothing(text, tmp_path):
    lines = said(text, games=tmp_path)
    assert not any(sign in line for line in lines for sign in "\x1b\x07\u202e")
    assert not [*tmp_path.rglob("*.record")]


def test_without_any_input_it_leaves(tmp_path):
    """The standard input may be closed from the start."""
    command = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, '-m', 'heorot', *sys.argv[1:]])"
    done = run_python("-c", command, *map(str, ALONE), XDG_DATA_HOME=os.fspath(tmp_path))
    assert done.code == 0
    assert "Traceback" not in done.err


def test_errors_come_in_the_language_that_was_asked_for(tmp_path):
    assert run_heorot("play", "movie", "--lang", "fr", "--players", 9).sentences == [
        translated("fr", "cli.out-of-range", option="--players", number="9", least="2", greatest="4")
    ]
    assert "не читается" in run_heorot("play", "movie", "--lang", "ru", "--resume", tmp_path / "nothing").err


# ---- Records that others have written ------------------------------------------------------------------------------


def test_a_long_record_with_foreign_line_ends_is_taken_up_again_and_kept(tmp_path):
    """A record may contain a whole box, and an editor may have changed its line ends."""
    file = tmp_path / "my.record"
    save_unfinished_game(file, in_act(1))
    head, _, rest = file.read_text("utf-8").partition("\n\n")
    notes = "\n".join(f"note {'a long story ' * 10}" for _ in range(1000))
    file.write_bytes(f"{head}\n{notes}\n\n{rest}".replace("\n", "\r\n").encode())
    before = len(entries(file))
    lines = said("1", "a1", "b1", "c1", "quit", args=("play", "movie", "--plain", "--resume", file), games=tmp_path)
    assert not any("changed by someone else" in line for line in lines)
    assert run_heorot("check", file).code == 0
    assert len(entries(file)) >= before
