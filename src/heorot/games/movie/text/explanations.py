"""Scores and what changes them, in words: every term of a figure, the end of an act, the score sheet. As data."""

from collections.abc import Iterator, Sequence

from heorot.engine.naming import add_up, plain_number, signed, whose
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.explain import Change, CutOff, FigureScore, Term
from heorot.games.movie.names import name_tile, roman
from heorot.games.movie.results import ActResult, Ending

# ---- One figure ----------------------------------------------------------------------------------------------------


def name_standing(score: FigureScore, reader: Seat | None) -> Sentence:
    """Your Thane on c4, or another player's."""
    return Sentence("movie.standing", **whose(score.seat, reader), kind=score.kind, space=score.space)


def account(score: FigureScore, figure: Sentence) -> Iterator[Sentence]:
    """M3.3: how a figure scores: the product, and then every term."""
    yield Sentence("movie.score.product", figure=figure, arithmetic=arithmetic(score))
    yield from account_line("movie.score.row", score.row)
    yield from account_line("movie.score.column", score.column)
    turned = [term for term in (*score.row, *score.column) if term.turned]
    if turned:
        yield Sentence("movie.score.turned", rule="M4.9", terms=tuple(map(name_term, turned)))
    if score.cut_off:
        yield Sentence("movie.score.cut-off", rule="M4.10", terms=tuple(map(name_term, score.cut_off)))
    if score.horns:
        yield Sentence("movie.score.horns", rule="M4.8", count=len(score.horns), spaces=", ".join(score.horns))


def account_line(key: str, line: Sequence[Term]) -> Iterator[Sentence]:
    """The tiles of a row or column that add something, if there are any."""
    terms = tuple(name_term(term) for term in line if term.counts)
    if terms:
        yield Sentence(key, terms=terms)


def name_term(term: Term | CutOff) -> Sentence:
    """A tile and where it lies."""
    return Sentence("movie.score.term", space=term.space, tile=name_tile(term.tile))


def arithmetic(score: FigureScore) -> str:
    """`−1 + 1 + 4 − 1 = 3, 3 × 3 = 9`; the diamonds of Horns stand apart: `9 × (3 + 1) = 36`. The same in every
    language."""
    terms = [term.counts for term in (*score.row, *score.column) if term.counts]
    horns = len(score.horns)
    diamonds = f"({score.diamonds} + {horns})" if horns else str(score.diamonds)
    total = plain_number(score.sum)
    added = f"{add_up(terms)} = {total}, " if len(terms) > 1 else ""
    return f"{added}{total} × {diamonds} = {plain_number(score.points)}"


# ---- What an action changes ----------------------------------------------------------------------------------------


def tell_changes(changes: Sequence[Change], reader: Seat | None) -> Iterator[Sentence]:
    """What every figure that gained or lost scored before and scores now, in one sentence each."""
    for change in changes:
        if change.before is None or change.before.points != change.after.points:
            yield tell_change(change, reader)


def matters(change: Change) -> bool:
    """Whether anything is added up differently; a tile that does not count, before or after, makes no difference."""
    before, after = change.before, change.after
    return before is None or (before.space, arithmetic(before)) != (after.space, arithmetic(after))


def tell_change(change: Change, reader: Seat | None) -> Sentence:
    """`your Thane on c4: 6 → 21`, or just `21` where there was nothing to compare with."""
    figure, after = name_standing(change.after, reader), plain_number(change.after.points)
    if change.before is None:
        return Sentence("movie.change.new", figure=figure, after=after)
    before, difference = plain_number(change.before.points), signed(change.after.points - change.before.points)
    return Sentence("movie.change.points", figure=figure, before=before, after=after, difference=difference)


def tell_preview(changes: Sequence[Change], reader: Seat | None) -> Iterator[Paragraph]:
    """The same with the whole arithmetic, before and after: a paragraph for each figure."""
    touched = list(filter(matters, changes))
    if not touched:
        yield (Sentence("movie.change.none"),)
    for change in touched:
        before = change.before
        was = () if before is None else (Sentence("movie.change.before", arithmetic=arithmetic(before)),)
        yield (tell_change(change, reader), *was, Sentence("movie.change.after", arithmetic=arithmetic(change.after)))


# ---- The end of an act, and of the game ----------------------------------------------------------------------------


def tell_act(result: ActResult, reader: Seat | None) -> Iterator[Paragraph]:
    """M3.3: every figure explained, a paragraph each, and what the act brought to each player."""
    yield (Sentence("movie.act.over", rule="M3.3", act=roman(result.act)),)
    for score in result.figures:
        yield tuple(account(score, name_standing(score, reader)))
    for seat, (points, saga) in enumerate(zip(result.points, result.saga, strict=True)):
        who, total = whose(Seat(seat), reader), plain_number(saga)
        yield (Sentence("movie.act.player", **who, points=signed(points), saga=total),)


def tell_sheet(results: Sequence[ActResult], start: int, reader: Seat | None) -> Iterator[Sentence]:
    """The score sheet: what each player began with, what each act and the Treasures brought, and the total."""
    for seat in range(len(results[0].saga)):
        acts = tuple(
            Sentence("movie.sheet.act", act=roman(result.act), points=signed(result.points[seat])) for result in results
        )
        cashed = signed(sum(result.cashed[seat] for result in results))
        total = plain_number(results[-1].saga[seat])
        who = whose(Seat(seat), reader)
        yield Sentence("movie.sheet.player", **who, start=start, acts=acts, cashed=cashed, total=total)


def tell_ending(ending: Ending, reader: Seat | None) -> Iterator[Sentence]:
    """M5.1 to M5.3: who won, and by what."""
    if ending.tied:
        yield Sentence("movie.end.tied", rule="M5.2", seats=numbers(ending.tied), saga=ending.saga)
        for seat in ending.tied:
            yield Sentence("movie.end.unused", **whose(seat, reader), diamonds=ending.unused[seat])
    if len(ending.winners) > 1:
        yield Sentence("movie.end.shared", rule="M5.3", seats=numbers(ending.winners))
    else:
        yield Sentence("movie.end.won", **whose(ending.winners[0], reader), saga=ending.saga)


def numbers(seats: Sequence[Seat]) -> str:
    """Seats as people count them."""
    return ", ".join(str(seat + 1) for seat in seats)
