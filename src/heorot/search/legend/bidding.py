"""Bids in the Legend's evaluation: sealed (chapter 4), in turn (chapter 5) and for treasure (L9.1). Limits of rivals
are sampled (`rivals`); the value of a card after the episode comes from the forecast (`evaluation`)."""

from heorot.engine.chance import Stream
from heorot.engine.kernels.bits import count, highest, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.inference.odds import chance_of_no_match, count_drawable
from heorot.games.legend.model.actions import BID_CARD, DONE, GIVE_UP, LAY_CARD, PAY_CARD, SHOW_TOKEN, TAKE_A_RISK
from heorot.games.legend.model.state import LAID, PLAIN, VALUES, Choices, Printed, State
from heorot.games.legend.rules.answer_list import members_from
from heorot.games.legend.rules.resolution import clockwise
from heorot.games.legend.rules.tokens import TREASURES
from heorot.search.legend.evaluation import POINT, Forecast, icon_value, scratch_value
from heorot.search.legend.rivals import rank_spaces, sample_rivals
from heorot.search.legend.workspace import (
    CARDS,
    ICON,
    NEVER,
    SCRATCH,
    TOO_LITTLE,
    TOTALS,
    TREASURE,
    Workspace,
    report_term,
)

POINTLESS = 3 * POINT  # penalty for a card that does nothing
NO_LIMIT = -1  # instead of a limit: the seat leaves
NO_CARD = -1  # instead of a face: nothing is laid from the hand


# ---- Sealed --------------------------------------------------------------------------------------------------------


@kernel
def wins_tie(s: State, seat: int, rival: int) -> bool:
    """L4.2: Return whether a seat wins a tie against a rival."""
    for step in range(s.seats):
        if clockwise(s, s.first, step) == seat:
            return True
        if clockwise(s, s.first, step) == rival:
            return False
    return True


@kernel
def marker_place(s: State, seat: int, total: int, work: Workspace, world: int) -> int:
    """L4.2: Return the place of the marker that a total brings in a world, counted from 0."""
    place = 0
    for step in range(1, s.seats):
        rival = clockwise(s, seat, step)
        bid = work.limit[world][rival]
        if bid > total or (bid == total and not wins_tie(s, seat, rival)):
            place += 1
    return place


@routine
def evaluate_totals(s: State, seat: int, f: Forecast, work: Workspace) -> None:
    """Evaluate every total of a sealed bid: the mean over the worlds."""
    for total in range(TOTALS):
        value = 0
        for world in range(work.worlds):
            value += work.rank[marker_place(s, seat, total, work, world)]
        work.millipoints_by_total[total] = value * f.stake // (work.worlds * POINT)


@kernel
def staged_bid(box: Printed, s: State, seat: int) -> tuple[int, int]:
    """L4.1: Return the symbols of the cards bid so far, and the mask of the hand cards that may still join them."""
    total = 0
    cards = s.held[seat]
    for face in members(s.held[LAID + seat]):
        total += s.cards[LAID + seat][face] * box.value[s.episode][face]
        cards = members_from(s.held[seat], face)
    return total, cards


@routine
def evaluate_bid(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace, r: Stream) -> None:
    """L4.1: Evaluate each card as the start of the best set: value of the marker minus the value of the cards. Sets are
    built from the last face to the first, the reverse of the order in which they are staged."""
    rank_spaces(box, s, seat, f, work)
    sample_rivals(box, s, seat, f.sealed_will, f, work, r)
    evaluate_totals(s, seat, f, work)
    value = box.value[s.episode]
    begun, cards = staged_bid(box, s, seat)
    total = min(begun, TOTALS - 1)
    stop = work.millipoints_by_total[total]
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        for _ in range(s.cards[seat][face]):
            add_to_bid(work, face, value[face], f.card[s.episode + 1][face], total)
    for i in range(out.count):
        code = int(out.code[i])
        work.value[i] = stop if code == DONE else work.millipoints_by_face[code - BID_CARD]


@kernel
def add_to_bid(work: Workspace, face: int, value: int, cost: int, total: int) -> None:
    """Add one card that comes before all cards added so far."""
    by_total = work.millipoints_by_total
    if value == 0:
        work.millipoints_by_face[face] = by_total[total] - POINTLESS
        return
    work.millipoints_by_face[face] = by_total[min(total + value, TOTALS - 1)] - cost
    for number in range(TOTALS - value):
        by_total[number] = max(by_total[number], by_total[number + value] - cost)


# ---- In turn -------------------------------------------------------------------------------------------------------


