"""What the server keeps, and what it asks of whatever keeps it.

Everything that ever happened at a table is a list of events, numbered from 1 without a gap. An event is never changed,
but for what a person wants forgotten, and nobody is shown one that is not safely on the disk. Times are milliseconds,
handed in: no clock is read here.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from heorot.engine.errors import HeorotError

VERSION = "0003"  # of what is kept: the newest migration
Bodies: TypeAlias = Sequence[tuple[int, str]]  # of old events, with their numbers
Look: TypeAlias = tuple[int, str, int]  # when a table changed, the table, and the seat that is to be told
FIRST_LOOK: Look = (-1, "", -1)

# ---- What is kept --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that has just happened at a table; the store numbers it."""

    at: int
    kind: str
    body: str  # JSON
    command: str | None = None  # the id that a client gave to what it asked for, once at a table


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it was stored."""

    table: str
    seq: int
    at: int
    kind: str
    body: str
    command: str | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """What can be known of a table without reading its events."""

    id: str
    game: str
    status: str
    listed: bool
    created_at: int
    changed_at: int
    info: str  # JSON, open to everyone: what a list of tables shows
    secret: bytes  # from which chance deals; it never leaves the server before the end
    due_at: int | None = None  # when someone will be out of time, if nothing happens


@dataclass(frozen=True, slots=True)
class Summary:
    """What an event changes in the row of its table."""

    status: str
    listed: bool
    changed_at: int
    info: str
    due_at: int | None = None


@dataclass(frozen=True, slots=True)
class TokenRow:
    """Who holds the token with this hash may speak for a seat, watch (no seat), or act as the host. That of a link only
    takes its seat, and dies by that: whoever made it, or passed it on, has no key to the seat."""

    table: str
    hash: bytes
    seat: int | None
    host: bool
    created_at: int
    link: bool = False


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A code that brings a seat to another device, once, and not for long."""

    hash: bytes
    table: str
    seat: int | None
    host: bool
    expires_at: int


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """How a person wants to be told that a table waits: by a feed, by a call to an address of the person's own."""

    table: str
    seat: int
    feed: bytes | None = None  # the hash of what stands in the feed's address
    url: str | None = None  # that is called
    secret: str | None = None  # by which calls are signed
    page: str = ""  # where this server is, as the person sees it
    language: str = "en"
    told: str = ""  # what was told last
    looked_at: int = 0  # the table as it was then has been looked at
    failures: int = 0  # calls in a row that nobody took


# ---- What can go wrong ---------------------------------------------------------------------------------------------


class StoreError(HeorotError):
    """Something was not stored; nothing of it is there."""


class Conflict(StoreError):
    """Someone else was there first: load what is new, and decide again."""


class SeqTaken(Conflict):
    """Another event has this number, or the one before it is missing."""


class CommandKnown(Conflict):
    """The command was stored before, as the event `seq`; that number is for the server alone."""

    def __init__(self, seq: int, key: str, /) -> None:
        super().__init__(key)
        self.seq = seq


class NoSuchTable(StoreError):
    """The table was never there, or is deleted."""


class StoreFull(StoreError):
    """There is no room on the disk."""


class StoreReadOnly(StoreError):
    """The disk, the folder or the file can only be read."""


class StoreBusy(StoreError):
    """Another process has kept the database to itself for too long."""


class StoreBroken(StoreError):
    """The disk or the database does not do what it should."""


class StoreClosed(StoreError):
    """The server is about to stop."""


class StoreForeign(StoreError):
    """A file that is no database of ours, or one that a newer version has made."""


# ---- The store -----------------------------------------------------------------------------------------------------


