"""Read figures in words, `brown longship` or `Drakkar d’Anna`: kind and owner, in any supported language."""

import re
from functools import cache

from heorot.games.movie.model.components import KIND_WORDS
from heorot.locales import typed_words
from heorot.locales.keyboards import normalize

NO_OWNER = ""  # the owner of figures without one
PUNCTUATION = str.maketrans("(),", "   ")  # replaced by blanks
POSSESSIVE, OF = re.compile("['’]s$"), re.compile("^d['’]", re.IGNORECASE)
LONGEST_NAME = 2  # words, as in `castle Herot`


@cache
def kind_names() -> dict[str, str]:
    """Map the names of kinds of figures in all languages to kinds."""
    return {normalize(name): kind for kind in KIND_WORDS for name in typed_words("movie.read")[kind]}


def split_words(text: str) -> list[str]:
    """Split a figure into words."""
    return text.translate(PUNCTUATION).split()


def find_kinds_and_owner(spoken: list[str]) -> tuple[set[str], str]:
    """Return the kinds that are named, which should be one, and the owner: all other words, in any order."""
    kinds: set[str] = set()
    before, behind = spoken, list[str]()
    while name := find_name([*before, *behind]):
        before, kind, behind = name
        kinds.add(kind)
    return kinds, owner_of(before, behind)


def find_name(spoken: list[str]) -> tuple[list[str], str, list[str]] | None:
    """Return the words before the name of a kind, the kind, and the words after it; longer names go first."""
    for length in range(LONGEST_NAME, 0, -1):
        for start in range(len(spoken) - length + 1):
            if kind := kind_names().get(normalize(" ".join(spoken[start : start + length]))):
                return spoken[:start], kind, spoken[start + length :]
    return None


def owner_of(before: list[str], behind: list[str]) -> str:
    """Return the owner: the words around the kind, without linking words like `of` and `the`."""
    linking = {normalize(word) for word in typed_words("movie.read")["filler"]}
    if all(normalize(word) in linking for word in before):
        before = []
    while behind and normalize(behind[0]) in linking:
        behind = behind[1:]
    parts = (POSSESSIVE.sub("", " ".join(before)), OF.sub("", " ".join(behind)))
    return " ".join(filter(None, parts)) or NO_OWNER
