"""Actions as integers and back. The rules work on integers, everything else on actions."""

from collections.abc import Iterable
from functools import lru_cache

from heorot.engine.kernels.bits import count, nth
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import (
    CASH,
    COUNSEL,
    FIGURE,
    GIVEN_SEAT,
    GIVEN_TILE,
    NO_CODE,
    REMOVE_TILE,
    SPACE_ACTIONS,
    SWAP_FIRST,
    SWAP_SECOND,
    TILE,
    WORD_ACTIONS,
    Action,
    Cash,
    Counsel,
    First,
    Given,
    PlaceFigure,
    PlaceTile,
    Remove,
    Swap,
    SwapWith,
)
from heorot.games.movie.model.components import KIND_WORDS
from heorot.games.movie.model.state import ACTS, GOOD_COUNSEL, SEATS, SPACES

CACHED_BOXES = 16


def decode(box: Box, act: int, code: int) -> Action:
    """Return the action of a code in an act (counted from 0)."""
    return decode_all(box, act, (code,))[0]


def decode_all(box: Box, act: int, codes: Iterable[int]) -> tuple[Action, ...]:
    """Return the actions of several codes. Each action is made once for a box and an act."""
    known = decoded(box, act)
    return tuple([known.get(code) or known.setdefault(code, make_action(box, act, code)) for code in codes])


@lru_cache(CACHED_BOXES * ACTS)
def decoded(box: Box, act: int) -> dict[int, Action]:
    """Return the cache of `decode_all`, which fills it."""
    return {}


def make_action(box: Box, act: int, code: int) -> Action:
    """Make the action of a code."""
    names = box.boards[act].names
    if code < TILE:
        return PlaceFigure(KIND_WORDS[code >> 6], names[code & 63])
    if code < CASH:
        return PlaceTile(box.faces[(code - TILE) >> 6], names[code & 63])
    if code < COUNSEL:
        return Cash(box.faces[code - CASH])
    if code < REMOVE_TILE:
        return make_counsel(box, act, code - COUNSEL)
    if code in WORD_ACTIONS:
        return WORD_ACTIONS[code]
    if code >= GIVEN_SEAT:
        return First(Seat(code - GIVEN_SEAT))
    if code >= GIVEN_TILE:
        return Given(box.faces[code - GIVEN_TILE])
    base = max(base for base in SPACE_ACTIONS if base <= code)
    return SPACE_ACTIONS[base](names[code - base])


def make_counsel(box: Box, act: int, move: int) -> Counsel:
    """M4.7: Make the move of a figure with a Good Counsel."""
    names = box.boards[act].names
    start = move >> 2 & 63
    end = nth(box.printed.beside[act][start], move & 3)
    return Counsel(box.faces[box.printed.counsel_face[move >> 8]], names[start], names[end])


def encode(box: Box, act: int, action: Action) -> int:
    """Return the code of an action in an act, or NO_CODE if its space, tile or figure is not in the box."""
    try:
        return encode_known(box, act, action)
    except (LookupError, ValueError):
        return NO_CODE


def encode_known(box: Box, act: int, action: Action) -> int:
    """Return the code of an action; raises LookupError or ValueError for anything that is not in the box."""
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
    return next((code for code, word in WORD_ACTIONS.items() if word == action), NO_CODE)


def encode_counsel(box: Box, act: int, face: int, start: int, end: int) -> int:
    """M4.7: Return the code of a Good Counsel; NO_CODE unless the two spaces are adjacent."""
    beside = box.printed.beside[act][start]
    if not beside >> end & 1 or box.printed.ability[face] != GOOD_COUNSEL:
        return NO_CODE
    neighbour = count(beside & ((1 << end) - 1))
    return COUNSEL + (box.printed.counsel_number[face] * SPACES + start) * 4 + neighbour
