"""Selection (L3.6): one of five things."""

from heorot.engine.accel import kernel
from heorot.games.legend.actions import CHOOSE, DECLINE, HEAL_SCRATCHES
from heorot.games.legend.lists import add
from heorot.games.legend.resolution import carry_out
from heorot.games.legend.state import (
    ALLIANCE_ICON,
    CARDS_ICON,
    FAME,
    FAME_ICON,
    NEXT_PLAYER,
    NUMBERS,
    TREASURE,
    TREASURE_ICON,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.tokens import is_left
from heorot.games.legend.wounds import heal

# The options in printed order, and what each brings. Their numbers stand here since they are the rule's: L3.6 names
# them, the same for every selection, and a box has no field for them.
TREASURE_2, ALLIANCE_1, FAME_2, CARDS_2 = range(4)
OPTIONS = (
    TREASURE_ICON * NUMBERS + 2, ALLIANCE_ICON * NUMBERS + 1, FAME_ICON * NUMBERS + 2, CARDS_ICON * NUMBERS + 2,
)  # fmt: skip


@kernel
def select_choices(s: State, out: Choices) -> None:
    """L3.1, L3.6: what has not run out; scratches only for someone who has one; cards always; or decline."""
    if is_left(s, TREASURE + OPTIONS[TREASURE_2] % NUMBERS):
        add(out, CHOOSE + TREASURE_2)
    if s.alliances:
        add(out, CHOOSE + ALLIANCE_1)
    if is_left(s, FAME + OPTIONS[FAME_2] % NUMBERS):
        add(out, CHOOSE + FAME_2)
    add(out, CHOOSE + CARDS_2)
    if s.scratches[s.seat]:
        add(out, HEAL_SCRATCHES)
    add(out, DECLINE)


@kernel
def answer_selection(box: Printed, s: State, code: int) -> None:
    """L3.1, L3.6: the player takes it, returns all scratches, or declines."""
    s.then = NEXT_PLAYER
    if code == HEAL_SCRATCHES:
        heal(s, code)
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        s.icon = OPTIONS[code - CHOOSE]
        carry_out(box, s)
