"""The routes: whatever concerns a whole table. What happens at one goes over its socket."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from heorot.games import GAMES
from heorot.server import links, past, privacy, tables
from heorot.server.errors import Refusal
from heorot.server.events import Created
from heorot.server.events import read as read_event
from heorot.server.hall import Hall
from heorot.server.messages import TableInfo
from heorot.server.pages import squeezed
from heorot.server.people import Who, bots_of
from heorot.server.record import record_for
from heorot.server.requests import (
    DeviceAdded,
    DeviceCode,
    GameInfo,
    GameList,
    Joined,
    Joining,
    Listed,
    MyData,
    MyKeys,
    MyTable,
    MyTables,
    NewDevice,
    NewRecord,
    NewTable,
    PastMoment,
    PastStops,
    TableLaid,
    TableList,
)
from heorot.server.store import EventRow
from heorot.server.table import Table, Viewer, open_table
from heorot.server.tokens import hash_of

router = APIRouter(prefix="/api")
PAGE = 50
LATEST = 2**53  # a time, in milliseconds

Id = Annotated[str, Path(pattern=r"^[a-z2-7]{16}$", description="the name of a table")]
Entries = Annotated[int, Path(ge=0, le=100_000, description="how many entries of the own log")]
Bearer = Annotated[str | None, Header(alias="Authorization", description="Bearer, then the token of a seat")]


def hall_of(request: Request) -> Hall:
    """The hall that all requests share."""
    hall: Hall = request.app.state.hall
    return hall


def token_of(authorization: Bearer = None) -> str | None:
    """The token that came with a request; never in its address, which would end up in logs."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or len(token) != 22:
        raise Refusal("unknown-token", "server.unknown-token")
    return token


House = Annotated[Hall, Depends(hall_of)]
Token = Annotated[str | None, Depends(token_of)]


async def limit(request: Request, what: str) -> None:
    """Not too often."""
    await request.app.state.limits.count(what, request.state.address)


async def holder(hall: Hall, table: str, token: str | None) -> Who:
    """Who holds a token; someone must."""
    return await links.holder(hall, table, token)


# ---- Games ---------------------------------------------------------------------------------------------------------


@router.get("/games")
async def games() -> GameList:
    """The games that can be played here."""
    return GameList(games=tuple(game_info(name, game) for name, game in GAMES.items()))


def game_info(name: str, game: Any) -> GameInfo:
    """What a host may choose."""
    about = game.about
    return GameInfo(
        name=name,
        fewest=about.seats[0],
        most=about.seats[1],
        rules=about.rules,
        options=about.options,
        bots=tuple(bots_of(name)),
        queries=about.queries,
    )


@router.get("/games/{game}/box", response_model=dict[str, Any])
async def built_in_box(game: str, request: Request) -> Response:
    """What is in the built-in box of a game, each value with its source."""
    found = find_game(game)
    return squeezed(found.contents(found.box), request)


def find_game(name: str) -> Any:
    """One of our games; raises a Refusal."""
    if name not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=name[:60], known=", ".join(GAMES))
    return GAMES[name]


# ---- Tables --------------------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201)
async def lay_table(wanted: NewTable, request: Request, hall: House) -> TableLaid:
    """Lay a table."""
    await limit(request, "create")
    return await tables.lay(hall, wanted)


@router.get("/tables")
async def list_tables(hall: House, before: Annotated[int | None, Query(ge=0, le=LATEST)] = None) -> TableList:
    """Open and watchable tables, the latest first."""
    rows = await hall.means.store.listed(("open", "playing"), PAGE, before)
    found = [(row.changed_at, await hall.info(row)) for row in rows]
    shown = tuple(Listed(changed_at=at, info=info) for at, info in found if info and can_be_entered(info))
    return TableList(tables=shown, more=rows[-1].changed_at if len(rows) == PAGE else None)


def can_be_entered(info: TableInfo) -> bool:
    """Whether a stranger could take a seat, or watch."""
    return info.watchable or any(place.who == "open" and place.name is None for place in info.places)


@router.get("/tables/{table}")
async def table_info(table: Id, hall: House) -> TableInfo:
    """A table, as all may know it."""
    row = await hall.means.store.find(table)
    if row is None or (info := await hall.info(row)) is None:
        raise Refusal("no-such-table", "server.no-such-table")
    return info


@router.get("/tables/{table}/box", response_model=dict[str, Any])
async def box_of_table(table: Id, request: Request, hall: House) -> Response:
    """What is in the box of a table, each value with its source."""
    await limit(request, "ask")
    room = await hall.room(table)
    async with room.lock:
        now = await room.now()
    return squeezed(now.game.contents(now.box), request)


