"""Messages of the WebSocket protocol. docs/protocol.md explains them; TypeScript types are generated from these models.

A command has an `id` chosen by the client: a repeated command gets the first answer again.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, create_model

from heorot.server.protocol.types import Json, SeatKind, TableStatus, TimeoutPolicy

MAX_NAME, MAX_CHAT, MAX_ACTION, MAX_ACTIONS = 40, 500, 80, 64

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._~-]{1,64}$")]
Token: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
TableId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z2-7]{16}$")]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=1, le=10, description="seats are numbered from 1, as in a record")]
Name: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_NAME)]  # empty: anonymous
Salt: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]  # added to the draws
BotName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
ActionText: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ACTION)]
Actions: TypeAlias = Annotated[tuple[ActionText, ...], Field(min_length=1, max_length=MAX_ACTIONS)]


class Model(BaseModel):
    """Strict model: wrong types and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


# ---- Client to server ----------------------------------------------------------------------------------------------


class Hello(Model):
    """First message: the table, a token (none: watch), and the last version that the client has seen."""

    type: Literal["hello"]
    table: TableId
    token: Token | None = None
    seen: Number | None = None  # latest version that the client has
    chat: bool = True  # whether to receive chat messages


class Command(Model):
    """A message that changes the table."""

    id: Id


class Play(Command):
    """Answer an open question. A set of cards or tokens is one command whose last action is `done`."""

    type: Literal["play"]
    question: Number
    actions: Actions


class Undo(Command):
    """Undo the player's latest answer, or ask the other players to agree."""

    type: Literal["undo"]


class Abort(Command):
    """Ask all players to end the game without a winner."""

    type: Literal["abort"]


class Agree(Command):
    """Answer another player's request."""

    type: Literal["agree"]
    yes: bool


class Pause(Command):
    """Ask all players to pause the clocks."""

    type: Literal["pause"]


class Resume(Command):
    """Resume the clocks."""

    type: Literal["resume"]


class Resign(Command):
    """Resign. A bot plays on, or the table ends, as the host chose."""

    type: Literal["resign"]


class Leave(Command):
    """Let a bot play for one's seat; the host also for a player who is away."""

    type: Literal["leave"]
    bot: BotName
    seat: SeatNumber | None = None


class ReclaimSeat(Command):
    """Take over from the bot again."""

    type: Literal["return"]


class SendChat(Command):
    """Send a chat message to the players of the table."""

    type: Literal["say"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_CHAT)]


class Erase(Command):
    """Erase a chat message: one's own, or as the host any."""

    type: Literal["erase"]
    message: Number


class Mute(Command):
    """As the host, mute or unmute a seat."""

    type: Literal["mute"]
    seat: SeatNumber
    muted: bool


class ConfigureSeat(Command):
    """As the host, give a seat to a bot, reserve it for a person, or open it; its player is removed."""

    type: Literal["seat"]
    seat: SeatNumber
    who: SeatKind
    bot: BotName | None = None


class Reissue(Command):
    """As the host, replace the link of a seat; the answer contains the token. Without a seat the host replaces the
    host's key and must choose the token, so that a lost answer does not lose it."""

    type: Literal["reissue"]
    seat: SeatNumber | None = None
    token: Token | None = None


class Configure(Command):
    """As the host, change the options before the game begins."""

    type: Literal["configure"]
    options: dict[str, str]


class Close(Command):
    """As the host, close a table whose game has not begun."""

    type: Literal["close"]


class Rematch(Command):
    """Create a new table for the same players; the answer and an update contain its id, and all tokens are valid
    there."""

    type: Literal["rematch"]
    salt: Salt | None = None


class Ask(Command):
    """Query the game. The answer is for this seat alone."""

    type: Literal["ask"]
    what: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,20}$")]
    about: Annotated[str, StringConstraints(max_length=MAX_ACTION * MAX_ACTIONS)] = ""


class Ping(Model):
    """Keep-alive message; the server answers with `pong`."""

    type: Literal["ping"]


Change: TypeAlias = (
    Play | Undo | Abort | Agree | Resign | Leave | ReclaimSeat | SendChat | Erase | Mute | ConfigureSeat | Reissue
    | Configure | Close | Rematch | Pause | Resume
)  # fmt: skip
FromClient: TypeAlias = Annotated[Hello | Change | Ask | Ping, Field(discriminator="type")]
FROM_CLIENT: TypeAdapter[FromClient] = TypeAdapter(FromClient)


# ---- Server to client ----------------------------------------------------------------------------------------------


class Problem(Model):
    """An error: a code for programs, and a key of the locales with parameters for people."""

    code: str
    key: str
    params: dict[str, Json]


class SeatInfo(Model):
    """Public information on a seat."""

    who: SeatKind
    name: str | None  # empty: anonymous; null: nobody sits here
    bot: str | None
    away: bool
    resigned: bool
    muted: bool


