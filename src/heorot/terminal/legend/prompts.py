"""The questions of the Legend."""

from heorot.engine.sentence import Param, Sentence
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card, name_icon, name_price, name_symbol
from heorot.games.legend.model.components import Card, Icon, Price
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.table.memory import expand
from heorot.games.legend.table.view import View
from heorot.games.legend.table.view_lookup import episode_of, own_player, staged_cards, symbols_on
from heorot.games.legend.text.log import ABOUT
from heorot.games.legend.text.log_context import name_cards, name_tokens
from heorot.terminal.legend.choices import TOKEN_SET

SPECIALS = tuple(ABOUT)  # questions about a special card


def question(box: Box, view: View) -> Sentence:
    """Return the question to the viewer, or which players the table waits for."""
    if view.question == "over":
        return Sentence("legend.ask.over")
    if view.seat is None or view.seat not in view.asked:
        return waiting_sentence(view)
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
            return Sentence("legend.ask.take-space", marker=own_player(view).marker or 0)
    return Sentence(f"legend.ask.{view.question}")


def waiting_sentence(view: View) -> Sentence:
    """Return which player the table waits for, or which players choose at once."""
    if len(view.asked) > 1:
        return Sentence("legend.ask.wait-for", seats=", ".join(str(seat + 1) for seat in view.asked))
    return Sentence("legend.ask.wait", seat=view.asked[0] + 1)


def ask_bid(box: Box, view: View) -> Sentence:
    """L4.1: Return the question for a sealed bid, from its first card on."""
    symbols = tuple(map(name_symbol, episode_of(box, view).symbols))
    if not view.bid:
        return Sentence("legend.ask.bid", symbols=symbols)
    cards = staged_cards(view)
    total = sum(symbols_on(box, view, card) for card in cards)
    return Sentence("legend.ask.bid-on", cards=name_cards(cards, box), total=total)


def ask_in_turn(view: View) -> Sentence:
    """L5.2, L5.3, L9.1: Return the question to open, to reach the highest total, or to add to a total that reaches
    it."""
    total = own_player(view).total or 0
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
    """L3.3: Return the question to pay a price, with what has been given already."""
    episode = episode_of(box, view)
    price, offer = episode.give or Price("any", 0), episode.get or Icon("heal")
    told: dict[str, Param] = {"price": name_price(price), "icon": name_icon(offer, box), "question": view.question}
    if view.question == TOKEN_SET:
        given = name_tokens(expand(own_player(view).shown))
    else:
        given = name_cards(staged_cards(view), box)
    if own_player(view).laid or own_player(view).shown:
        return Sentence("legend.ask.price-on", **told, given=given)
    return Sentence("legend.ask.price", **told)


def ask_about_special(box: Box, view: View) -> Sentence:
    """Chapter 7: Return the question whether a special card is used."""
    card = name_card(Card(ABOUT[view.question]), box)
    if view.question == "inspiration":
        return Sentence("legend.ask.inspiration", card=card, icon=name_icon(view.icon or Icon("wound"), box))
    if view.question == "daring":
        return Sentence("legend.ask.daring", card=card, cards=CARDS_OF_DARING, usual=CARDS_OF_A_RISK)
    return Sentence("legend.ask.special", question=view.question, card=card)
