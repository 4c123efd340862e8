"""Fold over events: the state of a table follows from its events and their times alone.

Reads no clock and validates nothing; `commands.py` decides which events may be stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from heorot.engine.seats import Seat
from heorot.server.protocol.errors import Refusal
from heorot.server.store.interface import EventRow
from heorot.server.table import clocks
from heorot.server.table.clocks import Clocks
from heorot.server.table.events import (
    LOGGED_EVENTS,
    PRIVATE_EVENTS,
    REDACTED,
    AbortRequested,
    Agreed,
    Begun,
    BotTookOver,
    CameBack,
    ChatErased,
    Chatted,
    Configured,
    Created,
    Ended,
    Event,
    Moved,
    Muted,
    Outage,
    Paused,
    PauseRequested,
    PersonRedacted,
    Placed,
    Rematched,
    Replaced,
    Resigned,
    Resumed,
    Seated,
    TimedOut,
    TokenReissued,
    UndoAgreed,
    UndoApplied,
    UndoRequested,
    read,
)
from heorot.server.table.opaque_game import GameState
from heorot.server.table.table import (
    ChatMessage,
    ConsentRequest,
    GameStep,
    RequestKind,
    SealedPhase,
    TableState,
    Viewer,
    entries_of,
    initial_table,
    salts_of,
)

PERSON_PLAYS: dict[str, bool | None] = {"bot": None, "away": False, "by_host": False, "once": False}  # of a seat
REQUEST_KINDS: dict[str, RequestKind] = {"asked-back": "back", "asked-end": "end", "asked-pause": "pause"}


def apply_event(table: TableState, event: Event, at: int = 0) -> TableState:
    """Return the table after an event stored at time `at`. Trusts its caller."""
    following = change_table(table, event)
    history = 0 if following.state is None else len(following.state.history)
    newly_asked = [seat for seat, number in enumerate(following.questions) if number > table.questions[seat]]
    return replace(
        following,
        clocks=update_clocks(table, following, event, at, newly_asked),
        asked_at=tuple(at if seat in newly_asked else earlier for seat, earlier in enumerate(table.asked_at)),
        seq=table.seq + 1,
        private_seqs=(*table.private_seqs, table.seq + 1) if isinstance(event, PRIVATE_EVENTS) else table.private_seqs,
        logged_events=(*table.logged_events, *([(table.seq + 1, event)] if isinstance(event, LOGGED_EVENTS) else [])),
        history_lengths=(*table.history_lengths, history),
        last_undo_seq=table.seq + 1 if history < table.history_lengths[-1] else table.last_undo_seq,
    )


def apply_events(table: TableState, events: Sequence[Event], at: int = 0) -> list[TableState]:
    """Return the table after each of these events, all stored at time `at`."""
    tables = [table]
    for event in events:
        tables.append(apply_event(tables[-1], event, at))
    return tables[1:]


def fold_rows(id: str, rows: Sequence[EventRow]) -> TableState:
    """Fold the stored events of a table; raises Refusal for an empty list."""
    if not rows:
        raise Refusal("no-such-table", "server.no-such-table")
    first = read(rows[0].body)
    assert isinstance(first, Created)
    table = initial_table(id, first)
    for row in rows[1:]:
        table = apply_event(table, read(row.body), row.at)
    return table


def change_table(table: TableState, event: Event) -> TableState:
    """Apply an event to everything but clocks, numbering and log."""
    match event:
        case Moved():
            return apply_move(table, event)
        case UndoApplied() | UndoAgreed():
            return apply_undo(table, event)
        case Begun():
            return start_game(table, event)
        case Chatted() | ChatErased() | Muted():
            return apply_chat(table, event)
        case UndoRequested() | AbortRequested() | PauseRequested() | Agreed():
            return apply_request(table, event)
        case Paused() | Resumed():
            return replace(table, request=None)
        case Ended(why=why):
            return replace(table, status="ended", end_reason=why, request=None)
        case Rematched(table=other):
            return replace(table, rematch_table=other)
        case Configured(options=options):
            return replace(table, options=options)
        case TokenReissued() | Outage():
            return table
        case PersonRedacted(seat=seat):
            return redact_seat(table, Seat(seat))
    return change_seat(table, event)


# ---- Seats -------------------------------------------------------------------------------------------------------


def change_seat(table: TableState, event: Event) -> TableState:
    """Apply an event that changes who plays at a seat."""
    match event:
        case Seated(seat=seat, name=name, salt=salt):
            return update_place(table, seat, name=name, bot=None, away=False, salt=salt)
        case Placed(seat=seat, place=place):
            return update_place(table, seat, **place.model_dump())
        case Resigned(seat=seat, bot=bot):
            return update_place(table, seat, bot=bot, resigned=True, away=False, once=False)
        case BotTookOver(seat=seat, bot=bot, by_host=by_host):
            return update_place(table, seat, bot=bot, away=True, by_host=by_host, once=False)
        case TimedOut(seat=seat, bot=bot, once=once):
            return update_place(table, seat, bot=bot, away=True, once=once)
        case CameBack(seat=seat):
            return update_place(table, seat, **PERSON_PLAYS)
        case Replaced(seat=seat, bot=bot):
            return update_place(table, seat, bot=bot)
    raise AssertionError(f"unknown event {event!r}")


def update_place(table: TableState, seat: int, **changes: object) -> TableState:
    """Change fields of a seat, and drop the open request: its voters are no longer the same."""
    places = list(table.places)
    places[seat] = places[seat].model_copy(update=changes)
    return replace(table, places=tuple(places), request=None)


# ---- Clocks ------------------------------------------------------------------------------------------------------


def update_clocks(
    before: TableState, now: TableState, event: Event, at: int, newly_asked: Iterable[int]
) -> Clocks | None:
    """Return the clocks after an event; `newly_asked` are the seats with a new question."""
    rule, current = before.created.clock, before.clocks
    if rule is None or now.state is None:
        return None
    if current is not None and isinstance(event, PRIVATE_EVENTS):
        return current  # `charged_until` is public, and would tell spectators when people chat
    if current is None:
        current = clocks.full_clocks(rule, len(now.places), at)
    elif isinstance(event, Outage):
        current = clocks.charge_before_outage(current, event.since, at)
    else:
        current = clocks.charge(current, at)
    current = apply_to_clocks(current, before, now, event, newly_asked)
    running = frozenset(seat for seat in now.awaited if not current.paused and not now.is_bot_seat(seat))
    return replace(current, running=running)


def apply_to_clocks(
    current: Clocks, before: TableState, now: TableState, event: Event, newly_asked: Iterable[int]
) -> Clocks:
    """Apply an event to clocks that are already charged up to its time."""
    match event:
        case Begun():
            return clocks.grant_question_time(current, newly_asked)
        case Moved(seat=seat):
            return clocks.grant_question_time(
                clocks.credit_increment(current, seat) if seat in current.running else current, newly_asked
            )
        case UndoApplied():
            return clocks.withhold_increments(current, undone_timed_seats(before, now))
        case UndoAgreed():
            return clocks.grant_minimum_time(
                clocks.withhold_increments(current, undone_timed_seats(before, now)), now.awaited
            )
        case TimedOut(seat=seat):
            return replace(current, left=clocks.set_at(current.left, seat, 0), out=current.out | {seat})
        case Paused() | Resumed():
            return replace(current, paused=isinstance(event, Paused))
    return current


def undone_timed_seats(before: TableState, now: TableState) -> list[Seat]:
    """Return the seats of the steps that were undone and had been timed, one entry for each step."""
    remaining = set(map(id, now.steps))
    return [step.seat for step in before.steps if step.timed and id(step) not in remaining]


# ---- The game ----------------------------------------------------------------------------------------------------


def start_game(table: TableState, event: Begun) -> TableState:
    """Apply the opening draws and ask the first question."""
    table = replace(table, opening_draws=event.drawn, draw_count=len(event.drawn), salts=salts_of(table))
    return advance(table, table.state_after(()), None)


def apply_move(table: TableState, event: Moved) -> TableState:
    """Apply the actions of a seat and the draws that followed."""
    timed = table.clocks is not None and event.seat in table.clocks.running
    step = GameStep(Seat(event.seat), event.said, event.drawn, timed)
    state = table.game.replay(table.game_state, step.entries)
    if table.places[step.seat].once:
        table = update_place(table, step.seat, **PERSON_PLAYS)
    draw_count = table.draw_count + len(event.drawn)
    table = replace(table, steps=(*table.steps, step), previous_state=table.state, draw_count=draw_count)
    return advance(table, state, step.seat)


def advance(table: TableState, state: GameState, speaker: Viewer) -> TableState:
    """Set the game state that follows the actions of `speaker`, and renumber the questions."""
    over = not table.game.actors(state)
    following = replace(table, state=state, status="over" if over else "playing", request=None)
    return replace(following, sealed=sealed_phase(table, state), questions=next_questions(table, following, speaker))


def sealed_phase(table: TableState, state: GameState) -> SealedPhase | None:
    """Return the sealed phase that the game is in: the current one, one that starts here, or None."""
    if not table.game.is_sealed(state):
        return None
    return table.sealed or SealedPhase(state, len(table.steps))


def next_questions(before: TableState, now: TableState, speaker: Viewer) -> tuple[int, ...]:
    """Return the question numbers by seat. During a sealed phase the seats that still choose keep theirs."""
    waiting = set(before.awaited) - {speaker} if before.sealed and now.sealed else set()
    return tuple(number + (seat in now.awaited and seat not in waiting) for seat, number in enumerate(before.questions))


# ---- Undo --------------------------------------------------------------------------------------------------------


def apply_undo(table: TableState, event: UndoApplied | UndoAgreed) -> TableState:
    """Remove steps. Later draws are fresh, since `draw_count` stays."""
    seat = Seat(event.seat)
    if isinstance(event, UndoApplied) and table.sealed:
        steps, speaker = without_sealed_choice(table, seat), seat
        state = table.game.replay(table.sealed.state, entries_of(steps[table.sealed.steps :]))
    else:
        count = event.steps if isinstance(event, UndoAgreed) else 1
        steps, speaker = table.steps[:-count], None
        state = table.previous_state if count == 1 and table.previous_state is not None else table.state_after(steps)
        table = replace(table, sealed=None)
    undo_count, public_undo_count = table.undo_count + 1, table.public_undo_count + (speaker is None)
    table = replace(table, steps=steps, previous_state=None, undo_count=undo_count, public_undo_count=public_undo_count)
    return advance(table, state, speaker)


def without_sealed_choice(table: TableState, seat: Seat) -> tuple[GameStep, ...]:
    """Return all steps but the seat's own choice in the current sealed phase."""
    assert table.sealed is not None
    at = table.sealed.steps
    return (*table.steps[:at], *(step for step in table.steps[at:] if step.seat != seat))


