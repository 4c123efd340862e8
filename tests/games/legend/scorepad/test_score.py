"""Typed scores of a cardboard game: readable texts, and errors with line and column."""

import re
from pathlib import Path

import pytest

from heorot.engine import text_lines
from heorot.engine.errors import BadText
from heorot.games.legend.scorepad import score, token_words
from heorot.games.legend.scorepad.score import read, tell
from heorot.games.legend.scorepad.token_words import phrases
from heorot.games.legend.table.results import ScoreTally
from heorot.locales import LANGUAGES, catalogue
from heorot.locales.keyboards import normalize
from heorot.terminal.translator import Translator

X4 = """
    Sandra: fame 9, treasure 3, wounds 1
    Martha: fame 8
    Mark: fame 12, treasure 2, misfortune 1, wounds 2
    Peter: fame 13, treasure 5, wounds 3
"""


def told(text: str, language: str = "en", **options: str) -> list[str]:
    """Return the sentences about a typed game."""
    return [Translator(language).render(sentence) for sentence in tell(read(text, options))]


def tally(text: str) -> ScoreTally:
    """Return the tally of one line."""
    (found,) = read(text, {}).tallies
    return found


def name(text: str) -> str:
    (found,) = read(text, {}).names
    return found


def fault(text: str) -> BadText:
    with pytest.raises(BadText) as caught:
        read(text, {})
    return caught.value


# ---- Sentences -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_x4_the_final_scores_as_printed(language):
    said = [line.replace("\u00a0", " ").replace(" :", ":") for line in told(X4, language)]
    for player in ("Sandra: 9 + 3 = 12.", "Martha: 8 + 5 = 13.", "Mark: 12 + 2 − 2 = 12.", "Peter: 13 + 5 − 15 = 3."):
        assert player in said
    places = [line.partition(": ")[2] for line in said[-4:-1]]
    assert places == ["Martha (13).", "Sandra, Mark (12).", "Peter (3)."]
    assert "Martha" in said[-1]


def test_x4_every_term_in_words():
    assert told(X4)[:4] == ["Sandra: 9 + 3 = 12.", "Fame: 9.", "Treasure: 3.", "1 wound: 0 (L8.3)."]
    assert told(X4)[8:11] == ["Fame: 12.", "Treasure: 2.", "1 misfortune: −2 (L8.2)."]
    assert told(X4)[-1] == "Martha wins with 13 points."


def test_l8_2_l8_3_single_tokens_alliances_scratches_and_double_wounds():
    tokens, tiles = "fame 5 2 2, alliance fame 3, alliance treasure 2 1, treasure 4 1", "double wound 1, wounds 2"
    assert told(f"Ann: {tokens}, misfortune 2, scratches 2, {tiles}") == [
        "Ann: 12 + 8 − 4 − 20 = −4.",
        "Fame: 5 + 2 + 2 = 9.",
        "Fame of alliance tokens: 3.",
        "Treasure: 4 + 1 = 5.",
        "Treasure of alliance tokens: 2 + 1 = 3.",
        "2 misfortunes, −2 each: −4 (L8.2).",
        "4 wounds, −5 each: −20 (L8.3).",
        "Among them 1 double wound, which counts as two (L8.3).",
        "2 scratches count nothing (L8.3).",
    ]


def test_l9_3_treasure_in_the_advanced_game():
    said = told("Ann: fame 5, treasure 3\nBen: fame 7", advanced="yes")
    assert said[:3] == ["Ann: 5 + 5 = 10.", "Fame: 5.", "Treasure counts nothing in the advanced game (L9.3)."]
    assert said[-1] == "Ben wins with 12 points."


def test_l10_1_the_fallen_in_the_variant():
    said = told("Ann: fame 50, wounds 3\nBen: misfortune 3, wounds 1\nCai: double wound 2", fallen="yes")
    assert said[0] == "Ann: fallen in battle with 3 wounds, so no points (L10.1)."
    assert said[-3:-1] == ["Place 1: Ben (−6).", "Place 2 (fallen in battle, L10.1): Ann, Cai."]
    assert said[-1] == "Ben wins with -6 points."
    assert told("Ann: wounds 3\nBen: wounds 4", fallen="yes")[-1] == "All have fallen in battle: nobody wins (L10.1)."


