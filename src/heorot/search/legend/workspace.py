"""Working memory of the Legend's evaluation, and its report on one answer: the terms that hints are made of."""

from typing import TypeVar

from heorot.engine.kernels.compiler import routine
from heorot.engine.kernels.structs import Struct, float_field, int_field
from heorot.games.legend.model.state import FACES, LONGEST_LIST, SEATS, SPACES

Number = TypeVar("Number", int, float)

MOST_WORLDS = 1024
TOTALS = 64  # totals of symbols or treasure are cut off below this
DEEPEST = 64  # cards of the longest payment
SYMBOLS_OF_A_CARD = 3  # a plain card has 0, 1 or 2 symbols that count
NEVER = 1 << 40  # a cost above every other
MOST_TERMS = 8  # in the report on one answer

# Terms of an answer. Each has a subject: an icon, a face, a token, a number of cards, or 0 for none.
TERMS = ("cards", "scratch", "icon", "denied", "drawn", "kept", "healed", "treasure", "special", "too-little")
CARDS, SCRATCH, ICON, DENIED, DRAWN, KEPT, HEALED, TREASURE, SPECIAL, TOO_LITTLE = range(len(TERMS))


class Workspace(Struct):
    """Scratch memory of the evaluation: results, sampled rivals, intermediate tables, and the report."""

    worlds: int = int_field()  # sampled worlds
    value: list[int] = int_field(LONGEST_LIST)  # by place in the list of answers, in thousandths of a point
    rank: list[int] = int_field(SPACES)  # value of the space that each marker takes, best marker first
    limit: list[list[int]] = int_field(MOST_WORLDS, SEATS)  # highest total of each rival in each world
    left: list[int] = int_field(SYMBOLS_OF_A_CARD)  # cards not dealt yet in a world, by the symbols that count
    # In thousandths of a point: the value of a total, or in turn the cost of this many more symbols; and the value, or
    # in prices the cost, of the best set that begins with this face.
    millipoints_by_total: list[int] = int_field(TOTALS)
    millipoints_by_face: list[int] = int_field(FACES)
    can_reach: list[int] = int_field(TOTALS)  # L9.1: 1 if tokens of the hand add up to this total
    end: list[int] = int_field(DEEPEST)  # stack of a walk over payments: end of each prefix, ...
    spent: list[int] = int_field(DEEPEST)  # ... and cost of its cards

    # Report on the answer evaluated last.
    reporting: int = int_field()  # 1 while a report is written; rivals are then not sampled again
    terms: int = int_field()  # number of terms
    term: list[int] = int_field(MOST_TERMS)
    about: list[int] = int_field(MOST_TERMS)
    points: list[float] = float_field(MOST_TERMS)
    sampled: int = int_field()  # 1 if the value depends on the sampled worlds
    marker: list[float] = float_field(MOST_WORLDS)  # by world, in points: value of the marker, ...
    later: list[float] = float_field(MOST_WORLDS)  # ... and cost of the cards still to be laid
    first: float = float_field()  # probability of the first marker
    failure_probability: float = float_field()  # of turning over no match
    symbols: int = int_field()  # total that is bid, or limit up to which the seat goes on
    leaving_marker: int = int_field()  # number of the marker that a seat takes by giving up; 0 if it stays in


def new_workspace(worlds: int) -> Workspace:
    """Return an empty workspace for this many sampled worlds, at most MOST_WORLDS."""
    work = Workspace()
    work.worlds = max(1, min(worlds, MOST_WORLDS))
    return work


@routine
def clear_report(work: Workspace) -> None:
    """Clear the report before an answer is evaluated."""
    work.terms = 0
    work.sampled = 0
    work.first = 0.0
    work.failure_probability = 0.0
    work.symbols = 0
    work.leaving_marker = 0
    for world in range(work.worlds):
        work.marker[world] = 0.0
        work.later[world] = 0.0


@routine
def report_term(work: Workspace, term: int, about: int, points: Number) -> Number:
    """Return the points of a term, and add it to the report if one is being written."""
    if work.reporting:
        work.term[work.terms] = term
        work.about[work.terms] = about
        work.points[work.terms] = points
        work.terms += 1
    return points
