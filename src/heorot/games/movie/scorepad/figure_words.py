"""A figure in words, `brown longship` or `Drakkar d’Anna`: its kind and whose it is, in any of our languages."""

import re
from functools import cache

from heorot.games.movie.box import KIND_WORDS
from heorot.locales import words
from heorot.locales.typed import plain

COMMON = ""  # the owner of figures that are nobody's in particular
BESIDE = str.maketrans("(),", "   ")  # may stand around the words
POSSESSIVE, OF = re.compile("['’]s$"), re.compile("^d['’]", re.IGNORECASE)
LONGEST_NAME = 2  # words, as in `castle Herot`


@cache
def kind_names() -> dict[str, str]:
    """Every name of a kind of figure, in all languages."""
    return {plain(name): kind for kind in KIND_WORDS for name in words("movie.read")[kind]}


def words_of(said: str) -> list[str]:
    """The words for a figure."""
    return said.translate(BESIDE).split()


def understand(spoken: list[str]) -> tuple[set[str], str]:
    """The kinds of figures that are named, which should be one, and the owner: all the other words, in any order."""
    kinds: set[str] = set()
    before, behind = spoken, list[str]()
    while found := find_name([*before, *behind]):
        before, kind, behind = found
        kinds.add(kind)
    return kinds, owner_of(before, behind)


def find_name(spoken: list[str]) -> tuple[list[str], str, list[str]] | None:
    """The words before the name of a kind, the kind, and the words behind it; a longer name goes first."""
    for length in range(LONGEST_NAME, 0, -1):
        for start in range(len(spoken) - length + 1):
            if kind := kind_names().get(plain(" ".join(spoken[start : start + length]))):
                return spoken[:start], kind, spoken[start + length :]
    return None


def owner_of(before: list[str], behind: list[str]) -> str:
    """Whose it is: the words around a name, without those that only lead from the one to the other."""
    linking = {plain(word) for word in words("movie.read")["filler"]}
    if all(plain(word) in linking for word in before):
        before = []
    while behind and plain(behind[0]) in linking:
        behind = behind[1:]
    parts = (POSSESSIVE.sub("", " ".join(before)), OF.sub("", " ".join(behind)))
    return " ".join(filter(None, parts)) or COMMON
