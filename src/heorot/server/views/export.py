"""A table as a record: the whole game once it is over, and before that what one seat may know."""

from collections.abc import Iterable, Iterator

from heorot.engine import record as records
from heorot.engine.game import Entry
from heorot.engine.record import UNDO, Record
from heorot.engine.seats import CHANCE, Seat
from heorot.server.deal import promise_of
from heorot.server.events import Begun, Event, Moved, TookBack, WentBack
from heorot.server.fold import after
from heorot.server.people import Who
from heorot.server.table import Step, Table


def record_for(first: Table, found: Iterable[Event], who: Who, secret: bytes) -> str:
    """What someone may keep: all of a finished game, of another what that one saw."""
    who.must_see(first)
    table, entries = tell(first, found)
    if table.created.record is not None:
        return table.created.record
    record = Record(
        game=table.created.game,
        rules=table.created.rules,
        box_hash=table.game.box_hash(table.box),
        box_text=table.created.box,
        options=tuple(sorted(table.options.items())),
        seats=tuple(place.name or place.bot or "" for place in table.places),
        deal=promise_of(table, secret) if table.created.deal else None,
        entries=entries,
        result=None if table.state is None else records.result_of(table.game, table.state),
    )
    return records.write(record if table.is_finished else records.export(table.game, record, who.seat))


def tell(first: Table, found: Iterable[Event]) -> tuple[Table, tuple[Entry, ...]]:
    """A table after all its events, and its entries, what was taken back included."""
    table, entries, sealed = first, list[Entry](), list[Step]()
    for event in found:
        before, table = table, after(table, event)
        if isinstance(event, Begun):
            entries += [*table.prelude, *(Entry(CHANCE, text) for text in event.drawn)]
        elif isinstance(event, Moved | TookBack | WentBack):
            entries += told_now(before, table, event, sealed)
    return table, (*entries, *in_turn(table, sealed))


def told_now(before: Table, now: Table, event: Moved | TookBack | WentBack, sealed: list[Step]) -> Iterator[Entry]:
    """What one event adds. Where all choose at once, nothing is told until they have, and then seat by seat; what a
    seat took back before that was never said."""
    if isinstance(event, Moved):
        sealed.append(now.steps[-1])
        if now.sealed is None or before.sealed is None:
            yield from in_turn(before, sealed)
            sealed.clear()
    elif isinstance(event, TookBack) and before.sealed is not None:
        sealed[:] = [step for step in sealed if step.seat != event.seat]
    else:
        yield from in_turn(before, sealed)
        sealed.clear()
        gone = before.steps[len(now.steps) :]
        yield Entry(UNDO, str(sum(len(step.entries) for step in gone)))


def in_turn(table: Table, steps: list[Step]) -> Iterator[Entry]:
    """Steps as a record has them: clockwise from the first player, where all chose at once."""
    turns: dict[Seat, int] = {}
    if table.sealed is not None:
        turns = {seat: turn for turn, seat in enumerate(table.game.actors(table.sealed.state))}
    for step in sorted(steps, key=lambda step: turns.get(step.seat, 0)):
        yield from step.entries
