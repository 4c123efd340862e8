"""The rules in the order of the rulebook, one function for each numbered rule of RULES.md.

Abilities (chapter 4) and scoring (M3.3) are in abilities.py and scoring.py.
"""

from heorot.engine.kernels.bits import count, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.engine.options import LOT
from heorot.games.movie.model.actions import (
    DRAW,
    FIGURE,
    FILL_UP,
    KEEP,
    PASS,
    TILE,
)
from heorot.games.movie.model.state import (
    ABILITIES,
    ACT_OVER,
    ACTS,
    DEALT_TILE,
    FILL,
    FIRST_SEAT,
    GOOD_COUNSEL,
    KINDS,
    NEXT_HAND,
    NEXT_TURN,
    NO_TILE,
    OVER,
    PLAY,
    PLAYED,
    SPACES,
    TURN,
    Choices,
    Printed,
    State,
    with_tile,
    without_tile,
)
from heorot.games.movie.rules.abilities import (
    add,
    add_for_open,
    can_counsel,
    counsel_choices,
    drunkenness_choices,
    follow_up,
    lay,
    out_of_hand,
    take_off,
    treasure_choices,
)
from heorot.games.movie.rules.scoring import betrayed, points_on_board

# ---- 1 The table ---------------------------------------------------------------------------------------------------


@kernel
def set_up(box: Printed, s: State, seats: int, first: int) -> None:
    """M1.1: Set up a game for two to four players, seated in turn order."""
    s.seats = seats
    s.skipped = 0
    s.placed = 0
    s.chosen = 0
    for seat in range(seats):
        take_seat(box, s, seat)
    for act in range(ACTS):
        s.seen[act] = 0
    begin_act(box, s, 0)
    s.seat = 0
    if first == LOT:
        s.next = 0
        s.phase = FIRST_SEAT
    else:
        begin_with(s, first)


@kernel
def clockwise(s: State, seat: int, steps: int) -> int:
    """M1.1: Return the seat that is `steps` further on; turn order is clockwise."""
    seat += steps
    if seat >= s.seats:
        seat -= s.seats
    return seat


@kernel
def take_seat(box: Printed, s: State, seat: int) -> None:
    """M1.2, M1.3: Give a player figures and first saga points; tiles are dealt later."""
    s.saga[seat] = box.saga_points
    s.unused[seat] = 0
    for kind in range(KINDS):
        s.in_front[seat][kind] = box.figures[kind]
        s.figures[seat][kind] = 0
    for act in range(ACTS):
        s.hand[seat][act] = 0
        s.known_counsels[seat][act] = 0


@kernel
def begin_with(s: State, seat: int) -> None:
    """M1.7: Let the seat chosen by the host or drawn by lot begin."""
    s.next = seat
    s.phase = NEXT_HAND


@kernel
def tiles_in_hand(s: State, seat: int) -> int:
    """Return the number of tiles in a player's hand, those of earlier acts included."""
    tiles = 0
    for act in range(ACTS):
        tiles += count(s.hand[seat][act])
    return tiles


@kernel
def next_hand(box: Printed, s: State) -> None:
    """M1.6, M3.7: Deal or fill up the next hand in turn order, before the first turn of an act."""
    if s.filled_hands == s.seats:
        s.phase = NEXT_TURN
        return
    s.seat = clockwise(s, s.next, s.filled_hands)
    s.filled_hands += 1
    if s.act == 0:
        deal(box, s)
    elif tiles_in_hand(s, s.seat) < box.hand:
        s.phase = FILL


@kernel
def deal(box: Printed, s: State) -> None:
    """M1.6: Deal tiles of the act until the hand is full."""
    s.draws_due = box.hand - tiles_in_hand(s, s.seat)
    s.phase = DEALT_TILE


@kernel
def take_tile(box: Printed, s: State, face: int) -> None:
    """M1.4, M2.3: Move a tile from the pool to a hand; all see its back, only its owner the front."""
    s.pool = without_tile(box, s.pool, face)
    s.hand[s.seat][s.act] = with_tile(box, s.hand[s.seat][s.act], face)


