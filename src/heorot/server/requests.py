"""What goes over HTTP, both ways. What comes in has lists, not tuples: a strict model takes no list for a tuple once it
has been read."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from heorot.server.events import OnResign, Sitter
from heorot.server.messages import BotName, Model, Name, Problem, SeatNumber, TableId, TableInfo, Token

LONGEST_BOX, LONGEST_RECORD = 64 * 1024, 128 * 1024  # ten times as long as any that was ever needed


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


class NewTable(Model):
    """A table to be laid. The host takes `seat` under `name`, or none."""

    game: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=10)]
    name: Name | None = None
    seat: SeatNumber | None = None
    options: dict[Text, Text] = Field(default_factory=dict)
    box: Annotated[Text, StringConstraints(min_length=1, max_length=LONGEST_BOX)] | None = None
    listed: bool = False
    watchable: bool = True
    on_resign: OnResign = "bot"


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


class Joining(Model):
    """Take a seat under a name: the one of one's link, or any that is open."""

    name: Name
    seat: SeatNumber | None = None


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
