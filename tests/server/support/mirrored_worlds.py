"""Two tables that one viewer cannot distinguish: the same game with different hidden information."""

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from heorot.engine.seats import CHANCE, Seat
from heorot.server.table.events import Begun, Created, Event, Moved
from heorot.server.table.fold import apply_event
from heorot.server.table.table import TableState, Viewer, initial_table
from tests.server.support.table_setup import ID, created_event, start_table


@dataclass(frozen=True)
class GameScript:
    """The steps of a game and its chance draws."""

    opening: tuple[str, ...]
    steps: tuple[tuple[Seat, tuple[str, ...], tuple[str, ...]], ...]

    def events(self) -> list[Event]:
        moves = (Moved(seat=seat, said=actions, drawn=drawn) for seat, actions, drawn in self.steps)
        return [Begun(drawn=self.opening), *moves]


class ScriptedChance:
    """Chance source with predetermined draws."""

    def __init__(self, actions: Iterable[Any]) -> None:
        self.actions = deque(actions)

    def choose(self, table: TableState, state: Any, drawn: int) -> Any:
        action = self.actions.popleft()
        assert action in [chance.action for chance in table.game.chance_outcomes(state)]
        return action


@dataclass(frozen=True)
class MirroredPair:
    """Two scripts that are alike for a viewer."""

    created: Created
    viewer: Viewer
    scripts: tuple[GameScript, GameScript]


def group_steps(first: TableState, history: Iterable[Any]) -> GameScript:
    """Group a history into steps. Unfinished answers are dropped: clients send only whole ones."""
    game, state = first.game, first.initial_state()
    opening, steps, staged = list[str](), list[list[Any]](), defaultdict[Seat, list[str]](list)
    for entry in history:
        text, state = game.write(state, entry.action), game.apply(state, entry.seat, entry.action)
        if entry.seat == CHANCE:
            (steps[-1][2] if steps else opening).append(text)
            continue
        staged[entry.seat].append(text)
        if not game.has_unfinished_action(state, entry.seat):
            steps.append([entry.seat, tuple(staged.pop(entry.seat)), []])
    return GameScript(tuple(opening), tuple((seat, entry, tuple(drawn)) for seat, entry, drawn in steps))


def reorder_like(base: GameScript, other: GameScript) -> GameScript:
    """Order simultaneous choices as in the base script."""
    choices = defaultdict[Seat, deque[tuple[str, ...]]](deque)
    for seat, texts, _ in other.steps:
        choices[seat].append(texts)
    pairs = zip(base.steps, other.steps, strict=True)
    return GameScript(other.opening, tuple((mine[0], choices[mine[0]].popleft(), theirs[2]) for mine, theirs in pairs))


def mirrored_pair(
    game: str, seats: int, options: dict[str, str], viewer: Viewer, seed: int, answers: int
) -> MirroredPair:
    """Play some steps, and find another game that looks the same to the viewer. A finished game has no secrets."""
    played = start_table(game, seats, options, seed)
    for _ in played.play(answers):
        pass
    if played.table.status == "over":
        return mirrored_pair(game, seats, options, viewer, seed, len(played.table.steps) * 3 // 4)
    worlds = import_module(f"heorot.games.{game}.inference.worlds")
    other = worlds.another_world(played.table.state, viewer, Random(seed))
    base = GameScript(played.table.opening_draws, tuple((s.seat, s.actions, s.drawn) for s in played.table.steps))
    mirrored = reorder_like(base, group_steps(played.first, other.history))
    return MirroredPair(created_event(game, seats, options), viewer, (base, mirrored))


def scripted_draws(created: Created, script: GameScript, known: int) -> ScriptedChance:
    """Return the draws after the first `known` steps."""
    table, actions = initial_table(ID, created), list[Any]()
    for number, event in enumerate(script.events()):
        state = table.initial_state() if isinstance(event, Begun) else table.state
        entries = [] if isinstance(event, Begun) else [(Seat(event.seat), text) for text in event.said]
        for seat, text in (*entries, *((CHANCE, text) for text in event.drawn)):
            action = table.game.read(state, text)
            state = table.game.apply(state, seat, action)
            if seat == CHANCE and number > known:
                actions.append(action)
        table = apply_event(table, event)
    return ScriptedChance(actions)
