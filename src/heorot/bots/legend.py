"""The Legend's bots: the two yardsticks, answering from what their seat may know."""

from collections.abc import Callable
from random import Random

from heorot.engine.chance import Stream, start_stream
from heorot.engine.options import read_yes
from heorot.games.legend.actions import DISCARD_CARD, GIVE_TOKEN, PAY_CARD, Action, Done
from heorot.games.legend.box import Box
from heorot.games.legend.cards import put
from heorot.games.legend.codes import encode
from heorot.games.legend.memory import Cards, Tokens, one_by_one
from heorot.games.legend.printing import icon_code
from heorot.games.legend.questions import answer
from heorot.games.legend.state import DISCARD_CARDS, LAID, PAY, RETURN_TOKENS, Choices, State
from heorot.games.legend.view import PHASES, PlayerView, SupplyView, View
from heorot.search.legend_greedy import greedy_answer
from heorot.search.legend_worths import thought_for

PRICES = {DISCARD_CARDS: DISCARD_CARD, PAY: PAY_CARD, RETURN_TOKENS: GIVE_TOKEN}  # how each is paid, piece by piece


def random_bot(box: Box, view: View, rng: Random) -> Action:
    """Any of the list, but in a staged set it stops with probability one half wherever it may."""
    others = [action for action in view.legal if action != Done()]
    if not others or (len(others) < len(view.legal) and rng.getrandbits(1)):
        return Done()
    return rng.choice(others)


def greedy_bot(box: Box, view: View, rng: Random) -> Action:
    """The best of the list, in a state that holds what the seat knows and nothing else."""
    assert view.seat is not None
    s, out, stream = known_state(box, view), Choices(), Stream()
    start_stream(stream, rng.getrandbits(63), 0, 0)
    codes = [encode(box, s, action) for action in view.legal]
    out.count, out.code[: len(codes)] = len(codes), codes
    chosen = greedy_answer(box.printed, s, view.seat, out, thought_for(box), stream)
    return view.legal[codes.index(chosen)]


# ---- A state from a view -------------------------------------------------------------------------------------------


def known_state(box: Box, view: View) -> State:
    """What a seat knows, as far as greedy asks for it. Others hold nothing here: whatever the seat cannot place lies in
    the pile, of which only `drawable` cards may come, and that gives the same odds as at the table."""
    s, seat = State(), view.seat or 0
    s.phase, s.seat, s.seats = PHASES[view.question], seat, len(view.players)
    s.advanced_game = read_yes(dict(view.options), "advanced")
    s.episode, s.high = view.episode - 1, view.high
    s.icon = icon_code(view.icon, box.face_numbers) if view.icon else 0
    s.free = sum(1 << n for n, space in enumerate(view.spaces) if space.taken is None)
    add_player(s, view.players[seat])
    add_pieces(box, s, seat, view.hand, view.players[seat].squares + view.alliances)
    add_pieces(box, s, LAID + seat, view.bid, ())
    add_piles(box, s, view.supply, view.unseen, view.drawable)
    if s.phase in PRICES:
        give_again(box, s, view.players[seat])
    return s


def add_player(s: State, own: PlayerView) -> None:
    """What lies open in front of the seat."""
    s.total[s.seat] = own.total or 0
    s.scratches[s.seat], s.wounds[s.seat], s.double_wounds[s.seat] = own.scratches, own.wounds, own.double_wounds


def add_pieces(box: Box, s: State, place: int, cards: Cards, tokens: Tokens) -> None:
    """Cards and tokens at a place."""
    for face in faces(box, cards):
        put(s, place, face)
    for token, number in tokens:
        s.tokens[place][box.token_numbers[token]] += number
        s.owned[place] |= 1 << box.token_numbers[token]


def add_piles(box: Box, s: State, supply: SupplyView, unseen: Cards, drawable: Cards) -> None:
    """The piles, as far as the seat knows them."""
    s.pile_size = supply.pile
    for face in faces(box, unseen):
        s.pile[face] += 1
    for face in faces(box, drawable):
        s.stock[face] += 1
    for face in faces(box, supply.discards):
        s.discards[face] += 1
        s.discards_size += 1


def give_again(box: Box, s: State, own: PlayerView) -> None:
    """What of a price has been given so far goes back to the seat and is given once more, in the same order."""
    if s.phase == PAY:
        s.staged = box.printed.first_way[box.printed.pieces[s.episode]]
    add_pieces(box, s, s.seat, own.laid, own.shown)
    given = [box.token_numbers[token] for token in one_by_one(own.shown)]
    for piece in (*faces(box, own.laid), *given):
        answer(box.printed, s, s.seat, PRICES[s.phase] + piece)


def faces(box: Box, cards: Cards) -> list[int]:
    """The faces of some cards, one by one."""
    return [box.face_numbers[card] for card in one_by_one(cards)]


BOTS: dict[str, Callable[[Box, View, Random], Action]] = {"random": random_bot, "greedy": greedy_bot}
