"""Analysis of a View: the bidding, the immediate worth of icons, and the standing of each player. Uses nothing that is
hidden from the seat of the View."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from heorot.engine.seats import CHANCE, Seat
from heorot.games.legend.box.box import Box
from heorot.games.legend.model.components import Icon, Token
from heorot.games.legend.model.state import SCRATCHES_OF_A_WOUND
from heorot.games.legend.table.memory import Cards, Tokens
from heorot.games.legend.table.results import Score, ScoreTally, score
from heorot.games.legend.table.view import PlayerView, View

# ---- The bidding ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bidder:
    """L5.2, L9.1: Player in an episode in turn or an auction."""

    seat: Seat
    still_in: bool
    total: int  # symbols laid, or treasure shown
    missing: int  # amount missing to reach the highest total
    at_hand: int | None  # symbols or treasure the player could still add; None for other players


@dataclass(frozen=True, slots=True)
class Bidding:
    """L5.1, L9.1: Bidding in turn, in symbols or treasure."""

    kind: str  # in turn, treasure auction
    high: int  # the highest total
    bidders: tuple[Bidder, ...]  # by seat


def bidding(box: Box, view: View) -> Bidding | None:
    """L5.2, L9.1: Return each player's bid and the amount missing to stay in, or None if there is no bidding in
    turn."""
    if not any(player.still_in for player in view.players):
        return None
    kind = box.episodes[view.episode - 1].kind
    return Bidding(kind, view.high, tuple(bidder(box, view, player) for player in view.players))


def bidder(box: Box, view: View, player: PlayerView) -> Bidder:
    """Return the bid of one player; a player who is out lacks nothing."""
    total = player.total or 0
    at_hand = available_bid(box, view) if player.seat == view.seat else None
    return Bidder(player.seat, player.still_in, total, player.missing, at_hand)


def symbols_on(box: Box, view: View, cards: Cards) -> Counter[int]:
    """Count the cards by the number of symbols that count in this episode."""
    value = box.printed.value[view.episode - 1]
    counts: Counter[int] = Counter()
    for card, number in cards:
        counts[value[box.face_numbers[card]]] += number
    return counts


def available_bid(box: Box, view: View) -> int:
    """L4.2, L5.1, L9.1, L8.1: Return the seat's own symbols that count in this episode, or its treasure not yet
    shown."""
    if not box.episodes[view.episode - 1].kind.startswith("treasure"):
        return sum(symbols * number for symbols, number in symbols_on(box, view, view.hand).items())
    squares = next(player.squares for player in view.players if player.seat == view.seat)
    return sum_of((*squares, *view.alliances), "treasure", "alliance-treasure")


def sum_of(tokens: Tokens, *kinds: str) -> int:
    """Return the sum of the values of tokens of some kinds."""
    return sum(token.value * number for token, number in tokens if token.kind in kinds)


def missing_in_turn(box: Box, view: View) -> int | None:
    """L5.2: Return the symbols missing to reach the highest total, for the seat of the View or, for a spectator, the
    seat to answer."""
    seat = next(iter(view.asked), None) if view.seat is None else view.seat
    current = bidding(box, view)
    if current is None or current.kind != "in turn" or seat in (None, CHANCE):
        return None
    return next(bidder.missing for bidder in current.bidders if bidder.seat == seat)


def count_pieces(cards: Cards | Tokens) -> int:
    """Return the total number of cards or tokens."""
    return sum(number for _, number in cards)


# ---- Standings -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """Known points of a player."""

    seat: Seat
    score: Score  # of known tokens
    unknown: int  # alliance tokens with unknown faces
    expected: Fraction  # points, with unknown alliance tokens at the average of unseen ones


def standing(box: Box, view: View, seat: Seat) -> PlayerStanding:
    """L1.7, L8.2, L8.3: Return the points of a player if the game ended now: exact for the seat of the View, for others
    from public knowledge."""
    return standing_of(view, view.players[seat])


def standing_of(view: View, player: PlayerView) -> PlayerStanding:
    """Return the points of a real or a hypothetical player."""
    alliances = view.alliances if player.seat == view.seat else player.seen
    unknown = player.alliances - count_pieces(alliances)
    known = score(tally(player, alliances), is_advanced(view), is_fallen_variant(view))
    hoped = Fraction(0) if known.fallen else unknown * alliance_worth(view)
    return PlayerStanding(player.seat, known, unknown, known.points + hoped)


def tally(player: PlayerView, alliances: Tokens) -> ScoreTally:
    """Return the tokens and tiles of a player, shown tokens included, with the alliance tokens that are known."""
    tokens = (*player.squares, *alliances, *player.shown)
    return ScoreTally(
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
    """Return the values of all tokens of a kind, in descending order."""
    values_of_kind = [token.value for token, number in tokens if token.kind == kind for _ in range(number)]
    return tuple(sorted(values_of_kind, reverse=True))


def is_advanced(view: View) -> bool:
    """Chapter 9: Return whether this is the advanced game."""
    return "advanced" in dict(view.options)


def is_fallen_variant(view: View) -> bool:
    """L10.1: Return whether the fallen score nothing."""
    return "fallen" in dict(view.options)


def alliance_worth(view: View) -> Fraction:
    """L8.2, L9.3: Return the average points of an unseen alliance token."""
    kinds = ("alliance-fame",) if is_advanced(view) else ("alliance-fame", "alliance-treasure")
    number = count_pieces(view.unseen_alliances)
    return Fraction(sum_of(view.unseen_alliances, *kinds), number) if number else Fraction(0)


# ---- Worth of icons ------------------------------------------------------------------------------------------------


COUNTED = (
    "token",
    "change",
    "misfortune",
    "alliance",
    "wound",
    "third-scratch",
    "fame-or-heal",
    "heal",
)  # reasons with points


@dataclass(frozen=True, slots=True)
class IconWorth:
    """Immediate worth of an icon for a player: points as if the game ended then, and the reason."""

    icon: Icon
    seat: Seat
    points: Fraction
    reason: str  # one of COUNTED, or run-out, fallen, treasure-counts-nothing, cards, card, scratch
    number: int = 0  # by reason: tokens or cards received, or scratches or wounds before
    healed: Fraction | None = None  # points of a healed wound, if there is one


def icon_worth(box: Box, view: View, icon: Icon, seat: Seat) -> IconWorth:
    """L6.3 to L6.8, L8.2, L8.3, L9.3, L10.1: Return the immediate points of an icon, which are 0 for the fallen.
    Special cards that could avoid it are ignored."""
    worth = worth_by_kind(box, view, icon, seat)
    fallen = standing(box, view, seat).score.fallen and not worth.points
    return replace(worth, reason="fallen") if fallen and worth.reason in COUNTED else worth


def worth_by_kind(box: Box, view: View, icon: Icon, seat: Seat) -> IconWorth:
    """Return the worth by the kind of the icon, without the exception for the fallen."""
    player = view.players[seat]
    match icon.kind:
        case "fame" | "treasure":
            return token_worth(box, view, icon, player)
        case "misfortune" | "alliance":
            return face_down_worth(view, icon, player)
        case "scratch" | "wound" | "double wound":
            return injury_worth(view, icon, player)
        case "heal" | "fame or heal":
            return heal_worth(box, view, icon, player)
        case "card":
            there = any(card.name == icon.card for card in view.supply.specials)
            return IconWorth(icon, seat, Fraction(0), "card" if there else "run-out")
    return IconWorth(icon, seat, Fraction(0), icon.kind, icon.number)


def gain(view: View, now: PlayerView, then: PlayerView) -> Fraction:
    """Return the difference in expected points between two versions of a player."""
    return standing_of(view, then).expected - standing_of(view, now).expected


def token_worth(box: Box, view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L6.3, L9.3: Return the worth of a square token of that value, if it is left, or of two fame 1."""
    tokens = tokens_for(box, view, icon)
    then = replace(player, squares=(*player.squares, *((token, 1) for token in tokens)))
    reason = {0: "run-out", 1: "token"}.get(len(tokens), "change")
    if tokens and icon.kind == "treasure" and is_advanced(view):
        reason = "treasure-counts-nothing"
    return IconWorth(icon, player.seat, gain(view, player, then), reason)


