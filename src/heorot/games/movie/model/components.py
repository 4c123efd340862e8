"""Figures, boards and tiles as small values, and their words in a box file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

# The words of a box file; the index of a word is its number in state.py.
KIND_WORDS = ("beowulf", "thane", "castle", "longship")
ABILITY_WORDS = (
    "", "temptation", "valor", "treasure", "drunkenness", "mead", "golden_statue", "good_counsel", "royal_dragon_horn",
    "treachery", "gorge",
)  # fmt: skip
WITHOUT_VALUE = ("gorge", "treachery")  # M4.13: tiles with these abilities have no value
GORGE_MARK, HOLE_MARK, MARKS = "#", " ", ".# "  # a dot is an open space

Position: TypeAlias = tuple[int, int]  # column and row, counted from 0


@dataclass(frozen=True, slots=True)
class Figure:
    """M1.2: A kind of figure, and how many of it each player owns."""

    kind: str
    diamonds: int
    count: int
    returns: bool  # M3.5: to its owner after an act
    source: str


@dataclass(frozen=True, slots=True)
class Tile:
    """M1.5: The front of a tile and its act. Equal tiles are interchangeable."""

    act: int  # 1 to 3
    value: int = 0
    ability: str = ""
    cash: int = 0  # M4.3: the treasure value


@dataclass(frozen=True, slots=True)
class TileRow:
    """A tile and its number of copies. The rulebook shows `seen` of them; `source` is the source of the others."""

    tile: Tile
    count: int
    seen: int
    source: str


@dataclass(frozen=True)
class Board:
    """The board of an act, as it is drawn in the file. Spaces are numbered in reading order, without holes."""

    act: int
    rows: tuple[str, ...]
    source: str

    @cached_property
    def spaces(self) -> tuple[Position, ...]:
        """Column and row of every space."""
        return tuple((x, y) for y, row in enumerate(self.rows) for x, mark in enumerate(row) if mark != HOLE_MARK)

    @cached_property
    def gorges(self) -> tuple[int, ...]:
        """M4.11: The spaces with a printed Gorge."""
        return tuple(space for space, (x, y) in enumerate(self.spaces) if self.rows[y][x] == GORGE_MARK)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the spaces: `c4` is in the third column from the left and the fourth row from the top."""
        return tuple(chr(ord("a") + x) + str(y + 1) for x, y in self.spaces)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Numbers of the spaces by name."""
        return {name: space for space, name in enumerate(self.names)}


@dataclass(frozen=True, slots=True)
class ScoringExample:
    """An example of scoring in the rulebook: a drawn board, its figures by letter, their sums and points."""

    name: str
    board: str
    figures: tuple[tuple[str, str], ...]
    sums: tuple[tuple[str, int], ...]
    points: tuple[tuple[str, int], ...]
    source: str
