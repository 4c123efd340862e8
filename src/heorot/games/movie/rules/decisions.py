"""Questions and answers: list the choices of the open question, carry out an answer, and advance to the next question.

The order of choices is fixed, and a code means the same action in every list.
"""

from heorot.engine.kernels.bits import count, list_members, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.movie.model.actions import (
    CASH,
    COUNSEL,
    DRAW,
    FILL_UP,
    GIVEN_SEAT,
    GIVEN_TILE,
    PASS,
    REMOVE_TILE,
    SWAP_FIRST,
    SWAP_SECOND,
    TILE,
)
from heorot.games.movie.model.state import (
    DEALT_TILE,
    DRAWN_TILE,
    FILL,
    FIRST_CHANCE,
    FIRST_SEAT,
    NEXT_HAND,
    NEXT_TURN,
    PLAY,
    PLAYED,
    REMOVE,
    SPACES,
    SWAP,
    SWAP_WITH,
    TURN,
    Choices,
    Printed,
    State,
)
from heorot.games.movie.rules.abilities import (
    add,
    cash,
    choose_swap,
    counsel,
    remove,
    remove_choices,
    swap,
    swap_choices,
    swap_with_choices,
)
from heorot.games.movie.rules.game_flow import (
    act_over,
    begin_with,
    deal,
    dealt,
    drawn,
    fill_choices,
    next_hand,
    next_turn,
    pass_turn,
    place_figure,
    play_choices,
    play_tile,
    played,
    set_up,
    turn_choices,
)

# ---- Questions and answers -----------------------------------------------------------------------------------------


@kernel
def expand_open(s: State, out: Choices) -> None:
    """List the open spaces, from which the long lists of choices are made."""
    if out.spaces != s.open:
        out.spaces = s.open
        out.opened = list_members(s.open, 0, out.space, 0)


@kernel
def legal(box: Printed, s: State, out: Choices) -> None:
    """List every answer of the player to the open question, in a fixed order."""
    out.count = 0
    out.figures = 0
    if s.phase == TURN:
        expand_open(s, out)
        turn_choices(box, s, out)
    elif s.phase == PLAY:
        expand_open(s, out)
        play_choices(box, s, out)
    elif s.phase == REMOVE:
        remove_choices(box, s, out)
    elif s.phase == SWAP:
        swap_choices(s, out)
    elif s.phase == FILL:
        fill_choices(out)
    elif s.phase == SWAP_WITH:
        swap_with_choices(s, out)


@kernel
def chance_choices(box: Printed, s: State, out: Choices) -> None:
    """List every answer of chance: a seat, or a face that is left in the pool."""
    out.count = 0
    if s.phase == FIRST_SEAT:
        for seat in range(s.seats):
            add(out, GIVEN_SEAT + seat)
    else:
        for copy in members(s.pool & box.faces[s.act]):
            add(out, GIVEN_TILE + s.act * SPACES + copy)


@kernel
def weight(box: Printed, s: State, code: int) -> int:
    """Return the number of equally likely cases of an answer of chance: the copies left in the pool."""
    if code >= GIVEN_SEAT:
        return 1
    return count(s.pool & box.copies[code - GIVEN_TILE])


@kernel
def answer(box: Printed, s: State, code: int) -> None:
    """Carry out an answer, without advancing to the next question."""
    s.skipped = 0
    if code < TILE:
        place_figure(s, code >> 6, code & 63)
    elif code < CASH:
        play_tile(box, s, (code - TILE) >> 6, code & 63)
    elif code < COUNSEL:
        cash(box, s, code - CASH)
    elif code < REMOVE_TILE:
        counsel(box, s, code - COUNSEL)
    elif code < DRAW:
        answer_follow_up(box, s, code)
    elif code < GIVEN_TILE:
        answer_word(box, s, code)
    else:
        answer_chance(box, s, code)


@routine
def answer_follow_up(box: Printed, s: State, code: int) -> None:
    """M4.1, M4.2, M4.6: Carry out a removal, or one part of a swap."""
    if code < SWAP_FIRST:
        remove(box, s, code - REMOVE_TILE)
    elif code < SWAP_SECOND:
        choose_swap(s, code - SWAP_FIRST)
    else:
        swap(box, s, code - SWAP_SECOND)


@kernel
def answer_word(box: Printed, s: State, code: int) -> None:
    """Carry out an answer without a space or tile: draw, fill, keep, pass."""
    if code == DRAW:
        s.phase = DRAWN_TILE
    elif code == FILL_UP:
        deal(box, s)
    elif code == PASS:
        pass_turn(s)
    elif s.phase == FILL:
        s.phase = NEXT_HAND
    else:
        s.phase = PLAYED


@kernel
def answer_chance(box: Printed, s: State, code: int) -> None:
    """Carry out an answer of chance: a tile dealt or drawn, or the first seat."""
    if code >= GIVEN_SEAT:
        begin_with(s, code - GIVEN_SEAT)
    elif s.phase == DEALT_TILE:
        dealt(box, s, code - GIVEN_TILE)
    else:
        drawn(box, s, code - GIVEN_TILE)


@kernel
def advance(box: Printed, s: State) -> None:
    """Advance through everything that needs no answer, up to the next question."""
    while s.phase < FIRST_CHANCE:
        if s.phase == PLAYED:
            played(s)
        elif s.phase == NEXT_TURN:
            next_turn(box, s)
        elif s.phase == NEXT_HAND:
            next_hand(box, s)
        else:
            act_over(box, s)


@routine
def begin(box: Printed, s: State, seats: int, first: int) -> None:
    """Start a game, up to its first question."""
    set_up(box, s, seats, first)
    advance(box, s)


@kernel
def apply(box: Printed, s: State, code: int) -> None:
    """Carry out an answer, and advance to the next question."""
    answer(box, s, code)
    advance(box, s)
