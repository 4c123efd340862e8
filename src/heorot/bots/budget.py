"""Budget of a bot. It is counted in playouts, never in time, so that an answer depends only on the view, the random
numbers and the budget, on any machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Playouts for one answer, all candidates together."""

    playouts: int
