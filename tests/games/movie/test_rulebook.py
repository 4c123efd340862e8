"""The rules as texts: the same in every language, rule by rule, and found by whatever a person types."""

import re
from collections import Counter
from pathlib import Path

import pytest

from heorot.games.movie.rulebook import document, find, rules, stem
from heorot.locales import LANGUAGES, words

GLOSSARY = Path(__file__).parents[3] / "docs" / "glossary.md"
MARKS = {"en": "**Ruling:**", "fr": "**Décision\u00a0:**", "ru": "**Решение:**"}
NOTHING_BUT_RULINGS = ["M2.7", "M2.8", "M3.2", "M3.4", "M3.9", "M4.13"]
FRENCH_SPACES = re.compile("(?<!\u202f)[;!?»]|«(?!\u202f)|(?<!\u00a0):|[\u202f\u00a0](?![;!?»:])(?<!«\u202f)")
LINK = re.compile(r"\]\(([^)]+)\)")
SAID_IN_LATIN = re.compile(r"\b[MX]\d(?:\.\d+)?\b|\bI{1,3}\b|\b[A-G]\b|`box\.toml`")  # numbers, acts, figures drawn
ENGLISH = r"the|and|of|to|is|are|with|from|that|this|for|not|its|their|which|when|only|may|any|each|every|player|tile"

every_language = pytest.mark.parametrize("language", LANGUAGES)
translated = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])


def numbers(language: str, typed: str) -> list[str]:
    """What is found, by its numbers."""
    return [rule.number for rule in find(language, typed)]


def prose(language: str) -> str:
    """A whole text without its links."""
    return LINK.sub("]", document(language))


def glossary() -> list[tuple[str, ...]]:
    """The glossary's abilities, each in all languages, without gender and without what is said besides."""
    table = GLOSSARY.read_text("utf-8").split("## The abilities")[1].split("## ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| `\w+` \|$", table, re.MULTILINE)
    return [tuple(re.sub(r"[;(].*", "", term).strip() for term in terms) for terms in rows]


# ---- The same in every language ------------------------------------------------------------------------------------


@translated
def test_the_same_numbers_stand_in_the_same_order(language):
    assert [rule.number for rule in rules(language)] == [rule.number for rule in rules("en")]


@translated
def test_every_line_that_begins_something_begins_the_same(language):
    outline = re.compile(r"^(?:#+ \d?|- \*\*[MX]\d(?:\.\d+)?)", re.MULTILINE)
    assert outline.findall(document(language)) == outline.findall(document("en"))


@translated
def test_the_chapters_are_parallel_and_translated(language):
    pairs = {(ours.chapter, theirs.chapter) for ours, theirs in zip(rules(language), rules("en"), strict=True)}
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) == 6
    assert [ours for ours, theirs in pairs if ours == theirs] == []


@translated
def test_the_same_rules_have_names(language):
    assert [bool(rule.name) for rule in rules(language)] == [bool(rule.name) for rule in rules("en")]


def test_the_names_are_the_terms_of_the_glossary():
    named = [tuple(rule.name for rule in same) for same in zip(*map(rules, LANGUAGES), strict=True) if same[0].name]
    assert sorted(named) == sorted(glossary())
    assert len(named) == 10


@translated
def test_the_same_rules_have_a_text_and_a_ruling(language):
    shape = [(rule.number, bool(rule.text), bool(rule.ruling)) for rule in rules(language)]
    assert shape == [(rule.number, bool(rule.text), bool(rule.ruling)) for rule in rules("en")]


@translated
def test_the_same_rules_are_pointed_at(language):
    def pointed_at(spoken: str) -> list[list[str]]:
        return [sorted(re.findall(r"M\d\.\d+", rule.text + rule.ruling)) for rule in rules(spoken)]

    assert pointed_at(language) == pointed_at("en")


@translated
def test_the_same_figures_are_given(language):
    def given(spoken: str) -> list[list[str]]:
        parts = re.split(r"^- ", document(spoken), flags=re.MULTILINE)
        return [sorted(re.findall(r"[+−]?\d+", part)) for part in parts]

    assert given(language) == given("en")


