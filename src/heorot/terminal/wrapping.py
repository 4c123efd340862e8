"""Wrapping of long sentences."""

from textwrap import TextWrapper


def wrap(text: str, width: int, hang: str = "", break_words: bool = True) -> list[str]:
    """Wrap a text between words, but not at no-break spaces. Lines after the first start with `hang`. A word that is
    longer than a line is broken if `break_words` is set."""
    room = max(width, len(hang) + 8)
    wrapper = TextWrapper(room, subsequent_indent=hang, break_on_hyphens=False, break_long_words=break_words)
    return wrapper.wrap(text)
