"""A fixed integer loop, by which figures from two machines are compared."""

from collections.abc import MutableSequence

from heorot.engine.kernels.compiler import entry_point


@entry_point
def integer_loop(results: MutableSequence[int], rounds: int) -> None:
    """Multiply, add and shift in a dependency chain that no compiler shortens."""
    word = 1
    for _ in range(rounds):
        word = (word * 1103515245 + 12345) & 0x7FFFFFFF
        word ^= word >> 7
    results[0] = word
