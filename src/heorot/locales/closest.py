"""Suggestions for unknown words."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

from heorot.locales.keyboards import normalize

LONGEST_WORD, MOST_WORDS = 40, 20  # longer inputs get no suggestion


def closest_word(typed: Iterable[str], known: Iterable[str]) -> str:
    """Return the known word that is closest to one of the typed ones; empty if none is close. Ignore case and
    accents."""
    words = {normalize(word): word for word in known}
    spoken = [normalize(word) for word in list(typed)[:MOST_WORDS] if len(word) <= LONGEST_WORD]
    candidates = [(SequenceMatcher(None, word, near).ratio(), near)
             for word in spoken for near in get_close_matches(word, words, 1)]  # fmt: skip
    return words[max(candidates)[1]] if candidates else ""
