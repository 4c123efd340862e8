"""Log sentences for events outside the game: joining, leaving, requests, undos and endings."""

from bisect import bisect_right
from operator import itemgetter

from heorot.engine.sentence import Param, Sentence
from heorot.engine.serialize import Json, sentence_json
from heorot.server.table.events import (
    Agreed,
    Configured,
    Ended,
    Event,
    Placed,
    Replaced,
    Resigned,
    TokenReissued,
    UndoAgreed,
)
from heorot.server.table.table import TableState

NOBODY = "nobody"  # no bot takes over


def log_entries_since(table: TableState, since: int) -> list[Json]:
    """Return the log sentences of all events after number `since`, as plain data."""
    first = bisect_right(table.logged_events, since, key=itemgetter(0))
    return [sentence_json(log_sentence(event)) for _, event in table.logged_events[first:]]


def log_sentence(event: Event) -> Sentence:
    """Return the sentence of one event."""
    return Sentence(f"news.{event.kind}", **seat_parameter(event), **other_parameters(event))


def seat_parameter(event: Event) -> dict[str, Param]:
    """Return the number of the seat that an event is about, if it is about one."""
    seat: int | None = getattr(event, "seat", None)
    return {} if seat is None else {"seat": seat + 1}


def other_parameters(event: Event) -> dict[str, Param]:
    """Return the remaining parameters of the sentence."""
    match event:
        case Placed(place=place):
            return {"sitter": place.who, "bot": place.bot or NOBODY}
        case Agreed(yes=yes):
            return {"yes": "yes" if yes else "no"}
        case UndoAgreed(steps=steps):
            return {"steps": steps}
        case Ended(why=why):
            return {"why": why}
        case Replaced(bot=bot, failed=failed):
            return {"bot": bot, "failed": failed}
        case Resigned(bot=bot):
            return {"bot": bot or NOBODY}
        case TokenReissued(host=host):
            return {"whose": "host" if host else "seat"}
        case Configured():
            return {}
    by: str | None = getattr(event, "bot", None)
    return {} if by is None else {"bot": by}
