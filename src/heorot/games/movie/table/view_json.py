"""Views as JSON, with tiles and actions in notation."""

from dataclasses import fields
from functools import cache, lru_cache, partial

from heorot.engine.memo import memo
from heorot.engine.seats import Seat
from heorot.engine.serialize import Json, Serializer
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import Action, Hidden, Skip
from heorot.games.movie.model.components import Tile
from heorot.games.movie.model.state import ACTS
from heorot.games.movie.table.action_codes import CACHED_BOXES, decode
from heorot.games.movie.table.notation import CACHED_TEXTS, write, write_log_entry, write_tile
from heorot.games.movie.table.table import Table, possible_codes
from heorot.games.movie.table.view import View, hand, is_asked, left_over, public_view, seen_and_own, visible_entries

PRIVATE_FIELDS = ("seat", "hand", "unseen", "legal", "log")
PUBLIC_FIELDS = tuple(field.name for field in fields(View) if field.name not in PRIVATE_FIELDS)


@cache
def serializer(act: int) -> Serializer:
    """Return the serializer for tiles and actions of an act (1 to 3)."""
    texts = {
        Tile: partial(write_tile, act=act),
        Action: partial(write, act=act),
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
    act = table.state.act + 1
    return {
        "seat": seat,
        "hand": [] if seat is None else [write_tile(tile, act) for tile in hand(table, seat)],
        "unseen": [unseen_texts(table.box, act, *seen_and_own(table, seat, of)) for of in range(ACTS)],
        "legal": legal_texts(table, seat),
        "log": [
            serializer(entry.act).to_json(entry)
            for said in table.history[since:]
            for entry in visible_entries(said, seat)
        ],
    }


@lru_cache(CACHED_TEXTS)
def unseen_texts(box: Box, now: int, act: int, seen: int, own: int) -> list[Json]:
    """M6.2: Return the tiles of an act that a seat has not seen, in the notation of the current act. The result stays
    the same until a tile is drawn or played, hence the cache."""
    return [[write_tile(tile, now), number] for tile, number in left_over(box, act, seen, own)]


def legal_texts(table: Table, seat: Seat | None) -> list[Json]:
    """Return the legal actions of a seat in notation."""
    if not is_asked(table, seat):
        return []
    box, act = table.box, table.state.act
    known, codes = written(box, act), possible_codes(table)
    return [known.get(code) or known.setdefault(code, write(decode(box, act, code), act + 1)) for code in codes]


@lru_cache(CACHED_BOXES * ACTS)
def written(box: Box, act: int) -> dict[int, str]:
    """Return the cache of `legal_texts` for an act (counted from 0), which fills it."""
    return {}


def schema() -> dict[str, Json]:
    """Return the JSON Schema of `to_json`."""
    return serializer(1).schema(View)