# ---- Requests and chat -------------------------------------------------------------------------------------------


def apply_request(table: TableState, event: UndoRequested | AbortRequested | PauseRequested | Agreed) -> TableState:
    """Open a request, add a vote to it, or drop it after a no."""
    seat = Seat(event.seat)
    if not isinstance(event, Agreed):
        return replace(table, request=ConsentRequest(REQUEST_KINDS[event.kind], seat, frozenset((seat,))))
    if not event.yes or table.request is None:
        return replace(table, request=None)
    return replace(table, request=replace(table.request, agreed=table.request.agreed | {seat}))


def redact_seat(table: TableState, seat: Seat) -> TableState:
    """Remove a person's name and chat, as the rewritten earlier events do for later readers."""
    places = list(table.places)
    if places[seat].name is not None:
        places[seat] = places[seat].model_copy(update={"name": REDACTED})
    chat = (
        replace(line, text=REDACTED) if line.seat == seat and line.text is not None else line for line in table.chat
    )
    return replace(table, places=tuple(places), chat=tuple(chat))


def apply_chat(table: TableState, event: Chatted | ChatErased | Muted) -> TableState:
    """Apply a chat message, its removal, or a mute."""
    match event:
        case Chatted(seat=seat, text=text):
            return replace(table, chat=(*table.chat, ChatMessage(Seat(seat), text)))
        case ChatErased(message=number):
            chat = list(table.chat)
            chat[number] = replace(chat[number], text=None)
            return replace(table, chat=tuple(chat))
        case Muted(seat=seat, muted=muted):
            places = list(table.places)
            places[seat] = places[seat].model_copy(update={"muted": muted})
            return replace(table, places=tuple(places))
