"""A table: box, state and history of one game. Tables are immutable; each action returns a new one."""

from collections.abc import Iterable
from dataclasses import dataclass

from heorot.engine.errors import BadOption
from heorot.engine.game import Entry, Options
from heorot.engine.options import check_option_names, read_first_seat, read_flag
from heorot.engine.seats import CHANCE, Seat, clockwise
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import Action
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.decisions import apply, begin, chance_choices, legal
from heorot.games.legend.table.action_codes import decode, encode
from heorot.games.legend.table.notation import read
from heorot.games.legend.table.public_events import SHOWN, Event, events_between

RULES = (1,)  # playable versions of the rules, the newest last
OPTIONS = ("first", "advanced", "fallen", "open-tokens")
SETS = (BID, DISCARD_CARDS, PAY, RETURN_TOKENS)  # questions answered piece by piece


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """Entry of a game's history, with the public events that followed."""

    episode: int  # index from 0; -1 before the first
    phase: int  # question that it answers
    seat: Seat  # player or CHANCE
    to: Seat | None  # recipient of a card or token from chance
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one moment. Its `state` is never modified."""

    box: Box
    rules: int  # the version of the rules
    options: tuple[tuple[str, str], ...]
    state: State
    history: tuple[HistoryEntry, ...] = ()
    shown: int = 0  # L1.7, L4.4: number of events that revealed something hidden


def open_table(box: Box, seats: int, options: Options, version: int) -> Table:
    """L1.1, L1.2: Set up a game up to its first question."""
    check_seats(box, seats)
    if version not in RULES:
        raise BadOption("option.rules", rules=version, newest=RULES[-1])
    check_option_names(options, OPTIONS)
    state = State()
    first, advanced, fallen = (
        read_first_seat(options, seats),
        read_flag(options, "advanced"),
        read_flag(options, "fallen"),
    )
    read_flag(options, "open-tokens")
    begin(box.printed, state, seats, first, advanced, fallen)
    return Table(box, version, tuple(sorted(options.items())), state)


def check_seats(box: Box, seats: int) -> None:
    """L1.1: Check the number of players against the box."""
    fewest, most = box.players
    if not fewest <= seats <= most:
        raise BadOption("option.seats", seats=seats, fewest=fewest, most=most)


def actors(table: Table) -> tuple[Seat, ...]:
    """Return the seats to answer: one player, all pending players in a sealed bid (L4.4, clockwise from the first
    player), chance, or none when the game is over."""
    s = table.state
    if s.phase == OVER:
        return ()
    if s.phase == BID:
        return tuple(seat for seat in clockwise(Seat(s.first), s.seats) if s.pending >> seat & 1)
    return (CHANCE,) if s.phase < FIRST_QUESTION else (Seat(s.seat),)


def has_unfinished_action(table: Table, seat: Seat) -> bool:
    """L3.3 to L3.5, L4.1: Return whether a seat has named a part of a bid, a price or the tokens that it returns."""
    s = table.state
    if s.phase not in SETS or seat not in actors(table):
        return False
    return s.owned[LAID + seat] != 0 if s.phase == RETURN_TOKENS else s.held[LAID + seat] != 0


def possible_codes(table: Table, seat: Seat) -> list[int]:
    """Return the codes of all legal answers of a seat, in a fixed order."""
    out = Choices()
    if FIRST_CHANCE <= table.state.phase < FIRST_QUESTION:
        chance_choices(table.state, out)
    elif table.state.phase != OVER:
        legal(table.box.printed, table.state, seat, out)
    return out.code[: out.count]


def possible_actions(table: Table, seat: Seat) -> tuple[Action, ...]:
    """Return all legal answers of a seat as actions."""
    return tuple(decode(table.box, table.state, code) for code in possible_codes(table, seat))


def table_after(table: Table, seat: Seat, code: int) -> Table:
    """Return the table after a legal answer."""
    state, past_entry = step(table.box, table.state, seat, code, decode(table.box, table.state, code))
    shown = table.shown + count_shown(past_entry)
    return Table(table.box, table.rules, table.options, state, (*table.history, past_entry), shown)


def replay(table: Table, entries: Iterable[Entry]) -> Table:
    """Return the table after entries that were validated before."""
    box, state, history, shown = table.box, table.state, [*table.history], table.shown
    for seat, text in entries:
        action = read(text, box)
        state, past_entry = step(box, state, seat, encode(box, state, action), action)
        history.append(past_entry)
        shown += count_shown(past_entry)
    return Table(box, table.rules, table.options, state, tuple(history), shown)


def step(box: Box, before: State, seat: Seat, code: int, action: Action) -> tuple[State, HistoryEntry]:
    """Return the state after an answer, and its history entry."""
    state = before.copy()
    apply(box.printed, state, seat, code)
    to = Seat(before.seat) if FIRST_SEAT < before.phase < FIRST_QUESTION else None
    events = tuple(events_between(box, before, action, state))
    return state, HistoryEntry(before.episode, before.phase, seat, to, action, events)


def count_shown(past_entry: HistoryEntry) -> int:
    """L1.7, L4.4: Count the events of an entry that revealed something hidden, even an empty bid."""
    return sum(isinstance(event, SHOWN) for event in past_entry.events)
