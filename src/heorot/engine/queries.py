"""Shared parts of the queries that any viewer may make at any time, apart from answering the game's open question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from heorot.engine.errors import HeorotError
from heorot.engine.game import A, B, Game, S, V_co, play
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph
from heorot.engine.serialize import Json, Schema, Serializer

Answer: TypeAlias = dict[str, Json]
SEPARATOR = ","  # between the actions in the argument of a query


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """Answer to a query."""

    what: str  # name of the query
    told: tuple[Paragraph, ...]  # the answer in sentences


@dataclass(frozen=True, slots=True)
class NextAnswer(QueryAnswer):
    """Answer to `next`: the legal actions that may follow, in the notation."""

    next: tuple[str, ...]


def answer_schemas(serializer: Serializer, answers: Mapping[str, type[QueryAnswer]]) -> dict[str, Schema]:
    """Return the JSON Schema of the answer to each query."""
    schemas: dict[str, Any] = {query: serializer.schema(answer) for query, answer in answers.items()}
    for query, answer in answers.items():
        schemas[query]["$defs"][answer.__name__]["properties"]["what"] = {"const": query}
    return schemas


def answer_next(game: Game[B, S, A, V_co], state: S, seat: Seat | None, actions: str) -> NextAnswer:
    """Answer the query `next`: the legal actions after the first parts of an action that is played part by part.

    The list is empty once the action is complete, so a query never reveals what a complete action leads to.
    """
    player = require_seat(seat)
    then: S | None = state
    for text in split_actions(actions):
        then = play_part(game, then, player, text)
    legal = () if then is None else tuple(game.write(then, action) for action in game.legal(then, player))
    return NextAnswer("next", (), legal)


def play_leading_actions(game: Game[B, S, A, V_co], state: S, seat: Seat | None, actions: str) -> tuple[S, A]:
    """Play all but the last of several actions; return the state after them and the last action, which is legal there.

    Raises IllegalAction.
    """
    player, (*before, last) = require_seat(seat), split_actions(actions) or [""]
    then: S | None = state
    for text in before:
        then = play_part(game, then, player, text)
    if then is None:
        raise HeorotError("ask.complete", text=last[:60])
    action = game.read(then, last)
    if (refusal := game.refusal(then, player, action)) is not None:
        raise refusal
    return then, action


def play_part(game: Game[B, S, A, V_co], state: S | None, seat: Seat, text: str) -> S | None:
    """Play one part of an action; return None if the action is complete with it."""
    if state is None:
        raise HeorotError("ask.complete", text=text[:60])
    then = play(game, state, seat, game.read(state, text))
    return then if game.has_unfinished_action(then, seat) else None


def split_actions(text: str) -> list[str]:
    """Split several actions at the commas between them."""
    return [action.strip() for action in text.split(SEPARATOR)] if text.strip() else []


def require_seat(seat: Seat | None) -> Seat:
    """Raise HeorotError for a spectator."""
    if seat is None:
        raise HeorotError("ask.seat")
    return seat
