"""`heorot score`: a typed board is scored and explained, or the error names the place of the mistake."""

import re

import pytest

from heorot.games import GAMES
from heorot.locales import LANGUAGES
from tests.cli.run_heorot import LOCALES, run_heorot, run_heorot_many, translated

FULL, SMALL = GAMES["movie"].box.examples
KINDS = {
    "en": {"longship": "longship", "beowulf": "Beowulf", "thane": "Thane", "castle": "castle"},
    "fr": {"longship": "Drakkar", "beowulf": "Beowulf", "thane": "Thane", "castle": "château"},
    "ru": {"longship": "драккар", "beowulf": "Беовульф", "thane": "Тан", "castle": "замок"},
}
PRODUCTS = {  # the arithmetic of each figure
    "A": "1 − 1 − 1 + 4 − 4 − 1 = −2, −2 × 1 = −2",
    "B": "1 − 1 − 1 + 6 + 3 + 3 = 11, 11 × 1 = 11",
    "C": "6 + 4 − 4 − 1 = 5, 5 × 4 = 20",
    "D": "4 + 3 − 6 + 1 − 1 + 5 − 2 + 5 = 9, 9 × 3 = 27",
    "E": "−4 − 2 + 2 + 6 + 3 + 3 = 8, 8 × 1 = 8",
    "F": "−4 − 2 + 2 − 6 = −10, −10 × 2 = −20",
    "G": "−1 + 3 + 5 − 1 + 1 + 2 = 9, 9 × (3 + 1) = 36",
}
SMALL_PRODUCTS = {
    "T": "−1 + 1 + 4 − 1 = 3, 3 × 3 = 9",
    "A": "−1 × 1 = −1",
    "B": "−1 − 1 = −2, −2 × 1 = −2",
    "C": "−1 × 2 = −2",
}
TOTALS = ["−2 + 20 + 8 = 26", "11 + 27 = 38", "−20 + 36 = 16"]


def typed(example) -> str:
    return example.board + "".join(f"{label} = {figure}\n" for label, figure in example.figures)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def figures(out: str) -> dict[str, tuple[str, str]]:
    """Return each figure by its label, with its name and the arithmetic."""
    matches = re.findall(r"^(\w), ([^:]+?) ?: (.+)\.$", plain(out), re.MULTILINE)
    return {label: (name, product) for label, name, product in matches}


# ---- Both printed examples -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_x2_full_act_is_scored_as_printed(language, tmp_path):
    (tmp_path / "act.txt").write_text(typed(FULL), "utf-8")
    code, out, err = run_heorot("score", tmp_path / "act.txt", "--lang", language)
    assert (code, err) == (0, "")
    scored = figures(out)
    assert {label: product for label, (_, product) in scored.items()} == PRODUCTS
    for label, figure in FULL.figures:
        owner, kind = figure.split()
        assert scored[label][0].startswith(f"{KINDS[language][kind]} ({owner}) ")
    totals = plain(out).splitlines()[-3:]
    assert [re.search(r"\((\w+)\) ?: (.+)\.$", line).groups() for line in totals] == list(
        zip(("brown", "green", "gray"), TOTALS, strict=True)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_x1_gorge_is_scored_as_printed(language):
    code, out, err = run_heorot("score", "-", stdin=typed(SMALL), LANG=LOCALES[language])
    assert (code, err) == (0, "")
    assert {label: product for label, (_, product) in figures(out).items()} == SMALL_PRODUCTS
    assert plain(out).endswith(": 9 − 1 − 2 − 2 = 4.\n")
    assert out.count("M4.10") == 2


def test_game_name_is_optional():
    named, alone = run_heorot("score", "movie", "-", stdin=typed(SMALL)), run_heorot("score", "-", stdin=typed(SMALL))
    assert named == alone
    assert named.code == 0


def test_output_has_one_unindented_sentence_a_line():
    out = run_heorot("score", "-", stdin=typed(FULL)).out
    assert len(out.splitlines()) > len(PRODUCTS)
    assert all(line.endswith(".") and not line.startswith(" ") for line in out.splitlines())
    assert not re.search("[│─━┃╭\x1b]", out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawing_in_the_help_can_be_scored(language):
    help_text = run_heorot("score", "--help", LANG=LOCALES[language]).out.splitlines()
    first = next(number for number, line in enumerate(help_text) if line.strip().startswith("-1 +1 "))
    code, out, err = run_heorot("score", "-", stdin="\n".join(help_text[first:]), LANG=LOCALES[language])
    assert (code, err) == (0, "")
    assert [product for _, product in figures(out).values()] == list(SMALL_PRODUCTS.values())
    assert [line.rpartition(": ")[2] for line in out.splitlines()[-2:]] == ["9 − 1 = 8.", "−2 − 2 = −4."]


# ---- Mistakes ------------------------------------------------------------------------------------------------------

MISTAKES = {  # a typed text, and the beginning of its error
    "": "Line 1, column 1: ",
    ". A\n. .": "Line 1, column 3: “A”",
    "A +1\n. hron\nA = thane": "Line 2, column 3: “hron”",
    "A\nA = brown": "Line 2, column 5: “A”",
    "\n\nA .\n  .\nA = thane": "Line 4, column 3: ",
    ". gorge+2": "Line 1, column 3: “gorge+2”",
    ". \x1b[2J": "Line 1, column 3: The character U+001B",
    ". \0": "Line 1, column 3: The character U+0000",
    "+" * 99_999: "Line 1, column 301: ",
    "A\n" * 40_000: "Line 100, column 1: ",
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Run all mistakes in one process."""
    folder = tmp_path_factory.mktemp("mistakes")
    files = [folder / f"{number}.txt" for number in range(len(MISTAKES))]
    for file, text in zip(files, MISTAKES, strict=True):
        file.write_text(text, "utf-8")
    return dict(zip(MISTAKES, run_heorot_many(("score", file) for file in files), strict=True))


@pytest.mark.parametrize("text", MISTAKES, ids=range(len(MISTAKES)))
def test_mistake_is_reported_with_line_and_column(text, results):
    assert (results[text].code, results[text].out) == (2, "")
    assert len(results[text].sentences) == 1
    assert results[text].sentences[0].startswith(MISTAKES[text])


@pytest.mark.parametrize(("language", "place"), [("fr", "Ligne 2, colonne 3"), ("ru", "Строка 2, столбец 3")])
def test_mistake_is_reported_in_the_requested_language(language, place):
    result = run_heorot("score", "-", "--lang", language, stdin=". .\n. hron")
    assert result.code == 2
    assert result.sentences[0].startswith(place)
    assert "horn" in result.sentences[0]


def test_unreadable_file_is_named(tmp_path):
    binary, large = tmp_path / "binary", tmp_path / "large"
    binary.write_bytes(b". .\n. A\xff\xfe")
    large.write_bytes(b". " * 100_000)
    answers = run_heorot_many(("score", file) for file in (tmp_path / "nowhere", tmp_path, binary, large, "/dev/zero"))
    assert [result.code for result in answers] == [2] * 5
    assert [len(result.sentences) for result in answers] == [1] * 5
    assert str(tmp_path / "nowhere") in answers[0].err
    assert answers[2].sentences == [f"Line 2, column 4: {translated('en', 'cli.not-utf-8', file=str(binary))}"]
    assert answers[3].sentences == [translated("en", "cli.too-large", file=str(large), most=100_000)]


def test_unknown_language_is_refused():
    assert "tlh" in run_heorot("score", "-", "--lang", "tlh").sentences[0]
