"""What lies where, and who may know it: the two records that the rules work on.

Spaces of a board are numbered in reading order (left to right, top to bottom), holes left out. A set of spaces is a
mask, one bit a space. Tiles of an act are numbered copy by copy, equal ones side by side, so a hand or a pool is a
mask too: a face held three times is the lowest three bits of its copies. A *face* is `act * 64 + its first copy`.
"""

from heorot.engine.accel import Record, kernel, whole

# Capacities. Any box within them plays without compiling anything again; box.py refuses one that is larger.
SEATS = 4
ACTS = 3
KINDS = 4
SPACES = 64  # a board has at most 63 spaces, so that a mask never meets the sign bit
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
NOTHING = 11  # no tile has it
ABILITIES = 12

NO_TILE = -1

# The open question. First what passes by itself, then what chance answers, then what a player answers.
NEXT_HAND, PLAYED, NEXT_TURN, ACT_OVER = range(4)
FIRST_SEAT, DEALT_TILE, DRAWN_TILE = range(4, 7)
FILL, TURN, PLAY, REMOVE, SWAP, SWAP_WITH = range(7, 13)
OVER = 13

FIRST_CHANCE = FIRST_SEAT
FIRST_QUESTION = FILL


class Printed(Record):
    """What is printed on figures, boards and tiles: the box as numbers and masks. It never changes; all may know it."""

    saga_points: int = whole()  # M1.3: what each player starts with
    hand: int = whole()  # M1.6: tiles of an opening hand
    diamonds: list[int] = whole(KINDS)
    figures: list[int] = whole(KINDS)  # how many of each kind a player owns
    returns: list[int] = whole(KINDS)  # 1: goes back to its owner after an act
    spaces: list[int] = whole(ACTS)  # all spaces of the board, printed Gorges too
    gorges: list[int] = whole(ACTS)  # M4.11: printed Gorges
    row: list[list[int]] = whole(ACTS, SPACES)  # M3.9: the run of spaces that is this space's row
    column: list[list[int]] = whole(ACTS, SPACES)
    beside: list[list[int]] = whole(ACTS, SPACES)  # orthogonally adjacent spaces
    tiles: list[int] = whole(ACTS)  # every copy of every tile of the act
    faces: list[int] = whole(ACTS)  # the first copy of each face
    counsels: list[int] = whole(ACTS)  # the copies with Good Counsel
    face: list[int] = whole(FACES)  # the face of a copy (itself given as act * 64 + copy)
    copies: list[int] = whole(FACES)  # all copies of a face
    value: list[int] = whole(FACES)
    ability: list[int] = whole(FACES)
    cash: list[int] = whole(FACES)  # M4.3: what a Treasure is worth when returned
    counsel_face: list[int] = whole(COUNSELS)  # the faces with Good Counsel, numbered
    counsel_number: list[int] = whole(FACES)


class State(Record):
    """What is on the table."""

    phase: int = whole()  # the open question
    seats: int = whole()
    act: int = whole()
    seat: int = whole()  # who is asked, or for whom chance draws
    next: int = whole()  # whose turn comes next; begins the next act (M3.8)
    served: int = whole()  # seats whose hand was seen to before the act's first turn (M3.7)
    owed: int = whole()  # tiles that chance still deals to `seat`
    skipped: int = whole()  # mask of seats passed over since the last answer (M2.6, M2.7)
    placed: int = whole()  # where the tile went whose ability is being carried out (M4.1, M4.2, M4.6)
    chosen: int = whole()  # M4.6: the first tile of the swap
    saga: list[int] = whole(SEATS)
    unused: list[int] = whole(SEATS)  # M5.2: diamonds in front of each player when act III ended
    in_front: list[list[int]] = whole(SEATS, KINDS)  # figures not on the board
    figures: list[list[int]] = whole(SEATS, KINDS)  # where they stand: a mask of spaces
    open: int = whole()  # open spaces
    tiles: int = whole()  # spaces with a placed tile
    lying: list[int] = whole(ABILITIES)  # of those, the ones with each ability
    positive: int = whole()  # and the ones with a positive value
    tile: list[int] = whole(SPACES)  # the face on each space, or NO_TILE
    value: list[int] = whole(SPACES, width="i2")  # M1.5: the value on that face, or 0
    seen: list[int] = whole(ACTS)  # tiles that everyone has seen: played, removed, cashed
    sure: list[list[int]] = whole(SEATS, ACTS)  # M6.2: tiles in that hand that all know to be Good Counsels
    # Hidden (M6.2):
    pool: int = whole()  # nobody knows it; only how many
    hand: list[list[int]] = whole(SEATS, ACTS)  # fronts are their owner's alone; the number by act is open


class Choices(Record):
    """A list of what may be answered, in a fixed order."""

    count: int = whole()
    figures: int = whole()  # so many of them, the first ones, place a figure
    code: list[int] = whole(LONGEST_LIST, width="i2")
    spaces: int = whole()  # the mask of open spaces that was expanded last, ...
    opened: int = whole()  # ... how many they are, ...
    space: list[int] = whole(SPACES, width="i2")  # ... and which


# ---- Masks of tiles ------------------------------------------------------------------------------------------------


@kernel
def act_of(face: int) -> int:
    """The act on a tile's back."""
    return face >> 6


@kernel
def first_copy(face: int) -> int:
    """The mask of a face's first copy."""
    return 1 << (face & 63)


@kernel
def with_tile(box: Printed, tiles: int, face: int) -> int:
    """A set of tiles and one more."""
    return tiles | (tiles & box.copies[face]) << 1 | first_copy(face)


@kernel
def without_tile(box: Printed, tiles: int, face: int) -> int:
    """A set of tiles and one less."""
    copies = box.copies[face]
    return (tiles & ~copies) | ((tiles & copies) >> 1 & copies)
