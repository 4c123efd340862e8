"""Describe a box line by line, each value with its source. Boards are drawn with plain characters."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from heorot.engine.content.box_contents import describe_players, describe_sources, describe_title, name_source
from heorot.engine.sentence import Sentence
from heorot.engine.sentence_params import format_number
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import name_figure, name_tile, roman
from heorot.games.movie.box.read_box import COLUMNS
from heorot.games.movie.model.components import HOLE_MARK, Board, Figure, TileRow

Line: TypeAlias = Sentence | str  # a drawn line is the same in every language
LETTERS = [chr(ord("a") + x) for x in range(COLUMNS)]


def describe_box(box: Box) -> Iterator[Line]:
    """Describe everything in a box."""
    yield from describe_heading(box)
    yield ""
    yield Sentence("movie.box.figures")
    for figure in box.figures:
        yield describe_figure(figure)
    yield ""
    yield Sentence("movie.box.marks")
    for board in box.boards:
        yield ""
        yield from describe_board(board)
        yield ""
        yield from describe_tiles(board.act, [row for row in box.tiles if row.tile.act == board.act])
    yield from describe_examples(box)
    yield ""
    yield from describe_sources(box.sourced())


# ---- Part by part --------------------------------------------------------------------------------------------------


def describe_heading(box: Box) -> Iterator[Sentence]:
    """Describe the title, and what every player begins with."""
    source = {name: name_source(source_of_value) for name, source_of_value in box.sources}
    yield from describe_title(box.title, box.designer, box.year, source)
    yield describe_players(box.players, source["players"])
    yield Sentence("movie.box.saga", points=format_number(box.saga_points), source=source["saga_points"])
    yield Sentence("movie.box.hand", tiles=box.hand, source=source["hand"])


def describe_figure(figure: Figure) -> Sentence:
    """M1.2, M3.5: Describe a kind of figure."""
    return Sentence(
        "movie.box.figure",
        kind=name_figure(figure.kind),
        count=figure.count,
        diamonds=figure.diamonds,
        returns="yes" if figure.returns else "no",
        source=name_source(figure.source),
    )


def describe_board(board: Board) -> Iterator[Line]:
    """Describe a board in a sentence and as a drawing; a board with holes also row by row, for screen readers."""
    columns, source = max(map(len, board.rows)), name_source(board.source)
    size = {"spaces": len(board.spaces), "columns": columns, "rows": len(board.rows)}
    yield Sentence("movie.box.board", act=roman(board.act), **size, source=source)
    if board.gorges:
        spaces = ", ".join(board.names[space] for space in board.gorges)
        yield Sentence("movie.box.gorges", spaces=spaces, source=source)
    yield f"   {' '.join(LETTERS[:columns])}"
    for number, row in enumerate(board.rows, 1):
        yield f"{number:2} {' '.join(row)}"
    if len(board.spaces) < columns * len(board.rows):
        for number, row in enumerate(board.rows, 1):
            yield Sentence("movie.box.row", row=number, spaces=column_ranges(row))


def column_ranges(row: str) -> str:
    """Return the columns of a row's spaces: `a–c, e`."""
    parts = []
    for hole, group in groupby(enumerate(row), key=lambda place: place[1] == HOLE_MARK):
        places = [LETTERS[x] for x, _ in group]
        if not hole:
            parts.append(places[0] if len(places) == 1 else f"{places[0]}–{places[-1]}")
    return ", ".join(parts)


def describe_tiles(act: int, rows: list[TileRow]) -> Iterator[Sentence]:
    """M1.4: Describe the tiles of an act."""
    yield Sentence("movie.box.tiles", act=roman(act), count=sum(row.count for row in rows))
    for row in rows:
        yield from describe_row(row)


def describe_row(row: TileRow) -> Iterator[Sentence]:
    """Describe the copies of a tile. The number of copies and the treasure value may have another source than the
    front."""
    tile, source = name_tile(replace(row.tile, cash=0)), name_source(row.source)
    if row.seen:
        yield Sentence("movie.box.tile-seen", tile=tile, seen=row.seen, count=row.count, source=source)
    else:
        yield Sentence("movie.box.tile", tile=tile, count=row.count, source=source)
    if row.tile.ability == "treasure":
        yield Sentence("movie.box.cash", tile=tile, cash=row.tile.cash, source=source)


def describe_examples(box: Box) -> Iterator[Line]:
    """Describe the examples of scoring in the box."""
    if box.examples:
        yield ""
    for example in box.examples:
        figures = len(example.figures)
        yield Sentence("movie.box.example", name=example.name, figures=figures, source=name_source(example.source))
