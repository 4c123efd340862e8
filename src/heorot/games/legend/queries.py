"""Queries that a player may send at any time: odds, icon spaces, why, what if, unseen pieces, scores, next pieces."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from heorot.engine.errors import HeorotError, IllegalAction
from heorot.engine.game import Game
from heorot.engine.queries import (
    NextAnswer,
    QueryAnswer,
    answer_next,
    answer_schemas,
    play_leading_actions,
    require_seat,
    split_actions,
)
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Param, Sentence
from heorot.engine.serialize import Json, Schema
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_card
from heorot.games.legend.inference.risk_odds import RiskOdds, risk_odds
from heorot.games.legend.model.actions import Action, Bid, Done, Lay, Pay, Risk, Show, Take, Use
from heorot.games.legend.model.components import Card
from heorot.games.legend.refusal import refuse_payment_with
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.table.analysis import (
    Bidding,
    IconWorth,
    PlayerStanding,
    bidding,
    count_pieces,
    icon_worth,
    standing,
)
from heorot.games.legend.table.memory import Cards, Tokens, expand
from heorot.games.legend.table.notation import write
from heorot.games.legend.table.results import FinalScores, final_scores
from heorot.games.legend.table.table import Table
from heorot.games.legend.table.view import View, view
from heorot.games.legend.table.view_json import SERIALIZER
from heorot.games.legend.table.view_lookup import are_tokens_open, own_player, staged_cards, symbols_on
from heorot.games.legend.text import explanations
from heorot.games.legend.text.explanations import (
    DARING_CARD,
    can_risk,
    describe_bidding,
    describe_score,
    describe_worth,
    name_player,
)
from heorot.games.legend.text.log_context import name_cards, name_tokens
from heorot.games.legend.text.narrator import describe_winner
from heorot.games.legend.text.verdict import describe_verdict
from heorot.games.legend.text.why import describe_all_standings, describe_what_if, describe_why

OF_ONE_CARD = ("illegal.set-order", "illegal.superfluous")  # refusals about one card of a payment


# ---- Answers -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PreviewAnswer(QueryAnswer):
    """Answer to `preview`: the known effect of an action."""

    action: str  # in the notation
    odds: RiskOdds | None = None  # of a risk
    worth: IconWorth | None = None  # of an icon space
    total: int | None = None  # symbols or treasure after the action
    missing: int | None = None  # amount still missing to reach the highest total


@dataclass(frozen=True, slots=True)
class WhyAnswer(QueryAnswer):
    """Answer to `why`: an explanation in sentences."""


@dataclass(frozen=True, slots=True)
class UnseenAnswer(QueryAnswer):
    """Answer to `unseen`: the cards and alliance tokens whose place the seat does not know."""

    unseen: Cards
    drawable: Cards
    discards: Cards
    unseen_alliances: Tokens


@dataclass(frozen=True, slots=True)
class ScoresAnswer(QueryAnswer):
    """Answer to `scores`: the standings of the known seats, or the final scores."""

    standings: tuple[PlayerStanding, ...]  # empty when the game is over
    accounts: tuple[Paragraph, ...]  # L8.2, L8.3: the terms of each known player
    final: FinalScores | None


@dataclass(frozen=True, slots=True)
class OddsAnswer(QueryAnswer):
    """Answer to `odds`: the odds of a risk, and the bidding."""

    risk: RiskOdds | None
    daring: RiskOdds | None  # of a risk with Beowulf's Daring
    bidding: Bidding | None


@dataclass(frozen=True, slots=True)
class SpacesAnswer(QueryAnswer):
    """Answer to `spaces`: the immediate worth of each icon space."""

    spaces: tuple[IconWorth, ...]


ANSWERS: dict[str, type[QueryAnswer]] = {
    "preview": PreviewAnswer, "why": WhyAnswer, "unseen": UnseenAnswer, "scores": ScoresAnswer, "next": NextAnswer,
    "odds": OddsAnswer, "spaces": SpacesAnswer,
}  # fmt: skip
QUERIES = tuple(ANSWERS)


# ---- Queries -------------------------------------------------------------------------------------------------------


def answer_query(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, what: str, about: str
) -> dict[str, Json]:
    """Answer a query for one seat or a spectator, as JSON data."""
    return SERIALIZER.fields_to_json(find_answer(game, table, seat, what, about))


def find_answer(
    game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, what: str, about: str
) -> QueryAnswer:
    """Answer a query by its name; raise HeorotError."""
    box = table.box
    match what:
        case "preview":
            return ask_preview(game, table, seat, about)
        case "why":
            return WhyAnswer(what, tuple(describe_why(table, view(table, seat), about)))
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


def query_schemas() -> dict[str, Schema]:
    """Return the JSON Schema of the answer to each query."""
    return answer_schemas(SERIALIZER, ANSWERS)


def ask_next(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str) -> NextAnswer:
    """L3.4: Answer `next`: the pieces that may follow the first pieces of a set. A refused payment is judged as a
    whole, so that a useless card is named even where a card between them is missing."""
    try:
        return answer_next(game, table, seat, about)
    except IllegalAction as refused:
        if refused.key not in OF_ONE_CARD:
            raise
        actions = [game.read(table, text) for text in split_actions(about)]
        cards = [action.card for action in actions if isinstance(action, Pay)]
        raise (refuse_payment_with(table, require_seat(seat), cards) if cards else None) or refused from None


# ---- What if -------------------------------------------------------------------------------------------------------


def ask_preview(game: Game[Box, Table, Action, View], table: Table, seat: Seat | None, about: str) -> PreviewAnswer:
    """Answer `preview`: the known effect of the last of these actions, after the others."""
    then, action = play_leading_actions(game, table, seat, about)
    seen = view(then, seat)
    answer = PreviewAnswer("preview", tuple(describe_what_if(then, seen, action)), write(action))
    return add_outcome(answer, then.box, seen, action)


def add_outcome(answer: PreviewAnswer, box: Box, view: View, action: Action) -> PreviewAnswer:
    """Add the effect of an action: odds, worth of an icon, or a total."""
    match action:
        case Risk() if can_risk(box, view):
            return replace(answer, odds=risk_odds(box, view, CARDS_OF_A_RISK))
        case Use() if view.question == "daring":
            return replace(answer, odds=risk_odds(box, view, CARDS_OF_DARING))
        case Take(icon):
            return replace(answer, worth=icon_worth(box, view, icon, own_player(view).seat))
        case Lay(card):
            return add_total(answer, view, symbols_on(box, view, card))
        case Show(token):
            return add_total(answer, view, token.value)
        case Bid(card):
            return replace(answer, total=symbols_of(box, view, (*staged_cards(view), card)))
        case Done() if view.question == "bid":
            return replace(answer, total=symbols_of(box, view, staged_cards(view)))
    return answer


def add_total(answer: PreviewAnswer, view: View, more: int) -> PreviewAnswer:
    """L5.2, L9.1: Add the player's total after an addition, and the amount still missing."""
    total = (own_player(view).total or 0) + more
    return replace(answer, total=total, missing=max(view.high - total, 0))


