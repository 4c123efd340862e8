"""The bidding, what an icon is worth at once, and how everyone stands. As data, and from a View alone: nothing that is
hidden from its seat enters into it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box import Box
from heorot.games.legend.components import Icon, Token
from heorot.games.legend.memory import Cards, Tokens
from heorot.games.legend.results import Score, Tally, score
from heorot.games.legend.state import SCRATCHES_OF_A_WOUND
from heorot.games.legend.view import PlayerView, View

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


def symbols_on(box: Box, view: View, cards: Cards) -> Counter[int]:
    """How many of these cards show how many symbols that count in this episode."""
    value = box.printed.value[view.episode - 1]
    found: Counter[int] = Counter()
    for card, number in cards:
        found[value[box.face_numbers[card]]] += number
    return found


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


def number_of(cards: Cards | Tokens) -> int:
    """How many there are."""
    return sum(number for _, number in cards)


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
