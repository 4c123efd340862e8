"""What is in a box, line by line, each value with where it comes from. As data; boards are drawn with plain letters."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from heorot.engine.contents import name_source, tell_players, tell_sources, tell_title
from heorot.engine.naming import plain_number
from heorot.engine.sentence import Sentence
from heorot.games.movie.box import COLUMNS, HOLE_MARK, Board, Box, Figure, TileRow
from heorot.games.movie.names import name_figure, name_tile, roman

Line: TypeAlias = Sentence | str  # a drawn line is the same in every language
LETTERS = [chr(ord("a") + x) for x in range(COLUMNS)]


def tell_box(box: Box) -> Iterator[Line]:
    """Everything in a box, part by part."""
    yield from tell_heading(box)
    yield ""
    yield Sentence("movie.box.figures")
    for figure in box.figures:
        yield tell_figure(figure)
    yield ""
    yield Sentence("movie.box.marks")
    for board in box.boards:
        yield ""
        yield from tell_board(board)
        yield ""
        yield from tell_tiles(board.act, [row for row in box.tiles if row.tile.act == board.act])
    yield from tell_examples(box)
    yield ""
    yield from tell_sources(box.sourced())


# ---- Part by part --------------------------------------------------------------------------------------------------


def tell_heading(box: Box) -> Iterator[Sentence]:
    """What the box is called, and with what everyone begins."""
    source = {name: name_source(said) for name, said in box.sources}
    yield from tell_title(box.title, box.designer, box.year, source)
    yield tell_players(box.players, source["players"])
    yield Sentence("movie.box.saga", points=plain_number(box.saga_points), source=source["saga_points"])
    yield Sentence("movie.box.hand", tiles=box.hand, source=source["hand"])


def tell_figure(figure: Figure) -> Sentence:
    """M1.2, M3.5: how many of a kind each player has, and what becomes of them."""
    return Sentence(
        "movie.box.figure",
        kind=name_figure(figure.kind),
        count=figure.count,
        diamonds=figure.diamonds,
        returns="yes" if figure.returns else "no",
        source=name_source(figure.source),
    )


def tell_board(board: Board) -> Iterator[Line]:
    """A board in a sentence and as a drawing, and where it has holes also row by row, for who cannot see them."""
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
            yield Sentence("movie.box.row", row=number, spaces=stretches(row))


def stretches(row: str) -> str:
    """`a–c, e`: the spaces of a row by their columns."""
    parts = []
    for hole, group in groupby(enumerate(row), key=lambda place: place[1] == HOLE_MARK):
        places = [LETTERS[x] for x, _ in group]
        if not hole:
            parts.append(places[0] if len(places) == 1 else f"{places[0]}–{places[-1]}")
    return ", ".join(parts)


def tell_tiles(act: int, rows: list[TileRow]) -> Iterator[Sentence]:
    """M1.4: the tiles of an act."""
    yield Sentence("movie.box.tiles", act=roman(act), count=sum(row.count for row in rows))
    for row in rows:
        yield from tell_row(row)


def tell_row(row: TileRow) -> Iterator[Sentence]:
    """So many copies. What the rulebook shows of them is printed; how many there are, and the cash, may not be."""
    tile, source = name_tile(replace(row.tile, cash=0)), name_source(row.source)
    if row.seen:
        yield Sentence("movie.box.tile-seen", tile=tile, seen=row.seen, count=row.count, source=source)
    else:
        yield Sentence("movie.box.tile", tile=tile, count=row.count, source=source)
    if row.tile.ability == "treasure":
        yield Sentence("movie.box.cash", tile=tile, cash=row.tile.cash, source=source)


def tell_examples(box: Box) -> Iterator[Line]:
    """The worked examples that the box brings along."""
    if box.examples:
        yield ""
    for example in box.examples:
        figures = len(example.figures)
        yield Sentence("movie.box.example", name=example.name, figures=figures, source=name_source(example.source))
