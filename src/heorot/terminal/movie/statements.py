"""The Movie game's table as statements, one a line, for a screen reader or a pipe: nothing is drawn."""

from collections.abc import Iterator

from heorot.engine.naming import plain_number
from heorot.engine.sentence import Sentence
from heorot.games.movie.names import name_figure, name_tile, roman
from heorot.games.movie.table import Table
from heorot.games.movie.view import PlayerView, View
from heorot.terminal.guide import Sight
from heorot.terminal.speech import Speech


def state_table(sight: Sight, speech: Speech) -> Iterator[str]:
    """Everything that is open, and nothing of a hand; once that was stated, the log tells all that is new."""
    view = sight.view
    if sight.whole:
        yield speech.say("movie.screen.act", act=roman(view.act), pool=view.pool)
        yield from state_board(sight.table, view, speech)
        yield from (state_player(player, sight.names[player.seat], speech) for player in view.players)


def state_board(table: Table, view: View, speech: Speech) -> Iterator[str]:
    """The board row by row, space by space."""
    board = table.box.boards[view.act - 1]
    there = {lying.space: speech.utter(name_tile(lying.tile)) for lying in view.tiles}
    there |= {board.names[space]: speech.say("movie.plain.gorge") for space in board.gorges}
    for figure in view.figures:
        name = name_figure(figure.kind)
        there[figure.space] = speech.say("movie.plain.figure", figure=name, seat=figure.seat + 1)
    for row in range(1, len(board.rows) + 1):
        spaces = [name for name, (_, y) in zip(board.names, board.spaces, strict=True) if y + 1 == row]
        cells = ", ".join(f"{space} {there.get(space) or speech.say('movie.plain.open')}" for space in spaces)
        yield speech.say("movie.plain.row", row=row, cells=cells)


def state_player(player: PlayerView, name: str, speech: Speech) -> str:
    """What all may know of a player."""
    left = [(kind, number) for kind, number in player.in_front if number]
    figures = tuple(Sentence("movie.plain.left", number=number, figure=name_figure(kind)) for kind, number in left)
    one, two, three = player.backs
    return speech.say(
        "movie.plain.player",
        seat=player.seat + 1,
        name=name,
        saga=plain_number(player.saga),
        figures=figures or (Sentence("movie.plain.no-figures"),),
        one=one,
        two=two,
        three=three,
    )


def state_hand(table: Table, view: View, speech: Speech) -> Iterator[str]:
    """The own hand."""
    tiles = tuple(name_tile(tile, view.act) for tile in view.hand)
    yield speech.say("movie.plain.hand", tiles=tiles or (Sentence("movie.plain.empty"),))
