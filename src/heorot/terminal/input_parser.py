"""What a person typed, understood: notation, a number of the list, unambiguous beginnings, a command, a slip.

Nothing here knows a title: the game reads its notation, and what may be answered comes with its ways to be typed.
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
from heorot.locales import catalogue, words
from heorot.locales.typed import by_keys, by_other_keys, columns_by_keys, columns_by_look, plain

CLOSE = 0.7  # how much of a word must be right to be taken for a slip
SHOWN = 6  # meanings of an ambiguous text
NUMBER = re.compile(r"([0-9]{1,3})[.):]?(?:\s+(.+))?")
BETWEEN = re.compile(r"\s*,(?:\s+|$)")  # answers of one line; a comma within a word may be a letter of another keyboard
COUNTED = re.compile(r"(\D+)(\d+)")


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the list of what may be answered: all that begins alike, with the ways to end it."""

    label: Sentence
    rule: str
    typed: tuple[str, ...]  # how it begins, first in the language of the game
    ends: Mapping[str, Any]  # actions by how they end; an empty text where nothing follows
    secret: bool = False  # it tells what only its owner knows


@dataclass(frozen=True, slots=True)
class Anew:
    """Answers in the place of one's own latest ones, which nobody has seen and which are taken back first: a set that
    the rules want in a fixed order may be named in any."""

    taken_back: int
    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is asked of the program, not said in the game."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A text that was not understood, and the nearest thing it may have meant."""

    text: str  # as it was typed
    meant: str


class Misread(HeorotError):
    """A text that was understood only after a slip was mended, and is not allowed even so."""

    def __init__(self, slip: Slip, refused: HeorotError) -> None:
        super().__init__("play.read-as", text=slip.text[:60], meant=slip.meant[:60])
        self.refused = refused


Canon = Callable[[str], str]
Understood = Any  # an action of the game, several Anew, or a Choice of several


