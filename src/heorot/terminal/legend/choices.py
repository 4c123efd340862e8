"""What may be answered in the Legend: the question, and the list of choices with what each would bring."""

from collections.abc import Iterator

from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.accounts import name_chance, name_points
from heorot.games.legend.actions import (
    Action,
    Bid,
    Discard,
    Done,
    Give,
    GiveUp,
    Heal,
    Keep,
    Lay,
    Pay,
    Recover,
    ReturnScratches,
    Risk,
    Show,
    Take,
    TakeBack,
    Use,
)
from heorot.games.legend.box import Box
from heorot.games.legend.citing import rule
from heorot.games.legend.components import Card, Token
from heorot.games.legend.explain import icon_worth
from heorot.games.legend.looking import own, staged_cards, symbols_on
from heorot.games.legend.memory import one_by_one
from heorot.games.legend.names import name_card, name_icon, name_token
from heorot.games.legend.risk_odds import risk_odds
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.view import View
from heorot.terminal.legend.typing import ways_to_type
from heorot.terminal.reading import Anew, Choice

OF_CARDS: dict[str, type[Bid | Pay | Discard]] = {"bid": Bid, "pay": Pay, "discard": Discard}  # sets, named one by one
OF_TOKENS = "return"
SECRET = Bid | Lay | Pay | Discard | Show | Give  # they mirror a hand, or tokens that lie face down

# ---- The list ------------------------------------------------------------------------------------------------------


def choices(box: Box, view: View, language: str) -> tuple[Choice, ...]:
    """What may be answered, a line each. A set is named one by one in the order of the rules; what stands before its
    last piece is offered too: then the set is named anew."""
    offered: list[tuple[Action, Action | Anew]] = [(action, action) for action in view.legal]
    if view.legal:
        offered += [(action, anew) for action, anew in earlier(box, view) if action not in view.legal]
    offered.sort(key=lambda pair: place_in_list(box, view, pair[0]))
    return tuple(
        Choice(label(box, view, action), rule(view, action), ways_to_type(action, language), {"": meant},
               isinstance(action, SECRET))
        for action, meant in offered
    )  # fmt: skip


def earlier(box: Box, view: View) -> Iterator[tuple[Action, Anew]]:
    """Pieces of a set with which it would have to be named anew."""
    if view.question in OF_CARDS:
        kind, staged = OF_CARDS[view.question], staged_cards(view)
        for card, _ in view.hand if staged else ():
            cards = sorted((*staged, card), key=box.face_numbers.__getitem__)
            yield kind(card), Anew(len(staged), tuple(map(kind, cards)))
    elif view.question == OF_TOKENS:
        given = one_by_one(own(view).shown)
        for token in fame_tokens(view) if given else ():
            tokens = sorted((*given, token), key=box.token_numbers.__getitem__)
            yield Give(token), Anew(len(given), tuple(map(Give, tokens)))


def fame_tokens(view: View) -> list[Token]:
    """L3.5: the own fame tokens, square or alliance."""
    return [token for token, _ in (*own(view).squares, *view.alliances) if token.kind in ("fame", "alliance-fame")]


def place_in_list(box: Box, view: View, action: Action) -> tuple[int, int]:
    """Sets by face, in a bid what matches first and then its end; all else in the order of the rules."""
    match action:
        case Bid(card):
            return (0 if symbols_on(box, view, card) else 2), box.face_numbers[card]
        case Pay(card) | Discard(card):
            return 0, box.face_numbers[card]
        case Give(token):
            return 0, box.token_numbers[token]
    return 1, view.legal.index(action)


# ---- A line of the list --------------------------------------------------------------------------------------------


