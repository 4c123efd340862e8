"""Opponent model of the Legend's evaluation: rivals' hands and limits in sampled worlds.

A world deals the cards that the seat cannot place (L1.7) to the rivals' hands uniformly. Only the symbols that count in
the episode matter, so cards are distinguished by that number alone.
"""

from heorot.engine.chance import Stream, below
from heorot.engine.kernels.compiler import kernel, routine
from heorot.games.legend.inference.odds import count_unseen_cards
from heorot.games.legend.model.state import BID, FACES, PLAIN, Printed, State
from heorot.games.legend.rules.resolution import clockwise
from heorot.search.legend.evaluation import POINT, Forecast, icon_value
from heorot.search.legend.workspace import SYMBOLS_OF_A_CARD, Workspace

OF_A_GOOD_RISK = 2  # symbols that a lucky risk lays in turn


@kernel
def rank_spaces(box: Printed, s: State, seat: int, f: Forecast, work: Workspace) -> None:
    """L6.2: Rank what each marker brings if the best free space is always taken first. The last marker brings the lead
    (L2.3)."""
    for place in range(s.seats):
        value = icon_value(box, s, f, seat, box.space[s.episode][place])
        at = place
        while at > 0 and work.rank[at - 1] < value:
            work.rank[at] = work.rank[at - 1]
            at -= 1
        work.rank[at] = value
    work.rank[s.seats - 1] += f.lead


@kernel
def count_unseen(box: Printed, s: State, seat: int, work: Workspace) -> None:
    """Count the cards that the seat cannot place, by the symbols that count."""
    for symbols in range(SYMBOLS_OF_A_CARD):
        work.left[symbols] = 0
    for face in range(PLAIN):
        work.left[box.value[s.episode][face]] += count_unseen_cards(s, seat, face)


@kernel
def deal_symbols(work: Workspace, cards: int, r: Stream) -> int:
    """Deal cards to one hand and return the symbols that count on them."""
    symbols = 0
    for _ in range(cards):
        place = below(r, work.left[0] + work.left[1] + work.left[2])
        card_symbols = 0
        while place >= work.left[card_symbols]:
            place -= work.left[card_symbols]
            card_symbols += 1
        work.left[card_symbols] -= 1
        symbols += card_symbols
    return symbols


@kernel
def known_symbols(box: Printed, s: State, rival: int) -> int:
    """L1.7: Return the symbols that count on the publicly known cards of a hand."""
    symbols = 0
    for face in range(FACES):
        symbols += s.known[rival][face] * box.value[s.episode][face]
    return symbols


@kernel
def unknown_cards(s: State, rival: int) -> int:
    """L1.7: Return the number of cards of a hand that are not publicly known."""
    cards = s.hand[rival]
    for face in range(FACES):
        cards -= s.known[rival][face]
    return cards


@routine
def sample_rivals(box: Printed, s: State, seat: int, will: int, f: Forecast, work: Workspace, r: Stream) -> None:
    """Sample the limit of each rival in each world: about as many symbols as the episode is worth, at most what the
    hand allows, in turn sometimes with a lucky risk. Symbols already laid always count."""
    spread = work.rank[0] - work.rank[s.seats - 1]
    wanted = spread * will // POINT
    count_unseen(box, s, seat, work)
    unseen = (int(work.left[0]), int(work.left[1]), int(work.left[2]))
    for world in range(work.worlds):
        for symbols in range(SYMBOLS_OF_A_CARD):
            work.left[symbols] = unseen[symbols]
        for step in range(1, s.seats):
            rival = clockwise(s, seat, step)
            hand = known_symbols(box, s, rival) + deal_symbols(work, unknown_cards(s, rival), r)
            most = (wanted * (POINT - f.doubt + below(r, 2 * f.doubt + 1)) // POINT + POINT // 2) // POINT
            laid = 0
            if s.phase != BID:
                laid = s.total[rival]
                hand += OF_A_GOOD_RISK * (below(r, POINT) < f.pluck)
            work.limit[world][rival] = max(laid, min(laid + hand, most))
