"""`heorot box`: the contents of a box in each language. tests/games/movie/text/test_contents.py checks it line by
line."""

import pytest

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.cli.run_heorot import LOCALES, run_heorot, translated

BOX = GAMES["movie"].box


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_box_is_shown_in_every_language(language):
    code, out, err = run_heorot("box", "movie", "--lang", language)
    assert (code, err) == (0, "")
    assert BOX.title in out
    assert translated(language, "contents.means.ours") in out.splitlines()
    assert " 2 . . . # .\n" in out
    assert out == run_heorot("box", "movie", LANG=LOCALES[language]).out


def test_custom_box_is_shown_with_its_own_sources(tmp_path):
    box = tmp_path / "my.toml"
    box.write_text(BOX.text.replace('source = "ours"', 'source = "counted at my table"'), "utf-8")
    code, out, err = run_heorot("box", "movie", "--box", box)
    assert (code, err) == (0, "")
    assert "Mead +3: 1 in all (“counted at my table”).\n" in out
    assert "our proposal" not in out.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_faulty_box_is_refused_in_the_requested_language(language, tmp_path):
    box = tmp_path / "my.toml"
    box.write_text(BOX.text.replace("hand = 2", "hand = 99"), "utf-8")
    result = run_heorot("box", "movie", "--box", box, "--lang", language)
    assert (result.code, result.out) == (2, "")
    assert len(result.sentences) == 1
    assert str(box) in result.sentences[0]
    assert translated(language, "box.out-of-range", low=1, high=8) in result.sentences[0]


@pytest.mark.parametrize("args", [("box", "chess"), ("box", "movie", "--box", "/no"), ("box", "movie", "--lang", "x")])
def test_error_names_the_unknown_game_file_or_language(args):
    result = run_heorot(*args)
    assert (result.code, result.out) == (2, "")
    assert len(result.sentences) == 1
    assert args[-1] in result.sentences[0]
