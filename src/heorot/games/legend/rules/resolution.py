"""Chapter 6: markers, icon spaces and the effects of icons, also where an offer or a reward shows them."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.actions import CHOOSE_FAME, TAKE_ICON
from heorot.games.legend.model.state import (
    ALL_HANDS,
    ALLIANCE_ICON,
    CARD_ICON,
    CARDS_ICON,
    DOUBLE_WOUND_ICON,
    DRAW,
    DRAW_TOKEN,
    DRAWN_CARD,
    DRAWN_TOKEN,
    FAME,
    FAME_ICON,
    FAME_OR_HEAL,
    FAME_OR_HEAL_ICON,
    INSPIRATION,
    MISFORTUNE_ICON,
    NEXT_EPISODE,
    NEXT_SPACE,
    NUMBERS,
    OVER,
    RANKING,
    RESOLVED,
    SCRATCH_ICON,
    SUPPLY,
    TAKE_SPACE,
    TREASURE,
    TREASURE_ICON,
    USE_INSPIRATION,
    WOUND_ICON,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.answer_list import add
from heorot.games.legend.rules.cards import draw_card, holds, prepare_next_card, to_hand
from heorot.games.legend.rules.tokens import TREASURES, draw_alliance, is_left, move_token, return_tokens, take_token
from heorot.games.legend.rules.wounds import heal, take_double_wound, take_scratch, take_wound

# ---- Markers -------------------------------------------------------------------------------------------------------


@kernel
def clockwise(s: State, seat: int, steps: int) -> int:
    """L1.1: Return the seat a number of places further clockwise."""
    seat += steps
    if seat >= s.seats:
        seat -= s.seats
    return seat


@kernel
def give_markers(s: State) -> None:
    """L4.2: Give out the markers by total, the highest first; ties go to the player nearest clockwise from the first
    player."""
    for place in range(s.seats):
        seat = clockwise(s, s.first, place)
        at = place
        while at > 0 and s.total[s.order[at - 1]] < s.total[seat]:
            s.order[at] = s.order[at - 1]
            at -= 1
        s.order[at] = seat
    lay_out_spaces(s)


@kernel
def lay_out_spaces(s: State) -> None:
    """L6.1: Make as many icon spaces available as there are players, clockwise from the title."""
    s.free = (1 << s.seats) - 1
    s.taken = 0


# ---- Spaces --------------------------------------------------------------------------------------------------------


@kernel
def next_space(s: State) -> None:
    """L6.2: Let the next player in the order of markers take a space."""
    if s.taken == s.seats:
        s.phase = RESOLVED
        return
    s.seat = s.order[s.taken]
    s.phase = TAKE_SPACE


@kernel
def space_choices(box: Printed, s: State, out: Choices) -> None:
    """L6.2: List the free spaces, equal ones once; a player may not decline."""
    for space in members(s.free):
        if box.twins[s.episode][space] & s.free == 0:
            add(out, TAKE_ICON + space)


@kernel
def take_space(box: Printed, s: State, space: int) -> None:
    """L6.2, L7.3: Take a space; Queen Wealhtheow's Inspiration may avoid its effect."""
    s.free &= ~(1 << space)
    s.taken += 1
    s.icon = box.space[s.episode][space]
    s.then = NEXT_SPACE
    if holds(s, s.seat, INSPIRATION) and is_avoidable(s, s.icon // NUMBERS):
        s.phase = USE_INSPIRATION
    else:
        carry_out(box, s)


@kernel
def is_avoidable(s: State, kind: int) -> bool:
    """L7.3, L7.7: Return whether the icon is a scratch, a wound, a double wound, or a misfortune that has not run
    out."""
    if kind == MISFORTUNE_ICON:
        return s.misfortunes > 0
    return SCRATCH_ICON <= kind <= DOUBLE_WOUND_ICON


@routine
def end_resolution(box: Printed, s: State) -> None:
    """L2.3, L2.4, L9.2: Make the player with the highest marker first player. After a treasure ranking return all
    treasure instead. Death of Beowulf ends the game."""
    if box.kind[s.episode] == RANKING:
        for seat in range(s.seats):
            return_tokens(s, seat, TREASURES)
            forget_treasures(s, seat)
    else:
        s.first = s.order[s.seats - 1]
    s.phase = OVER if box.kind[s.episode] == ALL_HANDS else NEXT_EPISODE


@kernel
def forget_treasures(s: State, seat: int) -> None:
    """L9.2: Forget the treasures of a player, which are all returned."""
    for token in members(TREASURES):
        s.shown[seat][token] = 0


# ---- Icons ---------------------------------------------------------------------------------------------------------


@kernel
def carry_out(box: Printed, s: State) -> None:
    """L6.3 to L6.8: Carry out the icon for the seat; `then` follows."""
    kind = s.icon // NUMBERS
    number = s.icon % NUMBERS
    s.phase = s.then
    if kind == FAME_ICON:
        take_fame(box, s, number)
    elif kind == CARDS_ICON:
        s.draws_due = number
        s.phase = DRAW
    elif kind == ALLIANCE_ICON:
        s.draws_due = number
        s.phase = DRAW_TOKEN
    elif kind == WOUND_ICON:
        take_wound(s)
    elif kind == SCRATCH_ICON:
        take_scratch(s)
    else:
        carry_out_rare(s, kind, number)


@kernel
def carry_out_rare(s: State, kind: int, number: int) -> None:
    """L6.3 to L6.8: Carry out one of the less frequent icons."""
    if kind == TREASURE_ICON:
        take_token(s, s.seat, TREASURE + number)
    elif kind == CARD_ICON:
        take_special(s, number)
    elif kind == MISFORTUNE_ICON:
        take_misfortune(s)
    elif kind == DOUBLE_WOUND_ICON:
        take_double_wound(s)
    elif kind == FAME_OR_HEAL_ICON:
        s.phase = FAME_OR_HEAL


@kernel
def take_fame(box: Printed, s: State, value: int) -> None:
    """L6.3: Take fame. From Dragon Battle on, two fame 1 replace fame 2 if none is left."""
    in_change = value == 2 and box.change[s.episode] != 0 and not is_left(s, FAME + value)
    if in_change and s.tokens[SUPPLY][FAME + 1] >= 2:
        move_token(s, SUPPLY, s.seat, FAME + 1)
        move_token(s, SUPPLY, s.seat, FAME + 1)
    else:
        take_token(s, s.seat, FAME + value)


@kernel
def fame_or_heal(box: Printed, s: State, code: int) -> None:
    """L6.8: Take the fame, or return one wound tile."""
    if code == CHOOSE_FAME:
        take_fame(box, s, s.icon % NUMBERS)
        s.phase = s.then
    else:
        heal(s, code)


@kernel
def take_misfortune(s: State) -> None:
    """L6.3: Take a misfortune, if one is left."""
    if s.misfortunes:
        s.misfortunes -= 1
        s.misfortune[s.seat] += 1


@kernel
def take_special(s: State, face: int) -> None:
    """L6.5: Take the special card into the hand, if it is still beside the board."""
    if s.specials >> face & 1:
        s.specials &= ~(1 << face)
        to_hand(s, s.seat, face)


@kernel
def draw_cards(s: State) -> None:
    """L6.5, L1.8: Draw the next due card, as long as there are cards."""
    s.phase = DRAWN_CARD if prepare_next_card(s) else s.then


@kernel
def receive_card(s: State, face: int) -> None:
    """L6.5: Receive a card from the draw pile."""
    draw_card(s, face)
    s.draws_due -= 1
    s.phase = DRAW


@kernel
def draw_tokens(s: State) -> None:
    """L6.4: Draw the next due alliance token, as long as any are left."""
    s.phase = DRAWN_TOKEN if s.draws_due > 0 and s.alliances > 0 else s.then


@kernel
def receive_token(s: State, token: int) -> None:
    """L6.4: Receive a face-down alliance token."""
    draw_alliance(s, token)
    s.draws_due -= 1
    s.phase = DRAW_TOKEN
