"""What happens at a table besides the game, in words: who came, went or is played for, what was asked of all, taken
back or ended. As sentences; the locales have the words."""

from bisect import bisect_right
from typing import Any

from heorot.engine.plain import plain_sentence
from heorot.engine.sentence import Part, Sentence
from heorot.server.events import Agreed, Configured, Ended, Event, Placed, Rekeyed, Replaced, Resigned, WentBack
from heorot.server.table import Table

NOBODY = "nobody"  # plays on


def tell_news(table: Table, since: int) -> list[Any]:
    """All of it after an event; what came before that is not looked at again."""
    first = bisect_right(table.news, since, key=number_of)
    return [plain_sentence(tell(event)) for _, event in table.news[first:]]


def number_of(numbered: tuple[int, Event]) -> int:
    """Which event of the table it was."""
    return numbered[0]


def tell(event: Event) -> Sentence:
    """One event; whose it is, by the number of the seat."""
    return Sentence(f"news.{event.kind}", **whose(event), **more(event))


def whose(event: Event) -> dict[str, Part]:
    """The seat that an event is about; some are about the whole table."""
    seat: int | None = getattr(event, "seat", None)
    return {} if seat is None else {"seat": seat + 1}


def more(event: Event) -> dict[str, Part]:
    """What else there is to say of it."""
    match event:
        case Placed(place=place):
            return {"sitter": place.who, "bot": place.bot or NOBODY}
        case Agreed(yes=yes):
            return {"yes": "yes" if yes else "no"}
        case WentBack(steps=steps):
            return {"steps": steps}
        case Ended(why=why):
            return {"why": why}
        case Replaced(bot=bot, failed=failed):
            return {"bot": bot, "failed": failed}
        case Resigned(bot=bot):
            return {"bot": bot or NOBODY}
        case Rekeyed(host=host):
            return {"whose": "host" if host else "seat"}
        case Configured():
            return {}
    by: str | None = getattr(event, "bot", None)
    return {} if by is None else {"bot": by}
