"""What waits for a person at a table, and the words for it: for feeds and calls, which are read far from any page of
ours. Nothing that is hidden is in it, only that someone is asked."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from heorot.engine.seats import Seat
from heorot.locales import LANGUAGES, catalogue
from heorot.server.table import Table

Kind: TypeAlias = Literal["turn", "request", "away", "over"]
Language: TypeAlias = Literal["en", "fr", "ru"]
assert LANGUAGES == Language.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that a person should know."""

    kind: Kind
    id: str  # the same for as long as it is the same thing
    at: int  # since when, in milliseconds since 1970


def waiting(table: Table, seat: Seat, changed_at: int) -> Waiting | None:
    """What waits for a seat; of several things the most pressing."""
    place, asked = table.places[seat], table.request
    if table.is_finished:
        return Waiting("over", "over", changed_at)
    if place.away and not place.once and not place.resigned:
        return Waiting("away", f"away-{table.questions[seat]}", changed_at)
    if asked is not None and seat in table.people and seat not in asked.agreed:
        return Waiting("request", f"request-{asked.wish}-{asked.seat + 1}-{len(table.steps)}", changed_at)
    question = table.question(seat)
    if question is None or place.bot is not None:
        return None
    return Waiting("turn", f"turn-{question}", table.asked_at[seat])


# ---- In words --------------------------------------------------------------------------------------------------------


def worded(language: str, key: str, **parts: str) -> str:
    """A sentence without plurals or choices: all that is needed here, and no library for it."""
    text = catalogue(language)[key]
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def told(language: str, game: str, kind: Kind) -> str:
    """What is said of it."""
    return worded(language, f"notice.{kind}", game=worded(language, f"web.game.{game}"))


def address_of(page: str, table: str) -> str:
    """Where a browser finds the table; the key to the seat is there already, and never in an address."""
    return f"{page}/#{table}"
