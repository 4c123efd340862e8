"""Typed boards with a key: parsing, scores, and errors with line and column."""

import re
from pathlib import Path

import pytest

from heorot.engine import text_lines
from heorot.engine.errors import BadText
from heorot.games.movie.box.box import built_in
from heorot.games.movie.model.components import ScoringExample
from heorot.games.movie.scorepad import drawing_key as module
from heorot.games.movie.scorepad.score import read, tell
from heorot.games.movie.table.analysis import explain
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator


def typed(example: ScoringExample) -> str:
    """Write an example of the box as its owner would type it: the drawing and the key."""
    return example.board + "".join(f"\n{label} = {figure}" for label, figure in example.figures)


def told(text: str, language: str = "en") -> list[str]:
    """Return the sentences about a board."""
    return [Translator(language).render(sentence) for sentence in tell(read(text, {}))]


def figure(said: str) -> tuple[str, str]:
    """Return the owner and the kind of a figure."""
    drawn = read(f"A\nA = {said}", {})
    return drawn.owners[0], explain(drawn.box, drawn.state)[0].kind


def fault(text: str) -> BadText:
    with pytest.raises(BadText) as caught:
        read(text, {})
    return caught.value


# ---- The key -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "owner", "kind"),
    [
        ("thane", "", "thane"),
        ("brown longship", "brown", "longship"),
        ("BROWN LONGSHIP", "BROWN", "longship"),
        ("longship of Anna", "Anna", "longship"),
        ("Anna’s longship", "Anna", "longship"),
        ("Anna's long ship", "Anna", "longship"),
        ("longship (Anna)", "Anna", "longship"),
        ("  the  old queen  thane ", "the old queen", "thane"),
        ("the thane", "", "thane"),
        ("castle Herot of player 2", "player 2", "castle"),
        ("Heorot castle", "", "castle"),
        ("drakkar brun", "brun", "longship"),
        ("le drakkar de la Reine", "Reine", "longship"),
        ("Drakkar d’Anna", "Anna", "longship"),
        ("château Herot, Luc", "Luc", "castle"),
        ("Béowulf d'Anna", "Anna", "beowulf"),
        ("Беовульф Анны", "Анны", "beowulf"),
        ("коричневый драккар", "коричневый", "longship"),
        ("замок Хеорот", "", "castle"),
    ],
)
def test_a_figure_is_typed_as_its_kind_and_its_owner(said, owner, kind):
    assert figure(said) == (owner, kind)


@pytest.mark.parametrize(
    "text",
    [
        "A +1 B\nA = thane\nB = Ann castle",
        "A = thane\n\nB = Ann castle\n\n\nA +1 B\n",
        "B=Ann castle\r\nA +1 B\r\nA=thane\r\n",
        "A = thane\rB = Ann castle\rA\t+1  B",
    ],
)
def test_the_key_may_be_above_or_below_with_any_line_endings(text):
    drawn = read(text, {})
    assert drawn.labels == {"A": "a1", "B": "c1"}
    assert {f.space: f.points for f in explain(drawn.box, drawn.state)} == {"a1": 3, "c1": 2}


def test_labels_may_be_long_and_in_any_script():
    assert told("T12 Б ♜\nT12 = thane\nБ = castle\n♜ = castle")[0] == "T12, Thane on a1: 0 × 3 = 0."


def test_letters_that_look_alike_are_equal_in_labels():
    latin, cyrillic = "A", "А"
    assert read(f"{latin} +1\n{cyrillic} = thane", {}).labels == {cyrillic: "a1"}
    assert fault(f"{latin}\n{latin} = thane\n{cyrillic} = thane").key == "drawing.key-twice"


def test_owners_are_case_insensitive():
    drawn = read("A B C\nA = Brown thane\nB = BROWN castle\nC = castle brown", {})
    assert drawn.owners == ("Brown",)


# ---- Sentences -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_x1_x2_both_printed_examples_score_as_printed(language):
    for example in built_in().examples:
        said = told(typed(example), language)
        for label, points in example.points:
            shown = str(points).replace("-", "−")
            assert [line for line in said if line.startswith(f"{label}, ") and line.endswith(f" = {shown}.")]


