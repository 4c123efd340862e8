"""A drawn board as text, made into a table that can be scored.

    -1   +1      T
     A   gorge  +4
     B    C     -1

A row is a line; cells are separated by blanks. `.` is an open space, `#` a printed Gorge, `_` no space at all; a tile
stands there in notation (the cash of a Treasure may be left out), a figure as a label. A key says what each label is:
"brown longship", "Drakkar d’Anna", or "thane" when it does not matter whose it is.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from heorot.engine.errors import BadText
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
from heorot.games.movie.figures import COMMON, understand, words_of
from heorot.games.movie.names import ROMAN
from heorot.games.movie.notation import LONG, in_our_words
from heorot.games.movie.rules import begin_act
from heorot.games.movie.state import COUNSELS, OVER, SEATS, SPACES, State
from heorot.locales import LANGUAGES, catalogue, words
from heorot.locales.near import nearest
from heorot.locales.typed import plain

OPEN, GORGE, HOLE = ".", "#", "_"
MARKS = {OPEN: OPEN, GORGE: GORGE_MARK, HOLE: HOLE_MARK}  # as a drawing has them, and as the map of a box
LONGEST_SHOWN = 60  # characters of a text that is quoted
SAME_LOOKS = str.maketrans("АВЕКМНОРСТУХаеорсух", "ABEKMHOPCTYXaeopcyx")  # Cyrillic letters for Latin ones
TILE = re.compile(
    rf"(?:(?P<back>iii|ii|i|[123]):)?(?P<ability>{'|'.join(LONG)})?(?P<value>[+-]?[0-9]{{1,4}})?(?::(?P<cash>[0-9]{{1,4}}))?"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A word of the drawing, and where it stands; line and column are counted from 1."""

    text: str
    line: int
    column: int

    def fault(self, key: str, /, **params: str | int) -> BadText:
        """What is wrong with this cell."""
        return BadText(self.line, self.column, key, **params)


@dataclass(frozen=True, slots=True)
class Standing:
    """A figure of the drawing."""

    label: str
    owner: str
    kind: str


