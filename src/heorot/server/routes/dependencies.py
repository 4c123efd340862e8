"""Dependencies that several routes share: registry, bearer token, rate limits, finding a game or a table."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Header, Path, Request

from heorot.engine.game import AnyGame
from heorot.games import GAMES
from heorot.server.protocol.errors import Refusal
from heorot.server.rooms.registry import Registry
from heorot.server.store.interface import EventRow
from heorot.server.table.events import Created
from heorot.server.table.events import read as read_event
from heorot.server.table.identity import Identity
from heorot.server.table.table import TableState, Viewer, initial_table
from heorot.server.views.export import record_for

TableIdPath = Annotated[str, Path(pattern=r"^[a-z2-7]{16}$", description="id of a table")]
AuthorizationHeader = Annotated[
    str | None, Header(alias="Authorization", description="`Bearer` and the token of a seat")
]


def get_registry(request: Request) -> Registry:
    """Return the registry of live tables."""
    registry: Registry = request.app.state.registry
    return registry


def get_token(authorization: AuthorizationHeader = None) -> str | None:
    """Return the bearer token of a request. Tokens are never in the URL, which would end up in logs."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or len(token) != 22:
        raise Refusal("unknown-token", "server.unknown-token")
    return token


RegistryDep = Annotated[Registry, Depends(get_registry)]
BearerToken = Annotated[str | None, Depends(get_token)]


async def count_request(request: Request, what: str) -> None:
    """Count a request against a rate limit; raise `Refusal` if it is exceeded."""
    await request.app.state.limits.count(what, request.state.address)


def find_game(name: str) -> AnyGame:
    """Return a game by its name; raise `Refusal` if it is unknown."""
    if name not in GAMES:
        raise Refusal("no-such-game", "server.no-such-game", game=name[:60], known=", ".join(GAMES))
    return GAMES[name]


async def record_text(registry: Registry, table: str, identity: Identity) -> str:
    """Return the record of a game as far as this identity may see it."""
    row, rows = await registry.context.store.find_table(table), await registry.context.store.load(table)
    if row is None or not rows:
        raise Refusal("no-such-table", "server.no-such-table")
    return await registry.run_in_thread(record_of, table, rows, identity, row.secret)


def record_of(table: str, rows: Sequence[EventRow], identity: Identity, secret: bytes) -> str:
    """Return the imported record of a table, or one made from its events."""
    created, *others = [read_event(row.body) for row in rows]
    assert isinstance(created, Created)
    return created.record or record_for(initial_table(table, created), others, identity, secret)


async def view_table(table: str, request: Request, registry: Registry, token: str | None) -> tuple[TableState, Viewer]:
    """Return a table and the seat of the token that views it; raise `Refusal` if it may not watch."""
    await count_request(request, "ask")
    identity = Identity(None) if token is None else await registry.identify(table, token)
    room = await registry.room(table)
    async with room.lock:
        now = await room.current()
    identity.require_can_watch(now)
    return now, identity.seat
