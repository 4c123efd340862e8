"""What a person wants forgotten: old events told in other words. The moves of a shared game stay, since they are the
others' game too."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.seats import Seat
from heorot.server import events
from heorot.server.events import FORGOTTEN, Chatted, Created, Event, Placed, Seated
from heorot.server.store import Bodies, EventRow
from heorot.server.table import Table

Forgetting: TypeAlias = Callable[[Sequence[EventRow]], Mapping[int, Event]]  # what is told instead, by number


@dataclass(frozen=True, slots=True)
class Retold:
    """A table, and which of its events are to be stored in other words."""

    table: Table
    bodies: Bodies = ()


def wiped(rows: Sequence[EventRow], number: int) -> dict[int, Event]:
    """Something that was said."""
    row = [row for row in rows if row.kind == "chatted"][number]
    return {row.seq: events.read(row.body).model_copy(update={"text": FORGOTTEN})}


def all_without(rows: Sequence[EventRow], seat: Seat) -> dict[int, Event]:
    """All that hold something of a person."""
    told = {row.seq: without(events.read(row.body), seat) for row in rows}
    return {seq: event for seq, event in told.items() if event is not None}


def without(event: Event, seat: Seat) -> Event | None:
    """An event without what a person gave of themselves; None if it holds nothing of that."""
    match event:
        case Seated() if event.seat == seat:
            return event.model_copy(update={"name": FORGOTTEN})
        case Chatted() if event.seat == seat:
            return event.model_copy(update={"text": FORGOTTEN})
        case Created() if event.places[seat].name is not None:
            places = list(event.places)
            places[seat] = places[seat].model_copy(update={"name": FORGOTTEN})
            return event.model_copy(update={"places": tuple(places)})
        case Placed() if event.seat == seat and event.place.name is not None:
            return event.model_copy(update={"place": event.place.model_copy(update={"name": FORGOTTEN})})
    return None


def in_their_place(rows: Sequence[EventRow], told: Mapping[int, Event]) -> dict[int, str]:
    """What is stored instead, as long as what stood there: then SQLite writes over it. Where a row grows shorter it
    moves others, and may leave copies of them between rows, which are found there when their turn to be forgotten has
    come and gone."""
    return {row.seq: as_long_as(row.body, events.write(told[row.seq])) for row in rows if row.seq in told}


def as_long_as(old: str, new: str) -> str:
    """Spaces behind it mean nothing to who reads it."""
    return new + " " * (len(old.encode()) - len(new.encode()))
