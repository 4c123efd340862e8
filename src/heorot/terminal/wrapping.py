"""Long sentences in lines of a width."""

from textwrap import TextWrapper


def wrap(text: str, width: int, hang: str = "", whole: bool = False) -> list[str]:
    """A text in lines, cut between words; no-break spaces hold. Lines after the first begin with `hang`. A word that is
    longer than a line is cut, unless it must stay whole."""
    room = max(width, len(hang) + 8)
    wrapper = TextWrapper(room, subsequent_indent=hang, break_on_hyphens=False, break_long_words=not whole)
    return wrapper.wrap(text)
