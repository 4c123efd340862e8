"""Hints for a person: the best answers of the strongest bot, their values, and the terms by which each differs from
another. `heorot.bots.<title>.hints.hint` makes them from a View, like any bot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.serialize import sentence_json

MOST_HINTS = 3
MOST_REASONS = 4
Z = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """Points with the 95 % interval of a sample. An exact value has an interval of width 0."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Reason:
    """A term that differs: its points with this answer, and with the answer that it is compared to."""

    text: Sentence
    good: bool  # whether it speaks for this answer
    here: float
    there: float


FORCED = Reason(Sentence("hints.only"), True, 1, 0)  # for a single legal answer


@dataclass(frozen=True, slots=True)
class Hint:
    """One answer. The best is compared to the next one, all others to the best."""

    answer: tuple[str, ...]  # in notation, one text for each part of a set
    text: Paragraph
    value: Estimate | None  # None if the answers were not evaluated
    ahead: Estimate | None  # difference to the answer that it is compared to; negative if behind
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """Hints, the best first, and a sentence that says what their values are."""

    basis: Sentence
    hints: tuple[Hint, ...]


# ---- Numbers -------------------------------------------------------------------------------------------------------


def exact_estimate(points: float) -> Estimate:
    """Return the estimate of an exact value."""
    return Estimate(points, points, points)


def sample_estimate(points: Sequence[float]) -> Estimate:
    """Return the mean and the 95 % interval of independent samples."""
    mean = fmean(points)
    half = Z * stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    return Estimate(mean, mean - half, mean + half)


def tenths_sentence(points: float) -> Sentence:
    """Return points as a signed number of tenths such as `+1.4`, which each language writes its own way."""
    tenths = round(10 * points)
    sign = "minus" if tenths < 0 else "plus" if tenths else "none"
    return Sentence("hints.tenths", sign=sign, tenths=abs(tenths))


# ---- JSON and sentences --------------------------------------------------------------------------------------------


def advice_json(advice: Advice) -> dict[str, Any]:
    """Return advice as JSON; `told` holds the paragraphs that a terminal prints."""
    text = [[sentence_json(sentence) for sentence in paragraph] for paragraph in advice_paragraphs(advice)]
    hints = [hint_json(hint) for hint in advice.hints]
    return {"what": "hint", "told": text, "basis": sentence_json(advice.basis), "hints": hints}


def hint_json(hint: Hint) -> dict[str, Any]:
    """Return one hint as JSON."""
    reasons = [
        {"told": sentence_json(one.text), "good": one.good, "here": round(one.here, 3), "there": round(one.there, 3)}
        for one in hint.reasons
    ]
    return {
        "answer": list(hint.answer),
        "told": [sentence_json(one) for one in hint.text],
        "value": estimate_json(hint.value),
        "ahead": estimate_json(hint.ahead),
        "reasons": reasons,
    }


def estimate_json(points: Estimate | None) -> dict[str, float] | None:
    """Return an estimate as JSON."""
    if points is None:
        return None
    return {"mean": round(points.mean, 2), "low": round(points.low, 2), "high": round(points.high, 2)}


def advice_paragraphs(advice: Advice) -> Iterator[Paragraph]:
    """Return a paragraph for each hint, and one that says what the numbers are."""
    for number, hint in enumerate(advice.hints, 1):
        yield (
            Sentence("hints.answer", number=number, answer=tuple(hint.text)),
            *value_sentences(hint, number == 1),
            *map(reason_sentence, hint.reasons),
        )
    yield (advice.basis,)


def reason_sentence(reason: Reason) -> Sentence:
    """Return a reason with its sign."""
    return Sentence("hints.reason", good="yes" if reason.good else "no", reason=reason.text)


def value_sentences(hint: Hint, best: bool) -> Iterator[Sentence]:
    """Return the value of a hint, and how far it is ahead or behind."""
    if hint.value is not None:
        yield estimate_sentence("hints.value", hint.value)
    if hint.ahead is not None:
        yield estimate_sentence("hints.ahead" if best else "hints.behind", hint.ahead)


def estimate_sentence(key: str, points: Estimate) -> Sentence:
    """Return points with their interval, if they have one."""
    exact = "yes" if points.low == points.high else "no"
    ends = {"least": tenths_sentence(points.low), "most": tenths_sentence(points.high)}
    return Sentence(key, points=tenths_sentence(points.mean), exact=exact, **ends)


def select_reasons(weighted: Sequence[tuple[float, Reason]]) -> tuple[Reason, ...]:
    """Return the weightiest reasons, those in favour first."""
    ordered = sorted(weighted, key=lambda pair: (not pair[1].good, -pair[0]))
    kept = sorted(ordered, key=lambda pair: -pair[0])[:MOST_REASONS]
    return tuple(reason for weight, reason in ordered if (weight, reason) in kept)[:MOST_REASONS]
