"""Operations on whole tables: create, join, rematch, import."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from heorot.engine import records
from heorot.engine.records.fairness import commitment_to
from heorot.engine.records.text_format import NO_NAME
from heorot.engine.seats import Seat
from heorot.games import GAMES
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import Joined, JoinRequest, NewTable, SeatLink, TableCreated
from heorot.server.rooms.registry import Registry
from heorot.server.rooms.room import Room, TokenChanges, summarize
from heorot.server.rooms.seat_keys import require_same_identity
from heorot.server.store.interface import Conflict, EventRow, Summary, TableRow, TokenRow
from heorot.server.table import events
from heorot.server.table.commands import join, start_if_full
from heorot.server.table.draws import (
    SECRET_BYTES,
    ChanceSource,
    SecretChance,
    draw_key,
    rematch_deal_version,
    rematch_secret,
)
from heorot.server.table.events import Created, Event, Rematched, SeatAssignment, Timing
from heorot.server.table.fold import apply_events
from heorot.server.table.identity import Identity, clean_name, resolve_bot, seat_by_number
from heorot.server.table.table import TableState, initial_table
from heorot.server.tokens import derive_table_id, derive_token, hash_of, new_token

# ---- Create -------------------------------------------------------------------------------------------------------


async def create_table(registry: Registry, wanted: NewTable, **overrides: object) -> TableCreated:
    """Create a table, and begin the game if nobody is waited for. `overrides` replace fields of the `created` event."""
    token = wanted.token or new_token()
    if (row := await registry.context.store.find_table(derive_table_id(token))) is not None:
        return await recall_created(registry, row, token)
    created, secret = created_event(wanted).model_copy(update=overrides), secrets.token_bytes(SECRET_BYTES)
    host = None if wanted.seat is None else Seat(wanted.seat - 1)
    links = {seat: seat_link_token(secret, token, seat) for seat in invited_seats(created, host)}
    keys = [
        host_token_row(registry, token, host),
        *(replace(seat_token_row(registry, link, seat), link=True) for seat, link in links.items()),
    ]
    id = await store_table(registry, created, *keys, id=derive_table_id(token), secret=secret)
    return created_response(id, created, token, wanted.seat, links, secret)


async def recall_created(registry: Registry, row: TableRow, token: str) -> TableCreated:
    """Return the response to a repeated creation. Links that were taken since are left out."""
    identity, room = await registry.identify(row.id, token), await registry.room(row.id)
    identity.require_host()
    async with room.lock:
        table, keys = await room.current(), {key.hash for key in await registry.context.store.list_tokens(row.id)}
    free = [seat for seat in invited_seats(table.created, identity.seat) if table.places[seat].name is None]
    links = {seat: seat_link_token(row.secret, token, seat) for seat in free}
    alive = {seat: link for seat, link in links.items() if hash_of(link) in keys}
    seat = None if identity.seat is None else identity.seat + 1
    return created_response(row.id, table.created, token, seat, alive, row.secret)


def created_response(
    id: str, created: Created, token: str, seat: int | None, links: Mapping[Seat, str], secret: bytes
) -> TableCreated:
    """Return the response for the host."""
    seat_links = tuple(SeatLink(seat=seat + 1, token=link) for seat, link in links.items())
    commitment = commitment_to(draw_key(secret)) if created.deal else None
    return TableCreated(table=id, token=token, seat=seat, links=seat_links, commitment=commitment)


def invited_seats(created: Created, host: Seat | None) -> list[Seat]:
    """Return the seats for which links are made."""
    return [Seat(n) for n, place in enumerate(created.places) if place.who == "person" and n != host]


def seat_link_token(secret: bytes, token: str, seat: Seat) -> str:
    """Derive the token of a seat's link, the same for a repeated creation."""
    return derive_token(secret, token, f"seat {seat}")


def created_event(wanted: NewTable) -> Created:
    """Return the `created` event of a wanted table; raises Refusal."""
    if wanted.game not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=wanted.game, known=", ".join(GAMES))
    return Created(
        game=wanted.game,
        rules=GAMES[wanted.game].info.rules[-1],
        box=wanted.box,
        box_hash=None if wanted.box else GAMES[wanted.game].box_hash(GAMES[wanted.game].box),
        options=wanted.options,
        places=tuple(initial_places(wanted)),
        listed=wanted.listed,
        watchable=wanted.watchable,
        on_resign=wanted.on_resign,
        hints=wanted.hints,
        deal=1,
        clock=None if wanted.clock is None else Timing(**wanted.clock.model_dump()),
    )


