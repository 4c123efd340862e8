"""The rules as a person reads them, one by one in each of our languages, and how to find the one that is meant.

The texts are RULES.md and its translations. They say the same under the same numbers, so what is found in one language
can be shown in another.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from heorot.games.movie.notation import in_our_words
from heorot.locales import LANGUAGES
from heorot.locales.typed import plain

Fit = Callable[[str, str], bool]  # whether a word that is looked for is met by one that stands there
ORIGINAL = "en"  # the language of RULES.md, and of the words of the notation


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule in one language: what the rulebook says, and what we decided where it is silent."""

    number: str  # "M4.10"
    name: str  # "Gorge"; most have none
    chapter: str  # the chapter's heading, without its number
    text: str  # in one line, without the ruling; nothing if the whole rule is one
    ruling: str  # likewise; nothing if there is none


# ---- Reading -------------------------------------------------------------------------------------------------------

HEADING = re.compile(r"^## (?:\d+ )?(.+)$", re.MULTILINE)
RULE = re.compile(r"^- \*\*(M\d\.\d+) ?([^*]*)\*\* (.+?)(?=^- |\Z)", re.DOTALL | re.MULTILINE)
MARK = re.compile(r"\*\*[^*]+\*\*")  # the one thing in bold within a rule: what follows is a ruling
MARKDOWN = re.compile(r"\[([^]]*)\]\([^)]*\)|[*`]")
BLANKS = re.compile(r"[ \n]+")  # not the no-break spaces, which are part of the text


@cache
def rules(language: str) -> tuple[Rule, ...]:
    """Every rule in its order; the examples, which decide nothing, are not among them."""
    _, *parts = HEADING.split(document(language))
    chapters = zip(parts[::2], parts[1::2], strict=True)
    return tuple(rule for heading, text in chapters for rule in chapter_rules(heading, text))


def document(language: str) -> str:
    """The whole text in one language."""
    name = "RULES.md" if language == ORIGINAL else f"RULES.{language}.md"
    return (resources.files("heorot.games.movie") / name).read_text("utf-8")


def chapter_rules(heading: str, text: str) -> Iterator[Rule]:
    """The rules below a heading."""
    for number, name, said in RULE.findall(text):
        decided = MARK.search(said)
        end, start = decided.span() if decided else (len(said), len(said))
        yield Rule(number, name, heading, in_a_line(said[:end]), in_a_line(said[start:]))


def in_a_line(text: str) -> str:
    """A text without line breaks and without the marks of Markdown."""
    return BLANKS.sub(" ", MARKDOWN.sub(r"\1", text)).strip(" ")


# ---- Finding -------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"[mм]? ?(\d(?:\.\d+)?)\.?")  # the second letter is the Cyrillic one
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


def find(language: str, words: str) -> tuple[Rule, ...]:
    """The rules that are meant by a number, a chapter's number, or words; none if nothing fits."""
    number = NUMBER.fullmatch(plain(words))
    return numbered(language, f"M{number[1]}") if number else told_by(language, words)


def numbered(language: str, number: str) -> tuple[Rule, ...]:
    """One rule, or a whole chapter."""
    return tuple(rule for rule in rules(language) if number in (rule.number, rule.number.partition(".")[0]))


def told_by(language: str, words: str) -> tuple[Rule, ...]:
    """What holds the words in this language; if nothing does, in any; if still nothing, in the notation's words."""
    tries = (
        (language, words, begins),
        *((spoken, words, is_form) for spoken in LANGUAGES),
        (ORIGINAL, in_our_words(words), begins),
    )
    here = {rule.number: rule for rule in rules(language)}
    found = next(filter(None, (holding(*each) for each in tries)), ())
    return tuple(here[rule.number] for rule in found)


def holding(language: str, words: str, fits: Fit) -> tuple[Rule, ...]:
    """The rules that hold every word, first those that have them in their names."""
    wanted = words_of(words)
    found = [rule for rule in rules(language) if holds(f"{rule.name} {rule.text} {rule.ruling}", wanted, fits)]
    return tuple(sorted(found, key=lambda rule: not holds(rule.name, wanted, fits)))


@lru_cache(1024)  # all texts and names; what is typed is forgotten some day
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters and without accents."""
    return tuple(WORD.findall(plain(text)))


def holds(text: str, wanted: tuple[str, ...], fits: Fit) -> bool:
    """Whether a text has something that fits for every word, and there is one to fit."""
    there = words_of(text)
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
