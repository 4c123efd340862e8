"""Odds before you decide, the bidding, what an icon is worth at once, and how everyone stands. As data, and from a View
alone: nothing that is hidden from its seat enters into it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import TypeAlias

from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.actions import Hidden
from heorot.games.legend.box import Box
from heorot.games.legend.components import Icon, Token
from heorot.games.legend.happenings import Reshuffle
from heorot.games.legend.memory import Cards, Tokens
from heorot.games.legend.results import Score, Tally, score
from heorot.games.legend.specials import CARDS_OF_A_RISK
from heorot.games.legend.state import SCRATCHES_OF_A_WOUND
from heorot.games.legend.view import PlayerView, Seen, View

# ---- Odds ----------------------------------------------------------------------------------------------------------

Draw: TypeAlias = tuple[int, int]  # so many cards that match, with so many symbols
Ways: TypeAlias = dict[tuple[int, int, int], int]  # so many cards drawn, and a draw: in so many ways
Likely: TypeAlias = dict[Draw, Fraction]
OF_THE_PILE = ("dealt-card", "drawn-card")  # what goes face down from the draw pile into a hand


@dataclass(frozen=True, slots=True)
class RiskOdds:
    """L3.2, L5.6: what a risk may bring, from what a seat may know."""

    cards: int  # so many are turned over: at most as many as there are
    matches: tuple[Fraction, ...]  # how likely none of them matches, one, two, ...
    symbols: Fraction  # how many symbols that match are to be expected
    missing: int | None  # in turn: symbols that the seat lacks to reach the total
    reached: Fraction | None  # in turn: how likely the risk alone reaches it
    exact: bool  # or about right: see is_exact

    @property
    def match(self) -> Fraction:
        """How likely any card matches."""
        return 1 - self.matches[0]


def risk_odds(box: Box, view: View, cards: int = CARDS_OF_A_RISK) -> RiskOdds:
    """L1.8, L3.2, L5.6, L7.4: how likely what is, when so many cards are turned over now. Each card that may lie in the
    draw pile is as likely to be any card of it; if the pile runs out on the way, the discards follow."""
    later, first = discards(view), min(cards, view.supply.pile)
    rest = min(cards - first, number_of(later))
    likely = one_after_the_other(likely_draws(box, view, view.drawable, first), likely_draws(box, view, later, rest))
    missing = missing_in_turn(box, view)
    return RiskOdds(
        cards=first + rest,
        matches=tuple(chance_of(likely, matches) for matches in range(first + rest + 1)),
        symbols=sum((symbols * chance for (_, symbols), chance in likely.items()), Fraction(0)),
        missing=missing,
        reached=None if missing is None else chance_to_reach(likely, missing),
        exact=is_exact(view),
    )


def is_exact(view: View) -> bool:
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
    """L1.7: whether a player drew from this pile and then let go of a card that nobody knew of, or is giving a set of
    which the rest must be at hand (L3.3, L3.4)."""
    drawn = sum(isinstance(entry.action, Hidden) and entry.to == player.seat and entry.question in OF_THE_PILE
                for entry in log)  # fmt: skip
    shown = unknown + drawn - (player.hand - number_of(player.known))
    giving = view.question in ("discard", "pay") and bool(player.laid)
    return drawn > 0 and (shown > 0 or giving)


def discards(view: View) -> Cards:
    """L1.8, L7.5: what a new pile would be shuffled from; the cards of a failed risk are discarded before another."""
    if view.question != "resolve":
        return view.supply.discards
    return tuple((Counter(dict(view.supply.discards)) + Counter(dict(view.turned))).items())


def number_of(cards: Cards | Tokens) -> int:
    """How many there are."""
    return sum(number for _, number in cards)


def symbols_on(box: Box, view: View, cards: Cards) -> Counter[int]:
    """How many of these cards show how many symbols that count in this episode."""
    value = box.printed.value[view.episode - 1]
    found: Counter[int] = Counter()
    for card, number in cards:
        found[value[box.face_numbers[card]]] += number
    return found


def likely_draws(box: Box, view: View, cards: Cards, drawn: int) -> Likely:
    """How likely so many cards, drawn from these, match so often with so many symbols."""
    ways: Ways = {(0, 0, 0): 1}
    for symbols, number in symbols_on(box, view, cards).items():
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


# ---- The bidding ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bidder:
    """L5.2, L9.1: a player in an episode in turn or an auction."""

    seat: Seat
    still_in: bool
    total: int  # symbols laid, or treasure shown
    missing: int  # to reach the highest total
    at_hand: int | None  # symbols or treasure the player could still add; of others nobody knows


@dataclass(frozen=True, slots=True)
class Bidding:
    """L5.1, L9.1: symbols, or treasure, bid in turn."""

    kind: str  # in turn, treasure auction
    high: int  # the highest total
    bidders: tuple[Bidder, ...]  # by seat


def bidding(box: Box, view: View) -> Bidding | None:
    """L5.2, L9.1: who has bid how much, and how much is missing to stay in; nothing where nobody bids in turn."""
    if not any(player.still_in for player in view.players):
        return None
    kind = box.episodes[view.episode - 1].kind
    return Bidding(kind, view.high, tuple(bidder(box, view, player) for player in view.players))


def bidder(box: Box, view: View, player: PlayerView) -> Bidder:
    """One player; a player who is out lacks nothing any more."""
    total = player.total or 0
    missing = max(view.high - total, 0) if player.still_in else 0
    at_hand = bid_at_hand(box, view) if player.seat == view.seat else None
    return Bidder(player.seat, player.still_in, total, missing, at_hand)


def bid_at_hand(box: Box, view: View) -> int:
    """L4.2, L5.1, L9.1, L8.1: symbols in the own hand that count in this episode, or the own treasure that is not
    shown yet."""
    if not box.episodes[view.episode - 1].kind.startswith("treasure"):
        return sum(symbols * number for symbols, number in symbols_on(box, view, view.hand).items())
    squares = next(player.squares for player in view.players if player.seat == view.seat)
    return sum_of((*squares, *view.alliances), "treasure", "alliance-treasure")


def sum_of(tokens: Tokens, *kinds: str) -> int:
    """The values of the tokens of some kinds, added."""
    return sum(token.value * number for token, number in tokens if token.kind in kinds)


def missing_in_turn(box: Box, view: View) -> int | None:
    """L5.2: how many symbols the seat that looks, or for a spectator the one that is asked, lacks to reach the
    total."""
    seat = next(iter(view.asked), None) if view.seat is None else view.seat
    found = bidding(box, view)
    if found is None or found.kind != "in turn" or seat in (None, CHANCE):
        return None
    return next(one.missing for one in found.bidders if one.seat == seat)


# ---- How everyone stands -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat knows of a player's points so far."""

    seat: Seat
    score: Score  # of what is known
    unknown: int  # alliance tokens whose faces are not
    expected: Fraction  # points, if these are worth what unseen ones are on average


