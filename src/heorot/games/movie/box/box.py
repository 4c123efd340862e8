"""The box: figures, boards and tiles, read from a TOML file, validated, and compiled for the rules."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable

from heorot.engine.content.toml_reader import BuiltInBoxes, SourcedValue, TomlTable, read_box_file, read_toml
from heorot.games.movie.box.compile_box import print_board, print_tile
from heorot.games.movie.box.read_box import (
    BIGGEST_HAND,
    MOST_POINTS,
    by_act,
    read_board,
    read_example,
    read_figures,
    read_players,
    read_rows,
)
from heorot.games.movie.model.components import (
    ABILITY_WORDS,
    KIND_WORDS,
    Board,
    Figure,
    ScoringExample,
    Tile,
    TileRow,
)
from heorot.games.movie.model.state import (
    ACTS,
    COPIES,
    COUNSELS,
    GOOD_COUNSEL,
    KINDS,
    LONGEST_LIST,
    SPACES,
    Printed,
)

HEADING = ("title", "designer", "year", "players", "saga_points", "hand")
SPARE = 64  # room for answers without a space, and for the last block of a list

# ---- Contents ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """Contents of a game box and the tables derived from them."""

    title: str
    designer: str
    year: int
    players: tuple[int, int]  # fewest and most
    saga_points: int
    hand: int
    figures: tuple[Figure, ...]
    boards: tuple[Board, ...]  # by act
    tiles: tuple[TileRow, ...]  # by act, then as in the file
    examples: tuple[ScoringExample, ...]
    sources: tuple[tuple[str, str], ...]  # of the heading's values, by name
    text: str
    hash: str
    built_in: bool = False

    def __hash__(self) -> int:
        """Return a fast hash, since many caches are keyed by the box."""
        return hash(self.hash)

    @cached_property
    def copies(self) -> Mapping[Tile, int]:
        """Every different tile and its number of copies; rows of equal tiles are added."""
        copies: dict[Tile, int] = {}
        for row in self.tiles:
            copies[row.tile] = copies.get(row.tile, 0) + row.count
        return copies

    @cached_property
    def faces(self) -> Mapping[int, Tile]:
        """The tile of each face number (see state.py)."""
        faces: dict[int, Tile] = {}
        free = [act * COPIES for act in range(ACTS)]
        for tile, count in self.copies.items():
            faces[free[tile.act - 1]] = tile
            free[tile.act - 1] += count
        return faces

    @cached_property
    def face_numbers(self) -> Mapping[Tile, int]:
        """The face number of each tile."""
        return {tile: face for face, tile in self.faces.items()}

    @cached_property
    def stock(self) -> tuple[tuple[tuple[Tile, int], ...], ...]:
        """By act: every different tile and the mask of its copies."""
        rows = [(tile, self.printed.copies[face]) for face, tile in sorted(self.faces.items())]
        return tuple(tuple(row for row in rows if row[0].act == act) for act in range(1, ACTS + 1))

    def face_of(self, tile: Tile) -> int:
        """Return the face number of a tile; raises KeyError if the box has no such tile."""
        return self.face_numbers[tile]

    @cached_property
    def counsels(self) -> tuple[Tile, ...]:
        """M4.7: The different tiles with Good Counsel."""
        return tuple(tile for tile in self.copies if tile.ability == ABILITY_WORDS[GOOD_COUNSEL])

    @cached_property
    def printed(self) -> Printed:
        """The box as numbers and masks."""
        printed = Printed()
        printed.saga_points, printed.hand = self.saga_points, self.hand
        for figure in self.figures:
            kind = KIND_WORDS.index(figure.kind)
            printed.diamonds[kind] = figure.diamonds
            printed.figures[kind] = figure.count
            printed.returns[kind] = int(figure.returns)
        for board in self.boards:
            print_board(printed, board)
        for tile, count in self.copies.items():
            print_tile(printed, self.face_of(tile), tile, count)
        for number, tile in enumerate(self.counsels):
            face = self.face_of(tile)
            printed.counsels[tile.act - 1] |= printed.copies[face]
            printed.counsel_face[number], printed.counsel_number[face] = face, number
        return printed

    def sourced(self) -> Iterator[SourcedValue]:
        """Yield every value of the box with its source, which is empty if it is not stated."""
        return TomlTable("", "", read_toml(self.text, "")).values()


# ---- From a file ---------------------------------------------------------------------------------------------------


def read_built_in(file: Traversable) -> Box:
    """Read a built-in box."""
    return replace(read_box(file.read_text("utf-8"), file.name), built_in=True)


BUILT_IN = BuiltInBoxes(resources.files("heorot.games.movie"), read_built_in)


def built_in() -> Box:
    """Return the newest built-in box."""
    return BUILT_IN.newest


def open_box(file: str) -> Box:
    """Read a box file; raises BadBox."""
    return read_box(read_box_file(file), file)


def read_box(text: str, file: str) -> Box:
    """Read a box from its text; raises BadBox."""
    text = text.replace("\r\n", "\n").rstrip()
    sheet = TomlTable(file, "", read_toml(text, file))
    sheet.reject_unknown_keys("box", "figure", "board", "tile", "example")
    heading = sheet.table("box")
    heading.reject_unknown_keys(*HEADING, "source")
    box = Box(
        title=heading.line("title"),
        designer=heading.line("designer"),
        year=heading.whole("year", 1, 9999),
        players=read_players(heading),
        saga_points=heading.whole("saga_points", -MOST_POINTS, MOST_POINTS),
        hand=heading.whole("hand", 1, BIGGEST_HAND),
        figures=read_figures(sheet),
        boards=tuple(read_board(act, part) for act, part in enumerate(by_act(sheet, "board", "map"), 1)),
        tiles=tuple(row for act, part in enumerate(by_act(sheet, "tile", "rows"), 1) for row in read_rows(act, part)),
        examples=tuple(read_example(part) for part in sheet.tables("example", [])),
        sources=tuple((key, heading.line("source", "")) for key in HEADING),
        text=text,
        hash=hashlib.sha256(text.encode()).hexdigest(),
    )
    check_tiles(sheet, box)
    check_length(sheet, box)
    return box


def check_tiles(sheet: TomlTable, box: Box) -> None:
    """M1.6, M3.7: Check that each act has enough tiles for everyone to fill up an empty hand."""
    needed = box.players[1] * box.hand
    for act, part in enumerate(by_act(sheet, "tile", "rows"), 1):
        tiles = sum(count for tile, count in box.copies.items() if tile.act == act)
        if tiles < needed:
            raise part.error_at("rows", "too-few-tiles", tiles=tiles, needed=needed)
        if tiles > COPIES - 1:
            raise part.error_at("rows", "too-many-tiles", tiles=tiles, most=COPIES - 1)
    if len(box.counsels) > COUNSELS:
        raise sheet.error_at("tile", "too-many-counsels", faces=len(box.counsels), most=COUNSELS)


def check_length(sheet: TomlTable, box: Box) -> None:
    """M2.8: Check that all choices of a turn fit their list, even with a hand that has grown by Good Counsels."""
    hand = max(box.hand, sum(box.copies[tile] for tile in box.counsels)) + 1
    others = min(hand, len(box.copies) - len(box.counsels))
    longest = (KINDS + others + 4 * len(box.counsels)) * SPACES + SPARE
    if longest > LONGEST_LIST - SPARE:
        raise sheet.error_at("tile", "too-many-choices", choices=longest, most=LONGEST_LIST - SPARE)
