"""Search and simulation at full speed, one folder for each title. Everything here runs compiled if Numba is installed,
and gives the same answers without it.

May import: engine.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from heorot.engine.game import NO_OPTIONS, Options

if TYPE_CHECKING:
    from heorot.search.simulation import BaseSimulation


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over many simulated games."""

    games: int
    decisions: int
    cpu_seconds: float
    points: tuple[int, ...]  # by seat
    shares: tuple[Fraction, ...]  # of the victories, by seat; ties are split

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.games + other.games,
            self.decisions + other.decisions,
            self.cpu_seconds + other.cpu_seconds,
            tuple(map(sum, zip(self.points, other.points, strict=True))),
            tuple(a + b for a, b in zip(self.shares, other.shares, strict=True)),
        )


class NewSimulation(Protocol):
    """Constructor of a title's simulation. By default it is compiled if Numba is installed."""

    def __call__(
        self, box: Any, seats: Sequence[str], seed: int, options: Options = NO_OPTIONS, compiled: bool | None = None
    ) -> "BaseSimulation": ...


class Simulator(Protocol):
    """Module `heorot.search.<title>.simulate`."""

    GAME: Any
    POLICIES: tuple[str, ...]  # names of the seats that it can simulate
    COMPILE_SECONDS: Mapping[str, float]  # measured, by entry point; `other` for each that is not listed
    State: type[Any]
    Simulation: NewSimulation
    GameStepper: Callable[..., Any]
    warm_up: Callable[[], None]  # compiles everything, or loads it from the cache


def simulator(game: str) -> Simulator:
    """Return the simulator of a game by the game's name."""
    return cast(Simulator, import_module(simulator_name(game)))


def simulator_name(game: str) -> str:
    """Return the module name of a game's simulator, by which `is_ready` knows whether it is compiled."""
    return f"heorot.search.{game}.simulate"


def wilson_interval(part: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share of `games` games."""
    z = 1.96
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z * (part * (1 - part) / games + z * z / (4 * games * games)) ** 0.5 / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
