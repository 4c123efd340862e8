"""Sentences about scores: the terms of a figure, changes, the end of an act and the score sheet."""

from collections.abc import Iterator, Sequence

from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.sentence_params import format_number, format_signed, format_sum, player_params
from heorot.games.movie.box.names import name_tile, roman
from heorot.games.movie.table.analysis import Change, CutOff, FigureScore, Term
from heorot.games.movie.table.results import ActResult, Ending

# ---- One figure ----------------------------------------------------------------------------------------------------


def name_standing(score: FigureScore, reader: Seat | None) -> Sentence:
    """Name a figure: your Thane on c4, or another player's."""
    return Sentence("movie.standing", **player_params(score.seat, reader), kind=score.kind, space=score.space)


def describe_score(score: FigureScore, figure: Sentence) -> Iterator[Sentence]:
    """M3.3: Explain the score of a figure: the product, then every term."""
    yield Sentence("movie.score.product", figure=figure, arithmetic=arithmetic(score))
    yield from describe_line_terms("movie.score.row", score.row)
    yield from describe_line_terms("movie.score.column", score.column)
    turned = [term for term in (*score.row, *score.column) if term.turned]
    if turned:
        yield Sentence("movie.score.turned", rule="M4.9", terms=tuple(map(name_term, turned)))
    if score.cut_off:
        yield Sentence("movie.score.cut-off", rule="M4.10", terms=tuple(map(name_term, score.cut_off)))
    if score.horns:
        yield Sentence("movie.score.horns", rule="M4.8", count=len(score.horns), spaces=", ".join(score.horns))


def describe_line_terms(key: str, line: Sequence[Term]) -> Iterator[Sentence]:
    """Explain the terms of a row or column, if there are any."""
    terms = tuple(name_term(term) for term in line if term.counts)
    if terms:
        yield Sentence(key, terms=terms)


def name_term(term: Term | CutOff) -> Sentence:
    """Name a tile and its space."""
    return Sentence("movie.score.term", space=term.space, tile=name_tile(term.tile))


def arithmetic(score: FigureScore) -> str:
    """Write the calculation: `−1 + 1 + 4 − 1 = 3, 3 × 3 = 9`, or with diamonds of Horns `9 × (3 + 1) = 36`. It is the
    same in every language."""
    terms = [term.counts for term in (*score.row, *score.column) if term.counts]
    horns = len(score.horns)
    diamonds = f"({score.diamonds} + {horns})" if horns else str(score.diamonds)
    total = format_number(score.sum)
    added = f"{format_sum(terms)} = {total}, " if len(terms) > 1 else ""
    return f"{added}{total} × {diamonds} = {format_number(score.points)}"


# ---- What an action changes ----------------------------------------------------------------------------------------


def describe_changes(changes: Sequence[Change], reader: Seat | None) -> Iterator[Sentence]:
    """Describe every figure whose points changed, in one sentence each."""
    for change in changes:
        if change.before is None or change.before.points != change.after.points:
            yield describe_change(change, reader)


def is_different(change: Change) -> bool:
    """Return whether the calculation or the space of a figure changed."""
    before, after = change.before, change.after
    return before is None or (before.space, arithmetic(before)) != (after.space, arithmetic(after))


def describe_change(change: Change, reader: Seat | None) -> Sentence:
    """Describe a change: `your Thane on c4: 6 → 21`, or just `21` for a new figure."""
    figure, after = name_standing(change.after, reader), format_number(change.after.points)
    if change.before is None:
        return Sentence("movie.change.new", figure=figure, after=after)
    before, difference = format_number(change.before.points), format_signed(change.after.points - change.before.points)
    return Sentence("movie.change.points", figure=figure, before=before, after=after, difference=difference)


def describe_preview(changes: Sequence[Change], reader: Seat | None) -> Iterator[Paragraph]:
    """Describe every change with its calculation before and after, a paragraph for each figure."""
    touched = list(filter(is_different, changes))
    if not touched:
        yield (Sentence("movie.change.none"),)
    for change in touched:
        before = change.before
        was = () if before is None else (Sentence("movie.change.before", arithmetic=arithmetic(before)),)
        now = Sentence("movie.change.after", arithmetic=arithmetic(change.after))
        yield (describe_change(change, reader), *was, now)


# ---- The end of an act, and of the game ----------------------------------------------------------------------------


def describe_act(result: ActResult, reader: Seat | None) -> Iterator[Paragraph]:
    """M3.3: Explain every figure of an act, a paragraph each, and the points of each player."""
    yield (Sentence("movie.act.over", rule="M3.3", act=roman(result.act)),)
    for score in result.figures:
        yield tuple(describe_score(score, name_standing(score, reader)))
    for seat, (points, saga) in enumerate(zip(result.points, result.saga, strict=True)):
        who, total = player_params(Seat(seat), reader), format_number(saga)
        yield (Sentence("movie.act.player", **who, points=format_signed(points), saga=total),)


def describe_score_sheet(results: Sequence[ActResult], start: int, reader: Seat | None) -> Iterator[Sentence]:
    """Describe the score sheet: start, points of each act, points of Treasures and total, by player."""
    for seat in range(len(results[0].saga)):
        acts = tuple(
            Sentence("movie.sheet.act", act=roman(result.act), points=format_signed(result.points[seat]))
            for result in results
        )
        cashed = format_signed(sum(result.cashed[seat] for result in results))
        total = format_number(results[-1].saga[seat])
        who = player_params(Seat(seat), reader)
        yield Sentence("movie.sheet.player", **who, start=start, acts=acts, cashed=cashed, total=total)


def describe_ending(ending: Ending, reader: Seat | None) -> Iterator[Sentence]:
    """M5.1 to M5.3: Describe who won, and the tie-break."""
    if ending.tied:
        yield Sentence("movie.end.tied", rule="M5.2", seats=list_seats(ending.tied), saga=ending.saga)
        for seat in ending.tied:
            yield Sentence("movie.end.unused", **player_params(seat, reader), diamonds=ending.unused[seat])
    if len(ending.winners) > 1:
        yield Sentence("movie.end.shared", rule="M5.3", seats=list_seats(ending.winners))
    else:
        yield Sentence("movie.end.won", **player_params(ending.winners[0], reader), saga=ending.saga)


def list_seats(seats: Sequence[Seat]) -> str:
    """List seats, counted from 1."""
    return ", ".join(str(seat + 1) for seat in seats)
