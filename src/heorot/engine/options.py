"""Parsing of the options that a host chooses for a table."""

from collections.abc import Iterable

from heorot.engine.errors import BadOption
from heorot.engine.game import Options

LOT = -1  # instead of a seat: the first seat is drawn by lot
YES = "yes"  # the value of a flag that is set


def check_option_names(options: Options, known: Iterable[str]) -> None:
    """Raise BadOption for an option that the game does not have."""
    if unknown := sorted(set(options) - set(known)):
        raise BadOption("option.unknown", option=unknown[0][:60])


def read_first_seat(options: Options, seats: int) -> int:
    """Return the seat in option `first`, where it is counted from 1; LOT without the option."""
    text = options.get("first")
    if text is None:
        return LOT
    if text not in [str(seat) for seat in range(1, seats + 1)]:
        raise BadOption("option.first", value=text[:60], seats=seats)
    return int(text) - 1


def read_flag(options: Options, name: str) -> int:
    """Return 1 if a flag is set (`yes`), 0 if it is left out; any other value raises BadOption."""
    if options.get(name, YES) != YES:
        raise BadOption("option.yes", option=name, value=options[name][:60])
    return int(name in options)