class Store(Protocol):
    """Where tables are kept. Whatever writes returns once it is on the disk for good, or raises a `StoreError`."""

    async def create(self, table: TableRow, rows: Sequence[EventRow], tokens: Sequence[TokenRow]) -> None:
        """A new table with its first events; a `Conflict` if there is one of that name."""

    async def append(
        self, table: str, seq: int, rows: Sequence[NewEvent], summary: Summary | None = None,
        tokens: Sequence[TokenRow] = (), revoked: Sequence[bytes] = (), bodies: Bodies = (),
    ) -> None:  # fmt: skip
        """Events with the numbers `seq`, `seq + 1`, …, and what they change, all or nothing; or a `Conflict`. With a
        key that is revoked die all keys and codes that open the same, but for those that are given here anew. Old
        events may be given other bodies: what a person wants forgotten is taken out of them, and nothing of it is left
        in any file once it is scrubbed."""

    async def load(self, table: str, after: int = 0) -> list[EventRow]:
        """The events after a number, in order; none if there is no such table."""

    async def find(self, table: str) -> TableRow | None:
        """A table by its id."""

    async def command(self, table: str, command: str) -> int | None:
        """The number of the event that a command became."""

    async def commands(self, table: str, commands: Sequence[str]) -> list[str]:
        """Which of some commands have become events."""

    async def token(self, table: str, hash: bytes) -> TokenRow | None:
        """What a token is good for at a table."""

    async def tokens(self, table: str) -> list[TokenRow]:
        """All tokens of a table, the oldest first."""

    async def listed(self, statuses: Sequence[str], limit: int, before: int | None = None) -> list[TableRow]:
        """Tables that anyone may find, the latest changed first; the next page has those changed `before` the last."""

    async def put_transfer(self, transfer: TransferRow, key: bytes) -> bool:
        """A code that can be taken once; whether the key for which it is made still opened the same then."""

    async def transfer(self, hash: bytes) -> str | None:
        """The table of a code, which is not taken by that."""

    async def take_transfer(self, hash: bytes, now: int, key: bytes | None = None) -> TransferRow | None:
        """A code that is taken now, and so never again, and becomes a key in the same moment; nothing if it is not
        there or has expired."""

    async def unchanged_since(
        self, at: int, statuses: Sequence[str], limit: int, changed_after: int = 0
    ) -> list[TableRow]:
        """Tables where nothing has happened since, the longest quiet first; not those that were quiet before."""

    async def latest(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the latest event of each of some tables that are there."""

    async def lease(self, table: str, thoughts: Sequence[str], holder: str, seconds: float) -> list[str]:
        """Which of these at a table are the holder's alone to think about for so long; again before that, they stay
        so. It saves work and promises nothing: what is stored is decided by the numbers of events."""

    async def expire(self) -> None:
        """Forget leases that nobody keeps."""

    # ---- Time

    async def due(self, at: int, limit: int) -> list[str]:
        """Tables at which someone will be out of time by then, the earliest first."""

    async def alive(self, at: int) -> None:
        """A server runs at this moment."""

    async def last_alive(self) -> int | None:
        """The latest moment at which one did; nothing, if nobody ever said so."""

    def beginning(self) -> AbstractAsyncContextManager[bool]:
        """A server begins: whether it is certain that no other one has this store. Of several that begin at once, the
        first is through with this before the next goes on."""

    # ---- Notices

    async def notice(self, table: str, seat: int) -> NoticeRow | None:
        """How the person at a seat wants to be told."""

    async def put_notice(self, notice: NoticeRow, key: bytes) -> bool:
        """Another way, instead of the one before; whether the key of who wants it still opened that seat then. It goes
        with the keys to the seat."""

    async def feed(self, hash: bytes) -> NoticeRow | None:
        """Whose feed this is."""

    async def to_look_at(self, limit: int, after: Look = FIRST_LOOK) -> list[tuple[NoticeRow, int]]:
        """Who is to be called, where the table has changed since it was last looked at, and when it did; the next page
        has those after the last."""

    async def looked(self, notice: NoticeRow, told: str, at: int) -> bool:
        """What was told, and of which moment; whether nobody else was faster."""

    async def called(self, notice: NoticeRow, failures: int, url: str | None) -> None:
        """How many calls failed in a row; whoever set an address anew meanwhile is not concerned."""

    # ---- The rest

    async def delete(self, table: str) -> None:
        """A table with all that belongs to it."""

    async def scrub(self) -> None:
        """Leave nothing in any file that was deleted or rewritten."""

    async def size(self) -> int:
        """How many bytes all this takes on the disk."""

    async def ping(self) -> None:
        """Store something trivial; raises what would keep an event from being stored."""

    async def backup(self, file: Path) -> None:
        """A copy of everything as it is at one moment, while others go on writing."""

    async def close(self) -> None:
        """Finish what was accepted, and accept nothing more."""
