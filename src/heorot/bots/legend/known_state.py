"""A state of the Legend that holds only what one seat knows: the input of its bots."""

from heorot.engine.options import read_flag
from heorot.games.legend.box.box import Box
from heorot.games.legend.box.compile_box import icon_code
from heorot.games.legend.model.actions import DISCARD_CARD, GIVE_TOKEN, PAY_CARD
from heorot.games.legend.model.state import DISCARD_CARDS, LAID, PAY, RETURN_TOKENS, SUPPLY, State
from heorot.games.legend.rules.cards import put
from heorot.games.legend.rules.decisions import answer
from heorot.games.legend.table.memory import Cards, Tokens, expand
from heorot.games.legend.table.view import PHASES, PlayerView, SupplyView, View

PRICES = {DISCARD_CARDS: DISCARD_CARD, PAY: PAY_CARD, RETURN_TOKENS: GIVE_TOKEN}  # base code of a piece, by question


def known_state(box: Box, view: View) -> State:
    """Return the state that a seat knows. Rivals hold only publicly known cards; the cards that the seat cannot place
    are in the pile, of which only `drawable` ones may come, so the odds are those at the table."""
    s, seat, options = State(), view.seat or 0, dict(view.options)
    s.phase, s.seat, s.seats = PHASES[view.question], seat, len(view.players)
    s.advanced_game, s.fallen_variant = read_flag(options, "advanced"), read_flag(options, "fallen")
    s.episode, s.high, s.first = view.episode - 1, view.high, view.first or 0
    s.icon = icon_code(view.icon, box.face_numbers) if view.icon else 0
    s.free = sum(1 << n for n, space in enumerate(view.spaces) if space.taken is None)
    s.taken = sum(space.taken is not None for space in view.spaces)
    for player in view.players:
        add_player(box, s, player)
    add_pieces(box, s, seat, view.hand, view.players[seat].squares + view.alliances)
    add_pieces(box, s, LAID + seat, view.bid, ())
    add_piles(box, s, view.supply, view.unseen, view.drawable)
    add_supply(box, s, view.supply)
    if s.phase in PRICES:
        restage_pieces(box, s, view.players[seat])
    return s


def add_player(box: Box, s: State, player: PlayerView) -> None:
    """Add what is public about a player."""
    seat = player.seat
    s.total[seat], s.hand[seat], s.misfortune[seat] = player.total or 0, player.hand, player.misfortunes
    s.scratches[seat], s.wounds[seat], s.double_wounds[seat] = player.scratches, player.wounds, player.double_wounds
    s.pending |= player.still_in << seat
    if player.marker is not None:
        s.order[player.marker - 1] = seat
    for face in faces(box, player.known):
        s.known[seat][face] += 1
        if seat != s.seat:
            put(s, seat, face)


def add_pieces(box: Box, s: State, place: int, cards: Cards, tokens: Tokens) -> None:
    """Put cards and tokens at a place."""
    for face in faces(box, cards):
        put(s, place, face)
    for token, number in tokens:
        s.tokens[place][box.token_numbers[token]] += number
        s.owned[place] |= 1 << box.token_numbers[token]


def add_piles(box: Box, s: State, supply: SupplyView, unseen: Cards, drawable: Cards) -> None:
    """Add the pile and the discards as far as the seat knows them."""
    s.pile_size = supply.pile
    for face in faces(box, unseen):
        s.pile[face] += 1
    for face in faces(box, drawable):
        s.stock[face] += 1
    for face in faces(box, supply.discards):
        s.discards[face] += 1
        s.discards_size += 1


def add_supply(box: Box, s: State, supply: SupplyView) -> None:
    """Add the supply; of alliance tokens only their number."""
    add_pieces(box, s, SUPPLY, (), supply.tokens)
    s.alliances, s.misfortunes = supply.alliances, supply.misfortunes
    s.specials = sum(1 << box.face_numbers[card] for card in supply.specials)


def restage_pieces(box: Box, s: State, own: PlayerView) -> None:
    """Return the pieces of a price given so far to the seat and give them again in the same order, which rebuilds the
    staged state."""
    if s.phase == PAY:
        s.staged = box.printed.first_prefix[box.printed.pieces[s.episode]]
    add_pieces(box, s, s.seat, own.laid, own.shown)
    given = [box.token_numbers[token] for token in expand(own.shown)]
    for piece in (*faces(box, own.laid), *given):
        answer(box.printed, s, s.seat, PRICES[s.phase] + piece)


def faces(box: Box, cards: Cards) -> list[int]:
    """Return the faces of some cards, one for each copy."""
    return [box.face_numbers[card] for card in expand(cards)]
