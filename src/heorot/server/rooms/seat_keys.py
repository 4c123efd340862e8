"""Tokens of seats: reissue, revocation, and transfer to another device."""

from collections.abc import Mapping
from dataclasses import replace

from heorot.engine.seats import Seat
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import DeviceAdded, DeviceCode
from heorot.server.rooms.registry import Registry
from heorot.server.rooms.room import Room, TokenChanges
from heorot.server.store.interface import CommandAlreadyStored, TokenRow, TransferRow
from heorot.server.table.events import TokenReissued
from heorot.server.table.identity import Identity, seat_by_number
from heorot.server.tokens import hash_of, new_device_code, new_token

CODE_LIFETIME = 10 * 60 * 1000  # milliseconds


async def require_identity(registry: Registry, table: str, token: str | None) -> Identity:
    """Return the identity of a token's holder; raises Refusal without a valid token."""
    if token is None:
        raise Refusal("unknown-token", "server.unknown-token")
    return await registry.identify(table, token)


async def require_same_identity(registry: Registry, table: str, token: str | None, identity: Identity) -> None:
    """Raise Refusal if the token's rights have changed meanwhile, here or at another node."""
    if await registry.identify(table, token) != identity:
        raise Refusal("unknown-token", "server.unknown-token")


async def reissue_token(
    registry: Registry, room: Room, identity: Identity, token: str, number: int | None, key: str
) -> int:
    """Store a new link to a seat, or a new token of the host, and revoke the old ones; return the event's number.

    A repeated command changes nothing. Requires the lock.
    """
    identity.require_host()
    table, own = await room.current(), number is None
    seat = identity.seat if number is None else seat_by_number(table, number)
    if not own and seat is not None and table.places[seat].who == "bot":
        raise Refusal("bot-plays", "server.no-link-for-bots", seat=seat + 1)
    row = TokenRow(room.id, hash_of(token), seat, own, registry.context.clock.now(), link=not own)

    async def token_plan() -> TokenChanges:
        room.require_valid_token(identity)
        return replace_tokens(row, {row.hash: row for row in await registry.context.store.list_tokens(room.id)})

    try:
        found = (TokenReissued(seat=seat, host=row.host),)
        return (await room.commit(lambda now: found, key, token_plan, spared=identity)).seq
    except CommandAlreadyStored as known:
        return known.seq


def replace_tokens(row: TokenRow, there: Mapping[bytes, TokenRow]) -> TokenChanges:
    """Return the new token with all that it replaces; raises Refusal if it is in use for something else.

    A token of the host replaces the host's tokens; a token of a seat replaces all others of the seat but the host's.
    """
    if not is_new(row, there.get(row.hash)):
        raise Refusal("bad-message", "server.bad-message", where="reissue.token", why="known")
    others = [other for hash, other in there.items() if hash != row.hash]
    old = [other.hash for other in others if (other.host if row.host else other.seat == row.seat and not other.host)]
    return [] if row.hash in there and not old else [row], old  # revoking removes it too, so it is added again


def is_new(row: TokenRow, there: TokenRow | None) -> bool:
    """Return whether a token chosen by the client is unused, or is the same one sent again."""
    return there is None or (there.seat, there.host, there.link) == (row.seat, row.host, row.link)


async def revoke_seat_tokens(registry: Registry, table: str, seat: Seat) -> TokenChanges:
    """Revoke all tokens of a seat; a host who sat there keeps one without a seat."""
    rows = [row for row in await registry.context.store.list_tokens(table) if row.seat == seat]
    return [replace(row, seat=None) for row in rows if row.host], [row.hash for row in rows]


async def create_device_code(registry: Registry, table: str, token: str | None) -> DeviceCode:
    """Return a one-time code for another device. Under the lock, so that no code outlives a revoked token."""
    await require_identity(registry, table, token)
    room, code, expires = await registry.room(table), new_device_code(), registry.context.clock.now() + CODE_LIFETIME
    async with room.lock:
        identity = await require_identity(registry, table, token)
        if identity.seat is None and not identity.host:
            raise Refusal("not-seated", "server.not-seated")
        row = TransferRow(hash_of(code), table, identity.seat, identity.host, expires)
        if not await registry.context.store.put_transfer(row, hash_of(token or "")):
            raise Refusal("unknown-token", "server.unknown-token")
    return DeviceCode(code=code, expires_at=expires)


async def redeem_device_code(registry: Registry, code: str) -> DeviceAdded:
    """Exchange a code for a token, atomically in the store: a revocation at any node finds one or the other."""
    table = await registry.context.store.find_transfer_table(hash_of(code))
    if table is None:
        raise Refusal("unknown-code", "server.unknown-code")
    token, room = new_token(), await registry.room(table)
    async with room.lock:
        now = registry.context.clock.now()
        transfer = await registry.context.store.take_transfer(hash_of(code), now, hash_of(token))
        if transfer is None:
            raise Refusal("unknown-code", "server.unknown-code")
    seat = None if transfer.seat is None else transfer.seat + 1
    return DeviceAdded(table=transfer.table, seat=seat, host=transfer.host, token=token)
