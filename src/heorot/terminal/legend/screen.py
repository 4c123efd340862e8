"""The data of one screen of the Legend, and drawing helpers that its panels share."""

from dataclasses import dataclass

from rich.text import Text

from heorot.engine.seats import Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.table.view import View
from heorot.terminal.columns import SEAT_STYLES
from heorot.terminal.game_ui import Snapshot

GOOD, BAD, MATCHING = "bold green", "bold red", "bold"
STYLES = {"scratch": "yellow", "wound": BAD, "double wound": BAD, "misfortune": BAD}  # by icon; all others are GOOD


@dataclass(frozen=True, slots=True)
class LegendScreen:
    """The data of one screen: public information and the viewer's own."""

    box: Box
    view: View
    names: tuple[str, ...]  # by seat
    log: tuple[str, ...]


def make_screen(snapshot: Snapshot) -> LegendScreen:
    """Return the data of the screen for a snapshot."""
    return LegendScreen(snapshot.table.box, snapshot.view, tuple(snapshot.names), tuple(snapshot.log))


def seat_mark(seat: Seat) -> tuple[str, str]:
    """Return the number of a seat and its style."""
    return f" {seat + 1} ", SEAT_STYLES[seat]


def truncate(text: str, width: int) -> str:
    """Return a text truncated to a width, with an ellipsis."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


def truncate_styled(line: Text, width: int) -> Text:
    """Return a styled line truncated to a width, with an ellipsis."""
    if len(line) > width:
        line = line[: max(width - 1, 0)].append("…")
    return line
