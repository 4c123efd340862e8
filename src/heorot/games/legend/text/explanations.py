"""Odds, bidding, worth of icons, scores and results as sentences."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from heorot.engine.seats import Seat
from heorot.engine.sentence import Paragraph, Param, Sentence
from heorot.engine.sentence_params import format_number, format_signed, format_sum, player_params
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.names import name_icon
from heorot.games.legend.inference.risk_odds import RiskOdds, risk_odds
from heorot.games.legend.model.components import TEXTS, Card, Icon
from heorot.games.legend.model.state import DARING, PLAIN
from heorot.games.legend.rules.scoring import POINTS_OF_A_MISFORTUNE, POINTS_OF_A_WOUND, TOO_MANY_WOUNDS
from heorot.games.legend.rules.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.rules.wounds import CARDS_FOR_A_WOUND, OF_A_DOUBLE_WOUND
from heorot.games.legend.table.analysis import (
    Bidder,
    Bidding,
    IconWorth,
    PlayerStanding,
    available_bid,
    bidding,
    icon_worth,
    standing,
)
from heorot.games.legend.table.results import FinalScores, Score
from heorot.games.legend.table.view import View

DARING_CARD = Card(TEXTS[DARING - PLAIN])

# ---- Numbers -------------------------------------------------------------------------------------------------------


def name_chance(chance: Fraction, exact: bool = True) -> Sentence:
    """Name a probability in percent, marked as approximate if it is; only certain events get 0 % or 100 %."""
    percent = round(100 * chance)
    certain = chance in (0, 1)  # exact even where other odds are approximate
    if not exact and not certain:
        return Sentence("legend.chance.percent", percent=min(max(percent, 1), 99), exact="no")
    if percent == 0 < chance:
        return Sentence("legend.chance.less", percent=1)
    if percent == 100 and chance < 1:
        return Sentence("legend.chance.more", percent=99)
    return Sentence("legend.chance.percent", percent=percent, exact="yes")


def name_points(points: Fraction) -> Sentence:
    """Name points with their sign; expected points are rounded to a tenth."""
    if points.denominator == 1:
        return Sentence("legend.points.whole", points=format_signed(points.numerator))
    return Sentence("legend.points.average", sign="minus" if points < 0 else "plus", tenths=round(10 * abs(points)))


def name_player(seat: Seat, reader: Seat | None) -> Sentence:
    """Name a player: "you" for the reader, otherwise by number."""
    return Sentence("legend.player", **player_params(seat, reader))


# ---- Odds ----------------------------------------------------------------------------------------------------------


def describe_odds(box: Box, view: View) -> Iterator[Sentence]:
    """L3.2, L5.6, L7.4: Yield the odds of a risk now, also with Beowulf's Daring for its owner; nothing where no risk
    can be taken. Approximate odds are marked."""
    if not can_risk(box, view):
        return
    odds = [risk_odds(box, view, CARDS_OF_A_RISK)]
    yield from describe_risk(odds[0])
    if dict(view.hand).get(DARING_CARD):
        odds.append(risk_odds(box, view, CARDS_OF_DARING))
        yield Sentence("legend.odds.daring")
        yield from describe_risk(odds[1])
    if not all(risk.exact for risk in odds):
        yield Sentence("legend.odds.about")


def can_risk(box: Box, view: View) -> bool:
    """L1.8, L3.2, L5.6: Return whether the episode has risks and a card can be turned over."""
    kind = box.episodes[view.episode - 1].kind if view.episode else ""
    bidding_in_turn = kind == "in turn" and any(player.still_in for player in view.players)
    cards = view.supply.pile or view.supply.discards or view.question == "resolve"
    return bool(cards) and (kind == "risk" or bidding_in_turn) and view.question != "over"


def describe_risk(odds: RiskOdds) -> Iterator[Sentence]:
    """Yield the probabilities of matches, the expected symbols, and in turn the probability that they are enough."""
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


def describe_bidding(box: Box, view: View) -> Iterator[Sentence]:
    """L4.1, L5.2, L9.1: Yield the highest total, each bid and the amount missing to stay in; for a sealed bid the
    symbols in the reader's hand."""
    current = bidding(box, view)
    if current is not None:
        yield Sentence("legend.bidding.high", what=name_bid(current), total=current.high)
        for bidder in current.bidders:
            yield describe_bidder(bidder, current, view.seat)
    elif view.question == "bid" and view.seat is not None:
        yield Sentence("legend.bidding.sealed", symbols=available_bid(box, view))


def name_bid(current: Bidding) -> str:
    """Return the unit of a bid."""
    return "symbols" if current.kind == "in turn" else "treasure"


def describe_bidder(bidder: Bidder, current: Bidding, reader: Seat | None) -> Sentence:
    """Describe the bid of one player: out, or still in with a total; for the reader also what could be added."""
    who = player_params(bidder.seat, reader)
    if not bidder.still_in:
        return Sentence("legend.bidding.out", **who)
    bid = {"total": bidder.total, "missing": bidder.missing}
    if bidder.at_hand is None:
        return Sentence("legend.bidding.in", **who, **bid)
    return Sentence("legend.bidding.yours", what=name_bid(current), at_hand=bidder.at_hand, **bid)


# ---- Icons ---------------------------------------------------------------------------------------------------------


def describe_space(box: Box, view: View, icon: Icon, seat: Seat) -> Sentence:
    """L6.3 to L6.8: Describe the immediate points of an icon for a player, and the rule."""
    return describe_worth(box, icon_worth(box, view, icon, seat))