def label(box: Box, view: View, action: Action) -> Sentence:
    """A line of the list, in words."""
    match action:
        case Bid(card):
            symbols = symbols_on(box, view, card)
            return Sentence("legend.choice.bid", card=name_card(card, box), symbols=symbols)
        case Lay(card):
            return tell_total("legend.choice.lay", view, symbols_on(box, view, card), card=name_card(card, box))
        case Show(token):
            return tell_total("legend.choice.show", view, token.value, token=name_token(token))
        case Pay(card) | Discard(card) | Recover(card) | TakeBack(card):
            return label_card(box, view, action, card)
        case Give(token):
            return Sentence("legend.choice.give", token=name_token(token))
        case Take(icon) if view.question == "take-space":
            worth = icon_worth(box, view, icon, own(view).seat)
            return Sentence("legend.choice.space", icon=name_icon(icon, box), points=name_points(worth.points))
        case Take(icon):
            return Sentence("legend.choice.take", icon=name_icon(icon, box))
        case Heal(what):
            return Sentence("legend.choice.heal", what=what.split()[0])
        case ReturnScratches(number):
            return Sentence("legend.choice.rest", number=number)
    return label_word(box, view, action)


def tell_total(key: str, view: View, more: int, **thing: Part) -> Sentence:
    """What a card or a token makes of the own total, and whether that is enough."""
    total = (own(view).total or 0) + more
    return Sentence(key, **thing, total=total, missing=max(view.high - total, 0))


def label_card(box: Box, view: View, action: Action, card: Card) -> Sentence:
    """A card that is given, taken or taken back."""
    name = name_card(card, box)
    match action:
        case Recover():
            return Sentence("legend.choice.recover", card=name, number=dict(view.turned)[card])
        case TakeBack():
            return Sentence("legend.choice.take-back", card=name)
        case Pay():
            return Sentence("legend.choice.pay", card=name)
    return Sentence("legend.choice.discard", card=name)


def label_word(box: Box, view: View, action: Action) -> Sentence:
    """An answer of a word or two, with what is likely to come of it."""
    match action:
        case Risk():
            return tell_risk(box, view, ("legend.choice.risk", "legend.choice.risk-in-turn"), CARDS_OF_A_RISK)
        case GiveUp() if view.question == "show":
            return Sentence("legend.choice.leave")
        case GiveUp():
            return Sentence("legend.choice.give-up", marker=sum(player.still_in for player in view.players))
        case Done():
            return Sentence("legend.choice.done", question=view.question, number=len(staged(view)))
        case Use() | Keep():
            return label_special(box, view, isinstance(action, Use))
    return Sentence("legend.choice.decline")


def staged(view: View) -> tuple[Card, ...] | tuple[Token, ...]:
    """The pieces of a set that are named already."""
    return one_by_one(own(view).shown) if view.question == OF_TOKENS else staged_cards(view)


def label_special(box: Box, view: View, used: bool) -> Sentence:
    """Chapter 7: what comes of using a special card, or of keeping it."""
    if view.question == "daring":
        if used:
            return tell_risk(box, view, ("legend.choice.dare", "legend.choice.dare-in-turn"), CARDS_OF_DARING)
        return tell_risk(box, view, ("legend.choice.not-dare", "legend.choice.not-dare-in-turn"), CARDS_OF_A_RISK)
    if view.question == "inspiration" and view.icon:
        return Sentence("legend.choice.avoid" if used else "legend.choice.suffer", icon=name_icon(view.icon, box))
    return Sentence("legend.choice.use" if used else "legend.choice.keep", question=view.question)


def tell_risk(box: Box, view: View, keys: tuple[str, str], cards: int) -> Sentence:
    """How likely a card matches, and in turn how likely that is enough."""
    odds = risk_odds(box, view, cards)
    told: dict[str, Part] = {"cards": odds.cards, "match": name_chance(odds.match, odds.exact)}
    if odds.reached is None or odds.missing is None or odds.missing < 1:
        return Sentence(keys[0], **told)
    return Sentence(keys[1], **told, reached=name_chance(odds.reached, odds.exact), highest=view.high)
