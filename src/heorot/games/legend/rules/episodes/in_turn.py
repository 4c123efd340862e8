"""Chapter 5: major episodes in turn. `pending` are the players still in."""

from heorot.engine.accel import count, kernel, lowest, members
from heorot.games.legend.actions import GIVE_UP, LAY_CARD, TAKE_A_RISK
from heorot.games.legend.cards import are_cards_left, lay, put, take
from heorot.games.legend.lists import add, add_members
from heorot.games.legend.resolution import clockwise, lay_out_spaces
from heorot.games.legend.specials import discard_laid, take_risk
from heorot.games.legend.state import (
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


@kernel
def begin_in_turn(s: State) -> None:
    """L5.1: everyone is in, and the first player opens."""
    all_are_in(s)
    s.seat = s.first
    s.phase = LAY


@kernel
def all_are_in(s: State) -> None:
    """L5.1, L9.1: nothing is laid or shown yet."""
    s.pending = (1 << s.seats) - 1
    s.high = 0
    for seat in range(s.seats):
        s.total[seat] = 0


@kernel
def next_in(s: State) -> int:
    """L5.1: the turn passes clockwise over the players still in."""
    seat = clockwise(s, s.seat, 1)
    while s.pending >> seat & 1 == 0:
        seat = clockwise(s, seat, 1)
    return seat


@kernel
def next_to_lay(s: State) -> None:
    """L5.8: the last player in takes marker 1, without having to lay more, and discards what was laid."""
    if count(s.pending) > 1:
        s.seat = next_in(s)
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
    """L5.2, L5.5, L5.6: a matching card; before any card from the hand also a risk; giving up is always possible."""
    add_members(out, s.held[s.seat] & box.matching[s.episode], LAY_CARD)
    if s.phase == LAY and are_cards_left(s):
        add(out, TAKE_A_RISK)
    add(out, GIVE_UP)


@kernel
def lay_card(box: Printed, s: State, face: int) -> None:
    """L5.2 to L5.4: a card is laid, and the totals add up; as soon as the highest is reached, the turn is over. So
    the opening player, and one whose total is enough already, lays exactly one card."""
    lay(s, s.seat, face)
    s.total[s.seat] += box.value[s.episode][face]
    end_turn_if_reached(s)


@kernel
def end_turn_if_reached(s: State) -> None:
    """L5.2: at least the highest total laid so far must be reached."""
    if s.total[s.seat] >= s.high:
        s.high = s.total[s.seat]
        s.phase = NEXT_TO_LAY
    else:
        s.phase = LAY_ON


@kernel
def lay_matches(box: Printed, s: State) -> None:
    """L5.6, L5.7: all matching cards of a risk are laid; they count as the card that must be laid. If that is not
    enough, the player goes on from the hand: one risk a turn."""
    for face in members(s.held[TURNED] & box.matching[s.episode]):
        while s.cards[TURNED][face]:
            take(s, TURNED, face)
            put(s, LAID + s.seat, face)
            s.total[s.seat] += box.value[s.episode][face]
    end_turn_if_reached(s)


@kernel
def answer_lay(box: Printed, s: State, code: int) -> None:
    """L5.2, L5.5, L5.6: lay a card, risk, or give up at any point of the turn."""
    if code == GIVE_UP:
        s.phase = OUT
    elif code == TAKE_A_RISK:
        take_risk(s)
    else:
        lay_card(box, s, code - LAY_CARD)


@kernel
def out(s: State) -> None:
    """L5.5: the player takes the highest free marker and discards all laid cards."""
    s.order[count(s.pending) - 1] = s.seat
    s.pending &= ~(1 << s.seat)
    s.then = NEXT_TO_LAY
    discard_laid(s)
