"""What a figure is worth: the end of an act (M3.3) and the abilities that matter to it (M4.8 to M4.11)."""

from heorot.engine.accel import count, highest, kernel, lowest, members, routine, sum_members
from heorot.games.movie.state import GORGE, KINDS, ROYAL_DRAGON_HORN, TREACHERY, Printed, State


@kernel
def undivided(run: int, space: int, gorges: int) -> int:
    """M4.10: the part of a row or column that no Gorge cuts off from this space."""
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
    """M3.9, M4.11: the spaces in one line with this one; a printed Gorge divides like a placed one."""
    gorges = s.lying[GORGE] | box.gorges[s.act]
    row = undivided(box.row[s.act][space], space, gorges)
    return row | undivided(box.column[s.act][space], space, gorges)


@routine
def betrayed(box: Printed, s: State) -> int:
    """M4.9: the spaces in line with a Treachery; positive tiles there are turned face down."""
    spaces = 0
    for space in members(s.lying[TREACHERY]):
        spaces |= in_line(box, s, space)
    return spaces


@kernel
def counted(s: State, line: int, turned: int) -> int:
    """M4.9: the tiles of a line that count; positive ones in line with a Treachery lie face down."""
    return line & s.tiles & ~(turned & s.positive)


@kernel
def figure_sum(s: State, line: int, turned: int) -> int:
    """M1.5, M3.3: the values of the tiles in a figure's row and column, added; a tile without one counts 0."""
    return sum_members(counted(s, line, turned), s.value)


@kernel
def diamonds_of(box: Printed, s: State, kind: int, line: int) -> int:
    """M4.8: a figure's diamonds, and one more for every Royal Dragon Horn in line with it."""
    return box.diamonds[kind] + count(line & s.lying[ROYAL_DRAGON_HORN])


@routine
def points_on_board(box: Printed, s: State, seat: int, turned: int) -> int:
    """M3.3: what a player's figures on the board score together, each its sum times its diamonds."""
    points = 0
    for kind in range(KINDS):
        for space in members(s.figures[seat][kind]):
            line = in_line(box, s, space)
            points += figure_sum(s, line, turned) * diamonds_of(box, s, kind, line)
    return points
