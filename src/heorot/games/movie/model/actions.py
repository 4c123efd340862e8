"""The actions of players and chance: small values for people, integers for the rules.

An integer means the same action in every question. `table/action_codes.py` converts between the two.
"""

from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.seats import Seat
from heorot.games.movie.model.components import Tile
from heorot.games.movie.model.state import COUNSELS, FACES, KINDS, SPACES

# ---- Codes ---------------------------------------------------------------------------------------------------------

FIGURE = 0  # + kind * 64 + space
TILE = FIGURE + KINDS * SPACES  # + face * 64 + space; itself a multiple of 64
CASH = TILE + FACES * SPACES  # + face
COUNSEL = CASH + FACES  # + (number of the face * 64 + the start) * 4 + index of the end among its neighbours
REMOVE_TILE = COUNSEL + COUNSELS * SPACES * 4  # + space
SWAP_FIRST = REMOVE_TILE + SPACES  # + space
SWAP_SECOND = SWAP_FIRST + SPACES  # + space
DRAW = SWAP_SECOND + SPACES
FILL_UP = DRAW + 1
KEEP = FILL_UP + 1
PASS = KEEP + 1
GIVEN_TILE = PASS + 1  # + face; an answer of chance
GIVEN_SEAT = GIVEN_TILE + FACES  # + seat; an answer of chance
NO_CODE = -1  # an action with a space, tile or figure that is not in this box

# ---- Values --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceFigure:
    """M2.2: Place a figure on an open space."""

    kind: str
    space: str


@dataclass(frozen=True, slots=True)
class Draw:
    """M2.3: Draw a tile from the pool, and then play one."""


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """M2.4: Place a tile on an open space; M4.4: a Drunkenness may replace a Mead."""

    tile: Tile
    space: str


@dataclass(frozen=True, slots=True)
class Cash:
    """M4.3: Return a Treasure to the box for its treasure value."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Counsel:
    """M4.7: Move one of your figures to an adjacent space and place a Good Counsel where it stood."""

    tile: Tile
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Remove:
    """M4.1, M4.2: Remove a Valor or Temptation from the board."""

    space: str


@dataclass(frozen=True, slots=True)
class Swap:
    """M4.6: Choose the first tile of a swap, in reading order."""

    space: str


@dataclass(frozen=True, slots=True)
class SwapWith:
    """M4.6: Choose the second tile of a swap."""

    space: str


@dataclass(frozen=True, slots=True)
class FillUp:
    """M3.7: Fill up the hand before an act."""


@dataclass(frozen=True, slots=True)
class Keep:
    """M3.7: Keep the hand as it is; M4.1, M4.2, M4.6: keep the tiles on the board as they are."""


@dataclass(frozen=True, slots=True)
class Pass:
    """M2.8: Pass after a draw, if no tile of the hand can be played."""


@dataclass(frozen=True, slots=True)
class Given:
    """A tile that chance deals or draws (M1.6, M2.3, M3.7)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class First:
    """The seat that begins, drawn by lot (M1.7)."""

    seat: Seat


Action: TypeAlias = (
    PlaceFigure | Draw | PlaceTile | Cash | Counsel | Remove | Swap | SwapWith | FillUp | Keep | Pass | Given | First
)

# Log entries that are not actions.


@dataclass(frozen=True, slots=True)
class Hidden:
    """A tile that another player drew face down (M6.1)."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A player who was skipped (M2.6, M2.7)."""


SPACE_ACTIONS: dict[int, type[Remove | Swap | SwapWith]] = {
    REMOVE_TILE: Remove, SWAP_FIRST: Swap, SWAP_SECOND: SwapWith
}  # fmt: skip
WORD_ACTIONS: dict[int, Action] = {DRAW: Draw(), FILL_UP: FillUp(), KEEP: Keep(), PASS: Pass()}