@router.post("/tables/{table}/join", status_code=201)
async def join(table: Id, joining: Joining, request: Request, hall: House, token: Token) -> Joined:
    """Take a seat under a name: the one of one's link, or any that is open."""
    await limit(request, "join")
    return await tables.take_seat(hall, table, token, joining)


@router.get("/tables/{table}/record", response_class=Response)
async def record(table: Id, request: Request, hall: House, token: Token) -> Response:
    """The record of a finished game; of another, what the seat of the token may know, or a spectator."""
    await limit(request, "ask")
    who = Who(None) if token is None else await hall.who(table, token)
    text = await record_text(hall, table, who)
    return Response(text, media_type="text/plain; charset=utf-8")


async def record_text(hall: Hall, table: str, who: Who) -> str:
    """What someone may keep of a game."""
    row, rows = await hall.means.store.find(table), await hall.means.store.load(table)
    if row is None or not rows:
        raise Refusal("no-such-table", "server.no-such-table")
    return await hall.aside(record_of, table, rows, who, row.secret)


def record_of(table: str, rows: Sequence[EventRow], who: Who, secret: bytes) -> str:
    """A record from all that happened."""
    created, *others = [read_event(row.body) for row in rows]
    assert isinstance(created, Created)
    return created.record or record_for(open_table(table, created), others, who, secret)


@router.get("/tables/{table}/past")
async def past_stops(table: Id, request: Request, hall: House, token: Token) -> PastStops:
    """Where one may look back to."""
    now, seat = await seen_by(table, request, hall, token)
    return await hall.aside(past.stops, now, seat)


@router.get("/tables/{table}/past/{entries}")
async def past_moment(table: Id, entries: Entries, request: Request, hall: House, token: Token) -> PastMoment:
    """The game as the seat of the token saw it after so many entries of its log, or a spectator."""
    now, seat = await seen_by(table, request, hall, token)
    return await hall.aside(past.moment, now, seat, entries)


async def seen_by(table: str, request: Request, hall: Hall, token: str | None) -> tuple[Table, Viewer]:
    """A table, and who looks at it."""
    await limit(request, "ask")
    who = Who(None) if token is None else await hall.who(table, token)
    room = await hall.room(table)
    async with room.lock:
        now = await room.now()
    who.must_see(now)
    return now, who.seat


@router.post("/records", status_code=201)
async def look_at(wanted: NewRecord, request: Request, hall: House) -> TableInfo:
    """A record as a table to look at."""
    await limit(request, "import")
    return await table_info(await tables.look_at(hall, wanted.record), hall)


# ---- Devices and one's own data --------------------------------------------------------------------------------------


@router.post("/tables/{table}/device", status_code=201)
async def device_code(table: Id, request: Request, hall: House, token: Token) -> DeviceCode:
    """A code that brings one's seat to another device."""
    await limit(request, "join")
    return await links.transfer(hall, table, token)


@router.post("/devices", status_code=201)
async def add_device(wanted: NewDevice, request: Request, hall: House) -> DeviceAdded:
    """The seat behind a code."""
    await limit(request, "join")
    return await links.add_device(hall, wanted.code)


@router.post("/mine")
async def my_tables(mine: MyKeys, request: Request, hall: House) -> MyTables:
    """What I take part in, and what waits for me; keys that no longer work are passed over."""
    await limit(request, "ask")
    found = [await my_table(hall, key.table, key.token) for key in mine.keys]
    known = sorted((one for one in found if one), key=lambda one: one.changed_at, reverse=True)
    return MyTables(tables=tuple(known))


async def my_table(hall: Hall, table: str, token: str) -> MyTable | None:
    """One of my tables."""
    key, row = await hall.means.store.token(table, hash_of(token)), await hall.means.store.find(table)
    if key is None or row is None or (info := await hall.info(row)) is None:
        return None
    asked, seat = info.request, None if key.seat is None else key.seat + 1
    waits = seat in info.asked or (asked is not None and seat is not None and seat not in asked.agreed)
    return MyTable(table=table, seat=seat, host=key.host, waits=waits, changed_at=row.changed_at, info=info)


@router.get("/tables/{table}/me")
async def my_data(table: Id, request: Request, hall: House, token: Token) -> MyData:
    """All that the server knows of me at a table."""
    await limit(request, "ask")
    who = await holder(hall, table, token)
    key = await hall.means.store.token(table, hash_of(token or ""))
    return await privacy.my_data(hall, await hall.room(table), who, key.created_at if key else 0)


@router.delete("/tables/{table}/me", status_code=204)
async def forget_me(table: Id, hall: House, token: Token) -> Response:
    """Forget my name, my words and my keys; the moves of a shared game stay."""
    await privacy.forget(hall, await hall.room(table), token)
    return Response(status_code=204)
