"""Bots of the Legend: `random` and `greedy`, the frozen baselines, and three bots that share one evaluation.
docs/bots.md defines them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.legend.known_state import known_state
from heorot.engine.chance import Stream, start_stream
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.actions import Action, Decline, Done
from heorot.games.legend.model.state import Choices
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.view import View
from heorot.search.legend.evaluation import POINT, forecast_for
from heorot.search.legend.greedy import greedy_answer
from heorot.search.legend.greedy_values import greedy_workspace_for
from heorot.search.legend.skilled import WORLDS_OF_SKILLED, evaluate
from heorot.search.legend.workspace import new_workspace

LegendBot = Callable[[Box, View, Random], Action]

# A playout here is a sampled world.
SKILLED, CASUAL, BEGINNER = Budget(WORLDS_OF_SKILLED), Budget(4), Budget(1)


@dataclass(frozen=True, slots=True)
class Softmax:
    """A soft choice between answers, in points."""

    temperature: float  # an answer worth this much less is taken e times less often
    cutoff: float  # an answer worth this much less than the best is never taken


CASUAL_SOFTMAX, BEGINNER_SOFTMAX = Softmax(1.5, 4.0), Softmax(6.0, 12.0)


def random_bot(box: Box, view: View, rng: Random) -> Action:
    """Return any legal answer; a set that may end here ends with probability one half."""
    others = [action for action in view.legal if action != Done()]
    if not others or (len(others) < len(view.legal) and rng.getrandbits(1)):
        return Done()
    return rng.choice(others)


def greedy_bot(box: Box, view: View, rng: Random) -> Action:
    """Return the best answer by `greedy`, in a state that holds only what the seat knows."""
    assert view.seat is not None
    s, out, stream = known_state(box, view), Choices(), Stream()
    start_stream(stream, rng.getrandbits(63), 0, 0)
    codes = [encode(box, s, action) for action in view.legal]
    out.count, out.code[: len(codes)] = len(codes), codes
    chosen = greedy_answer(box.printed, s, view.seat, out, greedy_workspace_for(box), stream)
    return view.legal[codes.index(chosen)]


# ---- Evaluation ----------------------------------------------------------------------------------------------------


def evaluate_view(box: Box, view: View, rng: Random, budget: Budget) -> list[float]:
    """Return the expected value of every legal answer, in points."""
    assert view.seat is not None
    s, out, work, stream = known_state(box, view), Choices(), new_workspace(budget.playouts), Stream()
    start_stream(stream, rng.getrandbits(63), 0, 0)
    out.count = len(view.legal)
    out.code[: out.count] = [encode(box, s, action) for action in view.legal]
    evaluate(
        box.printed, s, view.seat, out, forecast_for(box, s.seats, s.advanced_game, s.fallen_variant), work, stream
    )
    return [value / POINT for value in work.value[: out.count]]


def evaluating_bot(box: Box, view: View, rng: Random, budget: Budget) -> Action:
    """Return the answer with the highest value; of equal ones, the first."""
    if len(view.legal) == 1:
        return view.legal[0]
    values = evaluate_view(box, view, rng, budget)
    return view.legal[values.index(max(values))]


def softmax_bot(box: Box, view: View, rng: Random, budget: Budget, softmax: Softmax) -> Action:
    """Return a random answer within the cutoff, better ones more often, and none worth less than declining."""
    if len(view.legal) == 1:
        return view.legal[0]
    values = evaluate_view(box, view, rng, budget)
    best = max(values)
    least = best - softmax.cutoff
    if Decline() in view.legal:
        least = max(least, values[view.legal.index(Decline())])
    weights = [exp((value - best) / softmax.temperature) if value >= least else 0.0 for value in values]
    return rng.choices(view.legal, weights)[0]


BOTS: dict[str, LegendBot] = {  # the baselines, then from the weakest to the strongest
    "random": random_bot,
    "greedy": greedy_bot,
    "beginner": partial(softmax_bot, budget=BEGINNER, softmax=BEGINNER_SOFTMAX),
    "casual": partial(softmax_bot, budget=CASUAL, softmax=CASUAL_SOFTMAX),
    "skilled": partial(evaluating_bot, budget=SKILLED),
}
