"""An independent, slow scorer written from the text of the rules: a dictionary of spaces, walked space by space.

It shares no code with the rules in src, which are compared with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Space = tuple[int, int]  # column and row

LEFT, RIGHT, UP, DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
ROW, COLUMN = (LEFT, RIGHT), (UP, DOWN)


@dataclass
class Figure:
    seat: int
    diamonds: int


@dataclass
class Layout:
    """A board with tiles and figures. `spaces` include those with a printed Gorge."""

    spaces: set[Space]
    gorges: set[Space] = field(default_factory=set)
    tiles: dict[Space, Any] = field(default_factory=dict)
    figures: dict[Space, Figure] = field(default_factory=dict)

    def ability(self, space: Space) -> str:
        return self.tiles[space].ability if space in self.tiles else ""

    def is_gorge(self, space: Space) -> bool:
        """M4.11: Return whether a space has a printed or placed Gorge."""
        return space in self.gorges or self.ability(space) == "gorge"

    def open(self) -> set[Space]:
        return self.spaces - self.gorges - set(self.tiles) - set(self.figures)


def space_of(name: str) -> Space:
    """Parse a space: `c4` is the third column and the fourth row."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name_of(space: Space) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[space[0]] + str(space[1] + 1)


def layout_of(rows: tuple[str, ...]) -> Layout:
    """Make an empty board from its drawing: a blank is a hole, # a printed Gorge."""
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != " "}
    return Layout(set(marks), {space for space, mark in marks.items() if mark == "#"})


def walk(board: Layout, start: Space, step: Space, through_gorges: bool = False) -> Iterator[Space]:
    """M3.9, M4.10: Walk from a space in one direction, to the edge, a hole or a Gorge."""
    x, y = start[0] + step[0], start[1] + step[1]
    while (x, y) in board.spaces and (through_gorges or not board.is_gorge((x, y))):
        yield x, y
        x, y = x + step[0], y + step[1]


def line(board: Layout, start: Space, ways: tuple[Space, Space], through_gorges: bool = False) -> set[Space]:
    """Return a row or column without the space itself."""
    return {space for step in ways for space in walk(board, start, step, through_gorges)}


def both_lines(board: Layout, start: Space) -> set[Space]:
    return line(board, start, ROW) | line(board, start, COLUMN)


def face_down(board: Layout) -> set[Space]:
    """M4.9: Return every positive tile in line with a Treachery."""
    traitors = [space for space in board.tiles if board.ability(space) == "treachery"]
    return {space for traitor in traitors for space in both_lines(board, traitor)
            if space in board.tiles and board.tiles[space].value > 0}


def counts(board: Layout, start: Space, ways: tuple[Space, Space], lost: set[Space]) -> dict[Space, int]:
    """Return what every tile of a figure's row or column counts; tiles turned face down count 0."""
    return {space: 0 if space in lost else board.tiles[space].value
            for space in line(board, start, ways) if space in board.tiles}


def horns(board: Layout, start: Space) -> set[Space]:
    """M4.8: Return the Royal Dragon Horns in line with a figure."""
    return {space for space in both_lines(board, start) if board.ability(space) == "royal_dragon_horn"}


def figure_points(board: Layout, start: Space, lost: set[Space]) -> int:
    """M3.3: Return the score of a figure: the sum of its row and column, times its diamonds."""
    total = sum(counts(board, start, ROW, lost).values()) + sum(counts(board, start, COLUMN, lost).values())
    return total * (board.figures[start].diamonds + len(horns(board, start)))


def points(board: Layout, seats: int) -> list[int]:
    """Return the points of each player's figures."""
    scored, lost = [0] * seats, face_down(board)
    for space, figure in board.figures.items():
        scored[figure.seat] += figure_points(board, space, lost)
    return scored
