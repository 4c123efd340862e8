"""Invalid requests print one sentence and exit with code 2, never with a traceback."""

import pytest

from heorot.games import GAMES
from tests.cli.run_heorot import LOCALES, Completed, run_heorot, run_heorot_many, translated

BOX = GAMES["movie"].box.text

REFUSED_BY_HEOROT = {  # arguments, and what the sentence must name
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
REFUSED_BY_TYPER = {  # arguments that Typer refuses itself
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


def refused(result: Completed) -> str:
    """Return the only sentence of the error."""
    assert result.code == 2
    assert result.out == ""
    assert len(result.sentences) == 1, result.err
    return result.sentences[0]


@pytest.fixture(scope="module")
def results():
    """Run all requests in one process."""
    calls = [*REFUSED_BY_HEOROT, *REFUSED_BY_TYPER]
    return dict(zip(calls, run_heorot_many(calls), strict=True))


@pytest.mark.parametrize("args", REFUSED_BY_HEOROT, ids=" ".join)
def test_error_names_the_invalid_argument(args, results):
    assert REFUSED_BY_HEOROT[args] in refused(results[args])


@pytest.mark.parametrize("args", REFUSED_BY_TYPER, ids=" ".join)
def test_typer_error_names_the_invalid_option(args, results):
    assert results[args].code == 2
    assert results[args].out == ""
    assert REFUSED_BY_TYPER[args] in "\n".join(results[args].sentences)


@pytest.mark.parametrize("args", [("sim", "chess"), ("sim", "movie", "--games", "0")], ids=" ".join)
def test_separate_process_prints_the_same_error(args, results):
    alone = run_heorot(*args)
    assert (alone.code, alone.sentences[-1]) == (2, results[args].sentences[-1])


# ---- Files ---------------------------------------------------------------------------------------------------------


def test_faulty_box_is_refused_with_its_file_and_key(tmp_path):
    files = [tmp_path / f"{number}.toml" for number in range(len(BOXES))]
    for file, text in zip(files, BOXES, strict=True):
        file.write_text(text, "utf-8")
    answers = run_heorot_many(("sim", "movie", "--box", file) for file in files)
    for file, place, result in zip(files, BOXES.values(), answers, strict=True):
        assert refused(result).startswith(f"{file}: {place}")


def test_binary_box_is_refused(tmp_path):
    box = tmp_path / "my.toml"
    box.write_bytes(b"\xff\xfe\x00")
    assert str(box) in refused(run_heorot("play", "movie", "--box", box))


def test_records_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert str(folder) in refused(run_heorot("sim", "movie", "--games", 1, "--records", folder))


def test_records_folder_is_checked_before_games_are_played(tmp_path):
    (tmp_path / "file").touch()
    refused(run_heorot("sim", "movie", "--games", 10**9, "--records", tmp_path / "file"))


# ---- Languages and terminals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LOCALES)
def test_errors_are_printed_in_the_language_of_the_environment(language):
    result = run_heorot("sim", "chess", LANG=LOCALES[language])
    assert refused(result) == translated(language, "cli.no-such-game", game="chess", games=", ".join(GAMES))


@pytest.mark.parametrize(
    "args", [("version",), ("sim", "chess"), ("sim", "movie", "--games", "1"), ("sim", "--help")], ids=" ".join
)
def test_ascii_terminal_gets_no_traceback(args):
    assert "Traceback" not in run_heorot(*args, PYTHONIOENCODING="ascii").err
