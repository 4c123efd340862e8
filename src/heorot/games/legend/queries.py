"""What one may ask at any time: odds, icon spaces, why, what if, what is still unseen, how everyone stands, what may
follow."""

from collections.abc import Iterable, Iterator

from heorot.engine.asking import Answer, answer, first_pieces, is_over, pieces, player, what_follows
from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.game import Game
from heorot.engine.plain import Plain, plain_sentence
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.games.legend import accounts
from heorot.games.legend.accounts import DARING_CARD, can_risk, tell_bidding, tell_space
from heorot.games.legend.actions import Action, Bid, Done, Lay, Pay, Risk, Show, Take, Use
from heorot.games.legend.box import Box
from heorot.games.legend.components import Card, Icon
from heorot.games.legend.explain import bidding, icon_worth, number_of, standing
from heorot.games.legend.looking import is_open, own, staged_cards, symbols_on
from heorot.games.legend.memory import Cards, Tokens, one_by_one
from heorot.games.legend.names import name_card
from heorot.games.legend.notation import write
from heorot.games.legend.reasons import tell_everyone, tell_what_if, tell_why
from heorot.games.legend.refusal import no_payment_with
from heorot.games.legend.results import final_scores
from heorot.games.legend.risk_odds import risk_odds
from heorot.games.legend.showing import WRITING
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.story import name_cards, name_tokens
from heorot.games.legend.table import Table
from heorot.games.legend.telling import tell_winner
from heorot.games.legend.verdict import tell_verdict
from heorot.games.legend.view import View, view

OF_ONE_CARD = ("illegal.set-order", "illegal.superfluous")  # what a refusal may say of the first card that is refused
QUERIES = ("preview", "why", "unseen", "scores", "next", "odds", "spaces")


def ask(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, what: str, about: str) -> Answer:
    """The answer to a question, for one seat, or for those who watch."""
    box = table.box
    match what:
        case "preview":
            return ask_preview(game, table, seat, about)
        case "why":
            return answer(what, tell_why(table, view(table, seat), about))
        case "unseen":
            return ask_unseen(box, view(table, seat))
        case "scores":
            return ask_scores(table, view(table, seat))
        case "next":
            return ask_next(game, table, seat, about)
        case "odds":
            return ask_odds(box, view(table, seat))
        case "spaces":
            return ask_spaces(box, view(table, seat))
    raise HeorotError("ask.unknown", what=what[:60])


def ask_next(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str) -> Answer:
    """What may follow the first pieces of a set. L3.4: cards of a payment are looked at together: neither does one that
    is still missing between them hide one that is of no use, nor this what comes behind it."""
    try:
        return what_follows(game, table, seat, about)
    except IllegalAction as refused:
        if refused.key not in OF_ONE_CARD:
            raise
        said = [game.read(table, text) for text in pieces(about)]
        cards = [one.card for one in said if isinstance(one, Pay)]
        raise (no_payment_with(table, player(seat), cards) if cards else None) or refused from None


# ---- What if -------------------------------------------------------------------------------------------------------


def ask_preview(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str) -> Answer:
    """What the last of these actions would bring, after the others, as far as that can be known."""
    then, action = first_pieces(game, table, seat, about)
    seen = view(then, seat)
    data: dict[str, Plain] = {"action": write(action), "odds": None, "worth": None, "total": None, "missing": None}
    return answer("preview", tell_what_if(then, seen, action), **data | outcome(then.box, seen, action))


def outcome(box: Box, view: View, action: Action) -> dict[str, Plain]:
    """What would come of an action: a risk, an icon, or a total."""
    match action:
        case Risk() if can_risk(box, view):
            return {"odds": WRITING.plain(risk_odds(box, view, CARDS_OF_A_RISK))}
        case Use() if view.question == "daring":
            return {"odds": WRITING.plain(risk_odds(box, view, CARDS_OF_DARING))}
        case Take(icon):
            return {"worth": WRITING.plain(icon_worth(box, view, icon, own(view).seat))}
        case Lay(card):
            return reached(view, symbols_on(box, view, card))
        case Show(token):
            return reached(view, token.value)
        case Bid(card):
            return {"total": symbols_of(box, view, (*staged_cards(view), card))}
        case Done() if view.question == "bid":
            return {"total": symbols_of(box, view, staged_cards(view))}
    return {}


def reached(view: View, more: int) -> dict[str, Plain]:
    """L5.2, L9.1: the own total with so much more, and what would be missing."""
    total = (own(view).total or 0) + more
    return {"total": total, "missing": max(view.high - total, 0)}


def symbols_of(box: Box, view: View, cards: tuple[Card, ...]) -> int:
    """L4.2: the symbols of cards that count in this episode."""
    return sum(symbols_on(box, view, card) for card in cards)


# ---- Odds and icon spaces ------------------------------------------------------------------------------------------


def ask_odds(box: Box, view: View) -> Answer:
    """What a risk may bring, with and without Beowulf's Daring, and the bidding."""
    risk, found = can_risk(box, view), bidding(box, view)
    daring = risk and dict(view.hand).get(DARING_CARD)
    data: dict[str, Plain] = {
        "risk": odds(box, view, CARDS_OF_A_RISK) if risk else None,
        "daring": odds(box, view, CARDS_OF_DARING) if daring else None,
        "bidding": WRITING.plain(found) if found else None,
    }
    return answer("odds", tell_odds(box, view), **data)


