"""What the acts of a game brought: every figure as it scored, Treasures returned, totals; and how the game was decided.
All of it is open (M6.1), so it may be told to anyone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from heorot.engine.accel import members
from heorot.engine.latest import latest
from heorot.engine.seats import Seat
from heorot.games.movie.actions import Action, Cash, encode
from heorot.games.movie.explain import FigureScore, explain_after, state_after
from heorot.games.movie.rules import winners
from heorot.games.movie.state import OVER, State
from heorot.games.movie.table import Said, Table, open_table, step


@dataclass(frozen=True, slots=True)
class ActResult:
    """M3.3: an act that is over."""

    act: int  # 1 to 3
    figures: tuple[FigureScore, ...]  # every figure on the board
    points: tuple[int, ...]  # by seat: what the figures brought
    cashed: tuple[int, ...]  # by seat: M4.3, Treasures returned during the act
    saga: tuple[int, ...]  # by seat: the total after the act


@dataclass(frozen=True, slots=True)
class Ending:
    """M5.1 to M5.3: how a finished game was decided."""

    saga: int  # the most saga points
    tied: tuple[Seat, ...]  # who had them, if several did
    unused: tuple[int, ...]  # by seat: M5.2, the diamonds on unused figures
    winners: tuple[Seat, ...]


@latest
def act_results(table: Table) -> tuple[ActResult, ...]:
    """Every act that is over, from the history."""
    return tuple(played_acts(table))


def played_acts(table: Table) -> Iterator[ActResult]:
    """Play the game once more, and stop wherever an act ends."""
    seats = table.state.seats
    now, cashed = open_table(table.box, seats, dict(table.options), table.rules), [0] * seats
    for said in table.history:
        before, now = now, without_past(now, said.action)
        if isinstance(said.action, Cash):
            cashed[said.seat] += said.action.tile.cash
        if act_ended(before, now):
            yield result(before, said, now, tuple(cashed))
            cashed = [0] * seats


def without_past(table: Table, action: Action) -> Table:
    """The table after an action; it knows nothing of what was said."""
    state, _ = step(table.box, table.state, encode(table.box, table.state.act, action), action)
    return Table(table.box, table.rules, table.options, state)


def act_ended(before: Table, now: Table) -> bool:
    """Whether an act was over between two tables."""
    return before.state.act != now.state.act or before.state.phase != OVER == now.state.phase


@latest
def result(before: Table, said: Said, now: Table, cashed: tuple[int, ...]) -> ActResult:
    """An act that its last answer ended."""
    figures = explain_after(before, said.action)
    seats = range(now.state.seats)
    points = tuple(sum(score.points for score in figures if score.seat == seat) for seat in seats)
    return ActResult(said.act + 1, figures, points, cashed, tuple(now.state.saga[seat] for seat in seats))


def board_after(before: Table, action: Action) -> Table:
    """The table right after an action, before anything follows from it: the board that an act is scored with. Nobody is
    asked anything there."""
    s = state_after(before, action)
    s.phase = OVER
    return replace(before, state=s)


def ending(table: Table) -> Ending:
    """M5.1 to M5.3: how it ended."""
    return ending_of(table.state)


def ending_of(s: State) -> Ending:
    """The same from the saga points and the diamonds on unused figures alone."""
    most = max(s.saga[: s.seats])
    best = tuple(Seat(seat) for seat in range(s.seats) if s.saga[seat] == most)
    won = tuple(map(Seat, members(winners(s))))
    return Ending(most, best if len(best) > 1 else (), tuple(s.unused[: s.seats]), won)
