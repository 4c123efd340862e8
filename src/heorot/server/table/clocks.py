"""Time control: remaining time by seat, as an immutable value derived from events and their times. Milliseconds.

Time runs for every person whose answer is awaited, for several at once in a sealed phase. It never runs for a bot,
for chance, during a pause, or while no server was running. No clock is read here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from heorot.server.table.events import Timing

SECOND = 1000
GRACE_DIVISOR = 10  # after a timeout: a tenth of the bank for the next question, or the increment if that is more


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a table."""

    rule: Timing
    left: tuple[int, ...]  # by seat
    spent: tuple[int, ...]  # by seat, since the game began
    at: int  # up to which time is charged
    running: frozenset[int] = frozenset()
    paused: bool = False
    out: frozenset[int] = frozenset()  # seats that timed out at their latest question
    unearned: tuple[int, ...] = ()  # by seat: undone answers, whose repetition earns no increment


def full_clocks(rule: Timing, seats: int, at: int) -> Clocks:
    """Return clocks with the full time for each seat, none running."""
    none = (0,) * seats
    return Clocks(rule, (rule.seconds * SECOND,) * seats, none, at, unearned=none)


def grace_period(rule: Timing) -> int:
    """Return the time for the next question after a timeout."""
    if rule.per == "move":
        return rule.seconds * SECOND
    return max(rule.seconds * SECOND // GRACE_DIVISOR, rule.increment * SECOND)


# ---- Charging time -----------------------------------------------------------------------------------------------


def charge(clocks: Clocks, at: int) -> Clocks:
    """Charge running seats up to a time. Never below zero, never backwards: the clocks of nodes may differ."""
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


def charge_before_outage(clocks: Clocks, since: int, at: int) -> Clocks:
    """Charge running seats up to `since`, and skip the time from there to `at`."""
    until = charge(clocks, min(since, at))
    return replace(until, at=max(until.at, at))


def seats_out_of_time(clocks: Clocks, now: int) -> tuple[int, ...]:
    """Return the running seats whose time is used up at `now`."""
    passed = max(0, now - clocks.at)
    return tuple(seat for seat in sorted(clocks.running) if clocks.left[seat] <= passed)


def next_timeout(clocks: Clocks | None) -> int | None:
    """Return the time at which the next seat times out if nothing happens, or None."""
    if clocks is None or not clocks.running:
        return None
    return clocks.at + min(clocks.left[seat] for seat in clocks.running)


# ---- Changes by events -------------------------------------------------------------------------------------------


def credit_increment(clocks: Clocks, seat: int) -> Clocks:
    """Add the increment for an answer given in time. An answer that repeats an undone one earns nothing."""
    if clocks.unearned[seat]:
        return replace(clocks, unearned=add_at(clocks.unearned, seat, -1))
    return replace(clocks, left=add_at(clocks.left, seat, clocks.rule.increment * SECOND))


def withhold_increments(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """Note an undone answer for each of these seats. Their spent time is not refunded."""
    for seat in seats:
        clocks = replace(clocks, unearned=add_at(clocks.unearned, seat, 1))
    return clocks


def grant_question_time(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """Prepare new questions: full time per move, or the rest of the bank, or a grace period after a timeout."""
    for seat in seats:
        fresh = clocks.rule.per == "move" or seat in clocks.out
        clocks = with_minimum_time(clocks, seat) if fresh else clocks
    return clocks


def grant_minimum_time(clocks: Clocks, seats: Iterable[int]) -> Clocks:
    """Prepare questions that an undo reopens: only seats without time get a grace period."""
    for seat in seats:
        clocks = with_minimum_time(clocks, seat) if clocks.left[seat] == 0 else clocks
    return clocks


def with_minimum_time(clocks: Clocks, seat: int) -> Clocks:
    """Raise a seat's time to at least the grace period."""
    left = max(clocks.left[seat], grace_period(clocks.rule))
    return replace(clocks, left=set_at(clocks.left, seat, left), out=clocks.out - {seat})


def add_at(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return set_at(numbers, place, numbers[place] + number)


def set_at(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])
