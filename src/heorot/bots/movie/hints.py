"""Hints in the Movie game: the race of `skilled`, and then its best answers played out equally often in worlds of their
own, so that each has a value with an interval."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.hints import MOST_HINTS, Advice, Estimate, Hint, sampled
from heorot.bots.movie import MOST_CANDIDATES, MOST_WORLDS, SKILLED, affordable, possible_states, within
from heorot.bots.movie_reasons import forced, reasons, without_playouts
from heorot.engine.accel import is_ready
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.actions import KEEP, Action, FillUp, Swap, SwapWith, decode
from heorot.games.movie.box import Box
from heorot.games.movie.citing import cited
from heorot.games.movie.notation import write
from heorot.games.movie.questions import apply
from heorot.games.movie.state import ACTS, SWAP, State
from heorot.games.movie.view import View
from heorot.games.movie.words import tell_action
from heorot.search import movie as search
from heorot.search.movie_race import finishing_order
from heorot.search.movie_trial import MOST_PLAYOUTS, lead_of, slope_at, worths_in

Codes = tuple[int, ...]  # one answer, in one half or two
SLOWLY = Budget(24)  # without the compiler; whoever asks for a hint has asked to wait
SHARE = 4  # of the race's playouts, this part for each answer's own trial
FEWEST = 8  # playouts of an answer


def hint(box: Box, view: View, rng: Random, budget: Budget | None = None, compiled: bool | None = None) -> Advice:
    """The best answers of `skilled`, each with what it is worth and the terms by which it differs."""
    if len(view.legal) == 1:
        return alone(box, view)
    if FillUp() in view.legal:
        return filling(box, view)
    compiled = is_ready(search.__name__) if compiled is None else compiled
    playouts = affordable(box, view, budget or (SKILLED if compiled else SLOWLY))
    seed, worlds = rng.getrandbits(63), possible_states(box, view, rng, within(playouts, MOST_WORLDS))
    racers = within(playouts, MOST_CANDIDATES)
    first = finishing_order(box, worlds, racers, seed, playouts, compiled)[: MOST_HINTS + 1]
    answers = [whole(box, worlds, code, rng.getrandbits(63), playouts, compiled) for code in first]
    number = min(MOST_PLAYOUTS, max(FEWEST, playouts // SHARE))
    trial = possible_states(box, view, rng, number)
    return compared(box, view, answers, worths_in(box, trial, answers, rng.getrandbits(63), compiled), trial[0])


def whole(box: Box, worlds: Sequence[State], code: int, seed: int, playouts: int, compiled: bool) -> Codes:
    """An answer with its second half, if it has one (M4.6): the best, by a race of its own."""
    if worlds[0].phase != SWAP or code == KEEP:
        return (code,)
    after = [world.copy() for world in worlds]
    for world in after:
        apply(box.printed, world, code)
    racers = within(playouts // SHARE, MOST_CANDIDATES)
    return code, finishing_order(box, after, racers, seed, playouts // SHARE, compiled)[0]


def compared(box: Box, view: View, answers: list[Codes], worths: list[list[int]], s: State) -> Advice:
    """Answers by their values, each held against the best other one; the one that has won the race is among them."""
    order = sorted(range(len(answers)), key=lambda i: -sum(worths[i]))[:MOST_HINTS]
    order = order if 0 in order else [*order[:-1], 0]
    hints = []
    for place, i in enumerate(order):
        other = order[1] if place == 0 else order[0]
        value, ahead = value_of(box, s, worths[i]), ahead_of(box, s, worths[i], worths[other])
        why = reasons(box, view, s, answers[i], answers[other])
        hints.append(Hint(written(box, view, answers[i]), told(box, view, answers[i]), value, ahead, why))
    last = "yes" if view.act == ACTS else "no"
    return Advice(Sentence("hints.movie.basis", playouts=len(worths[0]), last=last), tuple(hints))


def value_of(box: Box, s: State, worths: Sequence[int]) -> Estimate:
    """The lead that it is as good as."""
    found = sampled(worths)
    return Estimate(*(lead_of(box, s, worth) for worth in (found.mean, found.low, found.high)))


def ahead_of(box: Box, s: State, worths: Sequence[int], others: Sequence[int]) -> Estimate:
    """How much better it is than another one, playout by playout: both had the same worlds and the same chance."""
    found = sampled([a - b for a, b in zip(worths, others, strict=True)])
    slope = slope_at(box, s, (sum(worths) + sum(others)) / (2 * len(worths)))
    return Estimate(found.mean * slope, found.low * slope, found.high * slope)


# ---- In words ------------------------------------------------------------------------------------------------------


def written(box: Box, view: View, codes: Codes) -> tuple[str, ...]:
    """An answer as it is said."""
    return tuple(write(decode(box, view.act - 1, code), view.act) for code in codes)


def told(box: Box, view: View, codes: Codes) -> Paragraph:
    """An answer in words; a swap as one sentence."""
    actions = [decode(box, view.act - 1, code) for code in codes]
    match actions:
        case [Swap(first), SwapWith(second)]:
            return say_one(replace(view, chosen=first), SwapWith(second))
    return say_one(view, actions[0])


def say_one(view: View, action: Action) -> Paragraph:
    """One action in words, with its rule."""
    return (cited(tell_action(view, action)),)


def alone(box: Box, view: View) -> Advice:
    """There is nothing to choose."""
    action = view.legal[0]
    only = Hint((write(action, view.act),), say_one(view, action), None, None, (forced(),))
    return Advice(Sentence("hints.movie.no-playouts"), (only,))


def filling(box: Box, view: View) -> Advice:
    """M3.7: whether to fill the hand up; the bots always do."""
    hints = tuple(
        Hint((write(action, view.act),), say_one(view, action), None, None, without_playouts(box, view, action))
        for action in sorted(view.legal, key=lambda action: action != FillUp())
    )
    return Advice(Sentence("hints.movie.no-playouts"), hints)
