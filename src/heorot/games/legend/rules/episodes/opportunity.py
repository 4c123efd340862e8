"""Opportunities (L3.3 to L3.5): cards or tokens are given for something else. A set is staged in the order of faces;
`staged` is what was given so far."""

from heorot.engine.accel import kernel, members, routine
from heorot.games.legend.actions import DECLINE, DISCARD_CARD, DONE, GIVE_TOKEN, PAY_CARD
from heorot.games.legend.cards import discard_all, lay
from heorot.games.legend.lists import add, from_here
from heorot.games.legend.resolution import carry_out
from heorot.games.legend.specials import discard_laid
from heorot.games.legend.state import (
    ALLIANCE_ICON,
    ANY_CARDS,
    CARD_ICON,
    DISCARD_CARDS,
    FAME,
    FAME_ICON,
    FAME_TOKENS,
    FIRST_SYMBOLS,
    HEAL,
    HEAL_ICON,
    LAID,
    NEXT_PLAYER,
    NUMBERS,
    PAID,
    PAY,
    RETURN_TOKENS,
    TREASURE,
    TREASURE_ICON,
    Choices,
    Printed,
    State,
)
from heorot.games.legend.tokens import FAMES, is_left, return_tokens, show_token
from heorot.games.legend.wounds import is_hurt

# ---- The offer -----------------------------------------------------------------------------------------------------


@kernel
def offer(box: Printed, s: State) -> None:
    """L3.1, L3.5: the offer is made, unless its token has run out; also to someone who cannot pay."""
    if not is_offered(s, box.reward[s.episode]):
        return
    s.staged = 0
    s.least = 0
    if box.price[s.episode] == ANY_CARDS:
        s.phase = DISCARD_CARDS
    elif box.price[s.episode] == FAME_TOKENS:
        s.phase = RETURN_TOKENS
    else:
        s.staged = box.first_way[box.pieces[s.episode]]
        s.phase = PAY


@kernel
def is_offered(s: State, icon: int) -> bool:
    """L3.5: the token or card must be there; healing is offered to those who are hurt."""
    kind = icon // NUMBERS
    number = icon % NUMBERS
    if kind == FAME_ICON:
        return is_left(s, FAME + number)
    if kind == TREASURE_ICON:
        return is_left(s, TREASURE + number)
    if kind == ALLIANCE_ICON:
        return s.alliances > 0
    if kind == CARD_ICON:
        return s.specials >> number & 1 != 0
    return kind != HEAL_ICON or is_hurt(s, s.seat)


# ---- King Hygelac's Court ------------------------------------------------------------------------------------------


@routine
def discard_choices(box: Printed, s: State, out: Choices) -> None:
    """L3.3: exactly so many cards of the hand, or none."""
    missing = box.pieces[s.episode] - s.staged
    if missing == 0:
        add(out, DONE)
        return
    for face in members(from_here(s.held[s.seat], s.least)):
        if cards_from(s, face) >= missing:
            add(out, DISCARD_CARD + face)
    if s.staged == 0:
        add(out, DECLINE)


@kernel
def cards_from(s: State, face: int) -> int:
    """How many cards the hand holds from this face on: a set must still be possible to complete."""
    number = 0
    for other in members(from_here(s.held[s.seat], face)):
        number += s.cards[s.seat][other]
    return number


@kernel
def answer_discard(s: State, code: int) -> None:
    """L3.3: one card more, or that is all; or none at all."""
    if code == DONE:
        discard_all(s, LAID + s.seat)
        s.phase = PAID
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        lay(s, s.seat, code - DISCARD_CARD)
        s.staged += 1
        s.least = code - DISCARD_CARD


# ---- A price in symbols --------------------------------------------------------------------------------------------


@kernel
def pay_choices(box: Printed, s: State, out: Choices) -> None:
    """L3.4: cards that lead to a set which covers the price, none of them superfluous; Beowulf symbols count, and so
    do special cards with symbols."""
    if box.way_paid[s.staged]:
        add(out, DONE)
        return
    cards = bits_of_hand(box, s, box.pieces[s.episode])
    has_special = (s.held[s.seat] | s.held[LAID + s.seat]) >> FIRST_SYMBOLS != 0
    way = s.staged + 1
    while way < box.way_skip[s.staged]:
        if leads_on(box, way, cards, has_special):
            add(out, PAY_CARD + box.way_face[way])
        way = int(box.way_skip[way])
    if box.first_way[box.pieces[s.episode]] == s.staged:
        add(out, DECLINE)


@kernel
def bits_of_hand(box: Printed, s: State, price: int) -> int:
    """What the hand and the cards given so far could pay, in the bits of a price."""
    bits = 0
    for face in members((s.held[s.seat] | s.held[LAID + s.seat]) & box.with_symbols):
        number = min(s.cards[s.seat][face] + s.cards[LAID + s.seat][face], box.room[price][face])
        bits |= ((1 << number) - 1) << box.bit[price][face]
    return bits


@routine
def leads_on(box: Printed, beginning: int, cards: int, has_special: bool) -> bool:
    """Whether some payment that begins so can be paid with these cards. What all payments need is looked at first,
    unless a special card could stand for it."""
    way = beginning
    while way < box.way_skip[beginning]:
        if cards >> box.way_bit[way] & 1 == 0 or (not has_special and box.way_needs[way] & ~cards != 0):
            way = int(box.way_skip[way])
        elif box.way_paid[way]:
            return True
        else:
            way += 1
    return False


@kernel
def answer_pay(box: Printed, s: State, code: int) -> None:
    """L3.4: one card more, or that is all; or none at all."""
    if code == DONE:
        s.then = PAID
        discard_laid(s)
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        pay(box, s, code - PAY_CARD)


@kernel
def pay(box: Printed, s: State, face: int) -> None:
    """L3.4: one card more of the price."""
    lay(s, s.seat, face)
    way = s.staged + 1
    while box.way_face[way] != face:
        way = int(box.way_skip[way])
    s.staged = way


# ---- Break Ranks? --------------------------------------------------------------------------------------------------


@routine
def return_choices(box: Printed, s: State, out: Choices) -> None:
    """L3.3, L3.5: exactly so many fame tokens, square or alliance, of the player's choice, whatever their values."""
    missing = box.pieces[s.episode] - s.staged
    if missing == 0:
        add(out, DONE)
        return
    for token in members(from_here(s.owned[s.seat] & FAMES, s.least)):
        if tokens_from(s, token) >= missing:
            add(out, GIVE_TOKEN + token)
    if s.staged == 0:
        add(out, DECLINE)


@kernel
def tokens_from(s: State, token: int) -> int:
    """How many fame tokens the player has from this one on."""
    number = 0
    for other in members(from_here(s.owned[s.seat] & FAMES, token)):
        number += s.tokens[s.seat][other]
    return number


@kernel
def answer_return(s: State, code: int) -> None:
    """L3.5: one token more, or that is all; or none at all. A given alliance token's face has been seen."""
    if code == DONE:
        return_tokens(s, LAID + s.seat, FAMES)
        s.phase = PAID
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        show_token(s, s.seat, code - GIVE_TOKEN)
        s.staged += 1
        s.least = code - GIVE_TOKEN


# ---- Done ----------------------------------------------------------------------------------------------------------


@kernel
def paid(box: Printed, s: State) -> None:
    """L3.3: what the episode offers."""
    s.then = NEXT_PLAYER
    s.icon = box.reward[s.episode]
    if s.icon // NUMBERS == HEAL_ICON:
        s.phase = HEAL
    else:
        carry_out(box, s)
