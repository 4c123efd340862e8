"""What was worked out last, kept for whoever asks next: one viewer after the other is shown the same table."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def latest(work: Callable[P, T]) -> Callable[P, T]:
    """Remember the latest result, for the very same arguments: tables and actions are values that never change, and to
    compare two of them would cost more than it saves."""
    kept: tuple[tuple[object, ...], T] | None = None

    @wraps(work)
    def remembered(*args: P.args, **named: P.kwargs) -> T:
        nonlocal kept
        given, last = (*args, *named.values()), kept
        if last is not None and len(last[0]) == len(given) and all(a is b for a, b in zip(last[0], given, strict=True)):
            return last[1]
        found = work(*args, **named)
        kept = given, found
        return found

    return remembered
