"""Whole tables: laid by a host, joined, played again, looked at."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from heorot.engine import record as records
from heorot.engine.fairness import commitment_to
from heorot.engine.record_text import NAMELESS
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server import events
from heorot.server.commands import join, with_beginning
from heorot.server.deal import SECRET_BYTES, Deal, SecretDeal, deal_again, key_of, secret_of_rematch
from heorot.server.errors import Refusal
from heorot.server.events import Created, Event, Place, Rematched, Timing
from heorot.server.fold import following
from heorot.server.hall import Hall
from heorot.server.links import must_still_be
from heorot.server.people import Who, bot_named, called, number_of, seat_numbered
from heorot.server.requests import Joined, Joining, NewTable, SeatLink, TableLaid
from heorot.server.room import Keys, Room, summary
from heorot.server.store import Conflict, EventRow, Summary, TableRow, TokenRow
from heorot.server.table import Table, open_table
from heorot.server.tokens import hash_of, new_table_id, new_token, table_id_of, token_from

# ---- A new table ---------------------------------------------------------------------------------------------------


async def lay(hall: Hall, wanted: NewTable, **kept: Any) -> TableLaid:
    """Lay a table; if nobody is waited for, the game begins at once. What is kept of another table takes the place of
    what is new."""
    token = wanted.token or new_token()
    if (row := await hall.means.store.find(table_id_of(token))) is not None:
        return await laid_before(hall, row, token)
    created, secret = created_by(wanted).model_copy(update=kept), secrets.token_bytes(SECRET_BYTES)
    host = None if wanted.seat is None else Seat(wanted.seat - 1)
    links = {seat: link_to(secret, token, seat) for seat in invited(created, host)}
    keys = [host_row(hall, token, host), *(link_row(hall, link, seat) for seat, link in links.items())]
    id = await keep(hall, created, *keys, id=table_id_of(token), secret=secret)
    return laid(id, created, token, wanted.seat, links, secret)


async def laid_before(hall: Hall, row: TableRow, token: str) -> TableLaid:
    """The answer was lost on its way, and comes again. Links that someone has taken by now are that one's alone."""
    who, room = await hall.who(row.id, token), await hall.room(row.id)
    who.must_host()
    async with room.lock:
        table, keys = await room.now(), {key.hash for key in await hall.means.store.tokens(row.id)}
    free = [seat for seat in invited(table.created, who.seat) if table.places[seat].name is None]
    links = {seat: link_to(row.secret, token, seat) for seat in free}
    alive = {seat: link for seat, link in links.items() if hash_of(link) in keys}
    return laid(row.id, table.created, token, number_of(who), alive, row.secret)


def laid(
    id: str, created: Created, token: str, seat: int | None, links: Mapping[Seat, str], secret: bytes
) -> TableLaid:
    """What a host is told."""
    told = tuple(SeatLink(seat=seat + 1, token=link) for seat, link in links.items())
    bound = commitment_to(key_of(secret)) if created.deal else None
    return TableLaid(table=id, token=token, seat=seat, links=told, commitment=bound)


def invited(created: Created, host: Seat | None) -> list[Seat]:
    """The seats for which there are links."""
    return [Seat(n) for n, place in enumerate(created.places) if place.who == "person" and n != host]


def link_to(secret: bytes, token: str, seat: Seat) -> str:
    """The key to a seat of a table that a host lays."""
    return token_from(secret, token, f"seat {seat}")


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
        hints=wanted.hints,
        deal=1,
        clock=None if wanted.clock is None else Timing(**wanted.clock.model_dump()),
    )


def places_of(wanted: NewTable) -> list[Place]:
    """Who is to sit where; a host who has a name takes the seat at once."""
    places = [
        Place(who=wish.who, bot=bot_named(wanted.game, wish.bot) if wish.who == "bot" else None)
        for wish in wanted.seats
    ]
    if wanted.seat is not None:
        if wanted.seat > len(places) or places[wanted.seat - 1].who == "bot":
            raise Refusal("no-seat-for-host", "server.no-seat-for-host")
        places[wanted.seat - 1] = Place(who="person", name=None if wanted.name is None else called(wanted.name))
    return places


async def keep(
    hall: Hall, created: Created, *tokens: TokenRow, id: str | None = None, secret: bytes | None = None
) -> str:
    """Store a new table under a name of its own."""
    id, secret, at = id or new_table_id(), secret or secrets.token_bytes(SECRET_BYTES), hall.means.clock.now()
    first, found, table = await hall.aside(begin, id, created, SecretDeal(secret, id), at)
    row = summary(table, at)
    await hall.means.store.create(
        TableRow(id, created.game, row.status, row.listed, at, at, row.info, secret, row.due_at),
        rows_of(id, at, (first.created, *found)),
        [replace(token, table=id) for token in tokens],
    )
    await hall.attend(id)
    return id


def begin(id: str, created: Created, deal: Deal, at: int = 0) -> tuple[Table, Sequence[Event], Table]:
    """A table, what happens there at once, and the table after that. Its box may take a while to read."""
    first = open_table(id, created)
    found = with_beginning(first, (), deal) if created.record is None else ()
    return first, found, following(first, found, at)[-1] if found else first


def rows_of(id: str, at: int, found: Sequence[Event]) -> list[EventRow]:
    """The first events of a table."""
    return [EventRow(id, seq, at, event.kind, events.write(event)) for seq, event in enumerate(found, 1)]


def host_row(hall: Hall, token: str, seat: Seat | None) -> TokenRow:
    """The host's key."""
    return TokenRow("", hash_of(token), seat, True, hall.means.clock.now())


