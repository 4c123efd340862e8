"""Chapter 1: tokens in front of players, shown tokens and the supply. Every token moves through a function of this
file."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.state import (
    ALLIANCE,
    ALLIANCE_FAME,
    ALLIANCE_TREASURE,
    FAME,
    LAID,
    SUPPLY,
    TREASURE,
    VALUES,
    State,
)

ALL_VALUES = (1 << VALUES) - 1
FAMES = ALL_VALUES << FAME | ALL_VALUES << ALLIANCE_FAME  # L3.5: square or alliance
TREASURES = ALL_VALUES << TREASURE | ALL_VALUES << ALLIANCE_TREASURE  # L9.1: likewise


@kernel
def move_token(s: State, start: int, end: int, token: int) -> None:
    """L1.6: Move a token from one place to another; every token is in exactly one place."""
    s.tokens[start][token] -= 1
    if s.tokens[start][token] == 0:
        s.owned[start] &= ~(1 << token)
    s.tokens[end][token] += 1
    s.owned[end] |= 1 << token


@kernel
def is_left(s: State, token: int) -> bool:
    """L1.6: Return whether the supply has this token."""
    return s.owned[SUPPLY] >> token & 1 != 0


@kernel
def take_token(s: State, seat: int, token: int) -> None:
    """L6.3: Take a square token openly, if it is left."""
    if is_left(s, token):
        move_token(s, SUPPLY, seat, token)


@kernel
def draw_alliance(s: State, token: int) -> None:
    """L1.7: Draw an alliance token; only its owner sees its face."""
    move_token(s, SUPPLY, s.seat, token)
    s.alliances -= 1


@kernel
def show_token(s: State, seat: int, token: int) -> None:
    """L1.7: Show a token, and remove it from the known alliance tokens of the player."""
    move_token(s, seat, LAID + seat, token)
    s.shown[seat][token] -= min(1, s.shown[seat][token])


@routine
def take_tokens_back(s: State, seat: int) -> None:
    """L1.7, L9.1: Return shown tokens to their owner; the faces of alliance tokens are remembered."""
    for token in members(s.owned[LAID + seat]):
        while s.tokens[LAID + seat][token]:
            move_token(s, LAID + seat, seat, token)
            s.shown[seat][token] += token >= ALLIANCE


@routine
def return_tokens(s: State, place: int, tokens: int) -> None:
    """L3.5: Return tokens of these faces to the supply, alliance tokens face down."""
    for token in members(s.owned[place] & tokens):
        while s.tokens[place][token]:
            move_token(s, place, SUPPLY, token)
            s.alliances += token >= ALLIANCE


@kernel
def sum_of(s: State, seat: int, tokens: int) -> int:
    """Return the sum of the values of a player's tokens of these faces."""
    total = 0
    for token in members(s.owned[seat] & tokens):
        total += token % VALUES * s.tokens[seat][token]
    return total
