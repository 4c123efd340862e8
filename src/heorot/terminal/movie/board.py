"""The board of an act, drawn: as large as there is room for, with coordinates, figures by seat, and holes left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rich.text import Text

from heorot.engine.naming import plain_number, signed
from heorot.games.movie.box import Board as Map
from heorot.games.movie.box import Box, Place, Tile
from heorot.games.movie.explain import FigureScore
from heorot.games.movie.view import View
from heorot.terminal.columns import QUIET, SEAT_STYLES
from heorot.terminal.movie.digits import large_number
from heorot.terminal.speech import Speech

BOON, PERIL, SPECIAL, ROCK = "bold green", "bold red", "bold", "dim"
NEW = "bold yellow"  # the frame around what was placed or moved last
SHORT = 3  # a cell that has no room for blanks
LABELS = 3  # the width of the row numbers
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the directions that a line leaves in: up 1, right 2, down 4, left 8


@dataclass(frozen=True, slots=True)
class Size:
    """How large a space is drawn."""

    width: int
    height: int
    framed: bool

    def room(self, board: Map) -> tuple[int, int]:
        """Columns and lines that a whole board takes."""
        across, down, frame = max(map(len, board.rows)), len(board.rows), int(self.framed)
        return LABELS + across * (self.width + frame) + frame, 1 + down * (self.height + frame) + frame


LARGE, MEDIUM, SMALL = Size(9, 4, True), Size(7, 2, True), Size(7, 1, False)
SIZES = (LARGE, MEDIUM, SMALL, Size(4, 1, False), Size(3, 1, False), Size(2, 1, False))


@dataclass(frozen=True, slots=True)
class Opened:
    """An open space."""

    space: str


@dataclass(frozen=True, slots=True)
class Rock:
    """A printed Gorge."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile."""

    tile: Tile


Content: TypeAlias = Opened | Rock | Lying | FigureScore


def contents(box: Box, view: View, scores: Mapping[str, FigureScore]) -> dict[str, Content]:
    """What is on every space."""
    board = box.boards[view.act - 1]
    found: dict[str, Content] = {name: Opened(name) for name in board.names}
    found |= {board.names[space]: Rock() for space in board.gorges}
    found |= {lying.space: Lying(lying.tile) for lying in view.tiles}
    return found | dict(scores)


def draw_board(
    box: Box, view: View, scores: Mapping[str, FigureScore], new: frozenset[str], size: Size, speech: Speech
) -> list[Text]:
    """The whole board, line by line."""
    board, filled = box.boards[view.act - 1], contents(box, view, scores)
    cells = {
        place: Cell(draw_cell(filled[name], size, speech), name in new)
        for place, name in zip(board.spaces, board.names, strict=True)
    }
    columns, rows, frame = max(map(len, board.rows)), len(board.rows), int(size.framed)
    letters = (chr(ord("a") + x).center(size.width) for x in range(columns))
    lines = [Text(" " * (LABELS + frame) + (" " * frame).join(letters), QUIET)]
    for y in range(rows):
        lines += [draw_frame(cells, y, columns, size.width)] * frame
        lines += [draw_line(cells, y, part, columns, size) for part in range(size.height)]
    return lines + [draw_frame(cells, rows, columns, size.width)] * frame


@dataclass(frozen=True, slots=True)
class Cell:
    """A space, drawn."""

    lines: list[Text]
    is_new: bool


Cells: TypeAlias = Mapping[Place, Cell]


