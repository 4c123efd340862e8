"""The board of an act, drawn as large as it fits, with coordinates and the seats of figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rich.text import Text

from heorot.engine.sentence_params import format_number, format_signed
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.components import Board as Map
from heorot.games.movie.model.components import Position, Tile
from heorot.games.movie.table.analysis import FigureScore
from heorot.games.movie.table.view import View
from heorot.terminal.columns import QUIET, SEAT_STYLES
from heorot.terminal.movie.big_digits import large_number
from heorot.terminal.translator import Translator

BOON, PERIL, SPECIAL, ROCK = "bold green", "bold red", "bold", "dim"
NEW = "bold yellow"  # frame around the pieces placed or moved last
NARROW = 3  # columns of a space without padding
LABELS = 3  # columns of the row numbers
LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the directions of the lines: up 1, right 2, down 4, left 8


@dataclass(frozen=True, slots=True)
class SpaceSize:
    """The size of a drawn space."""

    width: int
    height: int
    framed: bool

    def board_size(self, board: Map) -> tuple[int, int]:
        """Return the columns and lines of a whole board."""
        across, down, frame = max(map(len, board.rows)), len(board.rows), int(self.framed)
        return LABELS + across * (self.width + frame) + frame, 1 + down * (self.height + frame) + frame


LARGE, MEDIUM, SMALL = SpaceSize(9, 4, True), SpaceSize(7, 2, True), SpaceSize(7, 1, False)
SIZES = (LARGE, MEDIUM, SMALL, SpaceSize(4, 1, False), SpaceSize(3, 1, False), SpaceSize(2, 1, False))


@dataclass(frozen=True, slots=True)
class OpenSpace:
    """A space without a piece."""

    space: str


@dataclass(frozen=True, slots=True)
class PrintedGorge:
    """A Gorge printed on the board."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on a space."""

    tile: Tile


SpaceContent: TypeAlias = OpenSpace | PrintedGorge | PlacedTile | FigureScore


def contents(box: Box, view: View, scores: Mapping[str, FigureScore]) -> dict[str, SpaceContent]:
    """Return what is on each space, by its name."""
    board = box.boards[view.act - 1]
    found: dict[str, SpaceContent] = {name: OpenSpace(name) for name in board.names}
    found |= {board.names[space]: PrintedGorge() for space in board.gorges}
    found |= {lying.space: PlacedTile(lying.tile) for lying in view.tiles}
    return found | dict(scores)


def draw_board(
    box: Box,
    view: View,
    scores: Mapping[str, FigureScore],
    new: frozenset[str],
    size: SpaceSize,
    translator: Translator,
) -> list[Text]:
    """Draw the whole board."""
    board, filled = box.boards[view.act - 1], contents(box, view, scores)
    spaces = {
        place: DrawnSpace(draw_content(filled[name], size, translator), name in new)
        for place, name in zip(board.spaces, board.names, strict=True)
    }
    columns, rows, frame = max(map(len, board.rows)), len(board.rows), int(size.framed)
    letters = (chr(ord("a") + x).center(size.width) for x in range(columns))
    lines = [Text(" " * (LABELS + frame) + (" " * frame).join(letters), QUIET)]
    for y in range(rows):
        lines += [draw_frame(spaces, y, columns, size.width)] * frame
        lines += [draw_line(spaces, y, part, columns, size) for part in range(size.height)]
    return lines + [draw_frame(spaces, rows, columns, size.width)] * frame


@dataclass(frozen=True, slots=True)
class DrawnSpace:
    """The drawing of one space."""

    lines: list[Text]
    is_new: bool


DrawnSpaces: TypeAlias = Mapping[Position, DrawnSpace]


