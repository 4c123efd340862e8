"""`hint` in the terminal: the best actions with reasons, in games against bots alone."""

import pytest

from heorot.locales import LANGUAGES, catalogue
from tests.cli.run_heorot import LOCALES, run_heorot, translated
from tests.support.playing import BOXES

TINY = ("--box", BOXES / "movie/boxes/tiny.toml")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [("movie", *TINY), ("legend",)])
def test_the_best_answers_are_told_with_values_and_reasons(game, language, tmp_path):
    word = catalogue(language)["play.command.hint"]
    said = run_heorot(
        "play", *game, "--first", 1, "--seed", 4, "--plain", "--seats", "you,random",
        stdin=f"{word}\nquit\n", XDG_DATA_HOME=str(tmp_path), LANG=LOCALES[language],
    )  # fmt: skip
    assert (said.code, said.err) == (0, "")
    value = catalogue(language)["hints.value"].split("{")[0]
    assert value in said.out
    assert any(line.lstrip().startswith("+ ") for line in said.out.splitlines()), said.out


def test_where_several_people_share_a_screen_there_are_none(tmp_path):
    said = run_heorot(
        "play", "movie", *TINY, "--first", 1, "--seed", 4, "--plain", "--seats", "you,you",
        stdin="\nhint\nquit\n", XDG_DATA_HOME=str(tmp_path),
    )  # fmt: skip
    assert translated("en", "play.no-hints") in said.out