@routine
def price_symbols(box: Printed, s: State, seat: int, without: int, f: Forecast, work: Workspace) -> int:
    """Fill `millipoints_by_total` with the least cost of each number of additional symbols, from the hand without one
    card of a face. Return the most symbols that the hand has."""
    value = box.value[s.episode]
    by_total = work.millipoints_by_total
    by_total[0] = 0
    for number in range(1, TOTALS):
        by_total[number] = NEVER
    most = 0
    for face in members(s.held[seat] & box.matching[s.episode]):
        for _ in range(s.cards[seat][face] - (face == without)):
            most += value[face]
            for number in range(min(most, TOTALS - 1), 0, -1):
                cost = by_total[max(0, number - value[face])] + f.card[s.episode + 1][face]
                by_total[number] = min(by_total[number], cost)
    return min(most, TOTALS - 1)


@kernel
def marker_value(place: int, f: Forecast, work: Workspace) -> int:
    """L6.2: Return the value of a marker, including what rivals then lack. Places count from 0."""
    return work.rank[place] * f.stake // POINT


@kernel
def outcome_of_limit(s: State, seat: int, total: int, more: int, work: Workspace, world: int) -> tuple[int, int]:
    """Return how many rivals outlast a seat with this limit in one world, and how many symbols it lays. A seat that is
    outlasted lays them all; the last one in lays only as many as the rivals force."""
    ahead = 0
    top = s.high
    for rival in members(s.pending & ~(1 << seat)):
        limit = work.limit[world][rival]
        if limit >= total + more:
            ahead += 1
        else:
            top = max(top, limit)
    return ahead, more if ahead else max(0, top - total)


@routine
def limit_value(s: State, seat: int, total: int, more: int, f: Forecast, work: Workspace) -> int:
    """Return the value of a limit, summed over all worlds."""
    value = 0
    for world in range(work.worlds):
        ahead, laid = outcome_of_limit(s, seat, total, more, work, world)
        value += marker_value(ahead, f, work) - work.millipoints_by_total[laid]
    return value


@routine
def best_limit(
    box: Printed, s: State, seat: int, total: int, without: int, f: Forecast, work: Workspace
) -> tuple[int, int]:
    """L5.2, L5.5: Return how many more symbols a seat with this total is ready to lay, and the value of that. The limit
    is NO_LIMIT if the seat cannot reach the highest total or does better by leaving."""
    most = price_symbols(box, s, seat, without, f, work)
    limit = NO_LIMIT
    best = -NEVER if total >= s.high else last_marker_value(s, f, work) * work.worlds
    for more in range(most + 1):
        if total + more >= s.high:
            value = limit_value(s, seat, total, more, f, work)
            if value > best or (value == best and limit == NO_LIMIT):
                limit = more
                best = value
    return limit, best // work.worlds


@routine
def report_limit(s: State, seat: int, total: int, limit: int, chance: float, f: Forecast, work: Workspace) -> None:
    """Add the outcome of a limit to the report, world by world and weighted by its probability."""
    work.sampled = 1
    firsts = 0
    for world in range(work.worlds):
        place = count(s.pending) - 1
        if limit != NO_LIMIT:
            place, laid = outcome_of_limit(s, seat, total, limit, work, world)
            work.later[world] += chance * (work.millipoints_by_total[laid] / POINT)
            firsts += place == 0
        work.marker[world] += chance * (marker_value(place, f, work) / POINT)
    work.first += chance * (firsts / work.worlds)


@kernel
def last_marker_value(s: State, f: Forecast, work: Workspace) -> int:
    """L5.5: Return the value of the highest free marker, which a seat takes when it leaves."""
    return marker_value(count(s.pending) - 1, f, work)


@kernel
def give_up_value(s: State, seat: int, f: Forecast, work: Workspace) -> int:
    """L5.5: Return the value of giving up."""
    if work.reporting:
        report_limit(s, seat, s.total[seat], NO_LIMIT, 1.0, f, work)
        work.leaving_marker = count(s.pending)
    return last_marker_value(s, f, work)


@routine
def lay_card_value(box: Printed, s: State, seat: int, face: int, f: Forecast, work: Workspace) -> int:
    """L5.2: Return the value of laying a card and then going on as is best."""
    total = min(s.total[seat] + box.value[s.episode][face], TOTALS - 1)
    limit, value = best_limit(box, s, seat, total, face, f, work)
    if work.reporting:
        report_limit(s, seat, total, limit, 1.0, f, work)
        work.symbols = total + max(0, limit)
    return value + report_term(work, CARDS, face, -f.card[s.episode + 1][face])


