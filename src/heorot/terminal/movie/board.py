"""The board of an act, drawn: as large as there is room for, with coordinates, figures by seat, and holes left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rich.text import Text

from heorot.games.movie.box import Board as Map
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.explain import FigureScore
from heorot.games.movie.names import plain_number, signed
from heorot.games.movie.view import View
from heorot.terminal.movie.digits import large_number
from heorot.terminal.speech import Speech

SEAT_STYLES = ("bold white on blue", "bold white on magenta", "bold black on yellow", "bold black on cyan")
BOON, PERIL, SPECIAL, QUIET, ROCK = "bold green", "bold red", "bold", "dim", "dim"
NEW = "underline"  # what was placed or moved last
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


LARGE, MEDIUM, SMALL, TINY = Size(9, 4, True), Size(7, 2, True), Size(7, 1, False), Size(4, 1, False)
SIZES = (LARGE, MEDIUM, SMALL, TINY)


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
    cells = {name: draw_cell(content, name in new, size, speech) for name, content in filled.items()}
    columns, rows = range(max(map(len, board.rows))), range(len(board.rows))
    names = {board.spaces[number]: name for number, name in enumerate(board.names)}
    frame = int(size.framed)
    lines = [Text(" " * (LABELS + frame) + (" " * frame).join(chr(97 + x).center(size.width) for x in columns), QUIET)]
    for y in rows:
        if size.framed:
            lines.append(draw_frame(names, y, len(columns), size.width))
        for part in range(size.height):
            label = f"{y + 1:2} " if part == size.height // 2 else " " * LABELS
            lines.append(draw_line(label, names, cells, y, part, len(columns), size))
    if size.framed:
        lines.append(draw_frame(names, len(rows), len(columns), size.width))
    return lines


def draw_line(
    label: str, names: Mapping[tuple[int, int], str], cells: Mapping[str, list[Text]], y: int, part: int, columns: int,
    size: Size,
) -> Text:  # fmt: skip
    """One line through a row of spaces."""
    line = Text()
    line.append(label, QUIET)
    for x in range(columns + 1):
        if size.framed and x <= columns:
            line.append("│" if (x, y) in names or (x - 1, y) in names else " ", QUIET)
        if x < columns:
            line.append_text(cells[names[x, y]][part] if (x, y) in names else Text(" " * size.width))
    return line


def draw_frame(names: Mapping[tuple[int, int], str], y: int, columns: int, width: int) -> Text:
    """The line above a row: a frame around every space there is, and around nothing else."""

    def level(x: int) -> bool:
        return (x, y) in names or (x, y - 1) in names

    def upright(x: int, y: int) -> bool:
        return (x, y) in names or (x - 1, y) in names

    line = " " * LABELS
    for x in range(columns + 1):
        line += LINES[upright(x, y - 1) + 2 * level(x) + 4 * upright(x, y) + 8 * level(x - 1)]
        line += ("─" if level(x) else " ") * width if x < columns else ""
    return Text(line, QUIET)


# ---- One space -----------------------------------------------------------------------------------------------------


def draw_cell(content: Content, is_new: bool, size: Size, speech: Speech) -> list[Text]:
    """What is on a space, as lines of just its width."""
    lines = [fit(text, style, size.width) for text, style in rows_of(content, is_new, size, speech)]
    above = (size.height - len(lines)) // 2
    blank = [fit("", "", size.width)]
    return [*blank * above, *lines[: size.height], *blank * (size.height - above - len(lines))]


def fit(text: str, style: str, width: int) -> Text:
    """A text in the middle of a width, cut if it must be."""
    return Text(text[:width].center(width), style)


def rows_of(content: Content, is_new: bool, size: Size, speech: Speech) -> Iterator[tuple[str, str]]:
    """The lines that a space would like to show."""
    match content:
        case Opened(space):
            yield (space if size.framed else "·"), QUIET
        case Rock():
            yield from [("▒" * (size.width if size.framed else size.width - 2), ROCK)] * size.height
        case Lying(tile):
            yield from tile_rows(tile, is_new, size, speech)
        case FigureScore():
            yield from figure_rows(content, is_new, size, speech)


def tile_rows(tile: Tile, is_new: bool, size: Size, speech: Speech) -> Iterator[tuple[str, str]]:
    """A tile: its value, as large as possible, and its ability."""
    style = f"{BOON if tile.value > 0 else PERIL if tile.value < 0 else SPECIAL} {NEW if is_new else ''}".strip()
    value = signed(tile.value) if tile.value or not tile.ability else ""
    if size.height == 1:
        yield short_name(tile, size.width, speech) + value, style
        return
    if size == LARGE and value:
        yield from ((row, style.removesuffix(NEW).strip()) for row in large_number(value, size.width))
    elif value:
        yield value, style
    if tile.ability == "gorge":
        yield "▒" * size.width, ROCK
    if tile.ability:
        yield speech.say(f"movie.cell.{tile.ability}"), style


def short_name(tile: Tile, width: int, speech: Speech) -> str:
    """An ability in what is left beside the value."""
    if not tile.ability:
        return ""
    room = width - 1 - len(signed(tile.value) if tile.value else "")
    return speech.say(f"movie.cell.{tile.ability}")[:room]


def figure_rows(score: FigureScore, is_new: bool, size: Size, speech: Speech) -> Iterator[tuple[str, str]]:
    """A figure: its letter and its seat, its diamonds with those of Horns, and what it would score now."""
    style = f"{SEAT_STYLES[score.seat]} {NEW if is_new else ''}".strip()
    letter = f"{speech.say(f'movie.cell.{score.kind}')}{score.seat + 1}"
    diamonds = "◆" * (score.diamonds + len(score.horns))
    if size.height == 1:
        yield f" {letter} "[: size.width], style
    elif size == LARGE:
        yield f"{letter}".center(size.width), style
        yield f"{speech.say(f'movie.figure.{score.kind}')}".center(size.width), style
        yield diamonds.center(size.width), style
        yield f"= {plain_number(score.points)}".center(size.width), style
    else:
        yield f"{letter} {diamonds}".center(size.width), style
        yield f"= {plain_number(score.points)}".center(size.width), style
