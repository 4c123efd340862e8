"""A table: a box, what lies on it, and all that was said. Tables are values; the next one is another one."""

from collections.abc import Iterable
from dataclasses import dataclass

from heorot.engine.errors import BadOption
from heorot.engine.game import Entry, Options
from heorot.engine.options import check_names, read_first
from heorot.engine.seats import CHANCE, Seat, clockwise
from heorot.games.movie.actions import Action, decode, decode_all, encode
from heorot.games.movie.box import Box
from heorot.games.movie.notation import read
from heorot.games.movie.questions import apply, begin, legal, possible
from heorot.games.movie.state import FIRST_CHANCE, FIRST_QUESTION, FIRST_SEAT, OVER, Choices, State

RULES = (1,)  # versions of the rules that can be played, the newest last
OPTIONS = ("first",)  # M1.7: the seat named by the host


@dataclass(frozen=True, slots=True)
class Said:
    """One entry of a game's history, with what all could see follow from it."""

    act: int  # counted from 0
    seat: Seat  # who said it, or CHANCE
    to: Seat | None  # whom chance gave a tile
    action: Action
    skipped: tuple[Seat, ...]  # who was passed over after it (M2.6, M2.7)


@dataclass(frozen=True, slots=True)
class Table:
    """One game at one moment. `state` is never changed once it is here."""

    box: Box
    rules: int  # the version of the rules
    options: tuple[tuple[str, str], ...]
    state: State
    history: tuple[Said, ...] = ()


def open_table(box: Box, seats: int, options: Options, version: int) -> Table:
    """M1.1, M1.7: a new game up to its first question."""
    check_seats(box, seats)
    if version not in RULES:
        raise BadOption("option.rules", rules=version, newest=RULES[-1])
    check_names(options, OPTIONS)
    state = State()
    begin(box.printed, state, seats, read_first(options, seats))
    return Table(box, version, tuple(sorted(options.items())), state)


def check_seats(box: Box, seats: int) -> None:
    """M1.1: as many players as the box is for."""
    fewest, most = box.players
    if not fewest <= seats <= most:
        raise BadOption("option.seats", seats=seats, fewest=fewest, most=most)


def actors(table: Table) -> tuple[Seat, ...]:
    """Who must speak now: a player, chance, or nobody when the game is over."""
    phase = table.state.phase
    if phase == OVER:
        return ()
    return (CHANCE,) if phase < FIRST_QUESTION else (Seat(table.state.seat),)


def answers(table: Table) -> list[int]:
    """Every answer to the open question, as numbers, in a fixed order."""
    out = Choices()
    if FIRST_CHANCE <= table.state.phase < FIRST_QUESTION:
        possible(table.box.printed, table.state, out)
    else:
        legal(table.box.printed, table.state, out)
    return out.code[: out.count]


def actions(table: Table) -> tuple[Action, ...]:
    """Every answer to the open question, in words."""
    return decode_all(table.box, table.state.act, answers(table))


def after(table: Table, code: int) -> Table:
    """The table after an answer to the open question."""
    action = decode(table.box, table.state.act, code)
    state, said = step(table.box, table.state, code, action)
    return Table(table.box, table.rules, table.options, state, (*table.history, said))


def replay(table: Table, entries: Iterable[Entry]) -> Table:
    """The table after entries that were played before."""
    box, state, history = table.box, table.state, [*table.history]
    for _, text in entries:
        action = read(text, box, state.act + 1)
        state, said = step(box, state, encode(box, state.act, action), action)
        history.append(said)
    return Table(box, table.rules, table.options, state, tuple(history))


def step(box: Box, before: State, code: int, action: Action) -> tuple[State, Said]:
    """What an answer to the open question makes of a state, and how it is remembered."""
    state, chance = before.copy(), before.phase < FIRST_QUESTION
    apply(box.printed, state, code)
    seat = CHANCE if chance else Seat(before.seat)
    to = Seat(before.seat) if chance and before.phase > FIRST_SEAT else None
    return state, Said(before.act, seat, to, action, skipped(state))


def skipped(state: State) -> tuple[Seat, ...]:
    """M2.6, M2.7: who was passed over, in turn order."""
    if not state.skipped:
        return ()
    return tuple(seat for seat in clockwise(Seat(state.next), state.seats) if state.skipped >> seat & 1)