@translated
def test_the_introduction_links_to_the_same_pages(language):
    assert LINK.findall(document(language)) == LINK.findall(document("en"))
    assert "`box.toml`" in document(language).split("## ")[0]


@every_language
def test_a_ruling_is_always_marked_in_the_same_way(language):
    marks = re.findall(r"(?<=\s)\*\*(?![MX]\d)[^*]+:\*\*", document(language))
    assert set(marks) == {MARKS[language]}
    assert len(marks) == sum(bool(rule.ruling) for rule in rules(language))


# ---- What is read --------------------------------------------------------------------------------------------------


@every_language
def test_every_rule_of_the_document_is_read(language):
    counted = Counter(re.findall(r"^- \*\*(M\d\.\d+)", document(language), re.MULTILINE))
    assert Counter(rule.number for rule in rules(language)) == counted
    assert set(counted.values()) == {1}


@every_language
def test_texts_are_single_lines_without_marks_or_blanks_around_them(language):
    parts = [part for rule in rules(language) for part in (rule.name, rule.chapter, rule.text, rule.ruling)]
    assert [part for part in parts if re.search(r"[\n\t*`\[\]#]|  ", part) or part != part.strip()] == []


@every_language
def test_texts_end_like_sentences(language):
    parts = [part for rule in rules(language) for part in (rule.text, rule.ruling) if part]
    assert [part for part in parts if not part.endswith(".")] == []


@every_language
def test_where_everything_is_a_ruling_there_is_no_other_text(language):
    assert [rule.number for rule in rules(language) if not rule.text] == NOTHING_BUT_RULINGS
    assert all(rule.ruling for rule in rules(language) if not rule.text)


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


def test_no_break_spaces_are_kept():
    assert any("\u202f;" in rule.text for rule in rules("fr"))
    assert any("\u00a0:" in rule.text for rule in rules("fr"))


# ---- As the language is written ------------------------------------------------------------------------------------


def test_french_punctuation_keeps_its_distance():
    assert [line for line in prose("fr").splitlines() if FRENCH_SPACES.search(line)] == []


@translated
def test_apostrophes_and_quotation_marks_are_those_of_the_language(language):
    assert re.findall(r"['\"“”„]", prose(language)) == []
    assert re.findall(" [–-] ", prose(language)) == []
    assert re.findall(r"[-–]\d", prose(language)) == []  # a minus is a minus


def test_no_english_is_left_in_french():
    assert re.findall(rf"\b(?:{ENGLISH})\b", prose("fr"), re.IGNORECASE) == []


def test_no_latin_letters_are_left_in_russian():
    assert re.findall(r"[^\n]{0,20}[A-Za-z][^\n]{0,20}", SAID_IN_LATIN.sub("", prose("ru"))) == []


def test_russian_has_its_own_letters():
    mead_and_others = r"\b(?:мед|счет|подсчет|трех|четырех|ее|еще|берет|свое|вдвоем|втроем)\b"
    assert re.findall(mead_and_others, prose("ru"), re.IGNORECASE) == []


@translated
def test_abilities_are_written_with_their_capitals(language):
    names = {rule.name for rule in rules(language) if rule.name and " " not in rule.name} - {"Trésor", "Клад"}
    small = re.compile(rf"\b(?:{'|'.join(name.lower()[:-1] for name in names)})\w{{0,2}}\b")
    assert small.findall(prose(language)) == []


# ---- Found by a number ---------------------------------------------------------------------------------------------


@every_language
def test_every_rule_is_found_by_its_number(language):
    for rule in rules(language):
        short = rule.number.removeprefix("M")
        for typed in (rule.number, rule.number.lower(), short, f"М{short}", f"м{short}", f"  m {short}. "):
            assert find(language, typed) == (rule,)


@every_language
@pytest.mark.parametrize("typed", ["M4", "m4", "4", "М4", "4."])
def test_a_chapter_is_found_by_its_number(language, typed):
    assert numbers(language, typed) == [f"M4.{n}" for n in range(1, 14)]


@every_language
@pytest.mark.parametrize("typed", ["m9.9", "9.9", "m4.14", "4.99", "9", "0", "m0", "m44"])
def test_no_other_number_finds_anything(language, typed):
    assert find(language, typed) == ()


