"""A drawn board as text, made into a table that can be scored.

    -1   +1      T
     A   gorge  +4
     B    C     -1

A row is a line; cells are separated by blanks. `.` is an open space, `#` a printed Gorge, `_` no space at all; a tile
stands there in notation (the cash of a Treasure may be left out), a figure as a label. A key says what each label is:
"brown longship", or "thane" when it does not matter whose it is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.errors import HeorotError
from heorot.games.movie.abilities import lay
from heorot.games.movie.box import (
    COLUMNS,
    GORGE_MARK,
    HOLE_MARK,
    KIND_WORDS,
    MOST_CASH,
    MOST_VALUE,
    ROWS,
    Board,
    Box,
    Tile,
    TileRow,
    built_in,
)
from heorot.games.movie.notation import LONG, ROMAN, in_our_words
from heorot.games.movie.rules import begin_act
from heorot.games.movie.state import COUNSELS, OVER, SEATS, SPACES, State

OPEN, GORGE, HOLE = ".", "#", "_"
MARKS = {OPEN: OPEN, GORGE: GORGE_MARK, HOLE: HOLE_MARK}  # as a drawing has them, and as the map of a box
COMMON = ""  # the owner of figures that are nobody's in particular
TILE = re.compile(
    rf"(?:(?P<back>iii|ii|i|[123]):)?(?P<ability>{'|'.join(LONG)})?(?P<value>[+-]?[0-9]{{1,4}})?(?::(?P<cash>[0-9]{{1,4}}))?"
)


class BadDrawing(HeorotError):
    """A drawing that shows no board: the line, the column, and what is wrong there."""

    def __init__(self, line: int, column: int, key: str, /, **params: str | int) -> None:
        super().__init__(key, line=line, column=column, **params)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Cell:
    """A word of the drawing, and where it stands; line and column are counted from 1."""

    text: str
    line: int
    column: int

    def fault(self, key: str, /, **params: str | int) -> BadDrawing:
        """What is wrong with this cell."""
        return BadDrawing(self.line, self.column, key, **params)


@dataclass(frozen=True, slots=True)
class Standing:
    """A figure of the drawing."""

    label: str
    owner: str
    kind: str


Content: TypeAlias = str | Tile | Standing  # a mark, a tile or a figure


@dataclass(frozen=True)
class Drawing:
    """A drawn board as the rules see it: act I of a box that has just this board and these tiles."""

    box: Box
    state: State
    owners: tuple[str, ...]  # by seat, as they first appear; an empty text for figures of nobody in particular
    labels: dict[str, str]  # on which space each figure stands


def read_drawing(text: str, figures: Mapping[str, str]) -> Drawing:
    """The board that is drawn; raises BadDrawing. `figures` says what each label stands for."""
    cells = read_cells(text)
    filled = {cell: content(cell, figures) for row in cells for cell in row}
    board = draw_map([[filled[cell] for cell in row] for row in cells])
    spaces = [(cell, found) for cell, found in filled.items() if found != HOLE]
    check_size(spaces)
    check_labels(spaces, figures, end_of(cells))
    box = box_for(board, [found for _, found in spaces if isinstance(found, Tile)])
    owners = owners_of(spaces)
    labels = {found.label: board.names[n] for n, (_, found) in enumerate(spaces) if isinstance(found, Standing)}
    return Drawing(box, set_out(box, [found for _, found in spaces], owners), owners, labels)


# ---- From text to cells --------------------------------------------------------------------------------------------


def read_cells(text: str) -> list[list[Cell]]:
    """The rows of a drawing, all of them equally long; empty lines do not count."""
    lines = enumerate(text.split("\n"), 1)
    rows = [[Cell(found[0], n, found.start() + 1) for found in re.finditer(r"\S+", line)] for n, line in lines]
    rows = [row for row in rows if row]
    if not rows:
        raise BadDrawing(1, 1, "drawing.empty")
    for number, row in enumerate(rows, 1):
        if number > ROWS or len(row) > COLUMNS:
            raise row[0].fault("drawing.too-large", columns=COLUMNS, rows=ROWS)
        if len(row) != len(rows[0]):
            raise row[0].fault("drawing.uneven-row", cells=len(row), expected=len(rows[0]))
    return rows


def end_of(rows: list[list[Cell]]) -> Cell:
    """The place behind the last cell, for what is missing."""
    last = rows[-1][-1]
    return Cell("", last.line, last.column + len(last.text))


def content(cell: Cell, figures: Mapping[str, str]) -> Content:
    """What a cell shows: a label of the key, a mark, or a tile."""
    if cell.text in figures:
        return read_figure(cell, figures[cell.text])
    return cell.text if cell.text in MARKS else read_tile(cell)


def read_figure(cell: Cell, said: str) -> Standing:
    """`brown longship`, or a figure of nobody in particular."""
    *owner, kind = said.split() or [""]
    kind = in_our_words(kind)
    if kind not in KIND_WORDS:
        raise cell.fault("drawing.unknown-figure", label=cell.text, text=said[:60], known=", ".join(KIND_WORDS))
    return Standing(cell.text, " ".join(owner) or COMMON, kind)


def read_tile(cell: Cell) -> Tile:
    """A tile in notation. Its back does not matter for a score; without one it is a tile of act I."""
    found = TILE.fullmatch(in_our_words(cell.text))
    if found is None or not (found["ability"] or found["value"]):
        raise cell.fault("drawing.unknown-cell", text=cell.text[:60])
    tile = Tile(
        act=read_back(found["back"]),
        value=read_number(cell, found["value"], MOST_VALUE),
        ability=LONG.get(found["ability"] or "", ""),
        cash=read_number(cell, found["cash"], MOST_CASH),
    )
    check_tile(cell, tile, found["cash"] is not None)
    return tile


def read_back(back: str | None) -> int:
    """The act on a tile's back."""
    if back is None or back.isdigit():
        return int(back or 1)
    return ROMAN.index(back.upper()) + 1


