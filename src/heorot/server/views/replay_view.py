"""Replays: a game from its beginning to its last move, from one viewer's viewpoint, recomputed and never stored.

Every byte is part of some seat's View. The open viewpoint combines the views of all seats, and is refused before
the game is over.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from heorot.engine import records
from heorot.engine.records import Record
from heorot.engine.seats import Seat
from heorot.engine.serialize import Json
from heorot.server.protocol.errors import Refusal
from heorot.server.protocol.http_models import Replay, ReplayAnswer, ReplayMoment, ReplayMove
from heorot.server.table.identity import Identity, seat_by_number
from heorot.server.table.opaque_game import GameState
from heorot.server.table.table import TableState, Viewer
from heorot.server.views import payload
from heorot.server.views.history import shown_states

Viewpoint: TypeAlias = tuple[Viewer, ...]  # whose view is shown, then whose own parts are added
CACHED_GAMES = 8  # games that were played again lately
OPEN, WATCH = "open", "watch"


# ---- Viewpoints ------------------------------------------------------------------------------------------------


def choose_viewpoint(table: TableState, identity: Identity, name: str | None) -> Viewpoint:
    """Return the named viewpoint: the client's own at any time, others once the game is over; raises Refusal."""
    identity.require_can_watch(table)
    wanted = (identity.seat,) if name is None else parse_viewpoint(table, name)
    if wanted != (identity.seat,) and not table.is_finished:
        raise Refusal("not-over", "server.not-over")
    return wanted


def parse_viewpoint(table: TableState, name: str) -> Viewpoint:
    """Return the viewpoint named `open`, `watch`, or by the number of a seat."""
    if name == OPEN:
        return (None, *(Seat(seat) for seat in range(len(table.places))))
    return (None,) if name == WATCH else (seat_by_number(table, int(name)),)


def viewpoint_name(viewpoint: Viewpoint) -> str:
    """Return the name of a viewpoint, as `parse_viewpoint` reads it."""
    if len(viewpoint) > 1:
        return OPEN
    return WATCH if viewpoint[0] is None else str(viewpoint[0] + 1)


# ---- Moves -------------------------------------------------------------------------------------------------------


@lru_cache(CACHED_GAMES)
def move_states(table: TableState) -> tuple[GameState, ...]:
    """Return the game at its beginning and after each move. A sealed phase is one move, which hides who chose first."""
    states, sealed = list[GameState](), False
    for state in shown_states(table):
        before, sealed = sealed, table.game.is_sealed(state)
        states += [] if before and sealed else [state]
    return tuple(states)


def state_after_move(table: TableState, move: int) -> GameState:
    """Return the game after a move; raises Refusal if there is no such move."""
    if table.state is None:
        raise Refusal("not-begun", "server.not-begun")
    played = move_states(table)
    if move >= len(played):
        raise Refusal("no-such-move", "server.no-such-move", move=move, moves=len(played) - 1)
    return played[move]


def build_replay(table: TableState, viewpoint: Viewpoint) -> Replay:
    """Return all moves with log, sentences and standings."""
    if table.state is None:
        raise Refusal("not-begun", "server.not-begun")
    log, sentences, marks, moves = list[Json](), list[Json](), list[int](), list[ReplayMove]()
    before = table.initial_state()
    narrator = table.game.narrator(before, viewpoint[0])
    for number, state in enumerate(move_states(table)):
        log += payload.pop_log(table.game.private_json(state, viewpoint[0], len(before.history)))
        paragraphs = payload.log_paragraphs(narrator, before, state)
        sentences, marks, before = sentences + paragraphs, marks + [number] * len(paragraphs), state
        standings = tuple(visible_standings(table, state, viewpoint))
        moves.append(ReplayMove(entries=len(log), chapter=table.game.chapter(state), standings=standings))
    return Replay(
        lens=viewpoint_name(viewpoint),
        finished=table.is_finished,
        moves=tuple(moves),
        log=log,
        told=sentences,
        marks=tuple(marks),
    )


def visible_standings(table: TableState, state: GameState, viewpoint: Viewpoint) -> Iterator[int | None]:
    """Yield the points of each seat, or None where no viewer of the viewpoint can see them."""
    for seats in zip(*(table.game.standings(state, viewer) for viewer in viewpoint), strict=True):
        yield next((points for points in seats if points is not None), None)


def replay_moment(table: TableState, viewpoint: Viewpoint, move: int) -> ReplayMoment:
    """Return the view after a move, and for each further viewer that viewer's own part. No action is legal in it."""
    state, game = state_after_move(table, move), table.game
    own = [game.private_json(state, viewer, len(state.history)) | {"legal": []} for viewer in viewpoint]
    for part in own:
        del part["log"]
    return ReplayMoment(move=move, view={**game.public_json(state), **own[0]}, seats=[*own[1:]] or None)


def answer_query(table: TableState, viewpoint: Viewpoint, move: int, what: str, about: str) -> ReplayAnswer:
    """Answer a query about the game after a move, for each viewer of the viewpoint."""
    if what not in table.game.info.queries:
        raise Refusal("no-such-query", "server.no-such-query", what=what)
    answers = [table.game.query(state_after_move(table, move), viewer, what, about) for viewer in viewpoint]
    return ReplayAnswer(told=answers[0], seats=[*answers[1:]] or None)


# ---- What if -----------------------------------------------------------------------------------------------------


def fork_record(table: TableState, move: int) -> str:
    """Return the record of a finished game up to a move, from which a what-if table continues; raises Refusal."""
    if not table.is_finished:
        raise Refusal("not-over", "server.not-over")
    state = state_after_move(table, move)
    if not table.game.actors(state):
        raise Refusal("over", "server.over")
    text = table.created.record
    entries = list(table.entries(table.steps)) if text is None else list(records.effective_entries(records.read(text)))
    return records.write(
        Record(
            game=table.created.game,
            rules=table.created.rules,
            box_hash=table.game.box_hash(table.box),
            box_text=table.created.box,
            options=tuple(sorted(table.options.items())),
            seats=("-",) * len(table.places),
            entries=records.to_record_order(table.game, table.initial_state(), entries[: len(state.history)]),
        )
    )
