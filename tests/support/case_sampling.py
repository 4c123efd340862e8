"""Which cases of a test are looked at in every run, and which take their time under `--all`."""

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import pytest


def quick_or_heavy(quick: Collection[Any], *cases: Any) -> list[Any]:
    """Cases of which some are quick enough for every run."""
    return [case if case in quick else heavy(case) for case in cases]


def heavy(case: Any) -> Any:
    """A case of one thing or of several that takes its time."""
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.heavy)


def thinly(*axes: Iterable[Any]) -> list[Any]:
    """All that can be combined; in every run as many as it takes for each size, language or game to come once."""
    choices = [list(axis) for axis in axes]
    most = max(map(len, choices))
    return quick_or_heavy([tuple(axis[n % len(axis)] for axis in choices) for n in range(most)], *product(*choices))
