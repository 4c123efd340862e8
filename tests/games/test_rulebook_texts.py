"""The rulebooks: the same rules in every language, and search by number and words."""

import re
from collections import Counter

import pytest

from heorot.engine.content.rulebook import stem
from heorot.locales import LANGUAGES
from tests.games.rulebook_texts import LINK, every_game, every_language, translated

MARKS = {"en": "**Ruling:**", "fr": "**Décision\u00a0:**", "ru": "**Решение:**"}
FRENCH_SPACES = re.compile("(?<!\u202f)[;!?»]|«(?!\u202f)|(?<!\u00a0):|[\u202f\u00a0](?![;!?»:])(?<!«\u202f)")
ENGLISH = r"the|and|of|to|is|are|with|from|that|this|for|not|its|their|which|when|only|may|any|each|every|player|tile"


# ---- The same in every language ------------------------------------------------------------------------------------


@every_game
@translated
def test_rule_numbers_are_the_same_in_every_language(texts, language):
    assert [rule.number for rule in texts.rules(language)] == [rule.number for rule in texts.rules("en")]


@every_game
@translated
def test_headings_and_rule_lines_are_parallel_in_every_language(texts, language):
    outline = re.compile(rf"^(?:#+ \d*|- \*\*[{texts.letter}X]\d+(?:\.\d+)?)", re.MULTILINE)
    assert outline.findall(texts.book.document(language)) == outline.findall(texts.book.document("en"))


@every_game
@translated
def test_the_chapters_are_parallel_and_translated(texts, language):
    same = zip(texts.rules(language), texts.rules("en"), strict=True)
    pairs = {(ours.chapter, theirs.chapter) for ours, theirs in same}
    chapters = {rule.number.partition(".")[0] for rule in texts.rules("en")}
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) == len(chapters)
    assert [ours for ours, theirs in pairs if ours == theirs] == []


@every_game
@translated
def test_the_same_rules_have_names_in_every_language(texts, language):
    assert [bool(rule.name) for rule in texts.rules(language)] == [bool(rule.name) for rule in texts.rules("en")]


@every_game
@translated
def test_the_same_rules_have_a_text_and_a_ruling_in_every_language(texts, language):
    shape = [(rule.number, bool(rule.text), bool(rule.ruling)) for rule in texts.rules(language)]
    assert shape == [(rule.number, bool(rule.text), bool(rule.ruling)) for rule in texts.rules("en")]


@every_game
@translated
def test_the_same_rules_are_cited_in_every_language(texts, language):
    def pointed_at(spoken: str) -> list[list[str]]:
        said = (rule.text + rule.ruling for rule in texts.rules(spoken))
        return [sorted(re.findall(rf"{texts.letter}\d+\.\d+", text)) for text in said]

    assert pointed_at(language) == pointed_at("en")


@every_game
@every_language
def test_only_existing_rules_are_cited(texts, language):
    known = {rule.number for rule in texts.rules("en")}
    assert set(re.findall(r"\b[A-WYZ]\d+\.\d+", texts.book.document(language))) == known


@every_game
@translated
def test_the_same_numbers_are_in_the_text_of_every_language(texts, language):
    def given(spoken: str) -> list[list[str]]:
        parts = re.split(r"^- ", texts.book.document(spoken), flags=re.MULTILINE)
        return [sorted(re.findall(r"[+−]?\d+", part)) for part in parts]

    assert given(language) == given("en")


@every_game
@translated
def test_the_introduction_links_to_the_same_pages(texts, language):
    assert LINK.findall(texts.book.document(language)) == LINK.findall(texts.book.document("en"))
    assert "`box.toml`" in texts.book.document(language).split("## ")[0]


@every_game
@every_language
def test_every_ruling_has_the_mark_of_its_language(texts, language):
    marks = re.findall(rf"(?<=\s)\*\*(?![{texts.letter}X]\d)[^*]+:\*\*", texts.book.document(language))
    assert set(marks) == {MARKS[language]}
    assert len(marks) == sum(bool(rule.ruling) for rule in texts.rules(language))


# ---- Parsing -------------------------------------------------------------------------------------------------------


@every_game
@every_language
def test_every_rule_of_the_document_is_read(texts, language):
    counted = Counter(re.findall(r"^- \*\*([A-WYZ]\d+\.\d+)", texts.book.document(language), re.MULTILINE))
    assert Counter(rule.number for rule in texts.rules(language)) == counted
    assert set(counted.values()) == {1}


@every_game
@every_language
def test_texts_are_single_lines_without_markup_or_outer_spaces(texts, language):
    parts = [part for rule in texts.rules(language) for part in (rule.name, rule.chapter, rule.text, rule.ruling)]
    assert [part for part in parts if re.search(r"[\n\t*`\[\]#]|  ", part) or part != part.strip()] == []


@every_game
@every_language
def test_texts_end_like_sentences(texts, language):
    parts = [part for rule in texts.rules(language) for part in (rule.text, rule.ruling) if part]
    assert [part for part in parts if not part.endswith(".")] == []


@every_game
@every_language
def test_only_rules_that_are_entirely_rulings_have_no_text(texts, language):
    assert tuple(rule.number for rule in texts.rules(language) if not rule.text) == texts.only_rulings
    assert all(rule.ruling for rule in texts.rules(language) if not rule.text)


@every_game
def test_no_break_spaces_are_kept(texts):
    assert any("\u202f;" in rule.text for rule in texts.rules("fr"))
    assert any("\u00a0:" in rule.text for rule in texts.rules("fr"))