def draw_line(spaces: DrawnSpaces, y: int, part: int, columns: int, size: SpaceSize) -> Text:
    """Draw line `part` of a row of spaces."""
    line = Text()
    line.append(f"{y + 1:2} " if part == size.height // 2 else " " * LABELS, QUIET)
    for x in range(columns + 1):
        if size.framed:
            around = (x, y), (x - 1, y)
            line.append("│" if any(place in spaces for place in around) else " ", line_style(spaces, *around))
        if x < columns:
            line.append_text(spaces[x, y].lines[part] if (x, y) in spaces else Text(" " * size.width))
    return line


def draw_frame(spaces: DrawnSpaces, y: int, columns: int, width: int) -> Text:
    """Draw the line above a row: a frame around every space, and nothing where the board has a hole."""

    def level(x: int) -> bool:
        return (x, y) in spaces or (x, y - 1) in spaces

    def upright(x: int, y: int) -> bool:
        return (x, y) in spaces or (x - 1, y) in spaces

    line = Text(" " * LABELS)
    for x in range(columns + 1):
        corner = LINES[upright(x, y - 1) + 2 * level(x) + 4 * upright(x, y) + 8 * level(x - 1)]
        line.append(corner, line_style(spaces, (x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)))
        if x < columns:
            line.append(("─" if level(x) else " ") * width, line_style(spaces, (x, y), (x, y - 1)))
    return line


def line_style(spaces: DrawnSpaces, *places: Position) -> str:
    """Return the style of a line that touches these places; it is brighter beside a new piece."""
    return NEW if any(place in spaces and spaces[place].is_new for place in places) else QUIET


# ---- One space -----------------------------------------------------------------------------------------------------


def draw_content(content: SpaceContent, size: SpaceSize, translator: Translator) -> list[Text]:
    """Draw the content of a space as lines of exactly its width."""
    lines = [center(text, style, size.width) for text, style in content_rows(content, size, translator)]
    above = (size.height - len(lines)) // 2
    blank = [center("", "", size.width)]
    return [*blank * above, *lines[: size.height], *blank * (size.height - above - len(lines))]


def center(text: str, style: str, width: int) -> Text:
    """Return a text centred in a width and truncated to it."""
    return Text(text[:width].center(width), style)


def content_rows(content: SpaceContent, size: SpaceSize, translator: Translator) -> Iterator[tuple[str, str]]:
    """Yield the text and the style of each line of a space, before it is fitted into its height."""
    match content:
        case OpenSpace(space):
            yield (space if size.framed else "·"), QUIET
        case PrintedGorge():
            yield from [("▒" * (size.width if size.framed else max(1, size.width - 2)), ROCK)] * size.height
        case PlacedTile(tile):
            yield from tile_rows(tile, size, translator)
        case FigureScore():
            yield from figure_rows(content, size, translator)


def tile_rows(tile: Tile, size: SpaceSize, translator: Translator) -> Iterator[tuple[str, str]]:
    """Yield the value of a tile, as large as possible, and its ability."""
    style = tile_style(tile)
    value = format_signed(tile.value) if tile.value or not tile.ability else ""
    if size.height == 1:
        yield short_name(tile, size.width, translator) + value, style
        return
    if size == LARGE and value:
        yield from ((row, style) for row in large_number(value, size.width))
    elif value:
        yield value, style
    if tile.ability == "gorge":
        yield "▒" * size.width, ROCK
    if tile.ability:
        yield translator.translate(f"movie.cell.{tile.ability}"), style


def tile_style(tile: Tile) -> str:
    """Return the style of a tile. Boons and perils differ in colour and by their sign."""
    return BOON if tile.value > 0 else PERIL if tile.value < 0 else SPECIAL


def short_name(tile: Tile, width: int, translator: Translator) -> str:
    """Return the name of an ability, truncated to the room beside the value."""
    if not tile.ability:
        return ""
    room = width - (width > NARROW) - len(format_signed(tile.value) if tile.value else "")
    return translator.translate(f"movie.cell.{tile.ability}")[:max(0, room)]


def figure_rows(score: FigureScore, size: SpaceSize, translator: Translator) -> Iterator[tuple[str, str]]:
    """Yield the letter and seat of a figure, its diamonds with those of Horns, and its current score."""
    style = SEAT_STYLES[score.seat]
    letter = f"{translator.translate(f'movie.cell.{score.kind}')}{score.seat + 1}"
    diamonds = "◆" * (score.diamonds + len(score.horns))
    if size.height == 1:
        yield (f" {letter} " if size.width > NARROW else letter), style
    elif size == LARGE:
        yield f"{letter}".center(size.width), style
        yield f"{translator.translate(f'movie.figure.{score.kind}')}".center(size.width), style
        yield diamonds.center(size.width), style
        yield f"= {format_number(score.points)}".center(size.width), style
    else:
        yield f"{letter} {diamonds}".center(size.width), style
        yield f"= {format_number(score.points)}".center(size.width), style
