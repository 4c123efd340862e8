"""The structs that the rules work on: the printed box, the state of a game, and a list of choices.

Spaces of a board are numbered in reading order (left to right, top to bottom), without holes. A set of spaces is a mask
with one bit for each space. Tiles of an act are numbered copy by copy, equal ones next to each other, so a hand or a
pool is a mask too: a face held three times is the lowest three bits of its copies. A *face* is `act * 64 + its first
copy`.
"""

from heorot.engine.kernels.compiler import kernel
from heorot.engine.kernels.structs import Struct, int_field

# Capacities. Boxes within them need no new compilation; box.py refuses a larger one.
SEATS = 4
ACTS = 3
KINDS = 4
SPACES = 64  # a board has at most 63 spaces, so that a mask never uses the sign bit
COPIES = 64  # an act has at most 63 tiles, for the same reason
FACES = ACTS * COPIES
COUNSELS = 8  # different faces with Good Counsel
LONGEST_LIST = 4096  # actions to choose from
LONGEST_GAME = 4096  # entries of one game, chance included

# Figures (M1.2), in the order of the box.
BEOWULF, THANE, CASTLE, LONGSHIP = range(KINDS)

# Abilities (chapter 4).
PLAIN, TEMPTATION, VALOR, TREASURE, DRUNKENNESS, MEAD = range(6)
GOLDEN_STATUE, GOOD_COUNSEL, ROYAL_DRAGON_HORN, TREACHERY, GORGE = range(6, 11)
NOTHING = 11  # an ability that no tile has
ABILITIES = 12

NO_TILE = -1

# Phases: first those that pass by themselves, then questions to chance, then questions to a player.
NEXT_HAND, PLAYED, NEXT_TURN, ACT_OVER = range(4)
FIRST_SEAT, DEALT_TILE, DRAWN_TILE = range(4, 7)
FILL, TURN, PLAY, REMOVE, SWAP, SWAP_WITH = range(7, 13)
OVER = 13

FIRST_CHANCE = FIRST_SEAT
FIRST_QUESTION = FILL


class Printed(Struct):
    """The box as numbers and masks: everything printed on figures, boards and tiles. Constant and public."""

    saga_points: int = int_field()  # M1.3: with which each player starts
    hand: int = int_field()  # M1.6: tiles of an opening hand
    diamonds: list[int] = int_field(KINDS)
    figures: list[int] = int_field(KINDS)  # number of each kind that a player owns
    returns: list[int] = int_field(KINDS)  # 1: goes back to its owner after an act
    spaces: list[int] = int_field(ACTS)  # all spaces of the board, printed Gorges too
    gorges: list[int] = int_field(ACTS)  # M4.11: printed Gorges
    row: list[list[int]] = int_field(ACTS, SPACES)  # M3.9: the row of each space: the run of spaces around it
    column: list[list[int]] = int_field(ACTS, SPACES)
    beside: list[list[int]] = int_field(ACTS, SPACES)  # orthogonally adjacent spaces
    tiles: list[int] = int_field(ACTS)  # every copy of every tile of the act
    faces: list[int] = int_field(ACTS)  # the first copy of each face
    counsels: list[int] = int_field(ACTS)  # the copies with Good Counsel
    face: list[int] = int_field(FACES)  # the face of a copy (itself given as act * 64 + copy)
    copies: list[int] = int_field(FACES)  # all copies of a face
    value: list[int] = int_field(FACES)
    ability: list[int] = int_field(FACES)
    cash: list[int] = int_field(FACES)  # M4.3: treasure value of a Treasure
    counsel_face: list[int] = int_field(COUNSELS)  # the faces with Good Counsel, numbered
    counsel_number: list[int] = int_field(FACES)


class State(Struct):
    """The state of a game."""

    phase: int = int_field()  # the open question, or a phase that passes by itself
    seats: int = int_field()
    act: int = int_field()
    seat: int = int_field()  # the player to answer, or for whom chance draws
    next: int = int_field()  # the player after `seat`, who also begins the next act (M3.8)
    filled_hands: int = int_field()  # seats that have filled up their hands before the act's first turn (M3.7)
    draws_due: int = int_field()  # tiles that chance still deals to `seat`
    skipped: int = int_field()  # mask of seats skipped since the last answer (M2.6, M2.7)
    placed: int = int_field()  # space of the tile whose ability is being carried out (M4.1, M4.2, M4.6)
    chosen: int = int_field()  # M4.6: the first tile of the swap
    saga: list[int] = int_field(SEATS)
    unused: list[int] = int_field(SEATS)  # M5.2: diamonds in front of each player when act III ended
    in_front: list[list[int]] = int_field(SEATS, KINDS)  # figures not on the board
    figures: list[list[int]] = int_field(SEATS, KINDS)  # on the board: a mask of spaces
    open: int = int_field()  # open spaces
    tiles: int = int_field()  # spaces with a placed tile
    spaces_by_ability: list[int] = int_field(ABILITIES)  # by ability: spaces with such a tile
    positive: int = int_field()  # spaces with a tile of positive value
    tile: list[int] = int_field(SPACES)  # the face on each space, or NO_TILE
    value: list[int] = int_field(SPACES, width="i2")  # M1.5: the value on that face, or 0
    seen: list[int] = int_field(ACTS)  # tiles that everyone has seen: played, removed, cashed
    known_counsels: list[list[int]] = int_field(SEATS, ACTS)  # M6.2: tiles in the hand that all know to be such
    # Hidden (M6.2):
    pool: int = int_field()  # only the number is public
    hand: list[list[int]] = int_field(SEATS, ACTS)  # known to the owner; the number by act is public


class Choices(Struct):
    """The choices of the open question, in a fixed order."""

    count: int = int_field()
    figures: int = int_field()  # number of first choices that place a figure
    code: list[int] = int_field(LONGEST_LIST, width="i2")
    spaces: int = int_field()  # the mask of open spaces listed last, ...
    opened: int = int_field()  # ... their number, ...
    space: list[int] = int_field(SPACES, width="i2")  # ... and the spaces


# ---- Masks of tiles ------------------------------------------------------------------------------------------------


@kernel
def act_of(face: int) -> int:
    """Return the act on a tile's back."""
    return face >> 6


@kernel
def first_copy(face: int) -> int:
    """Return the mask of a face's first copy."""
    return 1 << (face & 63)


@kernel
def with_tile(box: Printed, tiles: int, face: int) -> int:
    """Return a set of tiles with another copy of a face."""
    return tiles | (tiles & box.copies[face]) << 1 | first_copy(face)


@kernel
def without_tile(box: Printed, tiles: int, face: int) -> int:
    """Return a set of tiles without one copy of a face."""
    copies = box.copies[face]
    return (tiles & ~copies) | ((tiles & copies) >> 1 & copies)
