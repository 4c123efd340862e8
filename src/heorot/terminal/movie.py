"""The Movie game's board and answers, drawn with plain letters."""

from collections.abc import Iterator

from heorot.games.movie.actions import Action, Counsel, PlaceFigure, PlaceTile
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.notation import ROMAN, write, write_tile
from heorot.games.movie.view import PlayerView, View
from heorot.terminal.speech import Speech

WIDTH = 7  # of a cell


def introduce(box: Box, speech: Speech) -> str:
    """What the box is, and where its values come from; ours are never shown as printed."""
    if box.built_in:
        return speech.say("play.welcome")
    sources = sorted({source or speech.say("box.not-stated") for _, _, source in box.sourced()})
    return speech.say("play.other-box", title=box.title, designer=box.designer, sources=", ".join(sources))


def draw(box: Box, view: View, speech: Speech) -> Iterator[str]:
    """The whole table as lines."""
    yield ""
    yield speech.say("movie.screen.act", act=ROMAN[view.act - 1], pool=view.pool)
    yield from draw_board(box, view, speech)
    yield ""
    for player in view.players:
        yield draw_player(view, player, speech)
    if view.hand:
        tiles = ", ".join(write_tile(tile, view.act) for tile in view.hand)
        yield speech.say("movie.screen.hand", tiles=tiles)


def draw_board(box: Box, view: View, speech: Speech) -> Iterator[str]:
    """Columns by letter, rows by number; figures by kind and seat."""
    board = box.boards[view.act - 1]
    cells = dict.fromkeys(board.numbers, ".")
    cells |= {board.names[space]: "#" for space in board.gorges}
    cells |= {lying.space: cell(lying.tile, speech) for lying in view.tiles}
    cells |= {f.space: f"{speech.say(f'movie.cell.{f.kind}')}{f.seat + 1}" for f in view.figures}
    columns = "abcdefghijklmnopqrstuvwxyz"[: max(map(len, board.rows))]
    yield "   " + "".join(column.center(WIDTH) for column in columns)
    for number in range(1, len(board.rows) + 1):
        row = "".join(cells.get(f"{column}{number}", "").center(WIDTH) for column in columns)
        yield f"{number:2} {row.rstrip()}"


def cell(tile: Tile, speech: Speech) -> str:
    """A tile in a cell: an abbreviation, and its value."""
    name = speech.say(f"movie.cell.{tile.ability}") if tile.ability else ""
    return name + (f"{tile.value:+d}" if tile.value or not tile.ability else "")


def draw_player(view: View, player: PlayerView, speech: Speech) -> str:
    """Saga points, figures in front, and the backs of the hand."""
    figures = " ".join(f"{speech.say(f'movie.cell.{kind}')}×{number}" for kind, number in player.in_front if number)
    one, two, three = player.backs
    return speech.say(
        "movie.screen.player",
        seat=player.seat + 1,
        you="yes" if player.seat == view.seat else "no",
        saga=player.saga,
        figures=figures or "–",
        one=one,
        two=two,
        three=three,
    )


def group(view: View) -> Iterator[tuple[str, list[str]]]:
    """What may be answered: one line for all that begins alike, with the ways to end it."""
    groups: dict[str, list[str]] = {}
    for action in view.legal:
        start, end = halves(action, view.act)
        groups.setdefault(start, []).append(end)
    yield from groups.items()


def halves(action: Action, act: int) -> tuple[str, str]:
    """What is placed, and where."""
    text = write(action, act)
    if isinstance(action, PlaceFigure | PlaceTile | Counsel):
        start, _, end = text.rpartition(" ")
        return start, end
    return text, ""
