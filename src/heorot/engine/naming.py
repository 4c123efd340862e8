"""Numbers and players as they stand in sentences."""

from collections.abc import Sequence

from heorot.engine.seats import Seat
from heorot.engine.sentence import Part


def signed(number: int) -> str:
    """`+4`, `−1`, `0`, with a real minus: a screen reader says it, and it is as wide as a plus."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def plain_number(number: int) -> str:
    """A number with a real minus."""
    return str(number).replace("-", "−")


def add_up(terms: Sequence[int]) -> str:
    """`−1 + 1 + 4 − 1`."""
    first, *others = terms
    return " ".join([plain_number(first), *(f"{'−' if term < 0 else '+'} {abs(term)}" for term in others)])


def whose(seat: Seat, reader: Seat | None) -> dict[str, Part]:
    """Who it is about, for a sentence that is read by a seat: you, or the player with a number."""
    return {"who": "you" if seat == reader else "other", "seat": seat + 1}
