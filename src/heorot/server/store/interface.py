"""Rows of the store, its errors, and the `Store` protocol.

The history of a table is a list of events, numbered from 1 without gaps. An event is immutable, except that personal
data can be redacted from its body, and no client is shown an event before it is on the disk. All times are milliseconds
since 1970 and passed in as arguments; the store reads no clock.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from heorot.engine.errors import HeorotError

VERSION = "0003"  # of the schema: the newest migration
Bodies: TypeAlias = Sequence[tuple[int, str]]  # (sequence number, redacted body) of old events
NoticeCursor: TypeAlias = tuple[int, str, int]  # (changed_at, table, seat) of the last notice of a page
FIRST_NOTICE: NoticeCursor = (-1, "", -1)

# ---- Rows ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be appended; the store assigns its sequence number."""

    at: int
    kind: str
    body: str  # JSON
    command: str | None = None  # command id of the client, unique within a table


@dataclass(frozen=True, slots=True)
class EventRow:
    """A stored event."""

    table: str
    seq: int
    at: int
    kind: str
    body: str
    command: str | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """Summary row of a table, readable without loading its events."""

    id: str
    game: str
    status: str
    listed: bool
    created_at: int
    changed_at: int
    info: str  # public JSON for lists of tables
    secret: bytes  # seed of the draws; published only after the game has ended
    due_at: int | None = None  # when the next player runs out of time


@dataclass(frozen=True, slots=True)
class Summary:
    """Columns of `TableRow` that an append updates."""

    status: str
    listed: bool
    changed_at: int
    info: str
    due_at: int | None = None


@dataclass(frozen=True, slots=True)
class TokenRow:
    """Access of one token, stored as a hash: to play a seat, to watch (no seat), or to act as the host. An invitation
    link can only take its seat and is revoked by that, so that its sender has no key to the seat."""

    table: str
    hash: bytes
    seat: int | None
    host: bool
    created_at: int
    link: bool = False


@dataclass(frozen=True, slots=True)
class TransferRow:
    """One-time, short-lived code that gives another device access to a seat."""

    hash: bytes
    table: str
    seat: int | None
    host: bool
    expires_at: int


@dataclass(frozen=True, slots=True)
class NotificationRow:
    """Notification settings of a seat: a feed and a webhook."""

    table: str
    seat: int
    feed: bytes | None = None  # hash of the secret in the feed's URL
    url: str | None = None  # of the webhook
    secret: str | None = None  # key of the webhook's signatures
    page: str = ""  # public base URL of this server
    language: str = "en"
    told: str = ""  # id of the notification that was sent last
    looked_at: int = 0  # changed_at of the table when it was last checked
    failures: int = 0  # consecutive failed notifications


# ---- Errors --------------------------------------------------------------------------------------------------------


class StoreError(HeorotError):
    """A write failed and nothing of it was stored, or a read failed."""


class Conflict(StoreError):
    """Another writer was first: load the new events and decide again."""


class SeqTaken(Conflict):
    """The sequence number is taken, or its predecessor is missing."""


class CommandAlreadyStored(Conflict):
    """The command is already stored, as the event `seq`. Clients must not see that number."""

    def __init__(self, seq: int, key: str, /) -> None:
        super().__init__(key)
        self.seq = seq


