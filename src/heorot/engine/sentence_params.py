"""Numbers and players as parameters of sentences."""

from collections.abc import Sequence

from heorot.engine.seats import Seat
from heorot.engine.sentence import Param


def format_signed(number: int) -> str:
    """Write `+4`, `−1` or `0`, with a real minus sign: screen readers say it, and it is as wide as a plus."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def format_number(number: int) -> str:
    """Write a number with a real minus sign."""
    return str(number).replace("-", "−")


def format_sum(terms: Sequence[int]) -> str:
    """Write a sum of at least one term: `−1 + 1 + 4 − 1`."""
    first, *others = terms
    return " ".join([format_number(first), *(f"{'−' if term < 0 else '+'} {abs(term)}" for term in others)])


def player_params(seat: Seat, reader: Seat | None) -> dict[str, Param]:
    """Return the parameters that name a player: "you" for the reader, else the seat counted from 1."""
    return {"who": "you" if seat == reader else "other", "seat": seat + 1}
