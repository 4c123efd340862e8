"""Seats, numbered from 0 in turn order; people read them from 1. Chance has a seat number of its own."""

from typing import NewType

Seat = NewType("Seat", int)

CHANCE = Seat(-1)


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats in turn order, starting with `first`."""
    return tuple(Seat((first + i) % seats) for i in range(seats))
