"""Scratches and wounds: how they are taken, and how they heal (L6.6 to L6.9)."""

from heorot.engine.accel import kernel
from heorot.games.legend.actions import CHOOSE_FAME, HEAL_DOUBLE_WOUND, HEAL_SCRATCHES, HEAL_WOUND
from heorot.games.legend.cards import holds
from heorot.games.legend.lists import add
from heorot.games.legend.state import DRAW, REST, SCRATCHES_OF_A_WOUND, USE_REST, Choices, State

CARDS_FOR_A_WOUND = 2  # L6.7
OF_A_DOUBLE_WOUND = 2  # L8.3: it counts two


@kernel
def take_scratch(s: State) -> None:
    """L6.6, L7.6: a scratch; before the third, The Warrior's Rest may help."""
    if s.scratches[s.seat] + 1 == SCRATCHES_OF_A_WOUND and holds(s, s.seat, REST):
        s.phase = USE_REST
    else:
        scratch(s)


@kernel
def scratch(s: State) -> None:
    """L6.6: a third scratch: all three are returned for a wound, without cards."""
    s.scratches[s.seat] += 1
    if s.scratches[s.seat] == SCRATCHES_OF_A_WOUND:
        s.scratches[s.seat] = 0
        s.wounds[s.seat] += 1
    s.phase = s.then


@kernel
def take_wound(s: State) -> None:
    """L6.7: a wound tile, and two cards; the tiles are no limit."""
    s.wounds[s.seat] += 1
    s.owed = CARDS_FOR_A_WOUND
    s.phase = DRAW


@kernel
def take_double_wound(s: State) -> None:
    """L6.7: one tile that counts two, and two cards."""
    s.double_wounds[s.seat] += 1
    s.owed = CARDS_FOR_A_WOUND
    s.phase = DRAW


@kernel
def count_wounds(tiles: int, double_tiles: int) -> int:
    """L8.3: a double wound counts two."""
    return tiles + OF_A_DOUBLE_WOUND * double_tiles


@kernel
def wounds_of(s: State, seat: int) -> int:
    """L8.3: how many wounds a player has."""
    return count_wounds(s.wounds[seat], s.double_wounds[seat])


@kernel
def is_hurt(s: State, seat: int) -> bool:
    """L3.5: a wound or a scratch."""
    return s.scratches[seat] + s.wounds[seat] + s.double_wounds[seat] > 0


@kernel
def wound_choices(s: State, out: Choices) -> None:
    """L3.3, L6.8: one wound tile; the double wound is one tile."""
    if s.wounds[s.seat]:
        add(out, HEAL_WOUND)
    if s.double_wounds[s.seat]:
        add(out, HEAL_DOUBLE_WOUND)


@kernel
def heal_choices(s: State, out: Choices) -> None:
    """L3.3, L6.9: one wound tile, or all scratches; wounds are never changed into scratches."""
    wound_choices(s, out)
    if s.scratches[s.seat]:
        add(out, HEAL_SCRATCHES)


@kernel
def fame_or_heal_choices(s: State, out: Choices) -> None:
    """L6.8: fame, even if none is left, or one wound tile."""
    add(out, CHOOSE_FAME)
    wound_choices(s, out)


@kernel
def heal(s: State, code: int) -> None:
    """L3.3, L3.6, L6.8: one tile is returned, or all scratches."""
    if code == HEAL_WOUND:
        s.wounds[s.seat] -= 1
    elif code == HEAL_DOUBLE_WOUND:
        s.double_wounds[s.seat] -= 1
    else:
        s.scratches[s.seat] = 0
    s.phase = s.then
