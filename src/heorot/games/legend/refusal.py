"""Reasons why an action is not allowed: the rule that forbids it. A reason tells a seat nothing that its own view does
not show."""

from heorot.engine.errors import IllegalAction
from heorot.engine.kernels.bits import members
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Sentence
from heorot.games.legend.box.compile_box import missing_from, wanted_by
from heorot.games.legend.box.names import name_card, name_icon, name_token
from heorot.games.legend.model.actions import (
    Action,
    Bid,
    Decline,
    Discard,
    Done,
    First,
    Give,
    Heal,
    Lay,
    Pay,
    Recover,
    Risk,
    Show,
    Take,
    TakeBack,
)
from heorot.games.legend.model.components import Card, Icon, Token
from heorot.games.legend.model.state import (
    BID,
    DISCARD_CARDS,
    FAME_OR_HEAL,
    FIRST_SEAT,
    HEAL,
    LAID,
    LAY,
    LAY_ON,
    OVER,
    PAY,
    RETURN_TOKENS,
    SELECT,
    SHOW,
    TAKE_CARD,
    TAKE_RISK,
    TAKE_SPACE,
    USE_BLESSING,
    USE_DARING,
    USE_INSPIRATION,
    USE_RESOLVE,
    USE_REST,
    Printed,
)
from heorot.games.legend.rules.episodes.opportunity import count_cards_from, count_tokens_from, payment_bits
from heorot.games.legend.table.action_codes import encode
from heorot.games.legend.table.notation import write
from heorot.games.legend.table.table import Table, actors, possible_codes

# Rule and name of each question, for the refusal of other answers.
ASKED = {
    TAKE_RISK: ("L3.1", "risk"), DISCARD_CARDS: ("L3.3", "discard"), PAY: ("L3.4", "pay"),
    RETURN_TOKENS: ("L3.5", "return"), HEAL: ("L3.3", "heal"), SELECT: ("L3.6", "select"),
    TAKE_CARD: ("L3.7", "card"), BID: ("L4.1", "bid"), LAY: ("L5.2", "lay"), LAY_ON: ("L5.2", "lay"),
    SHOW: ("L9.1", "show"), TAKE_SPACE: ("L6.2", "space"), FAME_OR_HEAL: ("L6.8", "fame"),
    USE_BLESSING: ("L7.2", "blessing"), USE_INSPIRATION: ("L7.3", "inspiration"), USE_DARING: ("L7.4", "daring"),
    USE_RESOLVE: ("L7.5", "resolve"), USE_REST: ("L7.6", "rest"),
}  # fmt: skip


