"""Subscribers of one table."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from heorot.engine.serialize import Json
from heorot.server.protocol import messages
from heorot.server.store.interface import TokenRow
from heorot.server.table.identity import Identity
from heorot.server.table.table import Viewer


class Audience(NamedTuple):
    """Subscribers that are sent identical messages."""

    viewer: Viewer
    host: bool
    chat: bool


class UpdateParts(NamedTuple):
    """Parts of an update, each computed once for all audiences that share it."""

    game: Callable[[Viewer], tuple[dict[str, Json] | None, dict[str, Json]]]  # view and log of a viewer
    table: Callable[[bool], str]  # changed fields of the table, with or without chat rights


class Subscriber(Protocol):
    """A client connection that receives updates."""

    identity: Identity
    hash: bytes | None  # of the token
    chat: bool

    def close(self, problem: messages.Problem, again: bool) -> None:
        """Send a goodbye and close the connection."""

    def push(self, message: str) -> None:
        """Queue a message; never blocks."""


def audience_of(subscriber: Subscriber) -> Audience:
    """Return the audience that a subscriber belongs to."""
    identity = subscriber.identity
    return Audience(identity.seat, identity.host, subscriber.chat and identity.reads_chat)


def invalid_tokens(subscribers: Iterable[Subscriber], rows: Mapping[bytes, TokenRow]) -> list[bytes]:
    """Return the hashes of subscribers' tokens that were revoked or grant other rights now."""
    rights = {hash: (row.seat, row.host) for hash, row in rows.items()}
    held = [(client.hash, client.identity) for client in subscribers if client.hash is not None]
    return [hash for hash, identity in held if rights.get(hash) != (identity.seat, identity.host)]
