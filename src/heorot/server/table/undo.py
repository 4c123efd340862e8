"""How far a seat may go back: freely, as long as nobody has learned anything; further, if all agree. What was learned
the game knows (engine/undo.py); no author marks it."""

from heorot.engine.seats import Seat
from heorot.engine.undo import learned
from heorot.server.table import Table


def has_chosen(table: Table, seat: Seat) -> bool:
    """Where all choose at once: whether a seat has, and nothing is shown yet. Whatever others did meanwhile, they have
    not learned anything by it."""
    return table.sealed is not None and any(step.seat == seat for step in table.steps[table.sealed.steps :])


def is_free(table: Table, seat: Seat) -> bool:
    """Whether the very last answer is this seat's own, and nobody has learned anything by it."""
    if not table.steps or table.steps[-1].seat != seat or table.steps[-1].drawn:
        return False
    before = table.before if table.before is not None else table.game_after(table.steps[:-1])
    return not learned(table.game, before, table.state)


def steps_back(table: Table, seat: Seat) -> int:
    """How many answers must go until a seat gives its latest again; none, if it never gave one. Where all chose at once
    and all was shown, everyone chooses anew."""
    at = next((at for at in reversed(range(len(table.steps))) if table.steps[at].seat == seat), None)
    if at is None:
        return 0
    while at and is_sealed(table, at) and is_sealed(table, at - 1):
        at -= 1
    return len(table.steps) - at


def is_sealed(table: Table, steps: int) -> bool:
    """Whether all were choosing at once after so many answers."""
    sealed: bool = table.game.sealed(table.game_after(table.steps[:steps]))
    return sealed