def symbols_of(box: Box, view: View, cards: tuple[Card, ...]) -> int:
    """L4.2: Count the symbols of cards that count in this episode."""
    return sum(symbols_on(box, view, card) for card in cards)


# ---- Odds and icon spaces ------------------------------------------------------------------------------------------


def ask_odds(box: Box, view: View) -> OddsAnswer:
    """Answer `odds`: the odds of a risk, with and without Beowulf's Daring, and the bidding."""
    is_risk = can_risk(box, view)
    risk = risk_odds(box, view, CARDS_OF_A_RISK) if is_risk else None
    daring = risk_odds(box, view, CARDS_OF_DARING) if is_risk and dict(view.hand).get(DARING_CARD) else None
    return OddsAnswer("odds", tuple(describe_odds(box, view)), risk, daring, bidding(box, view))


def ask_spaces(box: Box, view: View) -> SpacesAnswer:
    """L6.3 to L6.8: Answer `spaces`: the immediate worth of each icon space of the episode."""
    seat = own_player(view).seat
    worths = tuple(icon_worth(box, view, space.icon, seat) for space in view.spaces)
    return SpacesAnswer("spaces", tuple((describe_worth(box, worth),) for worth in worths), worths)


# ---- Scores --------------------------------------------------------------------------------------------------------


