"""Odds, the bidding, what icons are worth, scores and how it ended, in words. As data; the locales have the words."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from heorot.engine.naming import add_up, plain_number, signed, whose
from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Part, Sentence
from heorot.games.legend.box import Box
from heorot.games.legend.components import TEXTS, Card, Icon
from heorot.games.legend.explain import (
    Bidder,
    Bidding,
    IconWorth,
    Standing,
    bid_at_hand,
    bidding,
    icon_worth,
    standing,
)
from heorot.games.legend.names import name_icon
from heorot.games.legend.results import FinalScores, Score
from heorot.games.legend.risk_odds import RiskOdds, risk_odds
from heorot.games.legend.scoring import POINTS_OF_A_MISFORTUNE, POINTS_OF_A_WOUND, TOO_MANY_WOUNDS
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import DARING, PLAIN
from heorot.games.legend.view import View
from heorot.games.legend.wounds import CARDS_FOR_A_WOUND, OF_A_DOUBLE_WOUND

DARING_CARD = Card(TEXTS[DARING - PLAIN])

# ---- Numbers -------------------------------------------------------------------------------------------------------


def name_chance(chance: Fraction, exact: bool = True) -> Sentence:
    """A probability in percent, or about that; what is not certain is never told as if it were."""
    percent = round(100 * chance)
    certain = chance in (0, 1)  # nothing that may lie in the pile will do, or all of it, however it is counted
    if not exact and not certain:
        return Sentence("legend.chance.percent", percent=min(max(percent, 1), 99), exact="no")
    if percent == 0 < chance:
        return Sentence("legend.chance.less", percent=1)
    if percent == 100 and chance < 1:
        return Sentence("legend.chance.more", percent=99)
    return Sentence("legend.chance.percent", percent=percent, exact="yes")


def name_points(points: Fraction) -> Sentence:
    """Points with their sign, to a tenth where they are to be expected only."""
    if points.denominator == 1:
        return Sentence("legend.points.whole", points=signed(points.numerator))
    return Sentence("legend.points.average", sign="minus" if points < 0 else "plus", tenths=round(10 * abs(points)))


def name_player(seat: Seat, reader: Seat | None) -> Sentence:
    """You, or the player with a number."""
    return Sentence("legend.player", **whose(seat, reader))


# ---- Odds ----------------------------------------------------------------------------------------------------------


def tell_odds(box: Box, view: View) -> Iterator[Sentence]:
    """L3.2, L5.6, L7.4: what a risk may bring now, and the same with Beowulf's Daring where its owner could use it;
    nothing where no risk can be taken. Odds that are not exact are said to be so."""
    if not can_risk(box, view):
        return
    odds = [risk_odds(box, view, CARDS_OF_A_RISK)]
    yield from tell_risk(odds[0])
    if dict(view.hand).get(DARING_CARD):
        odds.append(risk_odds(box, view, CARDS_OF_DARING))
        yield Sentence("legend.odds.daring")
        yield from tell_risk(odds[1])
    if not all(one.exact for one in odds):
        yield Sentence("legend.odds.about")


def can_risk(box: Box, view: View) -> bool:
    """L1.8, L3.2, L5.6: whether this is an episode with risks, and a card could be turned over."""
    kind = box.episodes[view.episode - 1].kind if view.episode else ""
    bidding_in_turn = kind == "in turn" and any(player.still_in for player in view.players)
    cards = view.supply.pile or view.supply.discards or view.question == "resolve"
    return bool(cards) and (kind == "risk" or bidding_in_turn) and view.question != "over"


def tell_risk(odds: RiskOdds) -> Iterator[Sentence]:
    """How likely how many cards match, how many symbols they bring, and in turn whether that is enough."""
    matches = tuple(
        Sentence("legend.odds.matches", number=number, chance=name_chance(chance, odds.exact))
        for number, chance in enumerate(odds.matches)
    )
    yield Sentence("legend.odds.risk", cards=odds.cards, match=name_chance(odds.match, odds.exact), matches=matches)
    exact = "yes" if odds.exact or not odds.symbols else "no"
    yield Sentence("legend.odds.symbols", tenths=round(10 * odds.symbols), exact=exact)
    if odds.missing is not None and odds.reached is not None:
        chance = name_chance(odds.reached, odds.exact)
        yield Sentence("legend.odds.reached", missing=odds.missing, chance=chance)


# ---- The bidding ---------------------------------------------------------------------------------------------------


def tell_bidding(box: Box, view: View) -> Iterator[Sentence]:
    """L4.1, L5.2, L9.1: the highest total, who has bid how much, and how much is missing to stay in; for a sealed bid
    what the own hand could bid."""
    found = bidding(box, view)
    if found is not None:
        yield Sentence("legend.bidding.high", what=name_bid(found), total=found.high)
        for bidder in found.bidders:
            yield tell_bidder(bidder, found, view.seat)
    elif view.question == "bid" and view.seat is not None:
        yield Sentence("legend.bidding.sealed", symbols=bid_at_hand(box, view))


def name_bid(found: Bidding) -> str:
    """What is bid."""
    return "symbols" if found.kind == "in turn" else "treasure"


def tell_bidder(bidder: Bidder, found: Bidding, reader: Seat | None) -> Sentence:
    """One player: out, or still in with a total; the own one with what could be added."""
    who = whose(bidder.seat, reader)
    if not bidder.still_in:
        return Sentence("legend.bidding.out", **who)
    bid = {"total": bidder.total, "missing": bidder.missing}
    if bidder.at_hand is None:
        return Sentence("legend.bidding.in", **who, **bid)
    return Sentence("legend.bidding.yours", what=name_bid(found), at_hand=bidder.at_hand, **bid)


# ---- Icons ---------------------------------------------------------------------------------------------------------


def tell_space(box: Box, view: View, icon: Icon, seat: Seat) -> Sentence:
    """L6.3 to L6.8: what an icon would bring to a player in points at once, and by which rule."""
    return tell_worth(box, icon_worth(box, view, icon, seat))


def tell_worth(box: Box, worth: IconWorth) -> Sentence:
    """What an icon is worth, with its reason."""
    icon, points = name_icon(worth.icon, box), name_points(worth.points)
    match worth.reason:
        case "token":
            return Sentence("legend.worth.token", icon=icon, points=points)
        case "change":
            return Sentence("legend.worth.change", icon=icon, points=points, rule="L6.3")
        case "run-out":
            return Sentence("legend.worth.run-out", icon=icon)
        case "fallen":
            return Sentence("legend.worth.fallen", icon=icon, rule="L10.1")
        case "treasure-counts-nothing":
            return Sentence("legend.worth.treasure", icon=icon, rule="L9.3")
        case "misfortune":
            return Sentence("legend.worth.misfortune", icon=icon, points=points, rule="L8.2")
        case "alliance":
            return Sentence("legend.worth.alliance", icon=icon, points=points)
        case "cards" | "card":
            return Sentence("legend.worth.cards", icon=icon)
    return tell_healing(icon, points, worth)


def tell_healing(icon: Sentence, points: Sentence, worth: IconWorth) -> Sentence:
    """Scratches, wounds, and what heals them."""
    match worth.reason:
        case "scratch":
            return Sentence("legend.worth.scratch", icon=icon, scratches=worth.number + 1)
        case "third-scratch":
            wounds = worth.number + 1
            return Sentence("legend.worth.third-scratch", icon=icon, points=points, wounds=wounds, rule="L6.6")
        case "wound":
            wounds = worth.number + (OF_A_DOUBLE_WOUND if worth.icon.kind == "double wound" else 1)
            cards = {"wounds": wounds, "cards": CARDS_FOR_A_WOUND}
            return Sentence("legend.worth.wound", icon=icon, points=points, **cards, rule="L8.3")
        case "fame-or-heal" if worth.healed is not None:
            healed = name_points(worth.healed)
            return Sentence("legend.worth.fame-or-heal", icon=icon, points=points, healed=healed, rule="L8.3")
    return Sentence("legend.worth.heal", icon=icon, points=points, rule="L8.3")


# ---- Scores --------------------------------------------------------------------------------------------------------


def account(score: Score, player: Part) -> Iterator[Sentence]:
    """L8.2, L8.3, L9.3, L10.1: how a player scores: the sum, and then every term."""
    if score.fallen:
        yield Sentence("legend.score.fallen", player=player, wounds=score.wounds, rule="L10.1")
        return
    yield Sentence("legend.score.total", player=player, arithmetic=arithmetic(score))
    yield from account_tokens(score)
    if number := score.tally.misfortunes:
        points = {"each": plain_number(-POINTS_OF_A_MISFORTUNE), "points": plain_number(score.misfortunes)}
        yield Sentence("legend.score.misfortunes", number=number, **points, rule="L8.2")
    yield account_wounds(score)
    if score.tally.double_wounds:
        yield Sentence("legend.score.double-wound", number=score.tally.double_wounds, rule="L8.3")
    if score.tally.scratches:
        yield Sentence("legend.score.scratches", number=score.tally.scratches, rule="L8.3")


def account_tokens(score: Score) -> Iterator[Sentence]:
    """L8.2, L9.3: fame and treasure, on square tokens and on alliance tokens."""
    tally = score.tally
    if tally.fame:
        yield Sentence("legend.score.fame", arithmetic=sum_up(tally.fame))
    if tally.alliance_fame:
        yield Sentence("legend.score.alliance-fame", arithmetic=sum_up(tally.alliance_fame))
    if tally.treasure + tally.alliance_treasure and not score.treasure_counts:
        yield Sentence("legend.score.no-treasure", rule="L9.3")
    elif tally.treasure:
        yield Sentence("legend.score.treasure", arithmetic=sum_up(tally.treasure))
    if tally.alliance_treasure and score.treasure_counts:
        yield Sentence("legend.score.alliance-treasure", arithmetic=sum_up(tally.alliance_treasure))


def account_wounds(score: Score) -> Sentence:
    """L8.3: none, few, or too many."""
    points = {"points": plain_number(score.wound_points), "rule": "L8.3"}
    if not score.wounds:
        return Sentence("legend.score.unhurt", points=signed(score.wound_points), rule="L8.3")
    if score.wounds < TOO_MANY_WOUNDS:
        return Sentence("legend.score.few-wounds", wounds=score.wounds, **points)
    each = plain_number(-POINTS_OF_A_WOUND)
    return Sentence("legend.score.many-wounds", wounds=score.wounds, each=each, **points)


def arithmetic(score: Score) -> str:
    """`12 + 2 − 2 = 12`: fame, treasure, misfortunes, wounds, as far as there are any. The same in every language."""
    parts = (score.fame + score.alliance_fame, score.treasure + score.alliance_treasure)
    return sum_up([term for term in (*parts, score.misfortunes, score.wound_points) if term])


def sum_up(terms: Sequence[int]) -> str:
    """`5 + 2 + 2 = 9`, or just `9`."""
    total = plain_number(sum(terms))
    return f"{add_up(terms)} = {total}" if len(terms) > 1 else total


def tell_scores(finals: FinalScores, reader: Seat | None) -> Iterator[Paragraph]:
    """L8.2, L8.3: every player's score, term by term, a paragraph each."""
    for seat, score in enumerate(finals.scores):
        yield tuple(account(score, name_player(Seat(seat), reader)))