def initial_places(wanted: NewTable) -> list[SeatAssignment]:
    """Return the seats of a wanted table; a host with a name takes theirs at once."""
    places = [
        SeatAssignment(who=wish.who, bot=resolve_bot(wanted.game, wish.bot) if wish.who == "bot" else None)
        for wish in wanted.seats
    ]
    if wanted.seat is not None:
        if wanted.seat > len(places) or places[wanted.seat - 1].who == "bot":
            raise Refusal("no-seat-for-host", "server.no-seat-for-host")
        places[wanted.seat - 1] = SeatAssignment(
            who="person", name=None if wanted.name is None else clean_name(wanted.name)
        )
    return places


async def store_table(
    registry: Registry, created: Created, *tokens: TokenRow, id: str | None = None, secret: bytes | None = None
) -> str:
    """Store a new table with its first events; return its id."""
    id, secret = id or derive_table_id(new_token()), secret or secrets.token_bytes(SECRET_BYTES)
    at = registry.context.clock.now()
    first, following, table = await registry.run_in_thread(start_table, id, created, SecretChance(secret, id), at)
    row = summarize(table, at)
    await registry.context.store.create(
        TableRow(id, created.game, row.status, row.listed, at, at, row.info, secret, row.due_at),
        event_rows(id, at, (first.created, *following)),
        [replace(token, table=id) for token in tokens],
    )
    await registry.warm_up_and_schedule(id)
    return id


def start_table(
    id: str, created: Created, deal: ChanceSource, at: int = 0
) -> tuple[TableState, Sequence[Event], TableState]:
    """Return a new table, its first events, and the table after them. May take long to read a box."""
    first = initial_table(id, created)
    following = start_if_full(first, (), deal) if created.record is None else ()
    return first, following, apply_events(first, following, at)[-1] if following else first


def event_rows(id: str, at: int, new_events: Sequence[Event]) -> list[EventRow]:
    """Return the first rows of a table."""
    return [EventRow(id, seq, at, event.kind, events.write(event)) for seq, event in enumerate(new_events, 1)]


def host_token_row(registry: Registry, token: str, seat: Seat | None) -> TokenRow:
    """Return the row of the host's token; its table is set later."""
    return TokenRow("", hash_of(token), seat, True, registry.context.clock.now())


def seat_token_row(registry: Registry, token: str, seat: Seat) -> TokenRow:
    """Return the row of a seat's token; its table is set later."""
    return TokenRow("", hash_of(token), seat, False, registry.context.clock.now())


# ---- Join --------------------------------------------------------------------------------------------------------


async def join_table(registry: Registry, id: str, token: str | None, joining: JoinRequest) -> Joined:
    """Take the seat of a link, or an open one. The link's token is revoked, and the seat gets a token that no other
    client has seen. A host takes a reserved seat with their own token."""
    room = await registry.room(id)
    async with room.lock:
        if joining.token and (held := await seat_of_token(registry, id, joining.token)) is not None:
            return await claim_seat(registry, room, held, joining, joining.token)
        identity, table = await registry.identify(id, token), await room.current()
        if token is not None and identity.seat is not None:
            return await claim_seat(registry, room, identity.seat, joining, token)
        seat, by_link = (
            find_open_seat(table, joining.seat) if identity.invited is None else identity.invited,
            identity.invited is not None,
        )
        key = joining.token or new_token()

        async def token_plan() -> TokenChanges:
            await require_same_identity(registry, id, token, identity)
            return [replace(seat_token_row(registry, key, seat), table=id)], [hash_of(token or "")] if by_link else []

        joined = partial(join, seat=seat, name=joining.name, chance=room.chance, salt=joining.salt, by_link=by_link)
        await room.commit(joined, None, token_plan)
    return Joined(table=id, seat=seat + 1, token=key)


async def seat_of_token(registry: Registry, id: str, chosen: str) -> Seat | None:
    """Return the seat of a token that the client chose in an earlier try, or None; raises Refusal if it is a link or
    has no seat."""
    row = await registry.context.store.find_token(id, hash_of(chosen))
    if row is None:
        return None
    if row.seat is None or row.link:
        raise Refusal("invalid", "server.invalid", where="body.token", why="known")
    return Seat(row.seat)


