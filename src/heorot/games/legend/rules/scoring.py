"""The end (chapter 8), in the advanced game (L9.3) and in the variant (L10.1)."""

from heorot.engine.accel import kernel
from heorot.games.legend.state import State
from heorot.games.legend.tokens import FAMES, TREASURES, sum_of
from heorot.games.legend.wounds import wounds_of

POINTS_OF_A_MISFORTUNE = 2  # L8.2, to be taken off
POINTS_WITHOUT_WOUNDS = 5  # L8.3
POINTS_OF_A_WOUND = 5  # L8.3, to be taken off
TOO_MANY_WOUNDS = 3  # L8.3, L10.1
NOTHING = -(1 << 40)  # ranks below any score


# ---- Terms ---------------------------------------------------------------------------------------------------------


@kernel
def treasure_points(treasure: int, advanced: int) -> int:
    """L8.2, L9.3: the value of treasure, but in the advanced game it counts nothing."""
    return 0 if advanced else treasure


@kernel
def misfortune_points(misfortunes: int) -> int:
    """L8.2: to be taken off, so never positive."""
    return -POINTS_OF_A_MISFORTUNE * misfortunes


@kernel
def wound_points(wounds: int) -> int:
    """L8.3: none is a bonus, three or more cost dearly, one or two are nothing."""
    if wounds == 0:
        return POINTS_WITHOUT_WOUNDS
    if wounds < TOO_MANY_WOUNDS:
        return 0
    return -POINTS_OF_A_WOUND * wounds


@kernel
def is_fallen(wounds: int, variant: int) -> bool:
    """L10.1: three or more wounds at the end, in the variant."""
    return variant != 0 and wounds >= TOO_MANY_WOUNDS


# ---- Players -------------------------------------------------------------------------------------------------------


@kernel
def has_fallen(s: State, seat: int) -> bool:
    """L10.1: whether a player has fallen."""
    return is_fallen(wounds_of(s, seat), s.fallen_variant)


@kernel
def points_of(s: State, seat: int) -> int:
    """L8.2, L8.3, L10.1: the score of a player, alliance tokens included; the fallen score nothing."""
    if has_fallen(s, seat):
        return 0
    tokens = sum_of(s, seat, FAMES) + treasure_points(sum_of(s, seat, TREASURES), s.advanced_game)
    return tokens + misfortune_points(s.misfortune[seat]) + wound_points(wounds_of(s, seat))


@kernel
def rank_of(s: State, seat: int) -> int:
    """L10.1: the fallen rank behind everyone who has not fallen, whatever the scores."""
    return NOTHING if has_fallen(s, seat) else points_of(s, seat)


@kernel
def winners(s: State) -> int:
    """L8.4, L10.1: the mask of those with the highest score, who share the victory; nobody, if all have fallen."""
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
