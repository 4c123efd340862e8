"""The log as sentences; the locales hold the words."""

from collections.abc import Iterator, Sequence

from heorot.engine.seats import Seat
from heorot.engine.sentence import Param, Sentence
from heorot.engine.sentence_params import player_params
from heorot.games.movie.box.names import name_tile, roman
from heorot.games.movie.model.actions import (
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
from heorot.games.movie.model.components import Tile
from heorot.games.movie.table.view import LogEntry, View

# ---- The log -------------------------------------------------------------------------------------------------------


class LoggedBoard:
    """Tiles and figures on the board, as far as the log has described them."""

    def __init__(self, act: int = 0, chosen: str = "") -> None:
        self.chosen = chosen  # the first tile of a swap
        self.begin(act)

    def reach(self, act: int) -> None:
        """Begin an act, unless it has begun already."""
        if act != self.act:
            self.begin(act)

    def begin(self, act: int) -> None:
        """Begin an act with an empty board."""
        self.act = act
        self.tiles: dict[str, Tile] = {}
        self.figures: dict[str, str] = {}  # kinds by space


def describe_log(log: Sequence[LogEntry], reader: Seat | None) -> Iterator[Sentence]:
    """Describe a log for one reader."""
    board = LoggedBoard()
    for entry in log:
        yield from describe_entry(board, entry, reader)


def describe_entry(board: LoggedBoard, entry: LogEntry, reader: Seat | None) -> Iterator[Sentence]:
    """Describe an entry, with a heading before the first of an act. Hidden tiles are left out: the draw was an entry of
    its own."""
    if entry.act != board.act:
        board.begin(entry.act)
        yield Sentence("movie.does.act", act=roman(entry.act))
    if not isinstance(entry.action, Hidden):
        yield describe_log_entry(entry, board, reader)
        track(board, entry.action)


def describe_log_entry(entry: LogEntry, board: LoggedBoard, reader: Seat | None) -> Sentence:
    """Describe an entry in one sentence."""
    who, act = player_params(entry.seat, reader), entry.act
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
            return Sentence("movie.does.first", **player_params(seat, reader))
        case Swap() | SwapWith():
            return describe_swap(entry.action, board, who, act)
    return describe_plain_action(entry.action, who)


def describe_swap(action: Swap | SwapWith, board: LoggedBoard, who: dict[str, Param], act: int) -> Sentence:
    """M4.6: Describe the first tile of a swap, or the whole swap."""
    tile = name_tile(board.tiles[action.space], act)
    if isinstance(action, Swap):
        return Sentence("movie.does.swap", **who, tile=tile, space=action.space)
    first = name_tile(board.tiles[board.chosen], act)
    return Sentence("movie.does.swapped", **who, tile=first, space=board.chosen, other=tile, place=action.space)


def describe_plain_action(action: Action | Hidden | Skip, who: dict[str, Param]) -> Sentence:
    """Describe an action without a tile or space."""
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


def track(board: LoggedBoard, action: Action | Hidden | Skip) -> None:
    """Update the board."""
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


def describe_action(view: View, action: Action) -> Sentence:
    """Describe an action before it is played."""
    board = LoggedBoard(view.act, view.chosen or "")
    board.tiles |= {lying.space: lying.tile for lying in view.tiles}
    board.figures |= {standing.space: standing.kind for standing in view.figures}
    seat = view.asked[0]
    return describe_log_entry(LogEntry(view.act, seat, None, action), board, view.seat)