@routine
def turn_value(box: Printed, s: State, seat: int, code: int, cards: int, f: Forecast, work: Workspace) -> int:
    """L5.2, L5.5, L5.6: Return the value of an answer in turn: a card, a risk of `cards` cards, or giving up."""
    if code < PAY_CARD:
        return lay_card_value(box, s, seat, code - LAY_CARD, f, work)
    if code == TAKE_A_RISK:
        return turn_risk_value(box, s, seat, cards, f, work)
    return give_up_value(s, seat, f, work)


@kernel
def combinations(number: int, of: int) -> float:
    """Return the number of ways to choose this many cards."""
    ways = 1.0
    for i in range(number):
        ways *= max(0, of - i) / (i + 1)
    return ways


@kernel
def cards_by_value(box: Printed, s: State, seat: int, cards: int) -> tuple[int, int, int]:
    """Return how many cards with 0, 1 and 2 symbols that count a risk may turn over."""
    counts = (0, 0, 0)
    for face in range(PLAIN):
        number = count_drawable(s, seat, face)
        value = box.value[s.episode][face]
        if s.pile_size < cards:
            number += s.discards[face]
        counts = (
            counts[0] + number * (value == 0),
            counts[1] + number * (value == 1),
            counts[2] + number * (value == 2),
        )
    return counts


@routine
def combinations_with_symbols(symbols: int, cards: int, drawable: tuple[int, int, int]) -> float:
    """Return the number of sets of `cards` cards that have exactly `symbols` symbols that count."""
    ways = 0.0
    for doubles in range(symbols // 2 + 1):
        singles = symbols - 2 * doubles
        if singles + doubles <= cards:
            blanks = cards - singles - doubles
            ways += (
                combinations(singles, drawable[1])
                * combinations(doubles, drawable[2])
                * combinations(blanks, drawable[0])
            )
    return ways


@routine
def turn_risk_value(box: Printed, s: State, seat: int, cards: int, f: Forecast, work: Workspace) -> int:
    """L5.6: Return the exact expected value of a risk in turn: what matches is laid; without a match the seat takes a
    scratch and is out."""
    failure_probability = chance_of_no_match(box, s, seat, cards)
    scratch = scratch_value(s, f, seat)
    drawable = cards_by_value(box, s, seat, cards)
    ways_with_match = 0.0
    for symbols in range(1, 2 * cards + 1):
        ways_with_match += combinations_with_symbols(symbols, cards, drawable)
    if work.reporting:
        work.failure_probability = failure_probability
        report_limit(s, seat, s.total[seat], NO_LIMIT, failure_probability, f, work)
    weighted_value = 0.0
    for symbols in range(1, 2 * cards + 1):
        ways = combinations_with_symbols(symbols, cards, drawable)
        if ways:
            total = min(s.total[seat] + symbols, TOTALS - 1)
            limit, value = best_limit(box, s, seat, total, NO_CARD, f, work)
            weighted_value += ways * value
            if work.reporting:
                report_limit(s, seat, total, limit, (1.0 - failure_probability) * ways / ways_with_match, f, work)
    report_term(work, SCRATCH, 0, failure_probability * scratch)
    failure_value = failure_probability * (last_marker_value(s, f, work) + scratch)
    if ways_with_match:
        return int(failure_value + (1.0 - failure_probability) * weighted_value / ways_with_match)
    return int(failure_value)


# ---- For treasure --------------------------------------------------------------------------------------------------


@routine
def show_value(box: Printed, s: State, seat: int, code: int, f: Forecast, work: Workspace) -> int:
    """L9.1: Return the value of showing a token first. Only the last one in pays, so it shows tokens while the reward
    is worth more than all of them."""
    if code == GIVE_UP:
        return 0
    reach = least_total(s, seat, code - SHOW_TOKEN, work)
    if reach >= TOTALS:
        return report_term(work, TOO_LITTLE, 0, -POINTLESS)
    icon = box.reward[s.episode]
    reward = icon_value(box, s, f, seat, icon) * f.stake // POINT
    return report_term(work, ICON, icon, reward) + report_term(
        work, TREASURE, reach, -reach * f.treasure[s.episode + 1]
    )


@kernel
def least_total(s: State, seat: int, first: int, work: Workspace) -> int:
    """Return the lowest total that is enough if this token is shown first, or TOTALS if none is."""
    begun = s.total[seat] + first % VALUES
    for number in range(TOTALS):
        work.can_reach[number] = number == 0
    for token in members(s.owned[seat] & TREASURES):
        for _ in range(s.tokens[seat][token] - (token == first)):
            for number in range(TOTALS - 1, token % VALUES - 1, -1):
                work.can_reach[number] |= work.can_reach[number - token % VALUES]
    for number in range(TOTALS):
        if work.can_reach[number] and begun + number >= s.high:
            return begun + number
    return TOTALS
