"""Answers to `why` and `preview`: scores of figures, rules of tiles, and the changes by an action."""

import re
from collections.abc import Iterator

from heorot.engine.errors import HeorotError
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.box.names import ABILITY_RULES, name_tile
from heorot.games.movie.model.actions import Action, Draw
from heorot.games.movie.model.components import KIND_WORDS
from heorot.games.movie.table.analysis import Change, FigureScore, explain, preview
from heorot.games.movie.table.notation import to_notation
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import View
from heorot.games.movie.text.explanations import describe_preview, describe_score, name_standing
from heorot.games.movie.text.log import describe_action

# ---- Why -----------------------------------------------------------------------------------------------------------


def find_subjects(table: Table, where: str) -> set[str]:
    """Find spaces and kinds of figures in a text; an empty text means all."""
    words = set(re.findall(r"[a-z]\d{1,2}|[a-z]+", re.sub(r" (?=\d)", "", to_notation(where))))
    known = words & {*table.box.boards[table.state.act].numbers, *KIND_WORDS}
    if where and not known:
        raise HeorotError("movie.why.unknown", text=where[:60])
    return known


def find_figures(table: Table, where: str) -> tuple[FigureScore, ...]:
    """Return the figures on the spaces or of the kinds in a text, or all of them."""
    subjects, scores = find_subjects(table, where), explain(table.box, table.state)
    return tuple(score for score in scores if not subjects or {score.space, score.kind} & subjects)


def describe_why(table: Table, view: View, where: str) -> Iterator[Paragraph]:
    """Answer `why b3` with the score of a figure or the rule of a tile, `why thane` with all of a kind, `why` with
    all."""
    scores, spaces = find_figures(table, where), find_subjects(table, where) - {*KIND_WORDS}
    yield from (tuple(describe_score(score, name_standing(score, view.seat))) for score in scores)
    for space in sorted(spaces - {score.space for score in scores}):
        yield (describe_space(table, view, space),)
    if not scores and not spaces:
        yield (Sentence("movie.why.no-figure"),)


def describe_space(table: Table, view: View, space: str) -> Sentence:
    """Describe a space without a figure."""
    board = table.box.boards[view.act - 1]
    tiles = {lying.space: lying.tile for lying in view.tiles}
    if space in tiles:
        tile = tiles[space]
        return Sentence("movie.why.tile", space=space, tile=name_tile(tile), rule=ABILITY_RULES[tile.ability])
    if board.numbers[space] in board.gorges:
        return Sentence("movie.why.gorge", space=space, rule="M4.11")
    return Sentence("movie.why.open", space=space)


# ---- What if -------------------------------------------------------------------------------------------------------


def changes_by(table: Table, action: Action) -> tuple[Change, ...]:
    """Return the changes of scores by an action; a draw changes nothing."""
    return () if isinstance(action, Draw) else preview(table, action)


def describe_what_if(table: Table, view: View, action: Action) -> Iterator[Paragraph]:
    """Describe every figure that an action changes, before and after."""
    yield (Sentence("movie.change.what-if", told=describe_action(view, action)),)
    yield from describe_preview(changes_by(table, action), view.seat)
