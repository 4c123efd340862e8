"""`hint` in the terminal: the best actions with reasons, in games against bots alone."""

import pytest

from heorot.locales import LANGUAGES, catalogue
from tests.cli.run_heorot import LOCALES, run_heorot, translated
from tests.support.playing import BOXES

TINY = ("--box", BOXES / "movie/boxes/tiny.toml")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [("movie", *TINY), ("legend",)])
def test_hints_show_values_and_reasons(game, language, tmp_path):
    word = catalogue(language)["play.command.hint"]
    result = run_heorot(
        "play", *game, "--first", 1, "--seed", 4, "--plain", "--seats", "you,random",
        stdin=f"{word}\nquit\n", XDG_DATA_HOME=str(tmp_path), LANG=LOCALES[language],
    )  # fmt: skip
    assert (result.code, result.err) == (0, "")
    value = catalogue(language)["hints.value"].split("{")[0]
    assert value in result.out
    assert any(line.lstrip().startswith("+ ") for line in result.out.splitlines()), result.out


def test_hints_are_refused_on_a_shared_screen(tmp_path):
    result = run_heorot(
        "play", "movie", *TINY, "--first", 1, "--seed", 4, "--plain", "--seats", "you,you",
        stdin="\nhint\nquit\n", XDG_DATA_HOME=str(tmp_path),
    )  # fmt: skip
    assert translated("en", "play.no-hints") in result.out
