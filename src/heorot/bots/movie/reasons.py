"""Reasons for hints in the Movie game, in words: the terms (`answer_terms`) in which two answers differ."""

from collections.abc import Iterator
from typing import NamedTuple

from heorot.bots.hints import Reason, select_reasons
from heorot.bots.movie.answer_terms import AnswerTerms, gain, terms
from heorot.engine.seats import Seat
from heorot.engine.sentence import Param, Sentence
from heorot.engine.sentence_params import format_number, format_signed, player_params
from heorot.games.movie.box.box import Box
from heorot.games.movie.box.names import name_tile
from heorot.games.movie.model.actions import Action, FillUp
from heorot.games.movie.model.components import Tile
from heorot.games.movie.model.state import State
from heorot.games.movie.table.analysis import Change, FigureScore, Term
from heorot.games.movie.table.view import View
from heorot.games.movie.text.explanations import arithmetic, name_standing

SMALL = 0.1  # weight of what is only kept, not scored
Found = Iterator[tuple[float, Reason]]  # weight and reason


class Pair(NamedTuple):
    """The terms of this answer and of the one that it is compared to, for a seat."""

    here: AnswerTerms
    there: AnswerTerms
    seat: Seat


def reasons(box: Box, view: View, s: State, codes: tuple[int, ...], others: tuple[int, ...]) -> tuple[Reason, ...]:
    """Return the weightiest terms that differ, or one reason that says only later turns will tell."""
    pair = Pair(terms(box, s, codes), terms(box, s, others), Seat(s.seat))
    weighted = [*by_figures(pair), *by_saga(pair), *by_places(pair), *by_kept_pieces(pair, view)]
    return select_reasons(weighted) or (Reason(Sentence("hints.movie.later"), True, 0, 0),)


# ---- Figures on the board ------------------------------------------------------------------------------------------


def by_figures(pair: Pair) -> Found:
    """M3.3: Yield the score of every figure that one of the two answers changes."""
    for place in {**pair.here.changes, **pair.there.changes}:
        mine, other = pair.here.changes.get(place), pair.there.changes.get(place)
        here, there = gain(mine) if mine else 0, gain(other) if other else 0
        good = (here > there) == (place[0] == pair.seat)
        if here == there:
            continue
        if mine is not None:
            yield abs(here - there), Reason(describe_change(mine, other, pair.seat), good, here, there)
        elif other is not None and other.before is not None:
            yield abs(here - there), Reason(describe_avoided_loss(other, other.before, pair.seat), good, here, there)


def describe_change(change: Change, other: Change | None, reader: Seat) -> Sentence:
    """Return what an answer does to a figure, and the points with the other answer if that changes it too: a rival's
    figure may gain by a good answer if the other one would bring it more."""
    text = describe_effect(change, reader)
    if other is None:
        return text
    return Sentence("hints.movie.compared", told=text, other=format_number(other.after.points))


def describe_effect(change: Change, reader: Seat) -> Sentence:
    """Return what an answer does to a figure, and by which rule."""
    before, after = change.before, change.after
    if before is None:
        return Sentence("hints.movie.stands", figure=name_standing(after, reader), arithmetic=arithmetic(after))
    points = in_points(change, reader)
    if before.space != after.space:
        return Sentence("hints.movie.moves", rule="M4.7", space=after.space, **points)
    if before.sum == after.sum:
        return Sentence("hints.movie.horn", rule="M4.8", **points)
    if only_cut_off(before, after):
        return Sentence("hints.movie.cuts", rule="M4.10", **points)
    if only_turned(before, after):
        return Sentence("hints.movie.turns", rule="M4.9", **points)
    return describe_line(before, after, points)


def in_points(change: Change, reader: Seat) -> dict[str, Param]:
    """Return the figure, and its points before and after, as parameters."""
    before, after = change.before or change.after, change.after
    return {
        "figure": name_standing(before, reader),
        "before": format_number(before.points),
        "after": format_number(after.points),
        "difference": format_signed(after.points - before.points),
    }


def tiles_in_line(score: FigureScore) -> dict[str, Term]:
    """Return the tiles of a figure's lines by their spaces."""
    return {term.space: term for term in (*score.row, *score.column)}


def only_cut_off(before: FigureScore, after: FigureScore) -> bool:
    """M4.10: Return whether tiles are now behind a Gorge, and all others lie and count as before."""
    return len(after.cut_off) > len(before.cut_off) and tiles_in_line(after).items() <= tiles_in_line(before).items()


