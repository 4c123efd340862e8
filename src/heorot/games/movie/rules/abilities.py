"""Chapter 4: the special abilities that change how a tile is played. Their effects on scores are in scoring.py."""

from heorot.engine.kernels.bits import count, highest, list_members, list_sums, members, nth
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.movie.model.actions import CASH, COUNSEL, KEEP, REMOVE_TILE, SWAP_FIRST, SWAP_SECOND, TILE
from heorot.games.movie.model.state import (
    DRUNKENNESS,
    GOLDEN_STATUE,
    KINDS,
    MEAD,
    NO_TILE,
    NOTHING,
    PLAYED,
    REMOVE,
    SPACES,
    SWAP,
    SWAP_WITH,
    TEMPTATION,
    TREASURE,
    VALOR,
    Choices,
    Printed,
    State,
    act_of,
    with_tile,
    without_tile,
)

# ---- Lists of answers ----------------------------------------------------------------------------------------------


@kernel
def add(out: Choices, code: int) -> None:
    """Add an answer."""
    out.code[out.count] = code
    out.count += 1


@kernel
def add_for(out: Choices, code: int, spaces: int) -> None:
    """Add an answer for each of these spaces."""
    out.count = list_members(spaces, code, out.code, out.count)


@kernel
def add_for_open(out: Choices, code: int, wanted: bool) -> None:
    """Add an answer for each open space, if wanted."""
    out.count = list_sums(out.space, out.opened, code, out.code, out.count, wanted)


# ---- Tiles on and off the board ------------------------------------------------------------------------------------


@kernel
def lay(box: Printed, s: State, face: int, space: int) -> None:
    """M2.4: Place a tile on a space."""
    s.tile[space] = face
    s.value[space] = box.value[face]
    s.tiles |= 1 << space
    s.spaces_by_ability[box.ability[face]] |= 1 << space
    s.positive |= (box.value[face] > 0) << space
    s.open &= ~(1 << space)


@kernel
def take_off(box: Printed, s: State, space: int) -> None:
    """M4.12: Remove a tile from the board and the game; its space is open again."""
    s.spaces_by_ability[box.ability[s.tile[space]]] &= ~(1 << space)
    s.tile[space] = NO_TILE
    s.value[space] = 0
    s.tiles &= ~(1 << space)
    s.positive &= ~(1 << space)
    s.open |= 1 << space


@kernel
def out_of_hand(box: Printed, s: State, face: int) -> None:
    """M6.1: Play a tile from the hand; all players see it."""
    act = act_of(face)
    s.hand[s.seat][act] = without_tile(box, s.hand[s.seat][act], face)
    s.seen[act] = with_tile(box, s.seen[act], face)


# ---- Treasure, Drunkenness and Mead --------------------------------------------------------------------------------


@kernel
def treasure_choices(box: Printed, face: int, out: Choices) -> None:
    """M4.3 Treasure: List returning it to the box for its treasure value, besides placing it like any tile."""
    if box.ability[face] == TREASURE:
        add(out, CASH + face)


@kernel
def cash(box: Printed, s: State, face: int) -> None:
    """M4.3: Return a Treasure to the box; its owner gains the treasure value at once."""
    out_of_hand(box, s, face)
    s.saga[s.seat] += box.cash[face]
    s.phase = PLAYED


@kernel
def drunkenness_choices(box: Printed, s: State, face: int, out: Choices) -> None:
    """M4.4 Drunkenness: List the Meads (M4.5) that it may replace, besides open spaces."""
    if box.ability[face] == DRUNKENNESS:
        add_for(out, TILE + face * SPACES, s.spaces_by_ability[MEAD])


# ---- Good Counsel --------------------------------------------------------------------------------------------------


@kernel
def own_figures(s: State, seat: int) -> int:
    """Return the spaces of a player's figures."""
    spaces = 0
    for kind in range(KINDS):
        spaces |= s.figures[seat][kind]
    return spaces


