"""Score a board of the board game, which its owner types as a drawing with a key.

    -1   +1      T
     A   gorge  +4
     B    C     -1

    T = thane
    A = brown longship
    B = longship of Anna
    C = castle

The key is above or below the drawing, one line for each figure. Errors have a line and a column. With headings the text
is a whole saga (saga.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from heorot.engine.game import Options
from heorot.engine.options import check_option_names
from heorot.engine.queries import Answer, QueryAnswer, answer_schemas
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.sentence_params import format_number, format_sum
from heorot.engine.serialize import Schema, Serializer
from heorot.engine.text_lines import split_typed_lines
from heorot.games.movie.box.box import built_in
from heorot.games.movie.box.names import name_figure, roman
from heorot.games.movie.model.components import Tile
from heorot.games.movie.scorepad.board_drawing import Drawing
from heorot.games.movie.scorepad.drawing_key import read_board
from heorot.games.movie.scorepad.figure_words import NO_OWNER
from heorot.games.movie.scorepad.saga import (
    Saga,
    ending_of_saga,
    has_headings,
    read_saga,
    results_of,
    shares_of,
    totals_of,
    unused_of,
)
from heorot.games.movie.table.analysis import FigureScore, explain
from heorot.games.movie.table.notation import write_tile
from heorot.games.movie.table.results import ActResult, Ending
from heorot.games.movie.table.table import OPTIONS
from heorot.games.movie.text.explanations import describe_ending, describe_score, describe_score_sheet, name_standing

# ---- Reading -------------------------------------------------------------------------------------------------------


def read(text: str, options: Options) -> Drawing | Saga:
    """Read a drawn board, or a whole saga if there are headings; raises BadText. The options change nothing."""
    lines = split_typed_lines(text)
    return read_saga(lines) if has_headings(lines) else read_board(lines)[0]


# ---- In words ------------------------------------------------------------------------------------------------------


def describe_position(position: Drawing | Saga) -> Iterator[Sentence]:
    """M3.3: Explain every figure in reading order and the points of each owner; of a saga also the totals and
    winners."""
    if isinstance(position, Saga):
        yield from describe_saga(position)
    else:
        yield from describe_board(position)


def describe_board(drawing: Drawing) -> Iterator[Sentence]:
    """M3.3: Explain one board."""
    at = {score.space: score for score in explain(drawing.box, drawing.state)}
    scores = {label: at[space] for label, space in drawing.labels.items()}
    if not scores:
        yield Sentence("movie.drawn.none")
    for label, score in scores.items():
        yield from describe_score(score, name_drawn(label, score, drawing.owners[score.seat]))
    yield from describe_totals(drawing.owners, list(scores.values()))


def name_drawn(label: str, score: FigureScore, owner: str) -> Sentence:
    """Name a drawn figure: `A, longship (brown) on a1`."""
    kind = name_figure(score.kind)
    if owner == NO_OWNER:
        return Sentence("movie.drawn.figure", label=label, kind=kind, space=score.space)
    return Sentence("movie.drawn.owned", label=label, kind=kind, owner=owner, space=score.space)


def describe_totals(owners: tuple[str, ...], scores: list[FigureScore]) -> Iterator[Sentence]:
    """Describe the points of each owner. Figures without an owner have a total only if no figure has one."""
    for seat, owner in enumerate(owners):
        points = [score.points for score in scores if score.seat == seat]
        total = format_number(sum(points))
        arithmetic = f"{format_sum(points)} = {total}" if len(points) > 1 else total
        if owner != NO_OWNER:
            yield Sentence("movie.drawn.total", owner=owner, arithmetic=arithmetic)
        elif len(owners) == 1:
            yield Sentence("movie.drawn.total-of-all", arithmetic=arithmetic)


def describe_saga(saga: Saga) -> Iterator[Sentence]:
    """M3.3, M5.1 to M5.3: Explain every act, then the totals, and who wins."""
    for act, drawing in saga.boards:
        yield Sentence("movie.drawn.act", act=roman(act))
        yield from describe_board(drawing)
    results = results_of(saga)
    for seat, owner in enumerate(saga.owners):
        terms = [built_in().saga_points, *(result.points[seat] for result in results), saga.cashed[seat]]
        total = format_number(sum(terms))
        yield Sentence("movie.drawn.saga", owner=owner, arithmetic=f"{format_sum(terms)} = {total}")
    if (ending := ending_of_saga(saga, results)) is not None:
        yield from describe_saga_ending(saga.owners, ending)


def describe_saga_ending(owners: tuple[str, ...], ending: Ending) -> Iterator[Sentence]:
    """M5.1 to M5.3: Describe who wins, by name."""
    for seat in ending.tied:
        yield Sentence("movie.drawn.unused", rule="M5.2", owner=owners[seat], diamonds=ending.unused[seat])
    won = ", ".join(owners[seat] for seat in ending.winners)
    if len(ending.winners) > 1:
        yield Sentence("movie.drawn.shared", rule="M5.3", owners=won)
    else:
        yield Sentence("movie.drawn.won", owner=won, saga=ending.saga)


# ---- As JSON -------------------------------------------------------------------------------------------------------


def write_drawn_tile(tile: Tile) -> str:
    """Write a drawn tile without its act, and without a treasure value that was left out."""
    return write_tile(tile, tile.act).removesuffix(":0")


SERIALIZER = Serializer({Tile: write_drawn_tile})


@dataclass(frozen=True, slots=True)
class TypedAct(ActResult):
    """M3.3: The result of a typed act."""

    told: tuple[Paragraph, ...]  # an explanation of each figure


@dataclass(frozen=True, slots=True)
class TypedScoreAnswer(QueryAnswer):
    """The score of a typed position, for each of `owners`."""

    owners: tuple[str, ...]
    start: int  # saga points before the first act
    acts: tuple[TypedAct, ...]
    cashed: tuple[int, ...]  # M4.3: points of returned Treasures
    unused: tuple[int, ...]  # M5.2: diamonds on unused figures
    saga: tuple[int, ...]
    ending: Ending | None
    shares: tuple[Fraction, ...]  # M5.3: of the victory


def score_typed_position(text: str, options: Options) -> Answer:
    """Score a typed position in sentences and as data; players are numbered in the order of `owners`. Raises
    BadText."""
    check_option_names(options, OPTIONS)
    position = read(text, options)
    saga = position if isinstance(position, Saga) else as_saga(position)
    results = results_of(saga)
    ending = ending_of_saga(saga, results)
    seats = [Seat(seat) for seat in range(len(saga.owners))]
    answer = TypedScoreAnswer(
        "score",
        tuple(describe_result(results, ending)),
        owners=saga.owners,
        start=built_in().saga_points,
        acts=tuple(map(explain_act, results)),
        cashed=saga.cashed,
        unused=tuple(unused_of(saga, seat) for seat in seats),
        saga=totals_of(saga, results),
        ending=ending,
        shares=shares_of(saga, ending),
    )
    return SERIALIZER.fields_to_json(answer)


def score_schema() -> Schema:
    """Return the JSON Schema of the answer."""
    return answer_schemas(SERIALIZER, {"score": TypedScoreAnswer})["score"]


def as_saga(drawing: Drawing) -> Saga:
    """Return a board without a heading as the first act of a saga."""
    return Saga(drawing.owners, ((1, drawing),), (0,) * len(drawing.owners), (None,) * len(drawing.owners))


def describe_result(results: Sequence[ActResult], ending: Ending | None) -> Iterator[Paragraph]:
    """Describe the score sheet of the finished acts, and the end of the game if all are there."""
    if results:
        yield tuple(describe_score_sheet(results, built_in().saga_points, None))
    if ending is not None:
        yield tuple(describe_ending(ending, None))


def explain_act(result: ActResult) -> TypedAct:
    """Return the result of an act with every figure explained."""
    told = tuple(tuple(describe_score(score, name_standing(score, None))) for score in result.figures)
    return TypedAct(result.act, result.figures, result.points, result.cashed, result.before, result.saga, told=told)