@kernel
def dealt(box: Printed, s: State, face: int) -> None:
    """M1.6: Deal one tile of an opening hand, or of a hand that is filled up."""
    take_tile(box, s, face)
    s.draws_due -= 1
    if s.draws_due == 0:
        s.phase = NEXT_HAND


# ---- 2 A turn ------------------------------------------------------------------------------------------------------


@kernel
def has_figure(s: State, seat: int) -> bool:
    """Return whether a player has an unused figure."""
    figures = 0
    for kind in range(KINDS):
        figures |= s.in_front[seat][kind]
    return figures != 0


@kernel
def has_tile(s: State, seat: int) -> bool:
    """Return whether a player holds a tile."""
    return (s.hand[seat][0] | s.hand[seat][1] | s.hand[seat][2]) != 0


@kernel
def can_play_tile(box: Printed, s: State, seat: int) -> bool:
    """M2.4, M4.7: Return whether a player can play a tile. Only Good Counsel needs a figure that can move."""
    for act in range(ACTS):
        if s.hand[seat][act] & ~box.counsels[act]:
            return True
    return has_tile(s, seat) and can_counsel(box, s, seat)


@kernel
def can_take_turn(box: Printed, s: State, seat: int) -> bool:
    """M2.6, M2.7: Return whether a player can take a turn; players without tile and figure, or without an option, are
    skipped."""
    if has_figure(s, seat):
        return True
    if s.pool:
        return has_tile(s, seat)
    return can_play_tile(box, s, seat)


@kernel
def next_turn(box: Printed, s: State) -> None:
    """M2.6, M2.7: Give the turn to the next player who can take it; if nobody can, the act ends."""
    for i in range(s.seats):
        seat = clockwise(s, s.next, i)
        if can_take_turn(box, s, seat):
            s.seat = seat
            s.phase = TURN
            return
        s.skipped |= 1 << seat
        shows_only_counsels(s, seat)
    s.phase = ACT_OVER


@routine
def shows_only_counsels(s: State, seat: int) -> None:
    """M6.2: Note that a skip or a pass shows a hand of Good Counsels."""
    for act in range(ACTS):
        s.known_counsels[seat][act] = count(s.hand[seat][act])


@kernel
def turn_choices(box: Printed, s: State, out: Choices) -> None:
    """M2.1: List the figures to place, and drawing a tile; without a pool, the tiles to play."""
    figure_choices(s, out)
    out.figures = out.count
    if s.pool:
        add(out, DRAW)
    else:
        tile_choices(box, s, out)


@kernel
def figure_choices(s: State, out: Choices) -> None:
    """M2.2: List every unused figure on every open space."""
    figures = s.in_front[s.seat]
    for kind in range(KINDS):
        add_for_open(out, FIGURE + kind * SPACES, figures[kind] > 0)


@kernel
def place_figure(s: State, kind: int, space: int) -> None:
    """M2.2: Place a figure on a space."""
    s.in_front[s.seat][kind] -= 1
    s.figures[s.seat][kind] |= 1 << space
    s.open &= ~(1 << space)
    s.phase = PLAYED


@kernel
def drawn(box: Printed, s: State, face: int) -> None:
    """M2.3: Draw a tile; the player must then play a tile and may no longer place a figure."""
    take_tile(box, s, face)
    s.phase = PLAY


@kernel
def play_choices(box: Printed, s: State, out: Choices) -> None:
    """M2.3, M2.8: List the tiles to play, or passing if none can be played."""
    tile_choices(box, s, out)
    if out.count == 0:
        add(out, PASS)


@kernel
def tile_choices(box: Printed, s: State, out: Choices) -> None:
    """M2.5: List the tiles of the hand that can be played, equal tiles once."""
    for act in range(ACTS):
        for copy in members(s.hand[s.seat][act] & box.faces[act]):
            face_choices(box, s, act * SPACES + copy, out)


@kernel
def face_choices(box: Printed, s: State, face: int, out: Choices) -> None:
    """M2.4: List the open spaces for a tile, unless its ability changes them."""
    if box.ability[face] == GOOD_COUNSEL:
        counsel_choices(box, s, face, out)
    else:
        add_for_open(out, TILE + face * SPACES, True)
        drunkenness_choices(box, s, face, out)
        treasure_choices(box, face, out)


