"""Scratches and wounds: taking and healing them (L6.6 to L6.9)."""

from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import CHOOSE_FAME, HEAL_DOUBLE_WOUND, HEAL_SCRATCHES, HEAL_WOUND
from heorot.games.legend.model.state import DRAW, REST, SCRATCHES_OF_A_WOUND, USE_REST, Choices, State
from heorot.games.legend.rules.answer_list import add
from heorot.games.legend.rules.cards import holds

CARDS_FOR_A_WOUND = 2  # L6.7
OF_A_DOUBLE_WOUND = 2  # L8.3: wounds of a double wound


@kernel
def take_scratch(s: State) -> None:
    """L6.6, L7.6: Take a scratch; before the third one, ask about The Warrior's Rest."""
    if s.scratches[s.seat] + 1 == SCRATCHES_OF_A_WOUND and holds(s, s.seat, REST):
        s.phase = USE_REST
    else:
        add_scratch(s)


@kernel
def add_scratch(s: State) -> None:
    """L6.6: Add a scratch; three scratches become a wound, without cards."""
    s.scratches[s.seat] += 1
    if s.scratches[s.seat] == SCRATCHES_OF_A_WOUND:
        s.scratches[s.seat] = 0
        s.wounds[s.seat] += 1
    s.phase = s.then


@kernel
def take_wound(s: State) -> None:
    """L6.7: Take a wound tile and two cards; the number of tiles is no limit."""
    s.wounds[s.seat] += 1
    s.draws_due = CARDS_FOR_A_WOUND
    s.phase = DRAW


@kernel
def take_double_wound(s: State) -> None:
    """L6.7: Take a double wound tile and two cards."""
    s.double_wounds[s.seat] += 1
    s.draws_due = CARDS_FOR_A_WOUND
    s.phase = DRAW


@kernel
def count_wounds(tiles: int, double_tiles: int) -> int:
    """L8.3: Return the number of wounds; a double wound counts two."""
    return tiles + OF_A_DOUBLE_WOUND * double_tiles


@kernel
def wounds_of(s: State, seat: int) -> int:
    """L8.3: Return the number of wounds of a player."""
    return count_wounds(s.wounds[seat], s.double_wounds[seat])


@kernel
def is_hurt(s: State, seat: int) -> bool:
    """L3.5: Return whether a player has a wound or a scratch."""
    return s.scratches[seat] + s.wounds[seat] + s.double_wounds[seat] > 0


@kernel
def wound_choices(s: State, out: Choices) -> None:
    """L3.3, L6.8: List the wound tiles to return, one of each kind."""
    if s.wounds[s.seat]:
        add(out, HEAL_WOUND)
    if s.double_wounds[s.seat]:
        add(out, HEAL_DOUBLE_WOUND)


@kernel
def heal_choices(s: State, out: Choices) -> None:
    """L3.3, L6.9: List one wound tile or all scratches; wounds never become scratches."""
    wound_choices(s, out)
    if s.scratches[s.seat]:
        add(out, HEAL_SCRATCHES)


@kernel
def fame_or_heal_choices(s: State, out: Choices) -> None:
    """L6.8: List the fame, even if none is left, and the wound tiles."""
    add(out, CHOOSE_FAME)
    wound_choices(s, out)


@kernel
def heal(s: State, code: int) -> None:
    """L3.3, L3.6, L6.8: Return one wound tile or all scratches."""
    if code == HEAL_WOUND:
        s.wounds[s.seat] -= 1
    elif code == HEAL_DOUBLE_WOUND:
        s.double_wounds[s.seat] -= 1
    else:
        s.scratches[s.seat] = 0
    s.phase = s.then
