"""Sampling of test cases: those of every run, and those of `--all`."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import pytest

VOLUME = "TEST_VOLUME"  # "all": as many examples and games as under `./dev test --all`
LEAST = 10  # examples of a property in every run


def examples(number: int) -> int:
    """Return how many examples a property gets: all under `--all`, a third in every run."""
    return number if os.environ.get(VOLUME) == "all" else max(min(number, LEAST), number // 3)


def quick_or_heavy(quick: Collection[Any], *cases: Any) -> list[Any]:
    """Mark all cases but the quick ones as heavy."""
    return [case if case in quick else heavy(case) for case in cases]


def spread(number: int, cases: Iterable[Any]) -> list[Any]:
    """Mark all cases as heavy but some that are evenly spread, the first and the last among them."""
    listed = list(cases)
    step = max(1, (len(listed) - 1) // max(1, number - 1))
    quick = {len(listed) - 1, *range(0, len(listed), step)}
    return [case if place in quick else heavy(case) for place, case in enumerate(listed)]


def heavy(case: Any) -> Any:
    """Mark a case, of one value or several, as heavy."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.heavy)


def thinly(*axes: Iterable[Any]) -> list[Any]:
    """Combine all values; every run has enough combinations for each value to occur once."""
    choices = [list(axis) for axis in axes]
    most = max(map(len, choices))
    return quick_or_heavy([tuple(axis[n % len(axis)] for axis in choices) for n in range(most)], *product(*choices))


def rotate(choices: Mapping[str, Sequence[Any]]) -> list[Any]:
    """Combine each key with its choices; every run has one choice of each key, in rotation."""
    quick = [(key, options[n % len(options)]) for n, (key, options) in enumerate(choices.items())]
    return quick_or_heavy(quick, *((key, option) for key, options in choices.items() for option in options))
