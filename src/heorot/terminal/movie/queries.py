"""What one may ask of the program during the Movie game: why, what if, what is still unseen, what a rule says."""

import re
from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.games.movie.accounts import (
    account,
    name_standing,
    tell_preview,
)
from heorot.games.movie.actions import Action, Counsel, Draw, PlaceFigure, PlaceTile, Remove, Swap, SwapWith
from heorot.games.movie.box import KIND_WORDS, Box
from heorot.games.movie.explain import explain, preview
from heorot.games.movie.names import name_tile, roman
from heorot.games.movie.notation import in_our_words
from heorot.games.movie.table import Table
from heorot.games.movie.view import Unseen, View
from heorot.games.movie.words import tell_action
from heorot.terminal.movie.choices import ABILITY_RULES


def introduce(table: Table) -> list[Sentence]:
    """What it is about, and what the box is; values of ours are never shown as printed."""
    box = table.box
    about = [Sentence("movie.intro.aim"), Sentence("movie.intro.turn")]
    if box.built_in:
        return [*about, Sentence("movie.intro.built-in")]
    sources = sorted({source for _, _, source in box.sourced() if source})
    named = tuple(Sentence("play.quoted", text=source) for source in sources) or (Sentence("box.not-stated"),)
    return [*about, Sentence("movie.intro.other-box", title=box.title, designer=box.designer, sources=named)]


def tell_help(example: Part) -> list[Sentence]:
    """What one may ask, with an example of an answer."""
    return [Sentence("movie.help.ask", example=example), Sentence("movie.help.table")]


def tell_what_if(table: Table, view: View, action: Action) -> Iterator[Paragraph]:
    """`preview`: every figure that an action touches, before and after."""
    yield (Sentence("movie.change.what-if", told=tell_action(view, action)),)
    yield from tell_preview(() if isinstance(action, Draw) else preview(table, action), view.seat)


def tell_why(table: Table, view: View, where: str) -> Iterator[Paragraph]:
    """`why b3`: how a figure stands now, or a tile with its rule; `why thane`: all of a kind; `why` alone: all."""
    asked = set(re.findall(r"[a-z]\d{1,2}|[a-z]+", re.sub(r" (?=\d)", "", in_our_words(where))))
    spaces, kinds = asked & {*table.box.boards[view.act - 1].numbers}, asked & {*KIND_WORDS}
    if where and not spaces | kinds:
        raise HeorotError("movie.why.unknown", text=where[:60])
    scores = [score for score in explain(table.box, table.state) if not asked or {score.space, score.kind} & asked]
    yield from (tuple(account(score, name_standing(score, view.seat))) for score in scores)
    for space in sorted(spaces - {score.space for score in scores}):
        yield (tell_space(table, view, space),)
    if not scores and not spaces:
        yield (Sentence("movie.why.no-figure"),)


def tell_space(table: Table, view: View, space: str) -> Sentence:
    """What is on a space where no figure stands."""
    board = table.box.boards[view.act - 1]
    tiles = {lying.space: lying.tile for lying in view.tiles}
    if space in tiles:
        tile = tiles[space]
        return Sentence("movie.why.tile", space=space, tile=name_tile(tile), rule=ABILITY_RULES[tile.ability])
    if board.numbers[space] in board.gorges:
        return Sentence("movie.why.gorge", space=space, rule="M4.11")
    return Sentence("movie.why.open", space=space)


def tell_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """`unseen`: the tiles that nobody has shown you, by act: of this act in the pool or in a hand; of older ones in a
    hand, or gone with the pool (M6.2)."""
    for act, tiles in enumerate(view.unseen, 1):
        key = "movie.unseen.now" if act == view.act else "movie.unseen.old" if act < view.act else "movie.unseen.later"
        if tiles:
            yield Sentence(key, act=roman(act), count=sum(number for _, number in tiles), tiles=name_tiles(tiles))


def name_tiles(tiles: Unseen) -> tuple[Sentence, ...]:
    """Tiles with how many of each."""
    return tuple(
        name_tile(tile) if number == 1 else Sentence("movie.unseen.several", tile=name_tile(tile), number=number)
        for tile, number in tiles
    )


def touched(action: Action) -> list[str]:
    """The spaces that an action names."""
    match action:
        case PlaceFigure(_, space) | PlaceTile(_, space) | Remove(space) | Swap(space) | SwapWith(space):
            return [space]
        case Counsel(_, start, end):
            return [start, end]
    return []
