"""Who speaks to a table, and how names and words of people are made presentable."""

import unicodedata
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from heorot.engine.seats import Seat
from heorot.server.errors import Refusal
from heorot.server.table import Table, Viewer

SIMPLEST = "random"  # a bot that any game has


@dataclass(frozen=True, slots=True)
class Who:
    """Someone with a token, or without one."""

    seat: Viewer
    host: bool = False
    key: str = ""  # tells people at the same seat apart, one after the other
    invited: Viewer = None  # the seat that a link offers: until it is taken, one sees what anyone may

    @property
    def hears(self) -> bool:
        """Whether what people say is for this one too: for whoever sits there, and the host, who may remove it."""
        return self.seat is not None or self.host

    def seat_at(self, table: Table) -> Seat:
        """The seat of someone who plays; who only watches has none."""
        if self.seat is None:
            raise Refusal("not-seated", "server.not-seated")
        return self.seat

    def must_see(self, table: Table) -> None:
        """Who neither plays nor hosts, nor is invited, may watch where the host lets people watch."""
        if self.seat is None and self.invited is None and not self.host and not table.created.watchable:
            raise Refusal("not-watchable", "server.not-watchable")

    def must_host(self) -> None:
        """Some things are for the host alone."""
        if not self.host:
            raise Refusal("not-host", "server.not-host")


def number_of(who: Who) -> int | None:
    """A seat as people number it."""
    return None if who.seat is None else who.seat + 1


def seat_numbered(table: Table, number: int) -> Seat:
    """A seat by the number that people give it."""
    if not 1 <= number <= len(table.places):
        raise Refusal("no-such-seat", "server.no-such-seat", seat=number, seats=len(table.places))
    return Seat(number - 1)


def presentable(text: str) -> str:
    """A text in one line, without anything that cannot be seen or that would turn other text around."""
    seen = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    kept = "".join(char for char in seen if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    if not (line := " ".join(kept.split())):
        raise Refusal("empty", "server.empty")
    return line


def called(name: str) -> str:
    """A name that may be shown. Who gives none has an empty one: each who looks calls that seat in the own language."""
    return presentable(name) if name else ""


def bots_of(game: str) -> dict[str, Any]:
    """The bots of a game by name."""
    bots: dict[str, Any] = import_module(f"heorot.bots.{game}").BOTS
    return bots


def bot_named(game: str, name: str | None) -> str:
    """A bot that there is; without a name, the best."""
    bots = bots_of(game)
    if name is None:
        return list(bots)[-1]
    if name not in bots:
        raise Refusal("no-such-bot", "server.no-such-bot", bot=name, known=", ".join(bots))
    return name
