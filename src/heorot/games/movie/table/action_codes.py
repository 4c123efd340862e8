"""What a player can say, and what chance can say: small values for people, whole numbers for the rules.

A number means the same in every question. `encode` and `decode` go from one to the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from heorot.engine.accel import count, nth
from heorot.engine.seats import Seat
from heorot.games.movie.box import KIND_WORDS, Box, Tile
from heorot.games.movie.state import ACTS, COUNSELS, FACES, GOOD_COUNSEL, KINDS, SEATS, SPACES

# ---- Numbers -------------------------------------------------------------------------------------------------------

FIGURE = 0  # + kind * 64 + space
TILE = FIGURE + KINDS * SPACES  # + face * 64 + space; itself a multiple of 64
CASH = TILE + FACES * SPACES  # + face
COUNSEL = CASH + FACES  # + (number of the face * 64 + the space it leaves) * 4 + which neighbour, in reading order
REMOVE_TILE = COUNSEL + COUNSELS * SPACES * 4  # + space
SWAP_FIRST = REMOVE_TILE + SPACES  # + space
SWAP_SECOND = SWAP_FIRST + SPACES  # + space
DRAW = SWAP_SECOND + SPACES
FILL_UP = DRAW + 1
KEEP = FILL_UP + 1
PASS = KEEP + 1
GIVEN_TILE = PASS + 1  # + face; said by chance
GIVEN_SEAT = GIVEN_TILE + FACES  # + seat; said by chance
NO_CODE = -1  # an action that names no space, tile or figure of this box
BOXES = 16  # of so many boxes the actions are remembered

# ---- Words ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceFigure:
    """Place a figure on an open space (M2.2)."""

    kind: str
    space: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a tile from the pool, and then play one (M2.3)."""


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place a tile on a space (M2.4), for a Drunkenness perhaps on a Mead (M4.4)."""

    tile: Tile
    space: str


@dataclass(frozen=True, slots=True)
class Cash:
    """Return a Treasure to the box for its treasure value (M4.3)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Counsel:
    """Move an own figure to the next space and leave a Good Counsel behind (M4.7)."""

    tile: Tile
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a Valor or Temptation from the board (M4.1, M4.2)."""

    space: str


@dataclass(frozen=True, slots=True)
class Swap:
    """Swap this tile, the first in reading order, with another one (M4.6)."""

    space: str


@dataclass(frozen=True, slots=True)
class SwapWith:
    """... and this is the other one."""

    space: str


@dataclass(frozen=True, slots=True)
class FillUp:
    """Fill the hand up before an act (M3.7)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave things as they are: the hand (M3.7), or the tiles on the board (M4.1, M4.2, M4.6)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Drawn, and no tile of the hand can be played (M2.8)."""


@dataclass(frozen=True, slots=True)
class Given:
    """Chance gives a tile: dealt, drawn or filled up with."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class First:
    """Chance names the seat that begins (M1.7)."""

    seat: Seat


Action: TypeAlias = (
    PlaceFigure | Draw | PlaceTile | Cash | Counsel | Remove | Swap | SwapWith | FillUp | Keep | Pass | Given | First
)

# What a seat sees of what it may not see, or of what nobody says.


@dataclass(frozen=True, slots=True)
class Hidden:
    """A tile that went face down to someone else."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A player was passed over (M2.6, M2.7)."""


ON_A_SPACE: dict[int, type[Remove | Swap | SwapWith]] = {REMOVE_TILE: Remove, SWAP_FIRST: Swap, SWAP_SECOND: SwapWith}
IN_A_WORD: dict[int, Action] = {DRAW: Draw(), FILL_UP: FillUp(), KEEP: Keep(), PASS: Pass()}


def decode(box: Box, act: int, code: int) -> Action:
    """The action that a number stands for in this act (counted from 0)."""
    return decode_all(box, act, (code,))[0]


def decode_all(box: Box, act: int, codes: Iterable[int]) -> tuple[Action, ...]:
    """The same for several: long lists are made of few different actions, so each is made once."""
    known = decoded(box, act)
    return tuple([known.get(code) or known.setdefault(code, decode_anew(box, act, code)) for code in codes])


@lru_cache(BOXES * ACTS)
def decoded(box: Box, act: int) -> dict[int, Action]:
    """The actions of an act that were decoded before, by their numbers."""
    return {}


def decode_anew(box: Box, act: int, code: int) -> Action:
    """An action that was not decoded before."""
    names = box.boards[act].names
    if code < TILE:
        return PlaceFigure(KIND_WORDS[code >> 6], names[code & 63])
    if code < CASH:
        return PlaceTile(box.faces[(code - TILE) >> 6], names[code & 63])
    if code < COUNSEL:
        return Cash(box.faces[code - CASH])
    if code < REMOVE_TILE:
        return decode_counsel(box, act, code - COUNSEL)
    if code in IN_A_WORD:
        return IN_A_WORD[code]
    if code >= GIVEN_SEAT:
        return First(Seat(code - GIVEN_SEAT))
    if code >= GIVEN_TILE:
        return Given(box.faces[code - GIVEN_TILE])
    base = max(base for base in ON_A_SPACE if base <= code)
    return ON_A_SPACE[base](names[code - base])


def decode_counsel(box: Box, act: int, move: int) -> Counsel:
    """The figure's way, and which Good Counsel."""
    names = box.boards[act].names
    start = move >> 2 & 63
    end = nth(box.printed.beside[act][start], move & 3)
    return Counsel(box.faces[box.printed.counsel_face[move >> 8]], names[start], names[end])


def encode(box: Box, act: int, action: Action) -> int:
    """The number of an action in this act, or NO_CODE if it names something that is not there."""
    try:
        return encode_known(box, act, action)
    except (LookupError, ValueError):
        return NO_CODE


def encode_known(box: Box, act: int, action: Action) -> int:
    """The number of an action; LookupError or ValueError for what does not exist."""
    at = box.boards[act].numbers
    match action:
        case PlaceFigure(kind, space):
            return FIGURE + KIND_WORDS.index(kind) * SPACES + at[space]
        case PlaceTile(tile, space):
            return TILE + box.face_numbers[tile] * SPACES + at[space]
        case Cash(tile):
            return CASH + box.face_numbers[tile]
        case Counsel(tile, start, end):
            return encode_counsel(box, act, box.face_numbers[tile], at[start], at[end])
        case Remove(space):
            return REMOVE_TILE + at[space]
        case Swap(space):
            return SWAP_FIRST + at[space]
        case SwapWith(space):
            return SWAP_SECOND + at[space]
        case Given(tile):
            return GIVEN_TILE + box.face_numbers[tile]
        case First(seat) if 0 <= seat < SEATS:
            return GIVEN_SEAT + seat
    return next((code for code, word in IN_A_WORD.items() if word == action), NO_CODE)


def encode_counsel(box: Box, act: int, face: int, start: int, end: int) -> int:
    """A Good Counsel between neighbours; there is no number for any other way."""
    beside = box.printed.beside[act][start]
    if not beside >> end & 1 or box.printed.ability[face] != GOOD_COUNSEL:
        return NO_CODE
    neighbour = count(beside & ((1 << end) - 1))
    return COUNSEL + (box.printed.counsel_number[face] * SPACES + start) * 4 + neighbour