async def claim_seat(registry: Registry, room: Room, seat: Seat, joining: JoinRequest, key: str) -> Joined:
    """Take the seat that a token already grants, unless an earlier try did."""

    async def token_plan() -> TokenChanges:
        if (await registry.identify(room.id, key)).seat != seat:
            raise Refusal("unknown-token", "server.unknown-token")
        return (), ()

    if (await room.current()).places[seat].name != clean_name(joining.name):
        joined = partial(join, seat=seat, name=joining.name, chance=room.chance, salt=joining.salt)
        await room.commit(joined, None, token_plan)
    return Joined(table=room.id, seat=seat + 1, token=key)


def find_open_seat(table: TableState, number: int | None) -> Seat:
    """Return the wanted open seat, or the first one; raises Refusal."""
    free = [Seat(n) for n, place in enumerate(table.places) if place.who == "open" and place.name is None]
    if number is not None:
        seat = seat_by_number(table, number)
        free = [seat] if seat in free else []
    if not free:
        raise Refusal("taken", "server.no-open-seat")
    return free[0]


# ---- Rematch and import ------------------------------------------------------------------------------------------


async def create_rematch(registry: Registry, room: Room, identity: Identity, salt: str | None) -> tuple[str, int]:
    """Return the table of the rematch and the number of the event that announces it. Requires the lock of the old
    table.

    All tokens are valid at the new table too.
    """
    if identity.seat is None and not identity.host:
        raise Refusal("not-seated", "server.not-seated")
    table = await room.current()
    if table.rematch_table is not None:
        return table.rematch_table, await rematch_seq(registry, table.id)
    if not table.is_finished or table.created.record is not None:
        raise Refusal("not-over", "server.not-over")
    places = tuple(
        rematch_place(place, salt if seat == identity.seat else None) for seat, place in enumerate(table.places)
    )
    changes = {"places": places, "options": dict(table.options), "deal": rematch_deal_version(table.created)}
    created = table.created.model_copy(update=changes)
    id, keys = (
        derive_table_id(derive_token(room.secret, "", "rematch")),
        await registry.context.store.list_tokens(table.id),
    )
    with suppress(Conflict):  # created before, by another node or before a crash
        await store_table(registry, created, *keys, id=id, secret=rematch_secret(room.secret))
    await room.commit(lambda now: (Rematched(table=id),) if now.rematch_table is None else ())
    await sync_tokens(registry, table.id, id, keys)
    return id, await rematch_seq(registry, table.id)


async def sync_tokens(registry: Registry, old: str, new: str, known: Sequence[TokenRow]) -> None:
    """Revoke at the new table what was revoked at the old one before the rematch was announced."""
    now = await registry.context.store.list_tokens(old)
    revoked = {row.hash for row in known} - {row.hash for row in now}
    if revoked:
        added = [replace(row, table=new) for row in now if row not in known]
        await registry.context.store.append(new, 0, (), None, added, sorted(revoked))


async def rematch_seq(registry: Registry, id: str) -> int:
    """Return the number of the event that announces the rematch."""
    return next(row.seq for row in await registry.context.store.load(id) if row.kind == "rematched")


def rematch_place(place: SeatAssignment, salt: str | None) -> SeatAssignment:
    """Return the seat for the rematch, with the same person or bot."""
    bot = place.bot if place.who == "bot" else None
    return SeatAssignment(who=place.who, bot=bot, name=place.name, muted=place.muted, salt=salt)


async def import_record(registry: Registry, text: str) -> str:
    """Return the table that shows the game of a record, created at first use."""
    id = derive_table_id(f"record {text}")
    if (row := await registry.context.store.find_table(id)) is not None:
        await extend_retention(registry, row)
        return id
    created = await registry.run_in_thread(created_from_record, text)
    with suppress(Conflict):  # a concurrent import
        await store_table(registry, created, id=id)
    return id


async def extend_retention(registry: Registry, row: TableRow) -> None:
    """Keep an imported table as long as a new one from now on."""
    summary = Summary(row.status, row.listed, registry.context.clock.now(), row.info, row.due_at)
    await registry.context.store.append(row.id, 0, (), summary)


def created_from_record(text: str) -> Created:
    """Return the `created` event for a record; raises HeorotError if the record is invalid."""
    record = records.read(text)
    if record.game not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=record.game[:60], known=", ".join(GAMES))
    game = GAMES[record.game]
    records.check(game, *records.read_with_lines(text))
    return Created(
        game=record.game,
        rules=record.rules,
        box=record.box_text,
        box_hash=record.box_hash,
        options=dict(record.options),
        places=tuple(
            SeatAssignment(who="person", name=clean_name("" if name == NO_NAME else name)[:40]) for name in record.seats
        ),
        listed=False,
        watchable=True,
        on_resign="bot",
        record=text,
    )
