"""A table: the box, the state and the history of a game. Tables are immutable values."""

from collections.abc import Iterable
from dataclasses import dataclass

from heorot.engine.errors import BadOption
from heorot.engine.game import Entry, Options
from heorot.engine.options import check_option_names, read_first_seat
from heorot.engine.seats import CHANCE, Seat, clockwise
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import Action
from heorot.games.movie.model.state import FIRST_CHANCE, FIRST_QUESTION, FIRST_SEAT, OVER, Choices, State
from heorot.games.movie.rules.decisions import apply, begin, chance_choices, legal
from heorot.games.movie.table.action_codes import decode, decode_all, encode
from heorot.games.movie.table.notation import read

RULES = (1,)  # versions of the rules that can be played, the newest last
OPTIONS = ("first",)  # M1.7: the seat named by the host


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry of a game's history."""

    act: int  # counted from 0
    seat: Seat  # who acted, or CHANCE
    to: Seat | None  # who received a tile from chance
    action: Action
    skipped: tuple[Seat, ...]  # M2.6, M2.7: players skipped after it


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one moment. Nobody changes `state` after the table is made."""

    box: Box
    rules: int  # the version of the rules
    options: tuple[tuple[str, str], ...]
    state: State
    history: tuple[HistoryEntry, ...] = ()


def open_table(box: Box, seats: int, options: Options, version: int) -> Table:
    """M1.1, M1.7: Set up a game, up to its first question; raises BadOption."""
    check_seats(box, seats)
    if version not in RULES:
        raise BadOption("option.rules", rules=version, newest=RULES[-1])
    check_option_names(options, OPTIONS)
    state = State()
    begin(box.printed, state, seats, read_first_seat(options, seats))
    return Table(box, version, tuple(sorted(options.items())), state)


def check_seats(box: Box, seats: int) -> None:
    """M1.1: Check the number of players."""
    fewest, most = box.players
    if not fewest <= seats <= most:
        raise BadOption("option.seats", seats=seats, fewest=fewest, most=most)


def actors(table: Table) -> tuple[Seat, ...]:
    """Return who must act now: a player, chance, or nobody when the game is over."""
    phase = table.state.phase
    if phase == OVER:
        return ()
    return (CHANCE,) if phase < FIRST_QUESTION else (Seat(table.state.seat),)


def possible_codes(table: Table) -> list[int]:
    """Return the codes of all answers to the open question, in a fixed order."""
    out = Choices()
    if FIRST_CHANCE <= table.state.phase < FIRST_QUESTION:
        chance_choices(table.box.printed, table.state, out)
    else:
        legal(table.box.printed, table.state, out)
    return out.code[: out.count]


def possible_actions(table: Table) -> tuple[Action, ...]:
    """Return all answers to the open question as actions."""
    return decode_all(table.box, table.state.act, possible_codes(table))


def table_after(table: Table, code: int) -> Table:
    """Return the table after an answer."""
    action = decode(table.box, table.state.act, code)
    state, past_entry = step(table.box, table.state, code, action)
    return Table(table.box, table.rules, table.options, state, (*table.history, past_entry))


def replay(table: Table, entries: Iterable[Entry]) -> Table:
    """Return the table after entries that were validated before."""
    box, state, history = table.box, table.state, [*table.history]
    for _, text in entries:
        action = read(text, box, state.act + 1)
        state, past_entry = step(box, state, encode(box, state.act, action), action)
        history.append(past_entry)
    return Table(box, table.rules, table.options, state, tuple(history))


def step(box: Box, before: State, code: int, action: Action) -> tuple[State, HistoryEntry]:
    """Return the state after an answer, and its history entry."""
    state, chance = before.copy(), before.phase < FIRST_QUESTION
    apply(box.printed, state, code)
    seat = CHANCE if chance else Seat(before.seat)
    to = Seat(before.seat) if chance and before.phase > FIRST_SEAT else None
    return state, HistoryEntry(before.act, seat, to, action, skipped(state))


def skipped(state: State) -> tuple[Seat, ...]:
    """M2.6, M2.7: Return the skipped players in turn order."""
    if not state.skipped:
        return ()
    return tuple(seat for seat in clockwise(Seat(state.next), state.seats) if state.skipped >> seat & 1)
