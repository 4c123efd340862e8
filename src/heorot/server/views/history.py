"""A game as it was: the view that someone had after so many entries of the own log. Nothing of it is stored: the game
is played again up to there."""

from collections.abc import Iterator
from typing import Any

from heorot.engine.seats import CHANCE
from heorot.server.requests import PastMoment, PastStops
from heorot.server.table import Table, Viewer


def stops(table: Table, viewer: Viewer) -> PastStops:
    """Where one may look back to, and behind how many entries each paragraph stands that was told."""
    found, marks = list[int](), list[int]()
    before = table.start()
    teller = table.game.teller(before, viewer)
    for state, entries, _ in seen(table, viewer):
        marks += [entries] * len(teller.tell(before, state))
        found += [entries] if found[-1:] != [entries] else []
        before = state
    return PastStops(stops=tuple(found), marks=tuple(marks))


def moment(table: Table, viewer: Viewer, wanted: int) -> PastMoment:
    """The first moment at which a viewer had seen so many entries, or the latest there is. Nobody is asked any more."""
    found = PastMoment(entries=0, view=None)
    for _, entries, view in seen(table, viewer):
        found = PastMoment(entries=entries, view=view | {"legal": []})
        if entries >= wanted:
            break
    return found


def seen(table: Table, viewer: Viewer) -> Iterator[tuple[Any, int, dict[str, Any]]]:
    """The game at every moment, how long the log of a viewer was then, and the view."""
    entries, history = 0, 0
    for state in moments(table):
        view = table.game.shown(state, viewer, history)
        entries, history = entries + len(view.pop("log")), len(state.history)
        yield state, entries, view


def moments(table: Table) -> Iterator[Any]:
    """The game after its beginning and after each answer: the moments that were shown to people, and no others, so that
    nobody can watch a set grow that was said as one."""
    if table.state is None:
        return
    state, history, shown = table.start(), table.state.history, set(ends(table))
    elsewhere = len(history) if table.created.record is not None else len(table.prelude)
    for length, said in enumerate(history, 1):
        state = table.game.apply(state, said.seat, said.action)
        if length in shown or (length < elsewhere and is_answered(table, state, history, length)):
            yield state


def ends(table: Table) -> Iterator[int]:
    """How long the history was after the beginning and after each answer, here."""
    length = len(table.prelude) + len(table.opening)
    yield length if table.created.record is None else len(table.state.history)
    for step in table.steps:
        length += len(step.entries)
        yield length


def is_answered(table: Table, state: Any, history: Any, length: int) -> bool:
    """In a record that was played elsewhere: whether an answer ends here, with all that chance added to it."""
    if length == len(history):
        return True
    return history[length].seat != CHANCE and not table.game.in_a_set(state, history[length - 1].seat)
