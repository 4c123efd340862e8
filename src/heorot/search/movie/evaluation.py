"""Weights of the Movie game's evaluation: figures in front, tiles in hand, and the value of a lead.

Weights of tiles roughly follow a regression over some thousand games of two `greedy` seats: how much more a seat with
one more of them wins until the end of the act. Those of figures, of a Golden Statue before the last act, and of a lead
were set by hand.
"""

from heorot.engine.kernels.structs import Struct, int_field
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.state import (
    ACTS,
    DRUNKENNESS,
    FACES,
    GOLDEN_STATUE,
    GOOD_COUNSEL,
    GORGE,
    KINDS,
    MEAD,
    ROYAL_DRAGON_HORN,
    TEMPTATION,
    TREACHERY,
    TREASURE,
    VALOR,
)

POINT = 16  # leads and values are sixteenths of a point

# By act, in points:
LATER = (0.5, 0.5, 0)  # a diamond kept for later acts
FRONT = (3, 3, 5)  # a diamond in front
BOON = (2.5, 0.5, 0)  # a point of a boon in hand, ...
PERIL = (4, 0.9, 0.3)  # ... of a peril, ...
ABILITY = {  # ... and what an ability adds
    TEMPTATION: (0, 0, 2),
    VALOR: (0, 0, 2),
    TREASURE: (0, 2.5, 3),
    DRUNKENNESS: (3, 0.5, 2),
    MEAD: (-6, -0.5, 0),
    GOLDEN_STATUE: (30, 30, 35),  # best kept for the last act
    GOOD_COUNSEL: (7, 1.3, 0),
    ROYAL_DRAGON_HORN: (8, 1.7, 6),
    TREACHERY: (3, 3, 0),
    GORGE: (11, 2.5, 0),
}
FEW_SPACES = (13, 6, 10)  # with fewer open spaces all of it fades, except a Golden Statue
LEAD_SCALE = (60, 55, 8)  # lead that is half of certain victory: in the last act victory counts, not its size
LEAD_SCALE_PER_SPACE = (1.2, 0.6, 1.2)  # added for each open space
TEMPO = 4
WHOLE_ACT = 99  # more turns than any act has
TURNS = (WHOLE_ACT, 1, 1)  # own turns of a playout; what figures bring in act I is known only at its end
PRIOR_PLAYOUTS = 16  # weight of the static evaluation
PLAYOUTS_TO_ACT_END = 128  # with fewer playouts all are cut early: to the end of an act they take long


class Weights(Struct):
    """The weights for one box, in sixteenths of a point."""

    turns: list[int] = int_field(ACTS)  # own turns after which a playout is cut
    tempo: int = int_field()  # value of having the next turn
    later: list[list[int]] = int_field(ACTS, KINDS)  # a figure kept for the acts after this one
    front: list[list[int]] = int_field(ACTS, KINDS)  # a figure in front while many spaces are open
    hand: list[list[int]] = int_field(ACTS, FACES)  # a tile in hand
    few_spaces: list[int] = int_field(ACTS)  # open spaces below which figures and tiles fade
    lead_scale: list[int] = int_field(ACTS)  # lead that is half of certain victory at the end of the act, ...
    lead_scale_per_space: list[int] = int_field(ACTS)  # ... and what each open space adds to it
    prior_playouts: int = int_field()  # playouts that the static evaluation counts for


def weights_for(box: Box, playouts: int = PLAYOUTS_TO_ACT_END) -> Weights:
    """Return the weights for a box and a number of playouts."""
    weights = Weights()
    weights.tempo, weights.prior_playouts = POINT * TEMPO, PRIOR_PLAYOUTS
    for act in range(ACTS):
        weights.turns[act] = TURNS[act] if playouts >= PLAYOUTS_TO_ACT_END else min(TURNS)
        weights.few_spaces[act], weights.lead_scale[act], weights.lead_scale_per_space[act] = (
            FEW_SPACES[act],
            POINT * LEAD_SCALE[act],
            int(POINT * LEAD_SCALE_PER_SPACE[act]),
        )
        for kind in range(KINDS):
            set_figure_weights(box, weights, act, kind)
        for face in box.faces:
            weights.hand[act][face] = int(POINT * tile_weight(box, act, face))
    return weights


def set_figure_weights(box: Box, weights: Weights, act: int, kind: int) -> None:
    """M3.5: Set the weights of a figure. One that returns need not be kept for later acts."""
    weights.front[act][kind] = int(POINT * FRONT[act] * box.printed.diamonds[kind])
    if not box.printed.returns[kind]:
        weights.later[act][kind] = int(POINT * LATER[act] * box.printed.diamonds[kind])


def tile_weight(box: Box, act: int, face: int) -> float:
    """Return the value of a tile in hand in an act, in points."""
    value, extra = box.printed.value[face], ABILITY.get(box.printed.ability[face], (0, 0, 0))[act]
    return extra + (BOON[act] * value if value > 0 else -PERIL[act] * value)