def only_turned(before: FigureScore, after: FigureScore) -> bool:
    """M4.9: Return whether tiles now lie face down because of a new Treachery, and no other tile came or went."""
    was, now = tiles_in_line(before), tiles_in_line(after)
    come = [term.tile.ability for space, term in now.items() if space not in was]
    same = all(space in now and now[space].tile == term.tile for space, term in was.items())
    turned = any(now[space].turned and not term.turned for space, term in was.items() if same)
    return same and turned and come in ([], ["treachery"])


def describe_line(before: FigureScore, after: FigureScore, points: dict[str, Param]) -> Sentence:
    """Return that a tile was added to a figure's row or column, or that its lines changed otherwise."""
    for line, was, now in (("row", before.row, after.row), ("column", before.column, after.column)):
        tile = added(was, now)
        if tile is not None:
            key = "hints.movie.fills" if after.points > before.points else "hints.movie.spoils"
            return Sentence(key, where=line, tile=name_tile(tile), **points)
    return Sentence("hints.movie.changes", **points)


def added(was: tuple[Term, ...], now: tuple[Term, ...]) -> Tile | None:
    """Return the one tile that was added to a line; None if there is no such tile or others went."""
    new = [term for term in now if term.space not in {old.space for old in was}]
    return new[0].tile if len(new) == 1 and len(now) == len(was) + 1 else None


def describe_avoided_loss(change: Change, before: FigureScore, reader: Seat) -> Sentence:
    """Return what the other answer would do to a figure."""
    after = change.after.points
    figure = name_standing(before, reader)
    return Sentence(
        "hints.movie.spared", figure=figure, points=format_number(before.points), after=format_number(after)
    )


# ---- Saga points and placements ------------------------------------------------------------------------------------


def by_saga(pair: Pair) -> Found:
    """M4.3: Yield a Treasure that is returned."""
    here, there = pair.here.saga, pair.there.saga
    if here > there:
        yield here - there, Reason(Sentence("hints.movie.cashes", rule="M4.3", points=here), True, here, there)


def by_places(pair: Pair) -> Found:
    """Yield the best next placements: own ones, and those of rivals that may be denied."""
    for seat, (mine, other) in enumerate(zip(pair.here.best, pair.there.best, strict=True)):
        if mine is None or other is None or mine.points == other.points:
            continue
        more, own = mine.points > other.points, seat == pair.seat
        text = {"kind": other.kind if not more else mine.kind, "points": format_number(mine.points)}
        there = {"space": mine.space if more else other.space, "other": format_number(other.points)}
        who = player_params(Seat(seat), pair.seat)
        key = "hints.movie.opens" if more else "hints.movie.denies"
        weight = abs(mine.points - other.points) / 2
        yield weight, Reason(Sentence(key, **who, **text, **there), more == own, mine.points, other.points)


# ---- Kept pieces ---------------------------------------------------------------------------------------------------


def by_kept_pieces(pair: Pair, view: View) -> Found:
    """Yield figures and tiles that one answer keeps and the other spends, a tile to be drawn, and open spaces."""
    for kind, here in pair.here.front.items():
        there = pair.there.front[kind]
        if here > there:
            yield SMALL, Reason(Sentence("hints.movie.keeps-figure", kind=kind, left=here), True, here, there)
        elif here < there:
            yield SMALL, Reason(Sentence("hints.movie.spends-figure", kind=kind, left=here), False, here, there)
    for tile in pair.here.hand | pair.there.hand:
        here, there = pair.here.hand[tile], pair.there.hand[tile]
        key = "hints.movie.keeps-tile" if here > there else "hints.movie.spends-tile"
        if here != there:
            yield SMALL, Reason(Sentence(key, tile=name_tile(tile, view.act)), here > there, here, there)
    if pair.here.drawn and not pair.there.drawn:
        yield 2 * SMALL, Reason(Sentence("hints.movie.draws", rule="M2.3", pool=view.pool), True, 1, 0)
    here_room, there_room = pair.here.room, pair.there.room
    if here_room is not None and there_room is not None and here_room != there_room:
        text = Sentence("hints.movie.room", spaces=here_room, other=there_room)
        yield SMALL, Reason(text, here_room > there_room, here_room, there_room)


# ---- Without playouts ----------------------------------------------------------------------------------------------


def fill_up_reasons(box: Box, view: View, action: Action) -> tuple[Reason, ...]:
    """M3.7: Return the reason for or against filling up the hand."""
    tiles_held, full = len(view.hand), box.hand
    if action == FillUp():
        return (Reason(Sentence("hints.movie.fills-up", rule="M3.7", tiles=full), True, full, tiles_held),)
    return (Reason(Sentence("hints.movie.stays-short", rule="M3.7", tiles=tiles_held), False, tiles_held, full),)
