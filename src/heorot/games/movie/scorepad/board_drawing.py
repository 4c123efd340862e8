"""Parse a drawn board into a state that can be scored.

    -1   +1      T
     A   gorge  +4
     B    C     -1

Each line is a row of cells separated by blanks: `.` is an open space, `#` a printed Gorge, `_` no space. Tiles are in
notation (the cash of a Treasure is optional), figures are labels. A key maps labels to figures: "brown longship",
"Drakkar d’Anna", or "thane" if the owner does not matter.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from heorot.engine.errors import BadText
from heorot.games.movie.box.box import Box, built_in
from heorot.games.movie.box.names import ROMAN
from heorot.games.movie.box.read_box import (
    COLUMNS,
    MOST_CASH,
    MOST_VALUE,
    ROWS,
    has_forbidden_value,
    is_mead_without_boon,
)
from heorot.games.movie.model.components import GORGE_MARK, HOLE_MARK, KIND_WORDS, Board, Tile, TileRow
from heorot.games.movie.model.state import COUNSELS, OVER, SEATS, SPACES, State
from heorot.games.movie.rules.abilities import lay
from heorot.games.movie.rules.game_flow import begin_act
from heorot.games.movie.scorepad.figure_words import NO_OWNER, find_kinds_and_owner, split_words
from heorot.games.movie.table.notation import LONG_NAMES, to_notation
from heorot.locales import LANGUAGES, catalogue, typed_words
from heorot.locales.closest import closest_word
from heorot.locales.keyboards import normalize

OPEN, GORGE, HOLE = ".", "#", "_"
MARKS = {OPEN: OPEN, GORGE: GORGE_MARK, HOLE: HOLE_MARK}  # marks of a drawing, and those of a box's map
LONGEST_SHOWN = 60  # characters quoted in an error
LOOKALIKES = str.maketrans("АВЕКМНОРСТУХаеорсух", "ABEKMHOPCTYXaeopcyx")  # Cyrillic letters that look like Latin ones
TILE = re.compile(
    rf"(?:(?P<back>iii|ii|i|[123]):)?(?P<ability>{'|'.join(LONG_NAMES)})?(?P<value>[+-]?[0-9]{{1,4}})?(?::(?P<cash>[0-9]{{1,4}}))?"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A word of the drawing; line and column are counted from 1."""

    text: str
    line: int
    column: int

    def bad_text(self, key: str, /, **params: str | int) -> BadText:
        """Return an error at this cell."""
        return BadText(self.line, self.column, key, **params)


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure of the drawing: label, owner and kind."""

    label: str
    owner: str
    kind: str


Content: TypeAlias = str | Tile | DrawnFigure  # a mark, a tile or a figure


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn board for the rules: act I of a box with just this board and these tiles."""

    box: Box
    state: State
    owners: tuple[str, ...]  # by seat, in order of appearance; empty for figures without an owner
    labels: dict[str, str]  # space of each figure, by label


def read_drawing(text: str, figures: Mapping[str, str]) -> Drawing:
    """Parse a drawing; `figures` maps labels to figures in words. Raises BadText."""
    rows = read_rows(enumerate(text.split("\n"), 1))
    drawn = {normalize_label(cell.text): cell for row in reversed(rows) for cell in reversed(row)}
    for label in figures:
        if normalize_label(label) not in drawn:
            raise cell_after(rows).bad_text("drawing.label-not-drawn", label=shorten(label))
    return drawing_of(
        rows,
        {
            normalize_label(label): read_figure(drawn[normalize_label(label)], label, figures[label])
            for label in figures
        },
    )


def drawing_of(rows: list[list[Cell]], key: Mapping[str, DrawnFigure], known: tuple[str, ...] = ()) -> Drawing:
    """Make the drawing of these cells. `key` maps normalized labels to figures; owners in `known` come first."""
    key = merge_owners(key, known)
    filled = {cell: read_cell(cell, key) for row in rows for cell in row}
    check_even(rows)
    marks = [[MARKS[content] if isinstance(content := filled[cell], str) else OPEN for cell in row] for row in rows]
    board = Board(1, tuple(map("".join, marks)), "")  # figures and tiles are on open spaces
    spaces = [(cell, content) for cell, content in filled.items() if content != HOLE]
    check_size(spaces)
    check_labels(spaces)
    box = make_box(board, [content for _, content in spaces if isinstance(content, Tile)])
    owners = owners_of(spaces, known)
    figures = ((n, content) for n, (_, content) in enumerate(spaces) if isinstance(content, DrawnFigure))
    labels = {figure.label: board.names[n] for n, figure in figures}
    return Drawing(box, make_state(box, [content for _, content in spaces], owners), owners, labels)