def read_number(cell: Cell, digits: str | None, most: int) -> int:
    """A value or a treasure value; nothing counts 0 (M1.5)."""
    number = int(digits or 0)
    if abs(number) > most:
        raise cell.fault("drawing.number-too-large", text=cell.text[:60], most=most)
    return number


def check_tile(cell: Cell, tile: Tile, has_cash: bool) -> None:
    """M4.3, M4.5, M4.13: what no tile of any box shows."""
    if tile.ability in ("gorge", "treachery") and tile.value:
        raise cell.fault("drawing.value-not-allowed", rule="M4.13", text=cell.text[:60])
    if tile.ability == "mead" and tile.value <= 0:
        raise cell.fault("drawing.mead-is-a-boon", rule="M4.5", text=cell.text[:60])
    if has_cash and tile.ability != "treasure":
        raise cell.fault("drawing.cash-without-treasure", rule="M4.3", text=cell.text[:60])


# ---- What must fit -------------------------------------------------------------------------------------------------


def check_size(spaces: list[tuple[Cell, Content]]) -> None:
    """A board has at least one space, and no more than a mask has room for."""
    if not spaces:
        raise BadDrawing(1, 1, "drawing.empty")
    if len(spaces) >= SPACES:
        raise spaces[SPACES - 1][0].fault("drawing.too-many-spaces", spaces=len(spaces), most=SPACES - 1)
    counsels: dict[Tile, Cell] = {}
    for cell, found in spaces:
        if isinstance(found, Tile) and found.ability == "good_counsel":
            counsels.setdefault(found, cell)
    if len(counsels) > COUNSELS:
        raise [*counsels.values()][COUNSELS].fault("drawing.too-many-counsels", most=COUNSELS)


def check_labels(spaces: list[tuple[Cell, Content]], figures: Mapping[str, str], end: Cell) -> None:
    """Each label stands for one figure, and each figure of the key is drawn."""
    drawn: set[str] = set()
    for cell, found in spaces:
        if isinstance(found, Standing) and found.label in drawn:
            raise cell.fault("drawing.label-twice", label=found.label)
        if isinstance(found, Standing):
            drawn.add(found.label)
    for label in figures:
        if label not in drawn:
            raise end.fault("drawing.label-not-drawn", label=label[:60])


def owners_of(spaces: list[tuple[Cell, Content]]) -> tuple[str, ...]:
    """Who has a figure on the board, as they first appear: not more than can sit at a table (M1.1)."""
    owners: list[str] = []
    for cell, found in spaces:
        if isinstance(found, Standing) and found.owner not in owners:
            owners.append(found.owner)
            if len(owners) > SEATS:
                raise cell.fault("drawing.too-many-owners", rule="M1.1", owner=found.owner[:60], most=SEATS)
    return tuple(owners)


# ---- From cells to a table -----------------------------------------------------------------------------------------


def draw_map(rows: list[list[Content]]) -> Board:
    """The empty board below what is drawn."""
    return Board(1, tuple("".join(map(mark_below, row)) for row in rows), "")


def mark_below(found: Content) -> str:
    """Figures and tiles lie on spaces that were open."""
    return MARKS[found] if isinstance(found, str) else OPEN


def box_for(board: Board, tiles: list[Tile]) -> Box:
    """A box with one board and the tiles on it. Its figures are those of the built-in box."""
    printed = tuple(TileRow(tile, tiles.count(tile), 0, "") for tile in dict.fromkeys(tiles))
    return Box(
        title="", designer="", year=0, players=(0, SEATS), saga_points=0, hand=0, figures=built_in().figures,
        boards=(board,), tiles=printed, examples=(), sources=(), text="", hash="",
    )  # fmt: skip


def set_out(box: Box, spaces: list[Content], owners: tuple[str, ...]) -> State:
    """Everything in its place on the board; nobody is asked anything."""
    s = State()
    begin_act(box.printed, s, 0)
    s.seats = len(owners)
    s.phase = OVER
    for space, found in enumerate(spaces):
        match found:
            case Tile():
                lay(box.printed, s, box.face_of(found), space)
            case Standing():
                s.figures[owners.index(found.owner)][KIND_WORDS.index(found.kind)] |= 1 << space
                s.open &= ~(1 << space)
    return s

