"""The rules in the order of the rulebook. One function for each numbered rule of RULES.md; abilities and scoring,
chapters 4 and M3.3, have files of their own."""

from heorot.engine.accel import count, kernel, members, routine
from heorot.engine.options import LOT
from heorot.games.movie.abilities import (
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
from heorot.games.movie.actions import (
    DRAW,
    FIGURE,
    FILL_UP,
    KEEP,
    PASS,
    TILE,
)
from heorot.games.movie.scoring import betrayed, points_on_board
from heorot.games.movie.state import (
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

# ---- 1 The table ---------------------------------------------------------------------------------------------------


@kernel
def set_up(box: Printed, s: State, seats: int, first: int) -> None:
    """M1.1: two to four players, seated in turn order."""
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
    """M1.1: the seat so many places further on; turn order goes round the table."""
    seat += steps
    if seat >= s.seats:
        seat -= s.seats
    return seat


@kernel
def take_seat(box: Printed, s: State, seat: int) -> None:
    """M1.2, M1.3: a player's figures and first saga points; no tiles yet."""
    s.saga[seat] = box.saga_points
    s.unused[seat] = 0
    for kind in range(KINDS):
        s.in_front[seat][kind] = box.figures[kind]
        s.figures[seat][kind] = 0
    for act in range(ACTS):
        s.hand[seat][act] = 0
        s.sure[seat][act] = 0


@kernel
def begin_with(s: State, seat: int) -> None:
    """M1.7: the seat named by the host or drawn by lot begins."""
    s.next = seat
    s.phase = NEXT_HAND


@kernel
def tiles_in_hand(s: State, seat: int) -> int:
    """How many tiles a player holds, old backs included."""
    tiles = 0
    for act in range(ACTS):
        tiles += count(s.hand[seat][act])
    return tiles


@kernel
def next_hand(box: Printed, s: State) -> None:
    """M1.6, M3.7: before the first turn of an act, hands are seen to in turn order."""
    if s.served == s.seats:
        s.phase = NEXT_TURN
        return
    s.seat = clockwise(s, s.next, s.served)
    s.served += 1
    if s.act == 0:
        deal(box, s)
    elif tiles_in_hand(s, s.seat) < box.hand:
        s.phase = FILL


@kernel
def deal(box: Printed, s: State) -> None:
    """M1.6: chance deals tiles of the act until the hand is full."""
    s.owed = box.hand - tiles_in_hand(s, s.seat)
    s.phase = DEALT_TILE


@kernel
def take_tile(box: Printed, s: State, face: int) -> None:
    """M1.4, M2.3: a tile goes from the pool to a hand; its back is seen, its front by the owner alone."""
    s.pool = without_tile(box, s.pool, face)
    s.hand[s.seat][s.act] = with_tile(box, s.hand[s.seat][s.act], face)


@kernel
def dealt(box: Printed, s: State, face: int) -> None:
    """M1.6: one tile of an opening hand, or of one that is filled up."""
    take_tile(box, s, face)
    s.owed -= 1
    if s.owed == 0:
        s.phase = NEXT_HAND


# ---- 2 A turn ------------------------------------------------------------------------------------------------------


@kernel
def has_figure(s: State, seat: int) -> bool:
    """Whether a figure stands in front of the player."""
    figures = 0
    for kind in range(KINDS):
        figures |= s.in_front[seat][kind]
    return figures != 0


@kernel
def has_tile(s: State, seat: int) -> bool:
    """Whether the player holds a tile."""
    return (s.hand[seat][0] | s.hand[seat][1] | s.hand[seat][2]) != 0


@kernel
def can_play_tile(box: Printed, s: State, seat: int) -> bool:
    """M2.4, M4.7: any tile can be played while a space is open, only Good Counsel needs a figure to move."""
    for act in range(ACTS):
        if s.hand[seat][act] & ~box.counsels[act]:
            return True
    return has_tile(s, seat) and can_counsel(box, s, seat)


@kernel
def can_take_turn(box: Printed, s: State, seat: int) -> bool:
    """M2.6, M2.7: who has no tile and no figure is skipped, and who can take neither option."""
    if has_figure(s, seat):
        return True
    if s.pool:
        return has_tile(s, seat)
    return can_play_tile(box, s, seat)


@kernel
def next_turn(box: Printed, s: State) -> None:
    """M2.6, M2.7: the next player who can take a turn has it; if nobody can, the act ends."""
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
    """M6.2: a skip or a pass shows that every tile of the hand is a Good Counsel."""
    for act in range(ACTS):
        s.sure[seat][act] = count(s.hand[seat][act])


@kernel
def turn_choices(box: Printed, s: State, out: Choices) -> None:
    """M2.1: place one figure, or draw a tile and then play a tile."""
    figure_choices(s, out)
    out.figures = out.count
    if s.pool:
        add(out, DRAW)
    else:
        tile_choices(box, s, out)


@kernel
def figure_choices(s: State, out: Choices) -> None:
    """M2.2: any figure still in front of the player, on any open space."""
    figures = s.in_front[s.seat]
    for kind in range(KINDS):
        add_for_open(out, FIGURE + kind * SPACES, figures[kind] > 0)


@kernel
def place_figure(s: State, kind: int, space: int) -> None:
    """M2.2: the figure stands on the space."""
    s.in_front[s.seat][kind] -= 1
    s.figures[s.seat][kind] |= 1 << space
    s.open &= ~(1 << space)
    s.phase = PLAYED


@kernel
def drawn(box: Printed, s: State, face: int) -> None:
    """M2.3: whoever has drawn must play a tile and may no longer place a figure."""
    take_tile(box, s, face)
    s.phase = PLAY


@kernel
def play_choices(box: Printed, s: State, out: Choices) -> None:
    """M2.3, M2.8: a tile; who finds that none can be played keeps them all."""
    tile_choices(box, s, out)
    if out.count == 0:
        add(out, PASS)


@kernel
def tile_choices(box: Printed, s: State, out: Choices) -> None:
    """M2.5: the tiles of the hand that can be played, equal ones once."""
    for act in range(ACTS):
        for copy in members(s.hand[s.seat][act] & box.faces[act]):
            face_choices(box, s, act * SPACES + copy, out)


@kernel
def face_choices(box: Printed, s: State, face: int, out: Choices) -> None:
    """M2.4: on any open space, unless the ability says otherwise."""
    if box.ability[face] == GOOD_COUNSEL:
        counsel_choices(box, s, face, out)
    else:
        add_for_open(out, TILE + face * SPACES, True)
        drunkenness_choices(box, s, face, out)
        treasure_choices(box, face, out)


@kernel
def play_tile(box: Printed, s: State, face: int, space: int) -> None:
    """M2.4: the tile goes from the hand to the board, on a Mead in its place (M4.4)."""
    out_of_hand(box, s, face)
    if s.tile[space] != NO_TILE:
        take_off(box, s, space)
    lay(box, s, face, space)
    follow_up(box, s, face, space)


@kernel
def pass_turn(s: State) -> None:
    """M2.8: all tiles are kept, and the turn ends."""
    shows_only_counsels(s, s.seat)
    s.phase = PLAYED


# ---- 3 End of an act -----------------------------------------------------------------------------------------------


@kernel
def played(s: State) -> None:
    """M3.1, M3.2, M3.8: when the play and what follows from it are done, a full board ends the act at once. The next
    player is next, in this act or the one to come."""
    s.next = clockwise(s, s.seat, 1)
    if s.open:
        s.phase = NEXT_TURN
    else:
        s.phase = ACT_OVER


@routine
def act_over(box: Printed, s: State) -> None:
    """M3.3 to M3.8: figures score and leave the board, then the next act begins, or the game is over (M5.1)."""
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
    """M3.3, M3.4: every figure scores for its owner; saga points may fall below zero."""
    turned = betrayed(box, s)
    for seat in range(s.seats):
        s.saga[seat] += points_on_board(box, s, seat, turned)


@kernel
def count_unused(box: Printed, s: State, seat: int) -> None:
    """M5.2: the diamonds still in front of a player, before the longships come back."""
    diamonds = 0
    for kind in range(KINDS):
        diamonds += box.diamonds[kind] * s.in_front[seat][kind]
    s.unused[seat] = diamonds


@kernel
def clear_figures(box: Printed, s: State, seat: int) -> None:
    """M3.5: longships go back to their owners; the other figures on the board leave the game."""
    for kind in range(KINDS):
        s.in_front[seat][kind] += box.returns[kind] * count(s.figures[seat][kind])
        s.figures[seat][kind] = 0


@kernel
def clear_board(s: State) -> None:
    """M3.6: the tiles on the board and in the pool leave the game; hands are kept."""
    s.tiles = 0
    s.positive = 0
    s.pool = 0
    s.open = 0
    for ability in range(ABILITIES):
        s.lying[ability] = 0
    for space in range(SPACES):
        s.tile[space] = NO_TILE
        s.value[space] = 0


@kernel
def begin_act(box: Printed, s: State, act: int) -> None:
    """M3.7, M4.11: its own board, with Gorges printed on it, and its own pool; `next` begins."""
    clear_board(s)
    s.act = act
    s.open = box.spaces[act] & ~box.gorges[act]
    s.pool = box.tiles[act]
    s.served = 0
    s.owed = 0


@kernel
def fill_choices(out: Choices) -> None:
    """M3.7: a hand of fewer than two tiles may be filled up, all or nothing."""
    add(out, FILL_UP)
    add(out, KEEP)


# ---- 5 End of the game ---------------------------------------------------------------------------------------------


@kernel
def beats(s: State, seat: int, rival: int) -> bool:
    """M5.1, M5.2: more saga points, or as many and more diamonds on unused figures."""
    if s.saga[seat] != s.saga[rival]:
        return s.saga[seat] > s.saga[rival]
    return s.unused[seat] > s.unused[rival]


@kernel
def winners(s: State) -> int:
    """M5.3: the mask of those whom nobody beats; players still tied share the victory."""
    best = 0
    for seat in range(s.seats):
        beaten = 0
        for rival in range(s.seats):
            beaten += beats(s, rival, seat)
        if not beaten:
            best |= 1 << seat
    return best
