"""`heorot score legend`: tokens and wounds, typed a player a line, are scored and explained."""

import pytest

from heorot.locales import LANGUAGES
from tests.cli.run_heorot import LOCALES, run_heorot

X4 = "Sandra: fame 9, treasure 3, wounds 1\nMartha: fame 8\nMark: fame 12, treasure 2, misfortune 1, wounds 2\n"
X4 += "Peter: fame 13, treasure 5, wounds 3\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_x4_final_scores_are_as_printed(language, tmp_path):
    (tmp_path / "table.txt").write_text(X4, "utf-8")
    code, out, err = run_heorot("score", "legend", tmp_path / "table.txt", "--lang", language)
    assert (code, err) == (0, "")
    sums = [line.rstrip(".").replace("\u00a0:", ":") for line in out.splitlines() if " = " in line]
    assert sums == ["Sandra: 9 + 3 = 12", "Martha: 8 + 5 = 13", "Mark: 12 + 2 − 2 = 12", "Peter: 13 + 5 − 15 = 3"]
    assert "Martha" in out.splitlines()[-1]
    assert all(line.endswith(".") and not line.startswith(" ") for line in out.splitlines())


def test_l9_3_l10_1_advanced_game_and_fallen_variant_are_options():
    assert "L9.3" in run_heorot("score", "legend", "-", "--advanced", stdin=X4).out
    assert "L10.1" in run_heorot("score", "legend", "-", "--fallen", stdin=X4).out
    basic = run_heorot("score", "legend", "-", stdin=X4)
    assert basic.code == 0
    assert [rule for rule in ("L9.3", "L10.1") if rule in basic.out] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_in_the_help_can_be_scored(language):
    lines = run_heorot("score", "--help", LANG=LOCALES[language]).out.splitlines()
    typed = [line.strip() for line in lines if "5 2 2" in line or line.strip().startswith(("Martha", "Марта"))]
    code, out, err = run_heorot("score", "legend", "-", stdin="\n".join(typed), LANG=LOCALES[language])
    assert (len(typed), code, err) == (2, 0, "")
    assert [line for line in out.splitlines() if line.endswith("8 + 2 − 2 + 5 = 13.")]


def test_mistake_is_reported_with_line_and_column():
    result = run_heorot("score", "legend", "-", stdin="Ann: fame 9\nBen: fame 7, honour 7")
    assert (result.code, result.out) == (2, "")
    assert result.sentences == ["Line 2, column 14: “honour” is no token, wound or number."]
