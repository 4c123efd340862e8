"""What a host chooses for a table, read from its text."""

from collections.abc import Iterable

from heorot.engine.errors import BadOption
from heorot.engine.game import Options

LOT = -1  # the first seat is drawn by lot
YES = "yes"  # what is said of an option that is chosen or not


def check_names(options: Options, known: Iterable[str]) -> None:
    """Only options that the game has."""
    if unknown := sorted(set(options) - set(known)):
        raise BadOption("option.unknown", option=unknown[0][:60])


def read_first(options: Options, seats: int) -> int:
    """The seat the host names, numbered from 1; without one it is drawn by lot."""
    text = options.get("first")
    if text is None:
        return LOT
    if text not in [str(seat) for seat in range(1, seats + 1)]:
        raise BadOption("option.first", value=text[:60], seats=seats)
    return int(text) - 1


def read_yes(options: Options, name: str) -> int:
    """1 if an option is chosen: it is then `yes`, and left out otherwise."""
    if options.get(name, YES) != YES:
        raise BadOption("option.yes", option=name, value=options[name][:60])
    return int(name in options)
