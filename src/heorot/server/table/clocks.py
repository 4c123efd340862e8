"""Whose time runs, and how much of it is left. A value, which follows from the events of a table and their times: no
clock is read here, and whoever reads the same events finds the same time left. Times are milliseconds.

Time runs for every person who is asked: for all at once where all choose at once. It never runs for a bot, for chance,
in a pause, or while no server was there.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from heorot.server.events import Timing

SECOND = 1000
REPRIEVE = 10  # whose bank is empty has a tenth of it for the next question, or the increment if that is more


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a table after so many events."""

    rule: Timing
    left: tuple[int, ...]  # by seat
    spent: tuple[int, ...]  # by seat, since the game began
    at: int  # up to which moment time is charged
    running: frozenset[int] = frozenset()
    paused: bool = False
    out: frozenset[int] = frozenset()  # whose time was out at the latest question that they were asked
    unearned: tuple[int, ...] = ()  # by seat: answers taken back, each of which earns nothing when it is given again


def wound_up(rule: Timing, seats: int, at: int) -> Clocks:
    """Full, and nobody's time has run yet."""
    none = (0,) * seats
    return Clocks(rule, (rule.seconds * SECOND,) * seats, none, at, unearned=none)


def reprieve(rule: Timing) -> int:
    """What there is for the next question after the time was out."""
    if rule.per == "move":
        return rule.seconds * SECOND
    return max(rule.seconds * SECOND // REPRIEVE, rule.increment * SECOND)


# ---- Time passes ---------------------------------------------------------------------------------------------------


def charged(clocks: Clocks, at: int) -> Clocks:
    """Up to a moment. Nobody owes time, and it never runs backwards: the machines of a server may not quite agree."""
    passed = max(0, at - clocks.at)
    if not passed:
        return clocks
    costs = [min(left, passed) if seat in clocks.running else 0 for seat, left in enumerate(clocks.left)]
    return replace(
        clocks,
        left=tuple(left - cost for left, cost in zip(clocks.left, costs, strict=True)),
        spent=tuple(spent + cost for spent, cost in zip(clocks.spent, costs, strict=True)),
        at=at,
    )


def stood_still(clocks: Clocks, since: int, at: int) -> Clocks:
    """Up to a moment, but nothing after an earlier one: no server was there since."""
    until = charged(clocks, min(since, at))
    return replace(until, at=max(until.at, at))


def out_at(clocks: Clocks, now: int) -> tuple[int, ...]:
    """Whose time is out by now."""
    passed = max(0, now - clocks.at)
    return tuple(seat for seat in sorted(clocks.running) if clocks.left[seat] <= passed)


def due_at(clocks: Clocks | None) -> int | None:
    """When the next one will be out of time, if nothing happens."""
    if clocks is None or not clocks.running:
        return None
    return clocks.at + min(clocks.left[seat] for seat in clocks.running)


# ---- What changes them ---------------------------------------------------------------------------------------------


def answered(clocks: Clocks, seat: int) -> Clocks:
    """A person answered in time and earns the increment, but only once for each answer, however often it is taken
    back."""
    if clocks.unearned[seat]:
        return replace(clocks, unearned=added(clocks.unearned, seat, -1))
    return replace(clocks, left=added(clocks.left, seat, clocks.rule.increment * SECOND))


def taken_back(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """Answers of these seats do not stand any more. The time for them is spent all the same."""
    for seat in seats:
        clocks = replace(clocks, unearned=added(clocks.unearned, seat, 1))
    return clocks


def timed_out(clocks: Clocks, seat: int) -> Clocks:
    """What little there may be is gone too."""
    return replace(clocks, left=put(clocks.left, seat, 0), out=clocks.out | {seat})


def asked(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """New questions: with all the time for one, or with what is left in the bank."""
    for seat in seats:
        fresh = clocks.rule.per == "move" or seat in clocks.out
        clocks = at_least(clocks, seat) if fresh else clocks
    return clocks


def asked_again(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """All agreed to go back: nobody gets time back, but enough to answer."""
    for seat in seats:
        clocks = at_least(clocks, seat) if clocks.left[seat] == 0 else clocks
    return clocks


def at_least(clocks: Clocks, seat: int) -> Clocks:
    """Enough for a question."""
    left = max(clocks.left[seat], reprieve(clocks.rule))
    return replace(clocks, left=put(clocks.left, seat, left), out=clocks.out - {seat})


def added(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return put(numbers, place, numbers[place] + number)


def put(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])
