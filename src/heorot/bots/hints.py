"""Hints for a person: the best answers of the strongest bot, what each is worth, and why, in the terms by which it
differs from another. A module `heorot.bots.<game>_hints` offers `hint`: from (box, view, rng, budget) to an Advice. It
is given what its seat may know, like any bot, and never more."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from heorot.bots.budget import Budget
from heorot.engine.plain import plain_sentence
from heorot.engine.sentence import Paragraph, Sentence

MOST_HINTS = 3
MOST_REASONS = 4
Z = 1.96  # of 95 %


@dataclass(frozen=True, slots=True)
class Estimate:
    """Points, with the interval of 95 % around what was sampled; where nothing was, all three are the same."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Reason:
    """A term that differs: what it is with this answer, and with the one that it is compared to."""

    told: Sentence
    good: bool  # it speaks for this answer
    here: float
    there: float


@dataclass(frozen=True, slots=True)
class Hint:
    """One answer. The best is compared to the next one, all others to the best."""

    answer: tuple[str, ...]  # as it is said; a set is whole
    told: Paragraph
    value: Estimate | None  # nothing where nothing was weighed
    ahead: Estimate | None  # of the answer that it is compared to; negative, if it is behind
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The best first, and what their values are."""

    basis: Sentence
    hints: tuple[Hint, ...]


def adviser(game: str) -> Callable[[Any, Any, Random, Budget | None], Advice]:
    """Who gives hints in a game."""
    found: Callable[[Any, Any, Random, Budget | None], Advice] = import_module(f"heorot.bots.{game}_hints").hint
    return found


# ---- Numbers -------------------------------------------------------------------------------------------------------


def exactly(points: float) -> Estimate:
    """What nobody had to sample."""
    return Estimate(points, points, points)


def sampled(points: Sequence[float]) -> Estimate:
    """The mean of what was sampled, each of them by itself."""
    mean = fmean(points)
    half = Z * stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    return Estimate(mean, mean - half, mean + half)


def in_tenths(points: float) -> Sentence:
    """`+1.4`, as each language writes it."""
    tenths = round(10 * points)
    sign = "minus" if tenths < 0 else "plus" if tenths else "none"
    return Sentence("hints.tenths", sign=sign, tenths=abs(tenths))


# ---- As data, and in words -----------------------------------------------------------------------------------------


def plain(advice: Advice) -> dict[str, Any]:
    """As it goes over a wire; `told` as a terminal tells it."""
    told = [[plain_sentence(one) for one in paragraph] for paragraph in tell(advice)]
    hints = [plain_hint(hint) for hint in advice.hints]
    return {"what": "hint", "told": told, "basis": plain_sentence(advice.basis), "hints": hints}


def plain_hint(hint: Hint) -> dict[str, Any]:
    """One answer."""
    reasons = [
        {"told": plain_sentence(one.told), "good": one.good, "here": round(one.here, 3), "there": round(one.there, 3)}
        for one in hint.reasons
    ]
    return {
        "answer": list(hint.answer),
        "told": [plain_sentence(one) for one in hint.told],
        "value": plain_estimate(hint.value),
        "ahead": plain_estimate(hint.ahead),
        "reasons": reasons,
    }


def plain_estimate(points: Estimate | None) -> dict[str, float] | None:
    """Three numbers, or nothing."""
    if points is None:
        return None
    return {"mean": round(points.mean, 2), "low": round(points.low, 2), "high": round(points.high, 2)}


def tell(advice: Advice) -> Iterator[Paragraph]:
    """A paragraph for each answer, and one on what the numbers are."""
    for number, hint in enumerate(advice.hints, 1):
        answer = tuple(hint.told)
        yield (
            Sentence("hints.answer", number=number, answer=answer),
            *tell_value(hint, number == 1),
            *tell_reasons(hint),
        )
    yield (advice.basis,)


def tell_value(hint: Hint, best: bool) -> Iterator[Sentence]:
    """What it is worth, and how far it is ahead or behind."""
    if hint.value is not None:
        yield estimated("hints.value", hint.value)
    if hint.ahead is not None:
        yield estimated("hints.ahead" if best else "hints.behind", hint.ahead)


def estimated(key: str, points: Estimate) -> Sentence:
    """Points with their interval, if they have one."""
    exact = "yes" if points.low == points.high else "no"
    ends = {"least": in_tenths(points.low), "most": in_tenths(points.high)}
    return Sentence(key, points=in_tenths(points.mean), exact=exact, **ends)


def tell_reasons(hint: Hint) -> Iterator[Sentence]:
    """What speaks for it, and what against."""
    for reason in hint.reasons:
        yield Sentence("hints.reason", good="yes" if reason.good else "no", reason=reason.told)


def chosen_reasons(found: Sequence[tuple[float, Reason]]) -> tuple[Reason, ...]:
    """The weightiest, those that speak for it first."""
    weighed = sorted(found, key=lambda pair: (not pair[1].good, -pair[0]))
    kept = sorted(weighed, key=lambda pair: -pair[0])[:MOST_REASONS]
    return tuple(reason for weight, reason in weighed if (weight, reason) in kept)[:MOST_REASONS]
