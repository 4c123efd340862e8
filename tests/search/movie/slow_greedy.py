"""The Movie game's policy `greedy`, written slowly from its definition alone. It reads a View, so it sees nothing
hidden.

A position's worth is (own saga points + explained score of own figures on the board) - the best rival's same sum. An
action is worth the position right after it (a follow-up is a separate question; the first half of a swap is worth its
best second half). `draw` is worth the mean, over the tiles unseen by that seat, of the best play then possible (nothing
playable: the position as it is). It always fills up. Ties are uniform.
"""

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction

from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import (
    Action,
    Cash,
    Counsel,
    Draw,
    FillUp,
    Keep,
    PlaceFigure,
    PlaceTile,
    Remove,
    Swap,
    SwapWith,
)
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.view import View
from tests.games.movie.slow_scorer import DOWN, LEFT, RIGHT, UP, Figure, Layout, layout_of, name_of, points, space_of


class Position:
    """A board and all saga points, as one seat sees them."""

    def __init__(self, box: Box, view: View) -> None:
        self.view = view
        self.me = view.seat
        self.diamonds = {figure.kind: figure.diamonds for figure in box.figures}
        self.saga = [player.saga for player in view.players]
        self.board = layout_of(box.boards[view.act - 1].rows)
        self.board.tiles = {space_of(lying.space): lying.tile for lying in view.tiles}
        self.board.figures = {space_of(f.space): Figure(f.seat, self.diamonds[f.kind]) for f in view.figures}

    def worth(self, board: Layout, cash: int = 0) -> int:
        """Return the seat's sum minus the best rival's."""
        sums = [saga + scored for saga, scored in zip(self.saga, points(board, len(self.saga)), strict=True)]
        own = sums.pop(self.me) + cash
        return own - max(sums)

    def after(self, action: Action) -> Fraction | int:
        """Return the worth of an action."""
        match action:
            case Draw():
                return self.mean_of_draws()
            case Cash(tile):
                return self.worth(self.board, tile.cash)
            case Swap(space):
                return max(self.worth(self.swapped(space, other)) for other in self.later_tiles(space))
            case SwapWith(space):
                return self.worth(self.swapped(self.view.chosen, space))
        return self.worth(self.changed(action))

    def changed(self, action: Action) -> Layout:
        """Return the board right after an action."""
        board = deepcopy_of(self.board)
        match action:
            case PlaceFigure(kind, space):
                board.figures[space_of(space)] = Figure(self.me, self.diamonds[kind])
            case PlaceTile(tile, space):
                board.tiles[space_of(space)] = tile
            case Counsel(tile, start, end):
                board.figures[space_of(end)] = board.figures.pop(space_of(start))
                board.tiles[space_of(start)] = tile
            case Remove(space):
                del board.tiles[space_of(space)]
        return board

    def swapped(self, one: str, other: str) -> Layout:
        board = deepcopy_of(self.board)
        a, b = space_of(one), space_of(other)
        board.tiles[a], board.tiles[b] = board.tiles[b], board.tiles[a]
        return board

    def later_tiles(self, first: str) -> list[str]:
        """Return the tiles after this one in reading order, except the statue itself."""
        column, row = space_of(first)
        later = [space for space in self.board.tiles if (space[1], space[0]) > (row, column)]
        return [name_of(space) for space in later if name_of(space) != self.view.placed]

    # ---- Drawing

    def mean_of_draws(self) -> Fraction:
        """Return the mean of the best play over the unseen tiles."""
        held = [self.after(play) for tile in set(self.view.hand) for play in self.plays(tile)]
        total = tiles = 0
        for tile, number in self.view.unseen[self.view.act - 1]:
            best = held + [self.after(play) for play in self.plays(tile)]
            total += max(best, default=self.worth(self.board)) * number
            tiles += number
        return Fraction(total, tiles)

    def plays(self, tile: Tile) -> Iterator[Action]:
        """M2.4 and chapter 4: Yield everything that may be done with a tile."""
        if tile.ability == "good_counsel":
            yield from self.counsels(tile)
            return
        yield from (PlaceTile(tile, name_of(space)) for space in self.board.open())
        if tile.ability == "drunkenness":
            meads = [space for space, lying in self.board.tiles.items() if lying.ability == "mead"]
            yield from (PlaceTile(tile, name_of(space)) for space in meads)
        if tile.ability == "treasure":
            yield Cash(tile)

    def counsels(self, tile: Tile) -> Iterator[Action]:
        """M4.7: Yield an own figure and an open space beside it."""
        free = self.board.open()
        for x, y in [space for space, figure in self.board.figures.items() if figure.seat == self.me]:
            beside = [(x + right, y + down) for right, down in (LEFT, RIGHT, UP, DOWN)]
            yield from (Counsel(tile, name_of((x, y)), name_of(end)) for end in beside if end in free)


def deepcopy_of(board: Layout) -> Layout:
    """Return a copy of the board. Spaces never change; what is on them does."""
    return Layout(board.spaces, board.gorges, dict(board.tiles), deepcopy(board.figures))


def worths(box: Box, view: View) -> dict[Action, Fraction | int]:
    """Return every legal action and its worth."""
    if FillUp() in view.legal:
        return {FillUp(): 1, Keep(): 0}
    position = Position(box, view)
    return {action: position.after(action) for action in view.legal}


def best_actions(box: Box, view: View) -> set[Action]:
    """Return all actions among which greedy chooses."""
    found = worths(box, view)
    return {action for action, worth in found.items() if worth == max(found.values())}