@kernel
def play_tile(box: Printed, s: State, face: int, space: int) -> None:
    """M2.4: Play a tile from the hand to the board; M4.4: on a Mead, replace it."""
    out_of_hand(box, s, face)
    if s.tile[space] != NO_TILE:
        take_off(box, s, space)
    lay(box, s, face, space)
    follow_up(box, s, face, space)


@kernel
def pass_turn(s: State) -> None:
    """M2.8: End the turn of a player who keeps all tiles."""
    shows_only_counsels(s, s.seat)
    s.phase = PLAYED


# ---- 3 End of an act -----------------------------------------------------------------------------------------------


@kernel
def played(s: State) -> None:
    """M3.1, M3.2, M3.8: Pass the turn after a play and its ability, or end the act at once if the board is full. The
    next player begins the following act."""
    s.next = clockwise(s, s.seat, 1)
    if s.open:
        s.phase = NEXT_TURN
    else:
        s.phase = ACT_OVER


@routine
def act_over(box: Printed, s: State) -> None:
    """M3.3 to M3.8: Score the figures and clear the board; then the next act begins, or the game is over (M5.1)."""
    score_figures(box, s)
    for seat in range(s.seats):
        count_unused(box, s, seat)
        clear_figures(box, s, seat)
    if s.act == ACTS - 1:
        clear_board(s)
        s.phase = OVER
    else:
        begin_act(box, s, s.act + 1)
        s.phase = NEXT_HAND


@kernel
def score_figures(box: Printed, s: State) -> None:
    """M3.3, M3.4: Score every figure for its owner; saga points may fall below zero."""
    turned = betrayed(box, s)
    for seat in range(s.seats):
        s.saga[seat] += points_on_board(box, s, seat, turned)


@kernel
def count_unused(box: Printed, s: State, seat: int) -> None:
    """M5.2: Count the diamonds on unused figures, before the longships return."""
    diamonds = 0
    for kind in range(KINDS):
        diamonds += box.diamonds[kind] * s.in_front[seat][kind]
    s.unused[seat] = diamonds


@kernel
def clear_figures(box: Printed, s: State, seat: int) -> None:
    """M3.5: Return longships to their owners; all other figures on the board leave the game."""
    for kind in range(KINDS):
        s.in_front[seat][kind] += box.returns[kind] * count(s.figures[seat][kind])
        s.figures[seat][kind] = 0


@kernel
def clear_board(s: State) -> None:
    """M3.6: Remove the tiles on the board and in the pool from the game; players keep their hands."""
    s.tiles = 0
    s.positive = 0
    s.pool = 0
    s.open = 0
    for ability in range(ABILITIES):
        s.spaces_by_ability[ability] = 0
    for space in range(SPACES):
        s.tile[space] = NO_TILE
        s.value[space] = 0


@kernel
def begin_act(box: Printed, s: State, act: int) -> None:
    """M3.7, M4.11: Begin an act with its own board, on which Gorges may be printed, and its own pool."""
    clear_board(s)
    s.act = act
    s.open = box.spaces[act] & ~box.gorges[act]
    s.pool = box.tiles[act]
    s.filled_hands = 0
    s.draws_due = 0


@kernel
def fill_choices(out: Choices) -> None:
    """M3.7: List filling up a hand of fewer than two tiles completely, and keeping it as it is."""
    add(out, FILL_UP)
    add(out, KEEP)


# ---- 5 End of the game ---------------------------------------------------------------------------------------------


@kernel
def beats(s: State, seat: int, rival: int) -> bool:
    """M5.1, M5.2: Return whether a player has more saga points, or equal saga points and more diamonds on unused
    figures."""
    if s.saga[seat] != s.saga[rival]:
        return s.saga[seat] > s.saga[rival]
    return s.unused[seat] > s.unused[rival]


@kernel
def winners(s: State) -> int:
    """M5.3: Return the mask of players whom nobody beats; tied players share the victory."""
    best = 0
    for seat in range(s.seats):
        beaten = 0
        for rival in range(s.seats):
            beaten += beats(s, rival, seat)
        if not beaten:
            best |= 1 << seat
    return best
