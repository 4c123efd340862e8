"""Hints in the Movie game: after the race of `skilled` its best answers are played out equally often in other worlds,
so that each has a value with an interval."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from heorot.bots.budget import Budget
from heorot.bots.hints import FORCED, MOST_HINTS, Advice, Estimate, Hint, sample_estimate
from heorot.bots.movie.players import (
    MOST_CANDIDATES,
    MOST_WORLDS,
    SKILLED,
    limit_by_playouts,
    sample_states,
    scale_playouts,
)
from heorot.bots.movie.reasons import fill_up_reasons, reasons
from heorot.engine.kernels.compile_cache import is_ready
from heorot.engine.sentence import Paragraph, Sentence
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import KEEP, Action, FillUp, Swap, SwapWith
from heorot.games.movie.model.state import ACTS, SWAP, State
from heorot.games.movie.rules.decisions import apply
from heorot.games.movie.table.action_codes import decode
from heorot.games.movie.table.notation import write
from heorot.games.movie.table.view import View
from heorot.games.movie.text.citations import cite
from heorot.games.movie.text.log import describe_action
from heorot.search.movie import simulate as search
from heorot.search.movie.paired_playouts import MOST_PLAYOUTS, lead_per_utility, sample_utilities, utility_to_lead
from heorot.search.movie.successive_halving import finishing_order

Codes = tuple[int, ...]  # one answer, of one part or two
INTERPRETED_HINT_BUDGET = Budget(24)  # without compiled playouts; a person who asks for a hint can wait
TRIAL_SHARE = 4  # each answer gets this fraction of the race's playouts for its value
FEWEST_PLAYOUTS = 8  # for the value of an answer


def hint(box: Box, view: View, rng: Random, budget: Budget | None = None, compiled: bool | None = None) -> Advice:
    """Return the best answers of `skilled`, each with its value and the terms by which it differs."""
    if len(view.legal) == 1:
        return forced_advice(box, view)
    if FillUp() in view.legal:
        return fill_up_advice(box, view)
    compiled = is_ready(search.__name__) if compiled is None else compiled
    playouts = scale_playouts(box, view, budget or (SKILLED if compiled else INTERPRETED_HINT_BUDGET))
    seed, worlds = rng.getrandbits(63), sample_states(box, view, rng, limit_by_playouts(playouts, MOST_WORLDS))
    candidates = limit_by_playouts(playouts, MOST_CANDIDATES)
    first = finishing_order(box, worlds, candidates, seed, playouts, compiled)[: MOST_HINTS + 1]
    answers = [complete_answer(box, worlds, code, rng.getrandbits(63), playouts, compiled) for code in first]
    number = min(MOST_PLAYOUTS, max(FEWEST_PLAYOUTS, playouts // TRIAL_SHARE))
    own_worlds = sample_states(box, view, rng, number)
    return compare(
        box, view, answers, sample_utilities(box, own_worlds, answers, rng.getrandbits(63), compiled), own_worlds[0]
    )


def complete_answer(box: Box, worlds: Sequence[State], code: int, seed: int, playouts: int, compiled: bool) -> Codes:
    """M4.6: Return an answer with its best second half, found by another race, if it has one."""
    if worlds[0].phase != SWAP or code == KEEP:
        return (code,)
    after = [world.copy() for world in worlds]
    for world in after:
        apply(box.printed, world, code)
    candidates = limit_by_playouts(playouts // TRIAL_SHARE, MOST_CANDIDATES)
    return code, finishing_order(box, after, candidates, seed, playouts // TRIAL_SHARE, compiled)[0]


def compare(box: Box, view: View, answers: list[Codes], utilities: list[list[int]], s: State) -> Advice:
    """Return the answers by utility, each compared to the best other one. The winner of the race is among them."""
    order = sorted(range(len(answers)), key=lambda i: -sum(utilities[i]))[:MOST_HINTS]
    order = order if 0 in order else [*order[:-1], 0]
    hints = []
    for place, i in enumerate(order):
        other = order[1] if place == 0 else order[0]
        value, ahead = value_of(box, s, utilities[i]), ahead_of(box, s, utilities[i], utilities[other])
        why = reasons(box, view, s, answers[i], answers[other])
        notation = tuple(write(decode(box, view.act - 1, code), view.act) for code in answers[i])
        hints.append(Hint(notation, answer_paragraph(box, view, answers[i]), value, ahead, why))
    last = "yes" if view.act == ACTS else "no"
    return Advice(Sentence("hints.movie.basis", playouts=len(utilities[0]), last=last), tuple(hints))


def value_of(box: Box, s: State, utilities: Sequence[int]) -> Estimate:
    """Return the lead that has the same utility."""
    estimate = sample_estimate(utilities)
    return Estimate(*(utility_to_lead(box, s, utility) for utility in (estimate.mean, estimate.low, estimate.high)))


def ahead_of(box: Box, s: State, utilities: Sequence[int], others: Sequence[int]) -> Estimate:
    """Return how much better an answer is than another, playout by playout: both had the same worlds and the same
    chance."""
    estimate = sample_estimate([a - b for a, b in zip(utilities, others, strict=True)])
    slope = lead_per_utility(box, s, (sum(utilities) + sum(others)) / (2 * len(utilities)))
    return Estimate(estimate.mean * slope, estimate.low * slope, estimate.high * slope)


# ---- Words ---------------------------------------------------------------------------------------------------------


def answer_paragraph(box: Box, view: View, codes: Codes) -> Paragraph:
    """Return an answer in words; a swap as one sentence."""
    actions = [decode(box, view.act - 1, code) for code in codes]
    match actions:
        case [Swap(first), SwapWith(second)]:
            return action_paragraph(replace(view, chosen=first), SwapWith(second))
    return action_paragraph(view, actions[0])


def action_paragraph(view: View, action: Action) -> Paragraph:
    """Return one action in words, with its rule."""
    return (cite(describe_action(view, action)),)


def forced_advice(box: Box, view: View) -> Advice:
    """Return the advice for a single legal answer."""
    action = view.legal[0]
    only = Hint((write(action, view.act),), action_paragraph(view, action), None, None, (FORCED,))
    return Advice(Sentence("hints.movie.no-playouts"), (only,))


def fill_up_advice(box: Box, view: View) -> Advice:
    """M3.7: Return the advice on filling up the hand; the bots always do."""
    hints = tuple(
        Hint((write(action, view.act),), action_paragraph(view, action), None, None, fill_up_reasons(box, view, action))
        for action in sorted(view.legal, key=lambda action: action != FillUp())
    )
    return Advice(Sentence("hints.movie.no-playouts"), hints)
