"""Odds of a risk from the knowledge of the deciding seat, from a View alone.

Without clues about the draw pile, every card that may lie there is equally likely to come next. Where other players
have shown cards that may have come from it, that is evidence about the rest of their hands; then all deals behind the
record are counted (`odds_count.py`). Only where these are too many are the odds approximate, and marked so.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias

from heorot.games.legend.box.box import Box
from heorot.games.legend.inference.clues import Clues
from heorot.games.legend.inference.odds_count import DrawOdds, count_next_cards
from heorot.games.legend.model.actions import Hidden
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK
from heorot.games.legend.table.analysis import count_pieces, missing_in_turn
from heorot.games.legend.table.memory import Cards
from heorot.games.legend.table.public_events import Reshuffle
from heorot.games.legend.table.view import LogEntry, PlayerView, View

Ways: TypeAlias = dict[tuple[int, int, int], int]  # by cards drawn, matches and symbols: number of ways
OF_THE_PILE = ("dealt-card", "drawn-card")  # questions that put a card of the pile face down into a hand


@dataclass(frozen=True, slots=True)
class RiskOdds:
    """L3.2, L5.6: Odds of a risk from the knowledge of a seat."""

    cards: int  # number of cards turned over, limited by those left
    matches: tuple[Fraction, ...]  # probabilities of 0, 1, 2, ... matches
    symbols: Fraction  # expected number of matching symbols
    missing: int | None  # in turn: symbols missing to reach the total
    reached: Fraction | None  # in turn: probability that the risk alone reaches it
    exact: bool  # False if there were too many deals to count

    @property
    def match(self) -> Fraction:
        """Return the probability that any card matches."""
        return 1 - self.matches[0]


@dataclass(frozen=True, slots=True)
class RiskDraw:
    """Cards to be turned over in view of a seat, and the number of symbols on each face that count."""

    view: View
    value: tuple[int, ...]
    cards: int
    box: Box = field(compare=False)  # the view has its hash


def risk_odds(box: Box, view: View, cards: int = CARDS_OF_A_RISK) -> RiskOdds:
    """L1.8, L3.2, L5.6, L7.4: Return the odds of turning over a number of cards now."""
    turned = min(cards, view.supply.pile + count_pieces(discards(view)))
    likely, exact = draw_odds(RiskDraw(view, tuple(box.printed.value[view.episode - 1]), turned, box))
    missing = missing_in_turn(box, view)
    return RiskOdds(
        cards=turned,
        matches=tuple(chance_of_matches(likely, matches) for matches in range(turned + 1)),
        symbols=sum((symbols * chance for (_, symbols), chance in likely.items()), Fraction(0)),
        missing=missing,
        reached=None if missing is None else chance_to_reach(likely, missing),
        exact=exact,
    )


@lru_cache(8)  # screens repeat the same query
def draw_odds(turning: RiskDraw) -> tuple[DrawOdds, bool]:
    """L1.8: Return the odds of the cards turned over, and whether they are exact. If the pile runs out, the discards
    follow."""
    first, even = min(turning.cards, turning.view.supply.pile), is_uniform(turning.view)
    counted = None if even else count_pile_odds(turning, first)
    of_pile = uniform_odds(turning, turning.view.drawable, first) if counted is None else counted
    later = uniform_odds(turning, discards(turning.view), turning.cards - first)
    return combine_draws(of_pile, later), even or counted is not None


def count_pile_odds(turning: RiskDraw, cards: int) -> DrawOdds | None:
    """Return the odds of the next cards of the pile over all deals. Return None if these are too many, or while a rival
    is giving a set, which says more than clues can express; no risk is taken meanwhile."""
    view = turning.view
    if any(is_giving_set(view, player) for player in view.players if player.seat != view.seat):
        return None
    return count_next_cards(Clues(turning.box, view), turning.value, cards)


# ---- Equally likely cards ------------------------------------------------------------------------------------------


def is_uniform(view: View) -> bool:
    """L1.7: Return whether every card that may lie in the draw pile is equally likely to lie there, over all deals that
    this seat cannot distinguish, with all choices fixed. It is not if a rival showed a card that may have come from
    this pile, which is evidence about the rest of that hand. A full pile of drawable cards is certain in any case."""
    if count_pieces(view.drawable) == view.supply.pile:
        return True
    unknown, log = since_the_shuffle(view)
    return not any(
        reveals_pile(view, player, unknown[player.seat], log)
        for player in view.players if player.seat != view.seat
    )  # fmt: skip


def since_the_shuffle(view: View) -> tuple[tuple[int, ...], tuple[LogEntry, ...]]:
    """L1.7, L1.8: Return the number of unknown cards in each hand when the draw pile was made, and the log since
    then."""
    for at, entry in reversed(tuple(enumerate(view.log, 1))):
        for event in entry.events:
            if isinstance(event, Reshuffle):
                return event.unknown, view.log[at:]
    return (0,) * len(view.players), view.log


def reveals_pile(view: View, player: PlayerView, unknown: int, log: tuple[LogEntry, ...]) -> bool:
    """L1.7: Return whether a player drew from this pile and then played an unknown card, or is giving a set."""
    drawn = sum(isinstance(entry.action, Hidden) and entry.to == player.seat and entry.question in OF_THE_PILE
                for entry in log)  # fmt: skip
    shown = unknown + drawn - (player.hand - count_pieces(player.known))
    return drawn > 0 and (shown > 0 or is_giving_set(view, player))


def is_giving_set(view: View, player: PlayerView) -> bool:
    """L3.3, L3.4: Return whether a player has named a part of a set, so that the rest must be in the hand."""
    return view.question in ("discard", "pay") and bool(player.laid)


def discards(view: View) -> Cards:
    """L1.8, L7.5: Return the cards of the next pile; the cards of a failed risk are discarded before another risk."""
    if view.question != "resolve":
        return view.supply.discards
    return tuple((Counter(dict(view.supply.discards)) + Counter(dict(view.turned))).items())


# ---- Draws ---------------------------------------------------------------------------------------------------------


def uniform_odds(turning: RiskDraw, cards: Cards, drawn: int) -> DrawOdds:
    """Return the odds of drawing a number of cards from these, all equally likely."""
    shown: Counter[int] = Counter()
    for card, number in cards:
        shown[turning.value[turning.box.face_numbers[card]]] += number
    ways: Ways = {(0, 0, 0): 1}
    for symbols, number in shown.items():
        ways = add_cards(ways, symbols, number, drawn)
    cases = comb(count_pieces(cards), drawn)
    return {(matches, symbols): Fraction(count, cases)
            for (taken, matches, symbols), count in ways.items() if taken == drawn}  # fmt: skip


def add_cards(ways: Ways, symbols: int, number: int, most: int) -> Ways:
    """Extend the counts by a number of cards with the same symbols, of which any number may be drawn."""
    extended: Counter[tuple[int, int, int]] = Counter()
    for (taken, matches, shown), count in ways.items():
        for more in range(min(number, most - taken) + 1):
            draw = (taken + more, matches + (more if symbols else 0), shown + more * symbols)
            extended[draw] += count * comb(number, more)
    return extended


def combine_draws(first: DrawOdds, rest: DrawOdds) -> DrawOdds:
    """Return the odds of two draws together."""
    combined: DrawOdds = {}
    for (matches, symbols), chance in first.items():
        for (more, shown), other in rest.items():
            draw = (matches + more, symbols + shown)
            combined[draw] = combined.get(draw, Fraction(0)) + chance * other
    return combined


def chance_of_matches(likely: DrawOdds, matches: int) -> Fraction:
    """Return the probability of exactly this number of matches."""
    return sum((chance for (number, _), chance in likely.items() if number == matches), Fraction(0))


def chance_to_reach(likely: DrawOdds, missing: int) -> Fraction:
    """L5.6, L5.7: Return the probability that a card matches and the matches are enough."""
    enough = (chance for (matches, symbols), chance in likely.items() if matches and symbols >= missing)
    return sum(enough, Fraction(0))
