"""Scoring at the end of an act (M3.3) and the abilities that change it (M4.8 to M4.11)."""

from heorot.engine.kernels.bits import count, highest, lowest, members, sum_members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.movie.model.state import GORGE, KINDS, ROYAL_DRAGON_HORN, TREACHERY, Printed, State


@kernel
def undivided(run: int, space: int, gorges: int) -> int:
    """M4.10: Return the part of a row or column that no Gorge cuts off from a space."""
    cuts = run & gorges
    before = cuts & ((1 << space) - 1)
    after = cuts & ~before
    if before:
        run &= ~((2 << highest(before)) - 1)
    if after:
        run &= (1 << lowest(after)) - 1
    return run


@kernel
def in_line(box: Printed, s: State, space: int) -> int:
    """M3.9, M4.11: Return the spaces in line with a space; printed Gorges divide like placed ones."""
    gorges = s.spaces_by_ability[GORGE] | box.gorges[s.act]
    row = undivided(box.row[s.act][space], space, gorges)
    return row | undivided(box.column[s.act][space], space, gorges)


@routine
def betrayed(box: Printed, s: State) -> int:
    """M4.9: Return the spaces in line with a Treachery, where positive tiles are turned face down."""
    spaces = 0
    for space in members(s.spaces_by_ability[TREACHERY]):
        spaces |= in_line(box, s, space)
    return spaces


@kernel
def counted(s: State, line: int, turned: int) -> int:
    """M4.9: Return the tiles of a line that count; positive ones in line with a Treachery do not."""
    return line & s.tiles & ~(turned & s.positive)


@kernel
def figure_sum(s: State, line: int, turned: int) -> int:
    """M1.5, M3.3: Return the sum of the values in a figure's row and column; a tile without a value counts 0."""
    return sum_members(counted(s, line, turned), s.value)


@kernel
def diamonds_of(box: Printed, s: State, kind: int, line: int) -> int:
    """M4.8: Return a figure's diamonds, plus one for every Royal Dragon Horn in line with it."""
    return box.diamonds[kind] + count(line & s.spaces_by_ability[ROYAL_DRAGON_HORN])


@routine
def points_on_board(box: Printed, s: State, seat: int, turned: int) -> int:
    """M3.3: Return the points of a player's figures on the board: each scores its sum times its diamonds."""
    points = 0
    for kind in range(KINDS):
        for space in members(s.figures[seat][kind]):
            line = in_line(box, s, space)
            points += figure_sum(s, line, turned) * diamonds_of(box, s, kind, line)
    return points
