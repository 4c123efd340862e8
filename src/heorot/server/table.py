"""A table: who sits there, the game, and what was agreed on. A value: `after` gives the next one, from an event.

No clock, no chance, no network, no rule of any game: the game answers for itself through the Game protocol.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Literal, TypeAlias

from heorot.engine import record as records
from heorot.engine.game import Entry
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.server.events import (
    AMONG_PLAYERS,
    NEWS,
    Agreed,
    AskedBack,
    AskedEnd,
    Begun,
    CameBack,
    Chatted,
    Configured,
    Created,
    Ended,
    Erased,
    Event,
    HandedOver,
    Moved,
    Muted,
    Place,
    Placed,
    Rekeyed,
    Rematched,
    Replaced,
    Resigned,
    Seated,
    Status,
    TookBack,
    WentBack,
)

Viewer: TypeAlias = Seat | None  # None: someone who only watches
Wish: TypeAlias = Literal["back", "end"]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer, as one command gave it, and what chance said after it."""

    seat: Seat
    said: tuple[str, ...]
    drawn: tuple[str, ...]

    @property
    def entries(self) -> list[Entry]:
        return [*(Entry(self.seat, text) for text in self.said), *(Entry(CHANCE, text) for text in self.drawn)]


@dataclass(frozen=True, slots=True)
class Sealed:
    """Where all began to choose at once: what came since can be taken back singly."""

    state: Any  # of the game, before anyone had chosen
    steps: int  # so many stood then


@dataclass(frozen=True, slots=True)
class Request:
    """What one seat asked of all others."""

    wish: Wish
    seat: Seat
    agreed: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Message:
    """What someone said to the others; nothing is left of it once it is erased."""

    seat: Seat
    text: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All of a table after so many events."""

    id: str
    seq: int
    created: Created
    game: Any
    box: Any
    options: dict[str, str]
    places: tuple[Place, ...]
    status: Status = "open"
    state: Any = None  # of the game, once it has begun
    prelude: tuple[Entry, ...] = ()  # what was said at another table, where a what-if begins
    opening: tuple[str, ...] = ()  # what chance said before the first question
    steps: tuple[Step, ...] = ()  # all answers that stand
    before: Any = None  # the game before the last of them, where it is at hand
    sealed: Sealed | None = None  # all are choosing at once
    questions: tuple[int, ...] = ()  # by seat: how many it was asked; the last may be open
    drawn: int = 0  # how often chance ever spoke, whatever was taken back
    undone: int = 0  # how often something was taken back, ...
    retreats: int = 0  # ... and how often something that all knew was said
    salts: tuple[tuple[int, str], ...] = ()  # by seat, from 1: what people added to the draws before the first of them
    request: Request | None = None
    why: str | None = None  # it was broken off
    next: str | None = None  # the table of the rematch
    chat: tuple[Message, ...] = ()
    private: tuple[int, ...] = ()  # the events that were not for spectators
    news: tuple[tuple[int, Event], ...] = ()  # what happened besides the game, by the number of the event
    marks: tuple[int, ...] = (0,)  # how long the game's history was after each event
    undone_at: int = 0  # the latest event by which the history became shorter

    # ---- What can be asked of it ----

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Which seats must answer now."""
        return self.game.actors(self.state) if self.status == "playing" else ()

    def question(self, seat: Viewer) -> int | None:
        """The number of the question that a seat must answer now."""
        return None if seat is None or seat not in self.asked else self.questions[seat]

    def version(self, viewer: Viewer, seq: int | None = None, host: bool = False) -> int:
        """How many events a viewer was shown, now or up to one of them; nothing is counted that was not shown. A host
        is shown all of them, with a seat or without."""
        seq = self.seq if seq is None else seq
        return seq - (bisect_right(self.private, seq) if viewer is None and not host else 0)

    def seq_at(self, viewer: Viewer, version: int, host: bool = False) -> int | None:
        """The event up to which a viewer had been shown everything at a version; None if there is no such version."""
        if not 0 <= version <= self.version(viewer, host=host):
            return None
        return next(seq for seq in range(version, self.seq + 1) if self.version(viewer, seq, host) == version)

    def history_at(self, viewer: Viewer, version: int | None, host: bool = False) -> int:
        """How long the game's history was at a version of a viewer; nothing, where it has been shorter since."""
        seq = None if version is None else self.seq_at(viewer, version, host)
        return 0 if seq is None or seq < self.undone_at else self.marks[seq]

    def plays_by_itself(self, seat: Seat) -> bool:
        """Whether a bot answers for this seat."""
        return self.places[seat].bot is not None

    @property
    def people(self) -> list[Seat]:
        """The seats at which people answer, and those whom the host alone has handed to a bot: nobody is voted down by
        being sent away."""
        return [Seat(seat) for seat, place in enumerate(self.places) if place.bot is None or place.by_host]

    @property
    def hints(self) -> bool:
        """Whether people may ask for hints: as the host said openly when the table was laid; else where no two people
        play."""
        people = sum(place.who != "bot" for place in self.places)
        return people <= 1 if self.created.hints is None else self.created.hints

    @property
    def is_finished(self) -> bool:
        """Whether nothing is played any more."""
        return self.status in ("over", "ended")

    @property
    def is_full(self) -> bool:
        """Whether nobody is waited for."""
        return all(place.bot or place.name for place in self.places)

    def start(self) -> Any:
        """The game before its first draw."""
        return self.game.setup(self.box, len(self.places), self.options, self.created.rules)

    def entries(self, steps: Iterable[Step]) -> Iterable[Entry]:
        """All that was said up to some answer."""
        return chain(self.prelude, (Entry(CHANCE, text) for text in self.opening), entries_of(steps))

    def game_after(self, steps: Sequence[Step]) -> Any:
        """The game after some of its answers, from the beginning."""
        return self.game.replay(self.start(), self.entries(steps))

    def game_at(self, history: int) -> Any:
        """The game when its history was so long."""
        if history == self.marks[-1]:
            return self.state
        return self.game.replay(self.start(), islice(self.entries(self.steps), history))


