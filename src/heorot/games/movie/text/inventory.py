"""The contents of a box as JSON, each value with its source."""

from dataclasses import dataclass

from heorot.engine.content.toml_reader import RULEBOOK
from heorot.engine.sentence import Sentence
from heorot.engine.serialize import Json, Schema, Serializer
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import ABILITY_RULES, name_figure, name_tile
from heorot.games.movie.model.components import Board, Figure, TileRow
from heorot.games.movie.table.notation import write_tile

SERIALIZER = Serializer({})


@dataclass(frozen=True, slots=True)
class BoxFigure:
    """M1.2, M3.5: A kind of figure."""

    kind: str
    name: Sentence
    diamonds: int
    count: int  # of each player
    returns: bool  # M3.5: to its owner after an act
    source: str


@dataclass(frozen=True, slots=True)
class BoxSpace:
    """A space of a board; columns and rows are counted from 1."""

    space: str
    column: int
    row: int
    gorge: bool  # M4.11: printed


@dataclass(frozen=True, slots=True)
class BoxBoard:
    """A board with its spaces in reading order."""

    act: int
    columns: int
    rows: int
    spaces: tuple[BoxSpace, ...]
    source: str


@dataclass(frozen=True, slots=True)
class BoxTile:
    """M1.5: A tile and its number of copies."""

    tile: str  # in the notation of its own act
    name: Sentence
    act: int
    value: int
    ability: str
    cash: int
    rule: str
    count: int
    seen: int  # copies that the rulebook shows
    sources: dict[str, str]


@dataclass(frozen=True, slots=True)
class BoxContents:
    """The contents of a box."""

    title: str
    designer: str
    year: int
    players: tuple[int, int]  # fewest and most
    saga_points: int
    hand: int
    sources: dict[str, str]
    hash: str
    built_in: bool
    figures: tuple[BoxFigure, ...]
    boards: tuple[BoxBoard, ...]  # by act
    tiles: tuple[BoxTile, ...]


def contents(box: Box) -> dict[str, Json]:
    """Return the contents of a box."""
    return SERIALIZER.fields_to_json(list_contents(box))


def contents_schema() -> Schema:
    """Return the JSON Schema of the contents of a box."""
    return SERIALIZER.schema(BoxContents)


def list_contents(box: Box) -> BoxContents:
    """List figures, boards and tiles."""
    return BoxContents(
        title=box.title,
        designer=box.designer,
        year=box.year,
        players=box.players,
        saga_points=box.saga_points,
        hand=box.hand,
        sources=dict(box.sources),
        hash=box.hash,
        built_in=box.built_in,
        figures=tuple(map(list_figure, box.figures)),
        boards=tuple(map(list_board, box.boards)),
        tiles=tuple(map(list_tile, box.tiles)),
    )


def list_figure(one: Figure) -> BoxFigure:
    """M1.2, M3.5: Return a kind of figure."""
    return BoxFigure(one.kind, name_figure(one.kind), one.diamonds, one.count, one.returns, one.source)


def list_board(one: Board) -> BoxBoard:
    """Return a board with its spaces in reading order; columns and rows are counted from 1."""
    spaces = tuple(
        BoxSpace(name, x + 1, y + 1, number in one.gorges)
        for number, (name, (x, y)) in enumerate(zip(one.names, one.spaces, strict=True))
    )
    return BoxBoard(one.act, max(map(len, one.rows)), len(one.rows), spaces, one.source)


def list_tile(row: TileRow) -> BoxTile:
    """M1.5: Return a tile and its number of copies. If the rulebook shows the tile, it is the source of its front."""
    tile, printed = row.tile, RULEBOOK if row.seen else row.source
    return BoxTile(
        tile=write_tile(tile, tile.act),
        name=name_tile(tile),
        act=tile.act,
        value=tile.value,
        ability=tile.ability,
        cash=tile.cash,
        rule=ABILITY_RULES[tile.ability],
        count=row.count,
        seen=row.seen,
        sources={"value": printed, "ability": printed, "cash": row.source, "count": row.source},
    )
