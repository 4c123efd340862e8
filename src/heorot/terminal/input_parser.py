"""Parsing of typed lines: notation, numbers of the list, unambiguous abbreviations, commands and typing errors.

This module knows no title: the game reads its notation, and each choice comes with the phrases that select it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from heorot.engine.errors import HeorotError, Unreadable
from heorot.engine.seats import Seat
from heorot.engine.sentence import Sentence
from heorot.locales import catalogue, typed_words
from heorot.locales.keyboards import columns_by_keys, columns_by_look, normalize, to_latin_layout, to_russian_layout

SIMILARITY = 0.7  # lowest `difflib` ratio of a word and its correction
MAX_MEANINGS_SHOWN = 6  # of an ambiguous text
NUMBER = re.compile(r"([0-9]{1,3})[.):]?(?:\s+(.+))?")
SEPARATOR = re.compile(r"\s*,(?:\s+|$)")  # between inputs; a comma inside a word may be a letter of another keyboard
WORD_AND_NUMBER = re.compile(r"(\D+)(\d+)")


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the numbered list: all actions that start alike, by their endings."""

    label: Sentence
    rule: str
    phrases: tuple[str, ...]  # beginnings that can be typed, first in the language of the game
    endings: Mapping[str, Any]  # actions by ending; the ending is empty if nothing follows
    secret: bool = False  # its label reveals hidden information of its owner


@dataclass(frozen=True, slots=True)
class ReplaceLatest:
    """Actions that replace the player's own latest ones, which nobody else has seen: they name a set in the order of
    the rules, although its pieces were typed in another order."""

    undo_count: int
    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command of the program, such as `help`, with the rest of the line."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A text that was not understood, and the closest one that would be."""

    text: str  # as typed
    suggestion: str


class RefusedCorrection(HeorotError):
    """A text that was understood only after a correction, and is illegal even so."""

    def __init__(self, correction: Correction, refusal: HeorotError) -> None:
        super().__init__("play.read-as", text=correction.text[:60], meant=correction.suggestion[:60])
        self.refusal = refusal


Meaning = Any  # an action of the game, a ReplaceLatest, or a Choice whose ending is missing


