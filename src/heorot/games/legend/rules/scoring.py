"""Scoring: chapter 8, the advanced game (L9.3) and the variant (L10.1)."""

from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.state import State
from heorot.games.legend.rules.tokens import FAMES, TREASURES, sum_of
from heorot.games.legend.rules.wounds import wounds_of

POINTS_OF_A_MISFORTUNE = 2  # L8.2, subtracted
POINTS_WITHOUT_WOUNDS = 5  # L8.3
POINTS_OF_A_WOUND = 5  # L8.3, subtracted
TOO_MANY_WOUNDS = 3  # L8.3, L10.1
NOTHING = -(1 << 40)  # ranks below any score


# ---- Terms ---------------------------------------------------------------------------------------------------------


@kernel
def treasure_points(treasure: int, advanced: int) -> int:
    """L8.2, L9.3: Return the value of treasure, which is 0 in the advanced game."""
    return 0 if advanced else treasure


@kernel
def misfortune_points(misfortunes: int) -> int:
    """L8.2: Return the points of misfortunes, 0 or negative."""
    return -POINTS_OF_A_MISFORTUNE * misfortunes


@kernel
def wound_points(wounds: int) -> int:
    """L8.3: Return the points of wounds: a bonus without wounds, a penalty for three or more, else 0."""
    if wounds == 0:
        return POINTS_WITHOUT_WOUNDS
    if wounds < TOO_MANY_WOUNDS:
        return 0
    return -POINTS_OF_A_WOUND * wounds


@kernel
def is_fallen(wounds: int, variant: int) -> bool:
    """L10.1: Return whether a player with this number of wounds has fallen in the variant."""
    return variant != 0 and wounds >= TOO_MANY_WOUNDS


# ---- Players -------------------------------------------------------------------------------------------------------


@kernel
def has_fallen(s: State, seat: int) -> bool:
    """L10.1: Return whether a player has fallen."""
    return is_fallen(wounds_of(s, seat), s.fallen_variant)


@kernel
def points_of(s: State, seat: int) -> int:
    """L8.2, L8.3, L10.1: Return the score of a player, alliance tokens included; the fallen score 0."""
    if has_fallen(s, seat):
        return 0
    tokens = sum_of(s, seat, FAMES) + treasure_points(sum_of(s, seat, TREASURES), s.advanced_game)
    return tokens + misfortune_points(s.misfortune[seat]) + wound_points(wounds_of(s, seat))


@kernel
def rank_of(s: State, seat: int) -> int:
    """L10.1: Return the score for ranking; the fallen rank below all others."""
    return NOTHING if has_fallen(s, seat) else points_of(s, seat)


@kernel
def winners(s: State) -> int:
    """L8.4, L10.1: Return the mask of the players with the highest score, who share the victory; 0 if all have
    fallen."""
    best = NOTHING + 1
    won = 0
    for seat in range(s.seats):
        rank = rank_of(s, seat)
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << seat
    return won
