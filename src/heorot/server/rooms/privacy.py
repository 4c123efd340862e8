"""One's own data: what the server knows of a person at a table, and how it forgets that. The moves of a shared game
stay, since they are the others' game too."""

from collections.abc import Iterable, Sequence
from functools import partial

from heorot.engine.seats import Seat
from heorot.server.commands import resign
from heorot.server.events import Event, Forgotten
from heorot.server.forgetting import all_without
from heorot.server.hall import Hall
from heorot.server.links import holder, must_still_be
from heorot.server.people import Who
from heorot.server.requests import MyData, MyMessage
from heorot.server.room import Keys, Room
from heorot.server.table import Table


async def my_data(hall: Hall, room: Room, who: Who, joined_at: int) -> MyData:
    """All of it."""
    async with room.lock:
        table = await room.now()
    notice = None if who.seat is None else await hall.means.store.notice(table.id, who.seat)
    keys = [row for row in await hall.means.store.tokens(table.id) if (row.seat, row.host) == (who.seat, who.host)]
    return MyData(
        table=table.id,
        seat=None if who.seat is None else who.seat + 1,
        host=who.host,
        name=None if who.seat is None else table.places[who.seat].name,
        messages=tuple(my_messages(table, who)),
        devices=len(keys),
        joined_at=joined_at,
        feed=notice is not None and notice.feed is not None,
        webhook=None if notice is None else notice.url,
    )


def my_messages(table: Table, who: Who) -> Iterable[MyMessage]:
    """What I said."""
    for number, message in enumerate(table.chat):
        if message.seat == who.seat and message.text is not None:
            yield MyMessage(number=number, text=message.text)


async def forget(hall: Hall, room: Room, token: str | None) -> None:
    """Name, words and keys go. Who still plays leaves the game as if resigning. Who it is, is found out under the lock:
    someone else may have the seat by then."""
    async with room.lock:
        table = await room.now()
        who = await holder(hall, room.id, token)
        gone, seat = partial(keys_to_own_seat, hall, room.id, token, who), who.seat_at(table)
        await room.carry_out(partial(leave_no_trace, seat=seat), None, gone, partial(all_without, seat=seat))
    await room.scrub()


async def keys_to_own_seat(hall: Hall, table: str, token: str | None, who: Who) -> Keys:
    """All of them die."""
    await must_still_be(hall, table, token, who)
    return (), [row.hash for row in await hall.means.store.tokens(table) if row.seat == who.seat]


def leave_no_trace(table: Table, seat: Seat) -> Sequence[Event]:
    """All at once: nobody sits down at a seat to which another still has a key, or is forgotten in another's place."""
    stays = table.status not in ("open", "playing") or table.places[seat].resigned
    return (*(() if stays else resign(table, seat)), Forgotten(seat=seat))