class InputParser:
    """Parses what the person at one seat types in answer to one question."""

    def __init__(
        self,
        game: Any,
        table: Any,
        seat: Seat,
        choices: Sequence[Choice],
        to_notation: Callable[[str], str] = normalize,
        vocabulary: Sequence[str] = (),
        hide_secrets: bool = False,
    ) -> None:
        self.game = game
        self.table = table
        self.seat = seat
        self.choices = choices
        self.to_notation = to_notation  # translates a text into the words of the notation
        self.vocabulary = vocabulary  # words that can be typed at other times
        self.visible = [choice for choice in choices if not (hide_secrets and choice.secret)]
        self.phrases = {  # every phrase of every visible action
            f"{start} {ending}".strip(): action
            for choice in self.visible
            for start in choice.phrases
            for ending, action in choice.endings.items()
        }

    # ---- Parsing ---------------------------------------------------------------------------------------------------

    def split_line(self, text: str) -> list[str]:
        """Split a line into inputs at commas. Numbers refer to the current list, so they are replaced by phrases."""
        if find_command(text) is not None:
            return [text]
        parts = [part for part in SEPARATOR.split(text) if part.strip()]
        return [self.spell_out(part) for part in parts] if len(parts) > 1 else [text]

    def spell_out(self, text: str) -> str:
        """Replace a leading number of the list by its phrase."""
        choice, ending = self.find_numbered(text)
        return text if choice is None else f"{choice.phrases[0]} {ending}".strip()

    def parse(self, text: str, open_choice: Choice | None = None) -> Meaning | TypedCommand | Correction:
        """Return the meaning of a text, a command, or a correction. Raise `HeorotError` if there is none. If
        `open_choice` was selected before, its ending alone can be typed."""
        if open_choice is not None and (actions := find_ending(open_choice, text)):
            return actions[0]
        command = find_command(text)
        if command is not None:
            return command
        if open_choice is not None and (refusal := self.refusal_of(f"{open_choice.phrases[0]} {text}")) is not None:
            raise refusal
        return self.parse_answer(text)

    def parse_answer(self, text: str) -> Meaning | TypedCommand | Correction:
        """Return the meaning of a text that is neither an ending nor a full command."""
        for variant in keyboard_variants(text):
            found = self.meanings(variant)
            if len(found) > 1:
                options = tuple(Sentence("play.quoted", text=phrase) for phrase in self.phrases_of(found))
                raise Unreadable("play.ambiguous", text=text[:60], options=options[:MAX_MEANINGS_SHOWN])
            if found:
                return found[0]
            if (expanded := self.expand_refused(variant)) is not None:
                raise RefusedCorrection(expanded, self.read_refusal(expanded.suggestion))
            if (command := find_abbreviated_command(variant)) is not None:
                return command
        return self.correct(text)

    def meanings(self, text: str) -> list[Meaning]:
        """Return all meanings of a text: exact ones, else those that it abbreviates."""
        # The list comes first, because a box can name a tile like a number.
        exact = [*self.by_number(text)] or [*self.by_notation(text)] or [*self.by_phrase(text)]
        return unique(exact) or unique(self.by_abbreviation(text))

    def by_number(self, text: str) -> Iterator[Meaning]:
        """Yield the meanings of a number of the list, perhaps with an ending: `2`, `2 c4`."""
        choice, ending = self.find_numbered(text)
        if choice is None:
            return
        if ending:
            yield from find_ending(choice, ending) or abbreviated_endings(choice, ending)
        elif len(choice.endings) == 1:
            yield from choice.endings.values()
        else:
            yield choice

    def find_numbered(self, text: str) -> tuple[Choice | None, str]:
        """Return the choice whose number a text starts with, and the rest of the text."""
        found = NUMBER.fullmatch(text.strip())
        if not found or not 1 <= int(found[1]) <= len(self.choices):
            return None, ""
        return self.choices[int(found[1]) - 1], found[2] or ""

    def by_notation(self, text: str) -> Iterator[Meaning]:
        """Yield the legal action that a text means in the notation, in any language."""
        try:
            action = self.game.read(self.table, text)
        except Unreadable:
            return
        if self.game.refusal(self.table, self.seat, action) is None:
            yield action

    def by_phrase(self, text: str) -> Iterator[Meaning]:
        """Yield the actions that have a text as a phrase."""
        yield from (action for phrase, action in self.phrases.items() if normalize(phrase) == normalize(text))

    def by_abbreviation(self, text: str) -> Iterator[Meaning]:
        """Yield the choices that a text abbreviates word by word, as typed or in the words of the notation."""
        for variant in dict.fromkeys((columns_by_keys(normalize(text)), self.to_notation(text))):
            yield from self.abbreviated(variant.split())

    def abbreviated(self, typed: list[str]) -> Iterator[Meaning]:
        """Yield the choices that start with these word beginnings, or else the actions."""
        if not typed:
            return
        found = [choice for choice in self.visible if any(abbreviates(typed, start) for start in choice.phrases)]
        yield from (choice if len(choice.endings) > 1 else next(iter(choice.endings.values())) for choice in found)
        if not found:
            yield from (action for phrase, action in self.phrases.items() if abbreviates(typed, phrase))

    def expand_refused(self, text: str) -> Correction | None:
        """Expand an input with an unambiguous beginning and an illegal ending: `t b3` or `2 b3` for a Thane."""
        choice, ending = self.find_numbered(columns_by_keys(normalize(text)))
        if choice is not None and ending:
            expanded = [f"{choice.phrases[0]} {ending}"]
        elif self.refusal_of(text) is not None:
            return None  # not abbreviated
        else:
            expanded = [phrase for choice in self.visible for phrase in self.expand(choice, text)]
        refused = [phrase for phrase in expanded if self.refusal_of(phrase) is not None]
        return Correction(text, refused[0]) if len(refused) == 1 else None

    def expand(self, choice: Choice, text: str) -> list[str]:
        """Return a text with the abbreviated phrase of a choice spelled out; empty if it does not start with one."""
        typed = columns_by_keys(normalize(text)).split()
        for start in filter(None, choice.phrases):
            length = len(start.split())
            if len(typed) > length and abbreviates(typed[:length], start):
                return [" ".join([start, *typed[length:]])]
        return []

    # ---- Corrections -----------------------------------------------------------------------------------------------

    def correct(self, text: str) -> Correction:
        """Return the closest valid reading of a text. Raise the refusal if the text is readable but illegal."""
        for variant in keyboard_variants(text):
            if (refusal := self.refusal_of(variant)) is not None:
                raise refusal
        return self.closest(text)

    def read_refusal(self, text: str) -> HeorotError:
        """Return why a readable action is illegal. Raise `Unreadable` if it cannot be read."""
        action = self.game.read(self.table, text)
        refusal: HeorotError | None = self.game.refusal(self.table, self.seat, action)
        return refusal or Unreadable("notation.unknown", text=text[:60])

    def closest(self, text: str) -> Correction:
        """Return a text with its words corrected. Raise `RefusedCorrection` if that is illegal, `Unreadable` if it does
        not help."""
        corrected = map(self.correct_word, columns_by_keys(normalize(text)).split())
        correction = Correction(text, " ".join(corrected))
        if correction.suggestion != normalize(text):
            if self.meanings(correction.suggestion) or find_command(correction.suggestion):
                return correction
            if (refusal := self.refusal_of(correction.suggestion)) is not None:
                raise RefusedCorrection(correction, refusal)
        if close := get_close_matches(normalize(text), [normalize(phrase) for phrase in self.phrases], 1, SIMILARITY):
            return Correction(text, close[0])
        self.game.read(self.table, text)
        raise Unreadable("notation.unknown", text=text[:60])

    def refusal_of(self, text: str) -> HeorotError | None:
        """Return why a text is illegal; None if it cannot be read."""
        try:
            return self.read_refusal(text)
        except Unreadable:
            return None

    def correct_word(self, word: str) -> str:
        """Return the closest known word. Words with digits stay as they are."""
        known = [part for phrase in (*self.phrases, *self.vocabulary) for part in normalize(phrase).split()]
        known += command_words()
        if word in known or re.search(r"\d", word):
            return word
        return next(iter(get_close_matches(word, known, 1, SIMILARITY)), word)

    def phrases_of(self, meanings: list[Meaning]) -> list[str]:
        """Return a phrase for each meaning."""
        actions = list(self.phrases.items())
        return [
            meaning.phrases[0] if isinstance(meaning, Choice) else next(p for p, action in actions if action == meaning)
            for meaning in meanings
        ]

    # ---- Completion ------------------------------------------------------------------------------------------------

    def complete(self, line: str, language: str, open_choice: Choice | None = None) -> list[str]:
        """Return the words that can complete the last word of a line, in a language or in the notation."""
        *before, last = line.split(" ") or [""]
        typed = normalize(" ".join(before)).split()
        if typed and find_command(typed[0]):
            typed = typed[1:]
        if typed and (numbered := self.find_numbered(typed[0])[0]) is not None:
            typed, open_choice = typed[1:], numbered
        pool = [*self.phrases] if typed or open_choice is None else [*open_choice.endings]
        if not typed:
            pool += [*open_choice.endings] if open_choice else command_names(language)
        following = (next_word(typed, phrase) for phrase in pool)
        return sorted({word for word in following if word and normalize(word).startswith(normalize(last))})


