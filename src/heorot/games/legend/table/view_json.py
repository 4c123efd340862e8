"""What one seat may know as plain data, for programs in any language: its view, with cards, tokens, icons
and actions in the notation."""

from dataclasses import fields
from operator import attrgetter

from heorot.engine.latest import latest
from heorot.engine.plain import Plain, Writing
from heorot.engine.seats import Seat
from heorot.games.legend.actions import Action, Hidden
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Icon, Token
from heorot.games.legend.memory import drawable, unplaced, unplaced_alliances
from heorot.games.legend.notation import write, write_seen, write_token
from heorot.games.legend.state import ALLIANCE, BID, LAID
from heorot.games.legend.table import Said, Table, actions, actors
from heorot.games.legend.view import View, entry, in_the_open, is_hidden, is_seen

OWN = ("seat", "hand", "bid", "alliances", "unseen", "drawable", "unseen_alliances", "legal", "log")
OPEN = tuple(field.name for field in fields(View) if field.name not in OWN)

WRITING = Writing({Card: attrgetter("name"), Token: write_token, Icon: str, Action: write, Action | Hidden: write_seen})


def shown(table: Table, seat: Seat | None, since: int) -> dict[str, Plain]:
    """L1.7: the view of a seat, with the log from an entry of the history on."""
    return {**shown_to_all(table), **shown_to_one(table, seat, since)}


@latest
def shown_to_all(table: Table) -> dict[str, Plain]:
    """L1.7: what is open, and the same for everybody."""
    return WRITING.some(in_the_open(table), OPEN)


def shown_to_one(table: Table, seat: Seat | None, since: int) -> dict[str, Plain]:
    """L1.7: what a seat has and cannot place, and what it may answer. Straight from the numbers: every move is shown
    to every seat."""
    box, s = table.box, table.state
    return {
        "seat": seat,
        "hand": [] if seat is None else cards(box, s.cards[seat]),
        "bid": [] if seat is None or s.phase != BID else cards(box, s.cards[LAID + seat]),
        "alliances": [] if seat is None else alliances(box, s.tokens[seat][ALLIANCE:]),
        "unseen": cards(box, unplaced(s, seat)),
        "drawable": cards(box, drawable(s, seat)),
        "unseen_alliances": alliances(box, unplaced_alliances(s, seat)),
        "legal": [] if seat is None or seat not in actors(table) else [write(said) for said in actions(table, seat)],
        "log": [as_seen(said, entry, seat) for said, entry in whole_log(table, since) if is_seen(said, seat)],
    }


def cards(box: Box, numbers: list[int]) -> list[Plain]:
    """Cards, each face with its number."""
    return [[box.faces[face].name, number] for face, number in enumerate(numbers) if number]


def alliances(box: Box, numbers: list[int]) -> list[Plain]:
    """Alliance tokens, each face with its number."""
    return [[write_token(box.token_faces[face]), number] for face, number in enumerate(numbers, ALLIANCE) if number]


@latest
def whole_log(table: Table, since: int) -> list[tuple[Said, dict[str, Plain]]]:
    """The log with nothing hidden yet, which most entries never are: written once for all."""
    return [(said, WRITING.whole(entry(said))) for said in table.history[since:]]


def as_seen(said: Said, entry: dict[str, Plain], seat: Seat | None) -> Plain:
    """An entry of it, as a seat saw it."""
    return {**entry, "action": write_seen(Hidden())} if is_hidden(said, seat) else entry


def schema() -> dict[str, Plain]:
    """What `shown` returns."""
    return WRITING.schema(View)
