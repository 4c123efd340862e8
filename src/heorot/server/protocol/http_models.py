"""What goes over HTTP, both ways. What comes in has lists, not tuples: a strict model takes no list for a tuple once it
has been read."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from heorot.server.events import OnResign, Sitter, WhenOut
from heorot.server.messages import BotName, Model, Name, Problem, Salt, SeatNumber, TableId, TableInfo, Token
from heorot.server.waits import Language

LONGEST_BOX, LONGEST_RECORD = 64 * 1024, 128 * 1024  # ten times as long as any that was ever needed
SHORTEST_CLOCK, LONGEST_CLOCK, LONGEST_INCREMENT = 5, 21 * 86400, 86400  # seconds; a quiet game is kept for longer


def written(text: str) -> str:
    """A text that can be written down: half a character, as JSON may spell one, cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError("string_unicode", "no Unicode") from None
    return text


Text = Annotated[str, AfterValidator(written)]


class SeatWish(Model):
    """Who is to sit at a seat: a person by a link of their own, anyone who comes, or a bot."""

    who: Sitter
    bot: BotName | None = None


class ClockWish(Model):
    """How much time people have, in seconds: for each answer anew, or in a bank that grows with each answer."""

    per: Literal["move", "game"]
    seconds: Annotated[int, Field(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK)]
    increment: Annotated[int, Field(ge=0, le=LONGEST_INCREMENT)] = 0
    when_out: WhenOut = "until-return"


class NewTable(Model):
    """A table to be laid. The host takes `seat` under `name`, or none; without a name the seat is kept, and the host
    joins with salt once the commitment is known. Who chooses the own `token` may lay the table again when no
    answer came: it is the same one. Whether there are `hints` stands for all to see; if it is not said, there are where
    one person at most plays, against bots."""

    game: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    name: Name | None = None
    seat: SeatNumber | None = None
    options: dict[Text, Text] = Field(default_factory=dict)
    box: Annotated[Text, StringConstraints(min_length=1, max_length=LONGEST_BOX)] | None = None
    listed: bool = False
    watchable: bool = True
    on_resign: OnResign = "bot"
    hints: bool | None = None
    clock: ClockWish | None = None
    token: Token | None = None


class SeatLink(Model):
    """The key to a seat; it belongs into the fragment of a link, which no server ever sees."""

    seat: SeatNumber
    token: str


class TableLaid(Model):
    """A table is there. `token` is the host's own; the links are for those whom the host invites."""

    table: str
    token: str
    seat: SeatNumber | None
    links: tuple[SeatLink, ...]
    commitment: str | None  # to the secret of its draws; nothing is drawn before the last seat is taken


class Joining(Model):
    """Take a seat under a name: the one of one's link, or any that is open. There, who chooses the own `token` may ask
    again when no answer came: it is the same seat."""

    name: Name = ""
    seat: SeatNumber | None = None
    token: Token | None = None
    salt: Salt | None = None  # added to the draws, if nothing was drawn yet


class Joined(Model):
    """A seat of one's own, and the key to it."""

    table: str
    seat: SeatNumber
    token: str


class DeviceCode(Model):
    """What to type on the other device, and until when (milliseconds since 1970)."""

    code: str
    expires_at: int


