"""Hypothesis strategies for reachable tables: a list of numbers chooses among the legal actions.

A table comes with the line of play that led to it (`line.last` is the table), which a failed test prints.
"""

from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st

from heorot.games import GAMES
from tests.support.playing import Line, box_named, play_on

# Entries of a line at most, for each box of each game; the built-in one of the Movie has the longest lists.
DEEPEST = {
    "movie": {"built-in": 160, "crooked": 260, "tiny": 40},
    "legend": {"built-in": 540, "small": 60, "strange": 220},
}
YES_OR_NO = ("advanced", "fallen", "open-tokens")  # options of one game or the other


# Shrinking a line of play takes minutes and makes it hardly shorter: tests stop at the first table that is wrong.
AS_FOUND = settings(phases=(Phase.explicit, Phase.generate))


@st.composite
def lines(
    draw: Any, boxes: tuple[str, ...] = (), deepest: int = 1000, game: str = "movie", in_order: bool = False
) -> Line:
    """Generate a line of play with one of the boxes."""
    rules = GAMES[game]
    name = draw(st.sampled_from(boxes or tuple(DEEPEST[game])))
    box = box_named(name, game)
    seats = draw(st.integers(*box.players))
    options = draw(options_for(game, seats))
    depth = draw(st.integers(0, min(deepest, DEEPEST[game][name])))
    picks = draw(st.binary(min_size=2 * depth, max_size=2 * depth))  # one draw of Hypothesis, however deep
    table = rules.setup(box, seats, options, rules.info.rules[-1])
    return play_on(rules, table, (picks[i] << 8 | picks[i + 1] for i in range(0, len(picks), 2)), in_order)


@st.composite
def options_for(draw: Any, game: str, seats: int) -> dict[str, str]:
    """Generate table options."""
    first = draw(st.none() | st.integers(1, seats))
    chosen = {} if first is None else {"first": str(first)}
    known = [name for name in YES_OR_NO if name in GAMES[game].info.options]
    return chosen | {name: "yes" for name in known if draw(st.booleans())}


def lines_of_any_game(deepest: int = 1000) -> st.SearchStrategy[Line]:
    """Generate a line of play of any game."""
    return st.one_of(*(lines(deepest=deepest, game=game) for game in GAMES))
