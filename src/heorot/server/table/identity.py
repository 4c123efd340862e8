"""Identity and rights of a client at a table, and cleaning of names and texts that people type."""

import unicodedata
from dataclasses import dataclass

from heorot.bots import bots_of
from heorot.engine.seats import Seat
from heorot.server.protocol.errors import Refusal
from heorot.server.table.table import TableState, Viewer

FALLBACK_BOT = "random"  # every game has it


@dataclass(frozen=True, slots=True)
class Identity:
    """A client at a table, as its token grants: player, host, invited guest or spectator."""

    seat: Viewer
    host: bool = False
    key: str = ""  # distinguishes successive holders of the same seat
    invited: Viewer = None  # seat offered by the link in use; until it is taken the client sees what a spectator sees

    @property
    def reads_chat(self) -> bool:
        """Return whether chat is sent to this client: to players and to the host, who moderates it."""
        return self.seat is not None or self.host

    def require_seat(self) -> Seat:
        """Return the client's seat; raises Refusal for a spectator."""
        if self.seat is None:
            raise Refusal("not-seated", "server.not-seated")
        return self.seat

    def require_can_watch(self, table: TableState) -> None:
        """Raise Refusal if the client is a spectator and the host allows none."""
        if self.seat is None and self.invited is None and not self.host and not table.created.watchable:
            raise Refusal("not-watchable", "server.not-watchable")

    def require_host(self) -> None:
        """Raise Refusal unless the client is the host."""
        if not self.host:
            raise Refusal("not-host", "server.not-host")


def seat_by_number(table: TableState, number: int) -> Seat:
    """Return the seat with this number, from 1; raises Refusal."""
    if not 1 <= number <= len(table.places):
        raise Refusal("no-such-seat", "server.no-such-seat", seat=number, seats=len(table.places))
    return Seat(number - 1)


def clean_text(text: str) -> str:
    """Return a text in one line, without invisible or bidirectional control characters; raises Refusal if empty."""
    spaced = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    visible = "".join(char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    if not (line := " ".join(visible.split())):
        raise Refusal("empty", "server.empty")
    return line


def clean_name(name: str) -> str:
    """Return a cleaned name, or an empty one: each client shows its own default for that."""
    return clean_text(name) if name else ""


def resolve_bot(game: str, name: str | None) -> str:
    """Return the name of a bot of a game, without a name its strongest; raises Refusal."""
    bots = bots_of(game)
    if name is None:
        return list(bots)[-1]
    if name not in bots:
        raise Refusal("no-such-bot", "server.no-such-bot", bot=name, known=", ".join(bots))
    return name