class NoSuchTable(StoreError):
    """The table does not exist or was deleted."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreReadOnly(StoreError):
    """The disk, the folder or the file is read-only."""


class StoreBusy(StoreError):
    """Another process holds the database lock for too long."""


class StoreBroken(StoreError):
    """The disk or the database failed."""


class StoreClosed(StoreError):
    """The server is shutting down."""


class StoreForeign(StoreError):
    """The file is not a Heorot database, or a newer version has created it."""


# ---- The store -----------------------------------------------------------------------------------------------------


class Store(Protocol):
    """Persistent storage of tables. A write returns once it is durable, or raises a `StoreError`."""

    async def create(self, table: TableRow, rows: Sequence[EventRow], tokens: Sequence[TokenRow]) -> None:
        """Store a new table with its first events; raise `Conflict` if its id exists."""

    async def append(
        self, table: str, seq: int, rows: Sequence[NewEvent], summary: Summary | None = None,
        tokens: Sequence[TokenRow] = (), revoked: Sequence[bytes] = (), bodies: Bodies = (),
    ) -> None:  # fmt: skip
        """Store events numbered from `seq` with everything they change, all or nothing; raise `Conflict` if `seq` is
        taken.

        Revoking a token also revokes every token and transfer code with the same access, except for the new `tokens`.
        `bodies` replace the bodies of old events, to redact personal data; after `scrub` no file holds the old bodies.
        """

    async def load(self, table: str, after: int = 0) -> list[EventRow]:
        """Return the events after a sequence number, in order; empty if the table does not exist."""

    async def find_table(self, table: str) -> TableRow | None:
        """Return the row of a table."""

    async def find_command(self, table: str, command: str) -> int | None:
        """Return the sequence number of the event that a command was stored as."""

    async def find_commands(self, table: str, commands: Sequence[str]) -> list[str]:
        """Return those of the given command ids that are stored."""

    async def find_token(self, table: str, hash: bytes) -> TokenRow | None:
        """Return the access that a token has at a table."""

    async def list_tokens(self, table: str) -> list[TokenRow]:
        """Return all tokens of a table, oldest first."""

    async def list_tables(self, statuses: Sequence[str], limit: int, before: int | None = None) -> list[TableRow]:
        """Return a page of publicly listed tables, latest change first; the next page holds those changed `before`."""

    async def put_transfer(self, transfer: TransferRow, key: bytes) -> bool:
        """Store a transfer code; return False if the token `key` has lost the access that the code would give."""

    async def find_transfer_table(self, hash: bytes) -> str | None:
        """Return the table of a transfer code without using it up."""

    async def take_transfer(self, hash: bytes, now: int, key: bytes | None = None) -> TransferRow | None:
        """Use up a transfer code and store `key` as a token with its access, in one transaction; return None if the
        code is unknown or has expired."""

    async def unchanged_since(
        self, at: int, statuses: Sequence[str], limit: int, changed_after: int = 0
    ) -> list[TableRow]:
        """Return tables that changed after `changed_after` but not since `at`, oldest change first."""

    async def latest_seqs(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the latest sequence number of each given table that exists."""

    async def acquire_leases(self, table: str, thoughts: Sequence[str], holder: str, seconds: float) -> list[str]:
        """Acquire or renew leases at a table; return those that `holder` now has for `seconds`. Leases only avoid
        duplicate work; sequence numbers decide what is stored."""

    async def delete_expired_leases(self) -> None:
        """Delete leases that were not renewed."""

    # ---- Time

    async def find_timed_out_tables(self, at: int, limit: int) -> list[str]:
        """Return tables at which a player runs out of time by then, earliest first."""

    async def record_heartbeat(self, at: int) -> None:
        """Record that a server runs at this time."""

    async def last_heartbeat(self) -> int | None:
        """Return the latest heartbeat of any server; None if there was none."""

    def startup_lock(self) -> AbstractAsyncContextManager[bool]:
        """Hold the startup lock of all servers; yield whether no other server uses this store."""

    # ---- Notifications

    async def find_notice(self, table: str, seat: int) -> NotificationRow | None:
        """Return the notification settings of a seat."""

    async def put_notice(self, notice: NotificationRow, key: bytes) -> bool:
        """Replace the notification settings of a seat; return False if the token `key` no longer gives access to it.
        The settings are deleted with the tokens of the seat."""

    async def find_notice_by_feed(self, hash: bytes) -> NotificationRow | None:
        """Return the notification settings that a feed belongs to."""

    async def changed_notices(
        self, limit: int, after: NoticeCursor = FIRST_NOTICE
    ) -> list[tuple[NotificationRow, int]]:
        """Return a page of seats with a webhook whose table changed since the last check, each with its
        `changed_at`."""

    async def mark_looked(self, notice: NotificationRow, told: str, at: int) -> bool:
        """Record what was sent and up to which change; return False if another server was faster."""

    async def record_delivery(self, notice: NotificationRow, failures: int, url: str | None) -> None:
        """Record the number of consecutive failures; settings that were replaced meanwhile are not touched."""

    # ---- Maintenance

    async def delete(self, table: str) -> None:
        """Delete a table with all its rows."""

    async def scrub(self) -> None:
        """Overwrite deleted and redacted data in the database's files."""

    async def size(self) -> int:
        """Return the size on the disk in bytes."""

    async def ping(self) -> None:
        """Store a trivial row; raise the error that would keep an event from being stored."""

    async def backup(self, file: Path) -> None:
        """Write a consistent copy of the database while other connections keep writing."""

    async def close(self) -> None:
        """Finish accepted writes and accept no more."""
