"""What a table waits for from a person, and the text of the notice. Used by feeds and webhooks; holds no hidden
information."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from heorot.engine.seats import Seat
from heorot.locales import catalogue
from heorot.server.table.table import TableState

PendingKind: TypeAlias = Literal["turn", "request", "away", "over"]


@dataclass(frozen=True, slots=True)
class PendingItem:
    """An item that a person should act on or know about."""

    kind: PendingKind
    id: str  # stable while it is the same item
    at: int  # since when, in milliseconds since 1970


def pending_item(table: TableState, seat: Seat, changed_at: int) -> PendingItem | None:
    """Return the most urgent item for a seat, or None."""
    place, request = table.places[seat], table.request
    if table.is_finished:
        return PendingItem("over", "over", changed_at)
    if place.away and not place.once and not place.resigned:
        return PendingItem("away", f"away-{table.questions[seat]}", changed_at)
    if request is not None and seat in table.voters and seat not in request.agreed:
        return PendingItem("request", f"request-{request.kind}-{request.seat + 1}-{len(table.steps)}", changed_at)
    question = table.open_question(seat)
    if question is None or place.bot is not None:
        return None
    return PendingItem("turn", f"turn-{question}", table.asked_at[seat])


# ---- Text --------------------------------------------------------------------------------------------------------


def format_text(language: str, key: str, **parts: str) -> str:
    """Fill in a message without plurals or selects, which needs no message-format library."""
    text = catalogue(language)[key]
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def notice_text(language: str, game: str, kind: PendingKind) -> str:
    """Return the text of a notice about a table."""
    return format_text(language, f"notice.{kind}", game=format_text(language, f"web.game.{game}"))


def table_url(page: str, table: str) -> str:
    """Return the address of a table in the browser; the seat's token is stored there and never part of the address."""
    return f"{page}/#{table}"
