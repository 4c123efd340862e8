"""Who has which key: a lost one is made anew, one that must not work any more dies, and one comes to another device."""

from collections.abc import Sequence
from dataclasses import replace

from heorot.engine.seats import Seat
from heorot.server.errors import Refusal
from heorot.server.hall import Hall
from heorot.server.people import Who, seat_numbered
from heorot.server.requests import DeviceAdded, DeviceCode
from heorot.server.room import Room
from heorot.server.store import TokenRow, TransferRow
from heorot.server.tokens import hash_of, new_code, new_token

CODE_LIVES = 10 * 60 * 1000  # milliseconds


async def reissue(hall: Hall, room: Room, who: Who, number: int) -> str:
    """A new key to a seat; the old ones are dead. Only under the lock."""
    who.must_host()
    table = await room.now()
    seat = seat_numbered(table, number)
    token, old = new_token(), await keys_to(hall, room.id, seat)
    row = TokenRow(room.id, hash_of(token), seat, False, hall.means.clock.now())
    await room.carry_out(lambda now: (), tokens=[row], revoked=[key.hash for key in old])
    return token


async def keys_to(hall: Hall, table: str, seat: Seat) -> list[TokenRow]:
    """The keys to a seat, but for a host's own: a host who gives a seat away remains the host."""
    return [row for row in await hall.means.store.tokens(table) if row.seat == seat and not row.host]


async def unseated(hall: Hall, table: str, seat: Seat) -> tuple[Sequence[TokenRow], Sequence[bytes]]:
    """Whoever sat there has no key any more; a host who sat there has one without a seat."""
    rows = [row for row in await hall.means.store.tokens(table) if row.seat == seat]
    return [replace(row, seat=None) for row in rows if row.host], [row.hash for row in rows]


async def transfer(hall: Hall, table: str, who: Who) -> DeviceCode:
    """A code to type on another device."""
    if who.seat is None and not who.host:
        raise Refusal("not-seated", "server.not-seated")
    code, expires = new_code(), hall.means.clock.now() + CODE_LIVES
    await hall.means.store.put_transfer(TransferRow(hash_of(code), table, who.seat, who.host, expires))
    return DeviceCode(code=code, expires_at=expires)


async def add_device(hall: Hall, code: str) -> DeviceAdded:
    """A key of its own for the device on which the code was typed."""
    found = await hall.means.store.take_transfer(hash_of(code), hall.means.clock.now())
    if found is None:
        raise Refusal("unknown-code", "server.unknown-code")
    token, room = new_token(), await hall.room(found.table)
    row = TokenRow(found.table, hash_of(token), found.seat, found.host, hall.means.clock.now())
    async with room.lock:
        await room.carry_out(lambda now: (), tokens=[row])
    seat = None if found.seat is None else found.seat + 1
    return DeviceAdded(table=found.table, seat=seat, host=found.host, token=token)
