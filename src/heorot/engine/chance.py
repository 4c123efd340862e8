"""Random numbers.

The generator is written down here so that interpreted and compiled games, on any machine, see the same numbers. It is
sfc32 (Chris Doty-Humphrey's "small fast counting" generator): 128 bits of state, only 32-bit additions, shifts and
exclusive ors, so nothing overflows 64 bits.

Each game i of a seed S has its own streams: stream 0 is chance, stream k the k-th seat. A stream is
a = low 32 bits of S, b = next 32 bits of S, c = low 32 bits of i, counter = 1 + its number + 16 * (next bits of i),
and then twelve numbers thrown away. So no result depends on how games are split over processes.
"""

from heorot.engine.kernels.compiler import kernel
from heorot.engine.kernels.structs import Struct, int_field

WORD = 0xFFFFFFFF


class Stream(Struct):
    """A stream of random numbers."""

    a: int = int_field()
    b: int = int_field()
    c: int = int_field()
    counter: int = int_field()


@kernel
def next_word(r: Stream) -> int:
    """Return the next 32 random bits."""
    word = (r.a + r.b + r.counter) & WORD
    r.counter = (r.counter + 1) & WORD
    r.a = r.b ^ r.b >> 9
    r.b = (r.c + (r.c << 3)) & WORD
    r.c = (((r.c << 21 | r.c >> 11) & WORD) + word) & WORD
    return word


@kernel
def start_stream(r: Stream, seed: int, game: int, number: int) -> None:
    """Start stream `number` of one game of a seed."""
    r.a = seed & WORD
    r.b = seed >> 32 & WORD
    r.c = game & WORD
    r.counter = (1 + number + ((game >> 32) << 4)) & WORD
    for _ in range(12):
        next_word(r)


@kernel
def below(r: Stream, n: int) -> int:
    """Return a uniform number from 0 to n - 1 by Lemire's method, which is unbiased and rarely retries."""
    product = next_word(r) * n
    if product & WORD < n:
        unfair = (WORD + 1 - n) % n
        while product & WORD < unfair:
            product = next_word(r) * n
    return product >> 32
