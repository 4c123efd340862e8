"""The numbered rules of a game in every language, and search by number or words.

The texts are RULES.md and its translations. The numbers are the same in all of them, so a rule that is found in one
language can be shown in another.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

WordMatch = Callable[[str, str], bool]  # whether a word of the query matches a word of a rule
Normalizer = Callable[[str], str]  # from typed text to search text
SOURCE_LANGUAGE = "en"  # of RULES.md and of the notation


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule in one language: the text of the rulebook, and our ruling where it is silent."""

    number: str  # the letter of the game, the chapter and the number in it: "X4.10"
    name: str  # empty for most
    chapter: str  # the chapter's heading, without its number
    text: str  # in one line, without the ruling; empty if the whole rule is a ruling
    ruling: str  # in one line; may be empty


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game, and how its rule numbers and words may be typed."""

    package: str  # that holds the texts
    letters: str  # first letter of the rule numbers, then letters read as that one: "xх", the second one Cyrillic
    languages: tuple[str, ...]
    plain: Normalizer  # to lower case without accents
    to_notation: Normalizer  # to the words of the notation

    def rules(self, language: str) -> tuple[Rule, ...]:
        """Return every rule in order, without the examples."""
        return read(self.package, self.letters[0].upper(), language)

    def document(self, language: str) -> str:
        """Return the whole text in one language."""
        return document(self.package, language)

    def find(self, language: str, words: str) -> tuple[Rule, ...]:
        """Return the rules with this number, of this chapter, or with these words; empty if no rule matches."""
        typed = self.plain(words)
        number = re.fullmatch(rf"[{self.letters}]? ?(\d+(?:\.\d+)?)\.?", typed)
        by_number = self.find_by_number(language, number[1]) if number else ()
        is_words = not number or typed.isdecimal()  # a bare number may also be in the text of a rule
        return by_number or (self.find_by_words(language, words) if is_words else ())

    def find_by_number(self, language: str, number: str) -> tuple[Rule, ...]:
        """Return one rule, or a whole chapter."""
        wanted = self.letters[0].upper() + number
        return tuple(rule for rule in self.rules(language) if wanted in (rule.number, rule.number.partition(".")[0]))

    def find_by_words(self, language: str, words: str) -> tuple[Rule, ...]:
        """Search this language, then every language, then the source text for the words in notation."""
        tries = (
            (language, words, starts_with),
            *((spoken, words, is_form) for spoken in self.languages),
            (SOURCE_LANGUAGE, self.to_notation(words), starts_with),
        )
        here = {rule.number: rule for rule in self.rules(language)}
        matching = next(filter(None, (self.rules_with_words(*each) for each in tries)), ())
        return tuple(here[rule.number] for rule in matching)

    def rules_with_words(self, language: str, words: str, fits: WordMatch) -> tuple[Rule, ...]:
        """Return the rules that contain every word; those with all of them in their names come first."""
        wanted = split_words(words, self.plain)

        def has_all(text: str) -> bool:
            there = split_words(text, self.plain)
            return bool(wanted) and all(any(fits(word, other) for other in there) for word in wanted)

        matching = [rule for rule in self.rules(language) if has_all(f"{rule.name} {rule.text} {rule.ruling}")]
        return tuple(sorted(matching, key=lambda rule: not has_all(rule.name)))


# ---- Reading -------------------------------------------------------------------------------------------------------

HEADING = re.compile(r"^## (?:\d+ )?(.+)$", re.MULTILINE)
RULE = r"^- \*\*({letter}\d+\.\d+) ?([^*]*)\*\* (.+?)(?=^- |\Z)"
MARK = re.compile(r"\*\*[^*]+\*\*")  # bold text within a rule; the ruling follows it
MARKDOWN = re.compile(r"\[([^]]*)\]\([^)]*\)|[*`]")
BLANKS = re.compile(r"[ \n]+")  # without no-break spaces, which are part of the text


@cache
def read(package: str, letter: str, language: str) -> tuple[Rule, ...]:
    """Parse the rules of a text; their numbers start with `letter`."""
    _, *parts = HEADING.split(document(package, language))
    chapters = zip(parts[::2], parts[1::2], strict=True)
    return tuple(rule for heading, text in chapters for rule in chapter_rules(letter, heading, text))


def document(package: str, language: str) -> str:
    """Return the text of the rules in one language, or in English while it is not translated."""
    translated = resources.files(package) / f"RULES.{language}.md"
    source = resources.files(package) / "RULES.md"
    return (translated if translated.is_file() else source).read_text("utf-8")


def chapter_rules(letter: str, heading: str, text: str) -> Iterator[Rule]:
    """Parse the rules below a heading."""
    for number, name, body in re.findall(RULE.format(letter=letter), text, re.DOTALL | re.MULTILINE):
        ruling = MARK.search(body)
        end, start = ruling.span() if ruling else (len(body), len(body))
        yield Rule(number, name, heading, strip_markdown(body[:end]), strip_markdown(body[start:]))


def strip_markdown(text: str) -> str:
    """Remove line breaks and Markdown."""
    return BLANKS.sub(" ", MARKDOWN.sub(r"\1", text)).strip(" ")


# ---- Words ---------------------------------------------------------------------------------------------------------

WORD = re.compile(r"\w+")
GERUND = re.compile(r"(?<=\w{3})ing$")  # drawing, scoring
VOWEL = "аеиоуыэюя"
FORMS = (  # endings of inflected words, and their replacements
    (re.compile(rf"(?<=\w{{3}})[{VOWEL}ьй]+(?:ми?|х|в|го|му|ть)?$"), ""),  # ущелье, ущельями; рогов; доброго
    (re.compile(rf"(?<=\w\w[^{VOWEL}])[ео](?=[^{VOWEL}]$)"), ""),  # замок, замка; камень, камни
    (re.compile(r"(?<=\w{3})(?<!s)[sx]$"), ""),  # horns; châteaux
    (re.compile(r"(?<=\w{3})e[edrz]$"), "e"),  # scored; piocher, piochez, piochée
    (re.compile(r"(?<=\w)ie$"), "y"),  # abilities
)


@lru_cache(2048)  # room for all texts and names, and for recent queries
def split_words(text: str, plain: Normalizer) -> tuple[str, ...]:
    """Split a text into words, in lower case and without accents."""
    return tuple(WORD.findall(plain(text)))


def starts_with(word: str, other: str) -> bool:
    """Return whether `other` starts with `word` or is a form of it."""
    return other.startswith(GERUND.sub("", word)) or is_form(word, other)


def is_form(word: str, other: str) -> bool:
    """Return whether two words differ only in their endings."""
    return stem(word) == stem(other)


@lru_cache(8192)
def stem(word: str) -> str:
    """Strip the ending of a word; good enough to find a rule in English, French and Russian."""
    for ending, without in FORMS:
        word = ending.sub(without, word)
    return word
