"""Fuzzed texts for readers."""

from hypothesis import strategies as st

from heorot.engine.errors import HeorotError
from heorot.terminal.translator import Translator

HUGE = "9" * 5000  # longer than Python turns into a number
STRANGE = st.text(st.characters(), max_size=60)  # with lone surrogates, bars, blanks and all scripts


def mutated(text: str) -> st.SearchStrategy[str]:
    """Cut, double, move and insert pieces of a valid text."""
    places = st.integers(0, len(text))
    pieces = ["", "\n", "|", "| ", "*", "undo ", "undo 99999", HUGE, "1 ", "\x00", "\u2028", "é", "\ud800"]
    piece = st.sampled_from(pieces)
    return st.lists(st.tuples(places, places, piece | st.text(max_size=3)), min_size=1, max_size=4).map(
        lambda cuts: changed(text, cuts)
    )


def changed(text: str, cuts: list[tuple[int, int, str]]) -> str:
    for start, end, piece in cuts:
        start, end = min(start, end), min(max(start, end), start + 40)
        text = text[:start] + piece + text[end:]
    return text


def only_ours(kind: type[HeorotError], reader, *args):
    """Return the result of a reader, or None if it raised HeorotError."""
    try:
        return reader(*args)
    except kind as error:
        refused = error
    assert isinstance(refused.key, str)
    assert Translator("fr").render_error(refused)  # there is a sentence for it
    return None
