"""The questions of the Legend, in words: what is asked of the one who looks, or whom the table waits for."""

from heorot.engine.sentence import Part, Sentence
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Icon, Price
from heorot.games.legend.looking import episode_of, own, staged_cards, symbols_on
from heorot.games.legend.memory import one_by_one
from heorot.games.legend.names import name_card, name_icon, name_price, name_symbol
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.story import name_cards, name_tokens
from heorot.games.legend.view import View
from heorot.games.legend.words import ABOUT
from heorot.terminal.legend.choices import OF_TOKENS

SPECIALS = tuple(ABOUT)  # questions about a special card, each with its own sentence


def question(box: Box, view: View) -> Sentence:
    """What is asked."""
    if view.question == "over":
        return Sentence("legend.ask.over")
    if view.seat is None or view.seat not in view.asked:
        return wait(view)
    if view.question in SPECIALS:
        return ask_about_special(box, view)
    match view.question:
        case "bid":
            return ask_bid(box, view)
        case "lay" | "lay-on" | "show":
            return ask_in_turn(view)
        case "pay" | "discard" | "return":
            return ask_price(box, view)
        case "risk":
            symbols = tuple(map(name_symbol, episode_of(box, view).symbols))
            return Sentence("legend.ask.risk", cards=CARDS_OF_A_RISK, symbols=symbols)
        case "take-space":
            return Sentence("legend.ask.take-space", marker=own(view).marker or 0)
    return Sentence(f"legend.ask.{view.question}")


def wait(view: View) -> Sentence:
    """Whom the table waits for: a player, several who choose at once, or chance."""
    if len(view.asked) > 1:
        return Sentence("legend.ask.wait-for", seats=", ".join(str(seat + 1) for seat in view.asked))
    return Sentence("legend.ask.wait", seat=view.asked[0] + 1)


def ask_bid(box: Box, view: View) -> Sentence:
    """L4.1: a sealed bid, from its first card on."""
    symbols = tuple(map(name_symbol, episode_of(box, view).symbols))
    if not view.bid:
        return Sentence("legend.ask.bid", symbols=symbols)
    cards = staged_cards(view)
    total = sum(symbols_on(box, view, card) for card in cards)
    return Sentence("legend.ask.bid-on", cards=name_cards(cards, box), total=total)


def ask_in_turn(view: View) -> Sentence:
    """L5.2, L5.3, L9.1: to open, to reach the highest total, or to add something where it is reached."""
    total = own(view).total or 0
    told = {"highest": view.high, "total": total, "missing": max(view.high - total, 0)}
    what = "treasure" if view.question == "show" else "cards"
    if view.question == "lay-on":
        return Sentence("legend.ask.lay-on", **told)
    if not view.high:
        return Sentence("legend.ask.open", what=what)
    if total < view.high:
        return Sentence("legend.ask.reach", what=what, **told)
    return Sentence("legend.ask.add", what=what, **told)


def ask_price(box: Box, view: View) -> Sentence:
    """L3.3: what is wanted for what; and how much of it is given already."""
    episode = episode_of(box, view)
    price, offer = episode.give or Price("any", 0), episode.get or Icon("heal")
    told: dict[str, Part] = {"price": name_price(price), "icon": name_icon(offer, box), "question": view.question}
    if view.question == OF_TOKENS:
        given = name_tokens(one_by_one(own(view).shown))
    else:
        given = name_cards(staged_cards(view), box)
    if own(view).laid or own(view).shown:
        return Sentence("legend.ask.price-on", **told, given=given)
    return Sentence("legend.ask.price", **told)


def ask_about_special(box: Box, view: View) -> Sentence:
    """Chapter 7: whether a special card is used at its moment."""
    card = name_card(Card(ABOUT[view.question]), box)
    if view.question == "inspiration":
        return Sentence("legend.ask.inspiration", card=card, icon=name_icon(view.icon or Icon("wound"), box))
    if view.question == "daring":
        return Sentence("legend.ask.daring", card=card, cards=CARDS_OF_DARING, usual=CARDS_OF_A_RISK)
    return Sentence("legend.ask.special", question=view.question, card=card)
