"""Access to the rulebooks, shared by the tests of all games."""

import re
from typing import NamedTuple

import pytest

from heorot.engine.content.rulebook import Rule, Rulebook
from heorot.games.legend.text import rulebook as legend
from heorot.games.movie.text import rulebook as movie
from heorot.locales import LANGUAGES, catalogue

LINK = re.compile(r"\]\(([^)]+)\)")
NAME_IN_ENGLISH = re.compile(r"legend\.(?:card|episode)\.")  # the French rulebook has these names in English too


class Texts(NamedTuple):
    """The rulebook of a game and its exceptions."""

    game: str
    book: Rulebook
    only_rulings: tuple[str, ...]  # rules that are entirely our rulings
    kept_in_english: tuple[str, ...]  # names that are printed in English in every language
    said_in_latin: str  # pattern of Latin letters in Russian, besides rule numbers

    def __str__(self) -> str:
        return self.game

    @property
    def letter(self) -> str:
        """The first letter of rule numbers."""
        return self.book.letters[0].upper()

    def rules(self, language: str) -> tuple[Rule, ...]:
        return self.book.rules(language)

    def numbers(self, language: str, typed: str) -> list[str]:
        """Return the numbers of the rules that are found."""
        return [rule.number for rule in self.book.find(language, typed)]

    def prose(self, language: str) -> str:
        """Return a text without its links and English names."""
        text = LINK.sub("]", self.book.document(language))
        names = sorted(self.kept_in_english, key=len, reverse=True)
        pattern = "|".join(re.escape(name.replace("'", "’")).replace(r"\ ", r"\s+") for name in names)
        return re.sub(pattern, "…", text) if pattern and language != "en" else text


def printed_names() -> tuple[str, ...]:
    """Return the English names of episodes and special cards."""
    return tuple(name for key, name in catalogue("en").items() if NAME_IN_ENGLISH.match(key))


MOVIE = Texts("movie", movie.BOOK, ("M2.7", "M2.8", "M3.2", "M3.4", "M3.9", "M4.13"), (), r"\bI{1,3}\b|\b[A-G]\b")
LEGEND = Texts("legend", legend.BOOK, ("L3.4", "L3.5", "L5.7", "L7.7"), printed_names(), r"(?!)")

every_language = pytest.mark.parametrize("language", LANGUAGES)
translated = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
every_game = pytest.mark.parametrize("texts", [MOVIE, LEGEND], ids=str)