def draw_line(cells: Cells, y: int, part: int, columns: int, size: Size) -> Text:
    """One line through a row of spaces."""
    line = Text()
    line.append(f"{y + 1:2} " if part == size.height // 2 else " " * LABELS, QUIET)
    for x in range(columns + 1):
        if size.framed:
            line.append("│" if (x, y) in cells or (x - 1, y) in cells else " ", ink(cells, (x, y), (x - 1, y)))
        if x < columns:
            line.append_text(cells[x, y].lines[part] if (x, y) in cells else Text(" " * size.width))
    return line


def draw_frame(cells: Cells, y: int, columns: int, width: int) -> Text:
    """The line above a row: a frame around every space there is, and around nothing else."""

    def level(x: int) -> bool:
        return (x, y) in cells or (x, y - 1) in cells

    def upright(x: int, y: int) -> bool:
        return (x, y) in cells or (x - 1, y) in cells

    line = Text(" " * LABELS)
    for x in range(columns + 1):
        corner = LINES[upright(x, y - 1) + 2 * level(x) + 4 * upright(x, y) + 8 * level(x - 1)]
        line.append(corner, ink(cells, (x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)))
        if x < columns:
            line.append(("─" if level(x) else " ") * width, ink(cells, (x, y), (x, y - 1)))
    return line


def ink(cells: Cells, *places: Place) -> str:
    """How a line is drawn that touches these places: more strongly beside something new."""
    return NEW if any(place in cells and cells[place].is_new for place in places) else QUIET


# ---- One space -----------------------------------------------------------------------------------------------------


def draw_cell(content: Content, size: Size, speech: Speech) -> list[Text]:
    """What is on a space, as lines of just its width."""
    lines = [fit(text, style, size.width) for text, style in rows_of(content, size, speech)]
    above = (size.height - len(lines)) // 2
    blank = [fit("", "", size.width)]
    return [*blank * above, *lines[: size.height], *blank * (size.height - above - len(lines))]


def fit(text: str, style: str, width: int) -> Text:
    """A text in the middle of a width, cut if it must be."""
    return Text(text[:width].center(width), style)


def rows_of(content: Content, size: Size, speech: Speech) -> Iterator[tuple[str, str]]:
    """The lines that a space would like to show."""
    match content:
        case Opened(space):
            yield (space if size.framed else "·"), QUIET
        case Rock():
            yield from [("▒" * (size.width if size.framed else max(1, size.width - 2)), ROCK)] * size.height
        case Lying(tile):
            yield from tile_rows(tile, size, speech)
        case FigureScore():
            yield from figure_rows(content, size, speech)


def tile_rows(tile: Tile, size: Size, speech: Speech) -> Iterator[tuple[str, str]]:
    """A tile: its value, as large as possible, and its ability."""
    style = tile_style(tile)
    value = signed(tile.value) if tile.value or not tile.ability else ""
    if size.height == 1:
        yield short_name(tile, size.width, speech) + value, style
        return
    if size == LARGE and value:
        yield from ((row, style) for row in large_number(value, size.width))
    elif value:
        yield value, style
    if tile.ability == "gorge":
        yield "▒" * size.width, ROCK
    if tile.ability:
        yield speech.say(f"movie.cell.{tile.ability}"), style


def tile_style(tile: Tile) -> str:
    """Boons and perils by colour; their signs tell them too."""
    return BOON if tile.value > 0 else PERIL if tile.value < 0 else SPECIAL


def short_name(tile: Tile, width: int, speech: Speech) -> str:
    """An ability in what is left beside the value."""
    if not tile.ability:
        return ""
    room = width - (width > SHORT) - len(signed(tile.value) if tile.value else "")
    return speech.say(f"movie.cell.{tile.ability}")[:max(0, room)]


def figure_rows(score: FigureScore, size: Size, speech: Speech) -> Iterator[tuple[str, str]]:
    """A figure: its letter and its seat, its diamonds with those of Horns, and what it would score now."""
    style = SEAT_STYLES[score.seat]
    letter = f"{speech.say(f'movie.cell.{score.kind}')}{score.seat + 1}"
    diamonds = "◆" * (score.diamonds + len(score.horns))
    if size.height == 1:
        yield (f" {letter} " if size.width > SHORT else letter), style
    elif size == LARGE:
        yield f"{letter}".center(size.width), style
        yield f"{speech.say(f'movie.figure.{score.kind}')}".center(size.width), style
        yield diamonds.center(size.width), style
        yield f"= {plain_number(score.points)}".center(size.width), style
    else:
        yield f"{letter} {diamonds}".center(size.width), style
        yield f"= {plain_number(score.points)}".center(size.width), style