@routine
def counsel_choices(box: Printed, s: State, face: int, out: Choices) -> None:
    """M4.7 Good Counsel: List the moves of the player's figures to adjacent open spaces."""
    code = COUNSEL + box.counsel_number[face] * SPACES * 4
    for start in members(own_figures(s, s.seat)):
        beside = box.beside[s.act][start]
        for end in members(beside & s.open):
            add(out, code + start * 4 + count(beside & ((1 << end) - 1)))


@routine
def can_counsel(box: Printed, s: State, seat: int) -> bool:
    """M4.7: Return whether a player has a figure next to an open space; else Good Counsel cannot be played."""
    for space in members(own_figures(s, seat)):
        if box.beside[s.act][space] & s.open:
            return True
    return False


@routine
def counsel(box: Printed, s: State, move: int) -> None:
    """M4.7: Move the figure, and place the tile on the space that it left."""
    face = box.counsel_face[move >> 8]
    start = move >> 2 & 63
    end = nth(box.beside[s.act][start], move & 3)
    out_of_hand(box, s, face)
    if s.known_counsels[s.seat][act_of(face)]:
        s.known_counsels[s.seat][act_of(face)] -= 1
    for kind in range(KINDS):
        if s.figures[s.seat][kind] >> start & 1:
            s.figures[s.seat][kind] ^= 1 << start | 1 << end
    s.open &= ~(1 << end)
    lay(box, s, face, start)
    s.phase = PLAYED


# ---- Follow-ups of a placement: Temptation, Valor, Golden Statue ---------------------------------------------------


@kernel
def follow_up(box: Printed, s: State, face: int, space: int) -> None:
    """M4.13: Ask the question of M4.1, M4.2 or M4.6 only if there is a tile to remove or to swap."""
    s.phase = PLAYED
    s.placed = space
    ability = box.ability[face]
    if ability == GOLDEN_STATUE and count(s.tiles) > 2:
        s.phase = SWAP
    elif s.spaces_by_ability[removed_by(ability)]:
        s.phase = REMOVE


@kernel
def removed_by(ability: int) -> int:
    """M4.1, M4.2: Return the ability that is removed: Valor by Temptation, Temptation by Valor."""
    if ability == TEMPTATION:
        return VALOR
    if ability == VALOR:
        return TEMPTATION
    return NOTHING


@kernel
def remove_choices(box: Printed, s: State, out: Choices) -> None:
    """M4.1, M4.2: List the Valor tiles that a Temptation may remove, or the reverse, and keeping all."""
    add_for(out, REMOVE_TILE, s.spaces_by_ability[removed_by(box.ability[s.tile[s.placed]])])
    add(out, KEEP)


@kernel
def remove(box: Printed, s: State, space: int) -> None:
    """M4.1, M4.2: Remove the tile from the game."""
    take_off(box, s, space)
    s.phase = PLAYED


@kernel
def swap_choices(s: State, out: Choices) -> None:
    """M4.6 Golden Statue: List the first tiles of a swap of two other tiles, in reading order, and keeping all."""
    others = s.tiles & ~(1 << s.placed)
    add_for(out, SWAP_FIRST, others & ~(1 << highest(others)))
    add(out, KEEP)


@kernel
def swap_with_choices(s: State, out: Choices) -> None:
    """M4.6: List the second tiles of a swap, which come after the first in reading order."""
    others = s.tiles & ~(1 << s.placed)
    add_for(out, SWAP_SECOND, others & ~((2 << s.chosen) - 1))


@kernel
def choose_swap(s: State, space: int) -> None:
    """M4.6: Choose the first of the two tiles."""
    s.chosen = space
    s.phase = SWAP_WITH


@kernel
def swap(box: Printed, s: State, space: int) -> None:
    """M4.6: Swap the two tiles."""
    one = s.tile[s.chosen]
    other = s.tile[space]
    take_off(box, s, s.chosen)
    take_off(box, s, space)
    lay(box, s, other, s.chosen)
    lay(box, s, one, space)
    s.phase = PLAYED
