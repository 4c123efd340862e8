"""The chi-squared test."""

from collections import Counter
from math import erfc, exp, lgamma, log, sqrt

ENOUGH = 5  # expected samples in a cell; cells with fewer are merged


def upper_tail(x: float, freedom: int) -> float:
    """Return the probability of a chi-squared value of at least x, by the recurrence of the incomplete gamma
    function."""
    a, tail = (0.5, erfc(sqrt(x / 2))) if freedom % 2 else (1.0, exp(-x / 2))
    while a < freedom / 2:
        tail += exp(a * log(x / 2) - x / 2 - lgamma(a + 1)) if x else 0.0
        a += 1
    return tail


def likelihood(seen: Counter, weights: Counter, samples: int) -> float:
    """Return the p-value of samples. Cells with too few expected samples are merged."""
    total, cells, rest = sum(weights.values()), [], [0.0, 0.0]
    for deal, ways in weights.items():
        expected = samples * ways / total
        if expected >= ENOUGH:
            cells.append((expected, seen[deal]))
        else:
            rest = [rest[0] + expected, rest[1] + seen[deal]]
    if rest[0] >= ENOUGH:
        cells.append(tuple(rest))
    if len(cells) < 2:
        return 1.0
    return upper_tail(sum((found - expected) ** 2 / expected for expected, found in cells), len(cells) - 1)
