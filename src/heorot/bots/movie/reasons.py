"""Why one answer of the Movie game and not another, in words: the terms that differ right after them (movie_terms.py),
each with what it comes to here and there."""

from collections.abc import Iterator
from typing import NamedTuple

from heorot.bots.hints import Reason, chosen_reasons
from heorot.bots.movie_terms import Terms, gain, terms
from heorot.engine.naming import plain_number, signed, whose
from heorot.engine.seats import Seat
from heorot.engine.sentence import Part, Sentence
from heorot.games.movie.accounts import arithmetic, name_standing
from heorot.games.movie.actions import Action, FillUp
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.explain import Change, FigureScore, Term
from heorot.games.movie.names import name_tile
from heorot.games.movie.state import State
from heorot.games.movie.view import View

SMALL = 0.1  # what is only kept weighs less than what is scored
Found = Iterator[tuple[float, Reason]]  # how weighty each is


class Pair(NamedTuple):
    """This answer and the one that it is compared to, for a seat."""

    here: Terms
    there: Terms
    seat: Seat


def reasons(box: Box, view: View, s: State, codes: tuple[int, ...], others: tuple[int, ...]) -> tuple[Reason, ...]:
    """The weightiest terms that differ; if none does yet, that it is so."""
    pair = Pair(terms(box, s, codes), terms(box, s, others), Seat(s.seat))
    found = [*by_figures(pair), *by_saga(pair), *by_places(pair), *by_what_is_kept(pair, view)]
    return chosen_reasons(found) or (Reason(Sentence("hints.movie.later"), True, 0, 0),)


# ---- Figures on the board ------------------------------------------------------------------------------------------


def by_figures(pair: Pair) -> Found:
    """M3.3: what every figure scores that one of the two answers touches."""
    for place in {**pair.here.changes, **pair.there.changes}:
        mine, other = pair.here.changes.get(place), pair.there.changes.get(place)
        here, there = gain(mine) if mine else 0, gain(other) if other else 0
        good = (here > there) == (place[0] == pair.seat)
        if here == there:
            continue
        if mine is not None:
            yield abs(here - there), Reason(tell_change(mine, other, pair.seat), good, here, there)
        elif other is not None and other.before is not None:
            yield abs(here - there), Reason(tell_spared(other, other.before, pair.seat), good, here, there)


def tell_change(change: Change, other: Change | None, reader: Seat) -> Sentence:
    """What an answer does to a figure; and if the other one does something to it too, what: a rival's figure may gain
    by an answer that is good since the other one would bring it more."""
    told = tell_deed(change, reader)
    if other is None:
        return told
    return Sentence("hints.movie.compared", told=told, other=plain_number(other.after.points))


def tell_deed(change: Change, reader: Seat) -> Sentence:
    """What an answer does to a figure, and by what."""
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
    return tell_line(before, after, points)


def in_points(change: Change, reader: Seat) -> dict[str, Part]:
    """Which figure, and its points before and after."""
    before, after = change.before or change.after, change.after
    return {
        "figure": name_standing(before, reader),
        "before": plain_number(before.points),
        "after": plain_number(after.points),
        "difference": signed(after.points - before.points),
    }


def lying(score: FigureScore) -> dict[str, Term]:
    """The tiles of a figure's lines by their spaces."""
    return {term.space: term for term in (*score.row, *score.column)}


def only_cut_off(before: FigureScore, after: FigureScore) -> bool:
    """M4.10: whether tiles are behind a Gorge now, and all others lie and count as they did."""
    return len(after.cut_off) > len(before.cut_off) and lying(after).items() <= lying(before).items()


def only_turned(before: FigureScore, after: FigureScore) -> bool:
    """M4.9: whether tiles lie face down now, a Treachery has come, and no other tile came or went."""
    was, now = lying(before), lying(after)
    come = [term.tile.ability for space, term in now.items() if space not in was]
    same = all(space in now and now[space].tile == term.tile for space, term in was.items())
    turned = any(now[space].turned and not term.turned for space, term in was.items() if same)
    return same and turned and come in ([], ["treachery"])


def tell_line(before: FigureScore, after: FigureScore, points: dict[str, Part]) -> Sentence:
    """A tile more in its row or column; or something else about them."""
    for line, was, now in (("row", before.row, after.row), ("column", before.column, after.column)):
        tile = added(was, now)
        if tile is not None:
            key = "hints.movie.fills" if after.points > before.points else "hints.movie.spoils"
            return Sentence(key, where=line, tile=name_tile(tile), **points)
    return Sentence("hints.movie.changes", **points)


def added(was: tuple[Term, ...], now: tuple[Term, ...]) -> Tile | None:
    """The one tile that lies in a line now, and did not before; if others went, there is no such one."""
    new = [term for term in now if term.space not in {old.space for old in was}]
    return new[0].tile if len(new) == 1 and len(now) == len(was) + 1 else None


def tell_spared(change: Change, before: FigureScore, reader: Seat) -> Sentence:
    """What the other answer would do to a figure, and this one does not."""
    after = change.after.points
    figure = name_standing(before, reader)
    return Sentence("hints.movie.spared", figure=figure, points=plain_number(before.points), after=plain_number(after))


# ---- Saga points, and the places that are left ---------------------------------------------------------------------


def by_saga(pair: Pair) -> Found:
    """M4.3: a Treasure that is returned."""
    here, there = pair.here.saga, pair.there.saga
    if here > there:
        yield here - there, Reason(Sentence("hints.movie.cashes", rule="M4.3", points=here), True, here, there)


def by_places(pair: Pair) -> Found:
    """Where figures would stand best next: one's own, and those of rivals, who may be kept from it."""
    for seat, (mine, other) in enumerate(zip(pair.here.best, pair.there.best, strict=True)):
        if mine is None or other is None or mine.points == other.points:
            continue
        more, own = mine.points > other.points, seat == pair.seat
        told = {"kind": other.kind if not more else mine.kind, "points": plain_number(mine.points)}
        there = {"space": mine.space if more else other.space, "other": plain_number(other.points)}
        who = whose(Seat(seat), pair.seat)
        key = "hints.movie.opens" if more else "hints.movie.denies"
        weight = abs(mine.points - other.points) / 2
        yield weight, Reason(Sentence(key, **who, **told, **there), more == own, mine.points, other.points)


# ---- What is kept --------------------------------------------------------------------------------------------------


def by_what_is_kept(pair: Pair, view: View) -> Found:
    """Figures and tiles that one answer leaves in front or in hand, and the other one spends; a tile to come, and room
    to grow."""
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
        told = Sentence("hints.movie.room", spaces=here_room, other=there_room)
        yield SMALL, Reason(told, here_room > there_room, here_room, there_room)


# ---- Where nothing was played out ----------------------------------------------------------------------------------


def forced() -> Reason:
    """There is nothing to choose."""
    return Reason(Sentence("hints.only"), True, 1, 0)


def without_playouts(box: Box, view: View, action: Action) -> tuple[Reason, ...]:
    """M3.7: tiles cost nothing; who keeps the hand as it is has fewer."""
    held, full = len(view.hand), box.hand
    if action == FillUp():
        return (Reason(Sentence("hints.movie.fills-up", rule="M3.7", tiles=full), True, full, held),)
    return (Reason(Sentence("hints.movie.stays-short", rule="M3.7", tiles=held), False, held, full),)
