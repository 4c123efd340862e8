"""Prices in the Legend's evaluation (L3.3 to L3.5): a piece costs as much as the cheapest set that begins with it."""

from heorot.engine.kernels.bits import highest, members
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.model.actions import DISCARD_CARD, DONE, GIVE_TOKEN, PAY_CARD
from heorot.games.legend.model.state import VALUES, Choices, Printed, State
from heorot.games.legend.rules.answer_list import members_from
from heorot.games.legend.rules.episodes.opportunity import payment_bits
from heorot.games.legend.rules.tokens import FAMES
from heorot.search.legend.evaluation import POINT, Forecast, plain_icon_value
from heorot.search.legend.workspace import NEVER, Workspace


@routine
def evaluate_payments(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace) -> None:
    """L3.4: Evaluate cards for a price in symbols: the offer minus the cheapest payment."""
    cards = payment_bits(box, s, box.pieces[s.episode])
    reward = plain_icon_value(box, s, f, seat, box.reward[s.episode])
    way = s.staged + 1
    while way < box.prefix_end[s.staged]:
        work.millipoints_by_face[box.prefix_face[way]] = cheapest(box, f.card[s.episode + 1], work, way, cards)
        way = int(box.prefix_end[way])
    for i in range(out.count):
        code = int(out.code[i])
        work.value[i] = 0 if code >= DONE else reward - work.millipoints_by_face[code - PAY_CARD]


@routine
def cheapest(box: Printed, value: list[int], work: Workspace, beginning: int, cards: int) -> int:
    """Return the cost of the cheapest payment with this prefix that these cards can pay."""
    cost = NEVER
    depth = 0
    work.end[0] = box.prefix_end[beginning]
    work.spent[0] = 0
    way = beginning
    while way < work.end[0]:
        while way >= work.end[depth]:
            depth -= 1
        if cards >> box.prefix_bit[way] & 1 == 0:
            way = int(box.prefix_end[way])
            continue
        spent = work.spent[depth] + value[box.prefix_face[way]]
        if box.prefix_pays[way]:
            cost = min(cost, spent)
        else:
            depth += 1
            work.end[depth] = box.prefix_end[way]
            work.spent[depth] = spent
        way += 1
    return cost


@kernel
def begin_set(work: Workspace, missing: int) -> None:
    """Start the table of costs: with no piece, everything is missing."""
    for number in range(missing + 1):
        work.millipoints_by_total[number] = number * NEVER


@kernel
def add_to_set(work: Workspace, missing: int, face: int, cost: int) -> None:
    """Add one piece that comes before all pieces added so far."""
    by_total = work.millipoints_by_total
    work.millipoints_by_face[face] = cost + by_total[max(0, missing - 1)]
    for number in range(missing, 0, -1):
        by_total[number] = min(by_total[number], cost + by_total[number - 1])


@routine
def evaluate_discards(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace) -> None:
    """L3.3: Evaluate cards for a price in any cards: the offer minus the cheapest set."""
    missing = box.pieces[s.episode] - s.staged
    begin_set(work, missing)
    cards = members_from(s.held[seat], s.least)
    while cards:
        face = highest(cards)
        cards ^= 1 << face
        for _ in range(s.cards[seat][face]):
            add_to_set(work, missing, face, f.card[s.episode + 1][face])
    reward = plain_icon_value(box, s, f, seat, box.reward[s.episode])
    for i in range(out.count):
        code = int(out.code[i])
        work.value[i] = 0 if code >= DONE else reward - work.millipoints_by_face[code - DISCARD_CARD]


@routine
def evaluate_returns(box: Printed, s: State, seat: int, out: Choices, f: Forecast, work: Workspace) -> None:
    """L3.5: Evaluate fame tokens for a price in tokens: the offer minus the values of the tokens."""
    reward = plain_icon_value(box, s, f, seat, box.reward[s.episode])
    missing = box.pieces[s.episode] - s.staged
    for i in range(out.count):
        code = int(out.code[i])
        work.value[i] = 0
        if code < DONE:
            work.value[i] = reward - least_fame(s, seat, code - GIVE_TOKEN, missing, work)


@kernel
def least_fame(s: State, seat: int, first: int, missing: int, work: Workspace) -> int:
    """Return the lowest value of a set of tokens that goes on with this one. Sets are given in the order of tokens."""
    begin_set(work, missing - 1)
    for token in members(members_from(s.owned[seat] & FAMES, first)):
        for _ in range(s.tokens[seat][token] - (token == first)):
            add_to_set(work, missing - 1, 0, token % VALUES * POINT)
    return first % VALUES * POINT + work.millipoints_by_total[missing - 1]
