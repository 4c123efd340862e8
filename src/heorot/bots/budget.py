"""How much a bot may think. A budget is counted in playouts, never in time: what a bot answers follows from its view,
its rng and its budget, on any machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """So many playouts for one answer, all its candidates together."""

    playouts: int
