"""The table after an event: everything that is known of a table follows from its events and their times, and from
nothing else. No clock is read here."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from heorot.engine.seats import Seat
from heorot.server import clocks
from heorot.server.clocks import Clocks
from heorot.server.events import (
    AMONG_PLAYERS,
    FORGOTTEN,
    NEWS,
    Agreed,
    AskedBack,
    AskedEnd,
    AskedPause,
    Begun,
    CameBack,
    Chatted,
    Configured,
    Ended,
    Erased,
    Event,
    Forgotten,
    HandedOver,
    Moved,
    Muted,
    Outage,
    Paused,
    Placed,
    Rekeyed,
    Rematched,
    Replaced,
    Resigned,
    Resumed,
    Seated,
    TimedOut,
    TookBack,
    WentBack,
)
from heorot.server.table import Message, Request, Sealed, Step, Table, Viewer, Wish, entries_of, salts_of

AT_HOME: dict[str, Any] = {"bot": None, "away": False, "by_host": False, "once": False}  # a person who plays
WISHES: dict[str, Wish] = {"asked-back": "back", "asked-end": "end", "asked-pause": "pause"}


def after(table: Table, event: Event, at: int = 0) -> Table:
    """The table after an event of that time. It trusts its caller: commands.py says which events may come."""
    following = change(table, event)
    history = 0 if following.state is None else len(following.state.history)
    anew = [seat for seat, number in enumerate(following.questions) if number > table.questions[seat]]
    return replace(
        following,
        clocks=timed(table, following, event, at, anew),
        asked_at=tuple(at if seat in anew else earlier for seat, earlier in enumerate(table.asked_at)),
        seq=table.seq + 1,
        private=(*table.private, table.seq + 1) if isinstance(event, AMONG_PLAYERS) else table.private,
        news=(*table.news, (table.seq + 1, event)) if isinstance(event, NEWS) else table.news,
        marks=(*table.marks, history),
        undone_at=table.seq + 1 if history < table.marks[-1] else table.undone_at,
    )


def following(table: Table, found: Sequence[Event], at: int = 0) -> list[Table]:
    """The tables after each of some events of that time."""
    tables = [table]
    for event in found:
        tables.append(after(tables[-1], event, at))
    return tables[1:]


def change(table: Table, event: Event) -> Table:
    """What an event changes."""
    match event:
        case Moved():
            return move(table, event)
        case TookBack() | WentBack():
            return go_back(table, event)
        case Begun():
            return begin(table, event)
        case Chatted() | Erased() | Muted():
            return say(table, event)
        case AskedBack() | AskedEnd() | AskedPause() | Agreed():
            return wish(table, event)
        case Paused() | Resumed():
            return replace(table, request=None)
        case Ended(why=why):
            return replace(table, status="ended", why=why, request=None)
        case Rematched(table=other):
            return replace(table, next=other)
        case Configured(options=options):
            return replace(table, options=options)
        case Rekeyed() | Outage():
            return table
        case Forgotten(seat=seat):
            return forget(table, Seat(seat))
    return sit(table, event)


# ---- Who sits there ------------------------------------------------------------------------------------------------


def sit(table: Table, event: Event) -> Table:
    """Someone comes, goes, or is played for."""
    match event:
        case Seated(seat=seat, name=name, salt=salt):
            return with_place(table, seat, name=name, bot=None, away=False, salt=salt)
        case Placed(seat=seat, place=place):
            return with_place(table, seat, **place.model_dump())
        case Resigned(seat=seat, bot=bot):
            return with_place(table, seat, bot=bot, resigned=True, away=False, once=False)
        case HandedOver(seat=seat, bot=bot, by_host=by_host):
            return with_place(table, seat, bot=bot, away=True, by_host=by_host, once=False)
        case TimedOut(seat=seat, bot=bot, once=once):
            return with_place(table, seat, bot=bot, away=True, once=once)
        case CameBack(seat=seat):
            return with_place(table, seat, **AT_HOME)
        case Replaced(seat=seat, bot=bot):
            return with_place(table, seat, bot=bot)
    raise AssertionError(f"nothing is known of {event!r}")


def with_place(table: Table, seat: int, **changes: Any) -> Table:
    """Another one sits at a seat, or in another way. What was asked of all is not asked of others."""
    places = list(table.places)
    places[seat] = places[seat].model_copy(update=changes)
    return replace(table, places=tuple(places), request=None)


# ---- Whose time runs -----------------------------------------------------------------------------------------------


def timed(before: Table, now: Table, event: Event, at: int, anew: Iterable[int]) -> Clocks | None:
    """The clocks after an event; these seats are asked something new."""
    rule, found = before.created.clock, before.clocks
    if rule is None or now.state is None:
        return None
    if found is not None and isinstance(event, AMONG_PLAYERS):
        return found  # up to when time is charged is open to all, and when people talk is not
    if found is None:
        found = clocks.wound_up(rule, len(now.places), at)
    elif isinstance(event, Outage):
        found = clocks.stood_still(found, event.since, at)
    else:
        found = clocks.charged(found, at)
    found = changed(found, before, now, event, anew)
    running = frozenset(seat for seat in now.asked if not found.paused and not now.plays_by_itself(seat))
    return replace(found, running=running)


def changed(found: Clocks, before: Table, now: Table, event: Event, anew: Iterable[int]) -> Clocks:
    """What an event does to the clocks, besides the time that passed until then."""
    match event:
        case Begun():
            return clocks.asked(found, anew)
        case Moved(seat=seat):
            return clocks.asked(clocks.answered(found, seat) if seat in found.running else found, anew)
        case TookBack():
            return clocks.taken_back(found, gone(before, now))
        case WentBack():
            return clocks.asked_again(clocks.taken_back(found, gone(before, now)), now.asked)
        case TimedOut(seat=seat):
            return clocks.timed_out(found, seat)
        case Paused() | Resumed():
            return replace(found, paused=isinstance(event, Paused))
    return found


def gone(before: Table, now: Table) -> list[Seat]:
    """Whose answers do not stand any more, of those that were given in time."""
    stand = set(map(id, now.steps))
    return [step.seat for step in before.steps if step.timed and id(step) not in stand]


# ---- The game ------------------------------------------------------------------------------------------------------


def begin(table: Table, event: Begun) -> Table:
    """The game begins."""
    table = replace(table, opening=event.drawn, drawn=len(event.drawn), salts=salts_of(table))
    return going_on(table, table.game_after(()), None)


def move(table: Table, event: Moved) -> Table:
    """An answer, and what chance said after it."""
    timed = table.clocks is not None and event.seat in table.clocks.running
    step = Step(Seat(event.seat), event.said, event.drawn, timed)
    state = table.game.replay(table.state, step.entries)
    if table.places[step.seat].once:
        table = with_place(table, step.seat, **AT_HOME)
    after = replace(table, steps=(*table.steps, step), before=table.state, drawn=table.drawn + len(event.drawn))
    return going_on(after, state, step.seat)


def going_on(table: Table, state: Any, speaker: Viewer) -> Table:
    """The game at its next question, or over."""
    over = not table.game.actors(state)
    following = replace(table, state=state, status="over" if over else "playing", request=None)
    return replace(following, sealed=sealed(table, state), questions=asked_anew(table, following, speaker))


def sealed(table: Table, state: Any) -> Sealed | None:
    """Where all choose at once, when they began to."""
    if not table.game.sealed(state):
        return None
    return table.sealed or Sealed(state, len(table.steps))


def asked_anew(before: Table, now: Table, speaker: Viewer) -> tuple[int, ...]:
    """Every seat that is asked something else now; nobody who chooses at once with others is disturbed by them."""
    waiting = set(before.asked) - {speaker} if before.sealed and now.sealed else set()
    return tuple(number + (seat in now.asked and seat not in waiting) for seat, number in enumerate(before.questions))


# ---- Taking back ---------------------------------------------------------------------------------------------------


def go_back(table: Table, event: TookBack | WentBack) -> Table:
    """Fewer answers stand; what is drawn from now on is fresh."""
    seat = Seat(event.seat)
    if isinstance(event, TookBack) and table.sealed:
        steps, speaker = without_the_choice(table, seat), seat
        state = table.game.replay(table.sealed.state, entries_of(steps[table.sealed.steps :]))
    else:
        count = event.steps if isinstance(event, WentBack) else 1
        steps, speaker = table.steps[:-count], None
        state = table.before if count == 1 and table.before is not None else table.game_after(steps)
        table = replace(table, sealed=None)
    retreats = table.retreats + (speaker is None)
    back = replace(table, steps=steps, before=None, undone=table.undone + 1, retreats=retreats)
    return going_on(back, state, speaker)


def without_the_choice(table: Table, seat: Seat) -> tuple[Step, ...]:
    """All steps but the one by which a seat has chosen what is still sealed."""
    assert table.sealed is not None
    at = table.sealed.steps
    return (*table.steps[:at], *(step for step in table.steps[at:] if step.seat != seat))


# ---- What is asked of all, and said ----------------------------------------------------------------------------------


def wish(table: Table, event: AskedBack | AskedEnd | AskedPause | Agreed) -> Table:
    """Something is asked of all, or answered."""
    seat = Seat(event.seat)
    if not isinstance(event, Agreed):
        return replace(table, request=Request(WISHES[event.kind], seat, frozenset((seat,))))
    if not event.yes or table.request is None:
        return replace(table, request=None)
    return replace(table, request=replace(table.request, agreed=table.request.agreed | {seat}))


def forget(table: Table, seat: Seat) -> Table:
    """Whoever read the events before they were told in other words knows no more than who reads them now."""
    places = list(table.places)
    if places[seat].name is not None:
        places[seat] = places[seat].model_copy(update={"name": FORGOTTEN})
    chat = (replace(one, text=FORGOTTEN) if one.seat == seat and one.text is not None else one for one in table.chat)
    return replace(table, places=tuple(places), chat=tuple(chat))


def say(table: Table, event: Chatted | Erased | Muted) -> Table:
    """Words between people."""
    match event:
        case Chatted(seat=seat, text=text):
            return replace(table, chat=(*table.chat, Message(Seat(seat), text)))
        case Erased(message=number):
            chat = list(table.chat)
            chat[number] = replace(chat[number], text=None)
            return replace(table, chat=tuple(chat))
        case Muted(seat=seat, muted=muted):
            places = list(table.places)
            places[seat] = places[seat].model_copy(update={"muted": muted})
            return replace(table, places=tuple(places))
