"""What happens at a table, as it is stored. A table is the fold of its events, and nothing else (table.py).

Old events must be readable for ever: a field that is added later has a default, and no kind ever changes its meaning.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Sitter: TypeAlias = Literal["person", "open", "bot"]  # a person by a link of their own, anyone who comes, or a bot
OnResign: TypeAlias = Literal["bot", "end"]  # a bot plays on, or the table ends
Status: TypeAlias = Literal["open", "playing", "over", "ended"]  # waiting for people; then; played out; broken off
Why: TypeAlias = Literal["aborted", "abandoned", "resigned", "closed"]
WhenOut: TypeAlias = Literal["until-return", "one-move"]  # whose time is out is played for by a bot: so long


class Stored(BaseModel):
    """Strict both ways: what is not understood is never passed over."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Place(Stored):
    """Who sits at a seat, or may."""

    who: Sitter
    bot: str | None = None  # which one plays: the seat's own, or one that stands in for a person
    name: str | None = None  # of the person who has taken the seat; empty if none was given
    away: bool = False  # the bot stands in, and the person may come back
    by_host: bool = False  # and it was the host's wish: what is asked of all is asked of the person too
    resigned: bool = False  # the person may not
    once: bool = False  # the bot stands in for one answer alone
    muted: bool = False
    salt: str | None = None  # what the person has added to the draws


class Timing(Stored):
    """How much time people have: for each answer anew, or a bank for the whole game that grows with each answer."""

    per: Literal["move", "game"]
    seconds: int
    increment: int = 0  # seconds, for each answer
    when_out: WhenOut = "until-return"


# ---- Before the game -----------------------------------------------------------------------------------------------


class Fork(Stored):
    """Where a what-if left the game of another table."""

    table: str
    move: int
    record: str  # that game up to there


class Created(Stored):
    """A host laid a table. Its game keeps the rules version and the box that it began with."""

    kind: Literal["created"] = "created"
    game: str
    rules: int
    box: str | None  # the text of a box that is not built in
    box_hash: str | None = None  # of one that is: a later release may have another
    options: dict[str, str]
    places: tuple[Place, ...]
    listed: bool  # in the list of open and watchable tables
    watchable: bool  # spectators may come
    on_resign: OnResign
    record: str | None = None  # a game that was played elsewhere, to be looked at
    fork: Fork | None = None  # a game that was played elsewhere, to be played on from there
    hints: bool | None = None  # whether people may ask for hints; not said: where all others are bots
    deal: Literal[0, 1] = 0  # how chance draws: as in the first release, or so that anyone can verify it
    clock: Timing | None = None


class Seated(Stored):
    """A person took a seat."""

    kind: Literal["seated"] = "seated"
    seat: int
    name: str
    salt: str | None = None


class Placed(Stored):
    """The host gave a seat to a bot, kept it for a person, or opened it to anyone; whoever sat there has left."""

    kind: Literal["placed"] = "placed"
    seat: int
    place: Place


class Configured(Stored):
    """The host chose other options before the game began."""

    kind: Literal["configured"] = "configured"
    options: dict[str, str]


class Begun(Stored):
    """Everyone is there, and chance has dealt."""

    kind: Literal["begun"] = "begun"
    drawn: tuple[str, ...]


# ---- The game ------------------------------------------------------------------------------------------------------


class Moved(Stored):
    """A seat answered, and chance said whatever had to be said after it."""

    kind: Literal["moved"] = "moved"
    seat: int
    said: tuple[str, ...]
    drawn: tuple[str, ...] = ()


class TookBack(Stored):
    """A seat took its own latest answer back, which nobody had learned anything by."""

    kind: Literal["took-back"] = "took-back"
    seat: int


class AskedBack(Stored):
    """A seat asked all others to go back to its latest answer."""

    kind: Literal["asked-back"] = "asked-back"
    seat: int


class AskedEnd(Stored):
    """A seat asked all others to end the game without a winner."""

    kind: Literal["asked-end"] = "asked-end"
    seat: int


class Agreed(Stored):
    """A seat answered what another had asked of all; one no is enough."""

    kind: Literal["agreed"] = "agreed"
    seat: int
    yes: bool