def entries_of(steps: Iterable[Step]) -> Iterable[Entry]:
    """All that was said in some steps."""
    return chain.from_iterable(step.entries for step in steps)


# ---- The first event -----------------------------------------------------------------------------------------------


def open_table(id: str, created: Created) -> Table:
    """A table as its host laid it; raises what is wrong with the box or the options."""
    game = GAMES[created.game]
    box = box_of(created.game, created.box, created.box_hash)
    table = Table(id, 1, created, game, box, dict(created.options), created.places)
    if created.record is not None:
        return look_at(table, created.record)
    if created.fork is not None:
        table = replace(table, prelude=records.read(created.fork.record).entries)
    table.start()
    return replace(table, questions=(0,) * len(table.places), marks=(0, 0))


@lru_cache(maxsize=64)
def box_of(game: str, text: str | None, hash: str | None = None) -> Any:
    """A box, read once: the built-in one that a table began with, or one of the host's own."""
    if text is not None:
        return GAMES[game].read_box(text, "box.toml")
    return GAMES[game].box if hash is None else GAMES[game].built_in(hash)


def look_at(table: Table, record: str) -> Table:
    """A table with a game that was played elsewhere: nobody plays on."""
    state = records.replay(table.game, records.read(record))
    return replace(table, status="over", state=state, marks=(0, len(state.history)))


# ---- The others ----------------------------------------------------------------------------------------------------


def after(table: Table, event: Event) -> Table:
    """The table after an event. It trusts its caller: commands.py says which events may come."""
    following = change(table, event)
    history = 0 if following.state is None else len(following.state.history)
    return replace(
        following,
        seq=table.seq + 1,
        private=(*table.private, table.seq + 1) if isinstance(event, AMONG_PLAYERS) else table.private,
        news=(*table.news, (table.seq + 1, event)) if isinstance(event, NEWS) else table.news,
        marks=(*table.marks, history),
        undone_at=table.seq + 1 if history < table.marks[-1] else table.undone_at,
    )


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
        case AskedBack() | AskedEnd() | Agreed():
            return wish(table, event)
        case Ended(why=why):
            return replace(table, status="ended", why=why, request=None)
        case Rematched(table=other):
            return replace(table, next=other)
        case Configured(options=options):
            return replace(table, options=options)
        case Rekeyed():
            return table
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
            return with_place(table, seat, bot=bot, resigned=True, away=False)
        case HandedOver(seat=seat, bot=bot, by_host=by_host):
            return with_place(table, seat, bot=bot, away=True, by_host=by_host)
        case CameBack(seat=seat):
            return with_place(table, seat, bot=None, away=False, by_host=False)
        case Replaced(seat=seat, bot=bot):
            return with_place(table, seat, bot=bot)
    raise AssertionError(f"nothing is known of {event!r}")


def with_place(table: Table, seat: int, **changes: Any) -> Table:
    """Another one sits at a seat, or in another way. What was asked of all is not asked of others."""
    places = list(table.places)
    places[seat] = places[seat].model_copy(update=changes)
    return replace(table, places=tuple(places), request=None)


# ---- The game ------------------------------------------------------------------------------------------------------


def begin(table: Table, event: Begun) -> Table:
    """The game begins."""
    table = replace(table, opening=event.drawn, drawn=len(event.drawn), salts=salts_of(table))
    return going_on(table, table.game_after(()), None)


def salts_of(table: Table) -> tuple[tuple[int, str], ...]:
    """What people have added to the draws; once the first of them was made, no more."""
    if table.status != "open":
        return table.salts
    return tuple((number, place.salt) for number, place in enumerate(table.places, 1) if place.salt)


def move(table: Table, event: Moved) -> Table:
    """An answer, and what chance said after it."""
    step = Step(Seat(event.seat), event.said, event.drawn)
    state = table.game.replay(table.state, step.entries)
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
    return tuple(
        number + (seat in now.asked and seat not in waiting) for seat, number in enumerate(before.questions)
    )


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


def wish(table: Table, event: AskedBack | AskedEnd | Agreed) -> Table:
    """Something is asked of all, or answered."""
    seat = Seat(event.seat)
    if not isinstance(event, Agreed):
        what: Wish = "back" if isinstance(event, AskedBack) else "end"
        return replace(table, request=Request(what, seat, frozenset((seat,))))
    if not event.yes or table.request is None:
        return replace(table, request=None)
    return replace(table, request=replace(table.request, agreed=table.request.agreed | {seat}))


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
