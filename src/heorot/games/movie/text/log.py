"""What is done, in words: the log as sentences. As data; the locales have the words."""

from collections.abc import Iterator, Sequence

from heorot.engine.naming import whose
from heorot.engine.seats import Seat
from heorot.engine.sentence import Part, Sentence
from heorot.games.movie.actions import (
    Action,
    Cash,
    Counsel,
    Draw,
    FillUp,
    First,
    Given,
    Hidden,
    Keep,
    Pass,
    PlaceFigure,
    PlaceTile,
    Remove,
    Skip,
    Swap,
    SwapWith,
)
from heorot.games.movie.box import Tile
from heorot.games.movie.names import name_tile, roman
from heorot.games.movie.view import Seen, View

# ---- The log -------------------------------------------------------------------------------------------------------


class Board:
    """What lies and stands on the board, as the log has told it so far."""

    def __init__(self, act: int = 0, chosen: str = "") -> None:
        self.chosen = chosen  # the first tile of a swap
        self.begin(act)

    def reach(self, act: int) -> None:
        """Go on to an act, unless it has begun already."""
        if act != self.act:
            self.begin(act)

    def begin(self, act: int) -> None:
        """A new act, on an empty board."""
        self.act = act
        self.tiles: dict[str, Tile] = {}
        self.figures: dict[str, str] = {}  # kinds by space


def tell_log(log: Sequence[Seen], reader: Seat | None) -> Iterator[Sentence]:
    """Everything that was said, as sentences for one reader."""
    board = Board()
    for entry in log:
        yield from tell_entry(board, entry, reader)


def tell_entry(board: Board, entry: Seen, reader: Seat | None) -> Iterator[Sentence]:
    """One entry, perhaps below a heading. What was hidden from everyone else is left out: that a tile was drawn has
    been said before it."""
    if entry.act != board.act:
        board.begin(entry.act)
        yield Sentence("movie.does.act", act=roman(entry.act))
    if not isinstance(entry.action, Hidden):
        yield tell(entry, board, reader)
        follow(board, entry.action)


def tell(entry: Seen, board: Board, reader: Seat | None) -> Sentence:
    """One entry as a sentence."""
    who, act = whose(entry.seat, reader), entry.act
    match entry.action:
        case PlaceFigure(kind, space):
            return Sentence("movie.does.figure", **who, kind=kind, space=space)
        case PlaceTile(tile, space) if space in board.tiles:
            there = name_tile(board.tiles[space], act)
            return Sentence("movie.does.instead", **who, tile=name_tile(tile, act), space=space, mead=there)
        case PlaceTile(tile, space):
            return Sentence("movie.does.tile", **who, tile=name_tile(tile, act), space=space)
        case Cash(tile):
            return Sentence("movie.does.cash", **who, tile=name_tile(tile, act), points=tile.cash)
        case Counsel(tile, start, end):
            kind, name = board.figures.get(start, ""), name_tile(tile, act)
            return Sentence("movie.does.counsel", **who, tile=name, kind=kind, start=start, end=end)
        case Remove(space):
            return Sentence("movie.does.remove", **who, tile=name_tile(board.tiles[space], act), space=space)
        case Given(tile):
            return Sentence("movie.does.given", tile=name_tile(tile, act))
        case First(seat):
            return Sentence("movie.does.first", **whose(seat, reader))
        case Swap() | SwapWith():
            return tell_swap(entry.action, board, who, act)
    return tell_briefly(entry.action, who)


def tell_swap(action: Swap | SwapWith, board: Board, who: dict[str, Part], act: int) -> Sentence:
    """M4.6: the first tile, or both."""
    tile = name_tile(board.tiles[action.space], act)
    if isinstance(action, Swap):
        return Sentence("movie.does.swap", **who, tile=tile, space=action.space)
    first = name_tile(board.tiles[board.chosen], act)
    return Sentence("movie.does.swapped", **who, tile=first, space=board.chosen, other=tile, place=action.space)


def tell_briefly(action: Action | Hidden | Skip, who: dict[str, Part]) -> Sentence:
    """What names no tile and no space."""
    match action:
        case Draw():
            return Sentence("movie.does.draw", **who)
        case FillUp():
            return Sentence("movie.does.fill", **who)
        case Keep():
            return Sentence("movie.does.keep", **who)
        case Pass():
            return Sentence("movie.does.pass", **who)
    return Sentence("movie.does.skip", **who)


def follow(board: Board, action: Action | Hidden | Skip) -> None:
    """Keep what lies and stands where."""
    match action:
        case PlaceFigure(kind, space):
            board.figures[space] = kind
        case PlaceTile(tile, space):
            board.tiles[space] = tile
        case Counsel(tile, start, end):
            board.figures[end] = board.figures.pop(start, "")
            board.tiles[start] = tile
        case Remove(space):
            del board.tiles[space]
        case Swap(space):
            board.chosen = space
        case SwapWith(space):
            board.tiles[board.chosen], board.tiles[space] = board.tiles[space], board.tiles[board.chosen]


def tell_action(view: View, action: Action) -> Sentence:
    """What a seat would do with an action, before it is done."""
    board = Board(view.act, view.chosen or "")
    board.tiles |= {lying.space: lying.tile for lying in view.tiles}
    board.figures |= {standing.space: standing.kind for standing in view.figures}
    seat = view.asked[0]
    return tell(Seen(view.act, seat, None, action), board, view.seat)
