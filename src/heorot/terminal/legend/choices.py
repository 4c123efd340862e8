"""The list of choices in the Legend: labels with consequences and odds, and the phrases that select them."""

from collections.abc import Iterator

from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card, name_icon, name_token
from heorot.games.legend.inference.risk_odds import risk_odds
from heorot.games.legend.model.actions import (
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
from heorot.games.legend.model.components import Card, Token
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.table.analysis import icon_worth
from heorot.games.legend.table.memory import expand
from heorot.games.legend.table.view import View
from heorot.games.legend.table.view_lookup import own_player, staged_cards, symbols_on
from heorot.games.legend.text.citations import rule
from heorot.games.legend.text.explanations import name_chance, name_points
from heorot.terminal.input_parser import Choice, ReplaceLatest
from heorot.terminal.legend.typed_forms import phrases_for

CARD_SETS: dict[str, type[Bid | Pay | Discard]] = {"bid": Bid, "pay": Pay, "discard": Discard}  # entered by card
TOKEN_SET = "return"
SECRET = Bid | Lay | Pay | Discard | Show | Give  # reveal cards or face-down tokens

# ---- The list ------------------------------------------------------------------------------------------------------


def choices(box: Box, view: View, language: str) -> tuple[Choice, ...]:
    """Return the legal actions, one choice each. A set is entered piece by piece in the order of the rules; a piece
    that comes before the latest one is offered too, as a replacement of the whole set."""
    offered: list[tuple[Action, Action | ReplaceLatest]] = [(action, action) for action in view.legal]
    if view.legal:
        offered += [pair for pair in replacements(box, view) if pair[0] not in view.legal]
    offered.sort(key=lambda pair: sort_key(box, view, pair[0]))
    return tuple(
        Choice(label(box, view, action), rule(view, action), phrases_for(action, language), {"": meant},
               isinstance(action, SECRET))
        for action, meant in offered
    )  # fmt: skip


def replacements(box: Box, view: View) -> Iterator[tuple[Action, ReplaceLatest]]:
    """Yield the pieces that can only be added by entering their set again in another order."""
    if view.question in CARD_SETS:
        kind, staged = CARD_SETS[view.question], staged_cards(view)
        for card, _ in view.hand if staged else ():
            cards = sorted((*staged, card), key=box.face_numbers.__getitem__)
            yield kind(card), ReplaceLatest(len(staged), tuple(map(kind, cards)))
    elif view.question == TOKEN_SET:
        given = expand(own_player(view).shown)
        for token in fame_tokens(view) if given else ():
            tokens = sorted((*given, token), key=box.token_numbers.__getitem__)
            yield Give(token), ReplaceLatest(len(given), tuple(map(Give, tokens)))


def fame_tokens(view: View) -> list[Token]:
    """L3.5: Return the viewer's own fame tokens, square and alliance."""
    return [
        token for token, _ in (*own_player(view).squares, *view.alliances) if token.kind in ("fame", "alliance-fame")
    ]


def sort_key(box: Box, view: View, action: Action) -> tuple[int, int]:
    """Return the sort key of a choice: sets by face, matching cards of a bid first; all else in the order of the
    rules."""
    match action:
        case Bid(card):
            return (0 if symbols_on(box, view, card) else 2), box.face_numbers[card]
        case Pay(card) | Discard(card):
            return 0, box.face_numbers[card]
        case Give(token):
            return 0, box.token_numbers[token]
    return 1, view.legal.index(action)


# ---- Labels --------------------------------------------------------------------------------------------------------


def label(box: Box, view: View, action: Action) -> Sentence:
    """Return the label of a choice."""
    match action:
        case Bid(card):
            symbols = symbols_on(box, view, card)
            return Sentence("legend.choice.bid", card=name_card(card, box), symbols=symbols)
        case Lay(card):
            return label_with_total("legend.choice.lay", view, symbols_on(box, view, card), card=name_card(card, box))
        case Show(token):
            return label_with_total("legend.choice.show", view, token.value, token=name_token(token))
        case Pay(card) | Discard(card) | Recover(card) | TakeBack(card):
            return label_card(box, view, action, card)
        case Give(token):
            return Sentence("legend.choice.give", token=name_token(token))
        case Take(icon) if view.question == "take-space":
            worth = icon_worth(box, view, icon, own_player(view).seat)
            return Sentence("legend.choice.space", icon=name_icon(icon, box), points=name_points(worth.points))
        case Take(icon):
            return Sentence("legend.choice.take", icon=name_icon(icon, box))
        case Heal(what):
            return Sentence("legend.choice.heal", what=what.split()[0])
        case ReturnScratches(number):
            return Sentence("legend.choice.rest", number=number)
    return label_word(box, view, action)


def label_with_total(key: str, view: View, more: int, **thing: Param) -> Sentence:
    """Return a label with the viewer's new total and the symbols still missing."""
    total = (own_player(view).total or 0) + more
    return Sentence(key, **thing, total=total, missing=max(view.high - total, 0))


def label_card(box: Box, view: View, action: Action, card: Card) -> Sentence:
    """Return the label of a card that is paid, discarded, recovered or taken back."""
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
    """Return the label of an action without a card, with its odds."""
    match action:
        case Risk():
            return label_risk(box, view, ("legend.choice.risk", "legend.choice.risk-in-turn"), CARDS_OF_A_RISK)
        case GiveUp() if view.question == "show":
            return Sentence("legend.choice.leave")
        case GiveUp():
            return Sentence("legend.choice.give-up", marker=view.next_marker or 0)
        case Done():
            return Sentence("legend.choice.done", question=view.question, number=len(staged(view)))
        case Use() | Keep():
            return label_special(box, view, isinstance(action, Use))
    return Sentence("legend.choice.decline")


def staged(view: View) -> tuple[Card, ...] | tuple[Token, ...]:
    """Return the pieces of the current set that are entered already."""
    return expand(own_player(view).shown) if view.question == TOKEN_SET else staged_cards(view)


def label_special(box: Box, view: View, used: bool) -> Sentence:
    """Chapter 7: Return the label of using a special card, or of keeping it."""
    if view.question == "daring":
        if used:
            return label_risk(box, view, ("legend.choice.dare", "legend.choice.dare-in-turn"), CARDS_OF_DARING)
        return label_risk(box, view, ("legend.choice.not-dare", "legend.choice.not-dare-in-turn"), CARDS_OF_A_RISK)
    if view.question == "inspiration" and view.icon:
        return Sentence("legend.choice.avoid" if used else "legend.choice.suffer", icon=name_icon(view.icon, box))
    return Sentence("legend.choice.use" if used else "legend.choice.keep", question=view.question)


def label_risk(box: Box, view: View, keys: tuple[str, str], cards: int) -> Sentence:
    """Return a label with the probability of a match, and in turn with that of reaching the highest total."""
    odds = risk_odds(box, view, cards)
    told: dict[str, Param] = {"cards": odds.cards, "match": name_chance(odds.match, odds.exact)}
    if odds.reached is None or odds.missing is None or odds.missing < 1:
        return Sentence(keys[0], **told)
    return Sentence(keys[1], **told, reached=name_chance(odds.reached, odds.exact), highest=view.high)
