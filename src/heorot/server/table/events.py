"""Events of a table as they are stored. The state of a table is the fold over its events (`fold.py`).

Old events stay readable: a field added later has a default, and no kind ever changes its meaning.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from heorot.server.protocol.types import ResignPolicy, SeatKind, TimeoutPolicy

EndReason: TypeAlias = Literal["aborted", "abandoned", "resigned", "closed"]


class StoredModel(BaseModel):
    """Base of stored data: unknown fields and wrong types are errors."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class SeatAssignment(StoredModel):
    """Player of a seat: a person, a bot, both (a stand-in) or nobody yet."""

    who: SeatKind
    bot: str | None = None  # the bot that plays, on its own or as a stand-in
    name: str | None = None  # of the person who took the seat; may be empty
    away: bool = False  # a bot stands in, and the person may return
    by_host: bool = False  # the host chose the stand-in; the person still votes
    resigned: bool = False  # the person may not return
    once: bool = False  # the bot stands in for one answer only
    muted: bool = False
    salt: str | None = None  # added by the person to the draws


class Timing(StoredModel):
    """Time control: time for each answer, or a bank for the whole game that grows by an increment."""

    per: Literal["move", "game"]
    seconds: int
    increment: int = 0  # seconds added for each answer
    when_out: TimeoutPolicy = "until-return"


# ---- Before the game ---------------------------------------------------------------------------------------------


class Fork(StoredModel):
    """Origin of a what-if table."""

    table: str
    move: int
    record: str  # of the source game up to that move


class Created(StoredModel):
    """A host created the table. Its game keeps this rules version and box."""

    kind: Literal["created"] = "created"
    game: str
    rules: int
    box: str | None  # text of a custom box
    box_hash: str | None = None  # of the built-in box, which a later release may change
    options: dict[str, str]
    places: tuple[SeatAssignment, ...]
    listed: bool  # shown in the lobby
    watchable: bool  # spectators are allowed
    on_resign: ResignPolicy
    record: str | None = None  # of a finished game to view
    fork: Fork | None = None  # of a game to continue
    hints: bool | None = None  # None: allowed where all other seats are bots
    deal: Literal[0, 1] = 0  # 0: the first release's draws, 1: verifiable draws
    clock: Timing | None = None


class Seated(StoredModel):
    """A person took a seat."""

    kind: Literal["seated"] = "seated"
    seat: int
    name: str
    salt: str | None = None


class Placed(StoredModel):
    """The host assigned a seat to a bot, a person or anyone; its previous player is removed."""

    kind: Literal["placed"] = "placed"
    seat: int
    place: SeatAssignment


class Configured(StoredModel):
    """The host changed the options before the game began."""

    kind: Literal["configured"] = "configured"
    options: dict[str, str]


class Begun(StoredModel):
    """The game began, with these chance draws."""

    kind: Literal["begun"] = "begun"
    drawn: tuple[str, ...]


# ---- The game ----------------------------------------------------------------------------------------------------


class Moved(StoredModel):
    """A seat answered its question; `drawn` are the chance draws that followed."""

    kind: Literal["moved"] = "moved"
    seat: int
    said: tuple[str, ...]
    drawn: tuple[str, ...] = ()


class UndoApplied(StoredModel):
    """A seat undid its own last answer, which had revealed nothing."""

    kind: Literal["took-back"] = "took-back"
    seat: int


class UndoRequested(StoredModel):
    """A seat requested to go back to its last answer."""

    kind: Literal["asked-back"] = "asked-back"
    seat: int


class AbortRequested(StoredModel):
    """A seat requested to end the game without a winner."""

    kind: Literal["asked-end"] = "asked-end"
    seat: int


class Agreed(StoredModel):
    """A seat voted on the open request; one no rejects it."""

    kind: Literal["agreed"] = "agreed"
    seat: int
    yes: bool


class UndoAgreed(StoredModel):
    """The voters agreed to undo this many steps."""

    kind: Literal["went-back"] = "went-back"
    seat: int  # that requested it
    steps: int


