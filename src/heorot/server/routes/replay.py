"""Replays: the moves of a game, each moment, queries at a moment, and new tables that continue from a move."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from heorot.server.http.static_pages import compressed_json
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import NewTable, Replay, ReplayAnswer, ReplayMoment, TableCreated, WhatIf
from heorot.server.rooms import table_service
from heorot.server.rooms.registry import Registry
from heorot.server.routes.dependencies import BearerToken, RegistryDep, TableIdPath, count_request
from heorot.server.table.events import Fork
from heorot.server.table.table import TableState
from heorot.server.views import replay_view

router = APIRouter(prefix="/api/tables/{table}")

Move = Annotated[int, Path(ge=0, le=100_000, description="number of moves")]
What = Annotated[str, Path(pattern=r"^[a-z]{1,20}$", description="a query of the game")]
About = Annotated[str, Query(max_length=500, description="the query's argument")]
Lens = Annotated[
    str | None,
    Query(
        pattern=r"^(open|watch|[1-9]|10)$",
        description="the viewer: the number of a seat, `watch` for a spectator, `open` for everything; default: "
        "the token's seat, which is the only choice before the game is over",
    ),
]


@router.get("/replay", response_model=Replay)
async def replay(
    table: TableIdPath, request: Request, registry: RegistryDep, token: BearerToken, lens: Lens = None
) -> Replay | Response:
    """Return all moves of a game."""
    now, viewpoint = await find_table_and_viewpoint(table, request, registry, token, lens)
    replayed = await registry.run_in_thread(replay_view.build_replay, now, viewpoint)
    return compressed_json(replayed.model_dump(mode="json"), request) if replayed.finished else replayed


@router.get("/replay/{move}")
async def replay_moment(
    table: TableIdPath, move: Move, request: Request, registry: RegistryDep, token: BearerToken, lens: Lens = None
) -> ReplayMoment:
    """Return the game after a move."""
    now, viewpoint = await find_table_and_viewpoint(table, request, registry, token, lens)
    return await registry.run_in_thread(replay_view.replay_moment, now, viewpoint, move)


@router.get("/replay/{move}/{what}")
async def replay_answer(
    table: TableIdPath,
    move: Move,
    what: What,
    request: Request,
    registry: RegistryDep,
    token: BearerToken,
    about: About = "",
    lens: Lens = None,
) -> ReplayAnswer:
    """Answer a query about the game after a move: `scores`, `why`, or another query of the game."""
    now, viewpoint = await find_table_and_viewpoint(table, request, registry, token, lens)
    return await registry.run_in_thread(replay_view.answer_query, now, viewpoint, move, what, about)


@router.post("/what-if", status_code=201)
async def what_if(
    table: TableIdPath, wanted: WhatIf, request: Request, registry: RegistryDep, token: BearerToken
) -> TableCreated:
    """Create a table that continues from a move of a finished game."""
    await count_request(request, "create")
    now, _ = await find_table_and_viewpoint(table, request, registry, token, None)
    if len(wanted.seats) != len(now.places):
        raise Refusal("no-such-seat", "server.no-such-seat", seat=len(wanted.seats), seats=len(now.places))
    record = await registry.run_in_thread(replay_view.fork_record, now, wanted.move)
    created = now.created
    new_table = NewTable(
        game=created.game,
        seats=wanted.seats,
        name=wanted.name,
        seat=wanted.seat,
        options=now.options,
        box=created.box,
        watchable=False,
        token=wanted.token,
    )
    fork = Fork(table=table, move=wanted.move, record=record)
    box_hash = now.game.box_hash(now.box)
    return await table_service.create_table(
        registry, new_table, rules=created.rules, box_hash=box_hash, fork=fork, deal=0
    )


async def find_table_and_viewpoint(
    table: str, request: Request, registry: Registry, token: str | None, lens: str | None
) -> tuple[TableState, replay_view.Viewpoint]:
    """Return a table, and the viewpoint from which the token may view it."""
    await count_request(request, "ask")
    identity, room = await registry.identify(table, token), await registry.room(table)
    async with room.lock:
        now = await room.current()
    return now, replay_view.choose_viewpoint(now, identity, lens)
