"""The Movie game's table in statements, one a line, for a screen reader or a pipe."""

from collections.abc import Iterator

from heorot.engine.sentence import Sentence
from heorot.engine.sentence_params import format_number
from heorot.games.movie.box.names import name_figure, name_tile, roman
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import PlayerView, View
from heorot.terminal.game_ui import Snapshot
from heorot.terminal.translator import Translator


def describe_table(snapshot: Snapshot, translator: Translator) -> Iterator[str]:
    """Yield all public information if the snapshot is full. Otherwise yield nothing: the log tells all changes."""
    view = snapshot.view
    if snapshot.full:
        yield translator.translate("movie.screen.act", act=roman(view.act), pool=view.pool)
        yield from describe_board(snapshot.table, view, translator)
        yield from (describe_player(player, snapshot.names[player.seat], translator) for player in view.players)


def describe_board(table: Table, view: View, translator: Translator) -> Iterator[str]:
    """Yield the board row by row."""
    board = table.box.boards[view.act - 1]
    there = {lying.space: translator.render(name_tile(lying.tile)) for lying in view.tiles}
    there |= {board.names[space]: translator.translate("movie.plain.gorge") for space in board.gorges}
    for figure in view.figures:
        name = name_figure(figure.kind)
        there[figure.space] = translator.translate("movie.plain.figure", figure=name, seat=figure.seat + 1)
    for row in range(1, len(board.rows) + 1):
        spaces = [name for name, (_, y) in zip(board.names, board.spaces, strict=True) if y + 1 == row]
        contents = (f"{space} {there.get(space) or translator.translate('movie.plain.open')}" for space in spaces)
        yield translator.translate("movie.plain.row", row=row, cells=", ".join(contents))


def describe_player(player: PlayerView, name: str, translator: Translator) -> str:
    """Return the public information about a player."""
    left = [(kind, number) for kind, number in player.in_front if number]
    figures = tuple(Sentence("movie.plain.left", number=number, figure=name_figure(kind)) for kind, number in left)
    one, two, three = player.backs
    return translator.translate(
        "movie.plain.player",
        seat=player.seat + 1,
        name=name,
        saga=format_number(player.saga),
        figures=figures or (Sentence("movie.plain.no-figures"),),
        one=one,
        two=two,
        three=three,
    )


def describe_hand(table: Table, view: View, translator: Translator) -> Iterator[str]:
    """Yield the viewer's hand."""
    tiles = tuple(name_tile(tile, view.act) for tile in view.hand)
    yield translator.translate("movie.plain.hand", tiles=tiles or (Sentence("movie.plain.empty"),))
