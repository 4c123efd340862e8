"""Compile boards and tiles into the numbers and masks of `Printed`."""

from collections.abc import Mapping

from heorot.games.movie.model.components import ABILITY_WORDS, Board, Position, Tile
from heorot.games.movie.model.state import COPIES, Printed


def print_board(printed: Printed, board: Board) -> None:
    """M3.9, M4.11: Add a board: its spaces, Gorges, rows, columns and neighbours."""
    act, numbers = board.act - 1, {place: space for space, place in enumerate(board.spaces)}
    printed.spaces[act] = (1 << len(numbers)) - 1
    printed.gorges[act] = sum(1 << space for space in board.gorges)
    for (x, y), space in numbers.items():
        printed.row[act][space] = run_of_spaces(numbers, x, y, 1, 0) | run_of_spaces(numbers, x, y, -1, 0)
        printed.column[act][space] = run_of_spaces(numbers, x, y, 0, 1) | run_of_spaces(numbers, x, y, 0, -1)
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        printed.beside[act][space] = sum(1 << numbers[place] for place in beside if place in numbers)


def run_of_spaces(numbers: Mapping[Position, int], x: int, y: int, right: int, down: int) -> int:
    """M3.9: Return the spaces from a position in one direction, up to a hole or the edge."""
    spaces = 0
    while (x, y) in numbers:
        spaces |= 1 << numbers[x, y]
        x, y = x + right, y + down
    return spaces


def print_tile(printed: Printed, face: int, tile: Tile, count: int) -> None:
    """M1.5: Add the copies of a tile."""
    act, first = divmod(face, COPIES)
    copies = ((1 << count) - 1) << first
    printed.tiles[act] |= copies
    printed.faces[act] |= 1 << first
    printed.face[face : face + count] = [face] * count
    printed.copies[face] = copies
    printed.value[face], printed.cash[face] = tile.value, tile.cash
    printed.ability[face] = ABILITY_WORDS.index(tile.ability)
