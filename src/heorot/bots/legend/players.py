"""The Legend's bots: the two yardsticks, and three of one written evaluation, answering from what their seat may know.
docs/bots.md defines the first two and explains the others."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import exp
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.legend_known import known_state
from heorot.engine.chance import Stream, start_stream
from heorot.games.legend.actions import Action, Decline, Done
from heorot.games.legend.box import Box
from heorot.games.legend.codes import encode
from heorot.games.legend.state import Choices
from heorot.games.legend.view import View
from heorot.search.legend_foresight import POINT, foresee
from heorot.search.legend_greedy import greedy_answer
from heorot.search.legend_rivals import mind_of
from heorot.search.legend_skilled import WORLDS_OF_SKILLED, weigh
from heorot.search.legend_worths import thought_for

Bot = Callable[[Box, View, Random], Action]

# A playout here is a world in which rivals bid.
SKILLED, CASUAL, BEGINNER = Budget(WORLDS_OF_SKILLED), Budget(4), Budget(1)


@dataclass(frozen=True, slots=True)
class Temper:
    """How softly a bot chooses, in points."""

    warmth: float  # an answer that is worth so much less than another is taken e times more seldom, ...
    sensible: float  # ... and one that is worth so much less than the best never


LIGHT, HASTY = Temper(1.5, 4.0), Temper(6.0, 12.0)  # of casual and beginner


def random_bot(box: Box, view: View, rng: Random) -> Action:
    """Any of the list, but in a staged set it stops with probability one half wherever it may."""
    others = [action for action in view.legal if action != Done()]
    if not others or (len(others) < len(view.legal) and rng.getrandbits(1)):
        return Done()
    return rng.choice(others)


def greedy_bot(box: Box, view: View, rng: Random) -> Action:
    """The best of the list, in a state that holds what the seat knows and nothing else."""
    assert view.seat is not None
    s, out, stream = known_state(box, view), Choices(), Stream()
    start_stream(stream, rng.getrandbits(63), 0, 0)
    codes = [encode(box, s, action) for action in view.legal]
    out.count, out.code[: len(codes)] = len(codes), codes
    chosen = greedy_answer(box.printed, s, view.seat, out, thought_for(box), stream)
    return view.legal[codes.index(chosen)]


# ---- The written evaluation ----------------------------------------------------------------------------------------


def weighed(box: Box, view: View, rng: Random, budget: Budget) -> list[float]:
    """What every answer of the list is worth, in points: the expected evaluation after it."""
    assert view.seat is not None
    s, out, mind, stream = known_state(box, view), Choices(), mind_of(budget.playouts), Stream()
    start_stream(stream, rng.getrandbits(63), 0, 0)
    out.count = len(view.legal)
    out.code[: out.count] = [encode(box, s, action) for action in view.legal]
    weigh(box.printed, s, view.seat, out, foresee(box, s.seats, s.advanced_game, s.fallen_variant), mind, stream)
    return [worth / POINT for worth in mind.worth[: out.count]]


def evaluating_bot(box: Box, view: View, rng: Random, budget: Budget) -> Action:
    """The answer that is worth most; the first of several."""
    if len(view.legal) == 1:
        return view.legal[0]
    worths = weighed(box, view, rng, budget)
    return view.legal[worths.index(max(worths))]


def soft_bot(box: Box, view: View, rng: Random, budget: Budget, temper: Temper) -> Action:
    """Any of the sensible answers, the better the likelier; none that is worth less than to decline."""
    if len(view.legal) == 1:
        return view.legal[0]
    worths = weighed(box, view, rng, budget)
    best = max(worths)
    least = best - temper.sensible
    if Decline() in view.legal:
        least = max(least, worths[view.legal.index(Decline())])
    weights = [exp((worth - best) / temper.warmth) if worth >= least else 0.0 for worth in worths]
    return rng.choices(view.legal, weights)[0]


BOTS: dict[str, Bot] = {  # the yardsticks, then others in order of strength; the last is the usual opponent
    "random": random_bot,
    "greedy": greedy_bot,
    "beginner": partial(soft_bot, budget=BEGINNER, temper=HASTY),
    "casual": partial(soft_bot, budget=CASUAL, temper=LIGHT),
    "skilled": partial(evaluating_bot, budget=SKILLED),
}