def standing(box: Box, view: View, seat: Seat) -> Standing:
    """L1.7, L8.2, L8.3: the points of a player if the game ended now: exactly the own ones; of others what all could
    see."""
    return standing_of(view, view.players[seat])


def standing_of(view: View, player: PlayerView) -> Standing:
    """The same for a player as we imagine one."""
    alliances = view.alliances if player.seat == view.seat else player.seen
    unknown = player.alliances - number_of(alliances)
    known = score(tally(player, alliances), is_advanced(view), is_variant(view))
    hoped = Fraction(0) if known.fallen else unknown * alliance_worth(view)
    return Standing(player.seat, known, unknown, known.points + hoped)


def tally(player: PlayerView, alliances: Tokens) -> Tally:
    """What lies in front of a player, with the alliance tokens that are known; tokens that are shown belong to it."""
    tokens = (*player.squares, *alliances, *player.shown)
    return Tally(
        fame=values(tokens, "fame"),
        alliance_fame=values(tokens, "alliance-fame"),
        treasure=values(tokens, "treasure"),
        alliance_treasure=values(tokens, "alliance-treasure"),
        misfortunes=player.misfortunes,
        scratches=player.scratches,
        wounds=player.wounds,
        double_wounds=player.double_wounds,
    )


def values(tokens: Iterable[tuple[Token, int]], kind: str) -> tuple[int, ...]:
    """The values of all tokens of a kind, the greatest first."""
    found = [token.value for token, number in tokens if token.kind == kind for _ in range(number)]
    return tuple(sorted(found, reverse=True))


def is_advanced(view: View) -> bool:
    """Chapter 9."""
    return "advanced" in dict(view.options)


def is_variant(view: View) -> bool:
    """L10.1: whether the fallen score nothing."""
    return "fallen" in dict(view.options)


def alliance_worth(view: View) -> Fraction:
    """L8.2, L9.3: what an unseen alliance token is worth on average."""
    kinds = ("alliance-fame",) if is_advanced(view) else ("alliance-fame", "alliance-treasure")
    number = number_of(view.unseen_alliances)
    return Fraction(sum_of(view.unseen_alliances, *kinds), number) if number else Fraction(0)


# ---- What an icon is worth -----------------------------------------------------------------------------------------


COUNTED = ("token", "change", "misfortune", "alliance", "wound", "third-scratch", "fame-or-heal", "heal")  # in points


@dataclass(frozen=True, slots=True)
class IconWorth:
    """What an icon would bring to a player at once: points as if the game ended then, and why."""

    icon: Icon
    seat: Seat
    points: Fraction
    reason: str  # one of COUNTED, or run-out, fallen, treasure-counts-nothing, cards, card, scratch
    number: int = 0  # what the reason counts: tokens or cards that come, scratches or wounds before it
    healed: Fraction | None = None  # the points of a healed wound, where one is there to choose


