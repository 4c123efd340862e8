"""Chi-squared: how likely it is that samples are as uneven as these."""

from collections import Counter
from math import erfc, exp, lgamma, log, sqrt

ENOUGH = 5  # so many must be expected in a cell; rarer cells are taken together


def upper_tail(x: float, freedom: int) -> float:
    """The chance that a chi-squared number is at least x, by the recurrence of the incomplete gamma function."""
    a, tail = (0.5, erfc(sqrt(x / 2))) if freedom % 2 else (1.0, exp(-x / 2))
    while a < freedom / 2:
        tail += exp(a * log(x / 2) - x / 2 - lgamma(a + 1)) if x else 0.0
        a += 1
    return tail


def likelihood(seen: Counter, weights: Counter, samples: int) -> float:
    """How likely samples at least as uneven as these are. Cells in which too few are expected are one cell."""
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