def keyboard_variants(text: str) -> list[str]:
    """Return a text as typed, and as it would read on another keyboard layout."""
    return list(dict.fromkeys((text, columns_by_look(text), to_latin_layout(text), to_russian_layout(text))))


def next_word(typed: list[str], phrase: str) -> str:
    """Return the word of a phrase after those typed; empty if the phrase does not start with them."""
    parts = phrase.split()
    fits = len(parts) > len(typed) and abbreviates(typed, phrase)
    return parts[len(typed)] if fits else ""


def abbreviates(typed: list[str], phrase: str) -> bool:
    """Return whether every typed word is the beginning of the word at its place in a phrase."""
    parts = normalize(phrase).split()
    return len(typed) <= len(parts) and all(map(abbreviates_word, typed, parts))


def abbreviates_word(word: str, whole: str) -> bool:
    """Return whether a word is the beginning of another, or has a number at the end like it: `w2` for `wit2`."""
    if whole.startswith(word):
        return True
    short, full = WORD_AND_NUMBER.fullmatch(word), WORD_AND_NUMBER.fullmatch(whole)
    return bool(short and full and full[1].startswith(short[1]) and full[2] == short[2])


def unique(found: Iterator[Meaning] | list[Meaning]) -> list[Meaning]:
    """Return each meaning once; meanings need not be hashable."""
    once: list[Meaning] = []
    for meaning in found:
        if meaning not in once:
            once.append(meaning)
    return once


def find_ending(choice: Choice, text: str) -> list[Meaning]:
    """Return the action whose ending is typed in full or by an unambiguous beginning; empty if there is none."""
    for variant in dict.fromkeys((normalize(text), to_latin_layout(text))):
        endings = {normalize(ending): action for ending, action in choice.endings.items()}
        if variant in endings:
            return [endings[variant]]
    found = abbreviated_endings(choice, text)
    return found if len(found) == 1 else []


def abbreviated_endings(choice: Choice, text: str) -> list[Meaning]:
    """Return the actions whose endings start with a text."""
    for variant in filter(None, dict.fromkeys((normalize(text), to_latin_layout(text)))):
        if found := [action for ending, action in choice.endings.items() if normalize(ending).startswith(variant)]:
            return found
    return []


# ---- Commands ------------------------------------------------------------------------------------------------------


@cache
def command_words() -> dict[str, str]:
    """Return the command of every command word, in all languages."""
    return {normalize(phrase): name for name, phrases in typed_words("play.command").items() for phrase in phrases}


def command_names(language: str) -> list[str]:
    """Return the main word of each command in one language."""
    return [catalogue(language)[f"play.command.{name}"].split("|")[0] for name in typed_words("play.command")]


def find_command(text: str) -> TypedCommand | None:
    """Return the command whose word a text starts with."""
    first, _, rest = text.strip().partition(" ")
    for word in (normalize(first), to_latin_layout(first)):
        if word in command_words():
            return TypedCommand(command_words()[word], rest.strip())
    if text.strip().startswith("?"):
        return TypedCommand(command_words()["?"], text.strip()[1:].strip())
    return None


def is_command(text: str, name: str) -> bool:
    """Return whether a text is the command `name`."""
    command = find_command(text)
    return command is not None and command.name == name


def find_abbreviated_command(text: str) -> TypedCommand | None:
    """Return the command whose word is abbreviated by at least two letters, if only one command fits."""
    first, _, rest = text.strip().partition(" ")
    names = {name for word, name in command_words().items() if len(first) > 1 and word.startswith(normalize(first))}
    return TypedCommand(names.pop(), rest.strip()) if len(names) == 1 else None
