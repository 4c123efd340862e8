"""Personal data: export of what the server stores about a person, and its erasure. Moves stay: they belong to the other
players' game too."""

from collections.abc import Sequence
from functools import partial

from heorot.engine.seats import Seat
from heorot.server.protocol.http_models import MyData, MyMessage
from heorot.server.rooms.registry import Registry
from heorot.server.rooms.room import Room, TokenChanges
from heorot.server.rooms.seat_keys import require_identity, require_same_identity
from heorot.server.table.commands import resign
from heorot.server.table.events import Event, PersonRedacted
from heorot.server.table.identity import Identity
from heorot.server.table.redaction import redact_seat
from heorot.server.table.table import TableState


async def my_data(registry: Registry, room: Room, identity: Identity, joined_at: int) -> MyData:
    """Return everything stored about this client."""
    async with room.lock:
        table = await room.current()
    notice = None if identity.seat is None else await registry.context.store.find_notice(table.id, identity.seat)
    keys = [
        row
        for row in await registry.context.store.list_tokens(table.id)
        if (row.seat, row.host) == (identity.seat, identity.host)
    ]
    return MyData(
        table=table.id,
        seat=None if identity.seat is None else identity.seat + 1,
        host=identity.host,
        name=None if identity.seat is None else table.places[identity.seat].name,
        messages=tuple(
            MyMessage(number=number, text=message.text)
            for number, message in enumerate(table.chat)
            if message.seat == identity.seat and message.text is not None
        ),
        devices=len(keys),
        joined_at=joined_at,
        feed=notice is not None and notice.feed is not None,
        webhook=None if notice is None else notice.url,
    )


async def erase_person(registry: Registry, room: Room, token: str | None) -> None:
    """Erase name, chat and tokens; a player resigns. The identity is determined under the lock, since the seat may have
    a new holder by then."""
    async with room.lock:
        await room.current()
        identity = await require_identity(registry, room.id, token)
        token_plan, seat = partial(revoke_own_tokens, registry, room.id, token, identity), identity.require_seat()
        await room.commit(partial(leave_and_redact, seat=seat), None, token_plan, partial(redact_seat, seat=seat))
    await room.scrub()


async def revoke_own_tokens(registry: Registry, table: str, token: str | None, identity: Identity) -> TokenChanges:
    """Revoke all tokens of the client's seat."""
    await require_same_identity(registry, table, token, identity)
    return (), [row.hash for row in await registry.context.store.list_tokens(table) if row.seat == identity.seat]


def leave_and_redact(table: TableState, seat: Seat) -> Sequence[Event]:
    """Return resignation and redaction together, so that the seat cannot be taken in between."""
    stays = table.status not in ("open", "playing") or table.places[seat].resigned
    return (*(() if stays else resign(table, seat)), PersonRedacted(seat=seat))
