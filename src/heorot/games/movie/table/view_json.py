"""What one seat may know as plain data, for programs in any language: its view, with tiles and actions in
the notation."""

from dataclasses import fields
from functools import cache, lru_cache, partial

from heorot.engine.latest import latest
from heorot.engine.plain import Plain, Writing
from heorot.engine.seats import Seat
from heorot.games.movie.actions import BOXES, Action, Hidden, Skip, decode
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.notation import REMEMBERED, write, write_seen, write_tile
from heorot.games.movie.state import ACTS
from heorot.games.movie.table import Table, answers
from heorot.games.movie.view import View, hand, in_the_open, is_asked, left_over, seen, where

OWN = ("seat", "hand", "unseen", "legal", "log")
OPEN = tuple(field.name for field in fields(View) if field.name not in OWN)


@cache
def writing(act: int) -> Writing:
    """How tiles and actions are written in an act (1 to 3)."""
    texts = {
        Tile: partial(write_tile, act=act),
        Action: partial(write, act=act),
        Action | Hidden | Skip: partial(write_seen, act=act),
    }
    return Writing(texts)


def shown(table: Table, seat: Seat | None, since: int) -> dict[str, Plain]:
    """M6.1, M6.2: the view of a seat, with the log from an entry of the history on."""
    return {**shown_to_all(table), **shown_to_one(table, seat, since)}


@latest
def shown_to_all(table: Table) -> dict[str, Plain]:
    """M6.1: what is open, and the same for everybody."""
    now = in_the_open(table)
    return writing(now.act).some(now, OPEN)


def shown_to_one(table: Table, seat: Seat | None, since: int) -> dict[str, Plain]:
    """M6.2: the tiles of a seat, what it has not seen, and what it may answer. An entry of the log is written in the
    words of its own act."""
    act = table.state.act + 1
    return {
        "seat": seat,
        "hand": [] if seat is None else [write_tile(tile, act) for tile in hand(table, seat)],
        "unseen": [unseen_texts(table.box, act, *where(table, seat, of)) for of in range(ACTS)],
        "legal": legal_texts(table, seat),
        "log": [writing(entry.act).plain(entry) for said in table.history[since:] for entry in seen(said, seat)],
    }


@lru_cache(REMEMBERED)
def unseen_texts(box: Box, now: int, act: int, seen: int, own: int) -> list[Plain]:
    """M6.2: the tiles of an act that a seat has not seen, written in the act that is played now. It is the same from
    move to move, until a tile is drawn or played."""
    return [[write_tile(tile, now), number] for tile, number in left_over(box, act, seen, own)]


def legal_texts(table: Table, seat: Seat | None) -> list[Plain]:
    """What a seat may answer, as text."""
    if not is_asked(table, seat):
        return []
    box, act = table.box, table.state.act
    known, codes = written(box, act), answers(table)
    return [known.get(code) or known.setdefault(code, write(decode(box, act, code), act + 1)) for code in codes]


@lru_cache(BOXES * ACTS)
def written(box: Box, act: int) -> dict[int, str]:
    """The actions of an act (counted from 0) that were written before, by their numbers."""
    return {}


def schema() -> dict[str, Plain]:
    """What `shown` returns."""
    return writing(1).schema(View)