class Reader:
    """Understands what the person at one seat types to one question."""

    def __init__(
        self, game: Any, table: Any, seat: Seat, choices: Sequence[Choice], canon: Canon = plain,
        vocabulary: Sequence[str] = (), discreet: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.table = table
        self.seat = seat
        self.choices = choices
        self.canon = canon  # a text in the words of the notation
        self.vocabulary = vocabulary  # words that may be typed at other times
        self.open = [choice for choice in choices if not (discreet and choice.secret)]  # what may be hinted at
        self.phrases = {  # every way to type every answer
            f"{start} {end}".strip(): action
            for choice in self.open
            for start in choice.typed
            for end, action in choice.ends.items()
        }

    # ---- Understanding ---------------------------------------------------------------------------------------------

    def parts(self, text: str) -> list[str]:
        """Several answers in one line, with commas between them. Numbers are those of the list as it stands now, so
        they are spelt out."""
        if find_command(text) is not None:
            return [text]
        said = [part for part in BETWEEN.split(text) if part.strip()]
        return [self.spell_out(part) for part in said] if len(said) > 1 else [text]

    def spell_out(self, text: str) -> str:
        """A number of the list in words."""
        choice, end = self.numbered(text)
        return text if choice is None else f"{choice.typed[0]} {end}".strip()

    def read(self, text: str, within: Choice | None = None) -> Understood | Command | Slip:
        """An action, a choice whose end is missing, a command, or a slip; raises what a person should be told.
        `within` is a choice that was made before: then its end alone may be typed."""
        if within is not None and (ends := find_end(within, text)):
            return ends[0]
        command = find_command(text)
        if command is not None:
            return command
        if within is not None and (refused := self.refused(f"{within.typed[0]} {text}")) is not None:
            raise refused
        return self.answer(text)

    def answer(self, text: str) -> Understood | Command | Slip:
        """What may be answered, by any of the ways to say it."""
        for said in layouts(text):
            found = self.meanings(said)
            if len(found) > 1:
                told = tuple(Sentence("play.quoted", text=phrase) for phrase in self.name(found)[:SHOWN])
                raise Unreadable("play.ambiguous", text=text[:60], options=told)
            if found:
                return found[0]
            if (slip := self.attempt(said)) is not None:
                raise Misread(slip, self.refusal(slip.meant))
            if (command := begun_command(said)) is not None:
                return command
        return self.mend(text)

    def meanings(self, text: str) -> list[Understood]:
        """Everything that may be answered and that a text may mean: exactly, or else by its beginnings."""
        exact = [*self.by_number(text)] or [*self.by_notation(text)]  # the list wins: a tile can be given its sign
        exact = exact or [*self.by_phrase(text)]
        return unique(exact) or unique(self.by_beginnings(text))

    def by_number(self, text: str) -> Iterator[Understood]:
        """`2`, or `2 c4`: a line of the list, perhaps with its end."""
        choice, end = self.numbered(text)
        if choice is None:
            return
        if end:
            yield from find_end(choice, end) or begun_ends(choice, end)
        elif len(choice.ends) == 1:
            yield from choice.ends.values()
        else:
            yield choice

    def numbered(self, text: str) -> tuple[Choice | None, str]:
        """The line of the list whose number a text begins with, and what follows it."""
        found = NUMBER.fullmatch(text.strip())
        if not found or not 1 <= int(found[1]) <= len(self.choices):
            return None, ""
        return self.choices[int(found[1]) - 1], found[2] or ""

    def by_notation(self, text: str) -> Iterator[Understood]:
        """The notation, in any of our languages."""
        try:
            action = self.game.read(self.table, text)
        except Unreadable:
            return
        if self.game.refusal(self.table, self.seat, action) is None:
            yield action

    def by_phrase(self, text: str) -> Iterator[Understood]:
        """An answer as it is offered, word for word."""
        yield from (action for phrase, action in self.phrases.items() if plain(phrase) == plain(text))

    def by_beginnings(self, text: str) -> Iterator[Understood]:
        """Every word begins as one of an answer does: a line of the list, or if there is more, an answer."""
        for said in dict.fromkeys((columns_by_keys(plain(text)), self.canon(text))):
            yield from self.begun(said.split())

    def begun(self, typed: list[str]) -> Iterator[Understood]:
        """What begins with these words."""
        if not typed:
            return
        lines = [choice for choice in self.open if any(begins(typed, start) for start in choice.typed)]
        yield from (choice if len(choice.ends) > 1 else next(iter(choice.ends.values())) for choice in lines)
        if not lines:
            yield from (action for phrase, action in self.phrases.items() if begins(typed, phrase))

    def attempt(self, text: str) -> Slip | None:
        """An answer whose beginning leaves no doubt, though its end is not allowed: `t b3` or `2 b3` for a Thane."""
        choice, end = self.numbered(columns_by_keys(plain(text)))
        if choice is not None and end:
            meant = [f"{choice.typed[0]} {end}"]
        elif self.refused(text) is not None:
            return None  # it is spelt out already
        else:
            meant = [phrase for choice in self.open for phrase in self.expand(choice, text)]
        refused = [phrase for phrase in meant if self.refused(phrase) is not None]
        return Slip(text, refused[0]) if len(refused) == 1 else None

    def expand(self, choice: Choice, text: str) -> list[str]:
        """A text with its beginning spelt out, if it is the beginning of this choice."""
        typed = columns_by_keys(plain(text)).split()
        for start in filter(None, choice.typed):
            length = len(start.split())
            if len(typed) > length and begins(typed[:length], start):
                return [" ".join([start, *typed[length:]])]
        return []

    # ---- Slips -----------------------------------------------------------------------------------------------------

    def mend(self, text: str) -> Slip:
        """The nearest reading of a text that means nothing; raises the rule that forbids what it does mean."""
        for said in layouts(text):
            if (refused := self.refused(said)) is not None:
                raise refused
        return self.nearest(text)

    def refusal(self, text: str) -> HeorotError:
        """Why an answer that can be read is not allowed; raises Unreadable."""
        action = self.game.read(self.table, text)
        refused: HeorotError | None = self.game.refusal(self.table, self.seat, action)
        return refused or Unreadable("notation.unknown", text=text[:60])

    def nearest(self, text: str) -> Slip:
        """A text with its words mended, if that helps; raises Misread if it is forbidden even so, or Unreadable."""
        slip = Slip(text, " ".join(self.mend_word(word) for word in columns_by_keys(plain(text)).split()))
        if slip.meant != plain(text):
            if self.meanings(slip.meant) or find_command(slip.meant):
                return slip
            if (refused := self.refused(slip.meant)) is not None:
                raise Misread(slip, refused)
        if close := get_close_matches(plain(text), [plain(phrase) for phrase in self.phrases], 1, CLOSE):
            return Slip(text, close[0])
        self.game.read(self.table, text)
        raise Unreadable("notation.unknown", text=text[:60])

    def refused(self, text: str) -> HeorotError | None:
        """Why a text is not allowed, if it can be read at all."""
        try:
            return self.refusal(text)
        except Unreadable:
            return None

    def mend_word(self, word: str) -> str:
        """The nearest word that may be typed; spaces and numbers stay as they are."""
        known = [part for phrase in (*self.phrases, *self.vocabulary) for part in plain(phrase).split()]
        known += command_words()
        if word in known or re.search(r"\d", word):
            return word
        return next(iter(get_close_matches(word, known, 1, CLOSE)), word)

    def name(self, found: list[Understood]) -> list[str]:
        """How several meanings are typed."""
        actions = list(self.phrases.items())
        return [
            meaning.typed[0] if isinstance(meaning, Choice) else next(p for p, action in actions if action == meaning)
            for meaning in found
        ]

    # ---- Completing ------------------------------------------------------------------------------------------------

    def complete(self, line: str, language: str, within: Choice | None = None) -> list[str]:
        """The words that may stand where the last one is being typed, in a language or as in the notation."""
        *before, last = line.split(" ") or [""]
        typed = plain(" ".join(before)).split()
        if typed and find_command(typed[0]):
            typed = typed[1:]
        if typed and (numbered := self.numbered(typed[0])[0]) is not None:
            typed, within = typed[1:], numbered
        pool = [*self.phrases] if typed or within is None else [*within.ends]
        if not typed:
            pool += [*within.ends] if within else command_names(language)
        nexts = (words_after(typed, phrase) for phrase in pool)
        return sorted({word for word in nexts if word and plain(word).startswith(plain(last))})


def layouts(text: str) -> list[str]:
    """A text as it was typed, and as it may have been meant on another keyboard."""
    return list(dict.fromkeys((text, columns_by_look(text), by_keys(text), by_other_keys(text))))


def words_after(typed: list[str], phrase: str) -> str:
    """The word of a phrase that follows what was typed, or nothing."""
    parts = phrase.split()
    fits = len(parts) > len(typed) and begins(typed, phrase)
    return parts[len(typed)] if fits else ""


def begins(typed: list[str], phrase: str) -> bool:
    """Whether every typed word is the beginning of the word in its place."""
    parts = plain(phrase).split()
    return len(typed) <= len(parts) and all(map(begins_word, typed, parts))


def begins_word(word: str, part: str) -> bool:
    """Whether a word is the beginning of another; of `wit2` also `w2` is."""
    if part.startswith(word):
        return True
    begun, whole = COUNTED.fullmatch(word), COUNTED.fullmatch(part)
    return bool(begun and whole and whole[1].startswith(begun[1]) and whole[2] == begun[2])


def unique(found: Iterator[Understood] | list[Understood]) -> list[Understood]:
    """Each meaning once."""
    once: list[Understood] = []
    for meaning in found:
        if meaning not in once:
            once.append(meaning)
    return once


def find_end(choice: Choice, text: str) -> list[Understood]:
    """The end of a choice: typed out, or its beginning if that leaves no doubt."""
    for said in dict.fromkeys((plain(text), by_keys(text))):
        ends = {plain(end): action for end, action in choice.ends.items()}
        if said in ends:
            return [ends[said]]
    begun = begun_ends(choice, text)
    return begun if len(begun) == 1 else []


def begun_ends(choice: Choice, text: str) -> list[Understood]:
    """All ends of a choice that begin like this."""
    for said in filter(None, dict.fromkeys((plain(text), by_keys(text)))):
        if begun := [action for end, action in choice.ends.items() if plain(end).startswith(said)]:
            return begun
    return []


# ---- Commands ------------------------------------------------------------------------------------------------------


@cache
def command_words() -> dict[str, str]:
    """Every word for a command, in any language, and the command."""
    return {plain(phrase): name for name, phrases in words("play.command").items() for phrase in phrases}


def command_names(language: str) -> list[str]:
    """The words for commands in one language, the first of each."""
    return [catalogue(language)[f"play.command.{name}"].split("|")[0] for name in words("play.command")]


def find_command(text: str) -> Command | None:
    """A command by one of its words, with whatever follows."""
    first, _, rest = text.strip().partition(" ")
    for word in (plain(first), by_keys(first)):
        if word in command_words():
            return Command(command_words()[word], rest.strip())
    if text.strip().startswith("?"):
        return Command(command_words()["?"], text.strip()[1:].strip())
    return None


def is_command(text: str, name: str) -> bool:
    """Whether a text is this command."""
    command = find_command(text)
    return command is not None and command.name == name


def begun_command(text: str) -> Command | None:
    """A command by the beginning of its word, if no other begins so."""
    first, _, rest = text.strip().partition(" ")
    names = {name for word, name in command_words().items() if len(first) > 1 and word.startswith(plain(first))}
    return Command(names.pop(), rest.strip()) if len(names) == 1 else None
