"""All that a screen of the Legend shows: open things, and what the one who looks may know."""

from dataclasses import dataclass

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.games.legend.box import Box
from heorot.games.legend.view import View
from heorot.terminal.columns import SEAT_STYLES
from heorot.terminal.guide import Sight

GOOD, BAD, MATCHING = "bold green", "bold red", "bold"
STYLES = {"scratch": "yellow", "wound": BAD, "double wound": BAD, "misfortune": BAD}  # of icons; all others are good


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be drawn."""

    box: Box
    view: View
    names: tuple[str, ...]  # who sits where
    log: tuple[str, ...]  # what happened, in words


def scene(sight: Sight) -> Scene:
    """What is to be drawn."""
    return Scene(sight.table.box, sight.view, tuple(sight.names), tuple(sight.log))


def seat_mark(seat: Seat) -> tuple[str, str]:
    """The number of a seat, in its colour."""
    return f" {seat + 1} ", SEAT_STYLES[seat]


def short(text: str, width: int) -> str:
    """A text that fits a width; what is cut off is marked."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


def shorten(line: Text, width: int) -> Text:
    """The same for a styled line."""
    if len(line) > width:
        line = line[: max(width - 1, 0)].append("…")
    return line
