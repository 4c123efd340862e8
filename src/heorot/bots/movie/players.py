"""The Movie game's bots, answering from what their seat may know: the two yardsticks, and three to play with."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TypeVar

from heorot.bots.budget import Budget
from heorot.engine.accel import is_compiling, is_ready
from heorot.games.movie.actions import Action, FillUp, PlaceFigure, decode, decode_all
from heorot.games.movie.box import Box, Tile
from heorot.games.movie.state import FILL, State, with_tile
from heorot.games.movie.view import View
from heorot.games.movie.worlds import Worlds
from heorot.search import movie as search
from heorot.search.movie import greedy_worths
from heorot.search.movie_greedy import tiles_unseen
from heorot.search.movie_race import best_answer

T = TypeVar("T")
SKILLED, CASUAL = Budget(500), Budget(12)  # playouts on the largest board while it is empty
MOST_TIMES = 4  # as many, where playouts are short
INTERPRETED = Budget(2)  # without the compiler an answer would take longer than anyone should wait
MOST_WORLDS, MOST_CANDIDATES = 32, 16
EACH = 8  # playouts for which there is a world and a candidate more
MOOD, WINDOW = 4.0, 12.0  # points: what a beginner hardly sees, and what even a beginner sees


# ---- The yardsticks ------------------------------------------------------------------------------------------------


def random_bot(box: Box, view: View, rng: Random) -> Action:
    """A fair coin between figures and tiles where both are possible, then any of the list."""
    figures, others = by_kind(view.legal)
    return rng.choice(rng.choice([group for group in (figures, others) if group]))


def by_kind(actions: Sequence[Action]) -> tuple[list[Action], list[Action]]:
    """The answers that place a figure, and the others."""
    figures: list[Action] = [action for action in actions if isinstance(action, PlaceFigure)]
    return figures, [action for action in actions if not isinstance(action, PlaceFigure)]


def greedy_bot(box: Box, view: View, rng: Random) -> Action:
    """The best position right after the action. Any world will do: greedy looks at nothing that differs in them."""
    s = Worlds(box, view).draw(rng).state
    code, _, _ = greedy_worths(box, s, rng.getrandbits(63), compiled=is_compiling())
    return decode(box, s.act, code)


# ---- A beginner ----------------------------------------------------------------------------------------------------


def beginner_bot(box: Box, view: View, rng: Random) -> Action:
    """What greedy thinks of every answer, seen dimly: first whether to place a figure, then which answer."""
    if len(view.legal) == 1 or FillUp() in view.legal:
        return view.legal[0]
    worths = worths_of(box, view, rng)
    groups = [group for group in by_kind(view.legal) if group]
    group = pick_dimly(groups, [max(worths[action] for action in group) for group in groups], rng)
    return pick_dimly(group, [worths[action] for action in group], rng)


def worths_of(box: Box, view: View, rng: Random) -> dict[Action, float]:
    """What every answer is worth to greedy, in points."""
    s = Worlds(box, view).draw(rng).state
    _, codes, worths = greedy_worths(box, s, rng.getrandbits(63), compiled=is_compiling())
    scale = 1 if s.phase == FILL else max(1, tiles_unseen(box.printed, s))
    return {action: worth / scale for action, worth in zip(decode_all(box, s.act, codes), worths, strict=True)}


def pick_dimly(things: Sequence[T], worths: Sequence[float], rng: Random) -> T:
    """One of those that are nearly as good as the best, the better the likelier."""
    best = max(worths)
    weights = [exp((worth - best) / MOOD) if worth >= best - WINDOW else 0.0 for worth in worths]
    return rng.choices(things, weights)[0]


# ---- Those that think ahead ----------------------------------------------------------------------------------------


def thinking_bot(
    box: Box, view: View, rng: Random, budget: Budget | None = None, compiled: bool | None = None
) -> Action:
    """The best of the answers that promise most, each played on for a while in worlds that the seat holds
    possible, with a budget of playouts."""
    if len(view.legal) == 1 or FillUp() in view.legal:
        return view.legal[0]
    playouts = affordable(box, view, budget or INTERPRETED)
    worlds = possible_states(box, view, rng, within(playouts, MOST_WORLDS))
    racers = within(playouts, MOST_CANDIDATES)
    return decode(box, view.act - 1, best_answer(box, worlds, racers, rng.getrandbits(63), playouts, compiled))


def affordable(box: Box, view: View, budget: Budget) -> int:
    """So many playouts take about as long as the budget's on the largest board: a playout that has half as many spaces
    to fill is a quarter as long, since it has half as many answers, each about half as many spaces."""
    largest = max(len(board.spaces) for board in box.boards)
    times = (largest / max(1, len(view.open))) ** 2
    return int(budget.playouts * min(MOST_TIMES, max(1.0, times)))


def within(playouts: int, most: int) -> int:
    """How many worlds or candidates so many playouts are enough for."""
    return max(2, min(most, playouts // EACH))


def thinker(budget: Budget) -> Callable[[Box, View, Random], Action]:
    """A bot with a budget; while nothing is compiled it has no more than a small one."""
    small = min(budget, INTERPRETED, key=lambda one: one.playouts)

    def think(box: Box, view: View, rng: Random) -> Action:
        ready = is_ready(search.__name__)
        return thinking_bot(box, view, rng, budget if ready else small, compiled=ready)

    return think


def possible_states(box: Box, view: View, rng: Random, number: int) -> list[State]:
    """States that look the same to the seat that is asked. What is open is worked out once: they differ in the rivals'
    hands and the pool alone. (Only a rival who is asked shows by that alone something of a hand.)"""
    worlds = Worlds(box, view)
    first = worlds.draw(rng).state
    return [first, *(with_hands(box, view, first, worlds, rng) for _ in range(number - 1))]


def with_hands(box: Box, view: View, known: State, worlds: Worlds, rng: Random) -> State:
    """The same state with other tiles in the rivals' hands; what is left of the act is the pool."""
    state = known.copy()
    left = [tile for tile, number in view.unseen[known.act] for _ in range(number)]
    for rival, hand in worlds.hands(rng):
        state.hand[rival.seat][rival.act - 1] = mask_of(box, hand)
        if rival.act == view.act:
            for tile in hand:
                left.remove(tile)
    state.pool = mask_of(box, left)
    return state


def mask_of(box: Box, tiles: Sequence[Tile]) -> int:
    """Some tiles of one act as a mask."""
    mask = 0
    for tile in tiles:
        mask = with_tile(box.printed, mask, box.face_numbers[tile])
    return mask


BOTS: dict[str, Callable[[Box, View, Random], Action]] = {
    "random": random_bot,
    "greedy": greedy_bot,
    "beginner": beginner_bot,
    "casual": thinker(CASUAL),
    "skilled": thinker(SKILLED),
}