def seat_row(hall: Hall, token: str, seat: Seat) -> TokenRow:
    """The key to a seat."""
    return TokenRow("", hash_of(token), seat, False, hall.means.clock.now())


def link_row(hall: Hall, token: str, seat: Seat) -> TokenRow:
    """The link to a seat."""
    return replace(seat_row(hall, token, seat), link=True)


# ---- Joining -------------------------------------------------------------------------------------------------------


async def take_seat(hall: Hall, id: str, token: str | None, joining: Joining) -> Joined:
    """Take the seat of one's link, or one that is open to anyone. The link dies by that, and the seat has a key which
    nobody else has ever seen. A host who has had a seat kept takes it with the own key."""
    room = await hall.room(id)
    async with room.lock:
        if joining.token and (held := await held_before(hall, id, joining.token)) is not None:
            return await sit_down(hall, room, held, joining, joining.token)
        who, table = await hall.who(id, token), await room.now()
        if token is not None and who.seat is not None:
            return await sit_down(hall, room, who.seat, joining, token)
        seat, by_link = open_seat(table, joining.seat) if who.invited is None else who.invited, who.invited is not None
        key = joining.token or new_token()

        async def keyring() -> Keys:
            await must_still_be(hall, id, token, who)
            return [replace(seat_row(hall, key, seat), table=id)], [hash_of(token or "")] if by_link else []

        joined = partial(join, seat=seat, name=joining.name, deal=room.deal, salt=joining.salt, by_link=by_link)
        await room.carry_out(joined, None, keyring)
    return Joined(table=id, seat=seat + 1, token=key)


async def held_before(hall: Hall, id: str, chosen: str) -> Seat | None:
    """The seat to which a token was chosen that has come before. A link is no such one, since others have seen it, nor
    is the key of a host without a seat."""
    row = await hall.means.store.token(id, hash_of(chosen))
    if row is None:
        return None
    if row.seat is None or row.link:
        raise Refusal("invalid", "server.invalid", where="body.token", why="known")
    return Seat(row.seat)


async def sit_down(hall: Hall, room: Room, seat: Seat, joining: Joining, key: str) -> Joined:
    """Take the seat to which one has the key, unless the answer to that was lost on its way."""

    async def keyring() -> Keys:
        if (await hall.who(room.id, key)).seat != seat:
            raise Refusal("unknown-token", "server.unknown-token")
        return (), ()

    if (await room.now()).places[seat].name != called(joining.name):
        joined = partial(join, seat=seat, name=joining.name, deal=room.deal, salt=joining.salt)
        await room.carry_out(joined, None, keyring)
    return Joined(table=room.id, seat=seat + 1, token=key)


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


async def rematch(hall: Hall, room: Room, who: Who, salt: str | None) -> tuple[str, int]:
    """The same people at a new table, which all their keys open, and the event that tells of it; only under the lock
    of the old one."""
    if who.seat is None and not who.host:
        raise Refusal("not-seated", "server.not-seated")
    table = await room.now()
    if table.next is not None:
        return table.next, await rematched_at(hall, table.id)
    if not table.is_finished or table.created.record is not None:
        raise Refusal("not-over", "server.not-over")
    places = tuple(seated_again(place, salt if seat == who.seat else None) for seat, place in enumerate(table.places))
    kept = {"places": places, "options": dict(table.options), "deal": deal_again(table.created)}
    created = table.created.model_copy(update=kept)
    id, keys = table_id_of(token_from(room.secret, "", "rematch")), await hall.means.store.tokens(table.id)
    with suppress(Conflict):  # laid before: by another node, or by this one before it could say so
        await keep(hall, created, *keys, id=id, secret=secret_of_rematch(room.secret))
    await room.carry_out(lambda now: (Rematched(table=id),) if now.next is None else ())
    await keep_up_with_keys(hall, table.id, id, keys)
    return id, await rematched_at(hall, table.id)


async def keep_up_with_keys(hall: Hall, old: str, new: str, known: Sequence[TokenRow]) -> None:
    """A key that died at the old table before all were told of the new one, at whatever node, opens neither."""
    now = await hall.means.store.tokens(old)
    dead = {row.hash for row in known} - {row.hash for row in now}
    if dead:
        given = [replace(row, table=new) for row in now if row not in known]
        await hall.means.store.append(new, 0, (), None, given, sorted(dead))


async def rematched_at(hall: Hall, id: str) -> int:
    """The event that tells of another table."""
    return next(row.seq for row in await hall.means.store.load(id) if row.kind == "rematched")


def seated_again(place: Place, salt: str | None) -> Place:
    """Whoever sat there sits there again, the bot or the person."""
    bot = place.bot if place.who == "bot" else None
    return Place(who=place.who, bot=bot, name=place.name, muted=place.muted, salt=salt)


async def look_at(hall: Hall, text: str) -> str:
    """A table with a game that was played elsewhere; nobody sits there. The same record is the same table, however
    often it comes."""
    id = table_id_of(f"record {text}")
    if (row := await hall.means.store.find(id)) is not None:
        await renew(hall, row)
        return id
    created = await hall.aside(read_record, text)
    with suppress(Conflict):  # it came twice at once
        await keep(hall, created, id=id)
    return id


async def renew(hall: Hall, row: TableRow) -> None:
    """Someone wants to look at it again: it is kept from now on as long as a new one."""
    kept = Summary(row.status, row.listed, hall.means.clock.now(), row.info, row.due_at)
    await hall.means.store.append(row.id, 0, (), kept)


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
        places=tuple(Place(who="person", name=called("" if name == NAMELESS else name)[:40]) for name in record.seats),
        listed=False,
        watchable=True,
        on_resign="bot",
        record=text,
    )
