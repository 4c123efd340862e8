"""A board of cardboard, typed by its owner as a drawing with a key, and scored figure by figure. In words, as data.

    -1   +1      T
     A   gorge  +4
     B    C     -1

    T = thane
    A = brown longship
    B = longship of Anna
    C = castle

The key may stand above or below, a figure a line. Whatever is wrong is told with its line and column. With headings it
may be a whole saga (saga.py).
"""

from collections.abc import Iterator, Sequence

from heorot.engine.asking import Answer, answer
from heorot.engine.game import Options
from heorot.engine.lines import typed_lines
from heorot.engine.naming import add_up, plain_number
from heorot.engine.options import check_names
from heorot.engine.plain import Plain, Writing, plain_sentence
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.accounts import account, name_standing, tell_ending, tell_sheet
from heorot.games.movie.box import Tile, built_in
from heorot.games.movie.drawing import Drawing
from heorot.games.movie.explain import FigureScore, explain
from heorot.games.movie.figures import COMMON
from heorot.games.movie.key import read_board
from heorot.games.movie.names import name_figure, roman
from heorot.games.movie.notation import write_tile
from heorot.games.movie.results import ActResult, Ending
from heorot.games.movie.saga import (
    Saga,
    ending_of_saga,
    has_headings,
    read_saga,
    results_of,
    shares_of,
    totals_of,
    unused_of,
)
from heorot.games.movie.table import OPTIONS

# ---- Reading -------------------------------------------------------------------------------------------------------


def read(text: str, options: Options) -> Drawing | Saga:
    """The board that is drawn, with the figures of its key, or a whole saga if there are headings; raises BadText. No
    option of a table changes it."""
    lines = typed_lines(text)
    return read_saga(lines) if has_headings(lines) else read_board(lines)[0]


# ---- Telling -------------------------------------------------------------------------------------------------------


def tell(cardboard: Drawing | Saga) -> Iterator[Sentence]:
    """M3.3: every figure term by term, in reading order, and what the act brings to each owner; of a saga every act,
    what comes together, and who wins."""
    if isinstance(cardboard, Saga):
        yield from tell_saga(cardboard)
    else:
        yield from tell_board(cardboard)


def tell_board(drawing: Drawing) -> Iterator[Sentence]:
    """M3.3: one act."""
    at = {score.space: score for score in explain(drawing.box, drawing.state)}
    scores = {label: at[space] for label, space in drawing.labels.items()}
    if not scores:
        yield Sentence("movie.drawn.none")
    for label, score in scores.items():
        yield from account(score, name_drawn(label, score, drawing.owners[score.seat]))
    yield from tell_totals(drawing.owners, list(scores.values()))


def name_drawn(label: str, score: FigureScore, owner: str) -> Sentence:
    """`A, longship (brown) on a1`."""
    kind = name_figure(score.kind)
    if owner == COMMON:
        return Sentence("movie.drawn.figure", label=label, kind=kind, space=score.space)
    return Sentence("movie.drawn.owned", label=label, kind=kind, owner=owner, space=score.space)


def tell_totals(owners: tuple[str, ...], scores: list[FigureScore]) -> Iterator[Sentence]:
    """The act of each owner. Figures of nobody in particular count for nobody, unless all of them are."""
    for seat, owner in enumerate(owners):
        points = [score.points for score in scores if score.seat == seat]
        total = plain_number(sum(points))
        arithmetic = f"{add_up(points)} = {total}" if len(points) > 1 else total
        if owner != COMMON:
            yield Sentence("movie.drawn.total", owner=owner, arithmetic=arithmetic)
        elif len(owners) == 1:
            yield Sentence("movie.drawn.total-of-all", arithmetic=arithmetic)


def tell_saga(saga: Saga) -> Iterator[Sentence]:
    """M3.3, M5.1 to M5.3: one act after the other, then the sums, and who wins."""
    for act, drawing in saga.boards:
        yield Sentence("movie.drawn.act", act=roman(act))
        yield from tell_board(drawing)
    results = results_of(saga)
    for seat, owner in enumerate(saga.owners):
        terms = [built_in().saga_points, *(result.points[seat] for result in results), saga.cashed[seat]]
        total = plain_number(sum(terms))
        yield Sentence("movie.drawn.saga", owner=owner, arithmetic=f"{add_up(terms)} = {total}")
    if (ending := ending_of_saga(saga, results)) is not None:
        yield from tell_owners(saga.owners, ending)


def tell_owners(owners: tuple[str, ...], ending: Ending) -> Iterator[Sentence]:
    """M5.1 to M5.3: who wins, by name."""
    for seat in ending.tied:
        yield Sentence("movie.drawn.unused", rule="M5.2", owner=owners[seat], diamonds=ending.unused[seat])
    won = ", ".join(owners[seat] for seat in ending.winners)
    if len(ending.winners) > 1:
        yield Sentence("movie.drawn.shared", rule="M5.3", owners=won)
    else:
        yield Sentence("movie.drawn.won", owner=won, saga=ending.saga)


# ---- As data -------------------------------------------------------------------------------------------------------


def write_drawn(tile: Tile) -> str:
    """A tile as it is drawn: nobody asks for its act, nor for a treasure value that was left out."""
    return write_tile(tile, tile.act).removesuffix(":0")


WRITING = Writing({Tile: write_drawn})


def scored(text: str, options: Options) -> Answer:
    """The same as plain data with its words, in which players are numbered in the order of `owners`; raises BadText."""
    check_names(options, OPTIONS)
    cardboard = read(text, options)
    saga = cardboard if isinstance(cardboard, Saga) else alone(cardboard)
    results = results_of(saga)
    ending = ending_of_saga(saga, results)
    seats = [Seat(seat) for seat in range(len(saga.owners))]
    return answer(
        "score",
        list(tell_result(results, ending)),
        owners=[*saga.owners],
        start=built_in().saga_points,
        acts=[plain_act(result) for result in results],
        cashed=[*saga.cashed],
        unused=[unused_of(saga, seat) for seat in seats],
        saga=[*totals_of(saga, results)],
        ending=None if ending is None else WRITING.plain(ending),
        shares=[str(share) for share in shares_of(saga, ending)],
    )


def alone(drawing: Drawing) -> Saga:
    """A board without a heading is that of the first act."""
    return Saga(drawing.owners, ((1, drawing),), (0,) * len(drawing.owners), (None,) * len(drawing.owners))


def tell_result(results: Sequence[ActResult], ending: Ending | None) -> Iterator[Paragraph]:
    """The score sheet, as far as there is one, and how it ended, if it did."""
    if results:
        yield tuple(tell_sheet(results, built_in().saga_points, None))
    if ending is not None:
        yield tuple(tell_ending(ending, None))


def plain_act(result: ActResult) -> Plain:
    """An act with every figure in words."""
    told: list[Plain] = [
        [plain_sentence(one) for one in account(score, name_standing(score, None))] for score in result.figures
    ]
    return {**WRITING.whole(result), "told": told}
