"""The rules of a game as a person reads them, one by one in each language, and how to find the one that is meant.

The texts are RULES.md and its translations. They say the same under the same numbers, so what is found in one language
can be shown in another.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

Fit = Callable[[str, str], bool]  # whether a word that is looked for is met by one that stands there
Reading = Callable[[str], str]  # what was typed, made into what is looked for
ORIGINAL = "en"  # the language of RULES.md, and of the words of the notation


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule in one language: what the rulebook says, and what we decided where it is silent."""

    number: str  # the letter of the game, the chapter, the place in it: "X4.10"
    name: str  # most have none
    chapter: str  # the chapter's heading, without its number
    text: str  # in one line, without the ruling; nothing if the whole rule is one
    ruling: str  # likewise; nothing if there is none


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game: where its texts lie, and how its numbers and its words are typed."""

    package: str  # the folder of the texts
    letters: str  # what its numbers begin with, and what else is read as that: "xх", the second one Cyrillic
    languages: tuple[str, ...]
    plain: Reading  # in small letters, without accents
    in_our_words: Reading  # in the words of the notation

    def rules(self, language: str) -> tuple[Rule, ...]:
        """Every rule in its order; the examples, which decide nothing, are not among them."""
        return read(self.package, self.letters[0].upper(), language)

    def document(self, language: str) -> str:
        """The whole text in one language."""
        return document(self.package, language)

    def find(self, language: str, words: str) -> tuple[Rule, ...]:
        """The rules that are meant by a number, a chapter's number, or words; none if nothing fits."""
        typed = self.plain(words)
        number = re.fullmatch(rf"[{self.letters}]? ?(\d+(?:\.\d+)?)\.?", typed)
        found = self.numbered(language, number[1]) if number else ()
        is_a_word = not number or typed.isdecimal()  # also a number that a rule names
        return found or (self.told_by(language, words) if is_a_word else ())

    def numbered(self, language: str, number: str) -> tuple[Rule, ...]:
        """One rule, or a whole chapter."""
        wanted = self.letters[0].upper() + number
        return tuple(rule for rule in self.rules(language) if wanted in (rule.number, rule.number.partition(".")[0]))

    def told_by(self, language: str, words: str) -> tuple[Rule, ...]:
        """What holds the words in this language; if nothing does, in any; if still nothing, in the notation's words."""
        tries = (
            (language, words, begins),
            *((spoken, words, is_form) for spoken in self.languages),
            (ORIGINAL, self.in_our_words(words), begins),
        )
        here = {rule.number: rule for rule in self.rules(language)}
        found = next(filter(None, (self.holding(*each) for each in tries)), ())
        return tuple(here[rule.number] for rule in found)

    def holding(self, language: str, words: str, fits: Fit) -> tuple[Rule, ...]:
        """The rules that hold every word, first those that have them in their names."""
        wanted = words_of(words, self.plain)

        def held(text: str) -> bool:
            return holds(words_of(text, self.plain), wanted, fits)

        found = [rule for rule in self.rules(language) if held(f"{rule.name} {rule.text} {rule.ruling}")]
        return tuple(sorted(found, key=lambda rule: not held(rule.name)))


# ---- Reading -------------------------------------------------------------------------------------------------------

HEADING = re.compile(r"^## (?:\d+ )?(.+)$", re.MULTILINE)
RULE = r"^- \*\*({letter}\d+\.\d+) ?([^*]*)\*\* (.+?)(?=^- |\Z)"
MARK = re.compile(r"\*\*[^*]+\*\*")  # the one thing in bold within a rule: what follows is a ruling
MARKDOWN = re.compile(r"\[([^]]*)\]\([^)]*\)|[*`]")
BLANKS = re.compile(r"[ \n]+")  # not the no-break spaces, which are part of the text


@cache
def read(package: str, letter: str, language: str) -> tuple[Rule, ...]:
    """Every rule of a text whose number begins with a letter."""
    _, *parts = HEADING.split(document(package, language))
    chapters = zip(parts[::2], parts[1::2], strict=True)
    return tuple(rule for heading, text in chapters for rule in chapter_rules(letter, heading, text))


def document(package: str, language: str) -> str:
    """The whole text in one language."""
    name = "RULES.md" if language == ORIGINAL else f"RULES.{language}.md"
    return (resources.files(package) / name).read_text("utf-8")


def chapter_rules(letter: str, heading: str, text: str) -> Iterator[Rule]:
    """The rules below a heading."""
    for number, name, said in re.findall(RULE.format(letter=letter), text, re.DOTALL | re.MULTILINE):
        decided = MARK.search(said)
        end, start = decided.span() if decided else (len(said), len(said))
        yield Rule(number, name, heading, in_a_line(said[:end]), in_a_line(said[start:]))


def in_a_line(text: str) -> str:
    """A text without line breaks and without the marks of Markdown."""
    return BLANKS.sub(" ", MARKDOWN.sub(r"\1", text)).strip(" ")


# ---- Words ---------------------------------------------------------------------------------------------------------

WORD = re.compile(r"\w+")
GERUND = re.compile(r"(?<=\w{3})ing$")  # drawing, scoring
VOWEL = "аеиоуыэюя"
FORMS = (  # endings that come and go, and what stands there without them
    (re.compile(rf"(?<=\w{{3}})[{VOWEL}ьй]+(?:ми?|х|в|го|му|ть)?$"), ""),  # ущелье, ущельями; рогов; доброго
    (re.compile(rf"(?<=\w\w[^{VOWEL}])[ео](?=[^{VOWEL}]$)"), ""),  # замок, замка; камень, камни
    (re.compile(r"(?<=\w{3})(?<!s)[sx]$"), ""),  # horns; châteaux
    (re.compile(r"(?<=\w{3})e[edrz]$"), "e"),  # scored; piocher, piochez, piochée
    (re.compile(r"(?<=\w)ie$"), "y"),  # abilities
)


@lru_cache(2048)  # all texts and names; what is typed is forgotten some day
def words_of(text: str, plain: Reading) -> tuple[str, ...]:
    """The words of a text, in small letters and without accents."""
    return tuple(WORD.findall(plain(text)))


def holds(there: tuple[str, ...], wanted: tuple[str, ...], fits: Fit) -> bool:
    """Whether something fits for every word that is wanted, and there is one to fit."""
    return bool(wanted) and all(any(fits(word, other) for other in there) for word in wanted)


def begins(word: str, other: str) -> bool:
    """Whether another word begins with this one, or is a form of it."""
    return other.startswith(GERUND.sub("", word)) or is_form(word, other)


def is_form(word: str, other: str) -> bool:
    """Whether two words differ by their endings at most."""
    return stem(word) == stem(other)


@lru_cache(8192)
def stem(word: str) -> str:
    """What all forms of a word have in common: near enough to find a rule, in our three languages."""
    for ending, without in FORMS:
        word = ending.sub(without, word)
    return word
