"""Chapter 5: major episodes in turn. `pending` is the mask of players still in."""

from heorot.engine.kernels.bits import count, lowest, members
from heorot.engine.kernels.compiler import kernel
from heorot.games.legend.model.actions import GIVE_UP, LAY_CARD, TAKE_A_RISK
from heorot.games.legend.model.state import (
    LAID,
    LAY,
    LAY_ON,
    NEXT_SPACE,
    NEXT_TO_LAY,
    OUT,
    TURNED,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.rules.answer_list import add, add_members
from heorot.games.legend.rules.cards import are_cards_left, lay, put, take
from heorot.games.legend.rules.resolution import clockwise, lay_out_spaces
from heorot.games.legend.rules.specials import discard_laid, take_risk


@kernel
def begin_in_turn(s: State) -> None:
    """L5.1: Let all players in; the first player opens."""
    enter_all_players(s)
    s.seat = s.first
    s.phase = LAY


@kernel
def enter_all_players(s: State) -> None:
    """L5.1, L9.1: Let all players in, with nothing laid or shown."""
    s.pending = (1 << s.seats) - 1
    s.high = 0
    for seat in range(s.seats):
        s.total[seat] = 0


@kernel
def next_player_in(s: State) -> int:
    """L5.1: Return the next player clockwise who is still in."""
    seat = clockwise(s, s.seat, 1)
    while s.pending >> seat & 1 == 0:
        seat = clockwise(s, seat, 1)
    return seat


@kernel
def next_to_lay(s: State) -> None:
    """L5.8: Pass the turn. The last player in takes marker 1 without laying more and discards the laid cards."""
    if count(s.pending) > 1:
        s.seat = next_player_in(s)
        s.phase = LAY
        return
    s.seat = lowest(s.pending)
    s.order[0] = s.seat
    s.pending = 0
    lay_out_spaces(s)
    s.then = NEXT_SPACE
    discard_laid(s)


@kernel
def lay_choices(box: Printed, s: State, out: Choices) -> None:
    """L5.2, L5.5, L5.6: List the matching cards, a risk before any card from the hand, and giving up."""
    add_members(out, s.held[s.seat] & box.matching[s.episode], LAY_CARD)
    if s.phase == LAY and are_cards_left(s):
        add(out, TAKE_A_RISK)
    add(out, GIVE_UP)


@kernel
def lay_card(box: Printed, s: State, face: int) -> None:
    """L5.2 to L5.4: Lay a card; totals add up, and the turn ends when the highest total is reached. A player who opens,
    or whose total is enough already, lays exactly one card."""
    lay(s, s.seat, face)
    s.total[s.seat] += box.value[s.episode][face]
    end_turn_if_reached(s)


@kernel
def end_turn_if_reached(s: State) -> None:
    """L5.2: End the turn if the highest total is reached."""
    if s.total[s.seat] >= s.high:
        s.high = s.total[s.seat]
        s.phase = NEXT_TO_LAY
    else:
        s.phase = LAY_ON


@kernel
def lay_matches(box: Printed, s: State) -> None:
    """L5.6, L5.7: Lay all matching cards of a risk. If they are not enough, the player continues from the hand: there
    is one risk a turn."""
    for face in members(s.held[TURNED] & box.matching[s.episode]):
        while s.cards[TURNED][face]:
            take(s, TURNED, face)
            put(s, LAID + s.seat, face)
            s.total[s.seat] += box.value[s.episode][face]
    end_turn_if_reached(s)


@kernel
def answer_lay(box: Printed, s: State, code: int) -> None:
    """L5.2, L5.5, L5.6: Lay a card, take a risk, or give up at any point of the turn."""
    if code == GIVE_UP:
        s.phase = OUT
    elif code == TAKE_A_RISK:
        take_risk(s)
    else:
        lay_card(box, s, code - LAY_CARD)


@kernel
def drop_out(s: State) -> None:
    """L5.5: Give the player the highest free marker and discard the laid cards."""
    s.order[count(s.pending) - 1] = s.seat
    s.pending &= ~(1 << s.seat)
    s.then = NEXT_TO_LAY
    discard_laid(s)