def tokens_for(box: Box, view: View, icon: Icon) -> tuple[Token, ...]:
    """L6.3: Return the tokens that the supply gives for an icon; from Dragon Battle on, two fame 1 replace fame 2."""
    left = dict(view.supply.tokens)
    if left.get(token := Token(icon.kind, icon.number)):
        return (token,)
    in_change = icon == Icon("fame", 2) and box.printed.change[view.episode - 1]
    return (Token("fame", 1),) * 2 if in_change and left.get(Token("fame", 1), 0) >= 2 else ()


def face_down_worth(view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L6.3, L6.4: Return the worth of a misfortune, or of as many alliance tokens as are left, at their average."""
    if icon.kind == "misfortune":
        number = min(1, view.supply.misfortunes)
        then = replace(player, misfortunes=player.misfortunes + number)
    else:
        number = min(icon.number, view.supply.alliances)
        then = replace(player, alliances=player.alliances + number)
    return IconWorth(icon, player.seat, gain(view, player, then), icon.kind if number else "run-out", number)


def injury_worth(view: View, icon: Icon, player: PlayerView) -> IconWorth:
    """L6.6, L6.7, L8.3: Return the worth of one or two more wounds; only the third scratch counts, as a wound."""
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
    """L3.3, L6.8: Return the better of fame and healing one wound tile; scratches count nothing."""
    healed = best_healing(view, player)
    wounds = standing_of(view, player).score.wounds
    if icon.kind == "heal":
        return IconWorth(icon, player.seat, healed or Fraction(0), "heal", wounds, healed)
    fame = token_worth(box, view, Icon("fame", icon.number), player)
    best = max(fame.points, healed) if healed is not None else fame.points
    return IconWorth(icon, player.seat, best, "fame-or-heal" if healed is not None else fame.reason, wounds, healed)


def best_healing(view: View, player: PlayerView) -> Fraction | None:
    """L6.8, L8.3: Return the points of the best wound tile to return, or None without wounds."""
    options = []
    if player.wounds:
        options.append(gain(view, player, replace(player, wounds=player.wounds - 1)))
    if player.double_wounds:
        options.append(gain(view, player, replace(player, double_wounds=player.double_wounds - 1)))
    return max(options, default=None)