def test_figures_are_in_reading_order_and_owners_in_order_of_appearance():
    said = told("B +1\n. A\nA = red castle\nB = Ann thane")
    assert [line for line in said if re.match("[AB],", line)] == [
        "B, Thane (Ann) on a1: 1 × 3 = 3.",
        "A, castle (red) on b2: 1 × 2 = 2.",
    ]
    assert said[-2:] == ["Act total (Ann): 3.", "Act total (red): 2."]


def test_figures_without_an_owner_have_a_total_only_if_no_figure_has_one():
    assert told("A +1 B\nA = Ann thane\nB = castle")[-1] == "Act total (Ann): 3."
    assert told("A +1 B\nA = thane\nB = castle")[-1] == "Act total: 3 + 2 = 5."


def test_a_board_without_figures_has_a_sentence_of_its_own():
    assert told("+1 .") == ["No figure stands on this board."]


def test_a_treasure_without_a_treasure_value_is_described_without_one():
    assert "Row: b1 Treasure +2." in told("A treasure+2\nA = thane")
    assert "Row: b1 Treasure +2 (worth 7)." in told("A treasure+2:7\nA = thane")


# ---- Errors --------------------------------------------------------------------------------------------------------

PLACES = {"en": "Line {}, column {}:", "fr": "Ligne {}, colonne {}\u00a0:", "ru": "Строка {}, столбец {}:"}
FAULTS = [
    ("", 1, 1, "empty"),
    ("A = thane", 1, 1, "empty"),
    (". A\n\nA = brown dragon", 3, 5, "unknown-figure"),
    (". A\n  A =   thane castle", 2, 9, "two-kinds"),
    (". A\n = thane", 2, 2, "key-line"),
    (". A\nA B = thane", 2, 3, "key-line"),
    (". A\nA =  ", 2, 3, "key-line"),
    (". A\nA = thane = B", 2, 11, "key-line"),
    (". A\nA = thane\nA = castle", 3, 1, "key-twice"),
    ("A = thane\n+1 = thane\n. A +1", 2, 1, "label-taken"),
    (". A\n # = thane", 2, 2, "label-taken"),
    ("corne A\n  corne = thane", 2, 3, "label-taken"),
    (". A\nA = thane\n  B = thane", 3, 3, "label-not-drawn"),
    ("A = thane\n. A\n. A", 3, 3, "label-twice"),
    ("A = thane\n. A\n. . .", 3, 1, "uneven-row"),
    ("A = thane\n. A\n. cow .", 3, 3, "unknown-cell"),
    (". .\n. \x1b[31m", 2, 3, "not-printable"),
    (". .\n. \u202e", 2, 3, "not-printable"),
    (". .\n" + "." * 301, 2, 301, "line-too-long"),
    ("A = thane of " + "x" * 300 + "\nA", 1, 301, "line-too-long"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), FAULTS)
def test_an_error_has_its_line_and_column(text, line, column, reason):
    error = fault(text)
    assert (error.line, error.column, error.key) == (line, column, f"drawing.{reason}")
    said = {language: Translator(language).render_error(error) for language in LANGUAGES}
    assert [text for language, text in said.items() if not text.startswith(PLACES[language].format(line, column))] == []
    assert all(letter.isprintable() or letter in "\u00a0\u202f" for text in said.values() for letter in text)


def test_every_reason_has_a_test():
    sources = [Path(file.__file__).read_text("utf-8") for file in (module, text_lines)]
    written = {key for text in sources for key in re.findall(r'"drawing\.([a-z-]+)"', text)}
    assert written <= {reason for *_, reason in FAULTS}


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("A\nA = brown longshp", "longship"),
        ("A\nA = Ethan longshp", "longship"),
        ("A\nA = drakar0", "drakar"),
        ("A\nA = драккр", "драккар"),
        ("A hron+2\nA = thane", "horn+2"),
        ("A tresure+1:5\nA = thane", "treasure+1:5"),
        ("A biére+3x\nA = thane", None),
        ("A Good Counsel\nA = thane", "counsel"),
        ("A Golden Statue\nA = thane", "statue"),
        ("A Bon conseil\nA = thane", "conseil"),
        ("A Добрый Совет\nA = thane", "совет"),
        ("a +1\nA = thane", "A"),
        ("TT1 +1\nT1 = thane", "T1"),
        ("x +1\nA = thane", None),
    ],
)
def test_an_error_suggests_the_nearest_word(text, near):
    error = fault(text)
    assert error.params.get("near") == near
    assert (f"“{near}”?" in Translator("en").render_error(error)) == (near is not None)
