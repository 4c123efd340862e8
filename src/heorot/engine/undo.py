"""Entries that may be undone. This depends only on what was learned since, so no game marks its actions for it."""

from collections.abc import Sequence

from heorot.engine.game import A, B, Entry, Game, S, V_co
from heorot.engine.seats import Seat


def count_undoable(game: Game[B, S, A, V_co], past: Sequence[S], entries: Sequence[Entry], seat: Seat) -> int:
    """Count the last entries that a seat may undo without consent: its own, while nobody has learned anything since.

    `entries` are those that were not undone, `past` the states before the first of them and after each.
    """
    count = 0
    while (
        count < len(entries)
        and entries[-1 - count].seat == seat
        and not has_learned(game, past[-2 - count], past[-1])
    ):  # fmt: skip
        count += 1
    return count


def has_learned(game: Game[B, S, A, V_co], before: S, now: S) -> bool:
    """Return whether any seat or a spectator has learned anything between two states."""
    viewers = (None, *map(Seat, range(len(game.score(now)))))
    return any(game.knowledge(before, viewer) != game.knowledge(now, viewer) for viewer in viewers)


def count_since_choice(entries: Sequence[Entry], seat: Seat) -> int:
    """Count the entries from the last one of a seat on; 0 if it has none."""
    return next((number for number, entry in enumerate(reversed(entries), 1) if entry.seat == seat), 0)
