"""Who has which key: a lost one is made anew, one that must not work any more dies, and one comes to another device."""

from collections.abc import Mapping
from dataclasses import replace

from heorot.engine.seats import Seat
from heorot.server.errors import Refusal
from heorot.server.events import Rekeyed
from heorot.server.hall import Hall
from heorot.server.people import Who, seat_numbered
from heorot.server.requests import DeviceAdded, DeviceCode
from heorot.server.room import Keys, Room
from heorot.server.store import CommandKnown, TokenRow, TransferRow
from heorot.server.tokens import hash_of, new_code, new_token

CODE_LIVES = 10 * 60 * 1000  # milliseconds


async def holder(hall: Hall, table: str, token: str | None) -> Who:
    """Who holds a token; someone must."""
    if token is None:
        raise Refusal("unknown-token", "server.unknown-token")
    return await hall.who(table, token)


async def must_still_be(hall: Hall, table: str, token: str | None, who: Who) -> None:
    """A key opens what it did: it may have died meanwhile, at another node."""
    if await hall.who(table, token) != who:
        raise Refusal("unknown-token", "server.unknown-token")


async def reissue(hall: Hall, room: Room, who: Who, token: str, number: int | None, key: str) -> int:
    """A new link to the seat of a person, or a new key of the host's own; the old ones are dead. The event that tells
    of it; where the command was carried out before, nothing changes. Only under the lock."""
    who.must_host()
    table, own = await room.now(), number is None
    seat = who.seat if number is None else seat_numbered(table, number)
    if not own and seat is not None and table.places[seat].who == "bot":
        raise Refusal("bot-plays", "server.no-link-for-bots", seat=seat + 1)
    row = TokenRow(room.id, hash_of(token), seat, own, hall.means.clock.now(), link=not own)

    async def keyring() -> Keys:
        room.must_have_a_key(who)
        return replacing(row, {one.hash: one for one in await hall.means.store.tokens(room.id)})

    try:
        found = (Rekeyed(seat=seat, host=row.host),)
        return (await room.carry_out(lambda now: found, key, keyring, stays=who)).seq
    except CommandKnown as known:
        return known.seq


def replacing(row: TokenRow, there: Mapping[bytes, TokenRow]) -> Keys:
    """A key with all that die by it."""
    if not is_new(row, there.get(row.hash)):
        raise Refusal("bad-message", "server.bad-message", where="reissue.token", why="known")
    old = [hash for hash, one in there.items() if is_replaced(one, row) and hash != row.hash]
    return [] if row.hash in there and not old else [row], old  # with the old ones goes all that opens the same


def is_new(row: TokenRow, there: TokenRow | None) -> bool:
    """Whether a key that was chosen opens nothing else here; the same comes again when no answer came."""
    return there is None or (there.seat, there.host, there.link) == (row.seat, row.host, row.link)


def is_replaced(old: TokenRow, new: TokenRow) -> bool:
    """Whether a key dies by a new one: those to the same seat, but for a host's own; a host's own by such a one."""
    return old.host if new.host else old.seat == new.seat and not old.host


async def unseated(hall: Hall, table: str, seat: Seat) -> Keys:
    """Whoever sat there has no key any more; a host who sat there has one without a seat."""
    rows = [row for row in await hall.means.store.tokens(table) if row.seat == seat]
    return [replace(row, seat=None) for row in rows if row.host], [row.hash for row in rows]


async def transfer(hall: Hall, table: str, token: str | None) -> DeviceCode:
    """A code to type on another device. Under the lock, so that no code is made for a key that has just died."""
    await holder(hall, table, token)
    room, code, expires = await hall.room(table), new_code(), hall.means.clock.now() + CODE_LIVES
    async with room.lock:
        who = await holder(hall, table, token)
        if who.seat is None and not who.host:
            raise Refusal("not-seated", "server.not-seated")
        row = TransferRow(hash_of(code), table, who.seat, who.host, expires)
        if not await hall.means.store.put_transfer(row, hash_of(token or "")):
            raise Refusal("unknown-token", "server.unknown-token")
    return DeviceCode(code=code, expires_at=expires)


async def add_device(hall: Hall, code: str) -> DeviceAdded:
    """A key of its own for the device on which the code was typed. One becomes the other in the store, at one moment:
    who kills the keys to the seat, at whatever node, finds either."""
    table = await hall.means.store.transfer(hash_of(code))
    if table is None:
        raise Refusal("unknown-code", "server.unknown-code")
    token, room = new_token(), await hall.room(table)
    async with room.lock:
        found = await hall.means.store.take_transfer(hash_of(code), hall.means.clock.now(), hash_of(token))
        if found is None:
            raise Refusal("unknown-code", "server.unknown-code")
    seat = None if found.seat is None else found.seat + 1
    return DeviceAdded(table=found.table, seat=seat, host=found.host, token=token)
