"""Errors of typical mistakes: one sentence in each language, with the place and the rule."""

import re
from collections.abc import Callable

import pytest

from heorot.engine import records
from heorot.engine.errors import HeorotError
from heorot.engine.game import play
from heorot.games import GAMES
from heorot.games.movie.box.box import built_in, read_box
from heorot.games.movie.scorepad.board_drawing import read_drawing
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator

MOVIE = GAMES["movie"]
BOX = built_in().text
HEADER = f"heorot-record 1\ngame movie\nrules 1\nbox built-in {built_in().hash}\nseat 1 you\nseat 2 greedy\n"
OWN_BOX = HEADER.replace("box built-in", "box own").replace("seat 1", "|[box\nseat 1")


def box(old: str, new: str) -> None:
    """Read a box with a mistake in it."""
    assert old in BOX
    read_box(BOX.replace(old, new, 1), "my.toml")


def check(rest: str, header: str = HEADER) -> None:
    """Check a faulty record."""
    records.check(MOVIE, *records.read_with_lines(header + rest))


def draw(text: str, **figures: str) -> None:
    """Read the drawing of a board."""
    read_drawing(text, figures)


def play_notation(text: str) -> None:
    """Play an action at the first question, which only chance may answer."""
    table = MOVIE.setup(built_in(), 2, {}, 1)
    play(MOVIE, table, 0, MOVIE.read(table, text))


# Each mistake, and what its sentence must contain in every language; alternatives are separated by bars.
MISTAKES: list[tuple[Callable[[], None], list[str]]] = [
    (lambda: box("saga_points = 50", "saga_points = 5.5"), ["my.toml", "box.saga_points"]),
    (lambda: box("saga_points = 50", "saga_points = 5000000"), ["box.saga_points", "-1000000", "1000000"]),
    (lambda: box("saga_points = 50", "saga_pionts = 50"), ["box.saga_pionts", "saga_points, hand"]),
    (lambda: box("players = [2, 4]", "players = [4, 2]"), ["box.players", "2", "4"]),
    (lambda: box('kind = "thane"', 'kind = "dragon"'), ["“dragon”|«dragon»", "beowulf, thane, castle, longship"]),
    (lambda: box('kind = "thane"', 'kind = "castle"'), ["“castle”|«castle»"]),
    (lambda: box("act = 3", "act = 2"), ["board[act 2].act"]),
    (lambda: box(".....\n", "..x..\n"), ["board[act 1].map", "'x'", "3"]),
    (lambda: box("hand = 2", "hand = 8"), ["tile[act 1].rows", "24", "32"]),
    (lambda: box('"gorge", count', '"gorge", value = 1, count'), ["M4.13", "Gorge|Ущелья"]),
    (lambda: box("[box]", "[box"), ["my.toml", "TOML"]),
    (lambda: check("", "chess\n"), ["1", "heorot-record 1"]),
    (lambda: check("result open\n", HEADER.replace("rules 1", "rules 1234567")), ["1234567"]),
    (lambda: check("result open\n", HEADER.replace("rules 1", "rules one")), ["one"]),
    (lambda: check("result open\n", HEADER.replace("seat 2", "seat 3")), ["3 greedy"]),
    (lambda: check("result open\n", HEADER.replace("built-in", "bought")), ["bought"]),
    (lambda: check("result open\n", OWN_BOX), ["TOML"]),
    (lambda: check("7 draw\nresult open\n"), ["siège 7|seat 7|Места 7", "2"]),
    (lambda: check("* first 1\n"), ["8"]),
    (lambda: check("undo 3\nresult open\n"), ["undo 3"]),
    (lambda: check("result 1 2 3 won 1\n"), ["3", "2"]),
    (lambda: check("result open\n* +4\n"), ["* +4"]),
    (lambda: check("result 1 2 won 1\n"), ["result 1 2 won 1", "result open"]),
    (lambda: check("result open\n", HEADER + "seen-by 2\n"), ["2"]),
    (lambda: check("result open\n", HEADER + "seen-by spectator\n"), ["spectator|spectateur|зритель"]),
    (lambda: check("result open\n", HEADER.replace("seat 1", "option first 3\nseat 1")), ["“3”|«3»", "2"]),
    (lambda: check("1 draw\nresult open\n"), ["7", "M2.1", "1"]),
    (lambda: play_notation("thane c4"), ["M2.1", "1"]),
    (lambda: play_notation("thane"), ["“thane”|«thane»"]),
    (lambda: play_notation("+99 c4"), ["“+99 c4”|«+99 c4»"]),
    (lambda: play_notation("treasure c4"), ["+1 (worth 5)|+1 (valeur 5)|+1 (ценность 5)"]),
    (lambda: MOVIE.setup(built_in(), 5, {}, 1), ["2", "4", "5"]),
    (lambda: MOVIE.setup(built_in(), 2, {"colour": "red"}, 1), ["“colour”|«colour»"]),
    (lambda: draw(" \n"), ["1"]),
    (lambda: draw(". .\n. . ."), ["2", "3"]),
    (lambda: draw(". .\n. cow"), ["2", "“cow”|«cow»", "3"]),
    (lambda: draw(". A", A="brown cow"), ["“brown cow”|«brown cow»", "Thane|Тан,"]),
    (lambda: draw(". A A", A="thane"), ["“A”|«A»", "5"]),
    (lambda: draw(". . .", A="thane"), ["“A”|«A»"]),
    (lambda: draw(". gorge+2"), ["“gorge+2”|«gorge+2»", "M4.13", "3"]),
    (lambda: draw(". +1234"), ["“+1234”|«+1234»", "99"]),
]


def error_text(mistake: Callable[[], None], language: str) -> str:
    """Return the text of the error that a mistake raises, without no-break spaces."""
    with pytest.raises(HeorotError) as caught:
        mistake()
    return Translator(language).render_error(caught.value).replace("\u202f", "").replace("\u00a0", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mistake", "expected"), MISTAKES)
def test_error_is_one_sentence_with_details(mistake, expected, language):
    sentence = error_text(mistake, language)
    assert not re.search(r"[{}\n]", sentence)
    assert [words for words in expected if not any(word in sentence for word in words.split("|"))] == []


def test_error_is_rendered_in_chosen_language():
    sentences = {language: error_text(MISTAKES[-4][0], language) for language in LANGUAGES}
    assert sentences["en"].startswith("Line 1, column 5: “A” is drawn a second time")
    assert sentences["fr"].startswith("Ligne 1, colonne 5: «A» est dessiné une seconde fois")
    assert sentences["ru"].startswith("Строка 1, столбец 5: «A» стоит второй раз")