def ask_scores(table: Table, view: View) -> ScoresAnswer:
    """L8.2 to L8.4, L1.7: Answer `scores`: the final scores, or the standings as far as the table shows them."""
    if view.question == "over":
        finals = final_scores(table)
        accounts = tuple(explanations.describe_scores(finals, view.seat))
        ending = (tuple(describe_winner(table, view.seat)), tuple(describe_verdict(finals, view.seat)))
        return ScoresAnswer("scores", (*accounts, *ending), (), accounts, finals)
    standings = tuple(standing(table.box, view, seat) for seat in known_seats(view))
    accounts = tuple(tuple(describe_score(known.score, name_player(known.seat, view.seat))) for known in standings)
    paragraphs = tuple((sentence,) for sentence in describe_all_standings(table.box, view))
    return ScoresAnswer("scores", paragraphs, standings, accounts, None)


def known_seats(view: View) -> list[Seat]:
    """L1.7: Return the seats whose tokens a seat may look at: its own, or all where tokens are open."""
    return [player.seat for player in view.players if are_tokens_open(view) or player.seat == view.seat]


def points_known(box: Box, view: View) -> tuple[int | None, ...]:
    """L1.7, L8.2: Return the points of the known seats if the game ended now, None for others."""
    known, seats = known_seats(view), [player.seat for player in view.players]
    return tuple(standing(box, view, seat).score.points if seat in known else None for seat in seats)


# ---- Unseen --------------------------------------------------------------------------------------------------------


def ask_unseen(box: Box, view: View) -> UnseenAnswer:
    """L1.7: Answer `unseen`: the pieces whose place this seat does not know."""
    paragraphs = tuple((sentence,) for sentence in describe_unseen(box, view))
    return UnseenAnswer("unseen", paragraphs, view.unseen, view.drawable, view.supply.discards, view.unseen_alliances)


# ---- In words ------------------------------------------------------------------------------------------------------


def describe_odds(box: Box, view: View) -> Iterator[Paragraph]:
    """Yield the odds of a risk and the bidding."""
    odds, bids = explanations.describe_odds(box, view), describe_bidding(box, view)
    paragraphs = [tuple(odds), *((sentence,) for sentence in bids)]
    if not any(paragraphs):
        raise HeorotError("legend.why.no-odds")
    yield from filter(None, paragraphs)


def describe_unseen(box: Box, view: View) -> Iterator[Sentence]:
    """Yield the unseen cards and alliance tokens, the drawable cards, and the pieces beside the board."""
    yield describe_cards("legend.unseen.cards", box, view.unseen)
    if not view.supply.pile:
        yield Sentence("legend.unseen.no-pile")
    elif view.drawable == view.unseen:
        yield Sentence("legend.unseen.all-drawable", pile=view.supply.pile)
    else:
        yield describe_cards("legend.unseen.drawable", box, view.drawable, pile=view.supply.pile)
    yield describe_cards("legend.unseen.discards", box, view.supply.discards)
    yield describe_tokens("legend.unseen.alliances", view.unseen_alliances, pile=view.supply.alliances)
    yield describe_tokens("legend.unseen.supply", view.supply.tokens, misfortunes=view.supply.misfortunes)
    if view.supply.specials:
        names = tuple(name_card(card, box) for card in view.supply.specials)
        yield Sentence("legend.unseen.specials", cards=names)


def describe_cards(key: str, box: Box, cards: Cards, **more: Param) -> Sentence:
    """Return a sentence with cards and their counts."""
    return Sentence(key, count=count_pieces(cards), cards=name_cards(expand(cards), box), **more)


def describe_tokens(key: str, tokens: Tokens, **more: Param) -> Sentence:
    """Return a sentence with tokens and their counts."""
    return Sentence(key, count=count_pieces(tokens), tokens=name_tokens(expand(tokens)), **more)
