"""Hints for a person: the best answers of the strongest bot, their values, and the terms by which each differs from
another. `heorot.bots.<title>.hints.hint` makes them from a View, like any bot."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from heorot.engine.queries import QueryAnswer, answer_schemas
from heorot.engine.sentence import Paragraph, Sentence
from heorot.engine.serialize import Schema, Serializer

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


@dataclass(frozen=True, slots=True)
class ReasonAnswer:
    """A reason for or against an answer, with its points here and with the answer that it is compared to."""

    told: Sentence
    good: bool
    here: float
    there: float


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """One answer in notation, with its value and its reasons."""

    answer: tuple[str, ...]
    told: Paragraph
    value: Estimate | None
    ahead: Estimate | None
    reasons: tuple[ReasonAnswer, ...]


@dataclass(frozen=True, slots=True)
class AdviceAnswer(QueryAnswer):
    """Answer to `hint`: `told` holds the paragraphs that a terminal prints."""

    basis: Sentence
    hints: tuple[HintAnswer, ...]


SERIALIZER = Serializer({})


def advice_json(advice: Advice) -> dict[str, Any]:
    """Return advice as JSON."""
    told = tuple(advice_paragraphs(advice))
    return SERIALIZER.fields_to_json(AdviceAnswer("hint", told, advice.basis, tuple(map(answer_hint, advice.hints))))


def advice_schema() -> Schema:
    """Return the JSON Schema of `advice_json`."""
    return answer_schemas(SERIALIZER, {"hint": AdviceAnswer})["hint"]


def answer_hint(hint: Hint) -> HintAnswer:
    """Return one hint with rounded numbers."""
    reasons = (ReasonAnswer(one.text, one.good, round(one.here, 3), round(one.there, 3)) for one in hint.reasons)
    return HintAnswer(hint.answer, hint.text, rounded(hint.value), rounded(hint.ahead), tuple(reasons))


def rounded(points: Estimate | None) -> Estimate | None:
    """Return an estimate in hundredths."""
    return points and Estimate(round(points.mean, 2), round(points.low, 2), round(points.high, 2))


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
