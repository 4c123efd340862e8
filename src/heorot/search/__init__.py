"""Searching and simulating at full speed. Each game has a thin module of its own, which imports its rules by name.

A module `heorot.search.<game>` offers POLICIES, the seats that answer by themselves, and Simulation.
"""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Totals:
    """What some games add up to."""

    games: int
    decisions: int
    cpu_seconds: float
    points: tuple[int, ...]  # by seat, added
    shares: tuple[Fraction, ...]  # of the victories, by seat

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.games + other.games,
            self.decisions + other.decisions,
            self.cpu_seconds + other.cpu_seconds,
            tuple(map(sum, zip(self.points, other.points, strict=True))),
            tuple(a + b for a, b in zip(self.shares, other.shares, strict=True)),
        )


def interval(part: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % around a share."""
    z = 1.96
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z * (part * (1 - part) / games + z * z / (4 * games * games)) ** 0.5 / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
