"""The rules of the Movie game as texts: parsing, and search with the words of this game.

Tests for the rules of every game are in tests/games/test_rulebook_texts.py.
"""

import re
from pathlib import Path

import pytest

from heorot.engine.content.rulebook import document
from heorot.games.movie.text.rulebook import find, rules
from heorot.locales import LANGUAGES, typed_words
from tests.games.rulebook_texts import MOVIE, every_language, translated

GLOSSARY = Path(__file__).parents[4] / "docs" / "glossary.md"
numbers = MOVIE.numbers


def glossary() -> list[tuple[str, ...]]:
    """Return the abilities of the glossary in all languages, without gender and remarks."""
    table = GLOSSARY.read_text("utf-8").split("## The abilities")[1].split("## ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| `\w+` \|$", table, re.MULTILINE)
    return [tuple(re.sub(r"[;(].*", "", term).strip() for term in terms) for terms in rows]


# ---- Parsing -------------------------------------------------------------------------------------------------------


def test_ability_names_are_those_of_the_glossary():
    named = [tuple(rule.name for rule in same) for same in zip(*map(rules, LANGUAGES), strict=True) if same[0].name]
    assert sorted(named) == sorted(glossary())
    assert len(named) == 10


def test_a_rule_with_all_its_parts():
    treachery = next(rule for rule in rules("en") if rule.number == "M4.9")
    assert treachery.name == "Treachery"
    assert treachery.chapter == "Abilities"
    assert treachery.text.startswith("At the end of the act, before anything scores, the boons in its row and column")
    assert treachery.text.endswith("Perils keep their value.")
    assert treachery.ruling == "a flipped tile loses its value only, so a Horn goes on adding its diamond."


def test_a_rule_without_name_and_ruling():
    start = next(rule for rule in rules("fr") if rule.number == "M1.3")
    assert (start.name, start.text, start.ruling) == ("", "Chacun commence avec 50 points de saga.", "")


@translated
def test_abilities_are_written_with_their_capitals(language):
    names = {rule.name for rule in rules(language) if rule.name and " " not in rule.name} - {"Trésor", "Клад"}
    small = re.compile(rf"\b(?:{'|'.join(name.lower()[:-1] for name in names)})\w{{0,2}}\b")
    assert small.findall(MOVIE.prose(language)) == []


# ---- Found by words ------------------------------------------------------------------------------------------------


@every_language
@pytest.mark.parametrize("word", sorted(typed_words("movie.read").keys() - {"filler"}))
def test_every_word_of_the_notation_finds_a_rule(language, word):
    """Words like `cash` are in the notation only; the rules use other words."""
    assert any(numbers(language, phrase) for phrase in typed_words("movie.read")[word])


@every_language
@pytest.mark.parametrize("word", "beowulf thane castle longship mead valor statue counsel horn".split())
def test_all_words_for_a_piece_find_a_common_rule(language, word):
    found = {phrase: set(numbers(language, phrase)) for phrase in typed_words("movie.read")[word]}
    assert all(found.values())
    assert set.intersection(*found.values())


@pytest.mark.parametrize("typed", "ущелье ущелья Ущелью ущельем УЩЕЛЬЯМИ ущелий ущел gorge Gorges".split())
def test_every_form_of_gorge_finds_its_rules_in_russian(typed):
    assert numbers("ru", typed) == ["M4.10", "M4.6", "M4.11", "M4.13"]


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [
        ("en", "horn", "M4.8"),
        ("en", "horns", "M4.8"),
        ("en", "royal", "M4.8"),
        ("en", "Good Counsels", "M4.7"),
        ("en", "valour", "M4.2"),
        ("en", "courage", "M4.2"),
        ("en", "мёд", "M4.5"),
        ("en", "thanes", "M1.2"),
        ("en", "youngest", "M1.7"),
        ("en", "scoring", "M3.3"),
        ("en", "50", "M1.3"),
        ("fr", "trésors", "M4.3"),
        ("fr", "TRESOR", "M4.3"),
        ("fr", "statue d'or", "M4.6"),
        ("fr", "Statue d’or", "M4.6"),
        ("fr", "statues", "M4.6"),
        ("fr", "châteaux", "M1.2"),
        ("fr", "chateau", "M1.2"),
        ("fr", "bières", "M4.5"),
        ("fr", "hydromel", "M4.5"),
        ("fr", "Bons conseils", "M4.7"),
        ("fr", "le navire", "M1.2"),
        ("fr", "égalité", "M5.2"),
        ("fr", "хмель", "M4.4"),
        ("ru", "рога", "M4.8"),
        ("ru", "рогов", "M4.8"),
        ("ru", "мед", "M4.5"),
        ("ru", "мёдом", "M4.5"),
        ("ru", "замок", "M1.2"),
        ("ru", "замками", "M1.2"),
        ("ru", "камень", "M1.2"),
        ("ru", "камней", "M1.2"),
        ("ru", "доброго совета", "M4.7"),
        ("ru", "золотой статуи", "M4.6"),
        ("ru", "доблестью", "M4.2"),
        ("ru", "кладов", "M4.3"),
        ("ru", "хмеля", "M4.4"),
        ("ru", "корабль", "M1.2"),
        ("ru", "longships", "M1.2"),
        ("ru", "diamonds", "M1.2"),
        ("ru", "hydromel", "M4.5"),
        ("ru", "рог gorge", "M4.10"),
    ],
)
def test_a_search_finds_words_in_many_forms(language, typed, first):
    assert numbers(language, typed)[0] == first


@every_language
def test_a_search_lists_the_rule_with_the_name_first_and_the_rest_in_order(language):
    first, *rest = numbers(language, "Horn")
    order = [rule.number for rule in rules(language)]
    assert first == "M4.8"
    assert rest == sorted(rest, key=order.index)
    assert {"M4.9", "M4.10"} <= set(rest)


def test_a_search_finds_rules_that_contain_every_word():
    assert set(numbers("en", "gorge horns")) == set(numbers("en", "gorge")) & set(numbers("en", "horns"))
    assert numbers("en", "gorge horns") == ["M4.10"]
    assert numbers("en", "gorge longship") == []


def test_a_search_covers_rulings():
    assert numbers("en", "lone") == ["M2.7"]
    assert numbers("en", "age") == ["M1.7"]


def test_search_results_are_in_the_language_of_the_game():
    assert find("ru", "gorge")[0].name == "Ущелье"
    assert find("fr", "мёд")[0].name == "Bière"


def test_prefixes_match_only_in_the_language_of_the_game():
    assert numbers("fr", "tien") != []  # tient
    assert numbers("ru", "tien") == []


def test_similar_words_are_not_taken_for_forms():
    assert numbers("en", "thane") == ["M1.2"]  # and no rule that says `than`
    assert "M4.9" not in numbers("ru", "ход")


def test_a_number_that_is_not_a_chapter_is_searched_as_a_word():
    assert numbers("en", "50") == ["M1.3"]
    assert "M1.5" in numbers("ru", "0")
    assert numbers("en", "9") == []


def test_rules_that_are_not_translated_yet_are_english():
    assert document("heorot.games.movie", "de") == document("heorot.games.movie", "en")
