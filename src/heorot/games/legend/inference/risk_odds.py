"""Odds before you decide: what a risk may bring, from what the deciding seat may know. As data, and from a View alone.

Where nothing is told of the draw pile, every card that may lie there is as likely as any other to come next. Where
others have shown cards that may have come from it, that tells something of what else they hold; then all deals behind
the record are counted (`odds_count.py`). Only where these are too many the odds are about right, and say so.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias

from heorot.games.legend.actions import Hidden
from heorot.games.legend.box import Box
from heorot.games.legend.explain import missing_in_turn, number_of
from heorot.games.legend.happenings import Reshuffle
from heorot.games.legend.memory import Cards
from heorot.games.legend.odds_count import Likely, count_next_cards
from heorot.games.legend.specials import CARDS_OF_A_RISK
from heorot.games.legend.view import PlayerView, Seen, View
from heorot.games.legend.worlds_clues import Clues

Ways: TypeAlias = dict[tuple[int, int, int], int]  # so many cards drawn, and a draw: in so many ways
OF_THE_PILE = ("dealt-card", "drawn-card")  # what goes face down from the draw pile into a hand


@dataclass(frozen=True, slots=True)
class RiskOdds:
    """L3.2, L5.6: what a risk may bring, from what a seat may know."""

    cards: int  # so many are turned over: at most as many as there are
    matches: tuple[Fraction, ...]  # how likely none of them matches, one, two, ...
    symbols: Fraction  # how many symbols that match are to be expected
    missing: int | None  # in turn: symbols that the seat lacks to reach the total
    reached: Fraction | None  # in turn: how likely the risk alone reaches it
    exact: bool  # or about right: too many deals to count

    @property
    def match(self) -> Fraction:
        """How likely any card matches."""
        return 1 - self.matches[0]


@dataclass(frozen=True, slots=True)
class Turning:
    """So many cards turned over before the eyes of a seat, and how many symbols of each face count."""

    view: View
    value: tuple[int, ...]
    cards: int
    box: Box = field(compare=False)  # the view tells which


def risk_odds(box: Box, view: View, cards: int = CARDS_OF_A_RISK) -> RiskOdds:
    """L1.8, L3.2, L5.6, L7.4: how likely what is, when so many cards are turned over now."""
    turned = min(cards, view.supply.pile + number_of(discards(view)))
    likely, exact = likely_cards(Turning(view, tuple(box.printed.value[view.episode - 1]), turned, box))
    missing = missing_in_turn(box, view)
    return RiskOdds(
        cards=turned,
        matches=tuple(chance_of(likely, matches) for matches in range(turned + 1)),
        symbols=sum((symbols * chance for (_, symbols), chance in likely.items()), Fraction(0)),
        missing=missing,
        reached=None if missing is None else chance_to_reach(likely, missing),
        exact=exact,
    )


@lru_cache(8)  # a screen asks for the same again and again
def likely_cards(turning: Turning) -> tuple[Likely, bool]:
    """L1.8: what comes up, and whether that is exact. If the pile runs out on the way, the discards follow."""
    first, even = min(turning.cards, turning.view.supply.pile), is_even(turning.view)
    counted = None if even else counted_cards(turning, first)
    of_pile = likely_draws(turning, turning.view.drawable, first) if counted is None else counted
    later = likely_draws(turning, discards(turning.view), turning.cards - first)
    return one_after_the_other(of_pile, later), even or counted is not None


def counted_cards(turning: Turning, cards: int) -> Likely | None:
    """The next cards of the pile, over all deals; None if these are too many, or if a rival is giving a set: that tells
    more than clues do, and nobody takes a risk meanwhile."""
    view = turning.view
    if any(is_giving(view, player) for player in view.players if player.seat != view.seat):
        return None
    return count_next_cards(Clues(turning.box, view), turning.value, cards)


# ---- Where every card is as likely ---------------------------------------------------------------------------------


def is_even(view: View) -> bool:
    """L1.7: whether every card that may lie in the draw pile is just as likely to lie there, over all deals that this
    seat cannot tell from the true one, all choices held fixed. It is, unless what some rival showed may have come from
    this pile: that tells something of the rest of that hand. What can lie nowhere else is certain anyway."""
    if number_of(view.drawable) == view.supply.pile:
        return True
    unknown, log = since_the_shuffle(view)
    return not any(
        tells_of_the_pile(view, player, unknown[player.seat], log)
        for player in view.players if player.seat != view.seat
    )  # fmt: skip


def since_the_shuffle(view: View) -> tuple[tuple[int, ...], tuple[Seen, ...]]:
    """L1.7, L1.8: how many cards of each hand nobody knew when the draw pile was made, and the log from there on."""
    for at, entry in reversed(tuple(enumerate(view.log, 1))):
        for event in entry.events:
            if isinstance(event, Reshuffle):
                return event.unknown, view.log[at:]
    return (0,) * len(view.players), view.log


def tells_of_the_pile(view: View, player: PlayerView, unknown: int, log: tuple[Seen, ...]) -> bool:
    """L1.7: whether a player drew from this pile and then let go of a card that nobody knew of, or is giving a set."""
    drawn = sum(isinstance(entry.action, Hidden) and entry.to == player.seat and entry.question in OF_THE_PILE
                for entry in log)  # fmt: skip
    shown = unknown + drawn - (player.hand - number_of(player.known))
    return drawn > 0 and (shown > 0 or is_giving(view, player))


def is_giving(view: View, player: PlayerView) -> bool:
    """L3.3, L3.4: whether a player has named a part of a set, so that the rest must be at hand."""
    return view.question in ("discard", "pay") and bool(player.laid)


def discards(view: View) -> Cards:
    """L1.8, L7.5: what a new pile would be shuffled from; the cards of a failed risk are discarded before another."""
    if view.question != "resolve":
        return view.supply.discards
    return tuple((Counter(dict(view.supply.discards)) + Counter(dict(view.turned))).items())


# ---- Draws ---------------------------------------------------------------------------------------------------------


def likely_draws(turning: Turning, cards: Cards, drawn: int) -> Likely:
    """How likely so many cards, drawn from these, match so often with so many symbols."""
    shown: Counter[int] = Counter()
    for card, number in cards:
        shown[turning.value[turning.box.face_numbers[card]]] += number
    ways: Ways = {(0, 0, 0): 1}
    for symbols, number in shown.items():
        ways = with_more(ways, symbols, number, drawn)
    cases = comb(number_of(cards), drawn)
    return {(matches, symbols): Fraction(found, cases)
            for (taken, matches, symbols), found in ways.items() if taken == drawn}  # fmt: skip


def with_more(ways: Ways, symbols: int, number: int, most: int) -> Ways:
    """The same with a number of cards that show so many symbols, of which any may be drawn too."""
    found: Counter[tuple[int, int, int]] = Counter()
    for (taken, matches, shown), count in ways.items():
        for more in range(min(number, most - taken) + 1):
            draw = (taken + more, matches + (more if symbols else 0), shown + more * symbols)
            found[draw] += count * comb(number, more)
    return found


def one_after_the_other(first: Likely, rest: Likely) -> Likely:
    """Two draws together."""
    found: Likely = {}
    for (matches, symbols), chance in first.items():
        for (more, shown), other in rest.items():
            draw = (matches + more, symbols + shown)
            found[draw] = found.get(draw, Fraction(0)) + chance * other
    return found


def chance_of(likely: Likely, matches: int) -> Fraction:
    """How likely exactly so many cards match."""
    return sum((chance for (found, _), chance in likely.items() if found == matches), Fraction(0))


def chance_to_reach(likely: Likely, missing: int) -> Fraction:
    """L5.6, L5.7: how likely a card matches, and what matches is enough."""
    enough = (chance for (found, symbols), chance in likely.items() if found and symbols >= missing)
    return sum(enough, Fraction(0))
