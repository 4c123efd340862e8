"""The options of `heorot play`: seats, seeds, files, the pace."""

import re
from time import monotonic

import pytest

from tests.cli.run_heorot import run_heorot, run_heorot_many, translated
from tests.support.playing import MOVIE
from tests.terminal.support.pseudo_terminal import Terminal, entries, saved_file
from tests.terminal.support.saved_games import in_act, save_finished_game, save_unfinished_game

GAME = ("--first", 1, "--seed", 7)


def test_invalid_options_are_refused_in_one_sentence(tmp_path):
    existing, file = tmp_path / "there.record", tmp_path / "my.record"
    existing.write_text("mine", "utf-8")
    save_unfinished_game(file, in_act(1))
    expected = {
        ("--players", 5): ("5", "4"), ("--players", 1): ("1", "2"), ("--seats", "you,me"): ("me",),
        ("--seats", "you"): ("1", "2"), ("--players", 3, "--seats", "you,you"): ("3", "2"), ("--first", 9): ("9",),
        ("--pace", -1): ("--pace", "-1"), ("--pace", 61): ("--pace", "61"), ("--pace", "nan"): ("--pace", "nan"),
        ("--seed", -1): ("--seed", "-1"), ("--save", existing): (str(existing),),
        ("--save", tmp_path / "none" / "my.record"): (str(tmp_path / "none"),), ("--lang", "xx"): ("xx",),
        ("--resume", file, "--seats", "you,you"): ("--resume",), ("--resume", file, "--players", 4): ("--resume",),
        ("--resume", file, "--first", 1): ("--resume",), ("--resume", tmp_path / "none"): ("none",),
    }  # fmt: skip
    results = run_heorot_many(("play", "movie", *args) for args in expected)
    for result, named in zip(results, expected.values(), strict=True):
        assert result.code == 2, result
        assert len(result.sentences) == 1, result
        assert [word for word in named if word not in result.err] == [], result
    assert existing.read_text("utf-8") == "mine"


def break_record(text, how):
    lines = text.split("\n")
    match how:
        case "cut off":
            return "\n".join(lines[:-3]), len(lines) - 2
        case "no record":
            return "Hwæt!\n", 1
        case "another game":
            return text.replace("game movie", "game chess"), 2
        case "another box":
            number = next(number for number, line in enumerate(lines, 1) if line.startswith("box"))
            return re.sub("[0-9a-f]{64}", "0" * 64, text), number
        case "an answer that is not allowed":
            number = next(number for number, line in enumerate(lines, 1) if re.match(r"\d (?!draw)", line))
            lines[number - 1] = f"{lines[number - 1][0]} thane z9"
            return "\n".join(lines), number
    raise AssertionError(how)


@pytest.mark.parametrize(
    "how", ["cut off", "no record", "another game", "another box", "an answer that is not allowed"]
)
def test_broken_record_is_reported_with_its_line_and_unchanged(how, tmp_path):
    file = tmp_path / "my.record"
    save_unfinished_game(file, in_act(1))
    text, line = break_record(file.read_text("utf-8"), how)
    file.write_text(text, "utf-8")
    result = run_heorot("play", "movie", "--resume", file)
    assert result.code == 2
    assert len(result.sentences) == 1
    assert str(file) in result.err
    assert re.search(rf"\b[Ll]ine {line}\b", result.err), result.err
    assert file.read_text("utf-8") == text


def test_finished_game_shows_its_final_scores(tmp_path):
    file = tmp_path / "my.record"
    points = MOVIE.score(save_finished_game(file))
    kept = file.read_bytes()
    result = run_heorot("play", "movie", "--resume", file, "--plain")
    assert (result.code, result.err) == (0, "")
    for seat, total in enumerate(points, 1):
        who = "You" if seat == 1 else f"Player {seat}"
        sheet = rf"^{who}: 50 at the start, .* in all {total}\.$".replace("-", "−")
        assert re.search(sheet, result.out, re.MULTILINE)
    assert re.search(r"wins?\b|share", result.out)
    with Terminal("--resume", file, games=tmp_path) as terminal:
        terminal.wait_for_prompt()
        while not terminal.ended:
            terminal.enter_last()
        assert terminal.wait_for_exit() == 0
        sheet = terminal.window.past_screens[-1]
        assert [total for total in points if not re.search(rf"\D{total}$".replace("-", "−"), sheet, re.MULTILINE)] == []
    assert file.read_bytes() == kept


