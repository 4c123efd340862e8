"""What goes over a socket, both ways. docs/protocol.md explains it; TypeScript types are made from these models.

A command has an `id` that its client chose: whoever sends it twice is answered as the first time.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, create_model

from heorot.server.events import Sitter, Status, WhenOut

LONGEST_NAME, LONGEST_CHAT, LONGEST_ACTION, MOST_ACTIONS = 40, 500, 80, 64

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._~-]{1,64}$")]
Token: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
TableId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z2-7]{16}$")]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=1, le=10, description="seats are numbered from 1, as in a record")]
Name: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]  # empty: who gives none
Salt: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]  # what a person adds to the draws
BotName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")]
ActionText: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_ACTION)]
Actions: TypeAlias = Annotated[tuple[ActionText, ...], Field(min_length=1, max_length=MOST_ACTIONS)]


class Model(BaseModel):
    """Nothing is guessed: a wrong type or an unknown field is an error."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


# ---- From a client -------------------------------------------------------------------------------------------------


class Hello(Model):
    """The first message: which table, with which token (none: to watch), and what was seen before."""

    type: Literal["hello"]
    table: TableId
    token: Token | None = None
    seen: Number | None = None  # the latest version that this client has
    chat: bool = True  # whether to be sent what people say


class Command(Model):
    """Something that changes the table."""

    id: Id


class Play(Command):
    """Answer an open question; a set of cards or tokens in one command, its last action `done`."""

    type: Literal["play"]
    question: Number
    actions: Actions


class Undo(Command):
    """Take the latest own answer back; where others must agree, ask them."""

    type: Literal["undo"]


class Abort(Command):
    """Ask all to end the game without a winner."""

    type: Literal["abort"]


class Agree(Command):
    """Answer what another has asked of all."""

    type: Literal["agree"]
    yes: bool


class Pause(Command):
    """Ask all to let the clocks stand still."""

    type: Literal["pause"]


class Resume(Command):
    """Let the clocks go on."""

    type: Literal["resume"]


class Resign(Command):
    """Give up. A bot plays on, or the table ends, as the host chose."""

    type: Literal["resign"]


class Leave(Command):
    """Let a bot stand in: for oneself, or the host for someone who is away."""

    type: Literal["leave"]
    bot: BotName
    seat: SeatNumber | None = None


class Return(Command):
    """Play again instead of the bot."""

    type: Literal["return"]


class Say(Command):
    """Say something to those who sit at the table."""

    type: Literal["say"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_CHAT)]


class Erase(Command):
    """Remove something that was said: one's own words, or the host anyone's."""

    type: Literal["erase"]
    message: Number


class Mute(Command):
    """The host lets a seat say nothing, or speak again."""

    type: Literal["mute"]
    seat: SeatNumber
    muted: bool


class Seat(Command):
    """The host gives a seat to a bot, keeps it for a person, or opens it; whoever sat there is removed."""

    type: Literal["seat"]
    seat: SeatNumber
    who: Sitter
    bot: BotName | None = None


class Reissue(Command):
    """The host makes a new link for a seat; the old one is dead. The answer carries the token. Without a seat it is the
    host's own key, which the host must choose: then no answer can be lost with it."""

    type: Literal["reissue"]
    seat: SeatNumber | None = None
    token: Token | None = None


class Configure(Command):
    """The host chooses other options before the game begins."""

    type: Literal["configure"]
    options: dict[str, str]


class Close(Command):
    """The host clears a table whose game has not begun."""

    type: Literal["close"]


class Rematch(Command):
    """The same people at a new table; the answer and an update name it, and every token is good there too."""

    type: Literal["rematch"]
    salt: Salt | None = None


class Ask(Command):
    """Ask about the game; answered for the asking seat alone, and nobody else learns of it."""

    type: Literal["ask"]
    what: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,20}$")]
    about: Annotated[str, StringConstraints(max_length=LONGEST_ACTION * MOST_ACTIONS)] = ""


class Ping(Model):
    """Nothing but a sign of life; `pong` comes back."""

    type: Literal["ping"]


Change: TypeAlias = (
    Play | Undo | Abort | Agree | Resign | Leave | Return | Say | Erase | Mute | Seat | Reissue | Configure | Close
    | Rematch | Pause | Resume
)  # fmt: skip
FromClient: TypeAlias = Annotated[Hello | Change | Ask | Ping, Field(discriminator="type")]
FROM_CLIENT: TypeAdapter[FromClient] = TypeAdapter(FromClient)


# ---- To a client ---------------------------------------------------------------------------------------------------


class Problem(Model):
    """What is wrong: a code for programs, and a sentence of the locales with its parameters for people."""

    code: str
    key: str
    params: dict[str, Any]


