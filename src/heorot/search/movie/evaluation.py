"""What is expected of an act of the Movie game while it is played: what figures in front and tiles in hand are worth.

Tiles in hand follow roughly a regression over some thousand games of two `greedy` seats: how much more a seat wins
until the end of the act that has one more of them. Figures, a Golden Statue before the last act, and what a lead is
worth were set by hand.
"""

from heorot.engine.accel import Record, whole
from heorot.games.movie.box import Box
from heorot.games.movie.state import (
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

POINT = 16  # a point in leads and worths

# By act, in points.
LATER = (0.5, 0.5, 0)  # a diamond that is kept for later acts
FRONT = (3, 3, 5)  # a diamond in front
BOON = (2.5, 0.5, 0)  # a point of a boon in hand, ...
PERIL = (4, 0.9, 0.3)  # ... of a peril, ...
ABILITY = {  # ... and what an ability adds to that
    TEMPTATION: (0, 0, 2),
    VALOR: (0, 0, 2),
    TREASURE: (0, 2.5, 3),
    DRUNKENNESS: (3, 0.5, 2),
    MEAD: (-6, -0.5, 0),
    GOLDEN_STATUE: (30, 30, 35),  # in the first acts it is best kept for the last
    GOOD_COUNSEL: (7, 1.3, 0),
    ROYAL_DRAGON_HORN: (8, 1.7, 6),
    TREACHERY: (3, 3, 0),
    GORGE: (11, 2.5, 0),
}
FEW = (13, 6, 10)  # open spaces from which on all this fades, but a Golden Statue
ROOM = (60, 55, 8)  # the fewer acts are left, the more victory counts, and not how high it is
SWAY = (1.2, 0.6, 1.2)  # for an open space
TEMPO = 4
TO_ITS_END = 99  # turns: more than any act has
TURNS = (TO_ITS_END, 1, 1)  # figures are what act I is about, and what they bring is known at its end
TRUST = 16  # playouts
FAR = 128  # playouts: with fewer none goes on to the end of an act, which is long, and longer where nothing is compiled


class Plan(Record):
    """The same in sixteenths of a point, for one box."""

    turns: list[int] = whole(ACTS)  # a seat plays so many of its own before a playout is cut
    tempo: int = whole()  # what it is worth to be the next one
    later: list[list[int]] = whole(ACTS, KINDS)  # a figure that is kept for the acts after this one
    front: list[list[int]] = whole(ACTS, KINDS)  # a figure in front, in this act, while many spaces are open
    hand: list[list[int]] = whole(ACTS, FACES)  # a tile in hand
    few: list[int] = whole(ACTS)  # with fewer open spaces figures and tiles are worth so much less
    room: list[int] = whole(ACTS)  # a lead of so much is half of certain victory when the act ends, and ...
    sway: list[int] = whole(ACTS)  # ... so much more for every space that is open
    trust: int = whole()  # what an answer promises counts as much as so many playouts


def plan_for(box: Box, playouts: int = FAR) -> Plan:
    """What is expected with this box, for so many playouts."""
    plan = Plan()
    plan.tempo, plan.trust = POINT * TEMPO, TRUST
    for act in range(ACTS):
        plan.turns[act] = TURNS[act] if playouts >= FAR else min(TURNS)
        plan.few[act], plan.room[act], plan.sway[act] = FEW[act], POINT * ROOM[act], int(POINT * SWAY[act])
        for kind in range(KINDS):
            expect_figure(box, plan, act, kind)
        for face in box.faces:
            plan.hand[act][face] = int(POINT * hope_of(box, act, face))
    return plan


def expect_figure(box: Box, plan: Plan, act: int, kind: int) -> None:
    """M3.5: a figure that returns need not be kept for later acts."""
    plan.front[act][kind] = int(POINT * FRONT[act] * box.printed.diamonds[kind])
    if not box.printed.returns[kind]:
        plan.later[act][kind] = int(POINT * LATER[act] * box.printed.diamonds[kind])


def hope_of(box: Box, act: int, face: int) -> float:
    """What a tile in hand is worth in an act, in points."""
    value, extra = box.printed.value[face], ABILITY.get(box.printed.ability[face], (0, 0, 0))[act]
    return extra + (BOON[act] * value if value > 0 else -PERIL[act] * value)