# ---- Typography ----------------------------------------------------------------------------------------------------


@every_game
def test_french_punctuation_has_no_break_spaces(texts):
    assert [line for line in texts.prose("fr").splitlines() if FRENCH_SPACES.search(line)] == []


@every_game
@translated
def test_apostrophes_and_quotation_marks_are_those_of_the_language(texts, language):
    assert re.findall(r"['\"“”„]", texts.prose(language)) == []
    assert re.findall(" [–-] ", texts.prose(language)) == []
    assert re.findall(r"[-–]\d", texts.prose(language)) == []  # real minus signs only


@every_game
def test_no_english_is_left_in_french(texts):
    assert re.findall(rf"\b(?:{ENGLISH})\b", texts.prose("fr"), re.IGNORECASE) == []


@every_game
def test_no_latin_letters_are_left_in_russian(texts):
    in_latin = rf"\b[{texts.letter}X]\d+(?:\.\d+)?\b|`box\.toml`|{texts.said_in_latin}"
    assert re.findall(r"[^\n]{0,20}[A-Za-z][^\n]{0,20}", re.sub(in_latin, "", texts.prose("ru"))) == []


@every_game
def test_russian_is_written_with_the_letter_yo(texts):
    without_dots = r"\b(?:мед|счет|подсчет|трех|четырех|ее|еще|берет|наберет|свое|вдвоем|втроем|все равно)\b"
    assert re.findall(without_dots, texts.prose("ru"), re.IGNORECASE) == []


# ---- Found by a number ---------------------------------------------------------------------------------------------


@every_game
@every_language
def test_every_rule_is_found_by_its_number(texts, language):
    latin, cyrillic = texts.book.letters
    for rule in texts.rules(language):
        short = rule.number.removeprefix(texts.letter)
        for typed in (rule.number, rule.number.lower(), short, f"{cyrillic.upper()}{short}", f"{cyrillic}{short}"):
            assert texts.book.find(language, typed) == (rule,)
        assert texts.book.find(language, f"  {latin} {short}. ") == (rule,)


@every_game
@every_language
def test_a_chapter_is_found_by_its_number(texts, language):
    latin, cyrillic = texts.book.letters
    chapters = Counter(int(rule.number[1:].partition(".")[0]) for rule in texts.rules(language))
    for chapter, last in chapters.items():
        rules = [f"{texts.letter}{chapter}.{n}" for n in range(1, last + 1)]
        for start in (latin, latin.upper(), cyrillic, cyrillic.upper(), ""):
            assert texts.numbers(language, f"{start}{chapter}") == rules
        assert texts.numbers(language, f"{chapter}.") == rules
        assert texts.numbers(language, f"{chapter}.{last + 1}") == []


@every_game
@every_language
def test_unknown_numbers_find_nothing(texts, language):
    letter = texts.book.letters[0]
    for typed in (f"{letter}99.9", "99.9", "4.99", "4.0", f"{letter}0", f"{letter}44", f"{letter}4.14", "99", "11.1"):
        assert texts.book.find(language, typed) == ()


# ---- Found by words ------------------------------------------------------------------------------------------------


@every_game
@every_language
def test_every_rule_is_found_by_its_own_words(texts, language):
    for rule in texts.rules(language):
        assert rule in texts.book.find(language, rule.text or rule.ruling)
        assert rule in texts.book.find(language, f"{rule.name} {rule.text} {rule.ruling}".upper())


@every_game
@every_language
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_name_in_any_language_finds_its_rule_first(texts, language, spoken):
    names = [rule.name for rule in texts.rules(spoken)]
    for rule in texts.rules(spoken):
        if rule.name:
            first = slice(names.count(rule.name))  # two rules may have the same name
            assert rule.number in texts.numbers(language, rule.name)[first]
            assert rule.number in texts.numbers(language, rule.name.upper())[first]


@every_game
@every_language
@pytest.mark.parametrize("typed", ["", " ", "?!", "…", "xyzzy", "Ъъъ", "beowulf xyzzy", "sur la xyzzy"])
def test_nonsense_finds_nothing(texts, language, typed):
    assert texts.book.find(language, typed) == ()


@pytest.mark.parametrize(
    "forms",
    [
        "horn horns", "tile tiles", "score scores scored", "ability abilities", "pass",
        "gorge gorges", "chateau chateaux", "piocher pioche piochez piochee piochees", "rangee rangees",
        "ущелье ущелья ущелью ущельем ущельями ущелий", "рог рога рогу рогом рогов рогами рогах", "рука руки руке рук",
        "замок замка замков", "камень камня камни камней камнями", "клетка клетки клеток", "статуя статую статуи",
        "добрый доброго доброму добрым добрые добрых", "доблесть доблести доблестью", "тянуть тяну",
        "scratch", "token tokens", "blessure blessures", "egratignure egratignures", "jeton jetons",
        "рана раны ране раной ран ранами", "царапина царапины царапин царапиной", "сокровище сокровища сокровищ",
        "отвага отваги отвагой", "эпизод эпизоды эпизодов эпизодах",
    ],
)  # fmt: skip
def test_forms_of_one_word_have_one_stem(forms):
    assert len(set(map(stem, forms.split()))) == 1


def test_different_words_have_different_stems():
    terms = "than thane main mais tour tout tile till рог ряд рука акт пул поле полный ход тан клад строка рана риск"
    assert len(set(map(stem, terms.split()))) == len(terms.split())
