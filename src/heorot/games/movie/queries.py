"""Queries of the Movie game: preview, previews, why, unseen, scores and next."""

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
from heorot.engine.sentence import Sentence
from heorot.engine.serialize import Json, Schema
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import name_tile, roman
from heorot.games.movie.model.actions import Action, Draw
from heorot.games.movie.table.analysis import (
    Change,
    FigurePosition,
    FigureScore,
    explain,
    points_of,
    state_after,
)
from heorot.games.movie.table.notation import write
from heorot.games.movie.table.results import ActResult, Ending, act_results, ending
from heorot.games.movie.table.table import Table
from heorot.games.movie.table.view import Unseen, View, view
from heorot.games.movie.table.view_json import serializer
from heorot.games.movie.text.narrator import describe_scores, describe_winner
from heorot.games.movie.text.why import changes_by, describe_what_if, describe_why, find_figures

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
            paragraphs = tuple(describe_why(table, view_without_log(table, seat), about))
            return WhyAnswer(what, paragraphs, find_figures(table, about))
        case "unseen":
            seen = view_without_log(table, seat)
            paragraphs = tuple((sentence,) for sentence in describe_unseen(table.box, seen))
            return UnseenAnswer(what, paragraphs, seen.unseen)
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
    paragraphs = tuple(describe_what_if(then, seen, action))
    return PreviewAnswer("preview", paragraphs, write(action, seen.act), changes_by(then, action))


def preview_each(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str
) -> Iterator[ActionPreview]:
    """Yield the points of each legal action whose notation begins with these words, for example of one piece on every
    space."""
    was = points_of(table.box, table.state)
    for action in game.legal(table, require_seat(seat)):
        text = game.write(table, action)
        if not isinstance(action, Draw) and f"{text} ".startswith(f"{about} " if about else ""):
            now = points_of(table.box, state_after(table, action))
            here = [points for figure, points in now.items() if figure not in was]
            seats = tuple(points_of_seat(now, rival) - points_of_seat(was, rival) for rival in range(table.state.seats))
            yield ActionPreview(text, here[0] if here else None, seats)


def points_of_seat(points: dict[FigurePosition, int], seat: int) -> int:
    """Return the points of all figures of a player."""
    return sum(worth for (owner, _, _), worth in points.items() if owner == seat)


# ---- Unseen --------------------------------------------------------------------------------------------------------


def describe_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """M6.2: Yield the unseen tiles by act: those of this act are in the pool or in a hand, older ones in a hand or gone
    with the pool."""
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
    paragraphs = [tuple(describe_scores(table, view.seat))] if acts else []
    paragraphs += [tuple(describe_winner(table, view.seat))] if over else describe_why(table, view, "")
    saga = tuple(player.saga for player in view.players)
    figures = () if over else explain(table.box, table.state)
    points = tuple(sum(one.points for one in figures if one.seat == seat) for seat in range(len(saga)))
    return ScoresAnswer("scores", tuple(paragraphs), saga, acts, figures, points, ending(table) if over else None)
