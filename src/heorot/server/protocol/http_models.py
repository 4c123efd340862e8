"""Models of HTTP requests and responses. Request models use lists, because strict models accept no list for a tuple."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from heorot.server.protocol.messages import BotName, Model, Name, Problem, Salt, SeatNumber, TableId, TableInfo, Token
from heorot.server.protocol.types import Json, Language, ResignPolicy, SeatKind, TimeoutPolicy

MAX_BOX, MAX_RECORD = 64 * 1024, 128 * 1024  # characters, about ten times the longest real ones
MIN_CLOCK, MAX_CLOCK, MAX_INCREMENT = (
    5,
    21 * 86400,
    86400,
)  # seconds; less than `quiet_days`


def encodable(text: str) -> str:
    """Reject lone surrogates, which JSON can express but UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError("string_unicode", "no Unicode") from None
    return text


Text = Annotated[str, AfterValidator(encodable)]


class SeatSetup(Model):
    """Player of a seat at a new table: a person with a personal link, any person, or a bot."""

    who: SeatKind
    bot: BotName | None = None


class ClockSetup(Model):
    """Time limits in seconds: per move, or per game with an increment for each move."""

    per: Literal["move", "game"]
    seconds: Annotated[int, Field(ge=MIN_CLOCK, le=MAX_CLOCK)]
    increment: Annotated[int, Field(ge=0, le=MAX_INCREMENT)] = 0
    when_out: TimeoutPolicy = "until-return"


class NewTable(Model):
    """A table to be created. The host takes `seat` under `name`, or no seat. Without a name the seat is reserved, and
    the host joins with salt once the commitment is known. A client that chooses its own `token` can repeat the request
    and gets the same table. `hints` defaults to true if at most one person plays."""

    game: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    seats: Annotated[list[SeatSetup], Field(min_length=1, max_length=10)]
    name: Name | None = None
    seat: SeatNumber | None = None
    options: dict[Text, Text] = Field(default_factory=dict)
    box: Annotated[Text, StringConstraints(min_length=1, max_length=MAX_BOX)] | None = None
    listed: bool = False
    watchable: bool = True
    on_resign: ResignPolicy = "bot"
    hints: bool | None = None
    clock: ClockSetup | None = None
    token: Token | None = None


class SeatLink(Model):
    """Key of a seat; belongs into the fragment of a link, which browsers do not send to servers."""

    seat: SeatNumber
    token: str


class TableCreated(Model):
    """A new table. `token` is the host's own; `links` are for invited players."""

    table: str
    token: str
    seat: SeatNumber | None
    links: tuple[SeatLink, ...]
    commitment: str | None  # to the secret of the draws; nothing is drawn before all seats are taken


class JoinRequest(Model):
    """Take a seat under a name: that of the link, or any open one. For an open seat a client that chooses its own
    `token` can repeat the request and gets the same seat."""

    name: Name = ""
    seat: SeatNumber | None = None
    token: Token | None = None
    salt: Salt | None = None  # added to the draws, if nothing was drawn yet


class Joined(Model):
    """A seat and its key."""

    table: str
    seat: SeatNumber
    token: str


class DeviceCode(Model):
    """A code to type on another device, and its expiry in milliseconds since 1970."""

    code: str
    expires_at: int


