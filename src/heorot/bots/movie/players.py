"""Bots of the Movie game: `random` and `greedy`, the frozen baselines, a beginner, and two that use playouts."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TypeVar

from heorot.bots.budget import Budget
from heorot.engine.kernels.compile_cache import is_ready
from heorot.engine.kernels.compiler import is_compiling
from heorot.games.movie.box.box import Box
from heorot.games.movie.inference.worlds import Worlds
from heorot.games.movie.model.actions import Action, FillUp, PlaceFigure
from heorot.games.movie.model.components import Tile
from heorot.games.movie.model.state import FILL, State, with_tile
from heorot.games.movie.table.action_codes import decode, decode_all
from heorot.games.movie.table.view import View
from heorot.search.movie import simulate as search
from heorot.search.movie.greedy import tiles_unseen
from heorot.search.movie.simulate import evaluate_greedily
from heorot.search.movie.successive_halving import best_answer

T = TypeVar("T")
SKILLED, CASUAL = Budget(500), Budget(12)  # playouts on the largest empty board
MOST_TIMES = 4  # factor for short playouts, at most
INTERPRETED_BUDGET = Budget(2)  # interpreted playouts are slow
MOST_WORLDS, MOST_CANDIDATES = 32, 16
PLAYOUTS_EACH = 8  # playouts for one more world or candidate
TEMPERATURE, CUTOFF = 4.0, 12.0  # of a beginner, in points


# ---- Baselines -----------------------------------------------------------------------------------------------------


def random_bot(box: Box, view: View, rng: Random) -> Action:
    """Return any legal answer, after a fair coin between figures and tiles where both are possible."""
    figures, others = split_figures(view.legal)
    return rng.choice(rng.choice([group for group in (figures, others) if group]))


def split_figures(actions: Sequence[Action]) -> tuple[list[Action], list[Action]]:
    """Return the answers that place a figure, and the others."""
    figures: list[Action] = [action for action in actions if isinstance(action, PlaceFigure)]
    return figures, [action for action in actions if not isinstance(action, PlaceFigure)]


def greedy_bot(box: Box, view: View, rng: Random) -> Action:
    """Return the best answer by `greedy` in any sampled world: the policy reads nothing that differs between worlds."""
    s = Worlds(box, view).draw(rng).state
    code, _, _ = evaluate_greedily(box, s, rng.getrandbits(63), compiled=is_compiling())
    return decode(box, s.act, code)


# ---- Beginner ------------------------------------------------------------------------------------------------------


def beginner_bot(box: Box, view: View, rng: Random) -> Action:
    """Return a random answer, better ones by `greedy` more often; first decide whether to place a figure."""
    if len(view.legal) == 1 or FillUp() in view.legal:
        return view.legal[0]
    values = greedy_values(box, view, rng)
    groups = [group for group in split_figures(view.legal) if group]
    group = softmax_choice(groups, [max(values[action] for action in group) for group in groups], rng)
    return softmax_choice(group, [values[action] for action in group], rng)


def greedy_values(box: Box, view: View, rng: Random) -> dict[Action, float]:
    """Return the value of every answer to `greedy`, in points."""
    s = Worlds(box, view).draw(rng).state
    _, codes, values = evaluate_greedily(box, s, rng.getrandbits(63), compiled=is_compiling())
    scale = 1 if s.phase == FILL else max(1, tiles_unseen(box.printed, s))
    return {action: value / scale for action, value in zip(decode_all(box, s.act, codes), values, strict=True)}


def softmax_choice(things: Sequence[T], values: Sequence[float], rng: Random) -> T:
    """Return a random item within CUTOFF of the best, better ones more often."""
    best = max(values)
    weights = [exp((value - best) / TEMPERATURE) if value >= best - CUTOFF else 0.0 for value in values]
    return rng.choices(things, weights)[0]


# ---- Playouts ------------------------------------------------------------------------------------------------------


def playout_bot(
    box: Box, view: View, rng: Random, budget: Budget | None = None, compiled: bool | None = None
) -> Action:
    """Return the winner of a race between the best answers by static evaluation, in sampled worlds."""
    if len(view.legal) == 1 or FillUp() in view.legal:
        return view.legal[0]
    playouts = scale_playouts(box, view, budget or INTERPRETED_BUDGET)
    worlds = sample_states(box, view, rng, limit_by_playouts(playouts, MOST_WORLDS))
    candidates = limit_by_playouts(playouts, MOST_CANDIDATES)
    return decode(box, view.act - 1, best_answer(box, worlds, candidates, rng.getrandbits(63), playouts, compiled))


def scale_playouts(box: Box, view: View, budget: Budget) -> int:
    """Return the number of playouts that take about as long as the budget's on the largest empty board. A playout with
    half as many open spaces takes a quarter of the time: half as many answers, each over half as many spaces."""
    largest = max(len(board.spaces) for board in box.boards)
    times = (largest / max(1, len(view.open))) ** 2
    return int(budget.playouts * min(MOST_TIMES, max(1.0, times)))


def limit_by_playouts(playouts: int, most: int) -> int:
    """Return how many worlds or candidates this many playouts are enough for."""
    return max(2, min(most, playouts // PLAYOUTS_EACH))


def budgeted_bot(budget: Budget) -> Callable[[Box, View, Random], Action]:
    """Return a bot with a budget, which is small until the playouts are compiled."""
    small = min(budget, INTERPRETED_BUDGET, key=lambda budget_of_bot: budget_of_bot.playouts)

    def think(box: Box, view: View, rng: Random) -> Action:
        ready = is_ready(search.__name__)
        return playout_bot(box, view, rng, budget if ready else small, compiled=ready)

    return think


def sample_states(box: Box, view: View, rng: Random, number: int) -> list[State]:
    """Return states that look the same to the seat. They differ only in the rivals' hands and the pool, so all else is
    computed once. (A rival's pending question is evidence about its hand too.)"""
    worlds = Worlds(box, view)
    first = worlds.draw(rng).state
    return [first, *(with_hands(box, view, first, worlds, rng) for _ in range(number - 1))]


def with_hands(box: Box, view: View, known: State, worlds: Worlds, rng: Random) -> State:
    """Return a copy of the state with other tiles in the rivals' hands; the pool holds the rest of the act."""
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
    """Return tiles of one act as a mask."""
    mask = 0
    for tile in tiles:
        mask = with_tile(box.printed, mask, box.face_numbers[tile])
    return mask


BOTS: dict[str, Callable[[Box, View, Random], Action]] = {
    "random": random_bot,
    "greedy": greedy_bot,
    "beginner": beginner_bot,
    "casual": budgeted_bot(CASUAL),
    "skilled": budgeted_bot(SKILLED),
}
