"""Boards and tiles as numbers and masks, for the rules."""

from collections.abc import Mapping

from heorot.games.movie.components import ABILITY_WORDS, Board, Place, Tile
from heorot.games.movie.state import COPIES, Printed


def print_board(printed: Printed, board: Board) -> None:
    act, numbers = board.act - 1, {place: space for space, place in enumerate(board.spaces)}
    printed.spaces[act] = (1 << len(numbers)) - 1
    printed.gorges[act] = sum(1 << space for space in board.gorges)
    for (x, y), space in numbers.items():
        printed.row[act][space] = run(numbers, x, y, 1, 0) | run(numbers, x, y, -1, 0)
        printed.column[act][space] = run(numbers, x, y, 0, 1) | run(numbers, x, y, 0, -1)
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        printed.beside[act][space] = sum(1 << numbers[place] for place in beside if place in numbers)


def run(numbers: Mapping[Place, int], x: int, y: int, right: int, down: int) -> int:
    """M3.9: the spaces from a place on in one direction, up to a hole or the edge."""
    spaces = 0
    while (x, y) in numbers:
        spaces |= 1 << numbers[x, y]
        x, y = x + right, y + down
    return spaces


def print_tile(printed: Printed, face: int, tile: Tile, count: int) -> None:
    act, first = divmod(face, COPIES)
    copies = ((1 << count) - 1) << first
    printed.tiles[act] |= copies
    printed.faces[act] |= 1 << first
    printed.face[face : face + count] = [face] * count
    printed.copies[face] = copies
    printed.value[face], printed.cash[face] = tile.value, tile.cash
    printed.ability[face] = ABILITY_WORDS.index(tile.ability)
