"""The rules of the Movie game as a person reads them; `engine.rulebook` says how they are read and found."""

from heorot.engine.rulebook import Rule, Rulebook
from heorot.games.movie.notation import in_our_words
from heorot.locales import LANGUAGES
from heorot.locales.typed import plain

__all__ = ["BOOK", "Rule", "find", "rules"]

BOOK = Rulebook("heorot.games.movie", "mм", LANGUAGES, plain, in_our_words)  # the second letter is the Cyrillic one
rules, find = BOOK.rules, BOOK.find
