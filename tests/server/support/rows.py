"""Rows with arbitrary content for tests of the store."""

from hashlib import sha256

from heorot.server.store.interface import EventRow, NewEvent, Store, Summary, TableRow, TokenRow, TransferRow


def sha256_of(text: str) -> bytes:
    return sha256(text.encode()).digest()


def table_row(name: str = "t", status: str = "open", listed: bool = True, changed_at: int = 1) -> TableRow:
    return TableRow(name, "chess", status, listed, 1, changed_at, '{"seats": 2}', bytes(range(32)))


def event_row(name: str = "t", seq: int = 1, body: str = "{}", command: str | None = None) -> EventRow:
    return EventRow(name, seq, 1, "said", body, command)


def new_event(body: str = "{}", command: str | None = None) -> NewEvent:
    return NewEvent(1, "said", body, command)


def summary(status: str = "open", changed_at: int = 2, info: str = "{}") -> Summary:
    return Summary(status, True, changed_at, info)


def token_row(name: str = "t", text: str = "token", seat: int | None = 1, created_at: int = 1) -> TokenRow:
    return TokenRow(name, sha256_of(text), seat, seat == 1, created_at)


def transfer_row(name: str = "t", text: str = "code", expires_at: int = 100) -> TransferRow:
    return TransferRow(sha256_of(text), name, 2, False, expires_at)


def key_row(name: str = "t") -> TokenRow:
    """Return the token with which the transfers of these rows are created."""
    return TokenRow(name, sha256_of("key"), 2, False, 1)


async def make_tables(store: Store, *names: str) -> None:
    """Create tables with one event each."""
    for name in names:
        await store.create(table_row(name), [event_row(name)], [])


async def event_bodies(store: Store, name: str = "t") -> list[str]:
    return [row.body for row in await store.load(name)]


async def seqs(store: Store, name: str = "t") -> list[int]:
    return [row.seq for row in await store.load(name)]
