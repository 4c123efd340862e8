"""Export of a table as a record: the whole game once it is finished, before that what one seat may know."""

from collections.abc import Iterable, Iterator

from heorot.engine import records
from heorot.engine.game import Entry
from heorot.engine.records import UNDO, Record
from heorot.engine.seats import CHANCE, Seat
from heorot.server.table.draws import fairness_promise
from heorot.server.table.events import Begun, Event, Moved, UndoAgreed, UndoApplied
from heorot.server.table.fold import apply_event
from heorot.server.table.identity import Identity
from heorot.server.table.table import GameStep, TableState


def record_for(first: TableState, events: Iterable[Event], identity: Identity, secret: bytes) -> str:
    """Return the record that this client may download; raises Refusal if it may not watch."""
    identity.require_can_watch(first)
    table, entries = collect_entries(first, events)
    if table.created.record is not None:
        return table.created.record
    record = Record(
        game=table.created.game,
        rules=table.created.rules,
        box_hash=table.game.box_hash(table.box),
        box_text=table.created.box,
        options=tuple(sorted(table.options.items())),
        seats=tuple(place.name or place.bot or "" for place in table.places),
        deal=fairness_promise(table, secret) if table.created.deal else None,
        entries=entries,
        result=None if table.state is None else records.result_of(table.game, table.state),
    )
    return records.write(record if table.is_finished else records.export(table.game, record, identity.seat))


def collect_entries(first: TableState, events: Iterable[Event]) -> tuple[TableState, tuple[Entry, ...]]:
    """Return the table after all events, and the record's entries, undone ones included."""
    table, entries, sealed = first, list[Entry](), list[GameStep]()
    for event in events:
        before, table = table, apply_event(table, event)
        if isinstance(event, Begun):
            entries += [*table.prelude, *(Entry(CHANCE, text) for text in event.drawn)]
        elif isinstance(event, Moved | UndoApplied | UndoAgreed):
            entries += entries_of_event(before, table, event, sealed)
    return table, (*entries, *in_record_order(table, sealed))


def entries_of_event(
    before: TableState, now: TableState, event: Moved | UndoApplied | UndoAgreed, sealed: list[GameStep]
) -> Iterator[Entry]:
    """Yield the entries that one event adds.

    Choices of a sealed phase are held back until it ends and then ordered by seat; a choice undone before that never
    appears.
    """
    if isinstance(event, Moved):
        sealed.append(now.steps[-1])
        if now.sealed is None or before.sealed is None:
            yield from in_record_order(before, sealed)
            sealed.clear()
    elif isinstance(event, UndoApplied) and before.sealed is not None:
        sealed[:] = [step for step in sealed if step.seat != event.seat]
    else:
        yield from in_record_order(before, sealed)
        sealed.clear()
        gone = before.steps[len(now.steps) :]
        yield Entry(UNDO, str(sum(len(step.entries) for step in gone)))


def in_record_order(table: TableState, steps: list[GameStep]) -> Iterator[Entry]:
    """Yield the entries of steps; those of a sealed phase clockwise from the first player."""
    turns: dict[Seat, int] = {}
    if table.sealed is not None:
        turns = {seat: turn for turn, seat in enumerate(table.game.actors(table.sealed.state))}
    for step in sorted(steps, key=lambda step: turns.get(step.seat, 0)):
        yield from step.entries
