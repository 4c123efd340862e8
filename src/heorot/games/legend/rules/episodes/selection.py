"""Selection (L3.6): one of five options."""

from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import CHOOSE, DECLINE, HEAL_SCRATCHES
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.answer_list import add
from heorot.games.legend.rules.resolution import carry_out
from heorot.games.legend.rules.tokens import is_left
from heorot.games.legend.rules.wounds import heal

# Options in printed order with their icons; constants, because L3.6 names them for every selection.
TREASURE_2, ALLIANCE_1, FAME_2, CARDS_2 = range(4)
OPTIONS = (
    TREASURE_ICON * NUMBERS + 2, ALLIANCE_ICON * NUMBERS + 1, FAME_ICON * NUMBERS + 2, CARDS_ICON * NUMBERS + 2,
)  # fmt: skip


@kernel
def select_choices(s: State, out: Choices) -> None:
    """L3.1, L3.6: List the options that have not run out, healing for a player with scratches, cards always, and
    declining."""
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
    """L3.1, L3.6: Take an option, return all scratches, or decline."""
    s.then = NEXT_PLAYER
    if code == HEAL_SCRATCHES:
        heal(s, code)
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        s.icon = OPTIONS[code - CHOOSE]
        carry_out(box, s)