Content: TypeAlias = str | Tile | Standing  # a mark, a tile or a figure


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn board as the rules see it: act I of a box that has just this board and these tiles."""

    box: Box
    state: State
    owners: tuple[str, ...]  # by seat, as they first appear; an empty text for figures of nobody in particular
    labels: dict[str, str]  # on which space each figure stands


def read_drawing(text: str, figures: Mapping[str, str]) -> Drawing:
    """The board that is drawn; raises BadText. `figures` says what each label stands for."""
    rows = read_rows(enumerate(text.split("\n"), 1))
    drawn = {look(cell.text): cell for row in reversed(rows) for cell in reversed(row)}
    for label in figures:
        if look(label) not in drawn:
            raise end_of(rows).fault("drawing.label-not-drawn", label=shown(label))
    return drawing_of(rows, {look(label): read_figure(drawn[look(label)], label, figures[label]) for label in figures})


def drawing_of(rows: list[list[Cell]], key: Mapping[str, Standing], known: tuple[str, ...] = ()) -> Drawing:
    """The board with these cells. The key has a figure for each label, by its look. Owners who are known from elsewhere
    come first."""
    key = with_one_name(key, known)
    filled = {cell: content(cell, key) for row in rows for cell in row}
    check_even(rows)
    board = draw_map([[filled[cell] for cell in row] for row in rows])
    spaces = [(cell, found) for cell, found in filled.items() if found != HOLE]
    check_size(spaces)
    check_labels(spaces)
    box = box_for(board, [found for _, found in spaces if isinstance(found, Tile)])
    owners = owners_of(spaces, known)
    labels = {found.label: board.names[n] for n, (_, found) in enumerate(spaces) if isinstance(found, Standing)}
    return Drawing(box, set_out(box, [found for _, found in spaces], owners), owners, labels)


# ---- From text to cells --------------------------------------------------------------------------------------------


def read_rows(lines: Iterable[tuple[int, str]]) -> list[list[Cell]]:
    """The rows of a drawing, each cell with its place; empty lines do not count."""
    found = ([Cell(word[0], n, word.start() + 1) for word in re.finditer(r"\S+", line)] for n, line in lines)
    rows = [row for row in found if row]
    if not rows:
        raise BadText(1, 1, "drawing.empty")
    for number, row in enumerate(rows, 1):
        if number > ROWS or len(row) > COLUMNS:
            raise row[0].fault("drawing.too-large", columns=COLUMNS, rows=ROWS)
    return rows


def check_even(rows: list[list[Cell]]) -> None:
    """All rows are equally long."""
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[0].fault("drawing.uneven-row", cells=len(row), expected=len(rows[0]))


def end_of(rows: list[list[Cell]]) -> Cell:
    """The place behind the last cell, for what is missing."""
    last = rows[-1][-1]
    return Cell("", last.line, last.column + len(last.text))


def look(label: str) -> str:
    """What a label looks like: a Cyrillic letter is the Latin one that nobody could tell from it."""
    return label.translate(SAME_LOOKS)


def shown(text: str) -> str:
    """As much of a text as a sentence has room for."""
    return text[:LONGEST_SHOWN]


def content(cell: Cell, key: Mapping[str, Standing]) -> Content:
    """What a cell shows: a label of the key, a mark, or a tile."""
    if (figure := key.get(look(cell.text))) is not None:
        return figure
    if cell.text in MARKS:
        return cell.text
    if (parts := tile_parts(cell.text)) is None:
        raise cell.fault("drawing.unknown-cell", text=shown(cell.text), **suggest(near_cell(cell.text, key)))
    return read_tile(cell, parts)


def suggest(near: str) -> dict[str, str]:
    """What might have been meant, as a parameter of an error, if there is anything."""
    return {"near": shown(near)} if near else {}


def near_cell(text: str, key: Mapping[str, Standing]) -> str:
    """A tile whose word is nearly that, or a label."""
    if word := re.search(r"[^\W\d_]{3,}", text):
        name = tile_words().get(nearest([word[0]], tile_words()), "")
        if name and tile_parts(tile := text.replace(word[0], name)):
            return tile
    return nearest([text], [figure.label for figure in key.values()])


@cache
def tile_words() -> dict[str, str]:
    """Every word in the names of abilities, and what may be drawn for it: a name without blanks, in its language."""
    names = [catalogue(language)[f"movie.read.{ability}"].split("|") for language in LANGUAGES for ability in LONG]
    short = {word: next(name for name in group if " " not in name)
             for group in reversed(names) for name in group for word in name.split()}  # fmt: skip
    return short | {name: name for group in names for name in group if " " not in name}


def read_figure(place: Cell, label: str, said: str) -> Standing:
    """`brown longship`, or a figure of nobody in particular."""
    spoken = words_of(said)
    kinds, owner = understand(spoken)
    text = " ".join(spoken)
    if not kinds:
        near = suggest(nearest(spoken, (name for kind in KIND_WORDS for name in words("movie.read")[kind])))
        raise place.fault("drawing.unknown-figure", label=shown(label), text=shown(text), **near)
    if len(kinds) > 1:
        raise place.fault("drawing.two-kinds", label=shown(label), text=shown(text))
    return Standing(label, owner, kinds.pop())


def with_one_name(key: Mapping[str, Standing], known: tuple[str, ...]) -> dict[str, Standing]:
    """Owners who differ in case or accents alone are one, called as first written."""
    names = {plain(owner): owner for owner in known}
    return {
        label: replace(figure, owner=names.setdefault(plain(figure.owner), figure.owner))
        for label, figure in key.items()
    }


def tile_parts(text: str) -> re.Match[str] | None:
    """The parts of a tile in notation; nothing if it is none."""
    found = TILE.fullmatch(in_our_words(text))
    return found if found and (found["ability"] or found["value"]) else None


def read_tile(cell: Cell, found: re.Match[str]) -> Tile:
    """A tile in notation. Its back does not matter for a score; without one it is a tile of act I."""
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
        raise cell.fault("drawing.number-too-large", text=shown(cell.text), most=most)
    return number


def check_tile(cell: Cell, tile: Tile, has_cash: bool) -> None:
    """M4.3, M4.5, M4.13: what no tile of any box shows."""
    if tile.ability in ("gorge", "treachery") and tile.value:
        raise cell.fault("drawing.value-not-allowed", rule="M4.13", text=shown(cell.text))
    if tile.ability == "mead" and tile.value <= 0:
        raise cell.fault("drawing.mead-is-a-boon", rule="M4.5", text=shown(cell.text))
    if has_cash and tile.ability != "treasure":
        raise cell.fault("drawing.cash-without-treasure", rule="M4.3", text=shown(cell.text))


# ---- What must fit -------------------------------------------------------------------------------------------------


def check_size(spaces: list[tuple[Cell, Content]]) -> None:
    """A board has at least one space, and no more than a mask has room for."""
    if not spaces:
        raise BadText(1, 1, "drawing.empty")
    if len(spaces) >= SPACES:
        raise spaces[SPACES - 1][0].fault("drawing.too-many-spaces", spaces=len(spaces), most=SPACES - 1)
    counsels: dict[Tile, Cell] = {}
    for cell, found in spaces:
        if isinstance(found, Tile) and found.ability == "good_counsel":
            counsels.setdefault(found, cell)
    if len(counsels) > COUNSELS:
        raise [*counsels.values()][COUNSELS].fault("drawing.too-many-counsels", most=COUNSELS)


def check_labels(spaces: list[tuple[Cell, Content]]) -> None:
    """Each label stands for one figure."""
    drawn: set[str] = set()
    for cell, found in spaces:
        if isinstance(found, Standing) and found.label in drawn:
            raise cell.fault("drawing.label-twice", label=shown(found.label))
        if isinstance(found, Standing):
            drawn.add(found.label)


def owners_of(spaces: list[tuple[Cell, Content]], known: tuple[str, ...]) -> tuple[str, ...]:
    """Who has a figure on the board, as they first appear: not more than can sit at a table (M1.1)."""
    owners = list(known)
    for cell, found in spaces:
        if isinstance(found, Standing) and found.owner not in owners:
            owners.append(found.owner)
            if len(owners) > SEATS and found.owner == COMMON:
                raise cell.fault("drawing.owner-needed", rule="M1.1", label=shown(found.label), most=SEATS)
            if len(owners) > SEATS:
                raise cell.fault("drawing.too-many-owners", rule="M1.1", owner=shown(found.owner), most=SEATS)
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

