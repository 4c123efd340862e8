"""Words that people can type, in all languages at once."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from heorot.engine.errors import Unreadable
from heorot.games.movie.box.box import built_in
from heorot.games.movie.model.components import KIND_WORDS
from heorot.games.movie.table.notation import (
    LONG_NAMES,
    SHORT_NAMES,
    WORD_ACTIONS,
    read,
    to_notation,
    write,
    write_tile,
)
from heorot.locales import LANGUAGES, catalogue, words
from heorot.locales.keyboards import normalize

FILLER = "filler"  # the key of phrases without a meaning
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
CANONICAL = (*KIND_WORDS, *LONG_NAMES, *WORD_ACTIONS, "cash", "remove", "swap", "first")


def phrases(language: str) -> dict[str, list[str]]:
    """Return the phrases of a language for each word of the notation."""
    found = {key.removeprefix("movie.read."): text for key, text in catalogue(language).items() if "movie.read." in key}
    return {word: text.split("|") for word, text in found.items()}


def parsed(text: str, act: int = 1) -> str:
    """Return how a text is read, in the notation."""
    return write(read(text, built_in(), act), act)


# ---- The words -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notation_word_has_phrase_in_language(language):
    assert set(phrases(language)) == {*CANONICAL, FILLER}
    all_phrases = [phrase for phrases_of_word in phrases(language).values() for phrase in phrases_of_word]
    assert [phrase for phrase in all_phrases if not phrase or phrase != phrase.strip()] == []


def test_no_phrase_means_two_words():
    meanings = defaultdict(set)
    for word, word_phrases in words("movie.read").items():
        for phrase in word_phrases:
            meanings[normalize(phrase)].add(word)
    assert {phrase: words_meant for phrase, words_meant in meanings.items() if len(words_meant) > 1} == {}


def test_no_phrase_is_column_or_number():
    all_phrases = [normalize(phrase) for word_phrases in words("movie.read").values() for phrase in word_phrases]
    assert [phrase for phrase in all_phrases if len(phrase) < 2 or any(letter.isdigit() for letter in phrase)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_read_as_their_word(language):
    for word, word_phrases in phrases(language).items():
        meant = "" if word == FILLER else word
        assert {phrase: to_notation(phrase) for phrase in word_phrases} == dict.fromkeys(word_phrases, meant)
        assert {to_notation(phrase.upper()) for phrase in word_phrases} == {meant}


@pytest.mark.parametrize("word", CANONICAL)
def test_notation_is_unchanged(word):
    assert to_notation(word) == word


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_and_tiles_can_be_placed_in_words(language):
    said = phrases(language)
    for kind in KIND_WORDS:
        assert {parsed(f"{phrase} c4") for phrase in said[kind]} == {f"{kind} c4"}
    for tile in (tile for tile in built_in().copies if tile.ability):
        text = write_tile(tile, tile.act)
        word = SHORT_NAMES[tile.ability]
        spoken = {parsed(f"{text.replace(word, phrase)} a1", tile.act) for phrase in said[word]}
        assert spoken == {f"{text} a1"}


def glossary() -> list[tuple[str, str]]:
    """Return every term in the glossary's table of abilities, with its word in the notation."""
    table = GLOSSARY.read_text("utf-8").split("## The abilities")[1].split("## ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| `(\w+)` \|$", table, re.MULTILINE)
    return [(re.sub(r"[;(].*", "", term), word) for *terms, word in rows for term in terms]


def test_glossary_terms_are_understood():
    assert [(term, word) for term, word in glossary() if to_notation(term) != word] == []
    assert {word for _, word in glossary()} == set(LONG_NAMES)


# ---- Typed phrases -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Thane to c4", "thane c4"),
        ("place castle Herot on b2", "castle b2"),
        ("put the ship at a1", "longship a1"),
        ("draw a tile", "draw"),
        ("play Mead +4 on b2", "mead+4 b2"),
        ("return treasure +2:7", "cash treasure+2:7"),
        ("Good Counsel from b2 to b3", "counsel b2-b3"),
        ("Royal Dragon Horn c3", "horn c3"),
        ("take away d1", "remove d1"),
        ("fill up", "fill"),
        ("no", "keep"),
    ],
)
def test_english_phrases_are_understood(typed, meant):
    assert parsed(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("drakkar b2", "longship b2"),
        ("Thane en c4", "thane c4"),
        ("placer le château sur b2", "castle b2"),
        ("CHATEAU b2", "castle b2"),
        ("Béowulf a1", "beowulf a1"),
        ("piocher une tuile", "draw"),
        ("tuile gorge e5", "gorge e5"),
        ("Bière+4 b2", "mead+4 b2"),
        ("biere +4 sur b2", "mead+4 b2"),
        ("ivresse −3 d2", "drunkenness-3 d2"),
        ("rendre trésor+2:7", "cash treasure+2:7"),
        ("Bon conseil de b2 vers b3", "counsel b2-b3"),
        ("corne de dragon royal c3", "horn c3"),
        ("jouer une tuile gorge sur e5", "gorge e5"),
        ("enlever d1", "remove d1"),
        ("permuter a1", "swap a1"),
        ("puis c3", "c3"),
        ("compléter", "fill"),
        ("garder", "keep"),
        ("je passe", "pass"),
        ("premier joueur 2", "first 2"),
    ],
)
def test_french_phrases_are_understood(typed, meant):
    assert parsed(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("тан с4", "thane c4"),  # с is the Cyrillic letter, on the key of c
        ("Тан на с4", "thane c4"),
        ("поставить замок Хеорот на и2", "castle b2"),
        ("драккар ф1", "longship a1"),
        ("беовульфа b2", "beowulf b2"),
        ("жетон ущелье e5", "gorge e5"),
        ("взять жетон", "draw"),
        ("тяну", "draw"),
        ("мёд+4 b2", "mead+4 b2"),
        ("мед +4 на b2", "mead+4 b2"),
        ("хмель –3 в2", "drunkenness-3 d2"),
        ("вернуть клад+2:7", "cash treasure+2:7"),
        ("Добрый Совет b2-b3", "counsel b2-b3"),
        ("совет и2 на и3", "counsel b2-b3"),
        ("Королевский Рог Дракона с3", "horn c3"),
        ("сыграть жетон ущелье на у5", "gorge e5"),
        ("убрать d1", "remove d1"),
        ("поменять местами a1", "swap a1"),
        ("затем c3", "c3"),
        ("пополнить", "fill"),
        ("оставить", "keep"),
        ("пас", "pass"),
        ("первый игрок 2", "first 2"),
    ],
)
def test_russian_phrases_are_understood(typed, meant):
    assert parsed(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Statue d'or a1", "statue a1"),
        ("statue d’or a1", "statue a1"),
        ("trahison a1", "treachery a1"),
        ("courage+3 a1", "valor+3 a1"),
        ("I:bière+4 b2", "I:mead+4 b2"),
        ("золотую статую а1", "statue f1"),  # а is on the key of f
        ("искушение-3 с1", "temptation-3 c1"),
        ("доблесть+5 с1", "valor+5 c1"),
        ("1:мёд+4 b2", "I:mead+4 b2"),
    ],
)
def test_second_act_tiles_are_understood(typed, meant):
    assert parsed(typed, 2) == meant


@pytest.mark.parametrize("typed", ["", "sur la", "на", "thane", "тан с", "courage", "bière c4 d5 e6", "dragon c3"])
def test_incomplete_phrase_is_unreadable(typed):
    with pytest.raises(Unreadable):
        parsed(typed)
