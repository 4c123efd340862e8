"""The routes of a game that is looked at again: its moves, each moment, what could be asked then, and playing on from
there at a table of one's own."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from heorot.server import reel, tables
from heorot.server.errors import Refusal
from heorot.server.events import Fork
from heorot.server.hall import Hall
from heorot.server.http import House, Id, Token, limit
from heorot.server.pages import squeezed
from heorot.server.requests import NewTable, Replay, ReplayAnswer, ReplayMoment, TableLaid, WhatIf
from heorot.server.table import Table

router = APIRouter(prefix="/api/tables/{table}")

Move = Annotated[int, Path(ge=0, le=100_000, description="after so many moves")]
What = Annotated[str, Path(pattern=r"^[a-z]{1,20}$", description="one of the game's queries")]
About = Annotated[str, Query(max_length=500, description="what it is about")]
Lens = Annotated[
    str | None,
    Query(
        pattern=r"^(open|watch|[1-9]|10)$",
        description="whose eyes: the number of a seat, `watch` for who only watches, `open` for all at once; without "
        "it the own, and before the game is over no others",
    ),
]


@router.get("/replay", response_model=Replay)
async def replay(table: Id, request: Request, hall: House, token: Token, lens: Lens = None) -> Replay | Response:
    """All moves of a game."""
    now, eyes = await looking(table, request, hall, token, lens)
    told = await hall.aside(reel.replay, now, eyes)
    return squeezed(told.model_dump(mode="json"), request) if told.finished else told


@router.get("/replay/{move}")
async def replay_moment(
    table: Id, move: Move, request: Request, hall: House, token: Token, lens: Lens = None
) -> ReplayMoment:
    """The game after a move."""
    now, eyes = await looking(table, request, hall, token, lens)
    return await hall.aside(reel.moment, now, eyes, move)


@router.get("/replay/{move}/{what}")
async def replay_answer(
    table: Id, move: Move, what: What, request: Request, hall: House, token: Token, about: About = "", lens: Lens = None
) -> ReplayAnswer:
    """The answer to a question about the game after a move: `scores`, `why`, or any other of its queries."""
    now, eyes = await looking(table, request, hall, token, lens)
    return await hall.aside(reel.ask, now, eyes, move, what, about)


@router.post("/what-if", status_code=201)
async def what_if(table: Id, wanted: WhatIf, request: Request, hall: House, token: Token) -> TableLaid:
    """A table of one's own that goes on from a move of a finished game."""
    await limit(request, "create")
    now, _ = await looking(table, request, hall, token, None)
    if len(wanted.seats) != len(now.places):
        raise Refusal("no-such-seat", "server.no-such-seat", seat=len(wanted.seats), seats=len(now.places))
    record = await hall.aside(reel.fork, now, wanted.move)
    created = now.created
    laid = NewTable(
        game=created.game,
        seats=wanted.seats,
        name=wanted.name,
        seat=wanted.seat,
        options=now.options,
        box=created.box,
        watchable=False,
        token=wanted.token,
    )
    kept = Fork(table=table, move=wanted.move, record=record)
    return await tables.lay(hall, laid, rules=created.rules, box_hash=now.game.box_hash(now.box), fork=kept, deal=0)


async def looking(
    table: str, request: Request, hall: Hall, token: str | None, lens: str | None
) -> tuple[Table, reel.Eyes]:
    """A table, and through whose eyes it is looked at."""
    await limit(request, "ask")
    who, room = await hall.who(table, token), await hall.room(table)
    async with room.lock:
        now = await room.now()
    return now, reel.eyes_of(now, who, lens)
