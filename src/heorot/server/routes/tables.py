"""Tables as a whole: create, list, join, export, history, devices and personal data. Moves go over the WebSocket."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from heorot.bots import bots_of
from heorot.engine.game import AnyGame
from heorot.games import GAMES
from heorot.server.http.static_pages import compressed_json
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import (
    DeviceAdded,
    DeviceCode,
    GameList,
    Joined,
    JoinRequest,
    ListedTable,
    MyData,
    MyKeys,
    MyTable,
    MyTables,
    NewDevice,
    NewRecord,
    NewTable,
    OfferedGame,
    PastMoment,
    PastStops,
    TableCreated,
    TableList,
)
from heorot.server.protocol.messages import TableInfo
from heorot.server.protocol.types import Json
from heorot.server.rooms import privacy, seat_keys, table_service
from heorot.server.rooms.registry import Registry
from heorot.server.routes.dependencies import (
    BearerToken,
    RegistryDep,
    TableIdPath,
    count_request,
    find_game,
    record_text,
    view_table,
)
from heorot.server.table.identity import Identity
from heorot.server.tokens import hash_of
from heorot.server.views import history

router = APIRouter(prefix="/api")
PAGE_SIZE = 50
MAX_TIME = 2**53  # milliseconds

Entries = Annotated[int, Path(ge=0, le=100_000, description="number of entries of the viewer's log")]
# ---- Games ---------------------------------------------------------------------------------------------------------


@router.get("/games")
async def games() -> GameList:
    """Return the games that this server offers."""
    return GameList(games=tuple(offered_game(name, game) for name, game in GAMES.items()))


def offered_game(name: str, game: AnyGame) -> OfferedGame:
    """Return the options of a game for a new table."""
    fewest, most = game.info.seats
    return OfferedGame(
        name=name,
        fewest=fewest,
        most=most,
        rules=game.info.rules,
        options=game.info.options,
        bots=tuple(bots_of(name)),
        queries=game.info.queries,
    )


@router.get("/games/{game}/box", response_model=dict[str, Json])
async def built_in_box(game: str, request: Request) -> Response:
    """Return the contents of a game's built-in box, each value with its source."""
    known = find_game(game)
    return compressed_json(known.contents(known.box), request)


# ---- Tables --------------------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201)
async def create_table(wanted: NewTable, request: Request, registry: RegistryDep) -> TableCreated:
    """Create a table."""
    await count_request(request, "create")
    return await table_service.create_table(registry, wanted)


@router.get("/tables")
async def list_tables(
    registry: RegistryDep, before: Annotated[int | None, Query(ge=0, le=MAX_TIME)] = None
) -> TableList:
    """Return open and watchable tables, latest change first."""
    rows = await registry.context.store.list_tables(("open", "playing"), PAGE_SIZE, before)
    infos = [(row.changed_at, await registry.lobby_info(row)) for row in rows]
    shown = tuple(ListedTable(changed_at=at, info=info) for at, info in infos if info and can_be_entered(info))
    return TableList(tables=shown, more=rows[-1].changed_at if len(rows) == PAGE_SIZE else None)


def can_be_entered(info: TableInfo) -> bool:
    """Return whether a stranger could take a seat or watch."""
    return info.watchable or any(place.who == "open" and place.name is None for place in info.places)


@router.get("/tables/{table}")
async def table_info(table: TableIdPath, registry: RegistryDep) -> TableInfo:
    """Return the public information on a table."""
    row = await registry.context.store.find_table(table)
    if row is None or (info := await registry.lobby_info(row)) is None:
        raise Refusal("no-such-table", "server.no-such-table")
    return info


@router.get("/tables/{table}/box", response_model=dict[str, Json])
async def box_of_table(table: TableIdPath, request: Request, registry: RegistryDep) -> Response:
    """Return the contents of a table's box, each value with its source."""
    await count_request(request, "ask")
    room = await registry.room(table)
    async with room.lock:
        now = await room.current()
    return compressed_json(now.game.contents(now.box), request)


