"""Past views of a running or finished game, recomputed by replaying it; nothing is stored."""

from collections.abc import Iterator, Sequence

from heorot.engine.seats import CHANCE
from heorot.engine.serialize import Json
from heorot.server.protocol.http_models import PastMoment, PastStops
from heorot.server.table.opaque_game import GameState, PlayedAction
from heorot.server.table.table import TableState, Viewer
from heorot.server.views.payload import pop_log


def past_stops(table: TableState, viewer: Viewer) -> PastStops:
    """Return the log lengths at which a past view exists, and the log length at each paragraph of the log."""
    stops, marks = list[int](), list[int]()
    before = table.initial_state()
    narrator = table.game.narrator(before, viewer)
    for state, entries, _ in seen_states(table, viewer):
        marks += [entries] * len(narrator.narrate(before, state))
        stops += [entries] if stops[-1:] != [entries] else []
        before = state
    return PastStops(stops=tuple(stops), marks=tuple(marks))


def past_moment(table: TableState, viewer: Viewer, wanted: int) -> PastMoment:
    """Return the first view in which a viewer's log had `wanted` entries, or the latest. No action is legal in it."""
    moment = PastMoment(entries=0, view=None)
    for _, entries, view in seen_states(table, viewer):
        moment = PastMoment(entries=entries, view=view | {"legal": []})
        if entries >= wanted:
            break
    return moment


def seen_states(table: TableState, viewer: Viewer) -> Iterator[tuple[GameState, int, dict[str, Json]]]:
    """Yield each shown state, the length of the viewer's log there, and the view."""
    entries, history = 0, 0
    for state in shown_states(table):
        view = table.game.view_json(state, viewer, history)
        entries, history = entries + len(pop_log(view)), len(state.history)
        yield state, entries, view


def shown_states(table: TableState) -> Iterator[GameState]:
    """Yield the game after its beginning and after each answer: the states that clients were shown, and no others, so
    that a set played as one answer never appears piece by piece."""
    if table.state is None:
        return
    state, history, shown = table.initial_state(), table.state.history, set(step_ends(table))
    elsewhere = len(history) if table.created.record is not None else len(table.prelude)
    for length, entry in enumerate(history, 1):
        state = table.game.apply(state, entry.seat, entry.action)
        if length in shown or (length < elsewhere and ends_answer(table, state, history, length)):
            yield state


def step_ends(table: TableState) -> Iterator[int]:
    """Yield the history length after the beginning and after each step of this table."""
    length = len(table.prelude) + len(table.opening_draws)
    yield length if table.created.record is None else len(table.game_state.history)
    for step in table.steps:
        length += len(step.entries)
        yield length


def ends_answer(table: TableState, state: GameState, history: Sequence[PlayedAction], length: int) -> bool:
    """Return whether an answer of an imported game, with the draws that follow it, ends at this history length."""
    if length == len(history):
        return True
    return history[length].seat != CHANCE and not table.game.has_unfinished_action(state, history[length - 1].seat)