class RequestInfo(Model):
    """A player's request to all others, and who has agreed."""

    wish: Literal["back", "end", "pause"]
    seat: SeatNumber
    agreed: tuple[SeatNumber, ...]


class Origin(Model):
    """The table and the move that a what-if continues from."""

    table: str
    move: int


class ClockInfo(Model):
    """Time limits in seconds, and for how long a bot replaces a player who runs out of time."""

    per: Literal["move", "game"]
    seconds: int
    increment: int
    when_out: TimeoutPolicy


class RemainingTimes(Model):
    """Remaining time of each seat in milliseconds at one moment, and the seats whose clock runs. Reveals nothing
    hidden, because it is public which seats have open questions."""

    at: int  # since 1970, by the server's clock
    left: tuple[int, ...]
    running: tuple[SeatNumber, ...]
    paused: bool


class TableInfo(Model):
    """Public information on a table."""

    table: str
    game: str
    rules: int
    own_box: bool
    options: dict[str, str]
    status: TableStatus
    why: str | None
    listed: bool
    watchable: bool
    on_resign: Literal["bot", "end"]
    hints: bool  # whether players may ask for hints
    imported: bool
    places: tuple[SeatInfo, ...]
    asked: tuple[SeatNumber, ...]
    request: RequestInfo | None
    next: str | None
    what_if: Origin | None
    clock: ClockInfo | None
    times: RemainingTimes | None  # once the game has begun, if it has clocks


OPTIONAL_TABLE_FIELDS: dict[str, Any] = {
    name: (field.annotation, None) for name, field in TableInfo.model_fields.items()
}
TableChange: type[Model] = create_model("TableChange", __base__=Model, **OPTIONAL_TABLE_FIELDS)  # only changed fields


class LogPart(Model):
    """New log entries, appended to the client's log or replacing it (`whole`). `told` holds the narration as paragraphs
    of sentences."""

    whole: bool
    entries: list[Json]
    told: list[Json]


class MessageInfo(Model):
    """A chat message; erased messages have no text."""

    number: int
    seat: SeatNumber
    text: str | None


class TableSnapshot(Model):
    """The current table as one viewer sees it."""

    version: int
    table: TableInfo
    question: int | None  # id of the viewer's open question; an answer must contain it
    undo: Literal["free", "ask"] | None
    view: dict[str, Json] | None  # of the game, without its log; null before the game begins


class Progress(Model):
    """The table after an update; `table` contains only changed fields."""

    version: int
    table: TableChange  # type: ignore[valid-type]
    question: int | None
    undo: Literal["free", "ask"] | None
    view: dict[str, Json] | None


class Welcome(Model):
    """Answer to hello: the viewer's seat, and everything that the client has not seen. A client with an invitation link
    sees the public view until it takes the seat that the link offers (`invited`)."""

    type: Literal["welcome"] = "welcome"
    seat: SeatNumber | None
    host: bool
    invited: SeatNumber | None
    now: TableSnapshot
    log: LogPart
    chat: tuple[MessageInfo, ...]
    news: list[Json]  # sentences on events outside the game that the client has not seen
    here: tuple[bool, ...]  # by seat: whether a client is connected
    time: int | None  # server time in milliseconds, if the table has clocks


class Update(Model):
    """A change of the table."""

    type: Literal["update"] = "update"
    after: int  # previous version: a client with an older one has missed an update
    now: Progress
    log: LogPart
    chat: tuple[MessageInfo, ...]  # new or erased messages
    news: list[Json]  # sentences on events outside the game


class PresenceChanged(Model):
    """A client connected or disconnected."""

    type: Literal["here"] = "here"
    here: tuple[bool, ...]


class Answer(Model):
    """A command was executed and stored; its effect is part of this version."""

    type: Literal["answer"] = "answer"
    id: str
    version: int
    token: str | None = None
    table: str | None = None


class QueryReply(Model):
    """The answer to a query."""

    type: Literal["told"] = "told"
    id: str
    told: dict[str, Json]


class Refused(Model):
    """A command was refused and changed nothing. If its question is closed, `now` holds the current table."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: Problem
    now: TableSnapshot | None = None


class Pong(Model):
    """Answer to a ping."""

    type: Literal["pong"] = "pong"


class Goodbye(Model):
    """Last message: why the server closes the connection, and whether to reconnect."""

    type: Literal["goodbye"] = "goodbye"
    problem: Problem
    again: bool


FromServer: TypeAlias = Annotated[
    Welcome | Update | PresenceChanged | Answer | QueryReply | Refused | Pong | Goodbye, Field(discriminator="type")
]
FROM_SERVER: TypeAdapter[FromServer] = TypeAdapter(FromServer)
