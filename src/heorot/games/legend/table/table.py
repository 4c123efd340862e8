"""A table: a box, what lies on it, and all that was said. Tables are values; the next one is another one."""

from collections.abc import Iterable
from dataclasses import dataclass

from heorot.engine.errors import BadOption
from heorot.engine.game import Entry, Options
from heorot.engine.options import check_names, read_first, read_yes
from heorot.engine.seats import CHANCE, Seat, clockwise
from heorot.games.legend.actions import Action
from heorot.games.legend.box import Box
from heorot.games.legend.codes import decode, encode
from heorot.games.legend.happenings import SHOWN, Event, happenings
from heorot.games.legend.notation import read
from heorot.games.legend.questions import apply, begin, legal, possible
from heorot.games.legend.state import (
    BID,
    DISCARD_CARDS,
    FIRST_CHANCE,
    FIRST_QUESTION,
    FIRST_SEAT,
    LAID,
    OVER,
    PAY,
    RETURN_TOKENS,
    Choices,
    State,
)

RULES = (1,)  # versions of the rules that can be played, the newest last
OPTIONS = ("first", "advanced", "fallen", "open-tokens")
SETS = (BID, DISCARD_CARDS, PAY, RETURN_TOKENS)  # questions that are answered piece by piece


@dataclass(frozen=True, slots=True)
class Said:
    """One entry of a game's history, with what all could see follow from it."""

    episode: int  # counted from 0; -1 before the first
    phase: int  # the question that it answers
    seat: Seat  # who said it, or CHANCE
    to: Seat | None  # whom chance gave a card or a token
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One game at one moment. `state` is never changed once it is here."""

    box: Box
    rules: int  # the version of the rules
    options: tuple[tuple[str, str], ...]
    state: State
    history: tuple[Said, ...] = ()
    shown: int = 0  # L1.7, L4.4: how often something was shown that was hidden before


def open_table(box: Box, seats: int, options: Options, version: int) -> Table:
    """L1.1, L1.2: a new game up to its first question."""
    check_seats(box, seats)
    if version not in RULES:
        raise BadOption("option.rules", rules=version, newest=RULES[-1])
    check_names(options, OPTIONS)
    state = State()
    first, advanced, fallen = read_first(options, seats), read_yes(options, "advanced"), read_yes(options, "fallen")
    read_yes(options, "open-tokens")
    begin(box.printed, state, seats, first, advanced, fallen)
    return Table(box, version, tuple(sorted(options.items())), state)


def check_seats(box: Box, seats: int) -> None:
    """L1.1: as many players as the box is for."""
    fewest, most = box.players
    if not fewest <= seats <= most:
        raise BadOption("option.seats", seats=seats, fewest=fewest, most=most)


def actors(table: Table) -> tuple[Seat, ...]:
    """Who must speak now: a player, several in a sealed bid (L4.4), clockwise from the first player, chance, or
    nobody when the game is over."""
    s = table.state
    if s.phase == OVER:
        return ()
    if s.phase == BID:
        return tuple(seat for seat in clockwise(Seat(s.first), s.seats) if s.pending >> seat & 1)
    return (CHANCE,) if s.phase < FIRST_QUESTION else (Seat(s.seat),)


def in_a_set(table: Table, seat: Seat) -> bool:
    """L3.3 to L3.5, L4.1: whether a seat has named a part of a bid, a price or the tokens that it returns."""
    s = table.state
    if s.phase not in SETS or seat not in actors(table):
        return False
    return s.owned[LAID + seat] != 0 if s.phase == RETURN_TOKENS else s.held[LAID + seat] != 0


def answers(table: Table, seat: Seat) -> list[int]:
    """Every answer of an asked seat to the open question, as numbers, in a fixed order."""
    out = Choices()
    if FIRST_CHANCE <= table.state.phase < FIRST_QUESTION:
        possible(table.state, out)
    elif table.state.phase != OVER:
        legal(table.box.printed, table.state, seat, out)
    return out.code[: out.count]


def actions(table: Table, seat: Seat) -> tuple[Action, ...]:
    """Every answer of an asked seat to the open question, in words."""
    return tuple(decode(table.box, table.state, code) for code in answers(table, seat))


def after(table: Table, seat: Seat, code: int) -> Table:
    """The table after an answer of an asked seat."""
    state, said = step(table.box, table.state, seat, code, decode(table.box, table.state, code))
    shown = table.shown + count_shown(said)
    return Table(table.box, table.rules, table.options, state, (*table.history, said), shown)


def replay(table: Table, entries: Iterable[Entry]) -> Table:
    """The table after entries that were played before."""
    box, state, history, shown = table.box, table.state, [*table.history], table.shown
    for seat, text in entries:
        action = read(text, box)
        state, said = step(box, state, seat, encode(box, state, action), action)
        history.append(said)
        shown += count_shown(said)
    return Table(box, table.rules, table.options, state, tuple(history), shown)


def step(box: Box, before: State, seat: Seat, code: int, action: Action) -> tuple[State, Said]:
    """What an answer of an asked seat makes of a state, and how it is remembered."""
    state = before.copy()
    apply(box.printed, state, seat, code)
    to = Seat(before.seat) if FIRST_SEAT < before.phase < FIRST_QUESTION else None
    events = tuple(happenings(box, before, action, state))
    return state, Said(before.episode, before.phase, seat, to, action, events)


def count_shown(said: Said) -> int:
    """L1.7, L4.4: how often something was shown after an entry that was hidden before, were it nothing at all."""
    return sum(isinstance(event, SHOWN) for event in said.events)
