"""The description of a box: it is complete, and no proposal of ours is called printed."""

import re

import pytest

from heorot.games.movie.box.box import Box, built_in, read_box
from heorot.games.movie.text.contents import column_ranges, tell_box
from heorot.locales import LANGUAGES
from heorot.terminal.translator import Translator
from tests.games.movie.tables import small_box
from tests.support.playing import box_named

OURS = {"en": "(our proposal)", "fr": "(notre proposition)", "ru": "(наше предложение)"}
PRINTED = {"en": "(from the rulebook)", "fr": "(d’après le livret)", "ru": "(по книге правил)"}
WIDTH = 80

every_language = pytest.mark.parametrize("language", LANGUAGES)


def told(box: Box, language: str = "en") -> list[str]:
    return [line if isinstance(line, str) else Translator(language).render(line) for line in tell_box(box)]


def part(lines: list[str], start: str) -> list[str]:
    """Return the lines from one to the next empty one."""
    first = next(number for number, line in enumerate(lines) if line.startswith(start))
    return lines[first : lines.index("", first)]


def test_the_heading_lists_each_value_with_its_source():
    assert told(built_in())[:5] == [
        "Title: Beowulf: The Movie Board Game (from the rulebook).",
        "Designer: Reiner Knizia, 2007 (from the rulebook).",
        "Players: 2 to 4 (from the rulebook).",
        "Saga points at the start: 50 (from the rulebook).",
        "Opening hand: 2 tiles (from the rulebook).",
    ]


def test_m1_2_the_figures_are_listed():
    assert part(told(built_in()), "Figures")[1:] == [
        "Beowulf: 1, with 4 diamonds; leaves after an act (from the rulebook).",
        "Thane: 2, with 3 diamonds; leaves after an act (from the rulebook).",
        "castle: 3, with 2 diamonds; leaves after an act (from the rulebook).",
        "longship: 4, with 1 diamond; returns after an act (from the rulebook).",
    ]


def test_boards_are_drawn_with_letters_and_numbers():
    assert part(told(built_in()), "Board of act II:") == [
        "Board of act II: 25 spaces, 5 columns, 5 rows (our proposal).",
        "Gorges of the board: d2, c3, b4 (our proposal).",
        "   a b c d e",
        " 1 . . . . .",
        " 2 . . . # .",
        " 3 . . # . .",
        " 4 . # . . .",
        " 5 . . . . .",
    ]


def test_rows_with_holes_are_listed_by_their_ranges():
    lines = part(told(built_in()), "Board of act III")
    assert lines[5] == " 4 . . . . . . ."
    assert lines[6] == " 5   . . . . . . ."
    assert lines[11:][:5] == ["Row 1: a–d.", "Row 2: a–e.", "Row 3: a–f.", "Row 4: a–g.", "Row 5: b–h."]
    assert column_ranges(".. #   .") == "a–b, d, h"


def test_tiles_shown_in_the_rulebook_are_counted_apart_from_all():
    tiles = part(told(built_in()), "Tiles of act I:")
    assert tiles[0] == "Tiles of act I: 24."
    assert "+2: 1 in the rulebook; 2 in all (our proposal)." in tiles
    assert "Mead +3: 1 in all (our proposal)." in tiles
    assert "Treasure +1: 1 in the rulebook; 1 in all (our proposal)." in tiles
    assert "Treasure +1: treasure value 5 (our proposal)." in tiles


@every_language
def test_proposed_values_are_never_marked_as_printed(language):
    lines = told(built_in(), language)
    ours = sum(row.source == "ours" for row in built_in().tiles)
    cash = sum(row.source == "ours" and row.tile.ability == "treasure" for row in built_in().tiles)
    boards = [board for board in built_in().boards if board.source == "ours"]
    gorges = [board for board in boards if board.gorges]
    assert sum(OURS[language] in line for line in lines) == ours + cash + len(boards) + len(gorges)
    rest = 5 + len(built_in().figures) + 1 + len(built_in().examples)  # the heading, and the board of act I
    assert sum(PRINTED[language] in line for line in lines) == rest


@every_language
def test_every_line_fits_a_small_terminal_and_is_plain(language):
    lines = told(built_in(), language)
    assert [line for line in lines if len(line) > WIDTH or re.search("[│─━┃╭\x1b]", line)] == []


@every_language
def test_the_short_names_of_sources_are_explained(language):
    last = told(built_in(), language)[-2:]
    assert [name[1:-1].casefold() in line.casefold() for name, line in
            zip((PRINTED[language], OURS[language]), last, strict=True)] == [True, True]  # fmt: skip


def test_a_source_may_be_any_text_or_missing():
    lines = told(box_named("crooked"))
    assert "Title: Crooked (source not stated)." in lines
    assert "+3: 1 in all (“made up later”)." in lines
    assert lines[-1] == "Words in quotation marks are those of whoever made the box."


@every_language
def test_every_source_has_a_description(language):
    text = built_in().text.replace('source = "ours"', 'source = "report"')
    lines = told(read_box(text, "mine"), language)
    assert not any(OURS[language] in line for line in lines)
    assert len([line for line in lines if Translator(language).translate("contents.source.report") in line]) > 70


def test_a_box_without_sources_or_examples_can_be_described():
    lines = told(small_box(".#|.. ", tiles="+1 -1 treasure+2:3", saga=-5))
    assert "Saga points at the start: −5 (source not stated)." in lines
    assert "Treasure +2: treasure value 3 (source not stated)." in lines
    assert not [line for line in lines if "example" in line or "rulebook" in line]
