"""Invalid requests print one sentence and exit with code 2, never with a traceback."""

import pytest

from heorot.games import GAMES
from tests.cli.run_heorot import LOCALES, Completed, run_heorot, run_heorot_many, translated

BOX = GAMES["movie"].box.text

OURS = {  # arguments, and what the sentence must name
    ("sim", "chess"): "chess",
    ("play", "chess"): "chess",
    ("sim", "movie", "--seats", "random,nobody"): "nobody",
    ("sim", "movie", "--seats", "random,random,random,random,random"): "5",
    ("sim", "movie", "--seats", "random"): "2",
    ("sim", "movie", "--seats", ""): "“”",
    ("sim", "movie", "--seats", "you,random"): "you",
    ("play", "movie", "--seats", "you,me"): "me",
    ("play", "movie", "--players", "9"): "9",
    ("play", "movie", "--players", "-3"): "-3",
    ("play", "movie", "--players", str(10**12)): str(10**12),
    ("play", "movie", "--first", "5"): "5",
    ("play", "movie", "--lang", "tlh"): "tlh",
    ("play", "movie", "--open-tokens"): "“open-tokens”",
    ("sim", "movie", "--fallen"): "“fallen”",
    ("sim", "movie", "--first", "5"): "“5”",
    ("sim", "movie", "--seats", "random,random", "--first", "3"): "“3”",
    ("score", "chess", "board.txt"): "chess",
    ("score", "movie", "board.txt", "--advanced"): "“advanced”",
    ("score", "movie", "board.txt", "other.txt"): "[GAME] FILE",
    ("bench", "movie", "chess"): "chess",
    ("sim", "movie", "--box", "/nowhere/at/all.toml"): "/nowhere/at/all.toml",
    ("sim", "movie", "--box", "/"): "/",
    ("sim", "movie", "--games", "1", "--records", "/proc/nowhere"): "/proc/nowhere",
    ("sim", "movie", "--games", "0"): "0",
    ("warmup",): "Numba",
}
TYPERS = {  # arguments that Typer refuses itself
    ("sim", "movie", "--games", "many"): "--games",
    ("sim", "movie", "--seed", "-1"): "--seed",
    ("sim", "movie", "--seed", str(2**63)): "--seed",
    ("sim", "movie", "--colour"): "--colour",
    ("bench", "--games", "1"): "--games",
    ("dance",): "dance",
    ("check",): "FILES",
    ("score",): "FILE",
    ("sim",): "GAME",
}
BOXES = {  # a faulty box, and the place or key that the error must begin with
    "[box": "1:5: ",
    "": "box: ",
    "\0": "1:1: ",
    BOX.replace("saga_points = 50", "saga_points = 5.5"): "box.saga_points: ",
    BOX.replace("saga_points = 50", "saga_pionts = 50"): "box.saga_pionts: ",
    BOX.replace('kind = "thane"', 'kind = "dragon"'): "figure[dragon].kind: ",
    BOX.replace("act = 3", "act = 4"): "board[act 4].act: ",
    BOX.replace("hand = 2", "hand = 2\nhand = 2"): "17:9: ",
}


def refused(said: Completed) -> str:
    """Return the only sentence of the error."""
    assert said.code == 2
    assert said.out == ""
    assert len(said.sentences) == 1, said.err
    return said.sentences[0]


@pytest.fixture(scope="module")
def said():
    """Run all requests in one process."""
    calls = [*OURS, *TYPERS]
    return dict(zip(calls, run_heorot_many(calls), strict=True))


@pytest.mark.parametrize("args", OURS, ids=" ".join)
def test_it_names_what_is_wrong(args, said):
    assert OURS[args] in refused(said[args])


@pytest.mark.parametrize("args", TYPERS, ids=" ".join)
def test_wrong_options_are_named_too(args, said):
    assert said[args].code == 2
    assert said[args].out == ""
    assert TYPERS[args] in "\n".join(said[args].sentences)


@pytest.mark.parametrize("args", [("sim", "chess"), ("sim", "movie", "--games", "0")], ids=" ".join)
def test_a_process_of_its_own_says_the_same(args, said):
    alone = run_heorot(*args)
    assert (alone.code, alone.sentences[-1]) == (2, said[args].sentences[-1])


# ---- Files ---------------------------------------------------------------------------------------------------------


def test_a_faulty_box_is_refused_with_file_key_and_reason(tmp_path):
    files = [tmp_path / f"{number}.toml" for number in range(len(BOXES))]
    for file, text in zip(files, BOXES, strict=True):
        file.write_text(text, "utf-8")
    answers = run_heorot_many(("sim", "movie", "--box", file) for file in files)
    for file, where, said in zip(files, BOXES.values(), answers, strict=True):
        assert refused(said).startswith(f"{file}: {where}")


def test_a_box_that_is_no_text_is_refused(tmp_path):
    box = tmp_path / "my.toml"
    box.write_bytes(b"\xff\xfe\x00")
    assert str(box) in refused(run_heorot("play", "movie", "--box", box))


def test_records_cannot_be_written_where_a_file_lies(tmp_path):
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert str(folder) in refused(run_heorot("sim", "movie", "--games", 1, "--records", folder))


def test_that_is_said_before_the_games_are_played_and_lost(tmp_path):
    (tmp_path / "file").touch()
    refused(run_heorot("sim", "movie", "--games", 10**9, "--records", tmp_path / "file", patience=10))


# ---- Languages and terminals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LOCALES)
def test_it_is_said_in_the_language_of_the_environment(language):
    said = run_heorot("sim", "chess", LANG=LOCALES[language])
    assert refused(said) == translated(language, "cli.no-such-game", game="chess", games=", ".join(GAMES))


@pytest.mark.parametrize(
    "args", [("version",), ("sim", "chess"), ("sim", "movie", "--games", "1"), ("sim", "--help")], ids=" ".join
)
def test_a_terminal_that_knows_only_ascii_gets_no_traceback(args):
    assert "Traceback" not in run_heorot(*args, PYTHONIOENCODING="ascii").err
