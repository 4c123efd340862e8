"""What is in a box as plain data, for whoever draws it: each value with where it comes from."""

from heorot.engine.plain import Plain, plain_sentence
from heorot.engine.sheet import RULEBOOK
from heorot.games.movie.box import Board, Box, Figure, TileRow
from heorot.games.movie.names import ABILITY_RULES, name_figure, name_tile
from heorot.games.movie.notation import write_tile


def contents(box: Box) -> dict[str, Plain]:
    """Figures, boards and tiles."""
    return {
        "title": box.title,
        "designer": box.designer,
        "year": box.year,
        "players": [*box.players],
        "saga_points": box.saga_points,
        "hand": box.hand,
        "sources": dict(box.sources),
        "hash": box.hash,
        "built_in": box.built_in,
        "figures": [figure(one) for one in box.figures],
        "boards": [board(one) for one in box.boards],
        "tiles": [tiles(row) for row in box.tiles],
    }


def figure(one: Figure) -> Plain:
    """M1.2, M3.5: a kind of figure, and how many of it each player owns."""
    return {
        "kind": one.kind,
        "name": plain_sentence(name_figure(one.kind)),
        "diamonds": one.diamonds,
        "count": one.count,
        "returns": one.returns,
        "source": one.source,
    }


def board(one: Board) -> Plain:
    """The board of an act: its spaces in reading order, holes left out, with column and row counted from 1."""
    spaces: list[Plain] = [
        {"space": name, "column": x + 1, "row": y + 1, "gorge": number in one.gorges}
        for number, (name, (x, y)) in enumerate(zip(one.names, one.spaces, strict=True))
    ]
    columns = max(map(len, one.rows))
    return {"act": one.act, "columns": columns, "rows": len(one.rows), "spaces": spaces, "source": one.source}


def tiles(row: TileRow) -> Plain:
    """M1.5: so many copies of a tile. What the rulebook shows of it is printed there."""
    tile, printed = row.tile, RULEBOOK if row.seen else row.source
    return {
        "tile": write_tile(tile, tile.act),
        "name": plain_sentence(name_tile(tile)),
        "act": tile.act,
        "value": tile.value,
        "ability": tile.ability,
        "cash": tile.cash,
        "rule": ABILITY_RULES[tile.ability],
        "count": row.count,
        "seen": row.seen,
        "sources": {"value": printed, "ability": printed, "cash": row.source, "count": row.source},
    }