class PlaceInfo(Model):
    """A seat, as all may know it."""

    who: Sitter
    name: str | None  # empty: of a person who gave none; none at all where nobody sits
    bot: str | None
    away: bool
    resigned: bool
    muted: bool


class RequestInfo(Model):
    """What someone asked of all, and who has agreed."""

    wish: Literal["back", "end", "pause"]
    seat: SeatNumber
    agreed: tuple[SeatNumber, ...]


class Origin(Model):
    """The table and the move at which a what-if left its game."""

    table: str
    move: int


class ClockInfo(Model):
    """How much time people have, in seconds, and for how long a bot plays for whoever has none."""

    per: Literal["move", "game"]
    seconds: int
    increment: int
    when_out: WhenOut


class Times(Model):
    """How much time everyone had left at a moment, in milliseconds, and whose runs since then. It tells nothing that
    is hidden: who is asked, and that someone has answered, is open to all."""

    at: int  # since 1970, by the server's clock
    left: tuple[int, ...]
    running: tuple[SeatNumber, ...]
    paused: bool


class TableInfo(Model):
    """A table, as all may know it."""

    table: str
    game: str
    rules: int
    own_box: bool
    options: dict[str, str]
    status: Status
    why: str | None
    listed: bool
    watchable: bool
    on_resign: Literal["bot", "end"]
    hints: bool  # whether whoever plays may ask for hints
    imported: bool
    places: tuple[PlaceInfo, ...]
    asked: tuple[SeatNumber, ...]
    request: RequestInfo | None
    next: str | None
    what_if: Origin | None
    clock: ClockInfo | None
    times: Times | None  # once the game has begun, where there is a clock


ANY_OF_THEM: dict[str, Any] = {name: (field.annotation, None) for name, field in TableInfo.model_fields.items()}
TableChange: type[Model] = create_model("TableChange", __base__=Model, **ANY_OF_THEM)  # all others are as they were


class LogPart(Model):
    """What is new in the log: after what was there, or instead of it. The words are paragraphs of sentences."""

    whole: bool
    entries: list[Any]
    told: list[Any]


class MessageInfo(Model):
    """Something that was said; no text is left of what was erased."""

    number: int
    seat: SeatNumber
    text: str | None


class Moment(Model):
    """The table as one viewer may see it now."""

    version: int
    table: TableInfo
    question: int | None  # of one's own that is open; an answer must name it
    undo: Literal["free", "ask"] | None
    view: dict[str, Any] | None  # of the game, its log apart; nothing before it begins


class Progress(Model):
    """A moment after another one: whole, but for what is the same of the table itself."""

    version: int
    table: TableChange  # type: ignore[valid-type]
    question: int | None
    undo: Literal["free", "ask"] | None
    view: dict[str, Any] | None


class Welcome(Model):
    """The answer to hello: who one is here, and all that this client has not seen. Whoever came by a link sees what
    anyone may until the seat that it offers is taken (`invited`)."""

    type: Literal["welcome"] = "welcome"
    seat: SeatNumber | None
    host: bool
    invited: SeatNumber | None
    now: Moment
    log: LogPart
    chat: tuple[MessageInfo, ...]
    news: list[Any]  # what happened besides the game, as sentences: all that this client has not seen
    here: tuple[bool, ...]  # by seat: whether someone is connected
    time: int | None  # by the server's clock, where the table has clocks


class Update(Model):
    """Something happened at the table."""

    type: Literal["update"] = "update"
    after: int  # the version before: what was seen later is known, what was not seen until then is missing
    now: Progress
    log: LogPart
    chat: tuple[MessageInfo, ...]  # what was said, or erased
    news: list[Any]  # what happened besides the game, as sentences


class Here(Model):
    """Someone came or went."""

    type: Literal["here"] = "here"
    here: tuple[bool, ...]


class Answer(Model):
    """A command is carried out and stored; its effect is part of this version."""

    type: Literal["answer"] = "answer"
    id: str
    version: int
    token: str | None = None
    table: str | None = None


class Told(Model):
    """The answer to a question about the game."""

    type: Literal["told"] = "told"
    id: str
    told: dict[str, Any]


class Refused(Model):
    """A command is not carried out, and nothing has changed. Where its question is closed, the new one is shown."""

    type: Literal["refused"] = "refused"
    id: str | None
    problem: Problem
    now: Moment | None = None


class Pong(Model):
    """A sign of life."""

    type: Literal["pong"] = "pong"


class Goodbye(Model):
    """The last message: why the server closes, and whether to come again."""

    type: Literal["goodbye"] = "goodbye"
    problem: Problem
    again: bool


FromServer: TypeAlias = Annotated[
    Welcome | Update | Here | Answer | Told | Refused | Pong | Goodbye, Field(discriminator="type")
]
FROM_SERVER: TypeAdapter[FromServer] = TypeAdapter(FromServer)
