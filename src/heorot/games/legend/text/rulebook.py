"""The rules of the Legend as a person reads them; `engine.rulebook` says how they are read and found."""

from heorot.engine.rulebook import Rule, Rulebook
from heorot.games.legend.notation import in_our_words
from heorot.locales import LANGUAGES
from heorot.locales.typed import plain

__all__ = ["BOOK", "Rule", "find", "rules"]

BOOK = Rulebook("heorot.games.legend", "lл", LANGUAGES, plain, in_our_words)  # the second letter is Cyrillic
rules, find = BOOK.rules, BOOK.find