def test_l8_4_a_shared_victory():
    said = told("Ann: fame 3\nBen: treasure 3\nfame 1")
    assert said[-3:] == [
        "Place 1, shared: Ann, Ben (8).", "Place 3: Player 3 (6).",
        "A tie, so the victory is shared, with 8 points each: Ann, Ben (L8.4).",
    ]  # fmt: skip


def test_a_single_player_has_no_place():
    assert told("Ann: fame 1") == ["Ann: 1 + 5 = 6.", "Fame: 1.", "No wound: +5 (L8.3)."]


# ---- Readable texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ann: fame 9", ScoreTally(fame=(9,))),
        ("Ann: fame 5 2 2", ScoreTally(fame=(5, 2, 2))),
        ("Ann: fame 5, 2, 2, treasure 1", ScoreTally(fame=(5, 2, 2), treasure=(1,))),
        ("Ann: fame 5+2+2; treasure: 1", ScoreTally(fame=(5, 2, 2), treasure=(1,))),
        ("Ann: 9 fame, 3 treasure, 2 wounds", ScoreTally(fame=(9,), treasure=(3,), wounds=2)),
        ("Ann: 9 fame and 3 treasure", ScoreTally(fame=(9,), treasure=(3,))),
        ("Ann: 9 fame 3 treasure 1 double wound", ScoreTally(fame=(9,), treasure=(3,), double_wounds=1)),
        ("Ann: FAME 9 TREASURE 3", ScoreTally(fame=(9,), treasure=(3,))),
        ("Ann: fame 5, fame 2", ScoreTally(fame=(5, 2))),
        ("Ann: fame tokens 5 2 (alliance fame 3)", ScoreTally(fame=(5, 2), alliance_fame=(3,))),
        ("Ann: treasure alliance 3 2", ScoreTally(alliance_treasure=(3, 2))),
        ("Ann: 3 alliance fame", ScoreTally(alliance_fame=(3,))),
        ("Ann: a wound, a double wound, a misfortune, a scratch", ScoreTally((), (), (), (), 1, 1, 1, 1)),
        ("Ann: double wound 1, wounds 2", ScoreTally(wounds=2, double_wounds=1)),
        ("Ann: no wounds, no misfortunes, fame 2", ScoreTally(fame=(2,))),
        ("Ann: wounds none", ScoreTally()),
        ("Ann:", ScoreTally()),
        ("fame 9", ScoreTally(fame=(9,))),
        ("fame: 9, treasure: 3", ScoreTally(fame=(9,), treasure=(3,))),
        ("Anne : gloire 5 2, trésor 3, 2 blessures", ScoreTally(fame=(5, 2), treasure=(3,), wounds=2)),
        ("Anne: GLOIRE 5 et tresor 3 et double blessure", ScoreTally(fame=(5,), treasure=(3,), double_wounds=1)),
        (
            "Anne: jetons d’alliance gloire 3, sans blessure, égratignures 2",
            ScoreTally(alliance_fame=(3,), scratches=2),
        ),
        ("Анна: слава 5 2, сокровища 3, 2 раны", ScoreTally(fame=(5, 2), treasure=(3,), wounds=2)),
        ("Анна: союз слава 3 и жетоны союза сокровища 2", ScoreTally(alliance_fame=(3,), alliance_treasure=(2,))),
        ("Анна: несчастье, двойная рана, 2 царапины", ScoreTally((), (), (), (), 1, 2, 0, 1)),
        ("Анна: без ран, слава 4", ScoreTally(fame=(4,))),
    ],
)
def test_tokens_and_wounds_can_be_typed_in_many_ways(text, meant):
    assert tally(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Sandra: fame 9", "Sandra"),
        ("  Sandra  :fame 9", "Sandra"),
        ("Sandra = fame 9", "Sandra"),
        ("Sandra fame 9", "Sandra"),
        ("Sandra - fame 9", "Sandra"),
        ("Queen Anne the 2nd: fame 9", "Queen Anne the 2nd"),
        ("Jean-Luc — 9 fame", "Jean-Luc"),
        ("1: fame 9", "1"),
        ("fame 9", ""),
        (": fame 9", ""),
        ("fame: 9", ""),
        ("\ufeffÉlodie : gloire 9", "Élodie"),
    ],
)
def test_the_name_is_the_text_before_a_colon_or_the_first_token(text, meant):
    assert name(text) == meant


