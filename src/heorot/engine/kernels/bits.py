"""Bit masks and blocks of lists, in plain Python. `intrinsics.py` gives the compiler machine instructions for them."""

from collections.abc import Iterator

# ---- Masks ---------------------------------------------------------------------------------------------------------
# A set of spaces or tiles is a mask: a number below 2**63, one bit for each member.


def count(mask: int) -> int:
    """Return the number of members of a mask."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the smallest member of a non-empty mask."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Return the greatest member of a non-empty mask."""
    return mask.bit_length() - 1


def nth(mask: int, n: int) -> int:
    """Return the n-th member of a mask, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def members(mask: int) -> Iterator[int]:
    """Yield the members of a mask in ascending order."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


# ---- Lists ---------------------------------------------------------------------------------------------------------
# Most of the time of a playout goes into these. Compiled, each checks its bounds once and then works on vector
# registers in blocks, without a branch that depends on the game: a mispredicted branch costs more than a whole block.

MASK_BITS = 64  # a block; compiled code may write as many elements after the end, which are never read


def list_members(mask: int, plus: int, target: list[int], start: int) -> int:
    """Write every member of a mask plus a constant into a list from `start` on; return the end."""
    while mask:
        target[start] = lowest(mask) + plus
        mask &= mask - 1
        start += 1
    return start


def list_sums(source: list[int], size: int, plus: int, target: list[int], start: int, wanted: bool) -> int:
    """Write the first `size` numbers of a list plus a constant into another list, if wanted; return the end."""
    if not wanted:
        return start
    target[start : start + size] = [number + plus for number in source[:size]]
    return start + size


def sum_members(mask: int, numbers: list[int]) -> int:
    """Return the sum of those of 64 numbers whose indices are in a mask."""
    total = 0
    while mask:
        total += numbers[lowest(mask)]
        mask &= mask - 1
    return total
