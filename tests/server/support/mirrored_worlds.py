"""Two tables that one viewer cannot tell apart: the same game, and all that this viewer may not know is different."""

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from heorot.engine.seats import CHANCE, Seat
from heorot.server.events import Begun, Created, Event, Moved
from heorot.server.fold import after
from heorot.server.table import Table, Viewer, open_table
from tests.server.laid import ID, created, lay


@dataclass(frozen=True)
class Told:
    """A game as it was told: who said what, and what chance said after it."""

    opening: tuple[str, ...]
    steps: tuple[tuple[Seat, tuple[str, ...], tuple[str, ...]], ...]

    def events(self) -> list[Event]:
        return [Begun(drawn=self.opening), *(Moved(seat=s, said=said, drawn=drawn) for s, said, drawn in self.steps)]


class Scripted:
    """Chance that says what it is to say."""

    def __init__(self, actions: Iterable[Any]) -> None:
        self.actions = deque(actions)

    def choose(self, table: Table, state: Any, drawn: int) -> Any:
        action = self.actions.popleft()
        assert action in [chance.action for chance in table.game.chances(state)]
        return action


@dataclass(frozen=True)
class Pair:
    """Both tables, and for whom they are alike."""

    created: Created
    viewer: Viewer
    told: tuple[Told, Told]


def regroup(first: Table, history: Iterable[Any]) -> Told:
    """The answers of a game and its draws, from all that was ever said. What a seat has not finished saying is not
    there: over a socket nobody can know of it."""
    game, state = first.game, first.start()
    opening, steps, begun = list[str](), list[list[Any]](), defaultdict[Seat, list[str]](list)
    for said in history:
        text, state = game.write(state, said.action), game.apply(state, said.seat, said.action)
        if said.seat == CHANCE:
            (steps[-1][2] if steps else opening).append(text)
            continue
        begun[said.seat].append(text)
        if not game.in_a_set(state, said.seat):
            steps.append([said.seat, tuple(begun.pop(said.seat)), []])
    return Told(tuple(opening), tuple((seat, said, tuple(drawn)) for seat, said, drawn in steps))


def in_the_order_of(base: Told, other: Told) -> Told:
    """Who chose at once with others may have done so in any order: the same as in the base."""
    said = defaultdict[Seat, deque[tuple[str, ...]]](deque)
    for seat, texts, _ in other.steps:
        said[seat].append(texts)
    pairs = zip(base.steps, other.steps, strict=True)
    return Told(other.opening, tuple((mine[0], said[mine[0]].popleft(), its[2]) for mine, its in pairs))


def pair(game: str, seats: int, options: dict[str, str], viewer: Viewer, seed: int, answers: int) -> Pair:
    """A game of so many answers, and another one that looks the same to the viewer. What is over has no secrets."""
    played = lay(game, seats, options, seed)
    for _ in played.play(answers):
        pass
    if played.table.status == "over":
        return pair(game, seats, options, viewer, seed, len(played.table.steps) * 3 // 4)
    worlds = import_module(f"heorot.games.{game}.worlds")
    other = worlds.another_world(played.table.state, viewer, Random(seed))
    base = Told(played.table.opening, tuple((s.seat, s.said, s.drawn) for s in played.table.steps))
    mirrored = in_the_order_of(base, regroup(played.first, other.history))
    return Pair(created(game, seats, options), viewer, (base, mirrored))


def draws(made: Created, told: Told, known: int) -> Scripted:
    """What chance says after so many answers."""
    table, actions = open_table(ID, made), list[Any]()
    for number, event in enumerate(told.events()):
        state = table.start() if isinstance(event, Begun) else table.state
        said = [] if isinstance(event, Begun) else [(Seat(event.seat), text) for text in event.said]
        for seat, text in (*said, *((CHANCE, text) for text in event.drawn)):
            action = table.game.read(state, text)
            state = table.game.apply(state, seat, action)
            if seat == CHANCE and number > known:
                actions.append(action)
        table = after(table, event)
    return Scripted(actions)
