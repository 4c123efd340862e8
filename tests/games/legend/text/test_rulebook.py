"""The rules of the Legend as texts: reading them, and searching with the words of this game.

Tests for the rules of every game are in tests/games/test_rulebook_texts.py.
"""

import re

import pytest

from heorot.games.legend.text.rulebook import find, rules
from heorot.locales import catalogue
from tests.games.rulebook_texts import LEGEND, every_language, translated

NAMES = {
    key: name
    for key, name in catalogue("en").items()
    if name in LEGEND.kept_in_english and key.startswith(("legend.card.", "legend.episode."))
}
numbers = LEGEND.numbers


# ---- Reading -------------------------------------------------------------------------------------------------------


def test_a_rule_with_all_its_parts():
    blessing = next(rule for rule in rules("en") if rule.number == "L7.2")
    assert blessing.name == "King Hrothgar's Blessing"
    assert blessing.chapter == "Special cards"
    assert blessing.text.startswith("When cards with symbols that you played are about to be discarded")
    assert blessing.text.endswith("only at the moment when you discard.")
    assert blessing.ruling.startswith("played are the matching cards bid or laid in a major episode")


def test_a_rule_without_name_and_ruling():
    wounds = next(rule for rule in rules("fr") if rule.number == "L6.9")
    assert (wounds.name, wounds.ruling) == ("", "")
    assert wounds.text == "Les blessures ne sont jamais changées en égratignures."


def test_the_tenth_chapter_is_read():
    assert [rule.number for rule in rules("ru") if rule.chapter == "Вариант"] == ["L10.1"]


@translated
def test_printed_names_are_translated_at_least_once_and_as_on_the_screen(language):
    text = re.sub(r"\n +", " ", LEGEND.book.document(language))
    there = {key: name.replace("'", "’") for key, name in NAMES.items() if name.replace("'", "’") in text}
    said = {key: set(re.findall(rf"{re.escape(name)} \(([^)]+)\)", text)) for key, name in there.items()}
    assert said == {key: {catalogue(language)[key]} for key in there}
    assert len(there) == 16


# ---- Search by words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [
        ("en", "risk", "L3.2"),
        ("en", "risks", "L3.2"),
        ("en", "Hrothgar", "L7.2"),
        ("en", "king hrothgar’s blessing", "L7.2"),
        ("en", "daring", "L7.4"),
        ("en", "third scratch", "L6.6"),
        ("en", "recovery", "L3.7"),
        ("en", "treasure episodes", "L9.1"),
        ("en", "auctions", "L1.7"),
        ("en", "fallen", "L10.1"),
        ("en", "youngest", "L1.2"),
        ("en", "36", "L2.1"),
        ("en", "scrolls", "L6.4"),
        ("en", "Break Ranks?", "L3.3"),
        ("en", "царапины", "L1.7"),
        ("fr", "risques", "L3.2"),
        ("fr", "recuperation", "L3.7"),
        ("fr", "Égratignures", "L1.7"),
        ("fr", "double blessure", "L3.3"),
        ("fr", "audace", "L7.4"),
        ("fr", "repos du guerrier", "L7.6"),
        ("fr", "Warrior's Rest", "L7.6"),
        ("fr", "parchemins", "L6.4"),
        ("fr", "пополнение", "L3.7"),
        ("ru", "риска", "L3.2"),
        ("ru", "рисковать", "L9.1"),
        ("ru", "пополнения", "L3.7"),
        ("ru", "возможности", "L3.3"),
        ("ru", "удалью", "L7.4"),
        ("ru", "отдых", "L7.6"),
        ("ru", "свитков", "L6.4"),
        ("ru", "павших", "L10.1"),
        ("ru", "эпизодов сокровищ", "L9.1"),
        ("ru", "blessing", "L7.2"),
        ("ru", "wounds", "L1.6"),
        ("ru", "enchère", "L1.7"),
    ],
)
def test_a_search_finds_words_in_many_forms(language, typed, first):
    assert numbers(language, typed)[0] == first


@every_language
def test_a_search_lists_two_rules_of_one_name_first_and_the_rest_in_order(language):
    first, second, *rest = numbers(language, "Risk")
    order = [rule.number for rule in rules(language)]
    assert (first, second) == ("L3.2", "L5.6")
    assert rest == sorted(rest, key=order.index)
    assert {"L1.8", "L5.7", "L7.4", "L7.5"} <= set(rest)


@every_language
@pytest.mark.parametrize("symbol", ["travelling", "friendship", "wit", "courage", "fighting", "beowulf"])
def test_every_symbol_finds_the_rule_that_lists_them(language, symbol):
    assert "L1.3" in numbers(language, catalogue(language)[f"legend.symbol.{symbol}"])


def test_a_search_finds_rules_that_contain_every_word():
    assert set(numbers("en", "wound tile")) == set(numbers("en", "wound")) & set(numbers("en", "tile"))
    assert numbers("en", "friendship auction") == []


def test_a_search_covers_rulings():
    assert numbers("en", "superfluous") == ["L3.4"]
    assert numbers("en", "age") == ["L1.2"]


def test_search_results_are_in_the_language_of_the_game():
    assert find("ru", "recovery")[0].name == "Пополнение"
    assert find("fr", "пополнение")[0].name == "Récupération"
