"""The rulebook of the Movie game; `engine.content.rulebook` reads and searches it."""

from heorot.engine.content.rulebook import Rule, Rulebook
from heorot.games.movie.table.notation import to_notation
from heorot.locales import LANGUAGES
from heorot.locales.keyboards import normalize

__all__ = ["BOOK", "Rule", "find", "rules"]

BOOK = Rulebook("heorot.games.movie", "mм", LANGUAGES, normalize, to_notation)  # the second letter is the Cyrillic one
rules, find = BOOK.rules, BOOK.find
