"""Redaction of a person's name and chat in stored events. Moves stay: they belong to the other players' game too."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.seats import Seat
from heorot.server.store.interface import Bodies, EventRow
from heorot.server.table import events
from heorot.server.table.events import REDACTED, Chatted, Created, Event, Placed, Seated
from heorot.server.table.table import TableState

Redaction: TypeAlias = Callable[[Sequence[EventRow]], Mapping[int, Event]]  # new events by number


@dataclass(frozen=True, slots=True)
class RedactedTable:
    """A table, and redacted bodies for some of its stored events."""

    table: TableState
    bodies: Bodies = ()


def redact_message(rows: Sequence[EventRow], number: int) -> dict[int, Event]:
    """Redact chat message `number`."""
    row = [row for row in rows if row.kind == "chatted"][number]
    return {row.seq: events.read(row.body).model_copy(update={"text": REDACTED})}


def redact_seat(rows: Sequence[EventRow], seat: Seat) -> dict[int, Event]:
    """Redact every event that holds the name or chat of the person at a seat."""
    redacted = {row.seq: redact_event(events.read(row.body), seat) for row in rows}
    return {seq: event for seq, event in redacted.items() if event is not None}


def redact_event(event: Event, seat: Seat) -> Event | None:
    """Return an event without the name and chat of a seat, or None if it holds neither."""
    match event:
        case Seated() if event.seat == seat:
            return event.model_copy(update={"name": REDACTED})
        case Chatted() if event.seat == seat:
            return event.model_copy(update={"text": REDACTED})
        case Created() if event.places[seat].name is not None:
            places = list(event.places)
            places[seat] = places[seat].model_copy(update={"name": REDACTED})
            return event.model_copy(update={"places": tuple(places)})
        case Placed() if event.seat == seat and event.place.name is not None:
            return event.model_copy(update={"place": event.place.model_copy(update={"name": REDACTED})})
    return None


def replacement_bodies(rows: Sequence[EventRow], redacted: Mapping[int, Event]) -> dict[int, str]:
    """Return the redacted JSON bodies, each as long as the one it replaces, so that SQLite overwrites it in place.

    A shorter row would move others and could leave copies of them in free space, out of reach of a later redaction.
    """
    bodies = {}
    for row in rows:
        if row.seq in redacted:
            body = events.write(redacted[row.seq])
            bodies[row.seq] = body + " " * (len(row.body.encode()) - len(body.encode()))  # JSON parsers ignore spaces
    return bodies
