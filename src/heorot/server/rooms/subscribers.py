"""Those who are sent what happens at a table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from heorot.server import messages
from heorot.server.people import Who
from heorot.server.store import TokenRow
from heorot.server.table import Viewer


class Kind(NamedTuple):
    """Watchers who are sent the same."""

    viewer: Viewer
    host: bool
    chat: bool


class Look(NamedTuple):
    """What has become of a table, worked out once for all who are sent the same."""

    game: Callable[[Viewer], tuple[dict[str, Any] | None, dict[str, Any]]]  # as a viewer sees it, and what is new
    table: Callable[[bool], str]  # what has changed of it, for those who hear what people say and those who do not


class Watcher(Protocol):
    """Someone who is sent what happens."""

    who: Who
    hash: bytes | None  # of the token
    chat: bool

    def close(self, problem: messages.Problem, again: bool) -> None:
        """Say goodbye."""

    def push(self, message: str) -> None:
        """Send it, soon and in order; it never waits."""


def keyless(watchers: Iterable[Watcher], rows: Mapping[bytes, TokenRow]) -> list[bytes]:
    """The tokens with which some came, and that are dead or open something else now."""
    held = [(one.hash, one.who) for one in watchers if one.hash is not None]
    return [hash for hash, who in held if hash not in rows or not opens(rows[hash], who)]


def opens(row: TokenRow, who: Who) -> bool:
    """Whether a token is still good for the same."""
    return (row.seat, row.host) == (who.seat, who.host)