# ---- From text to cells --------------------------------------------------------------------------------------------


def read_rows(lines: Iterable[tuple[int, str]]) -> list[list[Cell]]:
    """Split lines into rows of cells, without empty lines; raises BadText."""
    every_row = ([Cell(word[0], n, word.start() + 1) for word in re.finditer(r"\S+", line)] for n, line in lines)
    rows = [row for row in every_row if row]
    if not rows:
        raise BadText(1, 1, "drawing.empty")
    for number, row in enumerate(rows, 1):
        if number > ROWS or len(row) > COLUMNS:
            raise row[0].bad_text("drawing.too-large", columns=COLUMNS, rows=ROWS)
    return rows


def check_even(rows: list[list[Cell]]) -> None:
    """Check that all rows have the same length."""
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[0].bad_text("drawing.uneven-row", cells=len(row), expected=len(rows[0]))


def cell_after(rows: list[list[Cell]]) -> Cell:
    """Return an empty cell after the last one, for errors about something that is missing."""
    last = rows[-1][-1]
    return Cell("", last.line, last.column + len(last.text))


def normalize_label(label: str) -> str:
    """Replace Cyrillic letters that look like Latin ones."""
    return label.translate(LOOKALIKES)


def shorten(text: str) -> str:
    """Cut a text that is quoted in an error."""
    return text[:LONGEST_SHOWN]


def read_cell(cell: Cell, key: Mapping[str, DrawnFigure]) -> Content:
    """Read a cell: a label of the key, a mark or a tile."""
    if (figure := key.get(normalize_label(cell.text))) is not None:
        return figure
    if cell.text in MARKS:
        return cell.text
    if (parts := tile_parts(cell.text)) is None:
        raise cell.bad_text("drawing.unknown-cell", text=shorten(cell.text), **near_param(nearest_cell(cell.text, key)))
    return read_tile(cell, parts)


def near_param(near: str) -> dict[str, str]:
    """Return the suggestion as a parameter of an error, if there is one."""
    return {"near": shorten(near)} if near else {}


def nearest_cell(text: str, key: Mapping[str, DrawnFigure]) -> str:
    """Suggest a tile with a similar name, or a similar label."""
    if word := re.search(r"[^\W\d_]{3,}", text):
        name = tile_words().get(closest_word([word[0]], tile_words()), "")
        if name and tile_parts(tile := text.replace(word[0], name)):
            return tile
    return closest_word([text], [figure.label for figure in key.values()])


@cache
def tile_words() -> dict[str, str]:
    """Map every word in the names of abilities to a name without blanks in the same language."""
    names = [
        catalogue(language)[f"movie.read.{ability}"].split("|") for language in LANGUAGES for ability in LONG_NAMES
    ]
    short = {word: next(name for name in group if " " not in name)
             for group in reversed(names) for name in group for word in name.split()}  # fmt: skip
    return short | {name: name for group in names for name in group if " " not in name}


def read_figure(place: Cell, label: str, text: str) -> DrawnFigure:
    """Read a figure in words: `brown longship`, or `thane` without an owner."""
    spoken = split_words(text)
    kinds, owner = find_kinds_and_owner(spoken)
    quoted = " ".join(spoken)
    if not kinds:
        known = (name for kind in KIND_WORDS for name in typed_words("movie.read")[kind])
        near = near_param(closest_word(spoken, known))
        raise place.bad_text("drawing.unknown-figure", label=shorten(label), text=shorten(quoted), **near)
    if len(kinds) > 1:
        raise place.bad_text("drawing.two-kinds", label=shorten(label), text=shorten(quoted))
    return DrawnFigure(label, owner, kinds.pop())


def merge_owners(key: Mapping[str, DrawnFigure], known: tuple[str, ...]) -> dict[str, DrawnFigure]:
    """Merge owners who differ only in case or accents; the first spelling is kept."""
    names = {normalize(owner): owner for owner in known}
    return {
        label: replace(figure, owner=names.setdefault(normalize(figure.owner), figure.owner))
        for label, figure in key.items()
    }


def tile_parts(text: str) -> re.Match[str] | None:
    """Match a tile in notation."""
    match = TILE.fullmatch(to_notation(text))
    return match if match and (match["ability"] or match["value"]) else None