class NewDevice(Model):
    """A code that was made on another device."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{10}$")]


class DeviceAdded(Model):
    """A key for this device."""

    table: str
    seat: SeatNumber | None
    host: bool
    token: str


class SeatKey(Model):
    """A seat that this device has the key to."""

    table: TableId
    token: Token


class MyKeys(Model):
    """All the keys that a device has."""

    keys: Annotated[list[SeatKey], Field(max_length=100)]


class MyTable(Model):
    """One of my tables, and whether it waits for me; nothing is known of one that is gone."""

    table: str
    seat: SeatNumber | None
    host: bool
    waits: bool
    changed_at: int
    info: TableInfo


class MyTables(Model):
    """What I take part in, the latest first."""

    tables: tuple[MyTable, ...]


class Listed(Model):
    """A table in the list."""

    changed_at: int
    info: TableInfo


class TableList(Model):
    """Open and watchable tables, the latest first."""

    tables: tuple[Listed, ...]
    more: int | None  # ask again with `before`


class NewRecord(Model):
    """A record to be looked at."""

    record: Annotated[Text, StringConstraints(min_length=1, max_length=LONGEST_RECORD)]


class MyMessage(Model):
    """Something that I said."""

    number: int
    text: str


class MyData(Model):
    """All that the server knows of a person at a table."""

    table: str
    seat: SeatNumber | None
    host: bool
    name: str | None
    messages: tuple[MyMessage, ...]
    devices: int
    joined_at: int
    feed: bool
    webhook: str | None


class FeedWish(Model):
    """In which language a feed speaks."""

    language: Language = "en"


class FeedMade(Model):
    """Where the feed of a seat is; it is told once."""

    json_feed: str
    atom_feed: str


class WebhookWish(Model):
    """An address to be called when something waits, and in which language."""

    url: Annotated[Text, StringConstraints(min_length=1, max_length=500)]
    language: Language = "en"


class Notices(Model):
    """How a person is told: whether there is a feed, which address is called, by which secret calls are signed, and how
    many in a row nobody took."""

    feed: bool
    webhook: str | None
    secret: str | None
    failures: int


class GameInfo(Model):
    """A game that can be played here."""

    name: str
    fewest: int
    most: int
    rules: tuple[int, ...]
    options: tuple[str, ...]
    bots: tuple[str, ...]
    queries: tuple[str, ...]


class GameList(Model):
    """All games."""

    games: tuple[GameInfo, ...]


class Health(Model):
    """The server runs; or it can also store something."""

    status: Literal["ok"]
    version: str


class Failure(Model):
    """The one shape of every error."""

    problem: Problem


class PastStops(Model):
    """Where one may look back to, as numbers of entries of the own log; and for each paragraph that was told, behind
    how many entries it stands."""

    stops: tuple[int, ...]
    marks: tuple[int, ...]


class PastMoment(Model):
    """The game as one viewer saw it after so many entries of the own log; there is nothing to answer."""

    entries: int
    view: Any


class ReplayMove(Model):
    """A move: how long the log of this lens was after it, which part of the game it belongs to (an act, an episode),
    and the points of each seat if the game had ended there, where this lens shows them."""

    entries: int
    chapter: int
    standings: tuple[int | None, ...]


class Replay(Model):
    """All moves of a game through one lens, from the beginning on, its log, and what was told; for each paragraph,
    after which move."""

    lens: str
    finished: bool
    moves: tuple[ReplayMove, ...]
    log: list[Any]
    told: list[Any]
    marks: tuple[int, ...]


class ReplayMoment(Model):
    """The game after a move. With everything open, `seats` is what each seat had besides what all could see."""

    move: int
    view: Any
    seats: list[Any] | None


class ReplayAnswer(Model):
    """The answer to a question about the game after a move; with everything open, also the one that each seat gets."""

    told: Any
    seats: list[Any] | None


class WhatIf(Model):
    """A finished game, played on from a move: who is to sit where, and which seat the host takes under a name."""

    move: Annotated[int, Field(ge=0, le=100_000)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    name: Name | None = None
    seat: SeatNumber | None = None
    token: Token | None = None


class SeatSalt(Model):
    """What a person added to the draws."""

    seat: SeatNumber
    salt: str


class Fairness(Model):
    """What a table has bound itself to before its first draw."""

    provable: bool  # else it is older than this, or was played elsewhere
    commitment: str | None  # SHA-256 of the key to its draws, in hexadecimal
    salts: tuple[SeatSalt, ...]
    closed: bool  # draws have been made, and no salt is taken any more
    key: str | None  # to its draws, in hexadecimal, once the game is over
    rematch: str | None  # the commitment of the table at which the same people may play again
