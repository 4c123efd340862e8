"""Who sits where. Seats are numbered from 0 in turn order; people read them from 1. Chance is a seat of its own."""

from typing import NewType

Seat = NewType("Seat", int)

CHANCE = Seat(-1)


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in turn order, beginning with one of them."""
    return tuple(Seat((first + i) % seats) for i in range(seats))