def tell_places(finals: FinalScores, players: Sequence[Sentence]) -> Iterator[Sentence]:
    """L8.4, L10.1: who stands in which place; tied players share one, and so do the fallen."""
    for place in sorted(set(finals.places)):
        there = [number for number, its in enumerate(finals.places) if its == place]
        names, best = tuple(players[number] for number in there), finals.scores[there[0]]
        if best.fallen:
            yield Sentence("legend.place.fallen", place=place, players=names, rule="L10.1")
        else:
            points, shared = plain_number(best.points), "yes" if len(there) > 1 else "no"
            yield Sentence("legend.place.points", place=place, players=names, points=points, shared=shared)


def tell_ending(finals: FinalScores, reader: Seat | None) -> Iterator[Sentence]:
    """L8.4, L10.1: who won."""
    players = [name_player(Seat(seat), reader) for seat in range(len(finals.scores))]
    yield from tell_places(finals, players)
    if len(finals.winners) == 1:
        seat = Seat(finals.winners[0])
        yield Sentence("legend.end.won", **whose(seat, reader), points=finals.scores[seat].points)
    else:
        yield tell_shared(finals, tuple(players[seat] for seat in finals.winners))


def tell_shared(finals: FinalScores, winners: tuple[Sentence, ...]) -> Sentence:
    """L8.4, L10.1: a victory that several share, or nobody has."""
    if not winners:
        return Sentence("legend.end.nobody", rule="L10.1")
    points = finals.scores[finals.winners[0]].points
    return Sentence("legend.end.shared", players=winners, points=points, rule="L8.4")


# ---- How everyone stands -------------------------------------------------------------------------------------------


def tell_standing(box: Box, view: View) -> Iterator[Sentence]:
    """L1.7: what a seat knows of everyone's points so far."""
    for player in view.players:
        yield tell_stand(standing(box, view, player.seat), view.seat)


def tell_stand(stand: Standing, reader: Seat | None) -> Sentence:
    """One player: the points that are known, and how many alliance tokens are not."""
    player = name_player(stand.seat, reader)
    if stand.score.fallen:
        return Sentence("legend.standing.fallen", player=player, wounds=stand.score.wounds, rule="L10.1")
    known = arithmetic(stand.score)
    if not stand.unknown:
        return Sentence("legend.standing.known", player=player, arithmetic=known)
    more = name_points(stand.expected - stand.score.points)
    return Sentence("legend.standing.open", player=player, arithmetic=known, number=stand.unknown, more=more)
