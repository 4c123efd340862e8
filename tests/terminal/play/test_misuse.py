"""Hasty, careless and hostile input: no hand is revealed, no file and no action is lost."""

import os

import pytest

from tests.cli.run_heorot import ROOT, run_heorot, run_python, translated
from tests.terminal.play.test_hot_seat import PEOPLE, is_bare
from tests.terminal.support.pseudo_terminal import Terminal, entries, saved_file
from tests.terminal.support.saved_games import in_act, save_unfinished_game

ALONE = ("play", "movie", "--plain", "--players", 2, "--seed", 7, "--first", 1)
SHARED = ("play", "movie", "--plain", *PEOPLE)


def run_lines(*lines: str, args: tuple[object, ...] = ALONE, games: object) -> list[str]:
    """Return the output for lines from a pipe."""
    done = run_heorot(*args, stdin="".join(f"{line}\n" for line in lines), XDG_DATA_HOME=str(games))
    assert (done.code, done.err) == (0, ""), done.err
    return done.out.splitlines()


def test_keys_pressed_too_early_do_not_pass_the_hand_over(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        terminal.enter_last("thane c4\r\r\r")
        terminal.wait_until_idle()
        assert is_bare(terminal.text)


def test_only_enter_passes_the_hand_over_and_quit_works_there(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        assert is_bare(terminal.enter("hand"))
        assert terminal.enter_and_exit("quit") == 0


def test_cut_text_cannot_be_pasted_by_the_next_person(tmp_path):
    with Terminal(*PEOPLE, games=tmp_path) as terminal:
        terminal.start()
        terminal.enter()
        terminal.type("castle b2")
        terminal.press("Ctrl-U")
        terminal.enter("thane c4")
        terminal.send("\x19\x19")
        terminal.wait_until_idle()
        assert "castle" not in terminal.text


def test_plain_help_and_errors_name_no_tile_of_a_hand(tmp_path):
    lines = run_lines("", "draw", "?", "preview", "+9 a1", "+", "treasre a1", args=SHARED, games=tmp_path)
    hand = run_lines("", "draw", "hand", args=SHARED, games=tmp_path / "other")
    tiles = next(line for line in hand if line.startswith("Player 1 > Your hand: ")).partition(": ")[2].rstrip(".")
    after = lines[next(n for n, line in enumerate(lines) if "You draw a tile" in line) :]
    assert [tile for tile in tiles.split(", ") if any(f" {tile}" in line for line in after)] == []


def test_undo_by_consent_is_reported_to_the_others(tmp_path):
    typed = ("", "thane c4", "", "thane d1", "", "beowulf a1", "", "undo", "yes", "castle e5", "")
    lines = run_lines(*typed, args=SHARED, games=tmp_path)
    shown = "\n".join(lines)
    report = shown[shown.rindex(translated("en", "play.undone-by", seat=2)) :]
    assert translated("en", "movie.does.figure", who="other", seat=2, kind="castle", space="e5") in report


# ---- Files ---------------------------------------------------------------------------------------------------------


def test_save_overwrites_no_file(tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    saves = (f"save {precious}", f"save {tmp_path}", "save a\0b", "save ~nobody-here/x")
    lines = run_lines("thane c4", *saves, games=tmp_path)
    assert precious.read_text() == "mine"
    assert sum("Player 1 > " in line and str(tmp_path) in line for line in lines) == 2
    assert {file.name for file in tmp_path.iterdir()} == {"precious.txt", "heorot"}
    assert [*ROOT.glob(".*.new")] == []


def test_saved_game_changed_by_another_program_is_not_overwritten(tmp_path):
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


def test_unwritable_folder_is_reported_at_once_and_on_quitting(tmp_path):
    (tmp_path / "heorot").write_text("no folder")
    with Terminal("--players", 2, "--first", 1, games=tmp_path) as terminal:
        terminal.start()
        assert str(tmp_path / "heorot") in terminal.enter("thane c4").replace("\n", "")
        terminal.enter()
        assert terminal.enter_and_exit("quit") == 0
        assert "not kept" in terminal.text


def test_game_of_bots_is_saved_to_a_named_file(tmp_path):
    file = tmp_path / "bots.record"
    assert run_heorot("play", "movie", "--seats", "random,random", "--seed", 3, "--save", file).code == 0
    assert run_heorot("check", file).code == 0


# ---- Odd input -----------------------------------------------------------------------------------------------------


ODD = ["➀ c4", "፩ c4", "9" * 5000 + " c4", "why \x1b]0;hi\x07", "rule \x1b[2J", "\u202ethane"]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_control_and_odd_characters_are_not_echoed_and_play_nothing(text, tmp_path):
    lines = run_lines(text, games=tmp_path)
    assert not any(sign in line for line in lines for sign in "\x1b\x07\u202e")
    assert not [*tmp_path.rglob("*.record")]


def test_closed_standard_input_ends_the_game(tmp_path):
    """The standard input may be closed from the start."""
    command = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, '-m', 'heorot', *sys.argv[1:]])"
    done = run_python("-c", command, *map(str, ALONE), XDG_DATA_HOME=os.fspath(tmp_path))
    assert done.code == 0
    assert "Traceback" not in done.err


def test_errors_are_printed_in_the_requested_language(tmp_path):
    assert run_heorot("play", "movie", "--lang", "fr", "--players", 9).sentences == [
        translated("fr", "cli.out-of-range", option="--players", number="9", least="2", greatest="4")
    ]
    assert "не читается" in run_heorot("play", "movie", "--lang", "ru", "--resume", tmp_path / "nothing").err


# ---- Edited records ------------------------------------------------------------------------------------------------


def test_long_record_with_windows_line_ends_can_be_resumed(tmp_path):
    """A record may contain a whole box, and an editor may have changed its line ends."""
    file = tmp_path / "my.record"
    save_unfinished_game(file, in_act(1))
    head, _, rest = file.read_text("utf-8").partition("\n\n")
    notes = "\n".join(f"note {'a long story ' * 10}" for _ in range(1000))
    file.write_bytes(f"{head}\n{notes}\n\n{rest}".replace("\n", "\r\n").encode())
    before = len(entries(file))
    resume = ("play", "movie", "--plain", "--resume", file)
    lines = run_lines("1", "a1", "b1", "c1", "quit", args=resume, games=tmp_path)
    assert not any("changed by someone else" in line for line in lines)
    assert run_heorot("check", file).code == 0
    assert len(entries(file)) >= before
