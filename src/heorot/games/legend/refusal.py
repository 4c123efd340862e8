"""Why an action is not allowed: the rule that forbids it, for a person who tried. It tells a seat nothing that its
own view does not show."""

from heorot.engine.accel import members
from heorot.engine.errors import IllegalAction
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.sentence import Sentence
from heorot.games.legend.actions import (
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
from heorot.games.legend.codes import encode
from heorot.games.legend.components import Card, Icon, Token
from heorot.games.legend.episodes.opportunity import bits_of_hand, cards_from, tokens_from
from heorot.games.legend.names import name_card, name_icon, name_token
from heorot.games.legend.notation import write
from heorot.games.legend.printing import missing_from, wanted_by
from heorot.games.legend.state import (
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
from heorot.games.legend.table import Table, actors, answers

# What is asked, and the rule behind it: told to someone who says something else.
ASKED = {
    TAKE_RISK: ("L3.1", "risk"), DISCARD_CARDS: ("L3.3", "discard"), PAY: ("L3.4", "pay"),
    RETURN_TOKENS: ("L3.5", "return"), HEAL: ("L3.3", "heal"), SELECT: ("L3.6", "select"),
    TAKE_CARD: ("L3.7", "card"), BID: ("L4.1", "bid"), LAY: ("L5.2", "lay"), LAY_ON: ("L5.2", "lay"),
    SHOW: ("L9.1", "show"), TAKE_SPACE: ("L6.2", "space"), FAME_OR_HEAL: ("L6.8", "fame"),
    USE_BLESSING: ("L7.2", "blessing"), USE_INSPIRATION: ("L7.3", "inspiration"), USE_DARING: ("L7.4", "daring"),
    USE_RESOLVE: ("L7.5", "resolve"), USE_REST: ("L7.6", "rest"),
}  # fmt: skip


def refusal(table: Table, seat: Seat, action: Action) -> IllegalAction | None:
    """The rule that forbids an action, or None if it is allowed."""
    s = table.state
    if s.phase == OVER:
        return IllegalAction("L2.4", "illegal.over")
    if seat not in actors(table):
        rule = "L4.4" if s.phase == BID and 0 <= seat < s.seats else "L2.2"
        return IllegalAction(rule, "illegal.not-asked", seat=seat + 1)
    if encode(table.box, s, action) in answers(table, seat):
        return None
    if seat == CHANCE:
        rule = "L1.2" if s.phase == FIRST_SEAT else "L1.8"
        return IllegalAction(rule, "illegal.not-chance", action=write(action))
    return reason(table, seat, action)


def other_question(table: Table) -> IllegalAction:
    """Something else is asked."""
    rule, asked = ASKED[table.state.phase]
    return IllegalAction(rule, "illegal.asked", asked=asked)


def reason(table: Table, seat: Seat, action: Action) -> IllegalAction:
    """The rule behind a refusal, by what was tried."""
    phase = table.state.phase
    match action:
        case Bid(card) if phase == BID:
            return no_bid(table, seat, card)
        case Lay(card) if phase in (LAY, LAY_ON):
            return no_lay(table, seat, card)
        case Pay(card) if phase == PAY:
            return no_pay(table, seat, card)
        case Discard(card) if phase == DISCARD_CARDS:
            return no_discard(table, seat, card)
        case Recover(card) if phase == TAKE_CARD:
            return IllegalAction("L3.7", "illegal.not-turned", card=name_card(card, table.box))
        case TakeBack(card) if phase == USE_BLESSING:
            return IllegalAction("L7.2", "illegal.not-played", card=name_card(card, table.box))
        case Show(token) if phase == SHOW:
            return IllegalAction("L9.1", "illegal.no-treasure-token", token=name_token(token))
        case Give(token) if phase == RETURN_TOKENS:
            return no_token(table, seat, token)
        case Take(icon) if phase in (TAKE_SPACE, SELECT, FAME_OR_HEAL):
            return no_icon(table, icon)
    return no_word(table, action)


def no_card(table: Table, seat: Seat, card: Card) -> IllegalAction | None:
    """L1.7: the card is not in the hand."""
    face = table.box.face_numbers.get(card)
    if face is not None and table.state.cards[seat][face]:
        return None
    return IllegalAction("L1.7", "illegal.no-card", card=name_card(card, table.box))


# ---- A price -------------------------------------------------------------------------------------------------------


def no_discard(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L3.3: not in the hand, or not among so many cards."""
    if missing := no_card(table, seat, card):
        return missing
    face = table.box.face_numbers[card]
    return no_piece(table, "L3.3", name_card(card, table.box), face, cards_from(table.state, 0))


def no_token(table: Table, seat: Seat, token: Token) -> IllegalAction:
    """L3.5: no fame, not the player's own, or not among so many tokens."""
    s, name, piece = table.state, name_token(token), table.box.token_numbers.get(token)
    if token.kind.removeprefix("alliance-") != "fame":
        return IllegalAction("L3.5", "illegal.not-fame", token=name, number=table.box.printed.pieces[s.episode])
    if piece is None or not s.tokens[seat][piece]:
        return IllegalAction("L3.5", "illegal.no-token", token=name)
    return no_piece(table, "L3.5", name, piece, tokens_from(s, 0))


def no_piece(table: Table, rule: str, thing: Sentence, piece: int, have: int) -> IllegalAction:
    """L3.3, L3.5: so many are given already, or cannot be; or one set has one spelling, and this comes elsewhere."""
    s, number = table.state, table.box.printed.pieces[table.state.episode]
    if s.staged == number:
        return IllegalAction(rule, "illegal.complete", thing=thing)
    if s.staged + have < number:
        return IllegalAction(rule, "illegal.too-few", have=s.staged + have, number=number)
    return out_of_order(rule, thing, piece < s.least)


def out_of_order(rule: str, thing: Sentence, before: bool) -> IllegalAction:
    """What is given piece by piece is named in the order of faces."""
    return IllegalAction(rule, "illegal.set-order", thing=thing, order="before" if before else "later")


def no_pay(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L3.4: not in the hand; nothing is left to pay, or nothing to pay with; or the card is of no use here."""
    if missing := no_card(table, seat, card):
        return missing
    box, s, name = table.box.printed, table.state, name_card(card, table.box)
    price, face = box.pieces[s.episode], table.box.face_numbers[card]
    if box.way_paid[s.staged]:
        return IllegalAction("L3.4", "illegal.complete", thing=name)
    if s.staged == box.first_way[price] and len(answers(table, seat)) == 1:  # but to decline
        return IllegalAction("L3.4", "illegal.cannot-pay")
    given = [one for one in members(s.held[LAID + seat]) for _ in range(s.cards[LAID + seat][one])]
    return no_payment(table, [*given, face]) or out_of_order("L3.4", name, face < max(given, default=0))


def no_payment_with(table: Table, seat: Seat, cards: list[Card]) -> IllegalAction | None:
    """L3.4: why these cards, in whatever order they were chosen, are part of no payment of this seat."""
    missing = (no_card(table, seat, card) for card in cards)
    return next(filter(None, missing), None) or no_payment(table, [table.box.face_numbers[card] for card in cards])


def no_payment(table: Table, faces: list[int]) -> IllegalAction | None:
    """L3.4: which of these cards is of no use beside the others, and whether something is missing all the same; None if
    they are part of some payment."""
    box, price = table.box.printed, table.box.printed.pieces[table.state.episode]
    useless = next((face for face in faces if not box.room[price][face]), None)
    if useless is not None:
        return IllegalAction("L3.4", "illegal.no-price", card=name_card(table.box.faces[useless], table.box))
    if (first := first_unpaid(table, faces)) is None:
        return None
    without = {face: missing_with(table, one_less(faces, face)) for face in faces}
    missing = missing_with(table, faces)
    idle = next((face for face in reversed(faces) if without[face] == missing), first)
    name = name_card(table.box.faces[idle], table.box)
    return IllegalAction("L3.4", "illegal.superfluous", card=name, enough="no" if missing else "yes")


def first_unpaid(table: Table, faces: list[int]) -> int | None:
    """L3.4: the first of these cards that no payment from this hand holds together with those before it."""
    box, price = table.box.printed, table.box.printed.pieces[table.state.episode]
    cards, way = bits_of_hand(box, table.state, price), box.first_way[price]
    beginnings = (sorted(faces[: number + 1]) for number in range(len(faces)))
    return next((face for face, begun in zip(faces, beginnings, strict=True)
                 if not is_paid_with(box, cards, way, begun)), None)  # fmt: skip


def missing_with(table: Table, faces: list[int]) -> int:
    """L3.4: how many symbols of the price these cards leave out."""
    price = table.box.episodes[table.state.episode].give
    shown = {card.face: card.symbols for card in table.box.paying}
    return missing_from([shown[face] for face in faces], wanted_by(price)) if price else 0


def one_less(faces: list[int], face: int) -> list[int]:
    """All but one card of this face."""
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def is_paid_with(box: Printed, cards: int, way: int, faces: list[int]) -> bool:
    """L3.4: whether some payment that goes on from here holds all these cards, which stand in the order of faces."""
    step = way + 1
    while step < box.way_skip[way]:
        left = faces[1:] if faces[:1] == [box.way_face[step]] else faces
        if cards >> box.way_bit[step] & 1 and (
            not left if box.way_paid[step] else is_paid_with(box, cards, step, left)
        ):
            return True
        step = int(box.way_skip[step])
    return False


# ---- Cards and icons -----------------------------------------------------------------------------------------------


def no_bid(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L4.1: not in the hand, or before a card that was bid already: one set has one spelling."""
    staged = table.state.held[LAID + seat]
    return no_card(table, seat, card) or IllegalAction(
        "L4.1", "illegal.order", card=name_card(card, table.box),
        last=name_card(table.box.faces[staged.bit_length() - 1], table.box),
    )  # fmt: skip


def no_lay(table: Table, seat: Seat, card: Card) -> IllegalAction:
    """L5.1: not in the hand, or it does not match."""
    return no_card(table, seat, card) or IllegalAction("L5.1", "illegal.no-match", card=name_card(card, table.box))


def no_icon(table: Table, icon: Icon) -> IllegalAction:
    """L6.2, L3.6, L6.8: not printed there, or taken, or it has run out."""
    rule = {TAKE_SPACE: "L6.2", SELECT: "L3.6", FAME_OR_HEAL: "L6.8"}[table.state.phase]
    return IllegalAction(rule, "illegal.no-icon", icon=name_icon(icon, table.box))


def no_word(table: Table, action: Action) -> IllegalAction:
    """An answer to another question, or one that is not possible yet."""
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
    return other_question(table)