def test_empty_lines_and_line_endings_do_not_matter():
    for text in ("A: fame 1\n\n\nB: fame 2\n", "A: fame 1\r\nB: fame 2", "A: fame 1\rB: fame 2\r"):
        assert read(text, {}).names == ("A", "B")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_typed_word_of_the_catalogue_is_understood(language):
    typed = {key: text for key, text in catalogue(language).items() if key.startswith("legend.typed.")}
    for key, text in typed.items():
        assert {phrases()[normalize(phrase)] for phrase in text.split("|")} == {key.removeprefix("legend.typed.")}


def test_no_typed_word_has_two_meanings():
    meant: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            for phrase in text.split("|") if key.startswith("legend.typed.") else ():
                meant.setdefault(normalize(phrase), set()).add(key)
    assert {phrase: keys for phrase, keys in meant.items() if len(keys) > 1} == {}


# ---- Mistakes ------------------------------------------------------------------------------------------------------

PLACES = {"en": "Line {}, column {}:", "fr": "Ligne {}, colonne {}\u00a0:", "ru": "Строка {}, столбец {}:"}
FAULTS = [
    ("", 1, 1, "tally.empty"),
    ("\n \n", 1, 1, "tally.empty"),
    ("A: fame 1\n  hello there", 2, 3, "tally.nothing"),
    ("A: fame 1, glory 2", 1, 12, "tally.unknown"),
    ("A: fame 1 @", 1, 11, "tally.unknown"),
    ("A: 9", 1, 4, "tally.number-alone"),
    ("A: 9, fame 3", 1, 4, "tally.number-alone"),
    ("A: 2 wounds 3", 1, 13, "tally.number-alone"),
    ("A: fame, wounds 1", 1, 4, "tally.number-missing"),
    ("A: fame 3 9 treasure", 1, 13, "tally.number-missing"),
    ("A: alliance 3", 1, 4, "tally.alliance"),
    ("A: fame -3", 1, 9, "tally.negative"),
    ("A: fame −3", 1, 9, "tally.negative"),
    ("A: fame 1000", 1, 9, "tally.too-large"),
    ("A: scratches 3", 1, 4, "tally.third-scratch"),
    ("A: scratch, scratches 2", 1, 13, "tally.third-scratch"),
    ("A: fame 1\nB: fame 1\n  a: fame 2", 3, 3, "tally.twice"),
    ("\n".join(f"{n}: fame 1" for n in range(6)), 6, 1, "tally.too-many-players"),
    ("A: fame 1\nB: \x1b[2J", 2, 4, "drawing.not-printable"),
    ("A: fame 1\n" + "B" * 301, 2, 301, "drawing.line-too-long"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), FAULTS)
def test_an_error_has_its_line_and_column(text, line, column, reason):
    error = fault(text)
    assert (error.line, error.column, error.key) == (line, column, reason)
    said = {language: Translator(language).render_error(error) for language in LANGUAGES}
    assert [text for language, text in said.items() if not text.startswith(PLACES[language].format(line, column))] == []
    assert all(letter.isprintable() or letter in "\u00a0\u202f" for text in said.values() for letter in text)


def test_every_reason_has_a_test():
    sources = [Path(module.__file__).read_text("utf-8") for module in (score, token_words, text_lines)]
    written = {key for text in sources for key in re.findall(r'"((?:tally|drawing)\.[a-z-]+)"', text)}
    assert written == {reason for *_, reason in FAULTS}


def test_l6_6_a_third_scratch_names_its_rule():
    assert Translator("en").render_error(fault("A: scratches 3")).endswith("(rule L6.6)")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("A: fmae 3", "fame"),
        ("A: treasrue 3", "treasure"),
        ("A: gloires2 4x", None),
        ("A: блессюр 3", None),
        ("A: сокровшце 3", "сокровище"),
        ("A: égratinures 2", "égratignures"),
        ("tresure three", "treasure"),
    ],
)
def test_an_error_suggests_the_nearest_word(text, near):
    assert fault(text).params.get("near") == near