# ---- Found by words ------------------------------------------------------------------------------------------------


@every_language
def test_every_rule_is_found_by_its_own_words(language):
    for rule in rules(language):
        assert rule in find(language, rule.text or rule.ruling)
        assert rule in find(language, f"{rule.name} {rule.text} {rule.ruling}".upper())


@every_language
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_name_in_any_language_finds_its_rule_first(language, spoken):
    for rule in rules(spoken):
        if rule.name:
            assert numbers(language, rule.name)[0] == rule.number
            assert numbers(language, rule.name.upper())[0] == rule.number


@every_language
@pytest.mark.parametrize("word", sorted(words("movie.read").keys() - {"filler"}))
def test_every_word_that_may_be_typed_finds_something(language, word):
    """`cash` and the like are of the notation; the rules have no such word, but other words for it."""
    assert any(numbers(language, phrase) for phrase in words("movie.read")[word])


@every_language
@pytest.mark.parametrize("word", "beowulf thane castle longship mead valor statue counsel horn".split())
def test_all_that_may_be_typed_for_a_thing_finds_the_same(language, word):
    found = {phrase: set(numbers(language, phrase)) for phrase in words("movie.read")[word]}
    assert all(found.values())
    assert set.intersection(*found.values())


@pytest.mark.parametrize("typed", "ущелье ущелья Ущелью ущельем УЩЕЛЬЯМИ ущелий ущел gorge Gorges".split())
def test_the_gorge_in_a_russian_game(typed):
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
def test_words_in_many_forms(language, typed, first):
    assert numbers(language, typed)[0] == first


@every_language
def test_what_has_the_word_in_its_name_comes_first_and_the_rest_in_order(language):
    first, *rest = numbers(language, "Horn")
    order = [rule.number for rule in rules(language)]
    assert first == "M4.8"
    assert rest == sorted(rest, key=order.index)
    assert {"M4.9", "M4.10"} <= set(rest)


def test_every_word_must_be_there():
    assert set(numbers("en", "gorge horns")) == set(numbers("en", "gorge")) & set(numbers("en", "horns"))
    assert numbers("en", "gorge horns") == ["M4.10"]
    assert numbers("en", "gorge longship") == []


def test_a_ruling_is_searched_too():
    assert numbers("en", "lone") == ["M2.7"]
    assert numbers("en", "age") == ["M1.7"]


def test_what_is_found_is_shown_in_the_language_of_the_game():
    assert find("ru", "gorge")[0].name == "Ущелье"
    assert find("fr", "мёд")[0].name == "Bière"


def test_the_beginning_of_a_word_counts_in_the_language_of_the_game_alone():
    assert numbers("fr", "tien") != []  # tient
    assert numbers("ru", "tien") == []


def test_other_words_are_not_taken_for_a_form():
    assert numbers("en", "thane") == ["M1.2"]  # and no rule that says `than`
    assert "M4.9" not in numbers("ru", "ход")


@every_language
@pytest.mark.parametrize("typed", ["", " ", "?!", "…", "xyzzy", "Ъъъ", "gorge xyzzy", "sur la xyzzy"])
def test_nonsense_finds_nothing(language, typed):
    assert find(language, typed) == ()


@pytest.mark.parametrize(
    "forms",
    [
        "horn horns", "tile tiles", "score scores scored", "ability abilities", "pass",
        "gorge gorges", "chateau chateaux", "piocher pioche piochez piochee piochees", "rangee rangees",
        "ущелье ущелья ущелью ущельем ущельями ущелий", "рог рога рогу рогом рогов рогами рогах", "рука руки руке рук",
        "замок замка замков", "камень камня камни камней камнями", "клетка клетки клеток", "статуя статую статуи",
        "добрый доброго доброму добрым добрые добрых", "доблесть доблести доблестью", "тянуть тяну",
    ],
)  # fmt: skip
def test_forms_of_one_word_have_one_stem(forms):
    assert len(set(map(stem, forms.split()))) == 1


def test_different_words_have_different_stems():
    terms = "than thane main mais tour tout tile till рог ряд рука акт пул поле полный ход тан клад совет строка"
    assert len(set(map(stem, terms.split()))) == len(terms.split())
