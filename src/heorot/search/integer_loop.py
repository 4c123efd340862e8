"""A fixed loop, so that figures from two machines can be compared."""

from collections.abc import MutableSequence

from heorot.engine.accel import entry


@entry
def integer_loop(results: MutableSequence[int], rounds: int) -> None:
    """Multiply, add, shift: a chain that no compiler shortens."""
    word = 1
    for _ in range(rounds):
        word = (word * 1103515245 + 12345) & 0x7FFFFFFF
        word ^= word >> 7
    results[0] = word
