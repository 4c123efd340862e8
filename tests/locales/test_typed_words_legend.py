"""Words that people can type in the Legend, in all languages at once."""

import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from heorot.engine.errors import Unreadable
from heorot.games.legend.box import box
from heorot.games.legend.box.box import built_in
from heorot.games.legend.box.names import name_card
from heorot.games.legend.model.actions import HEALINGS
from heorot.games.legend.model.components import SYMBOL_WORDS, Card
from heorot.games.legend.table.action_codes import SELECTION_ICONS
from heorot.games.legend.table.notation import IN_WORDS, VERBS, read, to_notation, write
from heorot.locales import LANGUAGES, catalogue, words
from heorot.locales.keyboards import normalize
from heorot.terminal.input_parser import command_words
from heorot.terminal.translator import Translator
from tests.locales.test_typed_words import FILLER

BOX = Path(box.__file__).parents[1] / "box.toml"
SPECIALS = [special["id"] for special in tomllib.loads(BOX.read_text("utf-8"))["special"]]
THINGS = ("fame", "treasure", "alliance", "misfortune", "cards", "card", "scratch", "wound", "double wound", "or")
CANONICAL = tuple(dict.fromkeys(
    (*SYMBOL_WORDS, *THINGS, *HEALINGS.values(), *VERBS, *IN_WORDS, "rest", "first", *SPECIALS)
))  # fmt: skip


def key_of(word: str) -> str:
    return word.replace(" ", "-")


def phrases(language: str) -> dict[str, list[str]]:
    """Return the phrases of a language for each word of the notation."""
    start = "legend.read."
    found = {key.removeprefix(start): text for key, text in catalogue(language).items() if key.startswith(start)}
    return {word: text.split("|") for word, text in found.items()}


def parsed(text: str) -> str:
    """Return how a text is read, in the notation."""
    return write(read(text, built_in()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notation_word_has_phrase_in_language(language):
    assert set(phrases(language)) == {*map(key_of, CANONICAL), FILLER}
    all_phrases = [phrase for phrases_of_word in phrases(language).values() for phrase in phrases_of_word]
    assert [phrase for phrase in all_phrases if not phrase or phrase != phrase.strip()] == []


def test_no_phrase_means_two_words():
    meanings = defaultdict(set)
    for word, word_phrases in words("legend.read").items():
        for phrase in word_phrases:
            meanings[normalize(phrase)].add(word)
    assert {phrase: words_meant for phrase, words_meant in meanings.items() if len(words_meant) > 1} == {}


def test_no_phrase_starts_with_command():
    """Otherwise typing the phrase would run a command, such as save or quit."""
    all_phrases = [normalize(phrase) for word_phrases in words("legend.read").values() for phrase in word_phrases]
    assert [phrase for phrase in all_phrases if phrase.split()[0] in command_words()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_read_as_their_word(language):
    for word, word_phrases in phrases(language).items():
        meant = "" if word == FILLER else word.replace("-", " ").replace("_", " ")
        assert {phrase: to_notation(phrase) for phrase in word_phrases} == dict.fromkeys(word_phrases, meant)
        assert {to_notation(phrase.upper()) for phrase in word_phrases} == {meant}


@pytest.mark.parametrize("word", CANONICAL)
def test_notation_is_unchanged(word):
    assert to_notation(word) == word.replace("_", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_understood_by_shown_name_with_any_apostrophe(language):
    for card in built_in().face_numbers:
        name = Translator(language).render(name_card(card, built_in()))
        for spelt in (name, name.replace("’", "'"), name.upper()):
            assert parsed(f"bid {spelt}") == f"bid {card.name}"


def test_english_special_cards_are_understood_without_apostrophes():
    names = {special: Translator("en").render(name_card(Card(special), built_in())) for special in SPECIALS}
    with_apostrophe = {special: name for special, name in names.items() if "’" in name}
    assert with_apostrophe
    for special, name in with_apostrophe.items():
        assert parsed(f"lay {name.replace('’', '')}") == f"lay {special}"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Bid the fighting 2", "bid fighting2"), ("lay wit", "lay wit1"), ("take back my wit2", "take back wit2"),
        ("give up", "give up"), ("Leave", "give up"), ("pass", "decline"), ("no", "decline"), ("ready", "done"),
        ("take a risk", "risk"), ("use Beowulf's Daring", "use beowulfs_daring"), ("return fame 2", "give fame2"),
        ("play naegling", "lay naegling"), ("bid nægling", "bid naegling"),
        ("take the warrior’s rest", "take the_warriors_rest"), ("heal double wound", "heal double wound"),
        ("take special card The Warrior's Rest", "take card the_warriors_rest"), ("heal scratches", "heal scratches"),
        ("return alliance fame 3", "give alliance-fame3"), ("take fame 5 or heal", "take fame 5 or heal"),
        ("miser courage 2", "bid courage2"), ("poser Beowulf", "lay beowulf1"), ("J'abandonne", "give up"),
        ("prendre trésor 4", "take treasure 4"), ("montrer alliance trésor 2", "show alliance-treasure2"),
        ("prendre carte Bénédiction du roi Hrothgar", "take card king_hrothgars_blessing"), ("terminé", "done"),
        ("utiliser l'audace de Beowulf", None), ("utiliser audace", "use beowulfs_daring"),
        ("soigner toutes les égratignures", "heal scratches"), ("reprendre intelligence 2", "take back wit2"),
        ("payer avec un combat 2", "pay fighting2"), ("je passe", "decline"), ("repos 2", "rest 2"),
        ("ставлю отвагу 2", "bid courage2"), ("выложить Беовульфа", "lay beowulf1"), ("сдаюсь", "give up"),
        ("взять карту Благословение конунга Хродгара", "take card king_hrothgars_blessing"), ("всё", "done"),
        ("применить удаль", "use beowulfs_daring"), ("оставить", "keep"), ("лечить двойную рану", "heal double wound"),
        ("показать союз сокровище 2", "show alliance-treasure2"), ("вернуть в руку смекалку 2", "take back wit2"),
        ("вернуть славу 2", "give fame2"), ("заплатить золотую гривну", "pay golden_torque"), ("отдых 1", "rest 1"),
    ],
)  # fmt: skip
def test_typed_phrases_are_understood(typed, meant):
    if meant is None:
        with pytest.raises(Unreadable):
            parsed(typed)
    else:
        assert parsed(typed) == meant


def test_selection_options_can_be_typed_in_notation():
    assert [parsed(f"take {icon}") for icon in SELECTION_ICONS] == [f"take {icon}" for icon in SELECTION_ICONS]