def describe_worth(box: Box, worth: IconWorth) -> Sentence:
    """Describe the worth of an icon with its reason."""
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
    return describe_healing(icon, points, worth)


def describe_healing(icon: Sentence, points: Sentence, worth: IconWorth) -> Sentence:
    """Describe the worth of scratches, wounds and healing."""
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


def describe_score(score: Score, player: Param) -> Iterator[Sentence]:
    """L8.2, L8.3, L9.3, L10.1: Yield the score of a player: the sum, then every term."""
    if score.fallen:
        yield Sentence("legend.score.fallen", player=player, wounds=score.wounds, rule="L10.1")
        return
    yield Sentence("legend.score.total", player=player, arithmetic=arithmetic(score))
    yield from describe_token_points(score)
    if number := score.tally.misfortunes:
        points = {"each": format_number(-POINTS_OF_A_MISFORTUNE), "points": format_number(score.misfortunes)}
        yield Sentence("legend.score.misfortunes", number=number, **points, rule="L8.2")
    yield describe_wound_points(score)
    if score.tally.double_wounds:
        yield Sentence("legend.score.double-wound", number=score.tally.double_wounds, rule="L8.3")
    if score.tally.scratches:
        yield Sentence("legend.score.scratches", number=score.tally.scratches, rule="L8.3")


def describe_token_points(score: Score) -> Iterator[Sentence]:
    """L8.2, L9.3: Yield fame and treasure of square tokens and alliance tokens."""
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


def describe_wound_points(score: Score) -> Sentence:
    """L8.3: Describe the points of wounds."""
    points = {"points": format_number(score.wound_points), "rule": "L8.3"}
    if not score.wounds:
        return Sentence("legend.score.unhurt", points=format_signed(score.wound_points), rule="L8.3")
    if score.wounds < TOO_MANY_WOUNDS:
        return Sentence("legend.score.few-wounds", wounds=score.wounds, **points)
    each = format_number(-POINTS_OF_A_WOUND)
    return Sentence("legend.score.many-wounds", wounds=score.wounds, each=each, **points)


def arithmetic(score: Score) -> str:
    """Return `12 + 2 − 2 = 12`: fame, treasure, misfortunes and wounds, without zeros. Equal in every language."""
    parts = (score.fame + score.alliance_fame, score.treasure + score.alliance_treasure)
    return sum_up([term for term in (*parts, score.misfortunes, score.wound_points) if term])


def sum_up(terms: Sequence[int]) -> str:
    """Return `5 + 2 + 2 = 9`, or just `9`."""
    total = format_number(sum(terms))
    return f"{format_sum(terms)} = {total}" if len(terms) > 1 else total


def describe_scores(finals: FinalScores, reader: Seat | None) -> Iterator[Paragraph]:
    """L8.2, L8.3: Yield every player's score, term by term, one paragraph each."""
    for seat, score in enumerate(finals.scores):
        yield tuple(describe_score(score, name_player(Seat(seat), reader)))


def describe_places(finals: FinalScores, players: Sequence[Sentence]) -> Iterator[Sentence]:
    """L8.4, L10.1: Yield the places; tied players share one, and so do the fallen."""
    for place in sorted(set(finals.places)):
        there = [number for number, its in enumerate(finals.places) if its == place]
        names, best = tuple(players[number] for number in there), finals.scores[there[0]]
        if best.fallen:
            yield Sentence("legend.place.fallen", place=place, players=names, rule="L10.1")
        else:
            points, shared = format_number(best.points), "yes" if len(there) > 1 else "no"
            yield Sentence("legend.place.points", place=place, players=names, points=points, shared=shared)


def describe_ending(finals: FinalScores, reader: Seat | None) -> Iterator[Sentence]:
    """L8.4, L10.1: Yield the places and the winners."""
    players = [name_player(Seat(seat), reader) for seat in range(len(finals.scores))]
    yield from describe_places(finals, players)
    if len(finals.winners) == 1:
        seat = Seat(finals.winners[0])
        yield Sentence("legend.end.won", **player_params(seat, reader), points=finals.scores[seat].points)
    else:
        yield describe_shared_victory(finals, tuple(players[seat] for seat in finals.winners))


def describe_shared_victory(finals: FinalScores, winners: tuple[Sentence, ...]) -> Sentence:
    """L8.4, L10.1: Describe a shared victory, or that all have fallen."""
    if not winners:
        return Sentence("legend.end.nobody", rule="L10.1")
    points = finals.scores[finals.winners[0]].points
    return Sentence("legend.end.shared", players=winners, points=points, rule="L8.4")


# ---- Standings -----------------------------------------------------------------------------------------------------


def describe_standings(box: Box, view: View) -> Iterator[Sentence]:
    """L1.7: Yield the known points of every player."""
    for player in view.players:
        yield describe_standing(standing(box, view, player.seat), view.seat)


def describe_standing(stand: PlayerStanding, reader: Seat | None) -> Sentence:
    """Describe the known points of a player, and the number of unknown alliance tokens."""
    player = name_player(stand.seat, reader)
    if stand.score.fallen:
        return Sentence("legend.standing.fallen", player=player, wounds=stand.score.wounds, rule="L10.1")
    known = arithmetic(stand.score)
    if not stand.unknown:
        return Sentence("legend.standing.known", player=player, arithmetic=known)
    more = name_points(stand.expected - stand.score.points)
    return Sentence("legend.standing.open", player=player, arithmetic=known, number=stand.unknown, more=more)
