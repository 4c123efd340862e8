"""Long sentences in lines of a width."""

from textwrap import TextWrapper


def wrap(text: str, width: int, hang: str = "") -> list[str]:
    """A text in lines, cut between words; no-break spaces hold. Lines after the first begin with `hang`."""
    wrapper = TextWrapper(max(width, len(hang) + 8), subsequent_indent=hang, break_on_hyphens=False)
    return wrapper.wrap(text)