class NewDevice(Model):
    """A code from another device."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{10}$")]


class DeviceAdded(Model):
    """A key for this device."""

    table: str
    seat: SeatNumber | None
    host: bool
    token: str


class SeatKey(Model):
    """A key that this device has."""

    table: TableId
    token: Token


class MyKeys(Model):
    """All keys of a device."""

    keys: Annotated[list[SeatKey], Field(max_length=100)]


class MyTable(Model):
    """One of my tables, and whether it waits for me."""

    table: str
    seat: SeatNumber | None
    host: bool
    waits: bool
    changed_at: int
    info: TableInfo


class MyTables(Model):
    """My tables, latest change first."""

    tables: tuple[MyTable, ...]


class ListedTable(Model):
    """A table of the public list."""

    changed_at: int
    info: TableInfo


class TableList(Model):
    """Open and watchable tables, latest change first."""

    tables: tuple[ListedTable, ...]
    more: int | None  # value of `before` for the next page


class NewRecord(Model):
    """A record to be imported."""

    record: Annotated[Text, StringConstraints(min_length=1, max_length=MAX_RECORD)]


class MyMessage(Model):
    """A chat message of mine."""

    number: int
    text: str


class MyData(Model):
    """Everything that the server knows of a person at a table."""

    table: str
    seat: SeatNumber | None
    host: bool
    name: str | None
    messages: tuple[MyMessage, ...]
    devices: int
    joined_at: int
    feed: bool
    webhook: str | None


class FeedSetup(Model):
    """Settings of a new feed."""

    language: Language = "en"


class FeedMade(Model):
    """URLs of a feed, which are returned only once."""

    json_feed: str
    atom_feed: str


class JsonFeedItem(Model):
    """The pending item of a feed's seat."""

    id: str
    url: str
    title: str
    content_text: str
    date_published: str


class JsonFeed(Model):
    """A feed in the format JSON Feed 1.1."""

    version: str
    title: str
    home_page_url: str
    language: str
    items: tuple[JsonFeedItem, ...]


class WebhookSetup(Model):
    """URL and language of a webhook."""

    url: Annotated[Text, StringConstraints(min_length=1, max_length=500)]
    language: Language = "en"


class NotificationSettings(Model):
    """Notification settings of a seat: whether it has a feed, the webhook's URL and signing secret, and its consecutive
    failures."""

    feed: bool
    webhook: str | None
    secret: str | None
    failures: int


class OfferedGame(Model):
    """A game that this server offers."""

    name: str
    fewest: int
    most: int
    rules: tuple[int, ...]
    options: tuple[str, ...]
    bots: tuple[str, ...]
    queries: tuple[str, ...]


class GameList(Model):
    """All games."""

    games: tuple[OfferedGame, ...]


class Health(Model):
    """The server runs; for `ready`: and can write to its store."""

    status: Literal["ok"]
    version: str


class Failure(Model):
    """The body of every error."""

    problem: Problem


class PastStops(Model):
    """Points of the viewer's log to look back to, as numbers of entries; `marks` has, for each paragraph of the
    narration, the number of entries before it."""

    stops: tuple[int, ...]
    marks: tuple[int, ...]


class PastMoment(Model):
    """The game as the viewer saw it after a number of log entries; without an open question."""

    entries: int
    view: Json


class ReplayMove(Model):
    """A move: the length of the log after it, its chapter (act or episode), and each seat's points if the game had
    ended there and the viewpoint shows them."""

    entries: int
    chapter: int
    standings: tuple[int | None, ...]


class Replay(Model):
    """All moves of a game from one viewpoint, its log and its narration; `marks` has the move before each paragraph."""

    lens: str
    finished: bool
    moves: tuple[ReplayMove, ...]
    log: list[Json]
    told: list[Json]
    marks: tuple[int, ...]


class ReplayMoment(Model):
    """The game after a move. With everything open, `seats` holds the private part of each seat's view."""

    move: int
    view: Json
    seats: list[Json] | None


class ReplayAnswer(Model):
    """The answer to a query after a move; with everything open, also the answer for each seat."""

    told: Json
    seats: list[Json] | None


class WhatIf(Model):
    """Continue a finished game from a move: the players, and the seat and name of the host."""

    move: Annotated[int, Field(ge=0, le=100_000)]
    seats: Annotated[list[SeatSetup], Field(min_length=1, max_length=10)]
    name: Name | None = None
    seat: SeatNumber | None = None
    token: Token | None = None


class SeatSalt(Model):
    """The salt that a player added to the draws."""

    seat: SeatNumber
    salt: str


class Fairness(Model):
    """The commitment of a table to its draws."""

    provable: bool  # false for imported tables and those older than this feature
    commitment: str | None  # SHA-256 of the key to its draws, in hexadecimal
    salts: tuple[SeatSalt, ...]
    closed: bool  # the first draw was made, and no more salt is accepted
    key: str | None  # of the draws, in hexadecimal, once the game is over
    rematch: str | None  # commitment of the rematch's table
