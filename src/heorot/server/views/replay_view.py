"""A game from its beginning to its last move, looked at through someone's eyes. Nothing of it is stored: it is played
again. Whatever is shown is the View of a seat; to lay everything open is to look through everyone's eyes at once, which
nobody may before the game is over."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from heorot.engine import record as records
from heorot.engine.record import Record
from heorot.engine.seats import Seat
from heorot.server import sight
from heorot.server.errors import Refusal
from heorot.server.past import moments
from heorot.server.people import Who, seat_numbered
from heorot.server.requests import Replay, ReplayAnswer, ReplayMoment, ReplayMove
from heorot.server.table import Table, Viewer

Eyes: TypeAlias = tuple[Viewer, ...]  # whose view is shown, and then those who add what they have
KEPT = 8  # games that were played again lately
OPEN, WATCH = "open", "watch"


# ---- Whose eyes ------------------------------------------------------------------------------------------------------


def eyes_of(table: Table, who: Who, lens: str | None) -> Eyes:
    """Who looks through which eyes: through the own ones at any time, through those of others once the game is over."""
    who.must_see(table)
    wanted = (who.seat,) if lens is None else named(table, lens)
    if wanted != (who.seat,) and not table.is_finished:
        raise Refusal("not-over", "server.not-over")
    return wanted


def named(table: Table, lens: str) -> Eyes:
    """`open`, `watch`, or the number of a seat."""
    if lens == OPEN:
        return (None, *(Seat(seat) for seat in range(len(table.places))))
    return (None,) if lens == WATCH else (seat_numbered(table, int(lens)),)


def name_of(eyes: Eyes) -> str:
    """The same as a text."""
    if len(eyes) > 1:
        return OPEN
    return WATCH if eyes[0] is None else str(eyes[0] + 1)


# ---- The moves -------------------------------------------------------------------------------------------------------


@lru_cache(KEPT)
def moves(table: Table) -> tuple[Any, ...]:
    """The game at its beginning and after each move, the same for whoever looks. Where all choose at once, that is one
    move: nobody sees who has chosen already."""
    found, sealed = list[Any](), False
    for state in moments(table):
        before, sealed = sealed, table.game.sealed(state)
        found += [] if before and sealed else [state]
    return tuple(found)


def at(table: Table, move: int) -> Any:
    """The game after a move."""
    if table.state is None:
        raise Refusal("not-begun", "server.not-begun")
    played = moves(table)
    if move >= len(played):
        raise Refusal("no-such-move", "server.no-such-move", move=move, moves=len(played) - 1)
    return played[move]


def replay(table: Table, eyes: Eyes) -> Replay:
    """All moves with what was told of them, and how everyone stood."""
    if table.state is None:
        raise Refusal("not-begun", "server.not-begun")
    log, told, marks, found, before = list[Any](), list[Any](), list[int](), list[ReplayMove](), table.start()
    teller = table.game.teller(before, eyes[0])
    for number, state in enumerate(moves(table)):
        log += table.game.shown_to_one(state, eyes[0], len(before.history))["log"]
        words = sight.words(teller, before, state)
        told, marks, before = told + words, marks + [number] * len(words), state
        standings = tuple(known(table, state, eyes))
        found.append(ReplayMove(entries=len(log), chapter=table.game.chapter(state), standings=standings))
    return Replay(
        lens=name_of(eyes),
        finished=table.is_finished,
        moves=tuple(found),
        log=log,
        told=told,
        marks=tuple(marks),
    )


def known(table: Table, state: Any, eyes: Eyes) -> Iterator[int | None]:
    """The points of each seat, if any of these eyes can see them."""
    for seats in zip(*(table.game.standings(state, viewer) for viewer in eyes), strict=True):
        yield next((points for points in seats if points is not None), None)


def moment(table: Table, eyes: Eyes, move: int) -> ReplayMoment:
    """The game after a move: what one viewer saw, and what each of the others had. Nobody is asked any more."""
    state, game = at(table, move), table.game
    own = [game.shown_to_one(state, viewer, len(state.history)) | {"legal": []} for viewer in eyes]
    for one in own:
        del one["log"]
    return ReplayMoment(move=move, view={**game.shown_to_all(state), **own[0]}, seats=own[1:] or None)


def ask(table: Table, eyes: Eyes, move: int, what: str, about: str) -> ReplayAnswer:
    """What could be asked then, and what it was told; for all eyes at once."""
    if what not in table.game.about.queries:
        raise Refusal("no-such-query", "server.no-such-query", what=what)
    told = [table.game.ask(at(table, move), viewer, what, about) for viewer in eyes]
    return ReplayAnswer(told=told[0], seats=told[1:] or None)


# ---- What if ---------------------------------------------------------------------------------------------------------


def fork(table: Table, move: int) -> str:
    """A finished game up to a move, as a record that goes on from there."""
    if not table.is_finished:
        raise Refusal("not-over", "server.not-over")
    state = at(table, move)
    if not table.game.actors(state):
        raise Refusal("over", "server.over")
    text = table.created.record
    said = list(table.entries(table.steps)) if text is None else list(records.standing(records.read(text)))
    return records.write(
        Record(
            game=table.created.game,
            rules=table.created.rules,
            box_hash=table.game.box_hash(table.box),
            box_text=table.created.box,
            options=tuple(sorted(table.options.items())),
            seats=("-",) * len(table.places),
            entries=records.in_record_order(table.game, table.start(), said[: len(state.history)]),
        )
    )