def odds(box: Box, view: View, cards: int) -> Plain:
    """The odds of so many cards."""
    return WRITING.plain(risk_odds(box, view, cards))


def ask_spaces(box: Box, view: View) -> Answer:
    """L6.3 to L6.8: what each icon space of the episode would bring at once."""
    seat, icons = own(view).seat, [space.icon for space in view.spaces]
    worths: list[Plain] = [worth(box, view, icon, seat) for icon in icons]
    told = [(tell_space(box, view, icon, seat),) for icon in icons]
    return answer("spaces", told, spaces=worths)


def worth(box: Box, view: View, icon: Icon, seat: Seat) -> Plain:
    """What an icon is worth."""
    return WRITING.plain(icon_worth(box, view, icon, seat))


# ---- Scores --------------------------------------------------------------------------------------------------------


def ask_scores(table: Table, view: View) -> Answer:
    """L8.2 to L8.4, L1.7: how it ended; or how everyone stands, of others no more than the table shows."""
    if is_over(view.question):
        finals = final_scores(table)
        each = list(accounts.tell_scores(finals, view.seat))
        told = [*each, tuple(tell_winner(table, view.seat)), tuple(tell_verdict(finals, view.seat))]
        return answer("scores", told, standings=[], accounts=term_by_term(each), final=WRITING.plain(finals))
    stand = [standing(table.box, view, seat) for seat in known_seats(view)]
    each = [tuple(accounts.account(one.score, accounts.name_player(one.seat, view.seat))) for one in stand]
    standings: list[Plain] = [WRITING.plain(one) for one in stand]
    told = [(stands,) for stands in tell_everyone(table.box, view)]
    return answer("scores", told, standings=standings, accounts=term_by_term(each), final=None)


def term_by_term(each: Iterable[Paragraph]) -> list[Plain]:
    """L8.2, L8.3: points with the rule behind each term, a paragraph for each player whose tokens one may look at."""
    return [[plain_sentence(sentence) for sentence in paragraph] for paragraph in each]


def known_seats(view: View) -> list[Seat]:
    """L1.7: those whose tokens a seat may look at: its own, or everyone's where they lie open."""
    return [player.seat for player in view.players if is_open(view) or player.seat == view.seat]


def points_known(box: Box, view: View) -> tuple[int | None, ...]:
    """L1.7, L8.2: the points of these, if the game ended now; of others nothing."""
    known = known_seats(view)
    return tuple(standing(box, view, one.seat).score.points if one.seat in known else None for one in view.players)


# ---- Unseen --------------------------------------------------------------------------------------------------------


def ask_unseen(box: Box, view: View) -> Answer:
    """L1.7: what this seat cannot place."""
    cards, tokens = WRITING.of(Cards), WRITING.of(Tokens)
    data = {"unseen": cards(view.unseen), "drawable": cards(view.drawable), "discards": cards(view.supply.discards)}
    alliances = tokens(view.unseen_alliances)
    return answer("unseen", [(told,) for told in tell_unseen(box, view)], **data, unseen_alliances=alliances)


# ---- In words ------------------------------------------------------------------------------------------------------


def tell_odds(box: Box, view: View) -> Iterator[Paragraph]:
    """`odds`: what a risk may bring, who has bid how much, and what is missing."""
    told = [tuple(accounts.tell_odds(box, view)), *((one,) for one in tell_bidding(box, view))]
    if not any(told):
        raise HeorotError("legend.why.no-odds")
    yield from filter(None, told)


def tell_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """`unseen`: the cards and alliance tokens that nobody has shown you, what may be drawn, and what is beside the
    board."""
    yield tell_cards("legend.unseen.cards", box, view.unseen)
    if not view.supply.pile:
        yield Sentence("legend.unseen.no-pile")
    elif view.drawable == view.unseen:
        yield Sentence("legend.unseen.all-drawable", pile=view.supply.pile)
    else:
        yield tell_cards("legend.unseen.drawable", box, view.drawable, pile=view.supply.pile)
    yield tell_cards("legend.unseen.discards", box, view.supply.discards)
    yield tell_tokens("legend.unseen.alliances", view.unseen_alliances, pile=view.supply.alliances)
    yield tell_tokens("legend.unseen.supply", view.supply.tokens, misfortunes=view.supply.misfortunes)
    if view.supply.specials:
        names = tuple(name_card(card, box) for card in view.supply.specials)
        yield Sentence("legend.unseen.specials", cards=names)


def tell_cards(key: str, box: Box, cards: Cards, **more: Part) -> Sentence:
    """Cards with how many of each."""
    return Sentence(key, count=number_of(cards), cards=name_cards(one_by_one(cards), box), **more)


def tell_tokens(key: str, tokens: Tokens, **more: Part) -> Sentence:
    """Tokens with how many of each."""
    return Sentence(key, count=number_of(tokens), tokens=name_tokens(one_by_one(tokens)), **more)
