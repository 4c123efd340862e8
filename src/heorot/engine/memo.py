"""Caches keyed by argument identity, for values that several viewers of one table need in turn."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
A = TypeVar("A")
T = TypeVar("T")


def memo(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the last result of a function for the identical arguments.

    Arguments are compared with `is`: tables and actions never change, and comparing two tables by value would cost
    more than the memo saves.
    """
    kept: tuple[tuple[object, ...], T] | None = None

    @wraps(function)
    def cached(*args: P.args, **named: P.kwargs) -> T:
        nonlocal kept
        given, last = (*args, *named.values()), kept
        if last is not None and len(last[0]) == len(given) and all(a is b for a, b in zip(last[0], given, strict=True)):
            return last[1]
        result = function(*args, **named)
        kept = given, result
        return result

    return cached


def cached_by_identity(size: int) -> Callable[[Callable[[A], T]], Callable[[A], T]]:
    """Cache the results of a function of one immutable argument, for the last `size` identical arguments."""

    def decorate(function: Callable[[A], T]) -> Callable[[A], T]:
        kept: dict[int, tuple[A, T]] = {}  # by id; an entry keeps its argument alive, so that no other gets this id

        @wraps(function)
        def cached(value: A) -> T:
            entry = kept.get(id(value))
            if entry is None:
                if len(kept) >= size:
                    kept.pop(next(iter(kept)), None)
                entry = kept[id(value)] = value, function(value)
            return entry[1]

        return cached

    return decorate
