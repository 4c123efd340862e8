"""The contents of a box as JSON, each value with its source."""

from heorot.engine.content.toml_reader import RULEBOOK
from heorot.engine.serialize import Json, sentence_json
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import ABILITY_RULES, name_figure, name_tile
from heorot.games.movie.model.components import Board, Figure, TileRow
from heorot.games.movie.table.notation import write_tile


def contents(box: Box) -> dict[str, Json]:
    """Return the contents of a box."""
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
        "figures": [figure_json(one) for one in box.figures],
        "boards": [board_json(one) for one in box.boards],
        "tiles": [tile_row_json(row) for row in box.tiles],
    }


def figure_json(figure: Figure) -> Json:
    """M1.2, M3.5: Return a kind of figure."""
    return {
        "kind": figure.kind,
        "name": sentence_json(name_figure(figure.kind)),
        "diamonds": figure.diamonds,
        "count": figure.count,
        "returns": figure.returns,
        "source": figure.source,
    }


def board_json(board: Board) -> Json:
    """Return a board with its spaces in reading order; columns and rows are counted from 1."""
    spaces: list[Json] = [
        {"space": name, "column": x + 1, "row": y + 1, "gorge": number in board.gorges}
        for number, (name, (x, y)) in enumerate(zip(board.names, board.spaces, strict=True))
    ]
    columns = max(map(len, board.rows))
    return {"act": board.act, "columns": columns, "rows": len(board.rows), "spaces": spaces, "source": board.source}


def tile_row_json(row: TileRow) -> Json:
    """M1.5: Return a tile and its number of copies. If the rulebook shows the tile, it is the source of its front."""
    tile, printed = row.tile, RULEBOOK if row.seen else row.source
    return {
        "tile": write_tile(tile, tile.act),
        "name": sentence_json(name_tile(tile)),
        "act": tile.act,
        "value": tile.value,
        "ability": tile.ability,
        "cash": tile.cash,
        "rule": ABILITY_RULES[tile.ability],
        "count": row.count,
        "seen": row.seen,
        "sources": {"value": printed, "ability": printed, "cash": row.source, "count": row.source},
    }
