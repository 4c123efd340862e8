"""Queries of the Movie game: preview, previews, why, unseen, scores and next."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from heorot.engine.errors import HeorotError
from heorot.engine.game import Game
from heorot.engine.queries import (
    NextAnswer,
    QueryAnswer,
    answer_next,
    answer_schemas,
    play_leading_actions,
    require_seat,
)
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.serialize import Json, Schema
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import ABILITY_RULES, name_tile, roman
from heorot.games.movie.model.actions import Action, Draw
from heorot.games.movie.model.components import KIND_WORDS
from heorot.games.movie.table.analysis import (
    Change,
    FigurePosition,
    FigureScore,
    explain,
    points_of,
    preview,
    state_after,
)
from heorot.games.movie.table.notation import to_notation, write
from heorot.games.movie.table.results import ActResult, Ending, act_results, ending
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import Unseen, View, view
from heorot.games.movie.table.view_json import serializer
from heorot.games.movie.text.explanations import account, name_standing, tell_preview
from heorot.games.movie.text.log import tell_action
from heorot.games.movie.text.narrator import tell_scores, tell_winner

# ---- Answers -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PreviewAnswer(QueryAnswer):
    """Answer to `preview`: the changes of scores by an action."""

    action: str  # in the notation
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class ActionPreview:
    """Points of one legal action."""

    action: str  # in the notation
    points: int | None  # of the figure that is placed or moved
    seats: tuple[int, ...]  # gain or loss of each player


@dataclass(frozen=True, slots=True)
class PreviewsAnswer(QueryAnswer):
    """Answer to `previews`: the points of every legal action with these first words."""

    previews: tuple[ActionPreview, ...]


@dataclass(frozen=True, slots=True)
class WhyAnswer(QueryAnswer):
    """Answer to `why`: the present scores of figures."""

    figures: tuple[FigureScore, ...]


@dataclass(frozen=True, slots=True)
class UnseenAnswer(QueryAnswer):
    """Answer to `unseen`: the tiles that the seat has not seen, by act."""

    unseen: tuple[Unseen, ...]


@dataclass(frozen=True, slots=True)
class ScoresAnswer(QueryAnswer):
    """Answer to `scores`: the results of finished acts, and the present scores of figures or the ending."""

    saga: tuple[int, ...]  # points of each player
    acts: tuple[ActResult, ...]
    figures: tuple[FigureScore, ...]  # empty when the game is over
    points: tuple[int, ...]  # M3.3: points of each player's figures on the board
    ending: Ending | None


ANSWERS: dict[str, type[QueryAnswer]] = {
    "preview": PreviewAnswer, "previews": PreviewsAnswer, "why": WhyAnswer, "unseen": UnseenAnswer,
    "scores": ScoresAnswer, "next": NextAnswer,
}  # fmt: skip
QUERIES = tuple(ANSWERS)


# ---- Queries -------------------------------------------------------------------------------------------------------


def answer_query(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, what: str, about: str
) -> dict[str, Json]:
    """Answer a query for one seat or a spectator, as JSON data."""
    act = table.state.act + 1
    return serializer(act).fields_to_json(find_answer(game, table, seat, what, about))


def find_answer(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, what: str, about: str
) -> QueryAnswer:
    """Answer a query by its name; raise HeorotError."""
    match what:
        case "preview":
            return ask_preview(game, table, seat, about)
        case "previews":
            return PreviewsAnswer(what, (), tuple(preview_each(game, table, seat, about)))
        case "why":
            return ask_why(table, view_without_log(table, seat), about)
        case "unseen":
            seen = view_without_log(table, seat)
            return UnseenAnswer(what, tuple((told,) for told in tell_unseen(table.box, seen)), seen.unseen)
        case "scores":
            return ask_scores(table, view_without_log(table, seat))
        case "next":
            return answer_next(game, table, seat, about)
    raise HeorotError("ask.unknown", what=what[:60])


def query_schemas() -> dict[str, Schema]:
    """Return the JSON Schema of the answer to each query."""
    return answer_schemas(serializer(1), ANSWERS)


def view_without_log(table: Table, seat: Seat | None) -> View:
    """Return the view of a seat without its log."""
    return view(table, seat, len(table.history))


# ---- Previews ------------------------------------------------------------------------------------------------------


def ask_preview(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str) -> PreviewAnswer:
    """Preview the last of several actions, after the others."""
    then, action = play_leading_actions(game, table, seat, about)
    seen = view_without_log(then, seat)
    told = tuple(tell_what_if(then, seen, action))
    return PreviewAnswer("preview", told, write(action, seen.act), changes_by(then, action))


def changes_by(table: Table, action: Action) -> tuple[Change, ...]:
    """Return the changes of scores by an action; a draw changes nothing."""
    return () if isinstance(action, Draw) else preview(table, action)


def tell_what_if(table: Table, view: View, action: Action) -> Iterator[Paragraph]:
    """Describe every figure that an action changes, before and after."""
    yield (Sentence("movie.change.what-if", told=tell_action(view, action)),)
    yield from tell_preview(changes_by(table, action), view.seat)


def preview_each(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str
) -> Iterator[ActionPreview]:
    """In points alone, what each answer that begins with these words would bring: for a piece taken up, on every
    space. `points` are those of a figure that is placed or moves, `seats` what each player gains or loses."""
    was = points_of(table.box, table.state)
    for action in game.legal(table, require_seat(seat)):
        text = game.write(table, action)
        if not isinstance(action, Draw) and f"{text} ".startswith(f"{about} " if about else ""):
            now = points_of(table.box, state_after(table, action))
            here = [points for figure, points in now.items() if figure not in was]
            seats = tuple(points_of_seat(now, one) - points_of_seat(was, one) for one in range(table.state.seats))
            yield ActionPreview(text, here[0] if here else None, seats)


def points_of_seat(points: dict[FigurePosition, int], seat: int) -> int:
    """What the figures of a player score together."""
    return sum(worth for (owner, _, _), worth in points.items() if owner == seat)


# ---- Why -----------------------------------------------------------------------------------------------------------


def ask_why(table: Table, view: View, where: str) -> WhyAnswer:
    """Explain the current scores of figures."""
    return WhyAnswer("why", tuple(tell_why(table, view, where)), find_figures(table, find_subjects(table, where)))


def find_subjects(table: Table, where: str) -> set[str]:
    """Find spaces and kinds of figures in a text; an empty text means all."""
    said = set(re.findall(r"[a-z]\d{1,2}|[a-z]+", re.sub(r" (?=\d)", "", to_notation(where))))
    known = said & {*table.box.boards[table.state.act].numbers, *KIND_WORDS}
    if where and not known:
        raise HeorotError("movie.why.unknown", text=where[:60])
    return known


def find_figures(table: Table, asked: set[str]) -> tuple[FigureScore, ...]:
    """Return the figures on these spaces or of these kinds, or all of them."""
    scores = explain(table.box, table.state)
    return tuple(score for score in scores if not asked or {score.space, score.kind} & asked)


def tell_why(table: Table, view: View, where: str) -> Iterator[Paragraph]:
    """Answer `why b3` with the score of a figure or the rule of a tile, `why thane` with all of a kind, `why` with
    all."""
    asked = find_subjects(table, where)
    scores, spaces = find_figures(table, asked), asked - {*KIND_WORDS}
    yield from (tuple(account(score, name_standing(score, view.seat))) for score in scores)
    for space in sorted(spaces - {score.space for score in scores}):
        yield (tell_space(table, view, space),)
    if not scores and not spaces:
        yield (Sentence("movie.why.no-figure"),)


def tell_space(table: Table, view: View, space: str) -> Sentence:
    """Describe a space without a figure."""
    board = table.box.boards[view.act - 1]
    tiles = {lying.space: lying.tile for lying in view.tiles}
    if space in tiles:
        tile = tiles[space]
        return Sentence("movie.why.tile", space=space, tile=name_tile(tile), rule=ABILITY_RULES[tile.ability])
    if board.numbers[space] in board.gorges:
        return Sentence("movie.why.gorge", space=space, rule="M4.11")
    return Sentence("movie.why.open", space=space)


# ---- Unseen --------------------------------------------------------------------------------------------------------


def tell_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """`unseen`: the tiles that nobody has shown you, by act: of this act in the pool or in a hand; of older ones in a
    hand, or gone with the pool (M6.2)."""
    for act, tiles in enumerate(view.unseen, 1):
        key = "movie.unseen.now" if act == view.act else "movie.unseen.old" if act < view.act else "movie.unseen.later"
        if tiles:
            yield Sentence(key, act=roman(act), count=sum(number for _, number in tiles), tiles=name_tiles(tiles))


def name_tiles(tiles: Unseen) -> tuple[Sentence, ...]:
    """Name tiles with their numbers."""
    return tuple(
        name_tile(tile) if number == 1 else Sentence("movie.unseen.several", tile=name_tile(tile), number=number)
        for tile, number in tiles
    )


# ---- Scores --------------------------------------------------------------------------------------------------------


def ask_scores(table: Table, view: View) -> ScoresAnswer:
    """M3.3, M5.1 to M5.3: Report the results of acts, and the current scores or the end of the game."""
    acts, over = act_results(table), view.question == "over"
    told = [tuple(tell_scores(table, view.seat))] if acts else []
    told += [tuple(tell_winner(table, view.seat))] if over else tell_why(table, view, "")
    saga = tuple(player.saga for player in view.players)
    figures = () if over else explain(table.box, table.state)
    points = tuple(sum(one.points for one in figures if one.seat == seat) for seat in range(len(saga)))
    return ScoresAnswer("scores", tuple(told), saga, acts, figures, points, ending(table) if over else None)
