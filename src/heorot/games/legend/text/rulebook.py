"""Rulebook of the Legend; `engine/content/rulebook.py` reads and searches it."""

from heorot.engine.content.rulebook import Rule, Rulebook
from heorot.games.legend.table.notation import to_notation
from heorot.locales import LANGUAGES
from heorot.locales.keyboards import normalize

__all__ = ["BOOK", "Rule", "find", "rules"]

BOOK = Rulebook("heorot.games.legend", "lл", LANGUAGES, normalize, to_notation)  # the second letter is Cyrillic
rules, find = BOOK.rules, BOOK.find
