"""Results of acts and of the game: scores of figures, returned Treasures, totals and tie-breaks.

All of it is public (M6.1).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from heorot.engine.kernels.bits import members
from heorot.engine.memo import memo
from heorot.engine.seats import Seat
from heorot.games.movie.model.actions import Action, Cash
from heorot.games.movie.model.state import OVER, State
from heorot.games.movie.rules.game_flow import beats, winners
from heorot.games.movie.table.action_codes import encode
from heorot.games.movie.table.analysis import FigureScore, explain_after, state_after
from heorot.games.movie.table.table import HistoryEntry, Table, open_table, step


@dataclass(frozen=True, slots=True)
class ActResult:
    """M3.3: The result of an act."""

    act: int  # 1 to 3
    figures: tuple[FigureScore, ...]  # every figure on the board
    points: tuple[int, ...]  # by seat: points of the figures
    cashed: tuple[int, ...]  # by seat: M4.3, points of Treasures returned during the act
    before: tuple[int, ...]  # by seat: the total before the figures count
    saga: tuple[int, ...]  # by seat: the total after the act


@dataclass(frozen=True, slots=True)
class Ending:
    """M5.1 to M5.3: How a finished game was decided."""

    saga: int  # the most saga points
    tied: tuple[Seat, ...]  # players with the most, if there are several
    unused: tuple[int, ...]  # by seat: M5.2, the diamonds on unused figures
    winners: tuple[Seat, ...]
    places: tuple[int, ...]  # by seat: players level on saga points share one, unless M5.2 decides between the first
    ranking: tuple[Seat, ...]  # by saga points, then by unused diamonds


@memo
def act_results(table: Table) -> tuple[ActResult, ...]:
    """Return the results of all finished acts."""
    return tuple(replay_acts(table))


def replay_acts(table: Table) -> Iterator[ActResult]:
    """Replay the history, and yield the result of each finished act."""
    seats = table.state.seats
    now, cashed = open_table(table.box, seats, dict(table.options), table.rules), [0] * seats
    for past_entry in table.history:
        before, now = now, table_without_history(now, past_entry.action)
        if isinstance(past_entry.action, Cash):
            cashed[past_entry.seat] += past_entry.action.tile.cash
        if act_ended(before, now):
            yield act_result(before, past_entry, now, tuple(cashed))
            cashed = [0] * seats


def table_without_history(table: Table, action: Action) -> Table:
    """Return the table after an action, without its history."""
    state, _ = step(table.box, table.state, encode(table.box, table.state.act, action), action)
    return Table(table.box, table.rules, table.options, state)


def act_ended(before: Table, now: Table) -> bool:
    """Return whether an act ended between two tables."""
    return before.state.act != now.state.act or before.state.phase != OVER == now.state.phase


@memo
def act_result(before: Table, past_entry: HistoryEntry, now: Table, cashed: tuple[int, ...]) -> ActResult:
    """Return the result of the act that an action ended."""
    figures = explain_after(before, past_entry.action)
    seats = range(now.state.seats)
    points = tuple(sum(score.points for score in figures if score.seat == seat) for seat in seats)
    saga = tuple(now.state.saga[seat] for seat in seats)
    return ActResult(past_entry.act + 1, figures, points, cashed, totals_before(saga, points), saga)


def totals_before(saga: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """M3.3: Return the totals by seat before the figures of an act count."""
    return tuple(total - brought for total, brought in zip(saga, points, strict=True))


def scored_board(before: Table, action: Action) -> Table:
    """Return the table right after the last action of an act, with the board that is scored; no question is open."""
    s = state_after(before, action)
    s.phase = OVER
    return replace(before, state=s)


def ending(table: Table) -> Ending:
    """M5.1 to M5.3: Return how a finished game was decided."""
    return ending_of(table.state)


def ending_of(s: State) -> Ending:
    """M5.1 to M5.3: Return how a game was decided, from saga points and diamonds on unused figures."""
    most = max(s.saga[: s.seats])
    best = tuple(Seat(seat) for seat in range(s.seats) if s.saga[seat] == most)
    won = tuple(map(Seat, members(winners(s))))
    tied = best if len(best) > 1 else ()
    places = tuple(place_of(s, seat, tied) for seat in range(s.seats))
    ranking = sorted(map(Seat, range(s.seats)), key=lambda seat: (-s.saga[seat], -s.unused[seat]))
    return Ending(most, tied, tuple(s.unused[: s.seats]), won, places, tuple(ranking))


def place_of(s: State, seat: int, tied: tuple[Seat, ...]) -> int:
    """M5.1, M5.2: Return one more than the number of players ahead; unused diamonds decide only between the tied."""
    rivals = (rival for rival in range(s.seats) if seat in tied or s.saga[rival] != s.saga[seat])
    return 1 + sum(beats(s, rival, seat) for rival in rivals)
