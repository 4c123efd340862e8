"""How far a seat may undo: freely while no other seat has learned anything, further with everybody's consent.

`engine/undo.py` decides what a step has revealed.
"""

from heorot.engine.seats import Seat
from heorot.engine.undo import has_learned
from heorot.server.table.table import TableState


def has_sealed_choice(table: TableState, seat: Seat) -> bool:
    """Return whether a seat has chosen in the current sealed phase. Nobody has learned anything by that yet."""
    return table.sealed is not None and any(step.seat == seat for step in table.steps[table.sealed.steps :])


def is_undo_free(table: TableState, seat: Seat) -> bool:
    """Return whether the last step is this seat's own and has revealed nothing."""
    if not table.steps or table.steps[-1].seat != seat or table.steps[-1].drawn:
        return False
    before = table.previous_state if table.previous_state is not None else table.state_after(table.steps[:-1])
    return not has_learned(table.game, before, table.game_state)


def steps_to_undo(table: TableState, seat: Seat) -> int:
    """Count the steps to undo until a seat repeats its latest answer; 0 if it has none. A revealed sealed phase is
    undone as a whole."""
    at = next((at for at in reversed(range(len(table.steps))) if table.steps[at].seat == seat), None)
    if at is None:
        return 0
    while at and was_sealed(table, at) and was_sealed(table, at - 1):
        at -= 1
    return len(table.steps) - at


def was_sealed(table: TableState, steps: int) -> bool:
    """Return whether a sealed phase was running after this many steps."""
    return table.game.is_sealed(table.state_after(table.steps[:steps]))
