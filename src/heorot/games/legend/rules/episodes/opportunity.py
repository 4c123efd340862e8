"""Opportunities (L3.3 to L3.5): cards or tokens in exchange for a reward. Sets are staged in the order of faces;
`staged` counts the pieces given, or is the prefix of a payment."""

from heorot.engine.kernels.bits import members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.actions import DECLINE, DISCARD_CARD, DONE, GIVE_TOKEN, PAY_CARD
from heorot.games.legend.model.state import (
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
from heorot.games.legend.rules.answer_list import add, members_from
from heorot.games.legend.rules.cards import discard_all, lay
from heorot.games.legend.rules.resolution import carry_out
from heorot.games.legend.rules.specials import discard_laid
from heorot.games.legend.rules.tokens import FAMES, is_left, return_tokens, show_token
from heorot.games.legend.rules.wounds import is_hurt

# ---- The offer -----------------------------------------------------------------------------------------------------


@kernel
def make_offer(box: Printed, s: State) -> None:
    """L3.1, L3.5: Make the offer unless its reward has run out, also to a player who cannot pay."""
    if not is_offered(s, box.reward[s.episode]):
        return
    s.staged = 0
    s.least = 0
    if box.price[s.episode] == ANY_CARDS:
        s.phase = DISCARD_CARDS
    elif box.price[s.episode] == FAME_TOKENS:
        s.phase = RETURN_TOKENS
    else:
        s.staged = box.first_prefix[box.pieces[s.episode]]
        s.phase = PAY


@kernel
def is_offered(s: State, icon: int) -> bool:
    """L3.5: Return whether the token or card is left; healing is offered only to players who are hurt."""
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
    """L3.3: List the hand cards that can complete the exact number, or declining."""
    missing = box.pieces[s.episode] - s.staged
    if missing == 0:
        add(out, DONE)
        return
    for face in members(members_from(s.held[s.seat], s.least)):
        if count_cards_from(s, face) >= missing:
            add(out, DISCARD_CARD + face)
    if s.staged == 0:
        add(out, DECLINE)


@kernel
def count_cards_from(s: State, face: int) -> int:
    """Count the hand cards from this face on, which could complete a set."""
    number = 0
    for other in members(members_from(s.held[s.seat], face)):
        number += s.cards[s.seat][other]
    return number


@kernel
def answer_discard(s: State, code: int) -> None:
    """L3.3: Give another card, complete the set, or decline."""
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
    """L3.4: List the cards that lead to a payment without a superfluous card. Beowulf symbols and special cards with
    symbols count."""
    if box.prefix_pays[s.staged]:
        add(out, DONE)
        return
    cards = payment_bits(box, s, box.pieces[s.episode])
    has_special = (s.held[s.seat] | s.held[LAID + s.seat]) >> FIRST_SYMBOLS != 0
    way = s.staged + 1
    while way < box.prefix_end[s.staged]:
        if can_complete(box, way, cards, has_special):
            add(out, PAY_CARD + box.prefix_face[way])
        way = int(box.prefix_end[way])
    if box.first_prefix[box.pieces[s.episode]] == s.staged:
        add(out, DECLINE)


@kernel
def payment_bits(box: Printed, s: State, price: int) -> int:
    """Return the hand and the cards given so far, as bits of a price."""
    bits = 0
    for face in members((s.held[s.seat] | s.held[LAID + s.seat]) & box.with_symbols):
        number = min(s.cards[s.seat][face] + s.cards[LAID + s.seat][face], box.max_copies[price][face])
        bits |= ((1 << number) - 1) << box.first_bit[price][face]
    return bits


@routine
def can_complete(box: Printed, beginning: int, cards: int, has_special: bool) -> bool:
    """Return whether a payment with this prefix can be paid with these cards. Checking the bits that all payments share
    first is valid only without special cards, which could replace them."""
    way = beginning
    while way < box.prefix_end[beginning]:
        if cards >> box.prefix_bit[way] & 1 == 0 or (not has_special and box.prefix_needs[way] & ~cards != 0):
            way = int(box.prefix_end[way])
        elif box.prefix_pays[way]:
            return True
        else:
            way += 1
    return False


@kernel
def answer_pay(box: Printed, s: State, code: int) -> None:
    """L3.4: Give another card, complete the payment, or decline."""
    if code == DONE:
        s.then = PAID
        discard_laid(s)
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        pay(box, s, code - PAY_CARD)


@kernel
def pay(box: Printed, s: State, face: int) -> None:
    """L3.4: Give another card of the payment."""
    lay(s, s.seat, face)
    way = s.staged + 1
    while box.prefix_face[way] != face:
        way = int(box.prefix_end[way])
    s.staged = way


# ---- Break Ranks? --------------------------------------------------------------------------------------------------


@routine
def return_choices(box: Printed, s: State, out: Choices) -> None:
    """L3.3, L3.5: List the fame tokens, square or alliance, of any value, that can complete the exact number, or
    declining."""
    missing = box.pieces[s.episode] - s.staged
    if missing == 0:
        add(out, DONE)
        return
    for token in members(members_from(s.owned[s.seat] & FAMES, s.least)):
        if count_tokens_from(s, token) >= missing:
            add(out, GIVE_TOKEN + token)
    if s.staged == 0:
        add(out, DECLINE)


@kernel
def count_tokens_from(s: State, token: int) -> int:
    """Count the fame tokens of the player from this face on."""
    number = 0
    for other in members(members_from(s.owned[s.seat] & FAMES, token)):
        number += s.tokens[s.seat][other]
    return number


@kernel
def answer_return(s: State, code: int) -> None:
    """L3.5: Give another token, complete the set, or decline. The face of a given alliance token becomes public."""
    if code == DONE:
        return_tokens(s, LAID + s.seat, FAMES)
        s.phase = PAID
    elif code == DECLINE:
        s.phase = NEXT_PLAYER
    else:
        show_token(s, s.seat, code - GIVE_TOKEN)
        s.staged += 1
        s.least = code - GIVE_TOKEN


# ---- Reward --------------------------------------------------------------------------------------------------------


@kernel
def grant_offer(box: Printed, s: State) -> None:
    """L3.3: Grant the reward of the episode."""
    s.then = NEXT_PLAYER
    s.icon = box.reward[s.episode]
    if s.icon // NUMBERS == HEAL_ICON:
        s.phase = HEAL
    else:
        carry_out(box, s)