def refusal(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    """Return the rule that forbids an action, or None if it is legal."""
    s = table.state
    if s.phase == OVER:
        return IllegalAction("L2.4", "illegal.over")
    if seat not in actors(table):
        rule = "L4.4" if s.phase == BID and 0 <= seat < s.seats else "L2.2"
        return IllegalAction(rule, "illegal.not-asked", seat=seat + 1)
    if encode(table.box, s, action) in possible_codes(table, seat):
        return None
    if seat == CHANCE:
        rule = "L1.2" if s.phase == FIRST_SEAT else "L1.8"
        return IllegalAction(rule, "illegal.not-chance", action=write(action))
    return refusal_of(table, seat, action)


def refuse_other_question(table: Table) -> IllegalAction:
    """Return the refusal of an answer to another question."""
    rule, asked = ASKED[table.state.phase]
    return IllegalAction(rule, "illegal.asked", asked=asked)


def refusal_of(table: Table, seat: Seat, action: Action) -> IllegalAction:
    """Return the refusal of an illegal action by its kind."""
    phase = table.state.phase
    match action:
        case Bid(card) if phase == BID:
            return refuse_bid(table, seat, card)
        case Lay(card) if phase in (LAY, LAY_ON):
            return refuse_lay(table, seat, card)
        case Pay(card) if phase == PAY:
            return refuse_pay(table, seat, card)
        case Discard(card) if phase == DISCARD_CARDS:
            return refuse_discard(table, seat, card)
        case Recover(card) if phase == TAKE_CARD:
            return IllegalAction("L3.7", "illegal.not-turned", card=name_card(card, table.box))
        case TakeBack(card) if phase == USE_BLESSING:
            return IllegalAction("L7.2", "illegal.not-played", card=name_card(card, table.box))
        case Show(token) if phase == SHOW:
            return IllegalAction("L9.1", "illegal.no-treasure-token", token=name_token(token))
        case Give(token) if phase == RETURN_TOKENS:
            return refuse_token(table, seat, token)
        case Take(icon) if phase in (TAKE_SPACE, SELECT, FAME_OR_HEAL):
            return refuse_icon(table, icon)
    return refuse_word(table, action)


def refuse_missing_card(table: Table, seat: Seat, card: Card) -> IllegalAction | None:
    """L1.7: Refuse a card that is not in the hand; None if it is."""
    face = table.box.face_numbers.get(card)
    if face is not None and table.state.cards[seat][face]:
        return None
    return IllegalAction("L1.7", "illegal.no-card", card=name_card(card, table.box))


# ---- A price -------------------------------------------------------------------------------------------------------


def refuse_discard(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L3.3: Refuse a card that is not in the hand or cannot join the set."""
    if missing := refuse_missing_card(table, seat, card):
        return missing
    face = table.box.face_numbers[card]
    return refuse_piece(table, "L3.3", name_card(card, table.box), face, count_cards_from(table.state, 0))


def refuse_token(table: Table, seat: Seat, token: Token) -> IllegalAction:
    """L3.5: Refuse a token that is not fame, not the player's own, or cannot join the set."""
    s, name, piece = table.state, name_token(token), table.box.token_numbers.get(token)
    if token.kind.removeprefix("alliance-") != "fame":
        return IllegalAction("L3.5", "illegal.not-fame", token=name, number=table.box.printed.pieces[s.episode])
    if piece is None or not s.tokens[seat][piece]:
        return IllegalAction("L3.5", "illegal.no-token", token=name)
    return refuse_piece(table, "L3.5", name, piece, count_tokens_from(s, 0))


def refuse_piece(table: Table, rule: str, thing: Sentence, piece: int, have: int) -> IllegalAction:
    """L3.3, L3.5: Refuse a piece of a set: the set is complete, cannot be completed, or names its pieces in ascending
    order."""
    s, number = table.state, table.box.printed.pieces[table.state.episode]
    if s.staged == number:
        return IllegalAction(rule, "illegal.complete", thing=thing)
    if s.staged + have < number:
        return IllegalAction(rule, "illegal.too-few", have=s.staged + have, number=number)
    return refuse_order(rule, thing, piece < s.least)


def refuse_order(rule: str, thing: Sentence, before: bool) -> IllegalAction:
    """Refuse a piece that is out of the order of faces."""
    return IllegalAction(rule, "illegal.set-order", thing=thing, order="before" if before else "later")


def refuse_pay(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L3.4: Refuse a card that is not in the hand or not part of a payment."""
    if missing := refuse_missing_card(table, seat, card):
        return missing
    box, s, name = table.box.printed, table.state, name_card(card, table.box)
    price, face = box.pieces[s.episode], table.box.face_numbers[card]
    if box.prefix_pays[s.staged]:
        return IllegalAction("L3.4", "illegal.complete", thing=name)
    if s.staged == box.first_prefix[price] and len(possible_codes(table, seat)) == 1:  # but to decline
        return IllegalAction("L3.4", "illegal.cannot-pay")
    given_faces = [paid for paid in members(s.held[LAID + seat]) for _ in range(s.cards[LAID + seat][paid])]
    return refuse_payment(table, [*given_faces, face]) or refuse_order("L3.4", name, face < max(given_faces, default=0))


def refuse_payment_with(table: Table, seat: Seat, cards: list[Card]) -> IllegalAction | None:
    """L3.4: Return why these cards, chosen in any order, are part of no payment of this seat."""
    missing = (refuse_missing_card(table, seat, card) for card in cards)
    return next(filter(None, missing), None) or refuse_payment(table, [table.box.face_numbers[card] for card in cards])


def refuse_payment(table: Table, faces: list[int]) -> IllegalAction | None:
    """L3.4: Return which card is useless or superfluous beside the others and whether symbols are still missing, or
    None if the cards are part of some payment."""
    box, price = table.box.printed, table.box.printed.pieces[table.state.episode]
    useless = next((face for face in faces if not box.max_copies[price][face]), None)
    if useless is not None:
        return IllegalAction("L3.4", "illegal.no-price", card=name_card(table.box.faces[useless], table.box))
    if (first := first_unpaid(table, faces)) is None:
        return None
    without = {face: missing_with(table, without_card(faces, face)) for face in faces}
    missing = missing_with(table, faces)
    idle = next((face for face in reversed(faces) if without[face] == missing), first)
    name = name_card(table.box.faces[idle], table.box)
    return IllegalAction("L3.4", "illegal.superfluous", card=name, enough="no" if missing else "yes")


def first_unpaid(table: Table, faces: list[int]) -> int | None:
    """L3.4: Return the first of these cards that no payment from this hand contains together with those before it."""
    box, price = table.box.printed, table.box.printed.pieces[table.state.episode]
    cards, way = payment_bits(box, table.state, price), box.first_prefix[price]
    beginnings = (sorted(faces[: number + 1]) for number in range(len(faces)))
    return next((face for face, begun in zip(faces, beginnings, strict=True)
                 if not is_paid_with(box, cards, way, begun)), None)  # fmt: skip


def missing_with(table: Table, faces: list[int]) -> int:
    """L3.4: Count the symbols of the price that these cards leave out."""
    price = table.box.episodes[table.state.episode].give
    shown = {card.face: card.symbols for card in table.box.paying}
    return missing_from([shown[face] for face in faces], wanted_by(price)) if price else 0


def without_card(faces: list[int], face: int) -> list[int]:
    """Return the faces without one card of this face."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def is_paid_with(box: Printed, cards: int, way: int, faces: list[int]) -> bool:
    """L3.4: Return whether a payment that continues the prefix `way` contains all these faces, which are in ascending
    order."""
    step = way + 1
    while step < box.prefix_end[way]:
        left = faces[1:] if faces[:1] == [box.prefix_face[step]] else faces
        if cards >> box.prefix_bit[step] & 1 and (
            not left if box.prefix_pays[step] else is_paid_with(box, cards, step, left)
        ):
            return True
        step = int(box.prefix_end[step])
    return False


# ---- Cards and icons -----------------------------------------------------------------------------------------------


def refuse_bid(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L4.1: Refuse a card that is not in the hand or precedes the last card of the bid in the order of faces."""
    staged = table.state.held[LAID + seat]
    return refuse_missing_card(table, seat, card) or IllegalAction(
        "L4.1", "illegal.order", card=name_card(card, table.box),
        last=name_card(table.box.faces[staged.bit_length() - 1], table.box),
    )  # fmt: skip


def refuse_lay(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L5.1: Refuse a card that is not in the hand or does not match."""
    return refuse_missing_card(table, seat, card) or IllegalAction(
        "L5.1", "illegal.no-match", card=name_card(card, table.box)
    )


def refuse_icon(table: Table, icon: Icon) -> IllegalAction:
    """L6.2, L3.6, L6.8: Refuse an icon that is not printed there, taken, or has run out."""
    rule = {TAKE_SPACE: "L6.2", SELECT: "L3.6", FAME_OR_HEAL: "L6.8"}[table.state.phase]
    return IllegalAction(rule, "illegal.no-icon", icon=name_icon(icon, table.box))


def refuse_word(table: Table, action: Action) -> IllegalAction:
    """Refuse an answer that belongs to another question or is not possible yet."""
    phase = table.state.phase
    match action:
        case Done() if phase in (PAY, DISCARD_CARDS, RETURN_TOKENS):
            return IllegalAction("L3.4" if phase == PAY else "L3.3", "illegal.not-done")
        case Decline() if phase in (PAY, DISCARD_CARDS, RETURN_TOKENS):
            return IllegalAction("L3.1", "illegal.begun")
        case Decline() if phase in (LAY, LAY_ON, SHOW):
            return IllegalAction("L5.5", "illegal.give-up")
        case Decline() if phase in (TAKE_CARD, TAKE_SPACE):
            return IllegalAction(ASKED[phase][0], "illegal.must-take")
        case Risk() if phase == LAY_ON:
            return IllegalAction("L5.7", "illegal.one-risk")
        case Risk() if phase == LAY:
            return IllegalAction("L1.8", "illegal.no-cards-left")
        case Heal() if phase in (HEAL, FAME_OR_HEAL, SELECT):
            return IllegalAction(ASKED[phase][0], "illegal.heal")
        case First():
            return IllegalAction("L1.2", "illegal.first")
    return refuse_other_question(table)
