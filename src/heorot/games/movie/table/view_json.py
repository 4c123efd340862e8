"""Views as JSON, with tiles and actions in notation."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial

from heorot.engine.memo import cached_by_identity, memo
from heorot.engine.seats import Seat
from heorot.engine.serialize import Json, Serializer
from heorot.games.movie.model.actions import Action, Hidden, Skip
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.notation import CACHED_TEXTS, write, write_log_entry, write_tile
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import Unseen, View, public_view, view

PRIVATE_FIELDS = ("seat", "hand", "unseen", "legal", "log")
OWN_FIELDS = ("seat", "hand", "legal")
PUBLIC_FIELDS = tuple(field.name for field in fields(View) if field.name not in PRIVATE_FIELDS)


@cache
def serializer(act: int) -> Serializer:
    """Return the serializer for tiles and actions of an act (1 to 3). `decode_all` makes each action once, so that its
    text is cached by identity."""
    texts: dict[object, Callable[..., str]] = {
        Tile: partial(write_tile, act=act),
        Action: cached_by_identity(CACHED_TEXTS)(partial(write, act=act)),
        Action | Hidden | Skip: partial(write_log_entry, act=act),
    }
    return Serializer(texts)


def to_json(table: Table, seat: Seat | None, since: int) -> dict[str, Json]:
    """M6.1, M6.2: Return the view of a seat; its log starts at entry `since` of the history."""
    return {**public_json(table), **private_json(table, seat, since)}


@memo
def public_json(table: Table) -> dict[str, Json]:
    """M6.1: Return the public part of a view."""
    now = public_view(table)
    return serializer(now.act).fields_to_json(now, PUBLIC_FIELDS)


def private_json(table: Table, seat: Seat | None, since: int) -> dict[str, Json]:
    """M6.2: Return the private part of a view: the seat's hand, unseen tiles, legal actions and log. A log entry is in
    the notation of its own act."""
    seen = view(table, seat, since)
    own = serializer(seen.act).fields_to_json(seen, OWN_FIELDS)
    unseen: list[Json] = [*map(unseen_writer(seen.act), seen.unseen)]
    log: list[Json] = [serializer(entry.act).to_json(entry) for entry in seen.log]
    return {**own, "unseen": unseen, "log": log}


@cache
def unseen_writer(act: int) -> Callable[[Unseen], Json]:
    """Return the converter of unseen tiles in the notation of an act; equal masks have the identical tiles."""
    return cached_by_identity(CACHED_TEXTS)(serializer(act).converter(Unseen))


def schema() -> dict[str, Json]:
    """Return the JSON Schema of `to_json`."""
    return serializer(1).schema(View)