class WentBack(Stored):
    """The table agreed to take back so many answers, with all that followed them."""

    kind: Literal["went-back"] = "went-back"
    seat: int  # who had asked for it
    steps: int


class Ended(Stored):
    """The game is broken off."""

    kind: Literal["ended"] = "ended"
    why: Why


class Rematched(Stored):
    """The same people play again at another table."""

    kind: Literal["rematched"] = "rematched"
    table: str


# ---- Who plays for whom --------------------------------------------------------------------------------------------


class Resigned(Stored):
    """A person gave up."""

    kind: Literal["resigned"] = "resigned"
    seat: int
    bot: str | None  # who plays on; nobody, if the table ends


class HandedOver(Stored):
    """A bot stands in for a person who is away."""

    kind: Literal["handed-over"] = "handed-over"
    seat: int
    bot: str
    by_host: bool = False


class CameBack(Stored):
    """A person plays again instead of the bot."""

    kind: Literal["came-back"] = "came-back"
    seat: int


class Replaced(Stored):
    """A bot failed or did not answer in time, and another plays on."""

    kind: Literal["replaced"] = "replaced"
    seat: int
    bot: str
    failed: str


# ---- Time ----------------------------------------------------------------------------------------------------------


class TimedOut(Stored):
    """A person's time was out, and a bot answers: until the person returns, or this once."""

    kind: Literal["timed-out"] = "timed-out"
    seat: int
    bot: str
    once: bool


class AskedPause(Stored):
    """A seat asked all others to let the clocks stand still."""

    kind: Literal["asked-pause"] = "asked-pause"
    seat: int


class Paused(Stored):
    """The table agreed to let the clocks stand still."""

    kind: Literal["paused"] = "paused"
    seat: int  # who had asked for it


class Resumed(Stored):
    """A seat let the clocks go on."""

    kind: Literal["resumed"] = "resumed"
    seat: int


class Outage(Stored):
    """No server was running since a moment, in milliseconds since 1970: from then to this event nobody's time ran."""

    kind: Literal["outage"] = "outage"
    since: int


# ---- Words between people ------------------------------------------------------------------------------------------


class Chatted(Stored):
    """A person said something to the others. Only those who sit at the table read it."""

    kind: Literal["chatted"] = "chatted"
    seat: int
    text: str


class Erased(Stored):
    """The host, or its author, removed what was said; it is numbered by the order in which things were said."""

    kind: Literal["erased"] = "erased"
    message: int


class Rekeyed(Stored):
    """The host made a new key to a seat, or to the table itself, and the old ones are dead."""

    kind: Literal["rekeyed"] = "rekeyed"
    seat: int | None
    host: bool


class Forgotten(Stored):
    """The name and the words of whoever sat at a seat are taken out of all events before this one."""

    kind: Literal["forgotten"] = "forgotten"
    seat: int


class Muted(Stored):
    """The host let a seat say nothing any more, or let it speak again."""

    kind: Literal["muted"] = "muted"
    seat: int
    muted: bool


Event: TypeAlias = Annotated[
    Created | Seated | Placed | Configured | Begun
    | Moved | TookBack | AskedBack | AskedEnd | Agreed | WentBack | Ended | Rematched
    | Resigned | HandedOver | CameBack | Replaced | Rekeyed
    | TimedOut | AskedPause | Paused | Resumed | Outage
    | Chatted | Erased | Muted | Forgotten,
    Field(discriminator="kind"),
]  # fmt: skip
EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
FORGOTTEN = "–"  # instead of a name or of words that are not kept any more
NEWS = (  # what people should know besides the game
    Seated, Placed, Configured, TookBack, AskedBack, AskedEnd, Agreed, WentBack, Ended, Resigned, HandedOver, CameBack,
    Replaced, Rekeyed, TimedOut, AskedPause, Paused, Resumed, Outage,
)  # fmt: skip
AMONG_PLAYERS = (Chatted, Erased, Muted)  # who only watches is not shown these


def write(event: Event) -> str:
    """An event as it is stored."""
    return EVENTS.dump_json(event).decode()


def read(text: str) -> Event:
    """A stored event."""
    return EVENTS.validate_json(text)