def read_tile(cell: Cell, parts: re.Match[str]) -> Tile:
    """Read a tile. Its back does not matter for the score; the default is act I."""
    tile = Tile(
        act=read_back(parts["back"]),
        value=read_number(cell, parts["value"], MOST_VALUE),
        ability=LONG_NAMES.get(parts["ability"] or "", ""),
        cash=read_number(cell, parts["cash"], MOST_CASH),
    )
    check_tile(cell, tile, parts["cash"] is not None)
    return tile


def read_back(back: str | None) -> int:
    """Read the act on a tile's back."""
    if back is None or back.isdigit():
        return int(back or 1)
    return ROMAN.index(back.upper()) + 1


def read_number(cell: Cell, digits: str | None, most: int) -> int:
    """M1.5: Read a value or a treasure value; none counts 0."""
    number = int(digits or 0)
    if abs(number) > most:
        raise cell.bad_text("drawing.number-too-large", text=shorten(cell.text), most=most)
    return number


def check_tile(cell: Cell, tile: Tile, has_cash: bool) -> None:
    """M4.3, M4.5, M4.13: Refuse a tile that no box may have."""
    if has_forbidden_value(tile.ability, tile.value):
        raise cell.bad_text("drawing.value-not-allowed", rule="M4.13", text=shorten(cell.text))
    if is_mead_without_boon(tile.ability, tile.value):
        raise cell.bad_text("drawing.mead-is-a-boon", rule="M4.5", text=shorten(cell.text))
    if has_cash and tile.ability != "treasure":
        raise cell.bad_text("drawing.cash-without-treasure", rule="M4.3", text=shorten(cell.text))


# ---- What must fit -------------------------------------------------------------------------------------------------


def check_size(spaces: list[tuple[Cell, Content]]) -> None:
    """Check the number of spaces and of different Good Counsels."""
    if not spaces:
        raise BadText(1, 1, "drawing.empty")
    if len(spaces) >= SPACES:
        raise spaces[SPACES - 1][0].bad_text("drawing.too-many-spaces", spaces=len(spaces), most=SPACES - 1)
    counsels: dict[Tile, Cell] = {}
    for cell, content in spaces:
        if isinstance(content, Tile) and content.ability == "good_counsel":
            counsels.setdefault(content, cell)
    if len(counsels) > COUNSELS:
        raise [*counsels.values()][COUNSELS].bad_text("drawing.too-many-counsels", most=COUNSELS)


def check_labels(spaces: list[tuple[Cell, Content]]) -> None:
    """Check that each label is drawn once."""
    drawn: set[str] = set()
    for cell, content in spaces:
        if isinstance(content, DrawnFigure) and content.label in drawn:
            raise cell.bad_text("drawing.label-twice", label=shorten(content.label))
        if isinstance(content, DrawnFigure):
            drawn.add(content.label)


def owners_of(spaces: list[tuple[Cell, Content]], known: tuple[str, ...]) -> tuple[str, ...]:
    """M1.1: Return the owners in order of appearance; there are at most four."""
    owners = list(known)
    for cell, content in spaces:
        if isinstance(content, DrawnFigure) and content.owner not in owners:
            owners.append(content.owner)
            if len(owners) > SEATS and content.owner == NO_OWNER:
                raise cell.bad_text("drawing.owner-needed", rule="M1.1", label=shorten(content.label), most=SEATS)
            if len(owners) > SEATS:
                raise cell.bad_text("drawing.too-many-owners", rule="M1.1", owner=shorten(content.owner), most=SEATS)
    return tuple(owners)


# ---- From cells to a table -----------------------------------------------------------------------------------------


def make_box(board: Board, tiles: list[Tile]) -> Box:
    """Make a box with one board, the tiles on it and the figures of the built-in box."""
    printed = tuple(TileRow(tile, tiles.count(tile), 0, "") for tile in dict.fromkeys(tiles))
    return Box(
        title="", designer="", year=0, players=(0, SEATS), saga_points=0, hand=0, figures=built_in().figures,
        boards=(board,), tiles=printed, examples=(), sources=(), text="", hash="",
    )  # fmt: skip


def make_state(box: Box, spaces: list[Content], owners: tuple[str, ...]) -> State:
    """Make the state of the drawn board; no question is open."""
    s = State()
    begin_act(box.printed, s, 0)
    s.seats = len(owners)
    s.phase = OVER
    for space, content in enumerate(spaces):
        match content:
            case Tile():
                lay(box.printed, s, box.face_of(content), space)
            case DrawnFigure():
                s.figures[owners.index(content.owner)][KIND_WORDS.index(content.kind)] |= 1 << space
                s.open &= ~(1 << space)
    return s

