"""What rivals may hold and how far they may go, in sampled worlds: for the bots of the Legend's written evaluation.

A world deals what a seat cannot place (L1.7) to the rivals' hands, each card as likely as any other. Only the symbols
that count in the episode matter, so cards are told apart by that number alone.
"""

from heorot.engine.accel import Record, kernel, routine, whole
from heorot.engine.chance import Stream, below
from heorot.games.legend.odds import unaccounted
from heorot.games.legend.resolution import clockwise
from heorot.games.legend.state import BID, FACES, LONGEST_LIST, PLAIN, SEATS, SPACES, Printed, State
from heorot.search.legend_foresight import POINT, Foresight, icon_worth

WORLDS = 1024  # as many at most
TOTALS = 64  # symbols or treasure in an episode, at most
DEEPEST = 64  # cards of a payment
SYMBOLS_OF_A_CARD = 3  # none, one or two that count on a plain card
OF_A_GOOD_RISK = 2  # symbols that a risk lays in turn, if all goes well
NEVER = 1 << 40  # worse than anything


class Mind(Record):
    """What a seat works out before it answers."""

    worlds: int = whole()  # how many are sampled
    worth: list[int] = whole(LONGEST_LIST)  # of every answer of the list
    rank: list[int] = whole(SPACES)  # what each marker will bring, the first one first
    limit: list[list[int]] = whole(WORLDS, SEATS)  # how far each rival goes in each world
    left: list[int] = whole(SYMBOLS_OF_A_CARD)  # cards that are not dealt yet, by the symbols that count
    gain: list[int] = whole(TOTALS)  # what a total is worth; in turn what so many symbols more cost
    piece: list[int] = whole(FACES)  # what the best set is worth that begins with this face
    end: list[int] = whole(DEEPEST)  # a walk over payments: where each beginning ends, ...
    spent: list[int] = whole(DEEPEST)  # ... and what its cards are worth


def mind_of(worlds: int) -> Mind:
    """A mind that looks into so many worlds."""
    mind = Mind()
    mind.worlds = max(1, min(worlds, WORLDS))
    return mind


@kernel
def rank_spaces(box: Printed, s: State, seat: int, f: Foresight, mind: Mind) -> None:
    """L6.2: what each marker brings, if the best space is always taken first. The last one brings the lead (L2.3)."""
    for place in range(s.seats):
        worth = icon_worth(box, s, f, seat, box.space[s.episode][place])
        at = place
        while at > 0 and mind.rank[at - 1] < worth:
            mind.rank[at] = mind.rank[at - 1]
            at -= 1
        mind.rank[at] = worth
    mind.rank[s.seats - 1] += f.lead


@kernel
def count_unseen(box: Printed, s: State, seat: int, mind: Mind) -> None:
    """What the seat cannot place, by the symbols that count."""
    for symbols in range(SYMBOLS_OF_A_CARD):
        mind.left[symbols] = 0
    for face in range(PLAIN):
        mind.left[box.value[s.episode][face]] += unaccounted(s, seat, face)


@kernel
def deal_symbols(mind: Mind, cards: int, r: Stream) -> int:
    """So many cards to a hand: the symbols that count on them."""
    symbols = 0
    for _ in range(cards):
        place = below(r, mind.left[0] + mind.left[1] + mind.left[2])
        one = 0
        while place >= mind.left[one]:
            place -= mind.left[one]
            one += 1
        mind.left[one] -= 1
        symbols += one
    return symbols


@kernel
def known_symbols(box: Printed, s: State, rival: int) -> int:
    """L1.7: the symbols that count on cards which all know to be in a hand."""
    symbols = 0
    for face in range(FACES):
        symbols += s.known[rival][face] * box.value[s.episode][face]
    return symbols


@kernel
def unknown_cards(s: State, rival: int) -> int:
    """L1.7: how many cards of a hand nobody knows."""
    cards = s.hand[rival]
    for face in range(FACES):
        cards -= s.known[rival][face]
    return cards


@routine
def sample_rivals(box: Printed, s: State, seat: int, will: int, f: Foresight, mind: Mind, r: Stream) -> None:
    """How far each rival goes in each world: as far as the hand allows, in turn now and then with a risk besides, and
    about so many symbols as the episode is worth. What lies there already was meant."""
    spread = mind.rank[0] - mind.rank[s.seats - 1]
    wanted = spread * will // POINT
    count_unseen(box, s, seat, mind)
    unseen = (int(mind.left[0]), int(mind.left[1]), int(mind.left[2]))
    for world in range(mind.worlds):
        for symbols in range(SYMBOLS_OF_A_CARD):
            mind.left[symbols] = unseen[symbols]
        for step in range(1, s.seats):
            rival = clockwise(s, seat, step)
            hand = known_symbols(box, s, rival) + deal_symbols(mind, unknown_cards(s, rival), r)
            most = (wanted * (POINT - f.doubt + below(r, 2 * f.doubt + 1)) // POINT + POINT // 2) // POINT
            laid = 0
            if s.phase != BID:
                laid = s.total[rival]
                hand += OF_A_GOOD_RISK * (below(r, POINT) < f.pluck)
            mind.limit[world][rival] = max(laid, min(laid + hand, most))
