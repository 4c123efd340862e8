"""What may be taken back. The rules decide it by what was learned; no game marks its own actions for it."""

from collections.abc import Sequence

from heorot.engine.game import A, B, Entry, Game, S, V_co
from heorot.engine.seats import Seat


def own_choices(game: Game[B, S, A, V_co], past: Sequence[S], entries: Sequence[Entry], seat: Seat) -> int:
    """How many entries a seat may take back without asking anyone: its own latest answers, as long as nobody else has
    answered since and nobody has learned anything. `past` are the tables of the standing line, `entries` led there."""
    count = 0
    while count < len(entries) and entries[-1 - count].seat == seat and not learned(game, past[-2 - count], past[-1]):
        count += 1
    return count


def learned(game: Game[B, S, A, V_co], before: S, now: S) -> bool:
    """Whether anybody has learned anything between two tables, those who only watch included; they learn most."""
    everyone = (None, *map(Seat, range(len(game.score(now)))))
    return any(game.knowledge(before, one) != game.knowledge(now, one) for one in everyone)


def since_choice(entries: Sequence[Entry], seat: Seat) -> int:
    """How many entries there are from the latest answer of a seat on; 0 if it never gave one."""
    return next((number for number, entry in enumerate(reversed(entries), 1) if entry.seat == seat), 0)
