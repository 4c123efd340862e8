"""Hypothesis strategies: tables that can really come about, found by folding a list of picks through what is legal.

A table comes with the line of play that led to it (`line.last` is the table), so that a failed test can show it.
"""

from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from tests.playing import MOVIE, Line, box_named, play_on

DEEPEST = {"built-in": 160, "crooked": 260, "tiny": 40}  # entries; the built-in box has the longest lists


# Shrinking a line of play takes minutes and makes it hardly shorter: tests stop at the first table that is wrong.
AS_FOUND = settings(phases=(Phase.explicit, Phase.generate))


@st.composite
def lines(draw: Any, boxes: tuple[str, ...] = ("built-in", "crooked", "tiny"), deepest: int = 1000) -> Line:
    """A line of play on one of the boxes, from its first table to wherever the picks lead."""
    name = draw(st.sampled_from(boxes))
    box = box_named(name)
    seats = draw(st.integers(*box.players))
    first = draw(st.none() | st.integers(1, seats))
    depth = draw(st.integers(0, min(deepest, DEEPEST[name])))
    picks = draw(st.binary(min_size=2 * depth, max_size=2 * depth))  # one draw of Hypothesis, however deep
    options = {} if first is None else {"first": str(first)}
    table = MOVIE.setup(box, seats, options, MOVIE.about.rules[-1])
    return play_on(MOVIE, table, (picks[i] << 8 | picks[i + 1] for i in range(0, len(picks), 2)))
