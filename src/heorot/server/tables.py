"""Whole tables: laid by a host, joined, played again, looked at."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from heorot.engine import record as records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server import events
from heorot.server.commands import join, with_beginning
from heorot.server.deal import SECRET_BYTES, Deal, SecretDeal
from heorot.server.errors import Refusal
from heorot.server.events import Created, Event, Place, Rematched
from heorot.server.hall import Hall
from heorot.server.people import Who, bot_named, presentable, seat_numbered
from heorot.server.requests import Joined, NewTable, SeatLink, TableLaid
from heorot.server.room import Room, following, summary
from heorot.server.store import EventRow, TableRow, TokenRow
from heorot.server.table import Table, open_table
from heorot.server.tokens import hash_of, new_table_id, new_token

# ---- A new table ---------------------------------------------------------------------------------------------------


async def lay(hall: Hall, wanted: NewTable) -> TableLaid:
    """Lay a table; if nobody is waited for, the game begins at once."""
    created = created_by(wanted)
    host = None if wanted.seat is None else Seat(wanted.seat - 1)
    invited = [Seat(n) for n, place in enumerate(created.places) if place.who == "person" and n != host]
    token, links = new_token(), {seat: new_token() for seat in invited}
    id = await keep(hall, created, host_row(hall, token, host), *(seat_row(hall, links[s], s) for s in invited))
    shown = tuple(SeatLink(seat=seat + 1, token=link) for seat, link in links.items())
    return TableLaid(table=id, token=token, seat=wanted.seat, links=shown)


def created_by(wanted: NewTable) -> Created:
    """A table as its host wants it."""
    if wanted.game not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=wanted.game, known=", ".join(GAMES))
    return Created(
        game=wanted.game,
        rules=GAMES[wanted.game].about.rules[-1],
        box=wanted.box,
        box_hash=None if wanted.box else GAMES[wanted.game].box_hash(GAMES[wanted.game].box),
        options=wanted.options,
        places=tuple(places_of(wanted)),
        listed=wanted.listed,
        watchable=wanted.watchable,
        on_resign=wanted.on_resign,
    )


def places_of(wanted: NewTable) -> list[Place]:
    """Who is to sit where; the host takes the seat at once."""
    places = [
        Place(who=wish.who, bot=bot_named(wanted.game, wish.bot) if wish.who == "bot" else None)
        for wish in wanted.seats
    ]
    if wanted.seat is not None:
        if wanted.seat > len(places) or wanted.name is None or places[wanted.seat - 1].who == "bot":
            raise Refusal("no-seat-for-host", "server.no-seat-for-host")
        places[wanted.seat - 1] = Place(who="person", name=presentable(wanted.name))
    return places


async def keep(hall: Hall, created: Created, *tokens: TokenRow) -> str:
    """Store a new table under a name of its own."""
    id, secret, at = new_table_id(), secrets.token_bytes(SECRET_BYTES), hall.means.clock.now()
    first, found, table = await hall.aside(begin, id, created, SecretDeal(secret, id))
    row = summary(table, at)
    await hall.means.store.create(
        TableRow(id, created.game, row.status, row.listed, at, at, row.info, secret),
        rows_of(id, at, (first.created, *found)),
        [replace(token, table=id) for token in tokens],
    )
    await hall.attend(id)
    return id


def begin(id: str, created: Created, deal: Deal) -> tuple[Table, Sequence[Event], Table]:
    """A table, what happens there at once, and the table after that. Its box may take a while to read."""
    first = open_table(id, created)
    found = with_beginning(first, (), deal) if created.record is None else ()
    return first, found, following(first, found)[-1] if found else first


def rows_of(id: str, at: int, found: Sequence[Event]) -> list[EventRow]:
    """The first events of a table."""
    return [EventRow(id, seq, at, event.kind, events.write(event)) for seq, event in enumerate(found, 1)]


def host_row(hall: Hall, token: str, seat: Seat | None) -> TokenRow:
    """The host's key."""
    return TokenRow("", hash_of(token), seat, True, hall.means.clock.now())


def seat_row(hall: Hall, token: str, seat: Seat) -> TokenRow:
    """The key to a seat."""
    return TokenRow("", hash_of(token), seat, False, hall.means.clock.now())


# ---- Joining -------------------------------------------------------------------------------------------------------


async def take_seat(hall: Hall, id: str, who: Who, token: str | None, name: str, number: int | None) -> Joined:
    """Take the seat of one's link, or one that is open to anyone."""
    room = await hall.room(id)
    async with room.lock:
        table = await room.now()
        seat = who.seat if who.seat is not None else open_seat(table, number)
        key = token if token is not None and who.seat is not None else new_token()
        rows = [] if key == token else [replace(seat_row(hall, key, seat), table=id)]
        await room.carry_out(lambda now: join(now, seat, name, room.deal), tokens=rows)
    return Joined(table=id, seat=seat + 1, token=key)


def open_seat(table: Table, number: int | None) -> Seat:
    """A seat that is open to anyone: the one that is wanted, or the first."""
    free = [Seat(n) for n, place in enumerate(table.places) if place.who == "open" and place.name is None]
    if number is not None:
        seat = seat_numbered(table, number)
        free = [seat] if seat in free else []
    if not free:
        raise Refusal("taken", "server.no-open-seat")
    return free[0]


# ---- Playing again, looking at a game ------------------------------------------------------------------------------


async def rematch(hall: Hall, room: Room, who: Who) -> tuple[str, int]:
    """The same people at a new table, which all their keys open, and the event that tells of it; only under the lock
    of the old one."""
    if who.seat is None and not who.host:
        raise Refusal("not-seated", "server.not-seated")
    table = await room.now()
    if table.next is not None:
        rows = await hall.means.store.load(table.id)
        return table.next, next(row.seq for row in rows if row.kind == "rematched")
    if table.status not in ("over", "ended") or table.created.record is not None:
        raise Refusal("not-over", "server.not-over")
    places = tuple(seated_again(place) for place in table.places)
    created = table.created.model_copy(update={"places": places, "options": dict(table.options)})
    id = await keep(hall, created, *await hall.means.store.tokens(table.id))
    return id, (await room.carry_out(lambda now: (Rematched(table=id),))).seq


def seated_again(place: Place) -> Place:
    """Whoever sat there sits there again, the bot or the person."""
    bot = place.bot if place.who == "bot" else None
    return Place(who=place.who, bot=bot, name=place.name, muted=place.muted)


async def look_at(hall: Hall, text: str) -> str:
    """A table with a game that was played elsewhere; nobody sits there."""
    return await keep(hall, await hall.aside(read_record, text))


def read_record(text: str) -> Created:
    """A table from a record, which must be a true one."""
    record = records.read(text)
    if record.game not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=record.game[:60], known=", ".join(GAMES))
    game = GAMES[record.game]
    records.check(game, *records.read_lines(text))
    return Created(
        game=record.game,
        rules=record.rules,
        box=record.box_text,
        box_hash=record.box_hash,
        options=dict(record.options),
        places=tuple(Place(who="person", name=presentable(name)[:40]) for name in record.seats),
        listed=False,
        watchable=True,
        on_resign="bot",
        record=text,
    )


