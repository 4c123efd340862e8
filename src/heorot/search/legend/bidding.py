"""Bids of the Legend's written evaluation: sealed (chapter 4), in turn (chapter 5) and for treasure (L9.1). How far
rivals go is sampled (legend_rivals.py); what own cards are worth behind the episode is foreseen
(legend_foresight.py)."""

from heorot.engine.accel import count, highest, kernel, members, routine
from heorot.engine.chance import Stream
from heorot.games.legend.actions import BID_CARD, DONE, GIVE_UP, LAY_CARD, PAY_CARD, SHOW_TOKEN, TAKE_A_RISK
from heorot.games.legend.cards import holds
from heorot.games.legend.lists import from_here
from heorot.games.legend.odds import may_be_drawn, without_a_match
from heorot.games.legend.resolution import clockwise
from heorot.games.legend.specials import CARDS_OF_A_RISK, CARDS_OF_DARING
from heorot.games.legend.state import DARING, LAID, PLAIN, VALUES, Choices, Printed, State
from heorot.games.legend.tokens import TREASURES
from heorot.search.legend_foresight import POINT, Foresight, icon_worth, scratch_worth
from heorot.search.legend_rivals import NEVER, TOTALS, Mind, rank_spaces, sample_rivals

POINTLESS = 3 * POINT  # to add a card that does nothing


# ---- Sealed --------------------------------------------------------------------------------------------------------


@kernel
def sits_before(s: State, seat: int, rival: int) -> bool:
    """L4.2: whether a seat wins a tie."""
    for step in range(s.seats):
        if clockwise(s, s.first, step) == seat:
            return True
        if clockwise(s, s.first, step) == rival:
            return False
    return True


@kernel
def marker_of(s: State, seat: int, total: int, mind: Mind, world: int) -> int:
    """L4.2: which marker a total brings in a world, counted from 0."""
    place = 0
    for step in range(1, s.seats):
        rival = clockwise(s, seat, step)
        bid = mind.limit[world][rival]
        if bid > total or (bid == total and not sits_before(s, seat, rival)):
            place += 1
    return place


@routine
def expect_totals(s: State, seat: int, f: Foresight, mind: Mind) -> None:
    """What every total is worth in a sealed bid, on average over the worlds."""
    for total in range(TOTALS):
        worth = 0
        for world in range(mind.worlds):
            worth += mind.rank[marker_of(s, seat, total, mind, world)]
        mind.gain[total] = worth * f.stake // (mind.worlds * POINT)


@routine
def weigh_bid(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind, r: Stream) -> None:
    """L4.1: the set for which the markers that it brings are worth most, less the cards. Sets are put together from
    the last face to the first, as they are staged."""
    rank_spaces(box, s, seat, f, mind)
    sample_rivals(box, s, seat, f.sealed_will, f, mind, r)
    expect_totals(s, seat, f, mind)
    value = box.value[s.episode]
    total = 0
    cards = s.held[seat]
    for face in members(s.held[LAID + seat]):
        total += s.cards[LAID + seat][face] * value[face]
        cards = from_here(s.held[seat], face)
    total = min(total, TOTALS - 1)
    stop = mind.gain[total]
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        for _ in range(s.cards[seat][face]):
            add_to_bid(mind, face, value[face], f.card[s.episode + 1][face], total)
    for i in range(out.count):
        code = int(out.code[i])
        mind.worth[i] = stop if code == DONE else mind.piece[code - BID_CARD]


@kernel
def add_to_bid(mind: Mind, face: int, value: int, cost: int, total: int) -> None:
    """One card more that a bid may hold, before those that were looked at so far."""
    if value == 0:
        mind.piece[face] = mind.gain[total] - POINTLESS
        return
    mind.piece[face] = mind.gain[min(total + value, TOTALS - 1)] - cost
    for number in range(TOTALS - value):
        mind.gain[number] = max(mind.gain[number], mind.gain[number + value] - cost)


# ---- In turn -------------------------------------------------------------------------------------------------------


@routine
def price_symbols(box: Printed, s: State, seat: int, without: int, f: Foresight, mind: Mind) -> int:
    """What so many symbols more cost at least, from the hand without one card of a face; how many there are."""
    value = box.value[s.episode]
    mind.gain[0] = 0
    for number in range(1, TOTALS):
        mind.gain[number] = NEVER
    most = 0
    for face in members(s.held[seat] & box.matching[s.episode]):
        for _ in range(s.cards[seat][face] - (face == without)):
            most += value[face]
            for number in range(min(most, TOTALS - 1), 0, -1):
                cost = mind.gain[max(0, number - value[face])] + f.card[s.episode + 1][face]
                mind.gain[number] = min(mind.gain[number], cost)
    return min(most, TOTALS - 1)