def test_game_is_saved_to_the_named_file(tmp_path):
    file = tmp_path / "my.record"
    with Terminal(*GAME, "--save", file, games=tmp_path / "other") as terminal:
        terminal.start()
        terminal.enter("thane c4")
        second = tmp_path / "second.record"
        assert str(second) in re.sub(r"\n *", "", terminal.enter(f"save {second}"))
        terminal.enter("q" if terminal.line == terminal.page_prompt else "")
        terminal.enter("draw")
        assert terminal.enter_and_exit("quit") == 0
    assert entries(file)[0] == "1 thane c4"
    assert entries(second)[-1] == "1 draw"
    assert not (tmp_path / "other").exists()


def test_same_seed_gives_the_same_game_even_if_resumed(tmp_path):
    words = "draw\n1 a1\n1 a2\n1 a3\ndraw\n1 b1\n1 b2\n1 b3\n"
    outputs = [
        run_heorot("play", "movie", *GAME, stdin=words, XDG_DATA_HOME=str(tmp_path / name)).out
        for name in ("one", "two")
    ]
    first, second = (saved_file(tmp_path / name) for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    assert outputs[0].replace(str(first), "") == outputs[1].replace(str(second), "")
    run_heorot("play", "movie", *GAME, stdin="draw\n", XDG_DATA_HOME=str(tmp_path / "three"))
    resumed = saved_file(tmp_path / "three")
    run_heorot("play", "movie", "--resume", resumed, "--seed", 7, stdin=words.removeprefix("draw\n"))
    assert resumed.read_bytes() == first.read_bytes()


def test_games_of_bots_are_determined_by_the_seed(tmp_path):
    args = ("play", "movie", "--seats", "random,random", "--first", 1, "--seed", 4)
    first, second = run_heorot_many([args, args], XDG_DATA_HOME=str(tmp_path))
    assert first == second
    assert (first.code, first.err) == (0, "")
    assert re.search(r"win|share", first.out.splitlines()[-1])
    assert list(tmp_path.rglob("*.record")) == [], "nobody needs it"


# ---- The pace ------------------------------------------------------------------------------------------------------


def test_actions_of_opponents_are_shown_with_their_effects_for_the_pace(tmp_path):
    pace = 0.7
    with Terminal(*GAME, games=tmp_path, pace=pace) as terminal:
        terminal.start()
        terminal.send("thane c4\r")
        shown_at = {}
        for seat in (2, 3, 4):
            terminal.wait_until(lambda: f"Player {seat} is to answer" not in terminal.text, "an action")  # noqa: B023
            terminal.wait_for(f"Player {seat} ")
            shown_at[seat] = monotonic()
        terminal.wait_for_prompt(len(terminal.transcript) - 40)
        assert monotonic() - shown_at[2] >= 0.9 * pace
        screens = [
            screen for screen in terminal.window.past_screens if re.search(r"^Player \d places", screen, re.MULTILINE)
        ]
        below = [re.split("┘.*\n|^ 5 .*\n", screen, flags=re.MULTILINE)[-1] for screen in screens]
        assert screens
        for message in below:
            seat, space = re.search(r"Player (\d) places .* on ([a-e]\d)\.", message).groups()
            assert re.search(rf"Player {seat}’s \w+ on {space}: −?\d+\.", message), message


def test_enter_skips_the_pace(tmp_path):
    with Terminal(*GAME, games=tmp_path, pace=60) as terminal:
        terminal.start()
        terminal.send("thane c4\r")
        for seat in (2, 3, 4):
            terminal.wait_for(f"Player {seat} ")
            terminal.send("\r")
        terminal.wait_for_prompt(len(terminal.transcript))
        assert terminal.line == translated("en", "play.prompt", seat=1)
        assert terminal.enter_and_exit("quit") == 0