class Ended(StoredModel):
    """The table ended before the game was over."""

    kind: Literal["ended"] = "ended"
    why: EndReason


class Rematched(StoredModel):
    """A rematch was created."""

    kind: Literal["rematched"] = "rematched"
    table: str


# ---- Stand-ins ---------------------------------------------------------------------------------------------------


class Resigned(StoredModel):
    """A person resigned."""

    kind: Literal["resigned"] = "resigned"
    seat: int
    bot: str | None  # that plays on; None if the table ends


class BotTookOver(StoredModel):
    """A bot stands in for a person."""

    kind: Literal["handed-over"] = "handed-over"
    seat: int
    bot: str
    by_host: bool = False


class CameBack(StoredModel):
    """A person plays again instead of the bot."""

    kind: Literal["came-back"] = "came-back"
    seat: int


class Replaced(StoredModel):
    """A bot failed or timed out, and another took over."""

    kind: Literal["replaced"] = "replaced"
    seat: int
    bot: str
    failed: str


# ---- Clocks ------------------------------------------------------------------------------------------------------


class TimedOut(StoredModel):
    """A person ran out of time; a bot answers this once or until they return."""

    kind: Literal["timed-out"] = "timed-out"
    seat: int
    bot: str
    once: bool


class PauseRequested(StoredModel):
    """A seat requested to pause the clocks."""

    kind: Literal["asked-pause"] = "asked-pause"
    seat: int


class Paused(StoredModel):
    """The voters agreed to pause the clocks."""

    kind: Literal["paused"] = "paused"
    seat: int  # that requested it


class Resumed(StoredModel):
    """A seat ended the pause."""

    kind: Literal["resumed"] = "resumed"
    seat: int


class Outage(StoredModel):
    """No server was running since this time, in milliseconds since 1970; clocks are not charged for it."""

    kind: Literal["outage"] = "outage"
    since: int


# ---- Chat, tokens, privacy ---------------------------------------------------------------------------------------


class Chatted(StoredModel):
    """A person sent a chat message, for those at the table only."""

    kind: Literal["chatted"] = "chatted"
    seat: int
    text: str


class ChatErased(StoredModel):
    """The author or the host erased a chat message, numbered from 0."""

    kind: Literal["erased"] = "erased"
    message: int


class TokenReissued(StoredModel):
    """The host reissued the token of a seat, or their own; the old ones are revoked."""

    kind: Literal["rekeyed"] = "rekeyed"
    seat: int | None
    host: bool


class PersonRedacted(StoredModel):
    """The name and chat of a person were redacted in all earlier events."""

    kind: Literal["forgotten"] = "forgotten"
    seat: int


class Muted(StoredModel):
    """The host muted or unmuted a seat."""

    kind: Literal["muted"] = "muted"
    seat: int
    muted: bool


Event: TypeAlias = Annotated[
    Created | Seated | Placed | Configured | Begun
    | Moved | UndoApplied | UndoRequested | AbortRequested | Agreed | UndoAgreed | Ended | Rematched
    | Resigned | BotTookOver | CameBack | Replaced | TokenReissued
    | TimedOut | PauseRequested | Paused | Resumed | Outage
    | Chatted | ChatErased | Muted | PersonRedacted,
    Field(discriminator="kind"),
]  # fmt: skip
EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
REDACTED = "–"  # replaces a redacted name or text
LOGGED_EVENTS = (  # reported in the log, next to the game's own entries
    Seated, Placed, Configured, UndoApplied, UndoRequested, AbortRequested, Agreed, UndoAgreed, Ended, Resigned,
    BotTookOver, CameBack, Replaced, TokenReissued, TimedOut, PauseRequested, Paused, Resumed, Outage,
)  # fmt: skip
PRIVATE_EVENTS = (Chatted, ChatErased, Muted)  # hidden from spectators


def write(event: Event) -> str:
    """Encode an event as JSON."""
    return EVENTS.dump_json(event).decode()


def read(text: str) -> Event:
    """Decode a stored event."""
    return EVENTS.validate_json(text)