def icon_worth(box: Box, view: View, icon: Icon, seat: Seat) -> IconWorth:
    """L6.3 to L6.8, L8.2, L8.3, L9.3, L10.1: what it brings in points at once; nothing to the fallen. Special cards
    that could avoid it are left out of account."""
    found = worth_of(box, view, icon, seat)
    fallen = standing(box, view, seat).score.fallen and not found.points
    return replace(found, reason="fallen") if fallen and found.reason in COUNTED else found


def worth_of(box: Box, view: View, icon: Icon, seat: Seat) -> IconWorth:
    """The same by the kind of the icon."""
    player = view.players[seat]
    match icon.kind:
        case "fame" | "treasure":
            return token_worth(box, view, icon, player)
        case "misfortune" | "alliance":
            return face_down_worth(view, icon, player)
        case "scratch" | "wound" | "double wound":
            return hurt_worth(view, icon, player)
        case "heal" | "fame or heal":
            return heal_worth(box, view, icon, player)
        case "card":
            there = any(card.name == icon.card for card in view.supply.specials)
            return IconWorth(icon, seat, Fraction(0), "card" if there else "run-out")
    return IconWorth(icon, seat, Fraction(0), icon.kind, icon.number)


def gain(view: View, now: PlayerView, then: PlayerView) -> Fraction:
    """How many points more a player would have."""
    return standing_of(view, then).expected - standing_of(view, now).expected


def token_worth(box: Box, view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L6.3, L9.3: a square token of that value, if it is left; or two of fame 1."""
    tokens = tokens_for(box, view, icon)
    then = replace(player, squares=(*player.squares, *((token, 1) for token in tokens)))
    reason = {0: "run-out", 1: "token"}.get(len(tokens), "change")
    if tokens and icon.kind == "treasure" and is_advanced(view):
        reason = "treasure-counts-nothing"
    return IconWorth(icon, player.seat, gain(view, player, then), reason)


def tokens_for(box: Box, view: View, icon: Icon) -> tuple[Token, ...]:
    """L6.3: what is taken from the supply: no change is made, but of fame 2 from Dragon Battle on."""
    left = dict(view.supply.tokens)
    if left.get(token := Token(icon.kind, icon.number)):
        return (token,)
    in_change = icon == Icon("fame", 2) and box.printed.change[view.episode - 1]
    return (Token("fame", 1),) * 2 if in_change and left.get(Token("fame", 1), 0) >= 2 else ()


def face_down_worth(view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L6.3, L6.4: a misfortune, or as many alliance tokens as are left, each worth what unseen ones are on average."""
    if icon.kind == "misfortune":
        number = min(1, view.supply.misfortunes)
        then = replace(player, misfortunes=player.misfortunes + number)
    else:
        number = min(icon.number, view.supply.alliances)
        then = replace(player, alliances=player.alliances + number)
    return IconWorth(icon, player.seat, gain(view, player, then), icon.kind if number else "run-out", number)


def hurt_worth(view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L6.6, L6.7, L8.3: a wound more, or two; a scratch is nothing, but a third one is a wound."""
    wounds = standing_of(view, player).score.wounds
    if icon.kind == "scratch" and player.scratches + 1 < SCRATCHES_OF_A_WOUND:
        return IconWorth(icon, player.seat, Fraction(0), "scratch", player.scratches)
    if icon.kind == "double wound":
        then = replace(player, double_wounds=player.double_wounds + 1)
    else:
        then = replace(player, wounds=player.wounds + 1)
    reason = "third-scratch" if icon.kind == "scratch" else "wound"
    return IconWorth(icon, player.seat, gain(view, player, then), reason, wounds)


def heal_worth(box: Box, view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L3.3, L6.8: the better of fame and one wound tile returned; scratches count nothing."""
    healed = best_healing(view, player)
    wounds = standing_of(view, player).score.wounds
    if icon.kind == "heal":
        return IconWorth(icon, player.seat, healed or Fraction(0), "heal", wounds, healed)
    fame = token_worth(box, view, Icon("fame", icon.number), player)
    best = max(fame.points, healed) if healed is not None else fame.points
    return IconWorth(icon, player.seat, best, "fame-or-heal" if healed is not None else fame.reason, wounds, healed)


def best_healing(view: View, player: PlayerView) -> Fraction | None:
    """L6.8, L8.3: the points of the wound tile that is best returned, if there is any."""
    options = []
    if player.wounds:
        options.append(gain(view, player, replace(player, wounds=player.wounds - 1)))
    if player.double_wounds:
        options.append(gain(view, player, replace(player, double_wounds=player.double_wounds - 1)))
    return max(options, default=None)