@routine
def outlasting(s: State, seat: int, total: int, more: int, floor: int, f: Foresight, mind: Mind) -> int:
    """What it is worth to go up to so many symbols more, in all worlds together. Whoever is outlasted has laid all of
    it; the last one in only as much as the others made necessary."""
    worth = 0
    for world in range(mind.worlds):
        above = 0
        top = floor
        for rival in members(s.pending & ~(1 << seat)):
            limit = mind.limit[world][rival]
            if limit >= total + more:
                above += 1
            else:
                top = max(top, limit)
        laid = more if above else max(0, top - total)
        worth += mind.rank[above] * f.stake // POINT - mind.gain[laid]
    return worth


@routine
def staying(box: Printed, s: State, seat: int, total: int, without: int, f: Foresight, mind: Mind) -> int:
    """The best of all limits for a seat that has so many symbols and will lay on: it must reach the highest total, or
    is out (L5.2, L5.5)."""
    most = price_symbols(box, s, seat, without, f, mind)
    best = -NEVER if total >= s.high else leaving(s, f, mind)
    for more in range(most + 1):
        if total + more >= s.high:
            worth = outlasting(s, seat, total, more, s.high, f, mind)
            best = max(best, worth // mind.worlds)
    return best


@kernel
def leaving(s: State, f: Foresight, mind: Mind) -> int:
    """L5.5: what the highest free marker will bring."""
    return mind.rank[count(s.pending) - 1] * f.stake // POINT


@routine
def weigh_lays(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind, r: Stream) -> None:
    """L5.2, L5.5, L5.6: each card with all that may follow, a risk with all that it may turn over, or to give up."""
    rank_spaces(box, s, seat, f, mind)
    sample_rivals(box, s, seat, f.turn_will, f, mind, r)
    for i in range(out.count):
        code = int(out.code[i])
        if code < PAY_CARD:
            mind.worth[i] = laying(box, s, seat, code - LAY_CARD, f, mind)
        elif code == TAKE_A_RISK:
            cards = CARDS_OF_DARING if holds(s, seat, DARING) else CARDS_OF_A_RISK
            mind.worth[i] = risking(box, s, seat, cards, f, mind)
        else:
            mind.worth[i] = leaving(s, f, mind)


@routine
def laying(box: Printed, s: State, seat: int, face: int, f: Foresight, mind: Mind) -> int:
    """A card from the hand, and how it goes on."""
    total = min(s.total[seat] + box.value[s.episode][face], TOTALS - 1)
    return staying(box, s, seat, total, face, f, mind) - f.card[s.episode + 1][face]


@kernel
def ways(number: int, of: int) -> float:
    """How many sets of so many cards there are."""
    found = 1.0
    for i in range(number):
        found *= max(0, of - i) / (i + 1)
    return found


@routine
def risking(box: Printed, s: State, seat: int, cards: int, f: Foresight, mind: Mind) -> int:
    """L5.6: a risk of so many cards, exactly: what matches is laid, and if nothing does, the seat takes a scratch and
    is out."""
    fails = without_a_match(box, s, seat, cards)
    worth = fails * (leaving(s, f, mind) + scratch_worth(s, f, seat))
    fits = (0, 0, 0)
    for face in range(PLAIN):
        number = may_be_drawn(s, seat, face)
        value = box.value[s.episode][face]
        if s.pile_size < cards:
            number += s.discards[face]
        fits = (fits[0] + number * (value == 0), fits[1] + number * (value == 1), fits[2] + number * (value == 2))
    likely = 0.0
    brings = 0.0
    for doubles in range(cards + 1):
        for singles in range(cards + 1 - doubles):
            symbols = singles + 2 * doubles
            chance = ways(singles, fits[1]) * ways(doubles, fits[2]) * ways(cards - singles - doubles, fits[0])
            if symbols and chance:
                likely += chance
                brings += chance * staying(box, s, seat, min(s.total[seat] + symbols, TOTALS - 1), -1, f, mind)
    if likely:
        worth += (1.0 - fails) * brings / likely
    return int(worth)


# ---- For treasure --------------------------------------------------------------------------------------------------


@routine
def weigh_shows(box: Printed, s: State, seat: int, out: Choices, f: Foresight, mind: Mind) -> None:
    """L9.1: only the last one in pays, so it shows tokens while the reward is worth more than all of them."""
    reward = icon_worth(box, s, f, seat, box.reward[s.episode]) * f.stake // POINT
    for i in range(out.count):
        code = int(out.code[i])
        mind.worth[i] = 0
        if code != GIVE_UP:
            reach = least_total(s, seat, code - SHOW_TOKEN, mind)
            mind.worth[i] = reward - reach * f.treasure[s.episode + 1] if reach < TOTALS else -POINTLESS


@kernel
def least_total(s: State, seat: int, first: int, mind: Mind) -> int:
    """The lowest total that is enough, if this token is shown first."""
    begun = s.total[seat] + first % VALUES
    for number in range(TOTALS):
        mind.gain[number] = number == 0
    for token in members(s.owned[seat] & TREASURES):
        for _ in range(s.tokens[seat][token] - (token == first)):
            for number in range(TOTALS - 1, token % VALUES - 1, -1):
                mind.gain[number] |= mind.gain[number - token % VALUES]
    for number in range(TOTALS):
        if mind.gain[number] and begun + number >= s.high:
            return begun + number
    return TOTALS
