"""Commands that come again: under which name one is kept, and whether it is answered as the first time."""

from collections.abc import Container
from dataclasses import replace

from heorot.engine.seats import Seat
from heorot.server.messages import Answer, Refused
from heorot.server.people import Who
from heorot.server.store import Store

NOBODY = "-"  # someone who only watches
PASSING = ("busy", "unavailable", "too-fast", "full", "unknown-token")  # why something may go well when it comes again


def key_of(who: Who, id: str) -> str:
    """The name of a command at a table: whoever has another key has ids of their own, also who sat there before. Those
    of who only watches come to nothing, and stand in nobody's way."""
    by = "host" if who.host else NOBODY
    return f"{by if who.seat is None else who.seat}.{who.key}:{id}"


async def kept_as(store: Store, table: str, seats: int, who: Who, id: str, known: Container[str]) -> str:
    """The same, but a host who has given the own seat away may have said it from there: then it is that command. One
    question for all seats, and none where the answer is at hand."""
    own = key_of(who, id)
    if not who.host or who.seat is not None or own in known:
        return own
    earlier = [key_of(replace(who, seat=Seat(seat)), id) for seat in range(seats)]
    found = [name for name in earlier if name in known] or await store.commands(table, earlier)
    return found[0] if found else own


def is_lasting(key: str, answer: Answer | Refused) -> bool:
    """Whether a command that comes again is answered the same."""
    return not key.startswith(NOBODY) and not (isinstance(answer, Refused) and answer.problem.code in PASSING)
