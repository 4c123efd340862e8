"""What a person may have meant: the known word that comes nearest to one that nobody knows."""

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches

from heorot.locales.typed import plain

LONGEST_WORD, MOST_WORDS = 40, 20  # nobody means anything by what is longer


def nearest(said: Iterable[str], known: Iterable[str]) -> str:
    """The known word that is nearest to one of those said; nothing if none is near. Case and accents do not matter."""
    words = {plain(word): word for word in known}
    spoken = [plain(word) for word in list(said)[:MOST_WORDS] if len(word) <= LONGEST_WORD]
    found = [(SequenceMatcher(None, word, near).ratio(), near)
             for word in spoken for near in get_close_matches(word, words, 1)]  # fmt: skip
    return words[max(found)[1]] if found else ""