@router.post("/tables/{table}/join", status_code=201)
async def join(
    table: TableIdPath, joining: JoinRequest, request: Request, registry: RegistryDep, token: BearerToken
) -> Joined:
    """Take a seat: that of the link, or any open one."""
    await count_request(request, "join")
    return await table_service.join_table(registry, table, token, joining)


@router.get("/tables/{table}/record", response_class=Response)
async def record(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> Response:
    """Return the record of a game: complete once it is finished, else what the token's seat or a spectator may know."""
    await count_request(request, "ask")
    identity = Identity(None) if token is None else await registry.identify(table, token)
    text = await record_text(registry, table, identity)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/tables/{table}/past")
async def past_stops(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> PastStops:
    """Return the points of the log that a client may look back to."""
    now, seat = await view_table(table, request, registry, token)
    return await registry.run_in_thread(history.past_stops, now, seat)


@router.get("/tables/{table}/past/{entries}")
async def past_moment(
    table: TableIdPath, entries: Entries, request: Request, registry: RegistryDep, token: BearerToken
) -> PastMoment:
    """Return the game as the token's seat or a spectator saw it after a number of log entries."""
    now, seat = await view_table(table, request, registry, token)
    return await registry.run_in_thread(history.past_moment, now, seat, entries)


@router.post("/records", status_code=201)
async def import_record(wanted: NewRecord, request: Request, registry: RegistryDep) -> TableInfo:
    """Import a record as a read-only table."""
    await count_request(request, "import")
    return await table_info(await table_service.import_record(registry, wanted.record), registry)


# ---- Devices and personal data -------------------------------------------------------------------------------------


@router.post("/tables/{table}/device", status_code=201)
async def device_code(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> DeviceCode:
    """Create a code that brings my seat to another device."""
    await count_request(request, "join")
    return await seat_keys.create_device_code(registry, table, token)


@router.post("/devices", status_code=201)
async def add_device(wanted: NewDevice, request: Request, registry: RegistryDep) -> DeviceAdded:
    """Exchange a code for a key of its seat."""
    await count_request(request, "join")
    return await seat_keys.redeem_device_code(registry, wanted.code)


@router.post("/mine")
async def my_tables(mine: MyKeys, request: Request, registry: RegistryDep) -> MyTables:
    """Return the tables of my keys and whether they wait for me; invalid keys are ignored."""
    await count_request(request, "ask")
    tables = [await my_table(registry, key.table, key.token) for key in mine.keys]
    known = sorted((table for table in tables if table), key=lambda table: table.changed_at, reverse=True)
    return MyTables(tables=tuple(known))


async def my_table(registry: Registry, table: str, token: str) -> MyTable | None:
    """Return one of my tables; None if the key is invalid."""
    key, row = (
        await registry.context.store.find_token(table, hash_of(token)),
        await registry.context.store.find_table(table),
    )
    if key is None or row is None or (info := await registry.lobby_info(row)) is None:
        return None
    request, seat = info.request, None if key.seat is None else key.seat + 1
    waits = seat in info.asked or (request is not None and seat is not None and seat not in request.agreed)
    return MyTable(table=table, seat=seat, host=key.host, waits=waits, changed_at=row.changed_at, info=info)


@router.get("/tables/{table}/me")
async def my_data(table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken) -> MyData:
    """Return everything that the server knows of me at a table."""
    await count_request(request, "ask")
    identity = await seat_keys.require_identity(registry, table, token)
    key = await registry.context.store.find_token(table, hash_of(token or ""))
    return await privacy.my_data(registry, await registry.room(table), identity, key.created_at if key else 0)


@router.delete("/tables/{table}/me", status_code=204)
async def forget_me(table: TableIdPath, registry: RegistryDep, token: BearerToken) -> Response:
    """Delete my name, my messages and my keys; the moves of a shared game stay."""
    await privacy.erase_person(registry, await registry.room(table), token)
    return Response(status_code=204)
